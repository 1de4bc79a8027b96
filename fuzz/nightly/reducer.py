# SPDX-License-Identifier: Apache-2.0
"""reducer.py: the smallest input that still fails in the same way.

An input is text with marks (fuzz/decode.h): FF a cut, FE and one byte, or `v8;`, a control. Marks go first, then lines, then
characters in ever smaller groups; what cannot go is made plain: letters become "a", digits "0". A UTF-8 character
and a control stay whole. The judge is handed many candidates at once, and says which is the first that still fails.
"""
import re
import time

CUT, CONTROL = 0xFF, 0xFE
BATCH = 24
_UNIT = re.compile(rb"\xFE[\x01-\x3F]|\xFE[nkvchd][0-9]{1,7};|[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}"
                   rb"|[\xF0-\xF4][\x80-\xBF]{3}|[\x00-\xFF]", re.DOTALL)
_LINE = re.compile(rb"[^\n]*\n|[^\n]+", re.DOTALL)


def units(data):
    """An input in pieces that stay whole."""
    return _UNIT.findall(data)


class Budget:
    """How many candidates may be tried, and until when."""

    def __init__(self, tries, seconds):
        self.tries, self.until = tries, time.monotonic() + seconds

    def take(self, wanted):
        if time.monotonic() > self.until:
            return 0
        taken = min(wanted, self.tries)
        self.tries -= taken
        return taken

    @property
    def spent(self):
        return self.tries <= 0 or time.monotonic() > self.until


def _first(candidates, judge, budget):
    """The index of the first candidate that fails in the same way, or None."""
    at = 0
    while at < len(candidates):
        count = budget.take(min(BATCH, len(candidates) - at))
        if not count:
            return None
        found = judge(candidates[at:at + count])
        if found is not None:
            return at + found
        at += count
    return None


def _without(pieces, judge, budget):
    """Leaves out groups of pieces, from half of them down to single ones."""
    size = max(1, len(pieces) // 2)
    while pieces and not budget.spent:
        at = 0
        while at < len(pieces):
            starts = list(range(at, len(pieces), size))
            tried = [b"".join(pieces[:s] + pieces[s + size:]) for s in starts]
            found = _first(tried, judge, budget)
            if found is None:
                break
            del pieces[starts[found]:starts[found] + size]
            at = starts[found]
        if size == 1:
            break
        size = max(1, size // 2)
    return pieces


def _all_of(data, judge, budget):
    """Leaves out all the cuts, then all the controls."""
    for mark in (lambda u: u[0] == CUT, lambda u: u[0] == CONTROL and len(u) > 1):
        bare = b"".join(u for u in units(data) if not mark(u))
        if bare != data and _first([bare], judge, budget) == 0:
            data = bare
    return data


def _simpler(unit):
    if unit.isalpha() and unit not in (b"a", b"A"):
        return b"a" if unit.islower() else b"A"
    if unit.isdigit() and unit != b"0":
        return b"0"
    if len(unit) > 1 and unit[0] != CONTROL:
        return b"a"
    return None


def _plain(data, judge, budget):
    """Makes single characters plain."""
    pieces, at = units(data), 0
    while at < len(pieces):
        places = [i for i in range(at, len(pieces)) if _simpler(pieces[i])]
        tried = [b"".join(pieces[:i] + [_simpler(pieces[i])] + pieces[i + 1:]) for i in places]
        found = _first(tried, judge, budget)
        if found is None:
            break
        pieces[places[found]] = _simpler(pieces[places[found]])
        at = places[found] + 1
    return b"".join(pieces)


def reduce(data, judge, budget):
    """judge(candidates) says the index of the first that fails as data does, or None. Returns what it came to, and
    whether nothing smaller was found with what there was to spend."""
    while not budget.spent:
        before = data
        data = _all_of(data, judge, budget)
        data = b"".join(_without(_LINE.findall(data), judge, budget))
        data = b"".join(_without(units(data), judge, budget))
        data = _plain(data, judge, budget)
        if data == before:
            return data, not budget.spent
    return data, False
