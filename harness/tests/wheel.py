# SPDX-License-Identifier: Apache-2.0
"""wheel.py SOURCE_DIR STATIC_PROGRAM: the wheel, built, installed in a virtual environment, and used as people use it."""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import venv
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

from checks import run_checks
from fewdata import few_cases
from left_out import left_out

SOURCE, PROGRAM = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
BUILD = [sys.executable, str(SOURCE / "packages" / "python" / "build.py"), "--program"]
MOST = 10 << 20  # bytes of a wheel
# The cases of most checks.
FEW = ("families/object/duplicate", "families/object/name", "families/object/thought", "hermes/look-alike", "hermes/names")

PARSERS = '''
import json, os, re, signal, subprocess, sys, time

class Right:
    """Right on what has one call and nothing odd."""
    fencepost_syntax = "hermes"
    def __init__(self): self.chunks = []
    def feed(self, chunk): self.chunks.append(chunk)
    @property
    def seen(self): return "".join(self.chunks)
    def finish(self):
        calls = []
        def take(match):
            call = json.loads(match.group(1))
            calls.append({"name": call["name"], "input": call["arguments"]})
            return ""
        text = re.sub(r"<tool_call>(.*?)</tool_call>", take, self.seen, flags=re.S)
        return {"text": text, "calls": calls}

class ByChunks(Right):
    """Looks for calls in each chunk alone."""
    def __init__(self): self.text, self.calls = "", []
    def feed(self, chunk):
        inner = Right()
        inner.feed(chunk)
        found = Right.finish(inner)
        self.text += found["text"]
        self.calls += found["calls"]
    def finish(self): return {"text": self.text, "calls": self.calls}

class Prints(Right):
    def feed(self, chunk):
        print('{"op":"bye"}', flush=True)
        os.write(1, b'{"op":"bye"}\\n')
        super().feed(chunk)

class Exits(Right):
    def finish(self):
        if "<tool_call>" in self.seen: sys.exit(3)
        return super().finish()

class RaisesAtOnce(Right):
    def __init__(self): raise RuntimeError("no model\\nat hand")

class Raises(Right):
    def finish(self):
        if "<tool_call>" in self.seen: raise ValueError("cannot")
        return super().finish()

class Hangs(Right):
    def finish(self):
        while "<tool_call>" in self.seen:
            try: time.sleep(100)
            except Exception: pass
        return super().finish()

class HangsAtOnce(Right):
    def feed(self, chunk):
        while True: pass

class HangsAndStarts(Hangs):
    """What it starts writes a file if it outlives the parser."""
    def finish(self):
        if "<tool_call>" in self.seen:
            subprocess.Popen(["sh", "-c", "sleep 1.5; touch outlived"])
        return super().finish()

class Dies(Right):
    def finish(self):
        if "<tool_call>" in self.seen: os.kill(os.getpid(), signal.SIGSEGV)
        return super().finish()

class Forks(Right):
    def finish(self):
        if "<tool_call>" in self.seen: os.fork()
        return super().finish()

class ForksWell(Right):
    def finish(self):
        child = os.fork()
        if not child: os._exit(0)
        os.waitpid(child, 0)
        return super().finish()

class Remembers(Right):
    """Keeps what it has seen from one parser to the next."""
    last = ""
    def finish(self):
        got = super().finish()
        got["text"] += "" if Remembers.last in ("", self.seen) else "!"
        Remembers.last = self.seen
        return got

class NoJson(Right):
    def finish(self): return {"text": "", "calls": [{"name": "a", "input": {"k": {1, 2}}}]}

class NoDict(Right):
    def finish(self): return None

class WithoutSyntax(Right):
    fencepost_syntax = None

SHARED = Right()
def always_the_same(): return SHARED
always_the_same.fencepost_syntax = "hermes"
not_callable = 7

class Bytes(Right):
    fencepost_unit = "byte"
    @property
    def seen(self): return b"".join(self.chunks).decode("utf-8", "surrogateescape")

class Tools(Right):
    """Takes the catalogue of a case."""
    seen_tools = False
    def __init__(self, tools):
        super().__init__()
        Tools.seen_tools = Tools.seen_tools or bool(tools)

class Prompted(Right):
    """Takes how the prompt ended."""
    fencepost_policies = {"reasoning": "channel"}
    seen_prompts = set()
    def __init__(self, prompt):
        super().__init__()
        Prompted.seen_prompts.add(prompt)

class Events(Right):
    """Tells at the end alone, so that PROMPT has something to find."""
    fencepost_events = True
    def finish(self):
        got = super().finish()
        return {**got, "events": [{"event": "text", "data": got["text"]}] if got["text"] and not got["calls"] else []}
'''

