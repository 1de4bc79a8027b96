# SPDX-License-Identifier: Apache-2.0
"""breaks_law.py LAW WORKER…: our own parsers with one fault, which that law finds. In place of a law it takes what the
fault is in: RENDER, REFUSAL, SWEEP, ALARM, RESET, INTERLEAVE.
"""
import os
import sys
import time
from collections import Counter
from pathlib import Path

from _reference import serve, text_of

asked = Counter()


def total(request, _):
    if "Some plain words" in text_of(request):
        sys.exit(3)


def whole(request, answer):
    if len(request["chunks"]) == len(text_of(request)):
        answer["text"] = ""


def prefix(_, answer):
    for _, event in answer["events"]:
        if event["event"] == "call_end":
            event["call"]["name"] += "s"


def prompt(request, answer):
    for pair in answer["events"]:
        pair[0] = len(request["chunks"])


def account(_, answer):
    for call in answer["calls"]:
        call["span"][1] -= 1


def truncation(_, answer):
    for call in answer["calls"]:
        call["complete"] = True


def round_trip(request, answer):
    if text_of(request).startswith("^^^"):
        lose_inputs(answer["calls"])


def equivalence(request, answer):
    if request["syntax"] == "xml":
        lose_inputs(answer["calls"])


def concatenation(_, answer):
    lose_inputs(answer["calls"][1:])


def surrounding(request, answer):
    if "Some plain words" in text_of(request):
        lose_inputs(answer["calls"])


def renaming(_, answer):
    for call in answer["calls"]:
        if call["name"] not in ("a", "plain"):
            call["name"] = "unknown"


def isolation(request, answer):  # the second time is for CONCATENATION
    asked[request["syntax"] + text_of(request) * (len(request["chunks"]) == 1)] += 1
    if len(request["chunks"]) == 1 and asked[request["syntax"] + text_of(request)] > 2:
        lose_inputs(answer["calls"])


def linear(request, _):
    """Looks at all that came so far whenever something comes."""
    for end in range(1, len(request["chunks"]) + 1):
        sum(map(ord, "".join(request["chunks"][:end]) * 4))


def hidden(request, _):
    """The same at so small a cost that what each request costs, whatever its length, is more for short ones."""
    sum(range(20000))
    for end in range(1, len(request["chunks"]) + 1, 2):
        "".join(request["chunks"][:end]).count("^^^^")


def timing(request, answer):
    """The cost that it states is that of such a parser; it takes no time at all."""
    if "timed" in request:
        answer["work"] = answer.pop("nanoseconds") and len(text_of(request)) ** 2


def late(request, _):
    """Answers the first of the longest inputs of each round too late, and those after it in time."""
    longest = len(text_of(request)) // 10000
    mark = Path(os.environ["LATE_MARK"] + str(longest))
    if longest and not mark.exists():
        mark.touch()
        time.sleep(60)


def neither(_, answer):
    answer.pop("nanoseconds", 0)


def render(_, answer):
    if "text" in answer:
        answer["text"] = answer["text"][:4] + answer["text"][5:]


def refusal(request, answer):
    """A renderer that can write nothing."""
    answer.clear()
    answer.update({"id": request["id"], "error": "it cannot be written"})


def sweep(request, answer):
    """A parser that loses a call when it is cut, after a sweep that says that nothing differs."""
    if len(request["chunks"]) > 1:
        answer["calls"] = answer["calls"][1:]


def alarm(request, answer):
    """A sweep that says that a cutting differs which does not."""
    answer["differ"] = [len(request["cuts"]) - 1]


def reset(request, answer):
    if "reuse" in request:
        lose_inputs(answer["calls"])


def interleave(request, answer):
    if "beside" in request:
        lose_inputs(answer["calls"])


def lose_inputs(calls):
    for call in calls:
        call["input"] = {}


name = sys.argv[1].lower().replace("-", "_")
# Most change the calls or the text, and are not to be found by the events, which stay as they are.
serve(globals()[name], {"render": "render", "refusal": "render", "alarm": "sweep"}.get(name, "parse"),
      without=() if name in ("prefix", "prompt", "linear", "timing") else ("events",))
