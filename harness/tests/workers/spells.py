# SPDX-License-Identifier: Apache-2.0
"""spells.py FAULT WORKER…: our own parsers under markers: token. FAULT is what is wrong: spells takes a mark of hermes for a
mark however it is spelt; forgets_finish is told how the input ended and forgets it; no_claim does not claim finish, and
no_tokens does not claim tokens.
"""
import re
import sys

from _reference import serve

FAULT = sys.argv[1]
MARKS = re.compile("(</?tool_call>|</?think>)")


def bytes_of(piece):
    return piece if isinstance(piece, str) else piece["token"]


def tokenize(request):
    def pieces(chunk):
        text = "".join(map(bytes_of, chunk if isinstance(chunk, list) else [chunk]))
        return [{"token": part} if MARKS.fullmatch(part) else part for part in MARKS.split(text) if part] or [""]

    if FAULT == "spells" and "chunks" in request:
        request["chunks"] = list(map(pieces, request["chunks"]))


serve(lambda request, answer: None, change=tokenize, unknown=("finish",) if FAULT == "forgets_finish" else (),
      without=("sweep",) + {"no_claim": ("finish",), "no_tokens": ("tokens",)}.get(FAULT, ()))
