# SPDX-License-Identifier: Apache-2.0
"""_drive.py: `fencepost drive`, started and talked with: the list of tests, and one of them run."""
import json
import subprocess
import tempfile
from typing import IO, Any, Dict, List, Optional

from fencepost._isolated import Isolated, worker_command
from fencepost._parser import InProcess, Subject, smoke
from fencepost._program import FencepostError, cannot_run, program
from fencepost._version import __version__

GENEROUS = 4  # times the parser's own deadline, plus START seconds, is the program's
START = 10


class Drive:
    """One program, for one parser. It is started when it is needed, and again after its end."""

    def __init__(self, subj: Subject, deadline: float = 5, strict: bool = False, isolate: bool = False) -> None:
        self.subject = subj
        self.deadline = deadline
        self.strict = strict
        self.isolate = isolate
        self.parser: Any = Isolated(subj, deadline) if isolate else InProcess(subj, deadline)
        self.process: Optional["subprocess.Popen[bytes]"] = None
        self.errors: Optional[IO[bytes]] = None
        smoke(self.parser, subj)

    def list(self) -> List[Dict[str, Any]]:
        """The tests, each with id, syntax, feature, check, clause."""
        tests = self._ask({"op": "list"}, "tests")["tests"]
        return list(tests)

    def run(self, test: str) -> Dict[str, Any]:
        """The verdict (spec/drive.md). Trouble with the parser's process fails the test, whatever the verdict is."""
        self.parser.begin()
        verdict = self._ask({"op": "run", "test": test}, "verdict")
        self.parser.end()
        trouble = self.parser.trouble
        if trouble:
            return {**verdict, "verdict": "crash", "counts": True, "sentence": trouble,
                    "text": f"{trouble}\n{verdict.get('text', '')}"}
        return verdict

    def close(self) -> None:
        self.parser.close()
        self._stop()

    def _stop(self) -> None:
        if self.process and self.process.stdin and self.process.stdout and self.errors:
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait()
            self.errors.close()
        self.process = None

    # -- the lines ---------------------------------------------------------------------------------

    def _start(self) -> None:
        path = program()
        seconds = self.deadline * GENEROUS + START
        options = ["--deadline", f"{seconds:g}", *(["--strict"] if self.strict else [])]
        self.errors = tempfile.TemporaryFile()
        try:
            self.process = subprocess.Popen([path, "drive", *options, "--", *worker_command(self.subject)],
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)
        except OSError as error:
            raise cannot_run(path, error) from None
        hello = self._receive()
        if hello["suite"] != __version__:
            self._stop()
            raise FencepostError(f"the package is fencepost {__version__} and the program {path} is "
                                 f"{hello['suite']}: install them together")
        self._send({"id": hello["id"], **self.subject.hello()})

    def _ask(self, message: Dict[str, Any], wanted: str) -> Dict[str, Any]:
        if not self.process:
            self._start()
        self._send(message)
        while True:
            line = self._receive()
            if line["op"] == wanted:
                return line
            self._send({"id": line["id"], **self.parser.answer(line)})

    def _send(self, message: Dict[str, Any]) -> None:
        assert self.process and self.process.stdin
        try:
            text = json.dumps(message, allow_nan=False)
        except (TypeError, ValueError) as error:
            text = json.dumps({"id": message.get("id"), "error": f"the answer is not JSON: {error}"})
        try:
            self.process.stdin.write(text.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            self._ended()

    def _receive(self) -> Dict[str, Any]:
        assert self.process and self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            self._ended()
        return dict(json.loads(line))

    def _ended(self) -> None:
        """The program has ended, and has said why."""
        assert self.process and self.errors
        status = self.process.wait()
        self.errors.seek(0)
        said = self.errors.read().decode("utf-8", "replace").strip().splitlines()
        self.process = None
        raise FencepostError(said[-1] if said else f"the program ended with status {status}")


