# SPDX-License-Identifier: Apache-2.0
"""as_text.py FAULT WORKER…: our own parsers as an engine gives their answers: the arguments of a call as text, their
events as pieces of that text, and no spans. FAULT is what is wrong with it, or "nothing".
"""
import json
import sys

from _pieces import piecewise
from _reference import serve

fault = sys.argv[1]


def text_of_input(call):
    text = json.dumps(call["input"])
    if not call.get("complete", True):
        return text[:-1]
    if fault == "not_json":
        return text[:-1]
    if fault == "two_objects":
        return text + "{}"
    if fault == "not_object":
        return "[" + text + "]"
    if fault == "duplicate_key" and call["input"]:
        key, value = next(iter(call["input"].items()))
        return text[:-1] + f", {json.dumps(key)}: {json.dumps(value)}" + "}"
    return text


def as_text(call):
    """An engine does not know whether a call is complete: that follows from the text."""
    return {"name": call["name"], "arguments": text_of_input(call)}


def spoil(events):
    """The faults of events."""
    if fault == "other_text":  # the pieces are not the text that the call has
        for _, event in events:
            if event["event"] == "call_end":
                event["call"]["arguments"] = event["call"]["arguments"].replace('": ', '":')
    if fault == "buffered":  # the arguments come with the end of their call
        late = None
        for index in range(len(events) - 1, -1, -1):
            if events[index][1]["event"] in ("call_end", "call_cut"):
                late = events[index][0]
            if events[index][1]["event"] == "arguments_data" and late is not None:
                events[index][0] = late
        for index in range(1, len(events)):
            events[index][0] = max(events[index][0], events[index - 1][0])
    if fault == "lost_piece":  # a character of a string is in no piece, and so in no call that has ended
        for _, event in events:
            if event["event"] == "arguments_data" and len(event["data"]) > 3 and '"' not in event["data"]:
                event["data"] = event["data"][:-1]
                break
    return events


def answer(request, said):
    if "calls" not in said:
        return
    said["calls"] = [as_text(call) for call in said["calls"]]
    if fault == "leak" and said["calls"]:
        said["text"] += "}"
        said["events"].append([len(request["chunks"]), {"event": "text", "data": "}"}])
    if "events" in said:
        said["events"] = spoil(piecewise(said["events"], request["syntax"]))
    if fault == "both" and "events" in said:
        said["events"].insert(0, [0, {"event": "arg_end"}])


serve(answer, without=("spans", "sweep", "render"), syntaxes=["caret", "hermes", "qwen3-coder"])
