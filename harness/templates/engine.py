# SPDX-License-Identifier: Apache-2.0
# A Fencepost worker, protocol 1, for an engine's parser. Fill in stream(), then: fencepost test -- python3 adapter.py
import json, os, sys


def stream(syntax, chunks, tools, prompt):
    """Feed a fresh parser the chunks (strings) in turn, then the end of the message. Yield each piece that comes out, as
    (number of the chunk, delta), in the shape of a chat completion; what the end brings has the number len(chunks):
    {"reasoning_content": "..."}, {"content": "..."}, {"finish_reason": "stop"}, or {"tool_calls": [{"index": 0,
    "id": "call_0", "type": "function", "function": {"name": "...", "arguments": "a piece of JSON text"}}]}: id and name
    once, in the first piece of a call. prompt is how the prompt ended, "<think>\\n" say. Raise if it refuses the message."""
    raise NotImplementedError("not filled in yet")


# A parser that takes reasoning out of the content declares "policies": {"reasoning": "channel"} as well.
HELLO = {"protocol": 1, "name": "my-engine", "version": "0", "language": "python", "syntaxes": ["hermes"],
         "capabilities": ["deltas", "catalogue", "prefix"], "needs": ["tools"]}
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # whatever else prints, prints to standard error
for request in map(json.loads, sys.stdin.buffer):
    if request["op"] == "bye":
        break
    try:
        if request["op"] == "parse":
            deltas = stream(request["syntax"], request["chunks"], request["catalogue"], request.get("prefix", ""))
            answer = {"deltas": list(deltas)}
        else:
            answer = HELLO if 1 in request["protocols"] else {"error": "not protocol 1"}
    except Exception as error:
        answer = {"error": repr(error)}
    print(json.dumps(dict(answer, id=request["id"])), file=answers, flush=True)
