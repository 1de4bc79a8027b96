# SPDX-License-Identifier: Apache-2.0
"""budget.py: which target gets the next slice, by which engine, and why.

Each target gets a floor. The rest goes by need: to those that lately reached something new, whose program changed,
or that had no slice for nights. The reason is a sentence, which the report shows.
"""
from dataclasses import dataclass, field

FLOOR = 0.3  # of the time, for all in equal parts
CLOSING = 0.15  # of the time, for minimising, coverage and the report
SLICE_MIN, SLICE_MAX = 5, 300
READING = 4  # times what reading the corpus takes
LATELY = 3  # slices
EXPLORE = 4  # one in so many slices goes to the engine that was used least


@dataclass
class Account:
    """What is known of a target."""

    name: str
    engines: list
    changed: bool = False
    nights_since: int = 0
    held: str = ""  # why it gets its floor only
    slices: list = field(default_factory=list)  # tonight's: (engine, seconds, features)
    before: dict = field(default_factory=dict)  # seconds of each engine in all nights, tonight's included

    @property
    def seconds(self):
        return sum(s[1] for s in self.slices)

    @property
    def rate(self):
        """New features a minute, lately."""
        last = self.slices[-LATELY:]
        seconds = sum(s[1] for s in last)
        return 60 * sum(s[2] for s in last) / seconds if seconds else 0.0


def slice_seconds(budget, jobs, accounts):
    """So long that the floor has room for each engine of each target, within bounds."""
    wanted = max(1, sum(len(a.engines) for a in accounts))
    return max(SLICE_MIN, min(SLICE_MAX, budget * (1 - CLOSING) * jobs * FLOOR / wanted))


def reading_seconds(stored, execs, seconds):
    """So long that engines, which read the whole corpus first, have most of a slice left to fuzz: by the rate of all
    slices so far."""
    return min(SLICE_MAX, READING * stored * seconds / execs) if execs else 0


def weight(account, best_rate):
    if account.held:
        return 0.0
    gain = account.rate / best_rate if best_rate else 0.0
    return 1 + 4 * gain + 2 * account.changed + min(account.nights_since, 5)


def _reason(account, share):
    reasons = []
    if account.rate:
        reasons.append(f"{account.rate:.1f} new features a minute lately")
    if account.changed:
        reasons.append("its program changed")
    if account.nights_since:
        reasons.append(f"nights without it: {account.nights_since}")
    return f"need, {share:.0%} of the rest: {', '.join(reasons) or 'its equal part'}"


def _target(accounts, busy, total):
    idle = [a for a in accounts if a.name not in busy] or accounts
    floor = total * FLOOR / len(accounts)
    below = [a for a in idle if a.seconds < floor]
    if below:
        least = min(below, key=lambda a: (a.seconds, -a.nights_since, not a.changed))
        return least, f"floor, {least.seconds:.0f} of {floor:.0f} s"
    free = [a for a in idle if not a.held]
    if not free:
        return min(idle, key=lambda a: a.seconds), f"all are held: {idle[0].held}"
    best = max(a.rate for a in accounts)
    weights = {a.name: weight(a, best) for a in accounts}
    whole = sum(weights.values())
    rest = sum(max(0.0, a.seconds - floor) for a in accounts)

    def due(account):
        return weights[account.name] / whole * (rest + 1) - max(0.0, account.seconds - floor)

    chosen = max(free, key=due)
    return chosen, _reason(chosen, weights[chosen.name] / whole)


def _engine(account):
    """First each one, beginning with the one that all nights have used least: a night may be too short for all of them.
    Then mostly the one that gains most."""
    used = {e: [s for s in account.slices if s[0] == e] for e in account.engines}
    least = min(account.engines, key=lambda e: (len(used[e]), account.before.get(e, 0)))
    if not used[least] or len(account.slices) % EXPLORE == EXPLORE - 1:
        return least, "used least"

    def gain(engine):
        seconds = sum(s[1] for s in used[engine])
        return sum(s[2] for s in used[engine]) / seconds if seconds else 0.0

    best = max(account.engines, key=gain)
    return (best, "gains most") if gain(best) else (least, "used least")


def choose(accounts, busy, total):
    """The account and the engine of the next slice, and why. total: seconds of all slices of the night; busy: names
    of targets that have a slice running."""
    account, why = _target(accounts, busy, total)
    engine, which = _engine(account)
    return account, engine, why + (f"; {engine} {which}" if len(account.engines) > 1 else "")
