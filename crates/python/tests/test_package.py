"""What the wheel carries beside the module."""

import re
import shutil
import subprocess
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import nbclient
import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[3]


def test_the_wheel_has_the_program():
    program = shutil.which("mancala")
    printed = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["mancala", version("mancala-lab")]


@pytest.mark.parametrize("page", ["crates/python/README.md", "docs/src/python.md"])
def test_the_examples_of_a_page_run(page):
    examples = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert examples
    for example in examples:
        exec(example, {})


def test_the_module_is_typed():
    assert (files("mancala_lab") / "py.typed").is_file()


def test_the_notebook_runs_from_top_to_bottom():
    notebook = nbformat.read(ROOT / "examples" / "alpha_beta.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs), "there is a plot"
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs), "there is a board"