MARKED = '''
import pytest
from parsers import Right

@pytest.mark.fencepost(syntax="hermes")
class Marked(Right):
    pass

@pytest.mark.fencepost(syntax="hermes", isolate=True)
def factory():
    return Right()

@pytest.mark.fencepost(syntax="hermes", colour="red")
def wrongly_marked():
    return Right()

def test_of_their_own():
    assert Right().finish() == {"text": "", "calls": []}
'''

TYPED = '''
from typing import Any, Dict, List, Optional

from fencepost import Answer, Parser
from fencepost.testing import Failure, Report, check

class Typed:
    def feed(self, chunk: str) -> Optional[List[Dict[str, Any]]]: return None
    def finish(self) -> Answer: return {"text": "", "calls": [{"name": "a", "input": {}}]}

def factory() -> Parser: return Typed()

report: Report = check(factory, syntax=["hermes"], policies={"code_fence": "call"}, isolate=False)
print(report.passed + 1)
try:
    check("hermes:Hermes", "hermes", tests="hermes/*")
except Failure as failure:
    print(failure.report.failed[0]["test"])
check(Typed, colour="red")  # type: ignore[call-arg]
answer: Answer = {"text": 7, "calls": []}  # type: ignore[typeddict-item]
check(int)  # type: ignore[arg-type]
'''


