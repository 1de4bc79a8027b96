# SPDX-License-Identifier: Apache-2.0
# A Fencepost worker, protocol 1. Fill in parse(), then: fencepost test -- python3 adapter.py
import json, os, sys


def parse(syntax, chunks):
    """Feed a fresh parser the chunks (strings) in turn, tell it that the input ends, and return
    {"text": "...", "calls": [{"name": "...", "input": {...}}]}. Raise if it refuses the input."""
    raise NotImplementedError("not filled in yet")


HELLO = {"protocol": 1, "name": "my-parser", "version": "0", "language": "python",
         "syntaxes": ["caret"], "unit": "codepoint"}
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # whatever else prints, prints to standard error
for request in map(json.loads, sys.stdin.buffer):
    if request["op"] == "bye":
        break
    try:
        if request["op"] == "parse":
            answer = parse(request["syntax"], request["chunks"])
        else:
            answer = HELLO if 1 in request["protocols"] else {"error": "not protocol 1"}
    except Exception as error:
        answer = {"error": repr(error)}
    print(json.dumps(dict(answer, id=request["id"])), file=answers, flush=True)
