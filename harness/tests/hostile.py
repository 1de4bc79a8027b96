# SPDX-License-Identifier: Apache-2.0
"""hostile.py SOURCE_DIR FENCEPOST: nothing that a parser under test says moves a cursor, turns text around, is printed
unseen, or is a line of its own for a program that reads lines. Each place where a worker can say something, in each
format and each command that shows workers."""
import json
import os
import re
import signal
import subprocess
import sys
import unicodedata
from pathlib import Path

from checks import by_day, run_checks
from fewdata import few_cases

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKER = str(SOURCE / "harness" / "tests" / "workers" / "hostile.py")
FORMATS = ("tty", "tap", "junit", "json", "markdown", "sarif", "badge", "svg", "html")
CASE = ["--case", "caret/fence/no-parameters"]
GOLDEN = [*CASE, "--only", "golden"]  # where it does not matter how many rows there are

# What a person is not to be sent. Those that have to be seen in a text that is ours, as in the HTML page, are few.
ACTS = (r"\e[2J\e]0;title\a\b\r" r"\x1b[31m\x1b]52;c;eA==\x07\x9b2J\x85\u202e\u2066\u200f\u061c\u2028\u2029\xa0\u200b"
        r"\ufeff\u2060\U000e0041").replace(r"\e", r"\x1b").replace(r"\a", r"\x07").replace(r"\b", r"\x08")
LINES = r"\nok 1 - fake\nBail out! fake\n::error::fake\n::stop-commands::fake\n1..77\n"
FORGED = re.compile(r"^\s*(ok 1 - fake|Bail out! fake|::error::|::stop-commands::|1\.\.77$)", re.MULTILINE)

ACTED_ON = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")

IN_HELLO = ("name", "version", "language", "unit", "syntax", "policy", "capability", "refusal", "complaint")
IN_ANSWERS = ("error", "text", "call", "key", "value", "list", "json", "code", "member", "stderr", "stray")


def is_seen(character):
    """Control and format characters, line ends, blanks that are not the space, what belongs to no one."""
    return character in "\n " or unicodedata.category(character) not in ("Cc", "Cf", "Zl", "Zp", "Zs", "Co", "Cn", "Cs")


def unseen(said):
    return sorted({f"U+{ord(c):04X}" for c in said if not is_seen(c)})


