# SPDX-License-Identifier: Apache-2.0
"""chooses.py HOW SYNTAX WORKER…: our own parsers in one syntax, which make the choices of WORKER and do not declare them.

HOW is "kept"; or "loses-whole": what is fed in one piece loses its arguments; "pieces-drop": what comes in pieces loses its calls
that are not complete; "by-length": inputs of odd length do; "silent": it tells nothing but text and calls; "runs": so it does, and
gives a call that the input ends as complete, as parsers do that are `unterminated: recover`.
"""
import sys

from _reference import serve, text_of

HOW, SYNTAX = sys.argv[1:3]
del sys.argv[1]


def lose_arguments(answer):
    for call in answer.get("calls", []):
        call["input"] = {}


def drop_cut_calls(answer):
    answer["calls"] = [call for call in answer.get("calls", []) if call.get("complete", True)]


def run_open_calls(answer):
    clauses = {"CARET-7.1", "OBJECT-7.3", "MODEL-6.2"}
    cut = {d["offset"] for d in answer.get("diagnostics", []) if d["code"] == "unterminated-call" and d["clause"] in clauses}
    for call in answer.get("calls", []):
        if call["span"][0] in cut:
            call["complete"] = True


def spoil(request, answer):
    if HOW == "runs":
        run_open_calls(answer)
    whole = len(request["chunks"]) == 1
    if HOW == "loses-whole" and whole:
        lose_arguments(answer)
    elif (HOW == "pieces-drop" and not whole) or (HOW == "by-length" and len(text_of(request)) % 2):
        drop_cut_calls(answer)


TOLD = [] if HOW == "kept" else ["events", "spans", "diagnostics", "bytes"]  # which would not agree with what is spoilt
serve(spoil, without=["sweep", *TOLD], policies={}, syntax_policies={}, syntaxes=[SYNTAX])
