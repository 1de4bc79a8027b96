# SPDX-License-Identifier: Apache-2.0
"""highlight.py SOURCE_DIR FENCEPOST [SYNTAX ENGINE]: the grammars for editors, in the engine of VS Code, colour the bytes
of every golden input as the reference parser reads them. ENGINE: the folder in which that engine is installed.

The engine sees a line at a time, the parser a whole message. So there are two rules. An input without a diagnostic is
coloured exactly, except the `inexact` cases of its colours.json. Of the bytes of all inputs, broken calls included, a
share of at least `floor` is coloured right. Line ends have no colour and are not compared; nor are blanks next to text.
Inputs that repeat something, or are one long value, only follow the first rule, since they would outweigh all others.
The few inputs over LONGEST are left out.
"""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from checks import by_day
from fewdata import case_files, input_of

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
HERE = SOURCE / "harness" / "tests" / "highlight"
ONE = sys.argv[3] if len(sys.argv) > 3 else None
INSTALLED = Path(sys.argv[4]).absolute() if ONE else Path(FENCEPOST).resolve().parent / "highlight"

LONG_VALUE = "/size/value"
LONGEST = 50_000  # bytes of an input; editors do not colour more at once either

# corpus/SYNTAX/colours.json: `floor`, percent of the bytes that are coloured right, just below what is measured;
# `unseen`, what the line engine cannot see; `inexact`, cases without a diagnostic that are not coloured exactly, and why;
# `unmeasured`, planted faults that the inexact cases show, and the percentage does not, and why.
USUAL = {"floor": 95.0, "inexact": {}, "unmeasured": {}}


def promised(syntax):
    path = SOURCE / "corpus" / syntax / "colours.json"
    return {**USUAL, **(json.loads(path.read_text()) if path.exists() else {})}


def inexact(syntax):
    return {f"{syntax}/{case}" for case in promised(syntax)["inexact"]}


def is_json(syntax):
    """Whether it has no grammar of its own because editors have one of JSON."""
    done = subprocess.run([FENCEPOST, "grammar", "--syntax", syntax], capture_output=True, timeout=200, check=False)
    return done.returncode != 0 and b"JSON" in done.stderr


SCOPES = {"keyword.control": "m", "entity.name.function": "n", "variable.parameter": "k", "string.unquoted": "v",
          "invalid.illegal": "s", "comment.block": "f", "meta.function-call": "-"}
ROLES = {"text": "-", "blank": "-", "marker": "m", "name": "n", "key": "k", "value": "v", "skipped": "s",
         "framing": "f", "reasoning": "f"}


def run(*args, given=b"", codes=(0,)):
    done = subprocess.run(args, input=given, capture_output=True, timeout=200, check=False)
    assert done.returncode in codes, f"{args[:4]}: {done.returncode}\n{done.stderr.decode()}"
    return done.stdout.decode()


# -- the engine ------------------------------------------------------------------------------------

def install():
    """The engine from npm, in the versions of the lock file; once for each lock file."""
    names = ["package.json", "package-lock.json"]
    stamp = INSTALLED / "installed"
    wanted = "".join((HERE / name).read_text() for name in names)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    shutil.rmtree(INSTALLED, ignore_errors=True)
    INSTALLED.mkdir()
    for name in names:
        shutil.copy(HERE / name, INSTALLED)
    npm = shutil.which("npm")
    assert npm, "npm is needed, to install the engine that reads the grammars"
    try:
        subprocess.run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline",
                        "--fetch-retries=1"],
                       cwd=INSTALLED, capture_output=True, timeout=120, check=True)
    except subprocess.SubprocessError as error:
        raise AssertionError("npm ci cannot install the engine that reads the grammars:\n"
                             f"{error}\n{(error.stderr or b'').decode()}") from error
    stamp.write_text(wanted)


