# SPDX-License-Identifier: Apache-2.0
"""undeclared.py FAULT WORKER…: our own parsers under whatever policies the command gives them, none of which they
declare. FAULT: `none`; `completes`, which takes calls that were cut off for whole; or `errors`, which answers with an
error and nothing else."""
import sys

from _reference import serve


def spoil(_, answer):
    for call in answer.get("calls", []) if sys.argv[1] == "completes" else []:
        call["complete"] = True
    if sys.argv[1] == "errors" and answer.get("calls"):
        identity = answer["id"]
        answer.clear()
        answer.update(id=identity, error="not that")


serve(spoil, policies={}, without=("spans", "events") if sys.argv[1] == "completes" else ("spans",))
