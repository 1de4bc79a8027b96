# SPDX-License-Identifier: Apache-2.0
"""Deltas in the shape of chat-completion chunks, made of the events of our own parsers."""


def deltas_of(events, chunks):
    index = -1
    for chunk, event in events:
        if event["event"] == "text":
            yield chunk, {"content": event["data"]}
        elif event["event"] == "reasoning":
            yield chunk, {"reasoning_content": event["data"]}
        elif event["event"] == "call_begin":
            index += 1
            yield chunk, entry(index, name=event["name"], identity=f"call_{index}")
        elif event["event"] == "arguments_data":
            yield chunk, entry(index, arguments=event["data"])
    yield chunks, {"finish_reason": "tool_calls" if index >= 0 else "stop"}


def entry(index, name=None, identity=None, arguments=None):
    one = {"index": index, "function": {}}
    if identity:
        one.update(id=identity, type="function")
    if name is not None:
        one["function"]["name"] = name
    if arguments is not None:
        one["function"]["arguments"] = arguments
    return {"tool_calls": [one]}
