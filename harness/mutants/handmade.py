# SPDX-License-Identifier: Apache-2.0
"""handmade.py: mutants that mimic bugs seen in real parsers, or overlook one clause, from hand/.

Each says what it behaves like, which class of bug it is, where that was seen, and what it replaces: each
`find` must stand in its file exactly once, so that a change of the parser does not lose it in silence.
One with `clause` in place of a class shows that the clause has cases of its own: all golden cases that it fails
have to cite that clause. Diagnoses do not come from it, for it may be far from any bug that was seen.
hand/SYNTAX.json is of one syntax; the rows of hand/shared.json change core/ and name the syntaxes that
are then judged.
"""
import json
import os

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
            text = texts.get(name) or bench.source(name).decode()
            count = text.count(edit["find"])
            if count != 1:
                raise ValueError("%s: what it replaces stands %d times in reference/%s, not once: %r" % (
                    self.id, count, name, edit["find"]))
            texts[name] = text.replace(edit["find"], edit["replace"])
        return [(name, text.encode()) for name, text in sorted(texts.items())]

    def __str__(self):
        return "%s: %s" % (self.id, self.says)


def rows_of(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        rows = json.load(file)
    for row in rows:
        shared = {"syntaxes"} if name == "shared.json" else set()
        if set(row) not in [members | shared for members in MEMBERS]:
            raise ValueError("%s: %s: its members are not %s" % (
                name, row.get("id"), ", nor ".join(", ".join(sorted(m | shared)) for m in MEMBERS)))
        for syntax in row.get("syntaxes", [name[:-len(".json")]]):
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
    found = []
    folder = os.path.join(here, "hand")
    for name in sorted(os.listdir(folder)):
        for of, row in rows_of(folder, name):
            if syntax in (None, of):
                found.append(HandMade(of, row))
    for mutant in found:
        mutant.sources(bench)
    if len({mutant.id for mutant in found}) != len(found):
        raise ValueError("hand/: an id stands twice")
    return sorted(found, key=lambda mutant: mutant.id)
