# SPDX-License-Identifier: Apache-2.0
"""runs.py: runs of the program under test, each of which is watched: how it ends, how much memory it took, and that
no process is left of all that it started, which is found by a mark in the environment.

Those who import it are called as SCRIPT SOURCE_DIR FENCEPOST [CHECK...].
"""
import itertools
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jsonschema

from fewdata import few_cases

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
WORKERS = SOURCE / "harness" / "tests" / "workers"
MARK = "FENCEPOST_SUPERVISOR_MARK"
AT_ONCE = 3  # runs that mostly wait for a deadline
LONG = 120  # seconds that nothing here comes near to, on any machine
# Sanitizers keep what was freed for a while; all the same it is less than the line of 1 GiB.
PEAK_KIB = 800 * 1024

# What a shell starts in the background has these ignored, and so has all that it starts.
for number in (signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
with open(SOURCE / "spec" / "schema" / "report.schema.json", encoding="utf-8") as schema:
    REPORT = jsonschema.Draft202012Validator(json.load(schema))


def worker(name, *args):
    return ["--", sys.executable, str(WORKERS / (name + ".py")), *args]


# -- running -----------------------------------------------------------------------------------------

def survivors(mark):
    """The processes that have the mark."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append((folder.name, (folder / "cmdline").read_bytes()))
        except OSError:
            pass
    return found


class Run:
    """A run of the program, which is started at once."""
    numbers = itertools.count()

    def __init__(self, *args, out=subprocess.PIPE, **more):
        self.args = list(args)
        self.mark = f"{os.getpid()}-{next(Run.numbers)}"
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([FENCEPOST, *args], stdin=subprocess.DEVNULL, stdout=out,
                                        stderr=self.errors, env={**os.environ, MARK: self.mark},
                                        **more)
        self.out = b""

    def read_until(self, enough):
        """Reads until enough(output), or the end."""
        end = time.monotonic() + LONG
        while not enough(self.out):
            ready, _, _ = select.select([self.process.stdout], [], [], end - time.monotonic())
            assert ready, (self.args, "is silent", self.out[-500:])
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                break
            self.out += more

    def end(self):
        """Waits for the end; the code is negative for a signal."""
        if self.process.stdout:
            self.read_until(lambda out: False)
            self.process.stdout.close()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = self.code = os.waitstatus_to_exitcode(status)
        self.errors.seek(0)
        self.err = self.errors.read().decode("utf-8")
        self.errors.close()
        assert usage.ru_maxrss < PEAK_KIB, (self.args, usage.ru_maxrss)
        self.nothing_left()
        return self

    def nothing_left(self):
        end = time.monotonic() + LONG
        while survivors(self.mark):
            assert time.monotonic() < end, (self.args, survivors(self.mark))

    def expect(self, code, err=""):
        assert self.code == code and err in self.err, (
            f"{' '.join(self.args)}: status {self.code}, {code} expected; {err!r} expected of\n"
            f"{self.err[:2000]}")
        return self


def run(*args, **more):
    return start(*args, **more).end()


def at_once(check, rows):
    """Checks each row; several at a time, for they mostly wait."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        checked = list(pool.map(lambda row: check(*row), rows))
    assert len(checked) == len(rows)


def start(*args, **more):
    """Smallest forms take time, and are the business of reduce.py."""
    quick = ["--reduce-budget", "0", "--seed", "1"] if args[:1] == ("test",) else []
    return Run(*args[:1], *quick, *args[1:], **more)


def records(out):
    """The lines of a report, each of which the schema knows."""
    lines = [json.loads(line) for line in out.decode("utf-8").splitlines()]
    for line in lines:
        REPORT.validate(line)
    return lines


def report(*args, code):
    """The run, the results and the summary of a report that is whole."""
    ran = run("test", "--format", "json", *args).expect(code)
    lines = [line for line in records(ran.out) if line["record"] != "cause"]
    assert [line["record"] for line in lines] == (
        ["run"] + ["result"] * (len(lines) - 2) + ["summary"]), args
    assert lines[-1]["cases"] == len({line["case"] for line in lines[1:-1]})
    for line in lines[1:]:  # how long it took is another one each time
        line.pop("us", None)
    return lines[0], lines[1:-1], lines[-1], ran


# -- two cases ---------------------------------------------------------------------------------------

GOOD = "caret/fence/newline-before-the-open-is-text"
BAD = "caret/fence/newline-after-the-close-is-text"
NAMED = "Done"  # in the input of BAD, and not in that of GOOD
TWO = ["--case", GOOD, "--case", BAD, "--cut", "1", "--deadline", "3"]


def golden(results):
    return {r["case"]: r for r in results if r["check"] == "golden"}


# -- checks ------------------------------------------------------------------------------------------

def run_all(checks):
    """Runs each check, or those that the command line names; the exit status."""
    failed = 0
    os.chdir(SOURCE)
    for check in checks:
        if len(sys.argv) > 3 and check.__name__ not in sys.argv[3:]:
            continue
        began = time.monotonic()
        try:
            with few_cases(SOURCE, "caret"):
                check()
            print(f"ok {check.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAILED {check.__name__}: {error}", flush=True)
    return 1 if failed else 0
