#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mutants.py: does the suite notice when the reference parsers are wrong?

Makes small mechanical changes of reference/*.c and reference/core/*.c, and those of hand/, builds each,
runs the suite on it, and says what became of it: killed, survived, equivalent, or not built.
"""
import argparse
import collections
import concurrent.futures
import glob
import json
import os
import random
import sys
import threading
import time

import handmade
import operators
import strength
import vectors
from bench import STATUSES, SYNTAXES, Bench, digest, syntaxes_of

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# Not of the parsers: what they say about colours is held by harness/tests/highlight.py, and what
# compares and collects outcomes is the judge's own eye.
LEFT_OUT = ("core/equal.c", "core/outcome.c", "core/catalogue.c", "core/catalogue_read.c",
            "core/validate.c", "core/json.c", "core/policy.c", "core/strings.c")


def is_mutated(name):
    return name not in LEFT_OUT and "-highlight" not in name and not name.startswith(
        ("vault/", "syntaxes.c", "tests/", "bench/"))


# -- the cache -------------------------------------------------------------------------------------

class Cache:
    """Results by the mutant's text and by all else that is linked with it; a line each."""

    def __init__(self, path):
        self.path, self.lock, self.known = path, threading.Lock(), {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    if line.endswith("\n"):
                        entry = json.loads(line)
                        self.known[entry["key"]] = entry

    def find(self, key, corpus, kept):
        """kept: whose result stays, whatever cases have come since."""
        entry = self.known.get(key)
        return entry if entry and (entry["corpus"] == corpus or entry["status"] in kept) else None

    def add(self, entry):
        with self.lock:
            self.known[entry["key"]] = entry
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")


# -- one mutant after the other --------------------------------------------------------------------

class Run:
    def __init__(self, bench, arguments):
        self.bench, self.arguments = bench, arguments
        self.cache = Cache(os.path.join(bench.work, "cache.jsonl"))
        self.local = threading.local()
        self.count, self.lock, self.began = 0, threading.Lock(), time.monotonic()
        self.corpora = {}
        self.kept = STATUSES if arguments.judged else ("killed",) if arguments.keep_kills else ()
        self.base = self.base_digests()

    def base_digests(self):
        """For each file, what else makes the program: a change there makes old results worthless."""
        parts = {}
        with open(self.bench.judge, "rb") as judge, open(self.bench.harness, "rb") as harness:
            own = digest(judge.read(), harness.read())
        for name in self.bench.sources:
            parts[name] = digest(self.bench.source(name))
        headers = sorted(glob.glob(os.path.join(ROOT, "reference", "**", "*.h"), recursive=True))
        for path in headers:
            with open(path, "rb") as file:
                parts[path] = digest(file.read())
        shared = [parts[n] for n in sorted(parts) if n.endswith(".h") or n.startswith("core/")]
        return digest(own, *shared)

    def corpus(self, syntaxes):
        if tuple(syntaxes) not in self.corpora:
            folders = [os.path.join(ROOT, "corpus", s) for s in syntaxes]
            files = [p for f in folders for p in sorted(glob.glob(os.path.join(f, "*.json")))]
            contents = []
            for path in files:
                with open(path, "rb") as file:
                    contents.append(file.read())
            self.corpora[tuple(syntaxes)] = digest(*contents)
        return self.corpora[tuple(syntaxes)]

    def folder(self):
        if not hasattr(self.local, "folder"):
            self.local.folder = os.path.join(self.bench.work, str(threading.get_ident()))
            os.makedirs(self.local.folder, exist_ok=True)
        return self.local.folder

    def judge(self, mutant, full):
        """The mutant's entry: its status, and what it failed; full: CHUNK too, in any case."""
        sources = mutant.sources(self.bench)
        corpus = self.corpus(mutant.syntaxes)
        key = digest(self.base, mutant.judged_as, str(full), *[part for pair in sources for part in pair])
        found = self.cache.find(key, corpus, self.kept)
        if not found and self.arguments.judged:
            return None
        if not found:
            found = dict(self.verdict(mutant, sources, full), key=key, corpus=corpus)
            self.cache.add(found)
        return dict(found, id=mutant.id)

    def verdict(self, mutant, sources, full):
        """First the golden cases, which kill most; then the compiler; then the laws."""
        program = os.path.join(self.folder(), "judge")
        targets = []
        for name, source in sources:
            targets.append(os.path.join(self.folder(), name.replace("/", "_") + ".o"))
            if not self.bench.compile(name, source, targets[-1]):
                return {"status": "not built", "failures": []}
        self.bench.link(targets, program)
        verdict = self.bench.golden(program, mutant)
        if not verdict.failures and all(self.bench.same(n, s, "-O2") for n, s in sources):
            return {"status": "equivalent", "failures": [],
                    "why": "the compiler makes the same object of it"}
        if full:
            verdict = self.bench.laws(program, mutant, "chunk")
        if not verdict.failures:
            verdict = self.bench.laws(program, mutant, "first")
        return {"status": verdict.status, "failures": verdict.failures}

    def one(self, mutant):
        full = mutant.operator == "hand" and not self.arguments.no_chunk
        entry = self.judge(mutant, full)
        if not entry and full:
            entry = self.judge(mutant, False)
        with self.lock:
            self.count += 1
            if entry is None:
                return None
            if self.arguments.verbose:
                print("%s %s" % (entry["status"], mutant), flush=True)
            elif self.count % 100 == 0:
                minutes = (time.monotonic() - self.began) / 60
                print("  %d judged, %.0f a minute" % (self.count, self.count / minutes), flush=True)
        return entry

    def all(self, mutants):
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            return list(pool.map(self.one, mutants))


def control(bench):
    """The unchanged parsers pass; else nothing that is said of a mutant means anything."""
    program = os.path.join(bench.work, "control")
    bench.link([], program)
    for syntax in SYNTAXES:
        verdict = bench.run(program, [syntax], "none")
        if verdict.failures or not verdict.cases:
            sys.exit("mutants: %s: the parser as it is does not pass: %s" % (
                syntax, verdict.failures[:3]))


# -- which mutants ---------------------------------------------------------------------------------

def mechanical(bench, syntax):
    """Of the files of the syntax; of all files, what they share included, where there is none."""
    found = []
    for name in sorted(bench.sources):
        if not is_mutated(name):
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
        return {mutant: row["why"] for row in json.load(file) for mutant in row["mutants"]}


def settle(mutants, entries):
    """Takes the arguments in; returns what is wrong with them."""
    argued, wrong = equivalents(), []
    for mutant, entry in zip(mutants, entries):
        why = argued.get(mutant.id)
        if why and entry["status"] == "survived":
            entry.update(status="equivalent", why=why)
        elif why and entry["status"] == "killed":
            wrong.append("%s: equivalent.json has an argument for it, and %s kills it" % (
                mutant, " ".join(entry["failures"][0])))
    return wrong


def stale(mutants):
    known = {mutant.id for mutant in mutants}
    return ["equivalent.json: %s: there is no such mutant any more: take it out" % name
            for name in sorted(set(equivalents()) - known)]


# -- the command -----------------------------------------------------------------------------------

def arguments_of(argv):
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "mutants"))
    parser.add_argument("--syntax", choices=SYNTAXES + ("core",), help="its files and no others")
    parser.add_argument("--hand", action="store_true", help="only those of hand/")
    parser.add_argument("--mechanical", action="store_true", help="only the mechanical ones")
    parser.add_argument("--sample", type=int, metavar="N", help="N of the mechanical ones, by chance")
    parser.add_argument("--seed", type=int, default=1, help="of the chance")
    parser.add_argument("--only", metavar="TEXT", help="those whose id has it")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep-kills", action="store_true",
                        help="do not judge again, for new cases, what was killed before")
    parser.add_argument("--report", metavar="DIR", help="write strength.json and README.md there")
    parser.add_argument("--vectors", action="store_true",
                        help="write vectors.json, which diagnoses come from")
    parser.add_argument("--judged", action="store_true",
                        help="only those that were judged before: for a report of a run that was stopped")
    parser.add_argument("--no-chunk", action="store_true",
                        help="ask about CHUNK only where no golden case kills: quicker")
    parser.add_argument("--verbose", action="store_true", help="a line for each")
    return parser.parse_args(argv)


def selected(bench, arguments):
    hand = [] if arguments.mechanical else handmade.read(bench, HERE, arguments.syntax)
    made = [] if arguments.hand else mechanical(bench, arguments.syntax)
    if not arguments.hand and not arguments.syntax:
        lost = stale(made)
        if lost:
            sys.exit("mutants: " + "\nmutants: ".join(lost))
    if arguments.sample is not None and arguments.sample < len(made):
        made = random.Random(arguments.seed).sample(made, arguments.sample)
    return [m for m in hand + made if not arguments.only or arguments.only in m.id]


def say(mutants, entries, wrong):
    """The survivors, the sums; the exit code."""
    count = collections.Counter(entry["status"] for entry in entries)
    for mutant, entry in zip(mutants, entries):
        if entry["status"] == "survived":
            print("survived %s\n  %s" % (mutant, mutant.id))
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
    print("%d mutants: %d killed, %d survived, %d equivalent, %d not built: %.1f %% killed" % (
        len(entries), count["killed"], count["survived"], count["equivalent"], count["not built"],
        100 * count["killed"] / judged))
    return 1 if wrong or count["survived"] else 0


def main(argv):
    arguments = arguments_of(argv)
    try:
        bench = Bench(ROOT, arguments.build)
        mutants = selected(bench, arguments)
    except (OSError, ValueError) as error:
        sys.exit("mutants: %s" % error)
    if not arguments.judged:
        control(bench)
    entries = Run(bench, arguments).all(mutants)
    mutants = [mutant for mutant, entry in zip(mutants, entries) if entry]
    entries = [entry for entry in entries if entry]
    wrong = settle(mutants, entries)
    if arguments.report:
        everything = handmade.read(bench, HERE) + mechanical(bench, None)
        strength.write(arguments.report, bench, everything, mutants, entries)
    if arguments.vectors:
        vectors.write(HERE, ROOT, mutants, entries, not arguments.no_chunk)
    return say(mutants, entries, wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
