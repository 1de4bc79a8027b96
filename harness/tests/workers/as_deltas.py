# SPDX-License-Identifier: Apache-2.0
"""as_deltas.py FAULT WORKER…: our own parsers as an engine streams their answers: deltas in the shape of chat-completion
chunks, and a one-shot path. FAULT is what is wrong with them, or "nothing".
"""
import json
import sys

from _deltas import deltas_of, entry
from _pieces import piecewise
from _reference import serve

fault = sys.argv[1]


def spoil(deltas):
    """Each leaves what a client makes of the deltas as it is."""
    calls = [one for _, delta in deltas for one in delta.get("tool_calls", [])]
    if not calls:
        return
    if fault == "skipped_index":
        for one in calls:
            one["index"] += 1
    if fault == "id_again":
        for one in calls:
            one["id"] = "call_0"
    if fault == "late_id":
        last = [one for one in calls if one["index"] == calls[-1]["index"]]
        last[-1]["id"] = last[0].pop("id")
    if fault == "late_content":
        finish = deltas.pop()
        contents = [i for i, (_, delta) in enumerate(deltas) if "content" in delta]
        place = contents[-1] if contents else len(deltas)
        deltas.insert(place, [deltas[place][0], finish[1]] if contents else finish)
    if fault == "late_call":
        first = next(i for i, (_, delta) in enumerate(deltas) if "tool_calls" in delta)
        deltas.insert(first, [deltas[first][0], deltas.pop()[1]])
    if fault == "two_finishes":
        deltas.append(deltas[-1])
    if fault == "back":  # the first call gets a piece, a blank, after the second has begun
        if calls[-1]["index"] > 0:
            last = next(i for i, (_, d) in enumerate(deltas) if d.get("tool_calls", [{}])[0].get("index") == 1)
            deltas.insert(last + 1, [deltas[last][0], entry(0, arguments=" ")])


def as_text(call):
    text = json.dumps(call["input"])
    return {"name": call["name"], "arguments": text if call.get("complete", True) else text[:-1]}


def answer(request, said):
    if "calls" not in said:
        return
    said.pop("diagnostics", None)
    events = piecewise(said.pop("events"), request["syntax"])
    if request["mode"] == "whole":
        said["calls"] = [as_text(call) for call in said["calls"]]
        if fault == "one_shot" and said["calls"]:
            said.update(text=request["chunks"][0], calls=[])
        return
    deltas = [list(pair) for pair in deltas_of(events, len(request["chunks"]))]
    spoil(deltas)
    said.pop("text")
    said.pop("reasoning", None)
    said.pop("calls")
    said["deltas"] = deltas


def claims(capabilities):
    return [name for name in capabilities if name not in ("events", "spans", "diagnostics", "sweep", "render")] + ["deltas"]


serve(answer, capabilities=claims, unknown=("mode",), modes=["stream", "whole"],
      syntaxes=["caret", "hermes", "qwen3-coder"])
