# SPDX-License-Identifier: Apache-2.0
"""engine.py: two small engines with the two paths that real ones have, and what the paths make of one input
differently: of hermes the streaming path searches the text for the name and the arguments, and the one-shot path reads
JSON; of qwen3-coder the streaming path writes each parameter as it comes, and the one-shot path makes an object.
"""
import json
import re

from _protocol import HELLO, joined, serve

BLOCK = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.S)
FUNCTION = re.compile(r"<tool_call>\s*<function=([^>]*)>(.*?)</function>\s*</tool_call>", re.S)
PARAMETER = re.compile(r"<parameter=([^>]*)>\n?(.*?)\n?</parameter>", re.S)


def hermes_streamed(block):
    """Name and arguments are what comes first after their keys; the arguments end where the object does."""
    name = re.search(r'"name"\s*:\s*"([^"]*)"', block)
    arguments = re.search(r'"arguments"\s*:\s*(.*)\}$', block, re.S) or re.search(r'"arguments"\s*:\s*(.*)', block, re.S)
    return name and (name[1], arguments[1] if arguments else "{}")


def hermes_whole(text):
    """One call that is not as it should be makes text of all of them."""
    try:
        objects = [json.loads(block) for block in BLOCK.findall(text)]
        return [(one["name"], json.dumps(one["arguments"])) for one in objects]
    except (ValueError, KeyError):
        return None


def qwen_streamed(body):
    """A parameter that comes again does not continue what was written: the object is never closed."""
    written = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in PARAMETER.findall(body)]
    keys = [key for key, _ in PARAMETER.findall(body)]
    return "{" + ", ".join(written) + ("" if len(keys) > len(set(keys)) else "}")


def calls_of(syntax, text, whole):
    """The calls of a path and the text outside of them."""
    if syntax == "hermes":
        outside = BLOCK.sub("", text)
        calls = hermes_whole(text) if whole else list(filter(None, map(hermes_streamed, BLOCK.findall(text))))
        return (outside, calls) if calls is not None else (text, [])
    found = FUNCTION.findall(text)
    return FUNCTION.sub("", text), [(name, json.dumps(dict(PARAMETER.findall(body))) if whole else qwen_streamed(body))
                                    for name, body in found]


def answer(request):
    text, calls = calls_of(request["syntax"], joined(request), request["mode"] == "whole")
    if request["mode"] == "whole":
        return {"text": text, "calls": [{"name": name, "arguments": arguments} for name, arguments in calls]}
    end = len(request["chunks"])
    deltas = [[end, {"content": text}]] if text else []
    for index, (name, arguments) in enumerate(calls):
        function = {"name": name, "arguments": arguments}
        deltas.append([end, {"tool_calls": [{"index": index, "id": f"call_{index}", "function": function}]}])
    return {"deltas": deltas}


serve(answer, dict(HELLO, syntaxes=["hermes", "qwen3-coder"], capabilities=["deltas"], modes=["stream", "whole"]))
