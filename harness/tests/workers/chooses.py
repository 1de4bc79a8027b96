# SPDX-License-Identifier: Apache-2.0
"""chooses.py HOW SYNTAX WORKER…: our own parsers in one syntax, which make the choices of WORKER and do not declare them.

HOW is "kept"; or "loses-whole": what is fed in one piece loses its arguments; "pieces-drop": what comes in pieces loses its calls
that are not complete; "by-length": inputs of odd length do; "dies-in-pieces" and "dies-whole": it exits on what is fed so;
"declares=NAME=VALUE": it declares that value, whatever it chooses; "silent": it tells nothing but text and calls; "runs": so it does, and
gives a call that the input ends as complete, as parsers do that are `unterminated: recover`; "drops-open": it tells as little, and gives
nothing of a call that the input ends and that is not complete, as parsers do that are `unterminated: whole`; "half-end": it declares
that value, and gives a call as complete as soon as its end tag has begun; "any-half-end": within a string as well.
"""
import re
import sys

from _reference import serve, text_of

HOW, SYNTAX = sys.argv[1:3]
del sys.argv[1]


def lose_arguments(answer):
    for call in answer.get("calls", []):
        call["input"] = {}


def drop_cut_calls(answer):
    answer["calls"] = [call for call in answer.get("calls", []) if call.get("complete", True)]


def open_calls(answer):
    clauses = {"CARET-7.1", "OBJECT-7.3", "MODEL-6.2"}
    cut = {d["offset"] for d in answer.get("diagnostics", []) if d["code"] == "unterminated-call" and d["clause"] in clauses}
    return [call for call in answer.get("calls", []) if call["span"][0] in cut and not call.get("complete", True)]


def run_open_calls(answer):
    for call in open_calls(answer):
        call["complete"] = True


def drop_open_calls(answer):
    cut = open_calls(answer)
    answer["calls"] = [call for call in answer.get("calls", []) if call not in cut]


def end_by_half_a_tag(text, answer):
    if re.search((r"\}\}" if HOW == "half-end" else r"\}") + r"\s*<(/[a-z_]*)?$", text):
        run_open_calls(answer)


def spoil(request, answer):
    if HOW.endswith("half-end"):
        end_by_half_a_tag(text_of(request), answer)
    if HOW == "runs":
        run_open_calls(answer)
    if HOW == "drops-open":
        drop_open_calls(answer)
    whole = len(request["chunks"]) == 1
    if request["chunks"] and HOW == ("dies-whole" if whole else "dies-in-pieces") and len(text_of(request)) > 40:
        sys.exit(9)
    if HOW == "loses-whole" and whole:
        lose_arguments(answer)
    elif (HOW == "pieces-drop" and not whole) or (HOW == "by-length" and len(text_of(request)) % 2):
        drop_cut_calls(answer)


SAYS = dict([HOW.split("=")[1:]]) if HOW.startswith("declares=") else {"unterminated": "whole"} if HOW.endswith("half-end") else {}
TOLD = [] if HOW == "kept" or SAYS else ["events", "spans", "diagnostics", "bytes"]  # which would not agree with what is spoilt
serve(spoil, without=["sweep", *TOLD], policies=SAYS, syntax_policies={}, syntaxes=[SYNTAX])
