# SPDX-License-Identifier: Apache-2.0
"""terminal.py SOURCE_DIR FENCEPOST: what a person sees on a terminal, and a program elsewhere."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import unicodedata
from pathlib import Path

from checks import run_checks
from fewdata import few_cases

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
# It takes a few seconds on a machine of any speed, and the line comes after one.
LATE = ["--", sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "late.py"), "0.003", FENCEPOST, "serve"]
RUN = ["test", "--syntax", "caret", "--only", "golden"]
SHORT = ["test", "--syntax", "caret", "--text", "^^^a"]
LIVE = re.compile(r"(\d+) of \d+ cases, \d+ unexpected, \d+\.\d a second(, (\d+:)?\d+:\d\d left)?")


def on_terminal(*command, columns=100, out_too=True, **environment):
    """What comes out of both streams, or of standard error alone, on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {**os.environ, "TERM": "xterm", **environment}
    with subprocess.Popen([FENCEPOST, *command], stdin=subprocess.DEVNULL, stderr=theirs, env=env,
                          stdout=theirs if out_too else subprocess.DEVNULL) as run:
        os.close(theirs)
        said = b""
        while True:
            ready, _, _ = select.select([ours], [], [], 120)
            assert ready, "nothing more comes"
            try:
                some = os.read(ours, 65536)
            except OSError:  # Linux says so at the end
                break
            if not some:
                break
            said += some
    os.close(ours)
    return said.decode("utf-8"), run.returncode


def screen(said):
    """The lines on the screen in the end: a carriage return goes back, ESC [ K erases what follows."""
    lines = []
    for line in said.replace("\r\n", "\n").split("\n"):
        shown = ""
        for piece in line.split("\r"):
            text, erases, _ = piece.partition("\x1b[K")
            shown = text if erases else text + shown[len(text):]
        lines.append(re.sub(r"\x1b\[[0-9;]*m", "", shown))
    return lines


def live_line():
    """It is there while the run lasts, fits the terminal, and nothing is left of it."""
    for columns in (100, 40):
        said, status = on_terminal(*RUN, *LATE, columns=columns)
        assert status == 0, said
        live = [piece.split("\x1b[K")[0] for piece in said.split("\r") if "\x1b[K" in piece]
        assert any(live), f"no live line: {said!r}"
        assert all(len(line) < columns for line in live), live
        found = [LIVE.fullmatch(line) for line in live if line] if columns >= 60 else []
        assert all(found), live
        assert all(bool(one[2]) == (int(one[1]) >= 20) for one in found), live  # what is left, not from the first cases
        assert not any("a second" in line for line in screen(said)), screen(said)
        assert "as expected" in screen(said)[-2] or screen(said)[-1] == "", screen(said)[-3:]
    return 2


def smallest_forms():
    """How far they have come is counted while they are looked for."""
    said, status = on_terminal("test", "--case", "caret/fence/one-parameter", "--case", "caret/fence/no-parameters",
                               "--cut", "1", "--reduce-budget", "500", "--", sys.executable,
                               str(SOURCE / "harness" / "tests" / "workers" / "slow.py"))
    live = [piece.split("\x1b[K")[0] for piece in said.split("\r") if "smallest forms" in piece]
    counts = [re.fullmatch(r"smallest forms: (\d+) of 2 failures, (\d+) of 500 tests", line) for line in live]
    assert status == 1 and len(counts) > 2 and all(counts), (status, live)
    tests = [int(one[2]) for one in counts]
    assert tests == sorted(tests) and tests[-1] > tests[0] and {one[1] for one in counts} <= {"0", "1"}, live
    assert not any("smallest forms:" in line for line in screen(said)), screen(said)
    return 1


