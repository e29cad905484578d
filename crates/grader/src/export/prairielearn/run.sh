#!/usr/bin/env bash
# Grades one submission. What could not be graded by no fault of the student costs no attempt.
# In the question's info.json: "externalGradingOptions": {"enabled": true, "image": "..",
# "entrypoint": "/grade/tests/run.sh", "timeout": 600}. The image has what submissions are written in.
set -u
root=${GRADE_ROOT:-/grade}
results=$root/results/results.json
work=$(mktemp -d)
mkdir -p "$root/results"
rm -f "$results"
"$root/tests/mancala" grade "$root/student" --cases "$root/tests/cases" --results "$work" \
    --prairielearn "$results"
rm -rf "$work"
[ -f "$results" ] ||
    printf '{"gradable": false, "message": "The grader failed; it is not your fault."}\n' >"$results"
