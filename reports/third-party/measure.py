#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the causes that reports show with the true ones, which NAME/causes.json lists by hand.

    measure.py CAUSES RUN=REPORT ...

CAUSES is a causes.json, RUN the name of one of its runs, REPORT a report.jsonl or the folder of one
(`fencepost test --report REPORT`). For each it prints how many causes are shown for each true one,
how many results of a shown cause belong to another true one, how many failures no true cause
explains or have no cause in the report, and whether the first cause shown is the gravest true one
that occurs. The status is 1 if a bar is missed and --gate is given, 2 if the files cannot be used.
"""
import argparse
import collections
import fnmatch
import json
import pathlib
import re
import sys

SHOWN = 12           # causes that a report opens with
PER_TRUE = 2         # causes shown for each true one, at most
MIXED = 0.02         # of the results, those in a cause that is another true one's
WITHOUT = 0.02       # of the failures, those without a cause


def one_of(patterns, value):
    patterns = [patterns] if isinstance(patterns, str) else patterns
    return any(fnmatch.fnmatchcase(value, p) for p in patterns)


def matches(rule, row):
    """Whether the rule is about the row: all its members hold."""
    for member, wanted in rule.items():
        if member in ("message", "input"):
            if not re.search(wanted, row.get(member, ""), re.S):
                return False
        elif not one_of(wanted, row.get(member, "")):
            return False
    return True


def read(path):
    path = pathlib.Path(path)
    path = path / "report.jsonl" if path.is_dir() else path
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def true_causes(run, row):
    return {i for i, cause in enumerate(run["causes"]) if any(matches(r, row) for r in cause["explains"])}


def compare(run, lines):
    """The figures of one report, as a dictionary."""
    rows = [line for line in lines if line["record"] == "result"]
    shown = [line for line in lines if line["record"] == "cause"]
    failures = {i: true_causes(run, row) for i, row in enumerate(rows) if row.get("counts")}
    where = {i: at for at, cause in enumerate(shown) for i in cause["results"]}
    labels, mixed = [], []
    for cause in shown:
        votes = collections.Counter(t for i in cause["results"] for t in failures[i])
        label = max(votes, key=lambda t: (votes[t], -t)) if votes else None
        labels.append(label)
        mixed += [i for i in cause["results"] if failures[i] and label not in failures[i]]
    present = sorted({t for found in failures.values() for t in found})
    gravest = {t for t in present if run["causes"][t]["harm"] == run["causes"][present[0]]["harm"]} if present else set()
    per_true = collections.Counter(label for label in labels[:SHOWN] if label is not None)
    return {
        "failures": len(failures), "true": len(present), "shown": len(shown),
        "per_true": max(per_true.values(), default=0),
        "split": {run["causes"][t]["title"]: n for t, n in per_true.items() if n > PER_TRUE},
        "mixed": [rows[i] for i in mixed],
        "without": [rows[i] for i in failures if i not in where],
        "unexplained": [rows[i] for i, found in failures.items() if not found],
        "first": not present or (bool(labels) and labels[0] in gravest),
        "labels": labels, "sentences": [c["sentence"] for c in shown],
    }


def bars_missed(found):
    missed = []
    if found["per_true"] > PER_TRUE:
        missed.append("causes for one true one")
    if len(found["mixed"]) > MIXED * found["failures"]:
        missed.append("mixed")
    if len(found["without"]) > WITHOUT * found["failures"]:
        missed.append("without a cause")
    if not found["first"]:
        missed.append("the first is not the gravest")
    return missed


def show(name, run, found, verbose):
    missed = bars_missed(found)
    print(f"{name}: {found['failures']} failures, {found['true']} true causes, {found['shown']} shown; "
          f"at most {found['per_true']} for a true one; {len(found['mixed'])} mixed, {len(found['without'])} without, "
          f"{len(found['unexplained'])} that no true cause explains; first is {'' if found['first'] else 'NOT '}the gravest"
          + (f"; missed: {', '.join(missed)}" if missed else ""))
    if verbose:
        for at, (label, sentence) in enumerate(zip(found["labels"], found["sentences"]), 1):
            print(f"  {at:3}. {sentence}\n       = {run['causes'][label]['title'] if label is not None else '?'}")
        for kind in ("mixed", "unexplained"):
            for row in found[kind]:
                print(f"  {kind}: {row['case']} {row['check']} {row['clause']} {row['class']}: {row['message'][:100]}")
    return not missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("causes")
    parser.add_argument("reports", nargs="+", metavar="RUN=REPORT")
    parser.add_argument("--gate", action="store_true", help="status 1 if a bar is missed")
    parser.add_argument("--verbose", action="store_true", help="name each cause, and each result that is mixed or unexplained")
    options = parser.parse_args()
    runs = {run["name"]: run for run in json.loads(pathlib.Path(options.causes).read_text(encoding="utf-8"))["runs"]}
    good = True
    for given in options.reports:
        name, _, report = given.partition("=")
        if name not in runs or not report:
            parser.error(f"{given} is not RUN=REPORT, with RUN one of {', '.join(runs)}")
        good = show(name, runs[name], compare(runs[name], read(report)), options.verbose) and good
    return 1 if options.gate and not good else 0


if __name__ == "__main__":
    sys.exit(main())
