# SPDX-License-Identifier: Apache-2.0
"""vectors.py: what the hand-made mutants fail, for diagnoses (harness/result/diagnosis.h).

Cases are named once for each syntax, sorted; what a mutant fails is a list of places in that, "0-4 7". `differs` are
those of `golden` that would not count on a parser under test (weights.py), and `laws` the laws that were asked because
nothing else counts.
"""
import json
import os

from bench import CHUNK_BYTES, cases_of

CHECKS = ("golden", "CHUNK")


def case_ids(root, syntax):
    return sorted((case["id"] for case in cases_of(root, syntax)), key=lambda name: name.encode())


def new_ids(root, syntax, known):
    """Cases that the vectors do not have, of those that every parser is asked: one with a policy is only for who declares it."""
    return {case["id"] for case in cases_of(root, syntax) if "policy" not in case} - set(known)


def places(numbers):
    """[0, 1, 2, 7] becomes "0-2 7"."""
    runs = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join("%d" % a if a == b else "%d-%d" % (a, b) for a, b in runs)


def numbers_of(text):
    for run in text.split():
        first, _, last = run.partition("-")
        yield from range(int(first), int(last or first) + 1)


def vector(entry, index):
    """What fails by check. A case that kills the process fails what it was killed in."""
    failed = {check: set() for check in CHECKS}
    for case, check, how in entry["failures"]:
        if case in index and check in failed:
            failed[check].add(index[case])
        elif case in index and check == "TOTAL":
            failed["golden"].add(index[case])
    return failed


def row(mutant, entry, index, chunk, weighed):
    """chunk: whether CHUNK was asked about in any case; else what it says is not known."""
    failed = vector(entry, index)
    known = CHECKS if chunk or not failed["golden"] else CHECKS[:1]
    light = {index[f[0]] for f in entry["failures"] if f[1] == "golden" and f[0] in index and not weighed.counts(f)}
    laws = sorted({f[1] for f in entry["failures"] if f[1] not in CHECKS + ("TOTAL",) and weighed.counts(f)})
    return dict({"id": mutant.id, "says": mutant.says},
                **{check: places(failed[check]) for check in known},
                **({"differs": places(light)} if light else {}), **({"laws": " ".join(laws)} if laws else {}))


def counts(fields):
    """Of each mutant of vectors.json whether something that it fails counts."""
    for field in fields.values():
        for known in field["mutants"]:
            golden, light = (set(numbers_of(known.get(name, ""))) for name in ("golden", "differs"))
            yield bool(golden - light or known.get("CHUNK") or known.get("laws"))


def text_of(rows):
    """A line for each mutant, so that a changed one is a changed line."""
    parts = []
    for syntax, (cases, mutants) in sorted(rows.items()):
        lines = ",\n    ".join(json.dumps(m, ensure_ascii=False) for m in mutants)
        parts.append('  %s: {"cases": %s,\n   "mutants": [\n    %s]}' % (
            json.dumps(syntax), json.dumps(cases, separators=(",", ":")), lines))
    return '{"chunk_bytes": %d, "syntaxes": {\n%s\n}}\n' % (CHUNK_BYTES, ",\n".join(parts))


def write(here, root, mutants, entries, chunk, weighed):
    """Those of the syntaxes judged now; of the others what was there stays."""
    path = os.path.join(here, "vectors.json")
    rows = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = json.load(file)["syntaxes"]
        rows = {syntax: (field["cases"], field["mutants"]) for syntax, field in old.items()}
    judged = [(m, e) for m, e in zip(mutants, entries) if m.operator == "hand" and m.bug_class]
    for syntax in sorted({m.syntaxes[0] for m, _ in judged}):
        cases = case_ids(root, syntax)
        index = {name: i for i, name in enumerate(cases)}
        made = [row(m, e, index, chunk, weighed) for m, e in judged if m.syntaxes[0] == syntax]
        rows[syntax] = (cases, [m for m in made if m["golden"] or m.get("CHUNK")])
    with open(path, "w", encoding="utf-8") as file:
        file.write(text_of(rows))