def run(*command, code=0, env=None):
    """What it printed, on both streams."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(env or {})}, timeout=120, check=False)
    said = done.stdout.decode()
    assert done.returncode == code, (command, done.returncode, said[-4000:])
    return said


class Place:
    """The wheel, and two environments that it is installed in: one with pytest, and one with nothing."""

    def __init__(self, folder):
        run(*BUILD, PROGRAM, "--output", folder / "dist")
        self.wheel, = (folder / "dist").glob("*.whl")
        self.full, self.empty = (self.environment(folder / name, name == "full") for name in ("full", "empty"))

    def environment(self, folder, packages):
        venv.create(folder, system_site_packages=packages, with_pip=False)
        python = folder / "bin" / "python"
        pip = [sys.executable, "-m", "pip", f"--python={python}"]
        run(*pip, "install", "--quiet", "--no-index", "--no-deps", self.wheel)
        return python


PLACE = None


def configure(**options):
    lines = "".join(f"{name} = {value}\n" for name, value in options.items())
    Path("pytest.ini").write_text(f"[pytest]\npythonpath = .\n{lines}", encoding="utf-8")


def pytest(parser, *options, code=1, **more):
    """The output of pytest on that parser. Nothing of ours is in it but what it prints: no traceback."""
    configure(fencepost_parser=f"parsers:{parser}", **more)
    said = run(PLACE.full, "-m", "pytest", "-q", "--color=no", *options, code=code)
    assert "Traceback" not in said and "site-packages/fencepost/" not in said, said
    return said


# -- the wheel ---------------------------------------------------------------------------------------

def check_wheel():
    """Its size, its tag, what is in it; a second build is the same."""
    assert PLACE.wheel.stat().st_size < MOST
    assert "-py3-none-manylinux_2_17_" in PLACE.wheel.name, PLACE.wheel.name
    with zipfile.ZipFile(PLACE.wheel) as wheel:
        names = wheel.namelist()
        metadata = wheel.read(next(name for name in names if name.endswith("/METADATA"))).decode()
    for name in ("fencepost/py.typed", "fencepost/bin/fencepost", "fencepost/pytest_plugin.py"):
        assert name in names, names
    assert any(name.endswith("LICENSE") for name in names) and "Requires-Dist" not in metadata, metadata
    run(*BUILD, PROGRAM, "--output", "again")
    again, = Path("again").glob("*.whl")
    one, two = (hashlib.sha256(path.read_bytes()).hexdigest() for path in (again, PLACE.wheel))
    assert one == two, "two builds differ"
    return len(names)


def check_refused_programs():
    """No wheel is made of a program that is dynamic, or for a machine that is not known."""
    Path("script").write_text("#!/bin/sh\n", encoding="utf-8")
    for program, sentence in (("script", "is not a program for 64-bit Linux"), ("/bin/sh", "is not linked statically"),
                              ("nothing", "there is no file nothing")):
        assert f"build.py: {program} {sentence}" in run(*BUILD, program, code=1) or sentence in run(*BUILD, program, code=1)
    strange = bytearray(PROGRAM.read_bytes()[:4096])
    strange[18:20] = b"\x16\x00"
    Path("strange").write_bytes(strange)
    assert "no tag for" in run(*BUILD, "strange", code=1)
    return 4


def check_other_machine():
    """The wheel of a program for another machine has that in its tag: here one whose header tells so."""
    arm = bytearray(PROGRAM.read_bytes()[:4096])
    arm[18:20] = b"\xb7\x00"
    arm[56:58] = b"\x00\x00"  # no program headers, and so no interpreter
    Path("arm").write_bytes(arm)
    run(*BUILD, "arm", "--output", "of-arm", env={"PATH": "/nowhere"})  # without the tools that strip it
    wheel, = Path("of-arm").glob("*.whl")
    assert "-py3-none-manylinux_2_17_aarch64." in wheel.name, wheel.name
    return 1


def check_command():
    """In an environment with nothing else: the command, with corpus and specs, and the module."""
    command = PLACE.empty.parent / "fencepost"
    assert "hermes" in run(command, "list") and "HERMES-2.1" in run(command, "show", "HERMES-2.1")
    assert run(PLACE.empty, "-m", "fencepost", "--version") == run(command, "--version") == run(PROGRAM, "--version")
    said = run(command, "test", "--case", "hermes/name/*", "--only", "golden", "--", PLACE.empty, "-m", "fencepost.worker",
               "parsers:Right")
    assert "parsers:Right 0 (python)" in said and "all as expected" in said, said
    run(command, "test", "--case", "hermes/name/escaped", "--only", "CHUNK", "--reduce-budget", "0", "--report", "reported", "--",
        PLACE.empty, "-m", "fencepost.worker", "parsers:ByChunks", code=1)
    log = json.loads(run(command, "report", "--format", "sarif", "reported", code=1))
    line = PARSERS[:PARSERS.index("class ByChunks")].count("\n") + 1
    for one in log["runs"][0]["results"]:
        place = one["locations"][0]["physicalLocation"]
        assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("parsers.py", line), place
    return 4


def check_testing():
    """fencepost.testing without pytest: what it returns, what it raises."""
    script = '''
from fencepost.testing import Failure, FencepostError, check
from parsers import ByChunks, Prompted, Right, Tools
report = check(Right, tests="hermes/name/[a-z]*")
print(report.passed, len(report.failed), report.skipped)
try:
    check(ByChunks, syntax="hermes", tests="hermes/name/CHUNK")
except Failure as failure:
    print(failure, len(failure.report.failed))
for wrong in (lambda: check(Right, tests="nix"), lambda: check(Right, "nix"), lambda: check("nix:Nix")):
    try:
        wrong()
    except FencepostError as error:
        print("sentence:", error)
check(Tools, tests="hermes/names/TOTAL")
print("tools", Tools.seen_tools)
for given in ({}, {"readings": ["OBJECT-5.5"]}):
    try:
        print("declared", [one["verdict"] for one in check(Right, tests="hermes/duplicate/key", strict=True, **given).differs])
    except Failure as failure:
        print("not declared", [one["verdict"] for one in failure.report.failed])
check(Prompted, tests="hermes/thought/TOTAL")
print("prompts", "" in Prompted.seen_prompts, "<think>\\n" in Prompted.seen_prompts)
'''
    Path("script.py").write_text(script, encoding="utf-8")
    said = run(PLACE.empty, "script.py")
    passed = int(said.split()[0])
    command = [PLACE.empty, "-m", "fencepost.testing"]
    assert "0 tests failed" not in run(*command, "parsers:Right", "--tests", "hermes/name/[a-z]*")
    assert "1 of 1 tests failed" in run(*command, "parsers:ByChunks", "--syntax", "hermes", "--tests", "hermes/name/CHUNK", code=1)
    assert run(*command, "parsers:nix", code=1) == "fencepost: parsers:nix cannot be imported: parsers has no nix\n"
    assert passed > 3, said
    for part in ("1 of 1 tests failed", "LAW-2.1", "input, cut ", "again: fencepost test --case hermes/name/",
                 "-m fencepost.worker parsers:ByChunks --syntax hermes", "sentence: no test matches nix",
                 "sentence: fencepost drive: the worker's answer to hello is wrong", "No module named 'nix'", "tools True",
                 "prompts True True", "not declared ['differs']\ndeclared ['declared']\n"):
        assert part in said, (part, said)
    return passed


def check_types():
    """What a type checker makes of the package as it is installed: right uses, and wrong ones that it finds."""
    mypy = shutil.which("mypy")
    if not mypy:
        left_out("the types of the package for Python", "there is no mypy")
        return 1
    Path("typed.py").write_text(TYPED, encoding="utf-8")
    run(mypy, "--strict", "--cache-dir", "types", "--python-executable", PLACE.empty, "typed.py")
    return 1


# -- pytest ------------------------------------------------------------------------------------------

def check_collection():
    """All are listed, with their clauses, and nothing is run."""
    said = pytest("HangsAtOnce", "--collect-only", code=2, fencepost_deadline="0.3")
    assert "did not answer within 0.3 s" in said
    said = pytest("Right", "--collect-only", code=0)
    assert "pytest.ini::hermes/name/" in said and "hermes/name/CHUNK[LAW-2.1]" in said, said
    assert "[HERMES-" in said
    return said.count("::")


def check_failure():
    """A failure reads as on the terminal, with the command, and the test's own name."""
    said = pytest("ByChunks", "-k", "name/ and CHUNK", "--junitxml=junit.xml")
    for part in ("LAW-2.1 (must, spec/laws.md", "input, cut ", "┆", "│ actual", "harm: ", "smallest form of",
                 "-m fencepost.worker parsers:ByChunks", "here: pytest 'pytest.ini::hermes/name/CHUNK[LAW-2.1]'", "1 failed"):
        assert part in said, (part, said)
    suite = ElementTree.parse("junit.xml").getroot().find("testsuite")
    assert suite.get("failures") == "1" and "LAW-2.1" in suite.find("testcase").get("name"), suite.attrib
    assert "parsers:ByChunks" in suite.find("testcase/failure").text
    again = run(PLACE.full, "-m", "pytest", "-q", "pytest.ini::hermes/name/CHUNK[LAW-2.1]", code=1)
    assert "1 failed" in again and "passed" not in again, again
    return 12


