#!/usr/bin/env python3
"""Grades the submission in the working folder, and writes result.json as Classroom 50 reads it.

A program that loses points ends with 0. Whatever could not be graded ends otherwise, without a result: no student
gets 0 points for a fault of the grader.
"""

import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULT = Path("result.json")


def environment(name, *others):
    """What the runner says; without it there is nobody to give the points to."""
    for known in (name, *others):
        if os.environ.get(known):
            return os.environ[known]
    sys.exit(f"::error::{name} is not set")


def graded():
    """What the program beside this file says of the submission, in Gradescope's form."""
    with tempfile.TemporaryDirectory() as work:
        # Whoever unpacks files may forget that one can be executed.
        program = shutil.copy(HERE / "mancala", work)
        os.chmod(program, 0o755)
        results = Path(work, "results.json")
        command = [program, "grade", ".", "--cases", HERE / "cases", "--results", Path(work, "results")]
        ended = subprocess.run([*command, "--gradescope", results], check=False).returncode
        # 1 only says that points were lost.
        if ended > 1 or not results.is_file():
            sys.exit(f"::error::not everything could be graded (exit code {ended})")
        return json.loads(results.read_text(encoding="utf-8"))


def submitted():
    """The time of the commit, in UTC, so that grading again makes nobody late."""
    shown = ["git", "show", "--no-patch", "--format=%ct", "HEAD"]
    seconds = subprocess.run(shown, capture_output=True, text=True, check=False).stdout.strip()
    utc = datetime.timezone.utc
    time = datetime.datetime.fromtimestamp(int(seconds), utc) if seconds else datetime.datetime.now(utc)
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def main():
    RESULT.unlink(missing_ok=True)
    found = graded()
    all_points = [points for test in found["tests"] for points in (test["score"], test["max_score"])]
    # Points are whole numbers there: parts of points are told in hundredths.
    factor = 1 if all(points == int(points) for points in all_points) else 100
    tests = [
        {
            "test-name": test["name"],
            "passed": test["score"] >= test["max_score"],
            "score": round(test["score"] * factor),
            "max-score": round(test["max_score"] * factor),
            "output": test["output"],
        }
        for test in found["tests"]
    ]
    commit = environment("COMMIT_URL")
    owner = environment("OWNER", "USERNAME")
    result = {
        "schema": "classroom50/result/v1",
        "classroom": environment("CLASSROOM"),
        "assignment": environment("ASSIGNMENT"),
        "assignment_type": os.environ.get("ASSIGNMENT_TYPE") or "individual",
        "owner": owner,
        "submission": environment("SUBMISSION_TAG"),
        "commit": commit,
        "release": environment("RELEASE_URL"),
        "review": os.environ.get("REVIEW_URL") or commit,
        "datetime": submitted(),
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }
    RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    for test in tests:
        print(f"{test['score']} of {test['max-score']}  {test['test-name']}")


main()