def told(command, *codes):
    """Both streams, and that they are UTF-8."""
    done = subprocess.run([FENCEPOST, *command], capture_output=True, timeout=200, check=False,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    said = (done.stdout + b"\n" + done.stderr).decode()  # strict
    assert done.returncode in codes, (command, done.returncode, said[-2000:])
    return said


def worker(where, text):
    return [sys.executable, WORKER, where, text]


def is_clean(said, what):
    assert not unseen(said), (what, unseen(said), said[-1500:])
    assert not FORGED.search(said), (what, said[-1500:])
    return 1


def tests():
    """`fencepost test`, with the smallest form of each failure."""
    count = 0
    for where in by_day(IN_ANSWERS, 2):
        said = told(["test", *CASE, "--reduce-budget", "20", "--deadline", "20", "--report", f"{where}.out", "--",
                     *worker(where, ACTS + LINES)], 1)
        assert "unexpected" in said, (where, said)
        count += is_clean(said, where)
        for form in FORMATS:
            count += is_clean(told(["report", "--format", form, f"{where}.out"], 0, 1), (where, form))
    return count


def told_apart():
    """The value is there, and not as what it is not."""
    for value, shown in ((r"\x85", r'"\u0085"'), (r"\xa0", r'"\u00a0"'), (r"a\u202e", r'"a\u202e"'), (" ", '" "')):
        said = told(["test", *GOLDEN, "--reduce-budget", "0", "--", *worker("value", value)], 1)
        assert f': {shown}' in said, (value, said)
    return 4


def live_formats():
    count = 0
    for form in FORMATS[:6]:
        for where in ("error", "stderr", "key", "value"):
            count += is_clean(told(["test", "--format", form, *GOLDEN, "--reduce-budget", "20", "--",
                                    *worker(where, ACTS + LINES)], 1), (form, where))
    return count


def commands():
    """Those that show a worker, or a sentence about it."""
    count = 0
    for where in by_day(IN_HELLO + IN_ANSWERS, 3):
        spec = "cmd:" + " ".join(f"'{word}'" for word in worker(where, ACTS + LINES))
        for command, codes in ((["wire", "--", *worker(where, ACTS + LINES)], (0, 1, 3)),
                               (["policies", "--", *worker(where, ACTS + LINES)], (0, 1, 3)),
                               (["diff", "--syntax", "caret", "--text", "^^^a\\n^^^", "--reduce-budget", "20", "--parser",
                                 "builtin", "--parser", spec], (0, 1, 3)),
                               (["test", *GOLDEN, "--format", "tap", "--reduce-budget", "0", "--",
                                 *worker(where, ACTS + LINES)], (0, 1, 3))):
            count += is_clean(told(command, *codes), (command[0], where))
    return count


def greetings():
    """A name with control characters is refused, with the clause; what has only no shape is shown by its number."""
    for where in ("name", "version", "language"):
        said = told(["test", *GOLDEN, "--", *worker(where, "p" + LINES)], 3)
        assert f'"{where}" holds a control character' in said and "PROTOCOL-2.2" in said, said
        is_clean(said, where)
        said = told(["test", *GOLDEN, "--", *worker(where, "x" * 201)], 3)
        assert f'"{where}" has 201 bytes' in said and "PROTOCOL-2.2" in said, said
        for form in FORMATS[:6]:
            said = told(["test", "--format", form, *GOLDEN, "--reduce-budget", "0", "--",
                         *worker(where, r"\u202ep\u2066\ufeff\xa0::error::")], 1)
            is_clean(said, (where, form))
    said = told(["test", *GOLDEN, "--reduce-budget", "0", "--", *worker("name", r"::error::\u202ep")], 1)
    assert "⟨U+202E⟩p" in said, said
    return 3


def errors_are_short():
    """A message of a megabyte is not a megabyte of each report."""
    said = told(["test", *CASE, "--reduce-budget", "0", "--", *worker("long", "")], 1)
    assert "… (100000 bytes)" in said and "x" * 1000 in said and "x" * 1001 not in said, said[:3000]
    return 1


def many_keys():
    """A huge answer does not block the runner: it continues with the next request, and obeys a signal."""
    run = [FENCEPOST, "test", "--syntax", "caret", "--reduce-budget", "0", "--", *worker("many", "")]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
        answered = running.stdout.readline()  # the title, before the first answer
        assert b"planted" in answered, answered
        for line in running.stdout:
            if b"call 1: the input is" in line or b"again:" in line or line.startswith(b"first failure"):
                break
        running.send_signal(signal.SIGINT)
        rest = running.stdout.read()
        assert running.wait(timeout=100) == -signal.SIGINT, (running.returncode, rest[-500:])
    return 1


def forged_reports():
    """A report that someone else wrote, in the formats that are read by lines, or on a terminal."""
    told(["test", *CASE, "--report", "mine", "--reduce-budget", "20", "--", *worker("value", "x")], 1)
    records = [json.loads(line) for line in Path("mine/report.jsonl").read_text(encoding="utf-8").splitlines()]
    hostile = (ACTS + LINES).encode().decode("unicode_escape")
    for record in records:
        record.update({k: hostile for k in ("subject", "message", "expected", "actual", "basis", "title", "stopped",
                                            "declared") if k in record})
    Path("forged.jsonl").write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")
    for form in ("tty", "tap"):
        said = told(["report", "--format", form, "forged.jsonl"], 0, 1)
        assert not ACTED_ON.search(said), (form, said)
    assert not FORGED.search(told(["report", "--format", "tap", "forged.jsonl"], 0, 1))
    return 2


if __name__ == "__main__":
    with few_cases(SOURCE, "caret/fence"):
        sys.exit(run_checks([(tests, 55), (told_apart, 4), (live_formats, 24), (commands, 25), (greetings, 3),
                             (errors_are_short, 1), (many_keys, 1), (forged_reports, 2)], {}, SOURCE))
