# SPDX-License-Identifier: Apache-2.0
"""steps.py: the long checks of a night: what is not fuzzing, and takes more time than CI has.

Each gets a share of the night, and fills it with rounds: short commands that are numbered on from night to night, so
that each one has a new seed, or the next part of the suite. A round that fails is kept whole; one that its time cuts
short goes on, or is run again, with more time (turns.py). What a check builds is built before, on nobody's share.
"""
import shlex
import shutil
import subprocess
import time
from dataclasses import dataclass

from nightly import corpus, layout, process, state, turns

SHARDS = 32  # of the suite, for `test --thorough`
FEW = 150  # one case of so many of a syntax is run under valgrind in a round
CALLS = 20000  # of a round of `diff`
MUTATED = 12  # parts: the syntaxes, and what they share
LOOPED = 100  # inputs of a round under MSan, beside those that are stored
MEMCHECK = 99  # valgrind's status where it found something
FAILED_MAX = 3  # rounds; then there is enough to look at
PATIENT = 900  # seconds in which a round has to come to its end: else it is a problem, and not only a short night
RSS_MB = 4096
IN_PIECES = ("failures_all",)  # tests that take hours, and that another step runs in pieces
CUT_SHORT = (124, 137, -9, -15)  # by timeout(1), or with it


@dataclass(frozen=True)
class Step:
    name: str
    share: float  # of the night's time
    rounds: int  # of a night, at most; 0: as many as there is time for
    command: object  # command(tree, kept, round, jobs): what is run
    told: str = ""  # lines that begin so are told, and are not a failure if the last line is a verdict
    builds: tuple = ()  # commands that are run first, in the folder of the sources
    resumes: bool = False  # a round that is run again continues where it was cut short


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


def _coverage(tree, _kept, number, _jobs):
    parts = [*tree.syntaxes("release"), "vault", "core"]
    return [tree.source / "dev", "coverage", "--syntax", parts[number % len(parts)]]


def _failures(tree, _kept, number, _jobs):
    return [tree.source / "dev", "failures", "--all", "--row", number]


def _tests(tree, _kept, number, _jobs):
    names = [name for name in tree.night_tests() if name not in IN_PIECES] or ["none"]
    # Tests set these themselves where they need them.
    plain = [word for name in ("FENCEPOST_DATA", "ASAN_OPTIONS", "UBSAN_OPTIONS") for word in ("-u", name)]
    return ["env", *plain, tree.source / "dev", "test", "--night", names[number % len(names)]]


# As ./dev builds them before each round, which then finds nothing to do.
JUDGE = (("cmake", "--preset", "release", "-B", "build/mutants"),
         ("cmake", "--build", "build/mutants", "--target", "mutant_judge", "--", "--quiet"))
TESTED = (("./dev", "test", "--night", "--build"),)
FAILING = (("./dev", "build", "dev", "fencepost"), ("./dev", "build", "dev", "fencepost_failing"))
STEPS = (Step("thorough", 0.05, SHARDS, _thorough), Step("diff", 0.03, 0, _diff),
         Step("mutants", 0.04, MUTATED, _mutants, told="survived ", builds=JUDGE, resumes=True),
         Step("memcheck", 0.04, 0, _memcheck), Step("msan", 0.04, 0, _msan),
         Step("failures", 0.04, 0, _failures, builds=FAILING),
         Step("coverage", 0.02, 0, _coverage, builds=(("./dev", "build", "coverage"),)),
         Step("tests", 0.04, 0, _tests, told="left out: ", builds=TESTED))


