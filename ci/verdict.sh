#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# verdict.sh: ends as the gate did, where there is a baseline, and else as the run.
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# A step that was ended early, or a full disk, leaves a file that has no status in it.
status=3
for file in "$REPORTS/gate.status" "$REPORTS/status"; do
    if [ -f "$file" ]; then
        status=$(head -c 4 "$file")
        [[ $status =~ ^[0-9]+$ ]] || status=3
        break
    fi
done
output status "$status"
case $status in
    0) echo "fencepost: as expected" ;;
    1) echo "fencepost: not as expected; the job's summary and $REPORTS/summary.md say what" >&2 ;;
    *) echo "fencepost: the parser was not judged; the step before says why" >&2 ;;
esac
exit "$status"
