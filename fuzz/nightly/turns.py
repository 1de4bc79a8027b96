# SPDX-License-Identifier: Apache-2.0
"""turns.py: which long check has its turn, how long its round may take, and which night comes to what is left.

All long checks of a night share one room of seconds. The check that has waited for the most nights goes first, so
within as many nights as there are checks each one has the whole room if it needs that. A round that its time cut short
is tried next with twice the time. One that had the whole room, and was cut short, is left out and named: no night of
this length can end it.
"""

GROW = 2  # times what a round had that was cut short
SPARE = 1.25  # times what the last whole round took
NEARLY = 0.9  # of the wanted seconds: as much as what ends a little late may take from others
MOST = 30  # times the room of all, for a round that continues where it was cut short: it may be bringing nothing on
NUMBERS = ("last", "took", "had", "spent")


def new():
    """What is kept of a check from night to night. last: the night of its last turn that counts; took: seconds of the
    last whole round; had: the most seconds that the round had which was cut short, until it ends, and spent: all of
    them; too_long: the round that was left out, and the seconds that it had."""
    return {"last": 0, "took": 0.0, "had": 0.0, "spent": 0.0, "too_long": None}


def fault(turns):
    """Why these are not the turns of checks, or None."""
    if not isinstance(turns, dict):
        return "its turns are not an object"
    for name, turn in turns.items():
        if not isinstance(turn, dict) or not all(_is_number(turn.get(key)) for key in NUMBERS):
            return f"the turn of {name} lacks a number"
        left_out = turn.get("too_long")
        if left_out is not None and not (isinstance(left_out, list) and len(left_out) == 2
                                         and all(_is_number(n) for n in left_out)):
            return f"the turn of {name} names no round that was left out"
    return None


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0


def order(steps, turns):
    """The checks, the one that has waited for the most nights first."""
    return sorted(steps, key=lambda step: turns[step.name]["last"])


def need(turn):
    """Seconds without which no round is begun; 0: nothing is known of it."""
    return max(GROW * turn["had"], SPARE * turn["took"])


def length(step, turn, share, room, whole):
    """Seconds of a turn, or 0: it waits. share: the check's own part of the night; room: what is left of the whole."""
    wanted = min(whole, max(share, need(turn), 1))
    if step.resumes:  # whatever it has brings it on
        wanted = max(min(whole, share, wanted), min(wanted, room))
    return min(wanted, room) if room >= NEARLY * wanted and room >= 1 else 0


def cut(step, turn, number, had, whole, night):
    """Takes down that a round was cut short. True: it is left out, for no night of this length can end it."""
    turn.update(had=max(turn["had"], had), spent=round(turn["spent"] + had, 1))
    if step.resumes:
        turn["last"] = night
    enough = turn["spent"] >= MOST * whole if step.resumes else had >= NEARLY * whole
    if enough:
        left_out = round(turn["spent"] if step.resumes else had)
        turn.update(last=night, had=0.0, took=0.0, spent=0.0, too_long=[number, left_out])
    return enough


def ended(turn, took, night):
    """Takes down that a round came to its end."""
    left_out = turn["too_long"]
    turn.update(last=night, had=0.0, spent=0.0, took=took)
    if left_out and took >= left_out[1]:
        turn["too_long"] = None


def forecast(steps, turns, seconds, night):
    """{name: the night in which it has its next turn}, if nights are as long as this one, and rounds take what is
    known of them; a night without a second for them has none."""
    ahead, found = {step.name: dict(turns[step.name]) for step in steps}, {}
    whole = room_of(steps, seconds)
    for coming in range(night + 1, night + 1 + len(steps)):
        room = whole
        for step in order(steps, ahead):
            given = length(step, ahead[step.name], step.share * seconds, room, whole)
            if given:
                room -= given
                ahead[step.name]["last"] = coming
                found.setdefault(step.name, coming)
    return found


def room_of(steps, seconds):
    """Seconds of all long checks of a night."""
    return sum(step.share for step in steps) * seconds