def _knows_libclang():
    return any(shutil.which(python) and not subprocess.run(
        [python, "-c", "from clang import cindex; cindex.Index.create()"], check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode for python in ("/usr/bin/python3", "python3"))


def missing(step, tree, build):
    """Why a step is left out, or None."""
    if step.name == "msan":
        return None if tree.targets("msan") else "there is no build with MSan"
    if step.name in ("mutants", "failures", "coverage", "tests") and not build:
        return "it builds, and nothing is to be built"
    if step.name == "coverage" and not shutil.which("gcovr"):
        return "there is no gcovr"
    if step.name == "coverage":
        return None if tree.fencepost(["release"]) else "there is no release build"
    if step.name in ("failures", "tests"):
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


def prepare(there, tree):
    """Builds what the steps need. Returns those that can be run, and {name: why its build failed} of the others."""
    failed = {}
    for step in there:
        try:
            for command in step.builds:
                tree.step(*command)
        except layout.BuildError as error:
            failed[step.name] = str(error)
    return [s for s in there if s.name not in failed], failed


# -- running them ----------------------------------------------------------------------------------

def _lines(output, status, told):
    """The last line of what a round said, and the lines that are told."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return (lines[-1] if lines else f"status {status}")[:300], [x for x in lines if told and x.startswith(told)]


def _failed(done, step, told):
    return done.status != 0 and not (told and done.status == 1 and "wrong: " not in done.output)


class Runner:
    """Runs steps within a night. kept: the corpora; known: {name: the next round} and past: {name: its turns}, kept
    from night to night; rows: the night's, one a step; save(): is called after each round."""

    def __init__(self, tree, kept, folder, jobs, known, past, rows, save):
        self.tree, self.kept, self.folder, self.jobs = tree, kept, folder, jobs
        self.known, self.past, self.rows, self.save = known, past, rows, save
        self.night, self.whole = 0, 0.0

    def _row(self, step):
        for row in self.rows:
            if row["name"] == step.name:
                return row
        self.rows.append({"name": step.name, "rounds": 0, "seconds": 0.0, "said": "", "told": [], "failed": [],
                          "done": False})
        return self.rows[-1]

    @property
    def room(self):
        """What is left of the seconds of all steps."""
        return self.whole - sum(row["seconds"] for row in self.rows)

    def run(self, there, seconds, night):
        """Gives each step its turn; of a night that continues, those that had none. What room is left then is
        for steps of which no round has ended. seconds: of the whole night."""
        self.night, self.whole = night, turns.room_of(there, seconds)
        for step in there:
            self.past.setdefault(step.name, turns.new())
        for step in turns.order(there, self.past):
            if not self._row(step)["done"]:
                self._turn(step, step.share * seconds)
        for step in turns.order(there, self.past):
            row = self._row(step)
            if not row["rounds"] and not row.get("left_out"):
                self._turn(step, step.share * seconds)
        self._tell(there, seconds)
        self.save()

    def _turn(self, step, share):
        """Fills a share with rounds; the first one may need more than that."""
        row, turn = self._row(step), self.past[step.name]
        given = turns.length(step, turn, share, self.room, self.whole)
        if not given and not row["rounds"] and not row["seconds"]:
            row["said"] = (f"not reached: it needs {max(share, turns.need(turn)):.0f} s, and "
                           f"{max(0, self.room):.0f} s were left")
        left = min(share - row["seconds"], given) if row["rounds"] else given
        while left >= 1 and len(row["failed"]) < FAILED_MAX and not (step.rounds and row["rounds"] == step.rounds):
            if not self._round(step, row, left):
                break
            left = min(share - row["seconds"], self.room)
            if left < turn["took"]:
                break
        row["done"] = True
        self.save()

    def _round(self, step, row, left):
        """Whether there may be another one."""
        number, turn = self.known.get(step.name, 0), self.past[step.name]
        command = self._command(step, number)
        env = process.environment(RSS_MB, FENCEPOST_DATA=str(self.tree.source))
        began = time.monotonic()
        done = process.run(command, max(1, left), env, cwd=self.tree.source, patience=0)
        took = round(time.monotonic() - began, 1)
        row["seconds"] = round(row["seconds"] + took, 1)
        if done.status in CUT_SHORT:
            self._cut(step, row, number, left)
            return False
        turns.ended(turn, took, self.night)
        row["said"], told = _lines(done.output, done.status, step.told)
        row["told"] += told
        if _failed(done, step, told):
            self._keep(step, row, number, command, done)
        row["rounds"] += 1
        self.known[step.name] = number + 1
        self.save()
        return True

    def _command(self, step, number):
        return [str(part) for part in step.command(self.tree, self.kept, number, self.jobs)]

    def _cut(self, step, row, number, given):
        if turns.cut(step, self.past[step.name], number, round(given, 1), self.whole, self.night):
            self.known[step.name] = number + 1
            row["left_out"], row["left_out_after"] = self.past[step.name]["too_long"]
        if not row["rounds"]:
            row["said"] = f"no round came to its end in {row['seconds']:.0f} s"
        self.save()

    def _keep(self, step, row, number, command, done):
        place = self.folder / "steps" / f"{step.name}-{number}.txt"
        place.parent.mkdir(exist_ok=True)
        again = shlex.join(command)
        state.write(place, f"$ {again}\n{done.output}\nstatus {done.status}\n")
        row["failed"].append({"command": again, "status": done.status, "output": str(place)})

    def _tell(self, there, seconds):
        """In each row what comes next, and in which night."""
        nights = turns.forecast(there, self.past, seconds, self.night)
        for step in there:
            row, turn, number = self._row(step), self.past[step.name], self.known.get(step.name, 0)
            how = f", with {min(self.whole, turns.need(turn)):.0f} s" if turn["had"] else ""
            how = f", after {turn['spent']:.0f} s" if how and step.resumes else how
            again = ("continues with " if step.resumes else "again ") if turn["had"] else ""
            when = f"in night {nights[step.name]}{how}" if step.name in nights else "in no night as short as this one"
            row["next"] = {"round": number, "night": nights.get(step.name), "said": f"{again}round {number} {when}",
                           "command": shlex.join(self._command(step, number))}
            if turn["too_long"]:
                row["too_long"] = self._too_long(step, turn["too_long"], seconds)

    def _too_long(self, step, left_out, seconds):
        number, had = left_out
        if step.resumes:
            return f"round {number} is left out: it was not at its end after {had} s in several nights"
        return (f"round {number} is left out: it takes more than {had} s, all that long checks had; a night of "
                f"{_hours(2 * had * seconds / self.whole)} gives it twice that")


def _hours(seconds):
    return f"{seconds / 3600:.1f} hours" if seconds >= 3600 else f"{seconds / 60:.0f} minutes"


def stuck(row):
    """Whether a round was left out tonight that had so much time that it is a problem, and not only a short night."""
    return row.get("left_out_after", 0) >= PATIENT
