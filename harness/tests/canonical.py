# SPDX-License-Identifier: Apache-2.0
"""canonical.py SOURCE_DIR FENCEPOST: cases that are not about layout are written as the template writes them: a parser that
needs its line ends fails no others, and `lint` names a case that it would fail.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from checks import run_checks
from fewdata import few_cases

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKER = str(SOURCE / "harness" / "tests" / "workers" / "needs_blanks.py")
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

# Cases that such a parser may fail: those about layout. In qwen3-coder a line end may lack on either side of six tags, and
# each way to frame a value, or not to, has its case.
MOST = {"hermes": 10, "qwen3-coder": 30}


def failed_by(syntax):
    """The golden cases that the planted parser fails; and how many it passes."""
    done = subprocess.run([FENCEPOST, "test", "--format", "json", "--only", "golden", "--reduce-budget", "0", "--deadline", "60", "--",
                           sys.executable, WORKER, syntax, FENCEPOST, "serve"], capture_output=True, timeout=1200, check=False)
    assert done.returncode == 1, (done.returncode, done.stdout[-2000:], done.stderr[-2000:])
    golden = [r for r in map(json.loads, done.stdout.decode("utf-8").splitlines())
              if r["record"] == "result" and r["check"] == "golden"]
    passed = sum(r["verdict"] == "pass" for r in golden)
    return [r["case"] for r in golden if r["verdict"] not in ("pass", "skipped")], passed


def few_cases_need_no_blanks():
    for syntax, most in MOST.items():
        failed, passed = failed_by(syntax)
        print(f"{syntax}: a parser that needs the template's line ends fails {len(failed)} cases and passes {passed}")
        assert 1 <= len(failed) <= most, (syntax, failed)
        assert passed > 10 * len(failed), (syntax, passed, failed)
    return len(MOST)


def lint(*edits):
    """The problems of marks without blanks that lint reports where these texts of files are replaced."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        for part in ("corpus", "spec", "harness"):
            shutil.copytree(Path(os.environ["FENCEPOST_DATA"], part), data / part)
        for name, old, new in edits:
            text = (data / name).read_text(encoding="utf-8")
            assert old in text, (name, old)
            (data / name).write_text(text.replace(old, new, 1), encoding="utf-8")
        done = subprocess.run([FENCEPOST, "lint"], capture_output=True, timeout=600, check=False,
                              env={**os.environ, "FENCEPOST_DATA": folder})
        assert done.returncode == 1, (done.returncode, done.stderr[-2000:])
        return [line for line in done.stderr.decode("utf-8").splitlines() if "needs the blanks of the template" in line]


# A case of each place, with a blank moved to where the template has none: offsets stay what they are.
MOVED = [
    ("corpus/families/object/arguments.json", r'«open»{\"name\": \"f\", \"arguments\": {\"n\": 0}}«close»',
     r'«bare-open»{\"name\": \"f\", \"arguments\": {\"n\": 0}}\n\n«bare-close»',
     "hermes/arguments/number-1: ", "write <tool_call>␊ in place of <tool_call> at byte 0, or cite the clause that it is "
                                     "about (OBJECT-1.1)"),
    ("corpus/families/object/arguments.json", r'«open»{\"name\": \"f\", \"arguments\": {\"n\": -0}}«close»',
     r'«bare-open»\n\n{\"name\": \"f\", \"arguments\": {\"n\": -0}}«bare-close»',
     "hermes/arguments/number-2: ", "write ␊</tool_call> in place of </tool_call> at byte 50, or cite"),
    ("corpus/qwen3-coder/name.json", r'"<tool_call>\n<function=x>\n</function>\n</tool_call>"',
     r'"<tool_call>\n<function=x></function>\n\n</tool_call>"',
     "qwen3-coder/name/one-byte: ", "write ␊<function=x>␊ in place of <function=x> at byte 12, or cite"),
]


def lint_names_a_case_that_needs_none():
    lines = lint(*(move[:3] for move in MOVED))
    lines = [line for line in lines if line.split(": ")[1].split("/")[0] in MOST]  # a family has more members
    assert len(lines) == len(MOVED), lines
    for file, _, _, case, remedy in MOVED:
        assert sum(line.startswith(f"{file}: {case}") and remedy in line for line in lines) == 1, (case, lines)
    return len(MOVED)


def clauses_declare_that_they_are_about_layout():
    """Without the word in the clause its cases have to be written like any others."""
    lines = lint(("spec/families/object.md", "**MUST.** Source. Layout. The object", "**MUST.** Source. The object"),
                 ("spec/families/object.md", "**MUST.** Decision. Layout. Between", "**MUST.** Decision. Between"))
    assert any("hermes/block/glued-on-one-line: " in line and 'mark one "Layout." in the spec' in line
               for line in lines), lines
    return len(lines)


if __name__ == "__main__":
    with few_cases(SOURCE, *MOST, "families"):
        sys.exit(run_checks([(lint_names_a_case_that_needs_none, 3), (clauses_declare_that_they_are_about_layout, 9),
                             (few_cases_need_no_blanks, 2)], {}, SOURCE))