def check_usual_options():
    """-k by clause, --lf, xfail, -n."""
    said = pytest("Raises", "-k", "name/ and (CHUNK or TOTAL or HERMES)", "--strict-markers")
    failed = said.count("\nFAILED ")
    assert failed > 0 and "ValueError: cannot (parsers.py:" in said, said
    last = pytest("Raises", "--lf", "-k", "name/")
    assert last.count("\nFAILED ") == failed and " passed" not in last, last
    known = pytest("Raises", "--lf", "-k", "name/", code=0, fencepost_xfail="hermes/name/* # it raises")
    assert f"{failed} xfailed" in known, known
    apart = pytest("Raises", "-n", "2", "-k", "name/ and (CHUNK or TOTAL or HERMES)")
    assert apart.count("\nFAILED ") == failed, apart
    return failed + 3


def check_marked():
    """Factories in test modules; a wrong mark is one sentence; tests of their own are as before."""
    configure()
    command = [PLACE.full, "-m", "pytest", "-v", "--color=no", "-k", "TOTAL and name/ or of_their_own", "marked/test_marked.py"]
    Path("marked").mkdir()
    Path("marked/test_marked.py").write_text(MARKED, encoding="utf-8")
    said = run(*command, code=2)
    assert "fencepost: the mark fencepost has no colour: it takes syntax" in said and "Traceback" not in said, said
    Path("marked/test_marked.py").write_text(MARKED.replace(', colour="red"', ""), encoding="utf-8")
    said = run(*command)
    shutil.rmtree("marked")
    for name in ("Marked", "factory", "wrongly_marked"):
        assert f"marked/test_marked.py::{name}::hermes/name/TOTAL[LAW-1.1] PASSED" in said, said
    assert "test_of_their_own PASSED" in said, said
    return 5


