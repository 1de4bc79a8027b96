# SPDX-License-Identifier: Apache-2.0
"""two_bugs.py BUG,BUG WORKER…: our own parsers with the bugs of known causes that are named, or with none: "-".
BUG=N has it only for inputs of at most N bytes."""
import base64
import sys
import time

from _reference import serve

OPEN, CLOSE = "<tool_call>", "</tool_call>"


def chunks_of(request):
    return [chunk.encode() if isinstance(chunk, str) else base64.b64decode(chunk["base64"]) for chunk in request["chunks"]]


def ends_inside(request, mark):
    """Whether a chunk ends inside the mark."""
    chunks, at = chunks_of(request), 0
    text = b"".join(chunks)
    for chunk in chunks[:-1]:
        at += len(chunk)
        if any(text.startswith(mark.encode(), at - back) for back in range(1, len(mark))):
            return True
    return False


def lose_calls(request, answer):
    answer.update(text=b"".join(chunks_of(request)).decode(errors="replace"), calls=[])


def strings(value):
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for part in parts for text in strings(part)]


def cut_open(request, answer):
    """Calls are lost when a chunk ends inside the opening mark."""
    if ends_inside(request, OPEN):
        lose_calls(request, answer)


def cut_close(request, answer):
    """Arguments change when a chunk ends inside the closing mark."""
    if ends_inside(request, CLOSE):
        for call in answer["calls"]:
            call["input"] = {**call["input"], "spoilt": "x"}


def mark_in_value(request, answer):
    """Calls are lost when an argument holds the closing mark."""
    if any(CLOSE in text for call in answer["calls"] for text in strings(call["input"])):
        lose_calls(request, answer)


def numbers(_, answer):
    """A number comes as a string."""
    for call in answer["calls"]:
        for key, value in call["input"].items():
            if isinstance(value, int) and not isinstance(value, bool):
                call["input"][key] = str(value)


def end_is_whole(_, answer):
    """A call that the end of input cuts comes as a whole one."""
    for call in answer["calls"]:
        call["complete"] = True


def hangs_on_null(_, answer):
    """There is no answer to a null."""
    while any(None in call["input"].values() for call in answer["calls"]):
        time.sleep(1)  # it does not wait for a processor, so its deadline comes on a busy machine as well


def line_end_more(_, answer):
    """The text has a line end more, which is a choice."""
    if answer["calls"]:
        answer["text"] += "\n"


def spoil(request, answer):
    for named in sys.argv[1].split(",") if sys.argv[1] != "-" else []:
        bug, _, most = named.partition("=")
        if not most or len(b"".join(chunks_of(request))) <= int(most):
            globals()[bug](request, answer)


serve(spoil, without=("events", "sweep"))
