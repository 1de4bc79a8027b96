# SPDX-License-Identifier: Apache-2.0
"""replay.py: a target asked about inputs: which one fails, and how."""
import re
from dataclasses import dataclass

from nightly import process, signature

TIMEOUT, RSS_MB = 10, 2048
AT_ONCE = 400  # inputs of one run
# These are known by the functions on the stack, whose names cost more time than all else.
NAMED_BY_FRAMES = (signature.SANITIZER, signature.CRASH, signature.LEAK)
_EXECUTED = re.compile(r"^Executed .* in \d+ ms$", re.M)
_COUNT = re.compile(r"^replay: (\d+) inputs, no breach$", re.M)
_RUNNING = re.compile(r"^Running: (.*)$", re.M)
_NAMED = re.compile(r"^replay: this input fails: (.*)$", re.M)
_SHOWN = re.compile(r"^input: (\{.*\})$", re.M)


class ReplayError(Exception):
    """A replay that was none: fewer inputs ran than were given."""


@dataclass
class Verdict:
    signature: object  # None: none failed
    path: str = ""  # the input that failed
    output: str = ""


def came(failed):
    """How many of the verdicts have the signature of the last one."""
    return sum(v.signature.id == failed[-1].signature.id for v in failed)


class Replay:
    """The program of a target, by which inputs are judged. kind: that of its build."""

    def __init__(self, program, kind, target, project="/", env=None):
        self.program, self.kind, self.target = program, kind, target
        self.project, self.env = str(project), env or {}

    def command(self, *paths):
        options = [f"-timeout={TIMEOUT}", f"-rss_limit_mb={RSS_MB}"] if self.kind == "libfuzzer" else []
        return [str(self.program), *options, *map(str, paths)]

    def judge(self, paths):
        """Runs files in turn, until one fails. That each of them ran is made sure."""
        paths = [str(p) for p in paths]
        verdict = self._run(paths, symbolize=False)
        if verdict.signature and verdict.signature.kind in NAMED_BY_FRAMES:
            again = self._run([verdict.path], symbolize=True)
            return again if again.signature else verdict
        return verdict

    def _run(self, paths, symbolize):
        env = process.environment(RSS_MB, symbolize, **self.env)
        done = process.run(self.command(*paths), TIMEOUT * (2 + len(paths)), env)  # each has its own deadline
        found = signature.read(done.output, done.status, self.target, self.project)
        if found:
            pattern = _RUNNING if self.kind == "libfuzzer" else _NAMED
            named = pattern.findall(done.output)
            return Verdict(found, named[-1] if named else paths[-1], done.output)
        if self.kind == "libfuzzer":
            ran = len(_EXECUTED.findall(done.output))
        else:
            ran = sum(map(int, _COUNT.findall(done.output)))
        if ran != len(paths):
            raise ReplayError(f"{self.target}: {ran} inputs ran of {len(paths)} given:\n{done.output[-2000:]}")
        return Verdict(None, "", done.output)

    def all(self, paths, most=0):
        """Each file that fails, with its verdict. How many ran is the length of paths; but after `most` of one
        signature, if that is not 0, what is after them is left: each failure costs seconds, and says the same."""
        paths, failed = [str(p) for p in paths], []
        while paths and not (most and came(failed) >= most):
            verdict = self.judge(paths[:AT_ONCE])
            if not verdict.signature:
                del paths[:AT_ONCE]
                continue
            failed.append(verdict)
            at = paths.index(verdict.path) if verdict.path in paths else 0
            del paths[:at + 1]
        return failed

    def shown(self, path):
        """What the input means, as JSON text, where the target can say it; or None."""
        env = process.environment(RSS_MB, symbolize=False, FENCEPOST_FUZZ_SHOW="1", **self.env)
        match = _SHOWN.search(process.run(self.command(path), 2 * TIMEOUT, env).output)
        return match.group(1) if match else None
