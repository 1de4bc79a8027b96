# SPDX-License-Identifier: Apache-2.0
"""thinks.py FAULT WORKER…: our own parsers, where the prompt may have opened reasoning. FAULT is what is wrong:
forgets_prompt claims the prefix and begins outside of it; shows_prompt gives it as reasoning; shows_marks gives the mark that
closes reasoning as text; with nothing there is none, and with no_claim the prefix is not claimed.
"""
import sys

from _reference import serve, text_of

FAULT = sys.argv[1]
CLOSE = "</think>"


def spoil(request, answer):
    if "error" in answer:
        return
    if FAULT == "shows_prompt":
        answer["reasoning"] = request.get("prefix", "") + answer.get("reasoning", "")
    if FAULT == "shows_marks" and CLOSE in text_of(request) and answer.get("reasoning"):
        answer["text"] = CLOSE + answer["text"]


serve(spoil, without=("events", "sweep") + (("prefix",) if FAULT == "no_claim" else ()),
      unknown=("prefix",) if FAULT == "forgets_prompt" else ())
