# SPDX-License-Identifier: Apache-2.0
"""judging.py: what becomes of each mutant, and what is remembered of it from run to run.

Mutants of one file are judged by one program that holds them all (schemata.py); each of the others by its own. Both
come to the same: the golden cases first, which kill most; then the lock of their events, the laws, the unit tests,
the golden cases under sanitizers; of what is left, whether the compiler makes the same object of it. No unit test is
asked of hand-made ones: each is judged by one syntax, and what tests of others notice says nothing of its cases. What one program
holds can be held against the parser as it is besides, so that only there a mutant is told that `explain` alone shows.
"""
import collections
import concurrent.futures
import glob
import json
import os
import subprocess
import threading
import time

import schemata
import strength
import units
import weights
from bench import CORE, SAME, STATUSES, Verdict, corpus_files, digest

HANGS_MAX = 2  # as in judge.c
QUICK_BYTES = 4  # the laws take a hundredth of the time that they take on MAX_BYTES
UNITS_FIRST = ("core/rules.c",)  # of catalogues, which are read before there is a mutant
SURVIVED = Verdict("survived", [], 0)
EQUIVALENT = {"status": "equivalent", "failures": [], "why": SAME}

# A program that holds mutants by their numbers, those of them that are alive, and entries of the others by id.
Held = collections.namedtuple("Held", "program held alive found")


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


