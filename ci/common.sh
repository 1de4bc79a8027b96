# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# common.sh: what the steps share. Each is a script of its own, which a CI system starts in the folder of the user's
# checkout; they pass data to each other in files of the folder FENCEPOST_REPORTS.
set -euo pipefail

REPORTS=${FENCEPOST_REPORTS:-fencepost-reports}
BUILD=${FENCEPOST_BUILD:-fencepost-build}
FENCEPOST=${FENCEPOST_PROGRAM:-$BUILD/harness/fencepost}

# output NAME VALUE: for the steps after this one, where the CI system has such. A line end in the value would begin
# another output.
output()
{
    case $2 in
        *$'\n'* | *$'\r'*)
            echo "fencepost: the value of the output $1 has a line end; give FENCEPOST_REPORTS a name without" >&2
            exit 2
            ;;
    esac
    [ -z "${GITHUB_OUTPUT:-}" ] || printf '%s=%s\n' "$1" "$2" >> "$GITHUB_OUTPUT"
}

# summary FILE: what is shown with the job, where the CI system shows something.
summary()
{
    [ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$1" >> "$GITHUB_STEP_SUMMARY"
}

# face FORMAT FILE: the report in another form; that it tells of failures is not an error here.
face()
{
    local status=0
    "$FENCEPOST" report --format "$1" --output "$REPORTS/$2" "$REPORTS/report.jsonl" || status=$?
    [ "$status" -le 1 ] || exit "$status"
}
