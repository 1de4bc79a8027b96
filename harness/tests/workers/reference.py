# SPDX-License-Identifier: Apache-2.0
"""reference.py FENCEPOST FAULT: the reference parser as a worker, with one planted fault.

The faults of reduce.py, each with a smallest form that is known; none of them is a fault, and
none_but_declared declares a policy that it keeps.
"""
import functools
import json
import signal
import subprocess
import sys

from _protocol import die, joined, serve

FENCEPOST, FAULT = sys.argv[1:3]
SYNTAX = "caret"
SERVED = {}  # the program as a worker, by its options


@functools.lru_cache(maxsize=256)
def answer_of(text, options, syntax):
    """The line that `fencepost serve` says: most requests have the text of the one before, cut elsewhere."""
    if options not in SERVED:
        SERVED[options] = subprocess.Popen([FENCEPOST, "serve", *options], stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE)
    served = SERVED[options]
    request = {"op": "parse", "id": 1, "syntax": syntax, "chunks": [text]}
    served.stdin.write(json.dumps(request).encode() + b"\n")
    served.stdin.flush()
    return served.stdout.readline()


def parse(text, *options, syntax=SYNTAX):
    """What `fencepost serve` says, without what not every worker says."""
    said = json.loads(answer_of(text, options, syntax))
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
    """A marker that is cut after its first character is text."""
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


def shows_the_block(request, said):
    """What is cut off is shown, as no policy has it."""
    whole = all(call["complete"] for call in said["calls"])
    return said if whole else {"text": joined(request), "calls": []}


def two_syntaxes(request, _):
    """Keeps in one of them what it does not in the other."""
    options = ["--policy", "code_fence=call"] if request["syntax"] == SYNTAX else []
    return parse(joined(request), *options, syntax=request["syntax"])


def takes_line_ends(request, said):
    """The line end after a call is lost, and no other text."""
    text, at, kept = joined(request).encode(), 0, b""
    for call in json.loads(answer_of(joined(request), (), SYNTAX))["calls"]:
        start, end = call["span"]
        kept += text[at:start]
        at = end + (text[end:end + 1] == b"\n")
    return dict(said, text=(kept + text[at:]).decode())


def takes_few(request, said):
    """All but short inputs are refused."""
    return said if len(joined(request)) < 32 else {"error": "too long"}


FAULTS = {f.__name__: f for f in (takes_line_ends, takes_few, crash, lost_call, upper_value, cut_marker, extra_text, catalogue,
                                  lying_policy, shows_the_block, two_syntaxes)}
HELLO = {"protocol": 1, "name": "planted-" + FAULT, "version": "0", "language": "python",
         "syntaxes": [SYNTAX] + ["emoji-line"] * (FAULT == "two_syntaxes"), "unit": "codepoint",
         "capabilities": ["timing"] + ["catalogue"] * (FAULT == "catalogue"),
         "policies": {"lying_policy": {"code_fence": "call"},
                      "none_but_declared": {"code_fence": "text"}}.get(FAULT, {})}
if FAULT == "two_syntaxes":
    HELLO["syntax_policies"] = {SYNTAX: {"code_fence": "call"}, "emoji-line": {"code_fence": "text"}}


def answer(request):
    """Its cost is stated: the time that it takes is that of two processes and of Python, and may look like growth on
    a busy machine."""
    said = parse(joined(request))
    if FAULT in FAULTS:
        said = FAULTS[FAULT](request, said)
    return dict(said, work=len(joined(request))) if "timed" in request and "error" not in said else said


serve(answer, HELLO)
