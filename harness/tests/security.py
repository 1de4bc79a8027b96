# SPDX-License-Identifier: Apache-2.0
"""security.py SOURCE_DIR FENCEPOST: promises of SECURITY.md that no other test keeps: what requests tell a parser, hostile reports
and case files, the network, and what the fuzzing services fetch.
"""
import copy
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from checks import by_day, run_checks
from fewdata import few_cases

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKERS = SOURCE / "harness" / "tests" / "workers"
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

SANITIZED = re.compile(rb"ERROR: \w+Sanitizer|runtime error:")


def ran(*command):
    """The status of a program, which must neither die nor break a rule of a sanitizer, and what it prints."""
    done = subprocess.run([FENCEPOST, *map(str, command)], capture_output=True, timeout=300, check=False)
    assert done.returncode in range(4) and not SANITIZED.search(done.stderr), (command, done.returncode, done.stderr[-2000:])
    return done.returncode, done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace")


def run(*command, codes=(0, 1, 2, 3)):
    status, said = ran(*command)
    assert status in codes, (command, status, said[-2000:])
    return said


# -- a parser under test -------------------------------------------------------------------------------------------------

MEMBERS = {"op", "id", "protocols", "suite", "syntax", "chunks", "cuts", "catalogue", "prefix", "finish", "reuse", "mode", "call",
           "beside", "timed", "tokens"}


def requests_tell_nothing():
    """Members that the protocol has, and in none of them an id, a clause or a word of an expectation."""
    script = f"tee -a requests | '{FENCEPOST}' serve"
    run("test", "--case", "caret/parameter/*", "--seed", "1", "--reduce-budget", "0", "--", "sh", "-c", script, codes=(0,))
    whole = Path("requests").read_text(encoding="utf-8").rpartition("\n")[0]  # the last line may be cut: tee is killed with all else
    lines = whole.split("\n")  # not at the line ends that only Unicode has
    for line in lines:
        assert set(json.loads(line)) <= MEMBERS, line
        assert not re.search(r"caret/parameter|CARET-\d|MODEL-\d|expect|verdict", line), line
    return len(lines)


# -- reports -------------------------------------------------------------------------------------------------------------

