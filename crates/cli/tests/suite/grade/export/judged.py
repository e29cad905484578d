"""judged.py FOLDER: what the validator of a problem says of what its submissions print.

A line for each submission and case: the submission, the case, and the messages; nothing for a right one.
"""
import contextlib
import io
import json
import pathlib
import runpy
import sys

folder = pathlib.Path(sys.argv[1])
judge = runpy.run_path(str(folder / "output_validator/validator.py"))["judge"]
for submission in sorted(folder.glob("submissions/*/*.py")):
    for case in sorted(folder.glob("data/*/*.in")):
        question, answer = case.read_text(), case.with_suffix(".ans").read_text()
        sys.stdin, output = io.StringIO(question), io.StringIO()
        with contextlib.redirect_stdout(output):
            runpy.run_path(str(submission))
        messages = judge(question.encode(), answer.encode(), output.getvalue().encode())
        print(json.dumps([submission.parent.name, submission.stem, case.stem, messages]))
