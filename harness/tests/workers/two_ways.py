# SPDX-License-Identifier: Apache-2.0
"""Answers otherwise by how an input comes. It knows the block "^^^list_projects", and is right of it as the argument
says: "whole", where it comes in one piece; "pieces", where it does not; "neither", never. "many": of anything it says
the text, and loses its end where it comes in over 900 chunks, or is longer than 100000 characters."""
import sys

from _protocol import joined, serve

CALL = {"name": "list_projects", "input": {}}


def answer(request):
    text, mode, cut = joined(request), sys.argv[1], len(request["chunks"]) > 1
    if mode == "many":
        spoilt = len(request["chunks"]) > 900 or len(text) > 100000 and cut
        return {"text": text[:-1] if spoilt else text, "calls": []}
    if not text.startswith("^^^list_projects\n^^^"):
        return {"text": text, "calls": []}
    if mode == "neither":
        return {"text": "cut" if cut else "whole", "calls": []}
    if cut == (mode == "pieces"):
        return {"text": text[20:], "calls": [CALL]}
    return {"text": text, "calls": []}


serve(answer)
