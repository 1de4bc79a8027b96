# SPDX-License-Identifier: Apache-2.0
"""pytest_plugin.py: a test of each golden case, and of each law on each feature, for a parser that is named in the
configuration (`fencepost_parser`) or marked (`@pytest.mark.fencepost(syntax=…)`)."""
import shlex
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

import pytest

from fencepost._drive import Drive
from fencepost._parser import Factory, Subject, subject
from fencepost._program import FencepostError

READING = "fencepost_reading"
MARK = "fencepost"


class Failed(Exception):
    """A test failed; the text says how."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("fencepost_parser", "the factory of the parser under test: package.module:factory", default="")
    parser.addini("fencepost_syntax", "the syntaxes that it parses", type="args", default=[])
    parser.addini("fencepost_policies", "what it declares: NAME=VALUE", type="args", default=[])
    parser.addini("fencepost_readings", "clauses that it reads otherwise: OBJECT-5.5", type="args", default=[])
    parser.addini("fencepost_isolate", "run the parser in a child process", type="bool", default=False)
    parser.addini("fencepost_deadline", "seconds that the parser has for one input", default="5")
    parser.addini("fencepost_strict", "advice, and what rests on our Decisions alone, fails too", type="bool", default=False)
    parser.addini("fencepost_xfail", "tests that are expected to fail: PATTERN [# REASON]", type="linelist", default=[])


class Drives:
    """Those of this process, ended with it. Collected: the configuration's tests are there."""

    def __init__(self) -> None:
        self.all: List[Drive] = []
        self.collected = False


DRIVES = pytest.StashKey[Drives]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "fencepost(syntax, policies={}, readings=[], isolate=False, deadline=5, strict=False): "
                                       "a factory of parsers, which the suite is run on")
    config.stash[DRIVES] = Drives()
    chosen = getattr(config, "args_source", None) is pytest.Config.ArgsSource.ARGS
    if config.getini("fencepost_parser") and config.inipath and not chosen:
        config.args.append(str(config.inipath))  # it may lie outside of testpaths


def pytest_unconfigure(config: pytest.Config) -> None:
    for drive in config.stash[DRIVES].all if DRIVES in config.stash else ():
        drive.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Optional[pytest.Collector]:
    config = parent.config
    if not config.getini("fencepost_parser") or file_path != config.inipath:
        return None
    return ConfiguredFile.from_parent(parent, path=file_path)  # type: ignore[no-any-return]


def module_of(collector: pytest.Collector) -> str:
    return getattr(getattr(collector, "obj", None), "__name__", "")


@pytest.hookimpl(tryfirst=True)  # type: ignore[misc]
def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: Any) -> Optional[pytest.Collector]:
    marks = getattr(obj, "pytestmark", ())
    own = [m for m in (marks if isinstance(marks, (list, tuple)) else ()) if getattr(m, "name", "") == MARK]
    if not own or not callable(obj) or getattr(obj, "__module__", "") != module_of(collector):
        return None
    marked = MarkedFactory.from_parent(collector, name=name, factory=obj, given=own[-1])
    for mark in marks:
        marked.add_marker(getattr(pytest.mark, mark.name)(*mark.args, **mark.kwargs))
    return marked  # type: ignore[no-any-return]


def collect_tests(parent: Any, make: Any) -> Iterator["Test"]:
    """The items of one drive, which `make` starts."""
    try:
        drive = make()
        parent.config.stash[DRIVES].all.append(drive)
        tests = drive.list()
    except FencepostError as error:
        raise parent.CollectError(f"fencepost: {error}") from None
    for test in tests:
        yield Test.from_parent(parent, name=f"{test['id']}[{test['clause']}]", drive=drive, test=test)


def from_words(words: List[str]) -> Dict[str, str]:
    wrong = [word for word in words if "=" not in word]
    if wrong:
        raise FencepostError(f"fencepost_policies: {wrong[0]} is not NAME=VALUE")
    return dict(word.split("=", 1) for word in words)


