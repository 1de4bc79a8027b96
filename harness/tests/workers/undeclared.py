# SPDX-License-Identifier: Apache-2.0
"""undeclared.py FAULT[+CLAUSE…] WORKER…: our own parsers under whatever policies the command gives them, none of which they
declare. FAULT: `none`; `completes`, which takes calls that were cut off for whole; or `errors`, which answers with an
error and nothing else. Of CARET-n.m and the other clauses it declares that it reads them otherwise."""
import sys

from _reference import serve


FAULT, *READINGS = sys.argv[1].split("+")


def spoil(_, answer):
    for call in answer.get("calls", []) if FAULT == "completes" else []:
        call["complete"] = True
    if FAULT == "errors" and answer.get("calls"):
        identity = answer["id"]
        answer.clear()
        answer.update(id=identity, error="not that")


said = {"readings": READINGS} if READINGS else {}
serve(spoil, policies={}, **said, without=("spans", "events") if FAULT == "completes" else ("spans",))