class Run:
    def __init__(self, bench, arguments):
        self.bench, self.arguments = bench, arguments
        self.cache = Cache(os.path.join(bench.work, "cache.jsonl"))
        self.local = threading.local()
        self.units = units.Units(bench)
        self.count, self.lock, self.began = 0, threading.Lock(), time.monotonic()
        self.corpora, self.keys, self.same = {}, {}, {}
        self.clauses = strength.case_clauses(bench.root)
        self.weights = weights.Weights(bench.root)
        self.kept = STATUSES if arguments.judged else ("equivalent", "not built") + (
            ("killed",) if arguments.keep_kills else ())
        self.base = self.base_digest()

    # -- what is known -----------------------------------------------------------------------------

    def base_digest(self):
        """What else makes the programs: a change there makes old results worthless."""
        parts = {}
        with open(self.bench.judge, "rb") as judge, open(self.bench.harness, "rb") as harness:
            own = digest(judge.read(), harness.read())
        for name in self.bench.sources:
            parts[name] = digest(self.bench.source(name))
        headers = os.path.join(self.bench.root, "reference", "**", "*.h")
        for path in sorted(glob.glob(headers, recursive=True)):
            with open(path, "rb") as file:
                parts[path] = digest(file.read())
        shared = [parts[n] for n in sorted(parts) if n.endswith(".h") or n.startswith(("core/", "engines/"))]
        return digest(own, *shared, *(["alone"] if self.arguments.alone else []))

    def corpus(self, syntaxes):
        if tuple(syntaxes) not in self.corpora:
            files = [path for syntax in syntaxes for path in corpus_files(self.bench.root, syntax)]
            files += sorted(glob.glob(os.path.join(self.bench.root, "reference", "tests", "*.[ch]")))
            contents = []
            for path in files:
                with open(path, "rb") as file:
                    contents.append(file.read())
            self.corpora[tuple(syntaxes)] = digest(*contents)
        return self.corpora[tuple(syntaxes)]

    def key(self, mutant, full):
        if (mutant.id, full) not in self.keys:
            parts = [part for pair in mutant.sources(self.bench) for part in pair]
            marks = sorted(self.weights.decisions) if full else []  # they decide which laws are asked
            by_units = str(mutant.operator != "hand")
            self.keys[mutant.id, full] = digest(self.base, mutant.judged_as, str(full), by_units, *marks, *parts)
        return self.keys[mutant.id, full]

    def known(self, mutant, full):
        found = self.cache.find(self.key(mutant, full), self.corpus(mutant.syntaxes), self.kept)
        return dict(found, id=mutant.id) if found else None

    def learn(self, mutant, full, verdict):
        """Remembers what has come out; tells of it, and how quickly they come."""
        if mutant.operator != "hand":
            verdict["failures"] = strength.telling(verdict["failures"], self.clauses)
        corpus = self.corpus(mutant.syntaxes)
        if self.arguments.quick and verdict["status"] not in ("killed", "equivalent"):
            corpus = strength.QUICK  # for a run without --quick to ask again
        entry = dict(verdict, key=self.key(mutant, full), corpus=corpus)
        self.cache.add(entry)
        with self.lock:
            self.count += 1
            if self.arguments.verbose:
                print("%s %s" % (entry["status"], mutant), flush=True)
            elif self.count % 500 == 0:
                minutes = (time.monotonic() - self.began) / 60
                print("  %d judged, %.0f a minute" % (self.count, self.count / minutes), flush=True)
        return dict(entry, id=mutant.id)

    def folder(self):
        if not hasattr(self.local, "folder"):
            self.local.folder = os.path.join(self.bench.work, str(threading.get_ident()))
            os.makedirs(self.local.folder, exist_ok=True)
        return self.local.folder

    # -- one program a mutant ----------------------------------------------------------------------

    def judge(self, mutant, full):
        """The mutant's entry: its status, and what it failed; full: CHUNK too, in any case."""
        return self.known(mutant, full) or self.learn(mutant, full, self.verdict(mutant, full))

    def program_of(self, mutant):
        """The program and its objects, None where it does not build. That of a hand-made one is kept till the next, which
        may be the same change, of another syntax."""
        sources = mutant.sources(self.bench)
        text = digest_of(sources)
        if getattr(self.local, "built", (None,))[0] != text:
            self.local.built = text, None
            program, targets = os.path.join(self.folder(), "judge"), []
            for name, source in sources:
                targets.append(os.path.join(self.folder(), name.replace("/", "_") + ".o"))
                if not self.bench.compile(name, source, targets[-1]):
                    return None
            try:
                self.bench.link(targets, program)
            except subprocess.CalledProcessError:  # it calls a function that there is not any more
                return None
            self.local.built = text, (program, targets)
        return self.local.built[1]

    def verdict(self, mutant, full):
        built = self.program_of(mutant)
        if not built:
            return {"status": "not built", "failures": []}
        program, targets = built
        verdict = self.bench.golden(program, mutant)
        if not verdict.failures and self.is_same(mutant):
            return dict(EQUIVALENT)
        if full:
            verdict = self.bench.laws(program, mutant, "chunk")
        if not verdict.failures and self.arguments.alone:
            return verdict_entry(self.bench.laws(program, mutant, "rest"))
        by_units = mutant.operator != "hand"
        if not verdict.failures:
            verdict = (by_units and self.unit_verdict(mutant, targets, program, False)) or self.bench.laws(
                program, mutant, "first")
        if not verdict.failures and by_units and not self.arguments.quick:
            verdict = self.unit_verdict(mutant, targets, program, True) or verdict
        entry = verdict_entry(verdict)
        if full and entry["failures"] and not self.weights.kills(entry):
            entry["failures"] += self.bench.laws(program, mutant, "rest").failures
        return entry

    def unit_verdict(self, mutant, targets, program, slow):
        """Of an object that holds one mutant; None if no test fails."""
        killer = self.units.killer(mutant.file, targets, program, slow)
        return units.verdict(killer) if killer else None

    def is_same(self, mutant):
        sources = mutant.sources(self.bench)
        text = digest_of(sources)
        if text not in self.same:
            self.same[text] = all(self.bench.same(name, source, "-O2") for name, source in sources)
        return self.same[text]

    # -- one program for all of a file -------------------------------------------------------------

    def golden_of_file(self, mutants):
        """What one program can hold of the mutants of a file, and the entries by id of those that the golden cases
        or their lock kill, by the first that does."""
        if not mutants:
            return Held(None, {}, {}, {})
        name = mutants[0].file
        program = os.path.join(self.bench.work, "schemata", name.replace("/", "_")[:-len(".c")])
        os.makedirs(os.path.dirname(program), exist_ok=True)
        held = schemata.build(self.bench, name, mutants, program + ".o")
        found, alive = {}, {}
        if held:
            self.bench.link([program + ".o"], program)
            alone = self.arguments.alone
            found = self.first_by_units(program, held) if name in UNITS_FIRST and not alone else {}
            asked = [number for number in held if held[number].id not in found]
            mode = "none" if alone else "lock"
            for number, verdict in self.bench.run_each(program, [0] + asked, mutants[0].syntaxes, mode, True):
                if number == 0 and verdict.failures:
                    raise ValueError("%s: what holds its mutants is not the parser as it is: %s" % (
                        name, verdict.failures[:3]))
                if number and verdict.failures:
                    found[held[number].id] = self.learn(held[number], False, verdict_entry(verdict, True))
                elif number:
                    alive[number] = held[number]
        return Held(program, held, alive, found)

    def first_by_units(self, program, held):
        found = {}
        for number, killer in self.units.killers(held, [program + ".o"], program, list(held), False):
            if killer:
                entry = verdict_entry(units.verdict(killer), True)
                found[held[number].id] = self.learn(held[number], False, entry)
        return found

    def laws_of_file(self, file):
        """The entries by id of those that the golden cases left alive, which may be none."""
        found, asked, stages = {}, list(file.alive), self.later()
        if not asked:
            return found
        for stage, verdicts in enumerate(stages, 1):
            alive = []
            for number, verdict in verdicts(file, asked):
                mutant = file.held[number]
                if verdict.failures:
                    found[mutant.id] = self.learn(mutant, False, verdict_entry(verdict, True))
                elif stage == len(stages):  # at once: the last stage takes longest, and may be stopped
                    found[mutant.id] = self.survivor(mutant)
                else:
                    alive.append(number)
            asked = alive
        return found

    def survivor(self, mutant):
        """The entry of one that nothing kills."""
        same = not self.arguments.quick and self.is_same(mutant)
        return self.learn(mutant, False, dict(EQUIVALENT) if same else verdict_entry(SURVIVED))

    def later(self):
        """What is asked of those that the golden cases left alive, in this order."""
        if self.arguments.alone:
            return (self.laws_of_held,)
        quick = (self.laws_of_held, self.units_of_file)
        return quick if self.arguments.quick else quick + (self.sanitized_of_file, self.slow_units_of_file)

    def units_of_file(self, file, asked, slow=False):
        objects = [file.program + ".o"]
        if asked and not self.arguments.quick:
            objects = [file.program + "-sanitized.o"]
            if not slow and not schemata.build_sanitized(self.bench, file.held, objects[0]):
                raise ValueError("%s: it does not build with sanitizers" % file.program)
        for number, killer in self.units.killers(file.held, objects, file.program, asked, slow):
            yield number, units.verdict(killer) if killer else SURVIVED

    def sanitized_of_file(self, file, asked):
        """The golden cases again, for the sanitizers."""
        if not asked:
            return
        program = file.program + "-sanitized"
        self.bench.link([program + ".o"], program, sanitized=True)
        yield from self.bench.run_each(program, asked, file.held[asked[0]].syntaxes, "none", True, sanitized=True)

    def laws_of_held(self, file, asked):
        longest = QUICK_BYTES if self.arguments.quick else None
        yield from self.bench.run_each(file.program, asked, file.held[asked[0]].syntaxes, "rest", True, longest)

    def slow_units_of_file(self, file, asked):
        return self.units_of_file(file, asked, True)

    def of_file(self, mutants):
        """The entries by id. A file is judged to its end before the next, so that a run that is stopped leaves whole
        ones; of the last one it leaves those of which all was asked."""
        file = self.golden_of_file([m for m in mutants if schemata.can_hold(m) and not self.known(m, False)])
        found = {**file.found, **self.laws_of_file(file)}
        return {m.id: found.get(m.id) or self.one(m) for m in mutants}

    def clauses_of_file(self, mutants):
        """The entries by id with all golden cases that kill, which tell of whose clauses all of them are."""
        program = os.path.join(self.bench.work, "schemata", mutants[0].file.replace("/", "_")[:-len(".c")])
        held = schemata.build(self.bench, mutants[0].file, mutants, program + ".o")
        found = {}
        if held:
            self.bench.link([program + ".o"], program)
            for number, verdict in self.bench.run_each(program, held, mutants[0].syntaxes, "none", False):
                found[held[number].id] = self.learn(held[number], False, verdict_entry(verdict))
        return found

    # -- all ---------------------------------------------------------------------------------------

    def one(self, mutant):
        """By a program of its own, unless it is known."""
        full = mutant.operator == "hand" and not mutant.clause and not self.arguments.no_chunk
        if not self.arguments.judged and (not self.arguments.quick or schemata.can_hold(mutant)):
            return self.judge(mutant, full)
        return self.known(mutant, full) or (self.known(mutant, False) if full else None)

    def all(self, mutants):
        """The entry of each; with --judged or --quick None where there is none."""
        entries = {}
        made = [] if self.arguments.judged else [m for m in mutants if m.operator != "hand"]
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            for found in pool.map(self.of_file, by_file(made)):
                entries.update(found)
            alike = sorted(mutants, key=lambda m: m.edits[0]["replace"] if m.operator == "hand" else "")
            entries.update(pool.map(lambda m: (m.id, entries.get(m.id) or self.one(m)), alike))
            each = [entries[m.id] for m in mutants]
            if self.arguments.clauses:
                asked = [m for m, entry in zip(mutants, each) if schemata.can_hold(m) and is_to_be_told(m, entry)]
                for found in pool.map(self.clauses_of_file, by_file(asked)):
                    entries.update(found)
        return [entries.get(mutant.id) or entry for mutant, entry in zip(mutants, each)]


def digest_of(sources):
    return digest(*(part for pair in sources for part in pair))


def by_file(mutants):
    """Those of each file; what all share, which takes longest, comes last."""
    files = collections.defaultdict(list)
    for mutant in mutants:
        files[mutant.file].append(mutant)
    return sorted(files.values(), key=lambda own: len(own[0].syntaxes))


def is_to_be_told(mutant, entry):
    """Whether a golden case kills it, and others may; not of what all share, which belongs to no clause."""
    return bool(entry) and entry["status"] == "killed" and not entry.get("complete", True) and (
        len(mutant.syntaxes) < len(CORE) and entry["failures"][0][1] in ("golden", "TOTAL"))


def verdict_entry(verdict, first=False):
    """complete: whether all that fails is known, and not the first, or what comes before the judge gives up."""
    hangs = sum(how == "hangs" for _, _, how in verdict.failures)
    return {"status": verdict.status, "failures": verdict.failures, "complete": not first and hangs < HANGS_MAX}