def places(value, path=()):
    """Where there are numbers and texts; of an array the first alone."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from places(member, (*path, name))
    elif isinstance(value, list):
        for member in value[:1]:
            yield from places(member, (*path, 0))
    elif not isinstance(value, bool) and isinstance(value, (int, str)):
        yield path, value


def spoilt(lines):
    """The report with one member after the other made hostile."""
    seen = set()
    for index, line in enumerate(lines):
        for path, value in places(line):
            if (line["record"], path) in seen:
                continue
            seen.add((line["record"], path))
            for hostile in [-1, 2**63 - 1, 2**32, None] if isinstance(value, int) else ["", "../../x", "\n::error::\x1b[2J", 7]:
                changed = copy.deepcopy(lines)
                inner = changed[index]
                for step in path[:-1]:
                    inner = inner[step]
                inner[path[-1]] = hostile
                yield changed


def write_report():
    run("test", "--syntax", "hermes", "--text", '<tool_call>{"name":"a","arguments":{"n":1}}</tool_call>', "--report", "run", "--",
        sys.executable, WORKERS / "two_bugs.py", "cut_open,numbers", FENCEPOST, "serve", codes=(1,))
    return [json.loads(line) for line in Path("run/report.jsonl").read_text(encoding="utf-8").splitlines()]


TOGETHER = 8  # reports of a page


def reports_are_read_with_care():
    """No case is looked up in them, so the program reads the fewest each time. A page shows several of those that can be shown."""
    with few_cases(SOURCE):
        lines = write_report()
        assert {"run", "result", "finding", "cause", "summary"} == {line["record"] for line in lines}, lines
        shown, refused = [], []
        for number, changed in enumerate(by_day(spoilt(lines), 17)):
            path = f"spoilt-{number}.jsonl"
            Path(path).write_text("".join(json.dumps(line) + "\n" for line in changed), encoding="utf-8")
            read_with_care("add", "--from-failure", path, "--output", "-")
            read_with_care("gate", path, "--baseline", "run/report.jsonl")
            (shown if read_with_care("report", path) <= 1 else refused).append(path)
        assert shown and refused, (shown, refused)
        for first in range(0, len(shown), TOGETHER):
            assert read_with_care("report", "--format", "html", *shown[first:first + TOGETHER]) <= 1, shown[first:first + TOGETHER]
        for path in refused:
            assert read_with_care("report", "--format", "html", path) == 2, path
        return 4 * len(shown + refused)


def read_with_care(*command):
    """The status of a command that reads spoilt reports."""
    status, said = ran(*command)
    assert "\x1b[2J" not in said and "\n::error::" not in said, (command, said[-1000:])
    return status


def a_report_chooses_no_path():
    """A name in it that climbs out of the folder stays a name."""
    with few_cases(SOURCE):
        lines = write_report()
        data = Path(os.environ["FENCEPOST_DATA"])
        for name in ("class", "case", "syntax"):
            for line in lines:
                if line["record"] == "finding":
                    line[name] = "../../../climbed" if name != "syntax" else "../hermes"
            Path("climbs.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            run("add", "--from-failure", "climbs.jsonl")
            assert not list(data.parent.glob("climbed*")) and not list(Path.cwd().parent.glob("climbed*")), name
    return 3


# -- case files ----------------------------------------------------------------------------------------------------------

# What is in place of an input; each was, or could be, more than memory, or a size that is smaller than what it counts.
BOMBS = [
    [{"repeat": "a", "times": 2**62}],
    [{"repeat": "abcdefgh" * 1024, "times": 2**51}],  # 2^64 bytes: as a size that is 0
    [{"repeat": "abcdefgh", "times": 2**61 + 1}],  # 8 bytes
    ["a" * 100, {"repeat": "ab", "times": 2**63 - 51}],
    [{"repeat": "a" * 1000, "times": 10**6}],
    [{"repeat": "a", "times": -1}],
    [{"repeat": "", "times": 2**62}, "x" * 3, {"repeat": "x", "times": 2**28}],
]


def case_files_are_read_with_care():
    with few_cases(SOURCE, "caret"):
        data = Path("data")
        shutil.copytree(os.environ["FENCEPOST_DATA"], data)
        os.environ["FENCEPOST_DATA"] = str(data.absolute())
        for parts in BOMBS:
            case = {"id": "caret/bomb/a", "title": "t", "clauses": ["CARET-1.1"], "level": "must", "origin": "seed 1", "input_parts": parts,
                    "expect": {"text": "", "calls": []}}
            (data / "corpus" / "caret" / "bomb.json").write_text(json.dumps({"syntax": "caret", "feature": "bomb", "cases": [case]}),
                                                                encoding="utf-8")
            said = run("list", "cases", "--syntax", "caret", codes=(2,))
            assert '"input_parts" is not an array of strings' in said and "bomb.json" in said, (str(parts)[:100], said)
    return len(BOMBS)


# -- templates -----------------------------------------------------------------------------------------------------------

TEMPLATE = ('{"start_anchor":"<A>","fields":{"content":{},"call":{"open_pattern":"<call name=(?P<name>[a-z]+)>","close":"</call>",'
            '"content":"json","transform":"{name}"}}}')
HOSTILE = [
    TEMPLATE.replace("[a-z]+", "(?:a+)+b"),  # exponential for an engine that backtracks
    TEMPLATE.replace("[a-z]+", "(?<=a*)b"),
    TEMPLATE.replace("[a-z]+", "(?R)"),
    TEMPLATE.replace("[a-z]+", "a{1,65535}" * 50),
    TEMPLATE.replace("</call>", "x" * 10**6),
    TEMPLATE.replace("content", "y" * 10**6, 1),
    '{"start_anchor":"<A>","fields":{' + ",".join(f'"f{i}":{{"open":"<{i}>","close":"</{i}>"}}' for i in range(10000)) + "}}",
    "[" * 10**5,
]


def templates_are_read_with_care():
    """Each beginning of one, and hostile ones: by what checks a template and by what executes it."""
    Path("text").write_text("<call name=" + "a" * 4000 + ">" * 3, encoding="utf-8")
    for template in [*(TEMPLATE[:length] for length in by_day(range(len(TEMPLATE)), 10)), *HOSTILE]:
        Path("template.json").write_text(template, encoding="utf-8")
        run("lint", "--template", "template.json")
        run("parse", "--template", "template.json", "text")
    return len(HOSTILE)


# -- the program, and what is fetched --------------------------------------------------------------------------------------

NETWORK = {"connect", "bind", "listen", "accept", "getaddrinfo", "gethostbyname", "sendto", "recvfrom", "socket"}


def the_program_knows_no_network():
    """None of these functions of the system is called: they would be named in the file."""
    said = subprocess.run(["nm", "--dynamic", "--undefined-only", FENCEPOST], capture_output=True, check=True).stdout.decode()
    names = {line.split()[-1].split("@")[0] for line in said.splitlines()}
    assert "execvp" in names, "nm shows no names"
    assert not names & NETWORK, names & NETWORK
    return len(names)


# What the parsers need of the system: memory, strings, a sort and regular expressions; nothing that opens, starts or sends.
NEEDED = {"malloc", "calloc", "realloc", "free", "bcmp", "memchr", "memcmp", "memcpy", "memmove", "memset", "bsearch", "qsort", "snprintf", "vsnprintf",
          "regcomp", "regexec", "regfree", "strchr", "strcmp", "strcspn", "strlen", "strncmp", "strpbrk", "strspn"}
INSTRUMENTS = re.compile(r"_GLOBAL_OFFSET_TABLE_|__(asan|ubsan|sanitizer|gcov|tsan|msan|stack_chk|cpu)_\w+|__stack_chk_fail")


def foreign(said):
    """Of what nm prints of the library: the names that it does not define, and that are not needed."""
    lines = [line.split() for line in said.splitlines()]
    defined = {words[2] for words in lines if len(words) == 3}
    used = {words[1] for words in lines if len(words) == 2 and words[0] in ("U", "w")}
    plain = {re.sub(r"^__(\w+)_chk$", r"\1", name) for name in used - defined if not INSTRUMENTS.fullmatch(name)}
    assert len(plain) > 10, said[:2000]
    return plain - NEEDED


def the_parsers_execute_nothing():
    library = Path(FENCEPOST).parent.parent / "reference" / "libfencepost.a"
    said = subprocess.run(["nm", library], capture_output=True, check=True).stdout.decode()
    assert foreign(said + "\n                 U execvp\n") == {"execvp"}
    assert not foreign(said), foreign(said)
    return len(said.splitlines())


ANY_BYTES = r'\xff\xc3\x00<tool_call>{"\xed\xa0\x80<|x\x7f\xf8\x00[^^^'


def the_parsers_take_any_bytes():
    """In any pieces: all laws, in each syntax."""
    with few_cases(SOURCE):
        syntaxes = [line.split()[0] for line in run("list", codes=(0,)).splitlines()[1:]]
        for syntax in by_day(syntaxes, 8):
            said = run("test", "--syntax", syntax, "--text", ANY_BYTES, "--format", "json", codes=(0,))
            passed = {row["check"] for row in map(json.loads, said.splitlines()) if row.get("verdict") == "pass"}
            assert {"TOTAL", "CHUNK", "WHOLE", "LINEAR"} <= passed, (syntax, passed)
        return len(syntaxes)


def fetched(text):
    """What a Dockerfile clones or fetches, and whether that is by a commit."""
    return [(line, bool(re.search(r"git fetch --depth 1 \S+ [0-9a-f]{40}\b", line)))
            for line in text.replace("\\\n", " ").splitlines() if re.search(r"git (clone|fetch)", line) and "$FENCEPOST" not in line]


def sources_are_pinned():
    assert fetched('RUN git clone https://a.example/b "$SRC/b"')[0][1] is False
    files = (SOURCE / "fuzz/oss-fuzz/Dockerfile", SOURCE / ".clusterfuzzlite/Dockerfile")
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert fetched(text) and all(pinned for _, pinned in fetched(text)), (path, fetched(text))
    return len(files)


if __name__ == "__main__":
    sys.exit(run_checks([
        (requests_tell_nothing, 50), (reports_are_read_with_care, 40), (a_report_chooses_no_path, 3),
        (case_files_are_read_with_care, 7), (templates_are_read_with_care, 8), (the_program_knows_no_network, 20),
        (the_parsers_execute_nothing, 1000), (the_parsers_take_any_bytes, 50), (sources_are_pinned, 2)], {}, SOURCE))
