# SPDX-License-Identifier: Apache-2.0
"""steps.py: the long checks of a night: what is not fuzzing, and takes more time than CI has.

Each gets a share of the night, and fills it with rounds: short commands that are numbered on from night to night, so
that each one has a new seed, or the next part of the suite. A round that fails is kept whole; one that its time cuts
short is run again by the next night.
"""
import shlex
import shutil
import subprocess
import time
from dataclasses import dataclass

from nightly import corpus, process, state

SHARDS = 32  # of the suite, for `test --thorough`
FEW = 150  # one case of so many of a syntax is run under valgrind in a round
CALLS = 20000  # of a round of `diff`
MUTATED = 12  # parts: the syntaxes, and what they share
LOOPED = 100  # inputs of a round under MSan, beside those that are stored
MEMCHECK = 99  # valgrind's status where it found something
FAILED_MAX = 3  # rounds; then there is enough to look at
PATIENT = 900  # seconds in which at least one round has to come to its end
RSS_MB = 4096
CUT_SHORT = (124, 137, -9, -15)  # by timeout(1), or with it


@dataclass(frozen=True)
class Step:
    name: str
    share: float  # of the night's time
    rounds: int  # of a night, at most; 0: as many as there is time for
    command: object  # command(tree, kept, round, jobs): what is run
    told: str = ""  # lines that begin so are told, and are not a failure if the last line is a verdict


# -- what a round runs ------------------------------------------------------------------------------

def _thorough(tree, _kept, number, jobs):
    return [tree.fencepost(["release"]), "test", "--thorough", "--shard", f"{number % SHARDS + 1}/{SHARDS}",
            "--seed", number + 1, "--jobs", jobs]


def _diff(tree, _kept, number, _jobs):
    return [tree.fencepost(["release"]), "diff", "--calls", CALLS, "--seed", number + 1]


def _mutants(tree, _kept, number, jobs):
    parts = [*tree.syntaxes("release"), "core"]
    return [tree.source / "dev", "mutants", "--mechanical", "--new", "--syntax", parts[number % len(parts)],
            "--jobs", jobs]


def _memcheck(tree, _kept, number, _jobs):
    syntaxes = tree.syntaxes("release")
    return ["valgrind", "-q", f"--error-exitcode={MEMCHECK}", "--leak-check=full", "--trace-children=yes",
            tree.fencepost(["release"]), "test", "--syntax", syntaxes[number % len(syntaxes)],
            "--shard", f"{number // len(syntaxes) % FEW + 1}/{FEW}", "--jobs", 1, "--reduce-budget", 0]


def _msan(tree, kept, number, _jobs):
    targets = tree.targets("msan")
    target = targets[number % len(targets)]
    folders = [f for f in (tree.seeds(target), kept.of(target)) if f and corpus.files(f)]
    return [tree.program("msan", target), *folders, "--loop", LOOPED, "--seed", number * LOOPED + 1]


def _coverage(tree, _kept, _number, _jobs):
    return [tree.source / "dev", "coverage"]


def _failures(tree, _kept, number, _jobs):
    return [tree.source / "dev", "failures", "--all", "--row", number]


STEPS = (Step("thorough", 0.05, SHARDS, _thorough), Step("diff", 0.03, 0, _diff),
         Step("mutants", 0.04, MUTATED, _mutants, told="survived "), Step("memcheck", 0.04, 0, _memcheck),
         Step("msan", 0.04, 0, _msan), Step("failures", 0.04, 0, _failures), Step("coverage", 0.02, 1, _coverage))


def _knows_libclang():
    return any(shutil.which(python) and not subprocess.run(
        [python, "-c", "from clang import cindex; cindex.Index.create()"], check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode for python in ("/usr/bin/python3", "python3"))


def missing(step, tree, build):
    """Why a step is left out, or None."""
    if step.name == "msan":
        return None if tree.targets("msan") else "there is no build with MSan"
    if step.name in ("mutants", "failures", "coverage") and not build:
        return "it builds, and nothing is to be built"
    if step.name == "coverage":
        return None if shutil.which("gcovr") else "there is no gcovr"
    if step.name == "failures":
        return None
    if step.name == "mutants":
        return None if _knows_libclang() else "no Python here has libclang"
    if not tree.fencepost(["release"]):
        return "there is no release build"
    return "there is no valgrind" if step.name == "memcheck" and not shutil.which("valgrind") else None


def available(tree, build):
    """The steps that can be run, and {name: why not} of the others."""
    why = {step.name: missing(step, tree, build) for step in STEPS}
    return [s for s in STEPS if not why[s.name]], {name: reason for name, reason in why.items() if reason}


# -- running them ----------------------------------------------------------------------------------

def _lines(output, status, told):
    """The last line of what a round said, and the lines that are told."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return (lines[-1] if lines else f"status {status}")[:300], [x for x in lines if told and x.startswith(told)]


def _failed(done, step, told):
    return done.status != 0 and not (told and done.status == 1 and "wrong: " not in done.output)


class Runner:
    """Runs steps within a night. known: {name: the next round}, kept from night to night; rows: the night's, one a
    step; save(): is called after each round."""

    def __init__(self, tree, kept, folder, jobs, known, rows, save):
        self.tree, self.kept, self.folder, self.jobs = tree, kept, folder, jobs
        self.known, self.rows, self.save = known, rows, save

    def _row(self, step):
        for row in self.rows:
            if row["name"] == step.name:
                return row
        self.rows.append({"name": step.name, "rounds": 0, "seconds": 0.0, "said": "", "told": [], "failed": [],
                          "done": False})
        return self.rows[-1]

    def run(self, step, seconds):
        """Fills the seconds with rounds; in a night that is continued, what is left of them. Returns the row."""
        row = self._row(step)
        while not row["done"]:
            left = seconds - row["seconds"]
            if left < 1 or len(row["failed"]) == FAILED_MAX or (step.rounds and row["rounds"] == step.rounds):
                break
            if not self._round(step, row, left):
                break
        row["done"] = True
        if not row["rounds"] and not row["failed"]:
            row["said"] = f"no round came to its end in {row['seconds']:.0f} s"
        self.save()
        return row

    def _round(self, step, row, left):
        """Whether there may be another one."""
        number = self.known.get(step.name, 0)
        command = [str(part) for part in step.command(self.tree, self.kept, number, self.jobs)]
        env = process.environment(RSS_MB, FENCEPOST_DATA=str(self.tree.source))
        began = time.monotonic()
        done = process.run(command, max(1, left - process.PATIENCE), env, cwd=self.tree.source)
        row["seconds"] = round(row["seconds"] + time.monotonic() - began, 1)
        if done.status in CUT_SHORT:
            return False
        row["said"], told = _lines(done.output, done.status, step.told)
        row["told"] += told
        if _failed(done, step, told):
            place = self.folder / "steps" / f"{step.name}-{number}.txt"
            place.parent.mkdir(exist_ok=True)
            again = shlex.join(command)
            state.write(place, f"$ {again}\n{done.output}\nstatus {done.status}\n")
            row["failed"].append({"command": again, "status": done.status, "output": str(place)})
        row["rounds"] += 1
        self.known[step.name] = number + 1
        self.save()
        return True


def stuck(row):
    """Whether a step had time, and proved nothing."""
    return not row["rounds"] and row["seconds"] >= PATIENT
