#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mutants.py: does the suite notice when the reference parsers are wrong?

Makes small mechanical changes of reference/, and those that are made by hand, builds each,
runs the suite on it, and says what became of it: killed, survived, equivalent, or not built.
"""
import argparse
import collections
import json
import os
import random
import sys

import handmade
import judging
import operators
import strength
import vectors
import weights
from bench import STATUSES, SYNTAXES, Bench, faults_of, syntaxes_of

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
REPORT = os.path.join(ROOT, "reports", "strength")

# Not of the parsers: what they say about colours is held by harness/tests/highlight.py, and what
# compares and collects outcomes is the judge's own eye. What refuses a table of an engine, or says what it is known
# by, sees no input. What skips bytes may skip fewer, and of its two forms a machine uses one: test_leads checks both.
# The executor of response templates (template/) reads no golden case of a syntax: its own tests judge it.
LEFT_OUT = ("core/equal.c", "core/outcome.c", "core/catalogue.c", "core/catalogue_read.c",
            "core/validate.c", "core/json.c", "core/json_event.c", "core/policy.c", "core/strings.c", "core/derive.c",
            "core/leads_skip.c", "core/leads_skip_avx2.c",
            "engines/gemma-fault.c", "engines/python-fault.c", "engines/tags-fault.c", "engines/tags-words.c",
            "syntaxes/row-check.c")


def is_mutated(name):
    return name not in LEFT_OUT and "-highlight" not in name and not name.startswith(
        ("vault/", "template/", "syntaxes/table.c", "tests/", "bench/"))


def control(bench, mutants):
    """Checks that the unchanged parsers pass: otherwise no verdict on a mutant means anything."""
    program = os.path.join(bench.work, "control")
    bench.link([], program)
    for syntax in sorted({syntax for mutant in mutants for syntax in mutant.syntaxes}):
        verdict = bench.run(program, [syntax], "none")
        if verdict.failures or not verdict.cases:
            sys.exit("mutants: %s: the parser as it is does not pass: %s" % (
                syntax, verdict.failures[:3]))


# -- which mutants ---------------------------------------------------------------------------------

def mechanical(bench, syntax, files=None):
    """Of the files of the syntax; of all files, what they share included, where there is none. files: of these
    alone."""
    found = []
    for name in sorted(bench.sources):
        if not is_mutated(name) or (files and name not in files):
            continue
        if not syntax or (syntax == "core") == name.startswith("core/") and (
                syntax == "core" or syntax in syntaxes_of(name)):
            for mutant in operators.find(bench.path(name), name, bench.parser_flags(name)):
                mutant.syntaxes = syntaxes_of(name)
                found.append(mutant)
    return found


def equivalents():
    """Id to argument, of those that a person has shown to mean the same."""
    with open(os.path.join(HERE, "equivalent.json"), encoding="utf-8") as file:
        rows = json.load(file)
    for syntax in SYNTAXES:
        rows += faults_of(syntax).get("equivalent", [])
    return {mutant: row["why"] for row in rows for mutant in row["mutants"]}


def settle(mutants, entries):
    """Takes the arguments in; returns what is wrong with them."""
    argued, wrong = equivalents(), []
    for mutant, entry in zip(mutants, entries):
        why = argued.get(mutant.id)
        if why and entry["status"] == "survived":
            entry.update(status="equivalent", why=why)
        elif why and entry["status"] == "killed":
            wrong.append("%s: there is an argument for it, and %s kills it" % (
                mutant, " ".join(entry["failures"][0])))
    return wrong


def stale(mutants):
    known = {mutant.id for mutant in mutants}
    return ["equivalent: %s: there is no such mutant any more: take it out" % name
            for name in sorted(set(equivalents()) - known)]


# -- the command -----------------------------------------------------------------------------------

def arguments_of(argv):
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "mutants"))
    parser.add_argument("--syntax", choices=SYNTAXES + ("core",), help="its files and no others")
    parser.add_argument("--file", nargs="+", metavar="NAME", help="of these alone, as core/utf8.c: quicker to begin")
    parser.add_argument("--hand", action="store_true", help="only those that are made by hand")
    parser.add_argument("--mechanical", action="store_true", help="only the mechanical ones")
    parser.add_argument("--sample", type=int, metavar="N", help="N of the mechanical ones, by chance")
    parser.add_argument("--seed", type=int, default=1, help="of the chance")
    parser.add_argument("--only", metavar="TEXT", help="those whose id has it")
    parser.add_argument("--survivors", action="store_true",
                        help="those that reports/strength says survive: after new cases, or with a --build of the "
                        "preset dev, whose sanitizers see what reads or writes where it may not")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--quick", action="store_true",
                        help="of what one program can hold, and with the laws on short inputs alone: what lives may yet "
                        "be killed, or be equivalent, by a run without it")
    parser.add_argument("--keep-kills", action="store_true",
                        help="do not judge again, for new cases, what was killed before")
    parser.add_argument("--report", metavar="DIR", help="write strength.json and README.md there")
    parser.add_argument("--new", action="store_true",
                        help="say nothing of survivors that reports/strength has")
    parser.add_argument("--clauses", action="store_true",
                        help="ask for all golden cases that kill, which the report's part on clauses needs: slower")
    parser.add_argument("--vectors", action="store_true",
                        help="write vectors.json, which diagnoses come from")
    parser.add_argument("--judged", action="store_true",
                        help="only those that were judged before: for a report of a run that was stopped")
    parser.add_argument("--alone", action="store_true",
                        help="let golden cases and laws judge alone, as they judge a user's parser, without the lock and "
                        "the unit tests; with --report the rates go to alone.json")
    parser.add_argument("--no-chunk", action="store_true",
                        help="ask about CHUNK only where no golden case kills: quicker")
    parser.add_argument("--verbose", action="store_true", help="a line for each")
    return parser.parse_args(argv)


def selected(bench, arguments):
    hand = [] if arguments.mechanical else handmade.read(bench, HERE, arguments.syntax)
    made = [] if arguments.hand else mechanical(bench, arguments.syntax, arguments.file)
    if not arguments.hand and not arguments.syntax and not arguments.file:
        lost = stale(made)
        if lost:
            sys.exit("mutants: " + "\nmutants: ".join(lost))
    if arguments.sample is not None and arguments.sample < len(made):
        made = random.Random(arguments.seed).sample(made, arguments.sample)
    listed = strength.survivors_of(REPORT) if arguments.survivors else None
    return [m for m in hand + made if (not arguments.only or arguments.only in m.id) and (
        listed is None or m.id in listed)]


def say(mutants, entries, wrong, listed):
    """The survivors, but those that are listed, and the sums; the exit code."""
    count = collections.Counter(entry["status"] for entry in entries)
    new = 0
    for mutant, entry in zip(mutants, entries):
        if entry["status"] == "survived" and mutant.id not in listed:
            print("survived %s\n  %s" % (mutant, mutant.id))
            new += 1
        elif entry["status"] == "not built" and mutant.operator == "hand":
            wrong.append("%s: does not build" % mutant)
        elif entry["status"] == "equivalent" and mutant.operator == "hand":
            wrong.append("%s: %s" % (mutant, entry["why"]))
    for line in wrong:
        print("wrong: " + line)
    judged = count["killed"] + count["survived"]
    if not judged:
        print("mutants: none was judged: that is a failure")
        return 1
    sums = ", ".join("%d %s" % (count[status], status) for status in STATUSES)
    print("%d mutants: %s: %.1f %% killed" % (len(entries), sums, 100 * count["killed"] / judged))
    return 1 if wrong or new else 0


def is_whole(arguments):
    """Whether all hand-made mutants are judged: the rate of a few says nothing."""
    return not (arguments.syntax or arguments.file or arguments.only or arguments.survivors or arguments.mechanical
                or arguments.judged)


def main(argv):
    arguments = arguments_of(argv)
    try:
        bench = Bench(ROOT, arguments.build)
        mutants = selected(bench, arguments)
    except (OSError, ValueError) as error:
        sys.exit("mutants: %s" % error)
    if not arguments.judged:
        control(bench, mutants)
    entries = judging.Run(bench, arguments).all(mutants)
    mutants = [mutant for mutant, entry in zip(mutants, entries) if entry]
    entries = [entry for entry in entries if entry]
    wrong = settle(mutants, entries) + list(handmade.strays(mutants, entries, strength.case_clauses(ROOT)))
    weighed = weights.Weights(ROOT)
    if arguments.report:
        everything = handmade.read(bench, HERE) + mechanical(bench, None)
        if arguments.alone:
            strength.write_alone(arguments.report, everything, mutants, entries)
        judged = ([], []) if arguments.alone else (mutants, entries)
        wrong += strength.write(arguments.report, bench, everything, *judged, weighed)
    if arguments.vectors:
        vectors.write(HERE, ROOT, mutants, entries, not arguments.no_chunk, weighed)
    wrong += weights.say(mutants, entries, weighed, is_whole(arguments))
    return say(mutants, entries, wrong, strength.survivors_of(REPORT) if arguments.new else ())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
