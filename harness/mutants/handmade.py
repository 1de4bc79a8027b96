# SPDX-License-Identifier: Apache-2.0
"""handmade.py: mutants that mimic bugs seen in real parsers, or overlook one clause.

Each one names what it behaves like, its class of bug, where that was seen, and what it replaces: each `find` must occur
in its file exactly once, so that a change of the parser cannot lose it in silence.
One with `clause` in place of a class shows that the clause has cases of its own: all golden cases that it fails
must cite that clause. It is not used for diagnoses, since it may be far from any bug that was seen.
corpus/SYNTAX/faults.json has those of one syntax (`mutants`). The rows of shared.json change core/. Every syntax judges
them, except those that it names in `spared` because they change nothing in it.
"""
import json
import os

from bench import SYNTAXES, faults_of

MEMBERS = ({"id", "class", "says", "cites", "edits"}, {"id", "clause", "says", "edits"})


class HandMade:
    operator = "hand"

    def __init__(self, syntax, row):
        self.id = "hand/%s/%s" % (syntax, row["id"])
        self.syntaxes = [syntax]
        self.says, self.edits = row["says"], row["edits"]
        self.bug_class, self.clause = row.get("class"), row.get("clause")
        self.file = self.edits[0]["file"]
        self.judged_as = syntax

    def sources(self, bench):
        """Each changed file's name and text."""
        texts = {}
        for edit in self.edits:
            name = edit["file"]
            if name not in bench.sources:
                raise ValueError("%s: reference/%s is not compiled by itself: a change has to be in a .c file" % (self.id, name))
            text = texts.get(name) or bench.source(name).decode()
            count = text.count(edit["find"])
            if count != 1:
                raise ValueError("%s: what it replaces stands %d times in reference/%s, not once: %r" % (
                    self.id, count, name, edit["find"]))
            texts[name] = text.replace(edit["find"], edit["replace"])
        return [(name, text.encode()) for name, text in sorted(texts.items())]

    def __str__(self):
        return "%s: %s" % (self.id, self.says)


def check(name, rows):
    for row in rows:
        if set(row) not in MEMBERS:
            raise ValueError("%s: %s: its members are not %s" % (
                name, row.get("id"), ", nor ".join(", ".join(sorted(m)) for m in MEMBERS)))
    return rows


def rows(here):
    """Each syntax with each row that it is judged by."""
    with open(os.path.join(here, "shared.json"), encoding="utf-8") as file:
        shared = check("shared.json", json.load(file))
    for syntax in SYNTAXES:
        faults = faults_of(syntax)
        spared = set(faults.get("spared", []))
        for name in sorted(spared - {row["id"] for row in shared}):
            raise ValueError("corpus/%s/faults.json: spared: shared.json has no %s" % (syntax, name))
        for row in check(syntax, faults.get("mutants", [])):
            yield syntax, row
        for row in shared:
            if row["id"] not in spared:
                yield syntax, row


def strays(mutants, entries, clauses):
    """What is wrong with those of a clause: cases of others that fail; clauses: of each case."""
    for mutant, entry in zip(mutants, entries):
        if mutant.operator != "hand" or not mutant.clause:
            continue
        failed = {case for case, check, _ in entry["failures"] if check in ("golden", "TOTAL")} & set(clauses)
        if entry["status"] == "killed" and not failed:
            yield "%s: no golden case of %s kills it" % (mutant, mutant.clause)
        for case in sorted(failed):
            if mutant.clause not in clauses[case]:
                yield "%s: it fails %s, which does not cite %s" % (mutant, case, mutant.clause)


def read(bench, here, syntax=None):
    """All of them, or the syntax's; ValueError where one does not apply."""
    found = [HandMade(of, row) for of, row in rows(here) if syntax in (None, of)]
    for mutant in found:
        mutant.sources(bench)
    if len({mutant.id for mutant in found}) != len(found):
        raise ValueError("hand-made mutants: an id stands twice")
    return sorted(found, key=lambda mutant: mutant.id)
