# SPDX-License-Identifier: Apache-2.0
"""_isolated.py: the parser in a child process, so that a crash or a hang costs one test."""
import json
import os
import select
import signal
import subprocess
import sys
import time
from typing import Any, Dict, List, Optional

from fencepost._parser import Subject, load
from fencepost._program import FencepostError

START = 20  # seconds for an interpreter to start, and to import the parser


def worker_command(subj: Subject) -> List[str]:
    """A worker with the same parser, for `fencepost test`."""
    command = [sys.executable or "python3", "-m", "fencepost.worker", subj.name]
    for syntax in subj.syntaxes:
        command += ["--syntax", syntax]
    for name, value in subj.policies.items():
        command += ["--policy", f"{name}={value}"]
    for clause in subj.readings:
        command += ["--reading", clause]
    return command


class Isolated:
    """Answers requests through a child, which is started again when it is gone."""

    def __init__(self, subj: Subject, deadline: float) -> None:
        self.subject = subj
        self.deadline = deadline
        self.child: Optional["subprocess.Popen[bytes]"] = None
        self.rest = b""
        self.trouble: Optional[str] = None
        try:
            load(subj.name)
        except FencepostError as error:
            raise FencepostError(f"isolation needs a factory that another process can import: {error}") from None

    def answer(self, request: Dict[str, Any]) -> Dict[str, Any]:
        if self.trouble:
            return {"error": f"not tried: {self.trouble}"}
        try:
            if not self.child:
                self._start()
            cuts = len(request.get("cuts", ())) + 1
            got = self._talk(request, self.deadline * min(cuts, 4))
        except TimeoutError:
            self.trouble = f"the parser did not answer within {self.deadline:g} s"
        except EOFError:
            self.trouble = f"the parser's process {self._death()}"
        else:
            got.pop("id", None)
            return got
        self.close()
        return {"error": self.trouble}

    def begin(self) -> None:
        self.trouble = None

    def end(self) -> None:
        """Nothing comes late: the child answers in turn."""

    def close(self) -> None:
        if not self.child:
            return
        try:
            os.killpg(self.child.pid, signal.SIGKILL)  # what it has started dies with it
        except ProcessLookupError:
            pass
        self.child.wait()
        for stream in (self.child.stdin, self.child.stdout):
            if stream:
                stream.close()
        self.child = None

    def _start(self) -> None:
        path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
        self.child = subprocess.Popen(worker_command(self.subject), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      env={**os.environ, "PYTHONPATH": path}, start_new_session=True)
        self.rest = b""
        self._talk({"op": "hello", "id": 0, "protocols": [1], "suite": ""}, START)

    def _talk(self, request: Dict[str, Any], seconds: float) -> Dict[str, Any]:
        assert self.child and self.child.stdin and self.child.stdout
        try:
            self.child.stdin.write(json.dumps(request).encode() + b"\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            raise EOFError from None
        end = time.monotonic() + seconds
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.child.stdout], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise TimeoutError
            more = os.read(self.child.stdout.fileno(), 1 << 16)
            if not more:
                raise EOFError
            self.rest += more
        line, _, self.rest = self.rest.partition(b"\n")
        return dict(json.loads(line))

    def _death(self) -> str:
        assert self.child
        try:
            status = self.child.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return "closed its output and went on"
        if status < 0:
            return f"was killed by {signal.Signals(-status).name}"
        return f"exited with status {status}"
