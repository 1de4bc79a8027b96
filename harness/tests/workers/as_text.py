# SPDX-License-Identifier: Apache-2.0
"""as_text.py FAULT WORKER…: our own parsers as an engine gives their answers: the arguments of a call as text, their
events as pieces of that text, and no spans. FAULT is what is wrong with it, or "nothing".
"""
import json
import sys

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


def pieces(events):
    """Each argument as an engine streams it: a string in pieces, which begins with its quote."""
    begun, kind, raw = 0, None, False
    for chunk, event in events:
        name = event["event"]
        if name == "call_begin":
            begun = 0
            yield chunk, event
        elif name == "arg_begin":
            yield chunk, "{" if not begun else ", "
            yield chunk, json.dumps(event["key"]) + ": "
            begun, kind, raw = begun + 1, None, False
        elif name == "arg_data":
            if kind is None:
                raw = request_syntax == "hermes"
                kind = "raw" if raw else "string"
                if not raw:
                    yield chunk, '"'
            yield chunk, event["data"] if raw else json.dumps(event["data"])[1:-1]
        elif name == "arg_end":
            if kind is None:
                yield chunk, '""'
            elif kind == "string":
                yield chunk, '"'
        elif name in ("call_end", "call_cut"):
            if name == "call_end":
                yield chunk, "}" if begun else "{}"
            yield chunk, event
        else:
            yield chunk, event


def piecewise(events):
    """The events, with the text of a call's pieces given to its end."""
    out, so_far = [], ""
    for chunk, event in pieces(events):
        if isinstance(event, str):
            so_far += event
            out.append([chunk, {"event": "arguments_data", "data": event}])
            continue
        if event["event"] == "call_begin":
            so_far = ""
        if event["event"] in ("call_end", "call_cut"):
            event = {"event": event["event"], "call": {"name": event["call"]["name"], "arguments": so_far}}
        out.append([chunk, event])
    return out


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
    global request_syntax
    if "calls" not in said:
        return
    request_syntax = request["syntax"]
    said["calls"] = [as_text(call) for call in said["calls"]]
    if fault == "leak" and said["calls"]:
        said["text"] += "}"
        said["events"].append([len(request["chunks"]), {"event": "text", "data": "}"}])
    if "events" in said:
        said["events"] = spoil(piecewise(said["events"]))
    if fault == "both" and "events" in said:
        said["events"].insert(0, [0, {"event": "arg_end"}])


serve(answer, without=("spans", "sweep", "render"))
