# SPDX-License-Identifier: Apache-2.0
"""lies_of_events.py LIE WORKER…: our own parsers, whose text, calls and diagnostics are right, and whose events lie."""
import sys

from _reference import serve, text_of


def of_type(events, kind):
    return [i for i, (_, event) in enumerate(events) if event["event"] == kind]


def data_of(events):
    """The place of each piece of data, and the bytes of its argument before it."""
    so_far = ""
    for index, (_, event) in enumerate(events):
        if event["event"] == "arg_begin":
            so_far = ""
        if event["event"] == "arg_data":
            yield index, so_far
            so_far += event["data"]


def cumulative(_, events, __):
    """Each piece of an argument is all of it so far: "x", "xy", "xyz"."""
    for index, before in reversed(list(data_of(events))):
        chunk, event = events[index]
        events[index:index + 1] = [[chunk, {**event, "data": before + event["data"][:end]}]
                                   for end in range(1, len(event["data"]) + 1)]


def last_piece(request, events, _):
    """The last character of an argument is missing; of one that the end of input ends it is there."""
    for index in of_type(events, "arg_end"):
        if events[index - 1][1]["event"] == "arg_data" and events[index][0] < len(request["chunks"]):
            events[index - 1][1]["data"] = events[index - 1][1]["data"][:-1]


def one_key(_, events, __):
    """The data of the second argument comes under the first one's key."""
    for end, begin in zip(of_type(events, "arg_end"), of_type(events, "arg_begin")[1:2]):
        last = next(i for i in of_type(events, "arg_end") if i > begin)
        events[end:last] = events[begin + 1:last] + [events[end], events[begin]]


def early_end(_, events, __):
    """call_end comes before the last argument has ended."""
    for index in reversed(of_type(events, "call_end")):
        last = of_type(events[:index], "arg_end")
        if last:
            events.insert(last[-1], events.pop(index))


def text_before(events, call):
    """The run of text that comes before the first event of a kind, which is taken out."""
    run = []
    for end in of_type(events, call)[:1]:
        start = end
        while start and events[start - 1][1]["event"] == "text":
            start -= 1
        run = events[start:end]
        del events[start:end]
    return run


def late_text(_, events, __):
    """Text that comes before a call comes after its call_begin."""
    run = text_before(events, "call_begin")
    for begin in of_type(events, "call_begin")[:1]:
        events[begin + 1:begin + 1] = run


def text_after_call(_, events, __):
    """Text that comes before a call comes after it."""
    if of_type(events, "call_end"):
        run = text_before(events, "call_begin")
        end = of_type(events, "call_end")[0]
        events[end + 1:end + 1] = run


def lost_text(_, events, __):
    """The text before the first call is missing."""
    text_before(events, "call_begin")


def other_call(_, events, __):
    """The call in call_end has another value than its data, and than the one in "calls"."""
    for index in of_type(events, "call_end"):
        call = events[index][1]["call"]
        events[index][1]["call"] = {**call, "input": {key: "other" for key in call["input"]}}


def changed_value(_, events, answer):
    """The answer's call has another value than its data, in "calls" and in call_end."""
    other_call(_, events, answer)
    for call in answer["calls"]:
        call["input"] = {key: "other" for key in call["input"]}


def changed_name(_, events, answer):
    """The answer's call has another name than its call_begin, in "calls" and in call_end."""
    for index in of_type(events, "call_end"):
        events[index][1]["call"] = {**events[index][1]["call"], "name": "other"}
    for call in answer["calls"]:
        call["name"] = "other"


def lost_call(_, __, answer):
    """There is a call in the events, and none in "calls"."""
    answer["calls"] = []


def wrong_end(_, events, __):
    """A call that is complete ends by call_cut."""
    for index in of_type(events, "call_end"):
        events[index][1]["event"] = "call_cut"


def no_events(_, events, __):
    events.clear()


def other_order(_, events, __):
    """The second argument comes before the first."""
    begins, ends = of_type(events, "arg_begin"), of_type(events, "arg_end")
    if len(ends) > 1:
        first, second = events[begins[0]:ends[0] + 1], events[begins[1]:ends[1] + 1]
        events[begins[0]:ends[1] + 1] = second + first


def one_cutting(request, events, _):
    """One cutting, and no other, has a piece less."""
    if [len(chunk) for chunk in request["chunks"][:-1]] == [9]:
        last_piece(request, events, None)


def two_pieces(request, events, _):
    """Any cutting in two has a piece less; what a sweep reports is right of all others."""
    if len(request["chunks"]) == 2:
        last_piece(request, events, None)


def not_at_once(request, events, _):
    """The whole in one piece has a piece less; however it is cut, all is there."""
    if len(request["chunks"]) == 1:
        last_piece(request, events, None)


def lie(request, answer):
    """What is longer is LINEAR's, which is not to find how slow this is."""
    events, latest = answer.get("events", []), 0
    if len(text_of(request)) < 4096:
        globals()[sys.argv[1]](request, events, answer)
    for pair in events:
        pair[0] = latest = max(latest, pair[0])


serve(lie)