def check_readme():
    """The parser of the README, with its lines of configuration, by the command pytest: the folder is not on the path."""
    text = (SOURCE / "README.md").read_text(encoding="utf-8")
    parser, = re.findall(r"```python\n(class Hermes:.*?)```", text, re.S)
    line, table = re.search(r"With pytest, put `(fencepost_parser = [^`]+)` under\s+`(\[[^`]+\])`", text).groups()
    Path("readme").mkdir()
    Path("readme/hermes.py").write_text(parser, encoding="utf-8")
    Path("readme/pyproject.toml").write_text(f"{table}\n{line}\n", encoding="utf-8")
    done = subprocess.run([PLACE.full, "-c", "import sys, pytest; sys.path.remove(''); sys.exit(pytest.main())", "-q", "--color=no",
                           "-k", "name/escaped"], cwd="readme", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
    said = done.stdout.decode()
    assert done.returncode == 1 and "a call is lost" in said and "pyproject.toml::hermes/name/" in said, said[-3000:]
    return 1


def check_chosen_files():
    """Who names files gets those, and no test of ours beside them."""
    Path("test_other.py").write_text("def test_other():\n    pass\n", encoding="utf-8")
    said = pytest("Right", "test_other.py", code=0)
    os.remove("test_other.py")
    assert "1 passed" in said, said
    return 1


# -- parsers that are wrong ---------------------------------------------------------------------------

FACTORIES = (("not_callable", "parsers:not_callable is not a factory"),
             ("WithoutSyntax", "parsers:WithoutSyntax does not name its syntax"),
             ("RaisesAtOnce", "raises RuntimeError: no model at hand (parsers.py:"),
             ("NoDict", "finish() returned NoneType: it returns a dict"),
             ("always_the_same", "returns the same object twice"))
MODULES = (("exits", "import sys\nsys.exit(2)\n", "cannot be imported: SystemExit: 2 (exits.py:2)"),
           ("forks", "import os\nos.fork()\nclass Nix: pass\n", "cannot be imported: it forks"),
           ("hangs", "while True: pass\n", "is still being imported after 0.3 s"))
TRY = """
import fencepost._parser as parser
from fencepost.testing import FencepostError, check
for name in {names}:
    try:
        check("parsers:" + name)
    except FencepostError as error:
        print(error)
for module in {modules}:
    try:
        parser.load(module + ":Nix", 0.3 if module == "hangs" else 30)
    except FencepostError as error:
        print(error)
"""


def check_factories():
    """A factory that cannot be used is one sentence, without pytest as with it, and no test of its own."""
    for module, code, _ in MODULES:
        Path(f"{module}.py").write_text(code, encoding="utf-8")
    said = run(PLACE.empty, "-c", TRY.format(names=[name for name, _ in FACTORIES], modules=[name for name, _, _ in MODULES]))
    wanted = [sentence for _, sentence in FACTORIES] + [f"{name}:Nix {sentence}" for name, _, sentence in MODULES]
    lines = said.splitlines()
    assert len(lines) == len(wanted) and all(sentence in line for sentence, line in zip(wanted, lines)), said
    for parser, sentence in (("RaisesAtOnce", f"fencepost: parsers:RaisesAtOnce, asked to parse the text hello, {FACTORIES[2][1]}"),
                             ("nix", "fencepost: parsers:nix cannot be imported: parsers has no nix")):
        assert sentence in pytest(parser, "-k", "name/odd-1", code=2), parser
    assert "the answer is not JSON" in pytest("NoJson", "-k", "name/escaped")
    configure(fencepost_parser="nix.parsers:Nix")
    said = run(PLACE.full, "-m", "pytest", "-q", code=2)
    assert "fencepost: nix.parsers:Nix cannot be imported: ModuleNotFoundError: No module named 'nix'" in said, said
    configure(fencepost_parser="nix")
    assert "write it as package.module:factory" in run(PLACE.full, "-m", "pytest", "-q", code=2)
    assert "fencepost_deadline: soon is not a number" in pytest("Right", code=2, fencepost_deadline="soon")
    assert "fencepost_policies: x is not NAME=VALUE" in pytest("Right", code=2, fencepost_policies="x")
    said = pytest("Exits", "-k", "name/escaped")
    assert "SystemExit: 3 (parsers.py:" in said and " failed" in said and "passed" not in said, said
    return len(wanted) + 8


def check_prints():
    assert " passed" in pytest("Prints", "-k", "name/ and TOTAL", code=0)
    assert " passed" in pytest("Prints", "-k", "name/ and TOTAL", code=0, fencepost_isolate="true")
    return 2


def check_hangs():
    """In the test's process and in a child; each costs its tests one deadline, and others go on."""
    for isolate in ("false", "true"):
        said = pytest("HangsAndStarts" if isolate == "true" else "Hangs", "-k", "name/ and (TOTAL or WHOLE) or 06-tool-call",
                      fencepost_deadline="0.5", fencepost_isolate=isolate)
        assert "the parser did not answer within 0.5 s" in said, said
        assert "2 failed, 1 passed" in said or "1 passed, 2 failed" in said, said
    time.sleep(2)
    assert not Path("outlived").exists(), "what an isolated parser starts outlives it"
    return 4


def check_dies():
    said = pytest("Dies", "-k", "name/ and (TOTAL or WHOLE)", fencepost_isolate="true")
    assert "the parser's process was killed by SIGSEGV" in said and said.count("\nFAILED ") == 2, said
    return 1


def check_forks():
    said = pytest("Forks", "-k", "name/escaped")
    assert said.count("a child ends with os._exit()") >= 1 and "1 failed" in said, said
    assert "1 passed" in pytest("ForksWell", "-k", "name/escaped", code=0)
    return 2


def check_state():
    """What one parser leaves to the next one shows as a failure, of whichever tests it comes to."""
    assert "FAILED" in pytest("Remembers", "-k", "name/escaped or name/odd-1")
    return 1


def check_units():
    """Bytes, tools and events reach the parser."""
    assert " passed" in pytest("Bytes", "-k", "name/ and (TOTAL or CHUNK)", code=0)
    said = pytest("Events", "-k", "name/ and PREFIX")
    assert "PREFIX" in said or "events" in said, said
    return 2


# -- packages that are wrong ---------------------------------------------------------------------------

def check_versions():
    """A program of another version, none, and one of another machine: a sentence each, from plugin and command."""
    other = Path("other")
    other.write_text('#!/bin/sh\necho \'{"op":"hello","id":0,"protocols":[1],"suite":"9.9"}\'\ncat >&2\n', encoding="utf-8")
    alien = Path("alien")
    alien.write_bytes(b"\x7fELF\x02\x01\x01" + b"\0" * 11 + b"\x16\0" + b"\0" * 100)
    for file in (other, alien):
        file.chmod(0o755)
    configure(fencepost_parser="parsers:Right")
    for program, sentence in (("other", "is 9.9: install them together"), ("missing", "missing, which is not a file"),
                              ("alien", "build it from the sources")):
        said = run(PLACE.full, "-m", "pytest", "-q", code=2, env={"FENCEPOST_PROGRAM": os.path.abspath(program)})
        assert sentence in said and "Traceback" not in said, said
    command = PLACE.empty.parent / "fencepost"
    for program in ("missing", "alien"):
        said = run(command, "list", code=1, env={"FENCEPOST_PROGRAM": os.path.abspath(program)})
        assert said.startswith("fencepost: ") and said.count("\n") == 1, said
    inside, = PLACE.empty.parent.parent.glob("lib/*/site-packages/fencepost/bin/fencepost")
    inside.rename(inside.with_name("away"))
    said = run(command, "list", code=1)
    inside.with_name("away").rename(inside)
    assert "this package has no program for Linux on " in said and said.count("\n") == 1, said
    return 6


WITH_PYTEST = [(check_failure, 12), (check_usual_options, 4), (check_marked, 5), (check_readme, 1), (check_chosen_files, 1),
               (check_factories, 15), (check_prints, 2), (check_hangs, 4), (check_dies, 1), (check_forks, 2), (check_state, 1),
               (check_units, 2), (check_versions, 6)]


def main():
    global PLACE
    checks, few = [(check_wheel, 10), (check_refused_programs, 4), (check_other_machine, 1), (check_command, 4), (check_types, 1)], [(check_testing, 1)]
    have = subprocess.run([sys.executable, "-c", "import pytest, xdist"], stderr=subprocess.DEVNULL, check=False)
    if have.returncode == 0:
        checks += [(check_collection, 1000)]
        few += WITH_PYTEST
    else:
        left_out("the plugin for pytest", "there is no pytest with xdist (python3-pytest, python3-pytest-xdist)")
    with tempfile.TemporaryDirectory() as folder:
        PLACE = Place(Path(folder))
        status = run_checks(checks, {"parsers.py": PARSERS}, SOURCE)
        with few_cases(SOURCE, *FEW):
            return run_checks(few, {"parsers.py": PARSERS}, SOURCE) or status


sys.exit(main())
