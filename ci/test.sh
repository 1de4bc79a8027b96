#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test.sh: judges FENCEPOST_WORKER, and writes report.jsonl, fencepost.sarif, junit.xml, summary.md, badge.json,
# badge.svg and page.html. That the parser fails is said by verdict.sh, so that all steps between come to their turn.
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ -n "${FENCEPOST_WORKER:-}" ] || {
    echo "fencepost: say which command starts your worker (worker, or FENCEPOST_WORKER)" >&2
    exit 2
}
mkdir -p "$REPORTS"
rm -f "$REPORTS"/{status,gate.status,report.jsonl}
worker=()
args=()
# Both are shell words, as a person writes them.
eval "worker=($FENCEPOST_WORKER)"
eval "args=(${FENCEPOST_ARGS:-})"
[ -z "${FENCEPOST_SYNTAX:-}" ] || args+=(--syntax "$FENCEPOST_SYNTAX")
[ -z "${FENCEPOST_KNOWN:-}" ] || args+=(--known "$FENCEPOST_KNOWN")
[ -z "${FENCEPOST_TIME:-}" ] || args+=(--time "$FENCEPOST_TIME")

status=0
# One seed, lest a build turns red by chance.
"$FENCEPOST" test --seed 1 "${args[@]}" --report "$REPORTS" -- "${worker[@]}" || status=$?
echo "$status" > "$REPORTS/status"
[ "$status" -le 1 ] || exit "$status"
face sarif fencepost.sarif
face junit junit.xml
face markdown summary.md
face badge badge.json
face svg badge.svg
face html page.html
summary "$REPORTS/summary.md"
output report "$REPORTS/report.jsonl"
output sarif "$REPORTS/fencepost.sarif"
output junit "$REPORTS/junit.xml"