def seconds(text: Any) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not number > 0:
        raise FencepostError(f"fencepost_deadline: {text} is not a number of seconds above 0")
    return number


class ConfiguredFile(pytest.File):
    """The file of the configuration: its tests are those of fencepost_parser."""

    def make(self) -> Drive:
        ini = self.config.getini
        if str(self.path.parent) not in sys.path:  # as `python -m pytest` has it
            sys.path.insert(0, str(self.path.parent))
        found = subject(ini("fencepost_parser"), ini("fencepost_syntax"), from_words(ini("fencepost_policies")),
                        ini("fencepost_readings"))
        return Drive(found, seconds(ini("fencepost_deadline")), ini("fencepost_strict"), ini("fencepost_isolate"))

    def collect(self) -> Iterator["Test"]:
        """Once: where the tests are in the file's own folder, pytest comes by twice."""
        drives = self.config.stash[DRIVES]
        if drives.collected:
            return iter(())
        drives.collected = True
        return collect_tests(self, self.make)


class MarkedFactory(pytest.Collector):
    """A factory in a test module, with its mark."""

    def __init__(self, factory: Factory, given: pytest.Mark, **rest: Any) -> None:
        super().__init__(**rest)
        self.factory = factory
        self.given = given

    def make(self) -> Drive:
        options = dict(self.given.kwargs)
        ini = self.config.getini
        if len(self.given.args) > 0:
            raise FencepostError("the mark fencepost takes names alone: @pytest.mark.fencepost(syntax=\"hermes\")")
        found: Subject = subject(self.factory, options.pop("syntax", None), options.pop("policies", None),
                                 options.pop("readings", None))
        drive = {"deadline": seconds(options.pop("deadline", ini("fencepost_deadline"))),
                 "strict": options.pop("strict", ini("fencepost_strict")),
                 "isolate": options.pop("isolate", ini("fencepost_isolate"))}
        if options:
            raise FencepostError(f"the mark fencepost has no {', '.join(options)}: it takes syntax, policies, "
                                 "readings, isolate, deadline, strict")
        return Drive(found, **drive)

    def collect(self) -> Iterator["Test"]:
        return collect_tests(self, self.make)


class Test(pytest.Item):
    """One golden case, or one law on one feature."""

    __test__ = False

    def __init__(self, drive: Drive, test: Dict[str, Any], **rest: Any) -> None:
        super().__init__(**rest)
        self.drive = drive
        self.test = test
        self.user_properties.append(("clause", test["clause"]))
        for line in self.config.getini("fencepost_xfail"):
            pattern, _, reason = line.partition("#")
            if fnmatchcase(test["id"], pattern.strip()):
                self.add_marker(pytest.mark.xfail(reason=reason.strip()))

    def runtest(self) -> None:
        try:
            verdict = self.drive.run(self.test["id"])
        except FencepostError as error:
            raise Failed(f"fencepost: {error}") from None
        if verdict["counts"]:
            raise Failed(verdict.get("text") or verdict["sentence"])
        if verdict["verdict"] == "skipped":
            pytest.skip(verdict["sentence"])
        if verdict["verdict"] != "pass":
            self.user_properties.append((READING, verdict["clause"]))

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if not isinstance(excinfo.value, Failed):
            return super().repr_failure(excinfo, style)
        return f"{str(excinfo.value).strip()}\n  here: pytest {shlex.quote(self.nodeid)}"

    def reportinfo(self) -> Any:
        return self.path, None, self.nodeid.partition("::")[2]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    clauses = [value for report in terminalreporter.getreports("passed")
               for name, value in getattr(report, "user_properties", ()) if name == READING and report.when == "call"]
    if clauses:
        names = ", ".join(sorted(set(clauses)))
        terminalreporter.write_line(f"fencepost: {len(clauses)} tests passed, though the parser reads the notation otherwise "
                                    f"than the spec decides or advises: {names} (fencepost_strict = true fails them)")