def tokens(grammars, root, inputs, inject=()):
    """What scopes the engine gives to the bytes of each input."""
    request = {"grammars": grammars, "root": root, "inject": list(inject),
               "inputs": [base64.b64encode(one).decode() for one in inputs]}
    out = run("node", str(HERE / "engine.js"), str(INSTALLED / "node_modules"),
              given=json.dumps(request).encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == len(inputs)
    return answers


def letters(length, ranges):
    """A letter for each byte; the ranges are in order, and where there is none, "-"."""
    found, at = [], 0
    for start, end, letter in ranges:
        found.append("-" * (start - at) + letter * (end - start))
        at = end
    return "".join(found) + "-" * (length - at)


def letter_of(scopes):
    for scope in reversed(scopes):
        for prefix, letter in SCOPES.items():
            if scope.startswith(prefix + "."):
                return letter
    return "-"


def coloured(grammar, inputs):
    answers = tokens([grammar], grammar["scopeName"], inputs)
    return [letters(len(one), [(start, end, letter_of(scopes)) for start, end, scopes in answer])
            for one, answer in zip(inputs, answers)]


# -- the parser ------------------------------------------------------------------------------------

def grammar_of(syntax, *options):
    return json.loads(run(FENCEPOST, "grammar", "--syntax", syntax, *options))


def explained(syntax, inputs):
    """For each input the letters, and whether there is no diagnostic."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, one in enumerate(inputs):
            names.append(os.path.join(folder, str(number)))
            Path(names[-1]).write_bytes(one)
        out = run(FENCEPOST, "explain", "--syntax", syntax, "--format", "json", *names)
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == len(inputs)
    return [(letters(len(one), [(r["start"], r["end"], ROLES[r["role"]]) for r in answer["ranges"]]),
             not answer["diagnostics"]) for one, answer in zip(inputs, answers)]


def corpus(syntax):
    """The cases' ids, inputs, and whether the input repeats something or is one long value."""
    found = []
    for path in case_files(SOURCE / "corpus" / syntax):
        for case in json.loads(path.read_text())["cases"]:
            given = input_of(case)
            if len(given) <= LONGEST:
                found.append((case["id"], given, "input_parts" in case or case["id"].endswith(LONG_VALUE)))
    return found + of_family(syntax, {name for name, _, _ in found})


def of_family(syntax, own):
    """The same for the cases that it has from its family, which the program writes with its pieces."""
    found = []
    for line in run(FENCEPOST, "export", "--syntax", syntax).strip("\n").split("\n"):
        case = json.loads(line)
        if case["id"] not in own and "/types-table/" not in case["id"] and "input" in case:
            given = case["input"].encode()
            if len(given) <= LONGEST:
                found.append((case["id"], given, case["id"].endswith(LONG_VALUE)))
    return found


# -- the comparison --------------------------------------------------------------------------------

def shown(given, letter):
    """The letters of those bytes that an editor shows."""
    return "".join(c for i, c in enumerate(letter) if given[i] != 10 and given[i:i + 2] != b"\r\n")


class Measured:
    """How well a grammar agrees with the parser."""

    def __init__(self, syntax, cases, truth, grammar):
        self.agree = self.all = self.exact = 0
        self.wrong = {}  # of the inputs without a diagnostic
        for (name, given, repeats), (right, clean), seen in zip(
                cases, truth, coloured(grammar, [given for _, given, _ in cases])):
            right, seen = shown(given, right), shown(given, seen)
            same = sum(a == b for a, b in zip(right, seen))
            if not repeats:
                self.agree += same
                self.all += len(right)
            if clean and same < len(right):
                self.wrong[name] = (right, seen)
            elif clean:
                self.exact += 1
        self.syntax = syntax

    def share(self):
        return 100 * self.agree / self.all

    def faults(self):
        known = inexact(self.syntax)
        for name in sorted(set(self.wrong) - known):
            right, seen = self.wrong[name]
            yield f"{name} is not coloured exactly\n  parser  {right[:300]}\n  grammar {seen[:300]}"
        for name in sorted(known - set(self.wrong)):
            yield f"{name} is not an exception any more"
        floor = promised(self.syntax)["floor"]
        if self.share() < floor:
            yield f"{self.syntax}: {self.share():.2f} % of the bytes, and corpus/{self.syntax}/colours.json has {floor} %"


def never_ends(grammar):
    broken = json.loads(json.dumps(grammar))
    for rule in broken["patterns"]:
        if "begin" in rule:
            rule["end"] = "(?!)"
    return broken


def swapped(grammar):
    text = json.dumps(grammar).replace("keyword.control", "?").replace("entity.name.function", "keyword.control")
    return json.loads(text.replace("?", "entity.name.function"))


def uncoloured(grammar):
    return json.loads(json.dumps(grammar).replace("string.unquoted", "meta.value"))


def bare(grammar):
    return json.loads(json.dumps(grammar).replace("comment.block", "meta.reasoning"))


PLANTED = [never_ends, swapped, uncoloured]
PLANTED_WITHOUT_CALLS = [never_ends, bare]


def has_calls(syntax):
    done = subprocess.run([FENCEPOST, "render", "--syntax", syntax], input=json.dumps(CALL).encode(), capture_output=True, timeout=200,
                          check=False)
    return done.returncode == 0 or b"the notation has no calls" not in done.stderr


def check_syntax(syntax):
    cases = corpus(syntax)
    truth = explained(syntax, [given for _, given, _ in cases])
    grammar = grammar_of(syntax)
    measured = Measured(syntax, cases, truth, grammar)
    assert measured.exact > len(measured.wrong), f"{syntax}: only {measured.exact} inputs without a diagnostic"
    faults = list(measured.faults())
    assert not faults, "\n".join(faults[:5])
    plain = [(case, right) for case, right in zip(cases, truth) if not case[2]]
    for plant in PLANTED if has_calls(syntax) else PLANTED_WITHOUT_CALLS:
        broken = Measured(syntax, *zip(*plain), plant(grammar))
        assert len(set(broken.wrong) - inexact(syntax)) > len(plain) // 20, f"{syntax}: {plant.__name__} is not noticed"
        if plant.__name__ not in promised(syntax)["unmeasured"]:
            assert broken.share() < promised(syntax)["floor"], f"{syntax}: {plant.__name__} is not measured"
    return (f"{measured.exact} of {measured.exact + len(measured.wrong)} inputs without a diagnostic exactly, "
            f"{measured.share():.2f} % of {measured.all} bytes of all {len(cases)}")


# -- in Markdown -----------------------------------------------------------------------------------

# As much of Markdown's grammar as matters here.
MARKDOWN = {"scopeName": "text.html.markdown", "patterns": [
    {"begin": "^```", "end": "^```", "name": "markup.fenced_code.block.markdown"},
    {"match": "^# .*$", "name": "markup.heading.markdown"}]}
FIRST = {"llama3-json", "pythonic", "xlam"}  # no call in a text that begins otherwise
CALL = {"name": "f", "input": {"raw_args": "a", "body": "# b\n^^^x\n 🛠️[x] 🛠️ x <tool:x> <toolcall(x)> {{<x/>}}."}}


def check_injected(syntax):
    """A call in Markdown is coloured, in a code fence just if it is a call there; of notations without calls, reasoning."""
    calls = has_calls(syntax)
    block = (run(FENCEPOST, "render", "--syntax", syntax, given=json.dumps(CALL).encode()).encode() if calls
             else next(given for name, given, _ in corpus(syntax) if name == f"{syntax}/streaming/as-it-comes") + b"\n")
    text = b"# Title\n" + block + b"# Title\n```\n" + block + b"```\n# Title\n"
    grammar = grammar_of(syntax, "--inject")
    answer = tokens([MARKDOWN, grammar], "text.html.markdown", [text], [grammar["scopeName"]])[0]
    seen = letters(len(text), [(start, end, letter_of(scopes)) for start, end, scopes in answer])
    (right, _), (plain, _) = explained(syntax, [text, block])
    assert shown(text, seen) == shown(text, right), (syntax, shown(text, right), shown(text, seen))
    assert ("n" if calls else "f") in plain, syntax
    assert (shown(block, plain) in shown(text, seen)) != (syntax in FIRST), syntax
    titles = [start for start, _, scopes in answer if "markup.heading.markdown" in scopes]
    assert [text[at:at + 7] for at in titles] == [b"# Title"] * 3, (syntax, titles)
    return "in Markdown as well"


CHECKS = [check_syntax, check_injected]


def main():
    failed = 0
    try:
        install()
        lines = run(FENCEPOST, "list", "syntaxes").splitlines()[1:]
        syntaxes = {line.split()[0] for line in lines if line[:1].strip()}
        syntaxes = {syntax for syntax in syntaxes if ONE in (None, syntax) and not is_json(syntax)}
        assert syntaxes, lines
    except AssertionError as error:
        print(f"FAILED {error}")
        return 1
    for syntax in by_day(sorted(syntaxes), 3):
        for check in CHECKS:
            try:
                print(f"ok {syntax}: {check(syntax)}", flush=True)
            except AssertionError as error:
                failed += 1
                print(f"FAILED {check.__name__} {syntax}: {error}", flush=True)
    return 1 if failed else 0


sys.exit(main())
