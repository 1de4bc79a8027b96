# SPDX-License-Identifier: Apache-2.0
"""weights.py: which failures of a mutant count on a parser under test.

A part of a golden case that only Decisions without safety decide is judged `differs` there, and does not count
(spec/model.md, What a Decision costs). A mutant that fails nothing else would pass as a parser that reads the notation
otherwise.
"""
import glob
import os
import re

from bench import SYNTAXES, cases_of

BAR = 95  # per cent of the mutants that mimic a bug
OF_OUR_OWN = ("lock", "unit", "explain")  # checks that no other parser meets
CLAUSE = re.compile(r"^### (\S+)\n\*\*(?:MUST|SHOULD|MAY)(?:, forbids)?\.\*\* Decision\. ", re.MULTILINE)


class Weights:
    def __init__(self, root):
        self.decisions = decisions(root)
        self.cases = {case["id"]: case["clauses"] for syntax in SYNTAXES for case in cases_of(root, syntax)}

    def counts(self, failure):
        """Whether a failure is more than another reading. A case that is not in a file of cases holds a law."""
        case, check, how = failure
        if check in OF_OUR_OWN:
            return False
        if check != "golden" or case not in self.cases:
            return True
        return any(self.rests_on_more(self.cases[case], part) for part in how.split(","))

    def rests_on_more(self, clauses, part):
        """clauses: of the case, a list for all parts, or by part; a part that is not named is judged by all."""
        if isinstance(clauses, dict):
            clauses = clauses.get(part) or [clause for own in clauses.values() for clause in own]
        return not set(clauses) <= self.decisions

    def kills(self, entry):
        return any(self.counts(failure) for failure in entry["failures"])

    def told_by(self, entry):
        """What counts that kills it: "golden", cases of the suite; "law", laws alone; None: nothing."""
        checks = {failure[1] for failure in entry["failures"] if self.counts(failure)}
        return "golden" if checks & {"golden", "TOTAL"} else "law" if checks else None


def decisions(root):
    """The clauses that are Decisions without safety."""
    found = set()
    for path in glob.glob(os.path.join(root, "spec", "**", "*.md"), recursive=True):
        with open(path, encoding="utf-8") as file:
            found.update(CLAUSE.findall(file.read()))
    return found


def mimics(mutants, entries):
    """Those that mimic a bug, with their entries. One that survives is told as little as one that counts for nothing."""
    return [(m, e) for m, e in zip(mutants, entries)
            if m.operator == "hand" and m.bug_class and e["status"] in ("killed", "survived")]


def rate_of(weighed):
    """weighed: for each whether what counts kills it; per cent."""
    return 100 * sum(weighed) / max(1, len(weighed))


def say(mutants, entries, weights, gated):
    """Tells the rate, and what is not in it; returns what is wrong with that."""
    told = [(m, weights.kills(e)) for m, e in mimics(mutants, entries)]
    if not told:
        return []
    rate = rate_of([counted for _, counted in told])
    for mutant in (m for m, counted in told if not counted):
        print("counts for nothing on a parser under test %s\n  %s" % (mutant, mutant.id))
    line = "%d of %d that mimic a bug are killed by what counts on a parser under test: %.1f %%" % (
        sum(counted for _, counted in told), len(told), rate)
    print(line)
    return ["%s, and %d %% is the bar: write cases whose clauses rest on the source or on safety" % (line, BAR)] if (
        gated and rate < BAR) else []
