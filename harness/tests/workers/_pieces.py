# SPDX-License-Identifier: Apache-2.0
"""What an engine streams in place of the events of our own parsers: the text of arguments, in pieces."""
import json


def pieces(events, syntax):
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
                raw = syntax == "hermes"
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


def piecewise(events, syntax):
    """The events, with the text of a call's pieces given to its end."""
    out, so_far = [], ""
    for chunk, event in pieces(events, syntax):
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
