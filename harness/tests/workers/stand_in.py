# SPDX-License-Identifier: Apache-2.0
"""stand_in.py: what stream() of the template `fencepost init --shape openai` is filled in with by a test: our own parsers as
an engine, with the fault that FAULT names: loses_a_piece of the arguments, or gives reasoning_as_content.
"""
import json
import os
import subprocess

from _deltas import deltas_of
from _pieces import piecewise

FAULT = os.environ["FAULT"]
SERVED = subprocess.Popen([os.environ["FENCEPOST"], "serve", "--policy", "reasoning=channel"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE)


def stream(syntax, chunks, tools, prompt):
    asked = {"op": "parse", "id": 1, "syntax": syntax, "chunks": chunks, "catalogue": tools, "prefix": prompt}
    SERVED.stdin.write(json.dumps(asked).encode() + b"\n")
    SERVED.stdin.flush()
    said = json.loads(SERVED.stdout.readline())
    for chunk, delta in deltas_of(piecewise(said["events"], syntax), len(chunks)):
        if FAULT == "reasoning_as_content" and "reasoning_content" in delta:
            delta = {"content": delta["reasoning_content"]}
        if FAULT == "loses_a_piece" and delta.get("tool_calls", [{}])[0].get("function", {}).get("arguments", "").endswith("}"):
            continue
        yield chunk, delta