def nothing_elsewhere():
    """Without a terminal, or on one that cannot erase, there is no escape sequence."""
    done = subprocess.run([FENCEPOST, *RUN, *LATE], capture_output=True, timeout=300, check=False)
    assert done.returncode == 0 and not re.search(rb"[\x1b\r]", done.stdout + done.stderr), done
    said, _ = on_terminal(*RUN, *LATE, TERM="dumb", NO_COLOR="1")
    assert "\x1b" not in said and " a second" not in said, said
    said, _ = on_terminal(*RUN, "--format", "json", *LATE, out_too=True)  # lines for a program, on a terminal
    assert "\x1b" not in said and not LIVE.search(said), said[-300:]
    said, _ = on_terminal(*RUN, "--format", "json", *LATE, out_too=False)
    assert LIVE.search(said), said
    return 4


def colours():
    """On a terminal, unless NO_COLOR says no; --color says it for all."""
    colour = re.compile(rb"\x1b\[[0-9;]*m")
    for terminal, args, environment, wanted in (
            (True, [], {}, True), (True, [], {"NO_COLOR": "1"}, False), (True, ["--color", "never"], {}, False),
            (True, ["--color=always"], {"NO_COLOR": "1"}, True), (True, ["--color", "auto"], {"NO_COLOR": "1"}, False),
            (False, [], {}, False), (False, ["--color", "always"], {}, True), (False, ["--color", "auto"], {}, False)):
        for command in (SHORT, ["show", "CARET-4.4"]):
            if terminal:
                said = on_terminal(*command, *args, **environment)[0].encode()
            else:
                said = subprocess.run([FENCEPOST, *command, *args], capture_output=True, timeout=300, check=True,
                                      env={**os.environ, **environment}).stdout
            assert bool(colour.search(said)) == wanted, (terminal, args, environment, command, said[:300])
    wrong = subprocess.run([FENCEPOST, *SHORT, "--color", "red"], capture_output=True, timeout=300, check=False)
    assert wrong.returncode == 2 and b"there is no color red; there are: auto, always, never" in wrong.stderr, wrong
    return 17


def columns_of(line):
    """How wide a terminal draws it."""
    return sum(0 if unicodedata.combining(c) or c in "\ufe0f\u200d" else
               2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def to_paste(line):
    """A command, which has to stay in one piece."""
    return line.startswith(("  again: ", "   again: ", "  fencepost ", "    fencepost "))


def widths():
    """No line is wider than the terminal, except a command to paste. Two texts are side by side from 80 columns on.
    $COLUMNS overrides the width that the terminal reports."""
    wide = "\\xf0\\x9f\\x9b\\xa0 \u6f22\u5b57" * 12
    bad = ["test", "--syntax", "caret", "--text", f"^^^a\\nk ---\\n^^^ {wide}\\n^^^\\n--- k\\n^^^\\n", "--reduce-budget", "40"]
    worker = ["--", sys.executable, str(SOURCE / "harness/tests/workers/deaf.py")]
    commands = [[*bad, *worker], ["show", "CARET-4.4"], ["show", "caret/fence/no-parameters"], ["show", "caret"],
                ["list", "clauses", "--syntax", "caret"], ["list", "syntaxes"], ["help"], ["help", "test"],
                ["diff", *bad[1:], "--parser", "builtin", "--parser", "cmd:" + " ".join(worker[1:])]]
    for command in commands:
        for columns, given in ((40, {}), (80, {}), (200, {}), (200, {"COLUMNS": "40"})):
            said, _ = on_terminal(*command, columns=columns, **given)
            room = int(given.get("COLUMNS", columns))
            for line in screen(said):
                assert columns_of(line) <= room or to_paste(line), (command, room, columns_of(line), line)
            if command[0] == "test":
                assert ("\u2502" in said) == (room >= 80) and ("  actual:" in said) == (room < 80), (room, said)
    return len(commands) * 4


if __name__ == "__main__":
    with few_cases(SOURCE, "caret"):
        sys.exit(run_checks([(live_line, 2), (smallest_forms, 1), (nothing_elsewhere, 4), (colours, 17), (widths, 36)], {}, SOURCE))
