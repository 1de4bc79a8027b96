# SPDX-License-Identifier: Apache-2.0
# A Fencepost worker, protocol 1: harness/templates/adapter.py with parse() filled in.
import json, os, sys
from parser import CaretParser


def parse(syntax, chunks):
    text, calls = [], []
    parser = CaretParser(text.append, calls.append)
    for chunk in chunks:
        parser.feed(chunk)
    parser.finish()
    return {"text": "".join(text), "calls": calls}


HELLO = {"protocol": 1, "name": "python-caret", "version": "1.0", "language": "python",
         "syntaxes": ["caret"], "policies": {"extra_call": "accept", "code_fence": "call"}}
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
