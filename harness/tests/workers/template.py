# SPDX-License-Identifier: Apache-2.0
"""template.py CORPUS [FAULT]: an executor of response templates that knows the cases (PROTOCOL-8), or has one fault.

It executes nothing: it looks the answer up, and so is right on the cases and on nothing else.
"""
import json
import os
import signal
import sys
import time
from pathlib import Path

from _protocol import HELLO, joined, serve

FAULT = sys.argv[2] if len(sys.argv) > 2 else ""
SEEN = set()


def key_of(template, prefix, text, tools):
    return json.dumps([template, prefix, text, tools], sort_keys=True)


def known():
    cases = {}
    for path in Path(sys.argv[1]).glob("*.json"):
        for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
            if "policy" not in case:
                cases[key_of(case["template"], case.get("prefix", ""), case["text"], case.get("tools"))] = case["expect"]
    return cases


CASES = known()


def region(event):
    kind, field, *rest = event
    if kind == "open":
        return {"type": "region_open", "field": field}
    if kind == "close":
        return {"type": "region_close", "field": field, "value": rest[0]}
    return {"type": "region_chunk", "field": field, "text": rest[0], "dirty": (kind == "dirty") != (FAULT == "dirty")}


def answer(request):
    key = key_of(request["template"], request.get("prefix", ""), joined(request), request.get("tools"))
    expect, again, cut = CASES[key], key in SEEN, len(request["chunks"]) > 1
    SEEN.add(key)
    if FAULT == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if FAULT == "hang":
        time.sleep(60)
    if FAULT == "accepts":
        return {"message": {}, "events": []}
    if "refused" in expect:
        return {"refused": "no"}
    if "error" in expect:
        return {"error": "no"}
    if FAULT == "errors" or (FAULT == "errors when cut" and cut):
        return {"error": "no"}
    message, events = dict(expect["message"]), [region(event) for event in expect["events"]]
    if (FAULT == "cut" and cut) or (FAULT == "last cut" and cut and len(request["chunks"][-1]) == 1) or \
       (FAULT == "state" and again and not cut) or FAULT == "value":
        message["more"] = 1
    if FAULT == "events" or (FAULT == "events when cut" and cut):
        events = events[:-1]
    if FAULT == "not an object":
        message = []
    return {"message": message, "events": events}


hello = {name: value for name, value in HELLO.items() if name != "syntaxes"}
serve(answer, dict(hello, subjects=["response-template"], subject_policies={"response-template": {"numbers": "double"}}))
