#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# gate.sh: holds the report against FENCEPOST_BASELINE, if one is given.
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ -n "${FENCEPOST_BASELINE:-}" ] || exit 0
status=0
"$FENCEPOST" gate --baseline "$FENCEPOST_BASELINE" "$REPORTS/report.jsonl" || status=$?
echo "$status" > "$REPORTS/gate.status"
[ "$status" -le 1 ] || exit "$status"
"$FENCEPOST" gate --baseline "$FENCEPOST_BASELINE" --format markdown --output "$REPORTS/gate.md" \
    "$REPORTS/report.jsonl" || [ $? -eq 1 ]
summary "$REPORTS/gate.md"
