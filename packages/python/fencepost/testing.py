# SPDX-License-Identifier: Apache-2.0
"""fencepost.testing: a parser held against the suite, without a test framework: check(), or
`python -m fencepost.testing package.module:factory`."""
import argparse
import os
import sys
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from fencepost._drive import Drive
from fencepost._parser import Factory, subject
from fencepost._program import FencepostError

__all__ = ["Failure", "FencepostError", "Report", "check"]


class Failure(AssertionError):
    """Tests failed; the text is what `fencepost test` prints. `report` has all of them."""

    def __init__(self, text: str, report: "Report") -> None:
        super().__init__(text)
        self.report = report


@dataclass
class Report:
    """What came of the tests: how many passed and were skipped, and the verdicts (spec/drive.md) of the others."""

    passed: int = 0
    skipped: int = 0
    differs: List[Dict[str, Any]] = field(default_factory=list)
    failed: List[Dict[str, Any]] = field(default_factory=list)


def check(parser: Union[str, Factory], syntax: Union[str, Sequence[str], None] = None, *,
          policies: Optional[Mapping[str, str]] = None, readings: Optional[Sequence[str]] = None, tests: str = "*",
          deadline: float = 5, strict: bool = False, isolate: bool = False, show: int = 3) -> Report:
    """Runs the tests whose ids match the pattern `tests` on what the factory `parser` makes (or "package.module:factory").

    Raises Failure if any fails, with the first `show` of them whole, and FencepostError, in one sentence, where nothing
    can be tested. A parser that hangs fails its test after `deadline` seconds; with `isolate` it runs in a child
    process, so that a crash, too, costs one test."""
    drive = Drive(subject(parser, syntax, policies, readings), deadline, strict, isolate)
    report = Report()
    try:
        chosen = [test["id"] for test in drive.list() if fnmatchcase(test["id"], tests)]
        if not chosen:
            raise FencepostError(f"no test matches {tests}; `fencepost list cases` shows the cases")
        for test in chosen:
            add(report, drive.run(test))
    finally:
        drive.close()
    if report.failed:
        texts = [f"{one.get('text', one.get('sentence', '')).rstrip()}\n" for one in report.failed[:show]]
        raise Failure("\n".join([f"{len(report.failed)} of {len(chosen)} tests failed", *texts,
                                 *(one["test"] for one in report.failed[show:])]), report)
    return report


def add(report: Report, verdict: Dict[str, Any]) -> None:
    if verdict["counts"]:
        report.failed.append(verdict)
    elif verdict["verdict"] == "skipped":
        report.skipped += 1
    elif verdict["verdict"] == "pass":
        report.passed += 1
    else:
        report.differs.append(verdict)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m fencepost.testing", description="Hold a parser against the suite.")
    parser.add_argument("factory", help="package.module:factory")
    parser.add_argument("--syntax", action="append", help="what it parses (default: its fencepost_syntax)")
    parser.add_argument("--tests", default="*", help="only those whose ids match this pattern: hermes/*/CHUNK")
    parser.add_argument("--isolate", action="store_true", help="run it in a child process: a crash costs one test")
    given = parser.parse_args()
    sys.path.insert(0, os.getcwd())
    try:
        report = check(given.factory, given.syntax, tests=given.tests, isolate=given.isolate)
    except (Failure, FencepostError) as error:
        sys.exit(f"fencepost: {error}")
    print(f"{report.passed} tests passed, {report.skipped} were skipped, {len(report.differs)} read the notation otherwise")


if __name__ == "__main__":
    main()
