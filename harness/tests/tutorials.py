# SPDX-License-Identifier: Apache-2.0
"""tutorials.py SOURCE_DIR FENCEPOST [--show]: types what the tutorials of the site tell a reader to type, and expects what they
show.

A block ```LANGUAGE FILE is written to that file. In a block ```console a line after `$ ` is a command, and lines after `> ` continue
it; the lines that follow are lines of its output, in their order; a line `…` stands for any others. With --show the output of each
command is printed, to be pasted.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from checks import run_checks
from left_out import left_out

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = Path(sys.argv[2]).absolute()
SHOW = "--show" in sys.argv
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def place():
    """A folder of its own, in which the program and its headers are found as where they are installed."""
    shutil.rmtree("reader", ignore_errors=True)
    Path("reader").mkdir()
    bin_, pc = Path("bin").absolute(), Path("pc").absolute()
    for folder in (bin_, pc):
        folder.mkdir(exist_ok=True)
    if not (bin_ / "fencepost").exists():
        (bin_ / "fencepost").symlink_to(FENCEPOST)
    (pc / "fencepost.pc").write_text(f"Name: fencepost\nDescription: headers\nVersion: 0\nCflags: -I{SOURCE}/reference/include\n",
                                     encoding="utf-8")
    return {**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "PKG_CONFIG_PATH": str(pc), "FENCEPOST_DATA": str(SOURCE)}


def commands(text):
    """(command, lines that are expected) of a block."""
    found = []
    for line in text.split("\n"):
        if line.startswith("$ "):
            found.append(([line[2:]], []))
        elif line == ">" or line.startswith("> "):
            found[-1][0].append(line[2:])
        elif line and line != "…":
            found[-1][1].append(line)
    return [("\n".join(command), expected) for command, expected in found]


def missing(expected, said):
    """The first expected line that does not come, in its order; None: all do."""
    lines = iter(line.rstrip() for line in said.split("\n"))
    for line in expected:
        if line.rstrip() not in lines:
            return line
    return None


def follow(name):
    """How many lines of output were expected, and came."""
    environment, count = place(), 0
    for language, file, text in BLOCK.findall((SOURCE / "site" / "tutorials" / name).read_text(encoding="utf-8")):
        if file:
            (Path("reader") / file).write_text(text, encoding="utf-8")
        for command, expected in commands(text) if language == "console" else []:
            done = subprocess.run(["bash", "-c", command], cwd="reader", env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=300, check=False)
            said = done.stdout.decode()
            if SHOW:
                print(f"$ {command}\n{said}")
                continue
            lost = missing(expected, said)
            assert lost is None, f"{name}: {command}\ndoes not print\n{lost}\nbut\n{said[-6000:]}"
            count += len(expected)
    return count


def has_executor():
    said = subprocess.run([str(FENCEPOST), "test", "--template", os.devnull], stderr=subprocess.PIPE, check=False).stderr
    return b"without PCRE2" not in said


def a_wrong_line_is_noticed():
    assert missing(["a", "c"], "a\nb\nc") is None and missing(["c", "a"], "a\nb\nc") == "a" and missing(["d"], "a") == "d"
    return 3


def from_a_regex_to_green():
    return follow("from-a-regex-to-green.md")


def your_notation_in_ten_minutes():
    return follow("your-notation-in-ten-minutes.md")


def conform_to_response_templates():
    if not has_executor():
        left_out("the tutorial on response templates", "the program was built without PCRE2")
        return 1
    return follow("conform-to-response-templates.md")


if __name__ == "__main__":
    sys.exit(run_checks([(a_wrong_line_is_noticed, 3), (from_a_regex_to_green, 30), (your_notation_in_ten_minutes, 20),
                         (conform_to_response_templates, 1)], {}, SOURCE))
