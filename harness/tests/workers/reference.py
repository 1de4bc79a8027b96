# SPDX-License-Identifier: Apache-2.0
"""reference.py FENCEPOST FAULT: the reference parser as a worker, with one planted fault.

The faults of reduce.py, each with a smallest form that is known; none is no fault, and
none_but_declared declares a policy that it keeps.
"""
import json
import signal
import subprocess
import sys

from _protocol import die, joined, serve

FENCEPOST, FAULT = sys.argv[1:3]
SYNTAX = "caret"
SERVED = {}  # the program as a worker, by its options


def parse(text, *options):
    """What `fencepost serve` says, without what not every worker says."""
    if options not in SERVED:
        SERVED[options] = subprocess.Popen([FENCEPOST, "serve", *options], stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE)
    served = SERVED[options]
    request = {"op": "parse", "id": 1, "syntax": SYNTAX, "chunks": [text]}
    served.stdin.write(json.dumps(request).encode() + b"\n")
    served.stdin.flush()
    said = json.loads(served.stdout.readline())
    calls = [{"name": c["name"], "input": c["input"], "complete": c.get("complete", True)}
             for c in said["calls"]]
    return {"text": said["text"], "calls": calls}


def crash(request, said):
    if "--- " in joined(request):
        die(signal.SIGABRT)
    return said


def lost_call(_, said):
    """Two calls are one too many."""
    return dict(said, calls=said["calls"][:1])


def upper_value(_, said):
    for call in said["calls"]:
        for key, value in call["input"].items():
            if isinstance(value, str) and ":" in value:
                call["input"][key] = value.replace(":", ";")
    return said


def cut_marker(request, said):
    """A marker that is cut behind its first character is text."""
    if any(chunk.endswith("^") and not chunk.endswith("^^") for chunk in request["chunks"][:-1]):
        return {"text": joined(request), "calls": []}
    return said


def extra_text(_, said):
    return dict(said, text=said["text"] + "!") if "é" in said["text"] else said


def catalogue(request, said):
    """A tool with an array loses its call."""
    tools = request.get("catalogue", [])
    arrays = {t["name"] for t in tools for p in t["inputSchema"].get("properties", {}).values()
              if p.get("type") == "array"}
    return dict(said, calls=[c for c in said["calls"] if c["name"] not in arrays])


def lying_policy(request, _):
    """Declares what it does not keep."""
    return parse(joined(request), "--policy", "code_fence=text")


FAULTS = {f.__name__: f for f in (crash, lost_call, upper_value, cut_marker, extra_text, catalogue,
                                  lying_policy)}
HELLO = {"protocol": 1, "name": "planted-" + FAULT, "version": "0", "language": "python",
         "syntaxes": [SYNTAX], "unit": "codepoint",
         "capabilities": ["catalogue"] if FAULT == "catalogue" else [],
         "policies": {"lying_policy": {"code_fence": "call"},
                      "none_but_declared": {"code_fence": "text"}}.get(FAULT, {})}


def answer(request):
    said = parse(joined(request))
    return FAULTS[FAULT](request, said) if FAULT in FAULTS else said


serve(answer, HELLO)
