# SPDX-License-Identifier: Apache-2.0
"""messages.py SOURCE_DIR FENCEPOST: what commands print and refuse, in which words, and how wide."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from checks import run_checks
from fewdata import few_cases
from terminal import columns_of, on_terminal, screen, to_paste

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
PYTHON = sys.executable
WORKERS = SOURCE / "harness" / "tests" / "workers"


def run(*args, given=b"", code=None, out="", err="", **environment):
    """What was printed; the exit status and parts of both streams are as expected."""
    done = subprocess.run([FENCEPOST, *map(str, args)], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, **environment}, timeout=300, check=False)
    said = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    right = (code is None or done.returncode == code) and out in said[0] and err in said[1]
    assert right, f"{args}: {done.returncode}, {code} expected; {out!r} and {err!r} expected of\n{said[0]}{said[1]}"
    return said


def commands():
    found = re.findall(r"^  ([a-z]+)  ", run("help", code=0)[0], re.M)
    assert "test" in found and "help" in found and len(found) > 20, found
    return found


# -- what may have been meant ----------------------------------------------------------------------

MEANT = [
    ("tset", "there is no command tset, did you mean test?"),
    ("hlep", "there is no command hlep"),
    ("explian --syntax caret", "there is no command explian, did you mean explain?"),
    ("man lsit", "there is no command lsit, did you mean list?"),
    ("help raport", "there is no command raport, did you mean report?"),
    ("test --sytnax caret", "there is no option --sytnax, did you mean --syntax?"),
    ("list --syntax carot", "there is no syntax carot, did you mean caret? There are: apertus, "),
    ("parse --syntax carret", "there is no syntax carret, did you mean caret?"),
    ("diff --syntaxes caret,hremes", "there is no syntax hremes, did you mean hermes?"),
    ("convert --from carret --to xml", "there is no syntax carret, did you mean caret?"),
    ("init pyhton", "there is no adapter in pyhton, did you mean python?"),
    ("init python --syntax xlm", "there is no syntax xlm, did you mean glm, xlam or xml?"),
    ("lint --syntax carot", "there is no syntax carot, did you mean caret?"),
    ("list claues", "there is no list of claues, did you mean clauses?"),
    ("completion bsah", "there is no completion for bsah, did you mean bash?"),
    ("parse --syntax caret --policy untermianted=drop", "there is no policy untermianted, did you mean unterminated?"),
    ("parse --syntax caret --policy unterminated=dorp",
     "there is no value of unterminated called dorp, did you mean drop? There are: report, drop, recover, text, whole"),
    ("parse --syntax caret --policy unterminated", "write NAME=VALUE, as in unterminated=report"),
    ("parse --syntax caret --limit vlaue=3", "there is no limit vlaue, did you mean value?"),
    ("parse --syntax caret --limit value=x", "--limit value=x: write NAME=NUMBER"),
    ("test --format jnuit", "there is no format jnuit, did you mean junit?"),
    ("report --format makrdown x", "there is no format makrdown, did you mean markdown?"),
    ("gate --format jsno --baseline a b", "there is no format jsno, did you mean json?"),
    ("express --format jsno", "there is no format jsno, did you mean json?"),
    ("explain --syntax caret --format txet", "there is no format txet, did you mean text?"),
    ("vault --mode reslove", "there is no mode reslove, did you mean resolve?"),
    ("show CARET-2.12", "did you mean CARET-2.1"),
    ("show caret/fence/no-parametres", "did you mean caret/fence/no-parameters?"),
    ("show carret", "there is no syntax, clause, case or policy carret, did you mean caret?"),
    ("show untermianted", "did you mean unterminated?"),
    ("show value-framing", "did you mean value_framing?"),
    ("test --case caret/fence/no-parametres",
     "no case matches --case caret/fence/no-parametres, did you mean caret/fence/no-parameters?"),
    ("wire --case caret/fence/no-parametres -- cat", "did you mean caret/fence/no-parameters?"),
    ("show caret --color alwyas", "there is no color alwyas, did you mean always?"),
]

FAR = ["frobnicate", "list --elephants", "list --syntax elephant", "list elephants", "init haskell",
       "parse --syntax caret --policy elephant=drop", "parse --syntax caret --policy types=elephant",
       "test --format elephant", "show elephant", "test --case elephant/in/the/room"]


def suggestions():
    for line, said in MEANT:
        run(*line.split(), code=2, err=said)
    for line in FAR:
        assert "did you mean" not in run(*line.split(), code=2)[1], line
    return len(MEANT) + len(FAR)


# -- wrong usage, and the remedy ---------------------------------------------------------------------

REFUSED = [
    ("", "usage: fencepost COMMAND"),
    ("test --text x", "need the syntax of the input: add --syntax, for example --syntax hermes"),
    ("test --text x --case a", "take the place of cases: leave --case out"),
    ("test --syntax caret --text abc --cut 99 -- true", "--cut 99: the input has only 3 bytes"),
    ("test --case caret/fence/no-parameters --cut 999 -- true", "--cut 999: the longest input of the cases has only "),
    ("test --deadline 0 -- true", "--deadline '0' must be more than 0 seconds"),
    ("test --deadline -1 -- true", "--deadline '-1' must be more than 0 seconds"),
    ("test --deadline inf -- true", "--deadline 'inf' is not a number of seconds"),
    ("policies --syntax nope -- true", "there is no syntax nope; there are: apertus, "),
    ("policies --deadline soon -- true", "--deadline 'soon' is not a number of seconds"),
    ("wire --deadline -1 -- true", "--deadline '-1' must be more than 0 seconds"),
    ("test --seed -5", "--seed '-5' is not a whole number from 0 on"),
    ("test --only goldn", "--only: there is no check 'goldn'; there are golden, policies, TOTAL, "),
    ("test --only golden,", "--only: there is no check ''; there are golden"),
    ("test --only golden,chunk", "--only: there is no check 'chunk'; there are golden"),
    ("test --quick", "--quick needs a worker after --; our own parsers are quick"),
    ("test --show -1", "--show '-1' is not a whole number from 0 on"),
    ("interop --show x a", "--show 'x' is not a whole number from 0 on"),
    ("gate --show x --baseline a b", "--show 'x' is not a whole number from 0 on"),
    ("report --show x a", "--show 'x' is not a whole number from 0 on"),
    ("test --jobs 9999", "--jobs '9999' is not a whole number from 1 to 1024"),
    ("diff --syntax caret --parser nosuch", "two parsers are needed: give another --parser"),
    ("diff --syntax caret --parser nosuch --parser builtin", "'nosuch' is not a parser: write builtin"),
    ("validate --syntax caret --catalogue tools.json --tool find --tool fingd", "there is no tool fingd, did you mean find?"),
    ("validate --syntax caret --catalogue tools.json --tool fingd", "there is no tool fingd, did you mean find?"),
    ("report nosuch.jsonl", "fencepost report: nosuch.jsonl: cannot read: No such file"),
    ("parse --syntax caret nosuch", "fencepost parse: nosuch: cannot read: No such file"),
    ("explain --syntax caret nosuch", "fencepost explain: nosuch: cannot read: No such file"),
    ("render --syntax caret nosuch", "fencepost render: nosuch: cannot read: No such file"),
    ("gate --baseline nosuch nosuch", "fencepost gate: nosuch: cannot read: No such file"),
    ("test --known nosuch", "fencepost test: nosuch: cannot read: No such file"),
    ("test --syntax caret --input nosuch", "fencepost test: nosuch: cannot read: No such file"),
    ("vault --store nosuch text", "fencepost vault: nosuch: cannot read: No such file"),
    ("doc --syntax caret nosuch", "fencepost doc: nosuch: cannot read: No such file"),
]

FILES = {
    "tools.json": '{"tools": [{"name": "find", "inputSchema": {"type": "object"}}]}',
    "text": "^^^a\nb: c\n^^^\n",
}


def refusals():
    for line, said in REFUSED:
        out, err = run(*line.split(), code=2, err=said)
        assert not out, (line, out)
        assert err.startswith("fencepost ") or line == "", (line, err)
    run("render", "--syntax", "caret", given=b'{"name": "x"}', code=2, err='without arguments, "input" is {}')
    run("render", "--syntax", "caret", given=b'{"name": "x", "input": {}}', code=0, out="^^^x\n^^^\n")
    return len(REFUSED) + 2


# -- what is not JSON -------------------------------------------------------------------------------

BROKEN = '{"record": "run", "b" 2}\n'
SAID = "line 1, column 23: not JSON: ':' expected near '2'"


def broken_data(folder, name):
    """A copy of the data, in which a file is broken."""
    for part in ("corpus", "spec", "harness"):
        shutil.copytree(Path(os.environ["FENCEPOST_DATA"], part), folder / part)
    path = folder / name
    path.write_text(BROKEN, encoding="utf-8")
    return {"FENCEPOST_DATA": str(folder)}


JSON_READERS = [
    "parse --syntax caret --catalogue broken text", "explain --syntax caret --catalogue broken text",
    "render --syntax caret broken", "render --syntax caret --catalogue broken call",
    "convert --from caret --to xml --catalogue broken text", "doc --syntax caret broken",
    "validate --syntax caret --catalogue broken text", "test --syntax caret --text x --catalogue broken",
    "diff --syntax caret --parser builtin --parser builtin --text x --catalogue broken", "vault --store broken text",
    "report broken", "report --merge broken", "interop broken", "gate --baseline broken broken", "gate --write-baseline x broken",
    "add --from-failure broken",
]


def one_wording():
    """Of the same broken text all that read JSON report the same place and reason."""
    Path("broken").write_text(BROKEN, encoding="utf-8")
    Path("finding.json").write_text(BROKEN, encoding="utf-8")
    for line in JSON_READERS:
        err = run(*line.split())[1]
        assert f"broken: {SAID}\n" in err, (line, err)
        assert err.startswith(f"fencepost {line.split()[0]}: "), (line, err)
    run("add", "--from-finding", ".", code=2, err=f"fencepost add: ./finding.json: {SAID}\n")
    run("render", "--syntax", "caret", given=BROKEN.encode(), code=2, err=f"fencepost render: -: {SAID}\n")
    run("test", "--syntax", "caret", "--text", "x", "--catalogue", BROKEN, code=2,
        err=f"fencepost test: --catalogue: {SAID}\n")
    run("serve", given=BROKEN.encode(), code=2, err=f"the request: {SAID}")
    worker = f"import sys\nfor line in sys.stdin: print({BROKEN.strip()!r}, flush=True)"
    for args in (["test", "--syntax", "caret"], ["wire"]):
        out, err = run(*args, "--", PYTHON, "-c", worker)
        assert f"an answer: {SAID}, in: " in out + err, (args, out, err)
    for name in ("corpus/caret/fence.json", "corpus/catalogues/files.json"):
        with tempfile.TemporaryDirectory() as folder:
            env = broken_data(Path(folder), name)
            for command in (["test", "--case", "caret/*"], ["lint"], ["list", "cases"]):
                run(*command, code=None, err=f"{name}: {SAID}\n", **env)
    return len(JSON_READERS) + 10


def in_lines():
    """The line that is not JSON is the file's, and a last one that was cut off is not one."""
    good = '{"record": "run"}\n'
    Path("later").write_text(good * 3 + BROKEN + good, encoding="utf-8")
    run("add", "--from-failure", "later", code=2, err="later: line 4, column 23: not JSON: ")
    Path("cut").write_text(good + BROKEN[:15], encoding="utf-8")
    assert "not JSON" not in run("add", "--from-failure", "cut", code=2)[1]
    return 2


# -- width -------------------------------------------------------------------------------------------

def help_fits():
    """80 columns elsewhere than on a terminal, whatever COLUMNS says; on a terminal its own width."""
    names = [*commands(), ""]
    for name in names:
        for columns in ("40", "200"):
            for line in run("help", *[name][:bool(name)], code=0, COLUMNS=columns)[0].splitlines():
                assert columns_of(line) <= 80, (name, line)
    for name in ("", "diff", "test", "explain"):
        for columns in (60, 80, 120):
            lines = screen(on_terminal("help", *[name][:bool(name)], columns=columns)[0])
            wide = [line for line in lines if columns_of(line) > columns and not to_paste(line)]
            assert not wide, (name, columns, wide)
    return 2 * len(names) + 12


def columns_are_aligned():
    """Texts begin in one column, also after what has more bytes than columns."""
    lines = run("help", "diff", code=0)[0].splitlines()
    rows = [line for line in lines if line.startswith("  --")]
    starts = {columns_of(re.match(r"  --\S+(?: \S+)?  +", row).group()) for row in rows}
    assert any("…" in row for row in rows) and len(starts) == 1, starts
    first = lines.index(next(line for line in lines if line.startswith("  --longest")))
    assert lines[first + 1].startswith(" " * starts.pop()), lines[first + 1]
    return len(rows)


def lists_are_whole():
    """In a pipe nothing is cut off; on a terminal a clause takes one line."""
    for columns in ("40", "1000"):
        lines = run("list", "clauses", "--syntax", "hermes", code=0, COLUMNS=columns)[0].splitlines()
        assert len(lines) > 50 and not any(line.endswith("…") for line in lines), lines
        assert max(map(len, lines)) > 200
    cut = screen(on_terminal("list", "clauses", "--syntax", "hermes", columns=70)[0])
    assert sum(line.endswith("…") for line in cut) > 40 and all(columns_of(line) <= 70 for line in cut), cut
    assert not any(line.endswith("…") for line in run("list", "cases", code=0)[0].splitlines())
    return 4


def explanations_fit():
    text = (b"Hi <tool_call>\n{\"name\":\"f\",\"arguments\":{\"a\":\"" + "❤".encode() * 99 +
            b"\"}}\n</tool_call> and <tool_call>\n{\"name\":\"g\"")
    for line in run("explain", "--syntax", "hermes", given=text, code=0)[0].splitlines():
        assert columns_of(line) <= 80 or re.match(r"\d+-\d+ ", line) or line.startswith("    a: "), line
    Path("answer").write_bytes(text)
    for columns in (80, 120):
        lines = screen(on_terminal("explain", "--syntax", "hermes", "answer", columns=columns)[0])
        assert all(columns_of(line) <= columns for line in lines), lines
        assert any("unterminated-call" in line for line in lines)
    return 3


# -- explain -----------------------------------------------------------------------------------------

ANTHROPIC = '{"content":[{"type":"text","text":%s},{"type":"tool_use","id":"x","name":"f","input":{}}]}'

WHY = [
    ("native-anthropic", ANTHROPIC % "5", 'the member "text" has to be a string or null, and is a number'),
    ("native-anthropic", ANTHROPIC % "{", "not JSON: "),
    ("native-anthropic", '{"content":[5]}', 'an item of the member "content" has to be an object, and is a number'),
    ("native-anthropic", '{"content":[{"text":"x"}]}', "the object that ends here lacks a member that it needs"),
    ("native-anthropic", '{"content":[{"type":"tool_use","id":"t","name":"a","name":"b","input":{}}]}',
     'its object has the member "name" already'),
    ("native-anthropic", 'data: {"type":"content_block_start","index":"x"}\n\n',
     'the member "index" has to be a number, and is a string'),
    ("native-openai", '{"choices":[{"index":0,"message":{"content":7}}]}',
     'the member "content" has to be a string or an array or null, and is a number'),
    ("native-openai", '{"choices":7}', 'the member "choices" has to be an array or null, and is a number'),
]

BLOCK = b'<tool_call>\n{"name":"abc","arguments":{"key":[[["x"]]]}}\n</tool_call>'
LIMITS = {"name": 2, "key": 2, "value": 3, "call": 3, "depth": 3}


def unwrapped(text):
    return re.sub(r"\s+", " ", text)


def explains_why():
    for syntax, given, said in WHY:
        out = run("explain", "--syntax", syntax, given=given.encode(), code=0)[0]
        assert said in unwrapped(out) and "! invalid-json" in out, (syntax, given, out)
    for name, number in LIMITS.items():
        out = run("explain", "--syntax", "hermes", "--limit", f"{name}={number}", given=BLOCK, code=0)[0]
        unit = "levels" if name == "depth" else "bytes"
        assert f"the limit `{name}` is {number} {unit}: " in unwrapped(out), (name, out)
    return len(WHY) + len(LIMITS)


def sums_up():
    """Each call, whether it is complete, its arguments, its diagnostics; and how all was read."""
    text = b"Hi\n^^^note\ntitle: one\nlist: [\na\nb\n]\nnonsense\n^^^\n^^^other\nkey: v\n"
    out = unwrapped(run("explain", "--syntax", "caret", "--policy", "types=schema", "--limit", "value=99",
                        "--catalogue", "tools.json", given=text, code=0)[0])
    for said in ("2 calls, 5 diagnostics:", "note bytes 3-48, complete, 2 arguments, 2 diagnostics", 'title: "one"',
                 'list: ["a","b"]', "other bytes 49-65, not complete, 1 argument, 3 diagnostics",
                 "read as caret, unterminated=report, ", "types=schema", "limit value=99", "catalogue=tools.json"):
        assert said in out, (said, out)
    assert "0 calls, 0 diagnostics" in run("explain", "--syntax", "caret", given=b"text", code=0)[0]
    cut = run("explain", "--syntax", "caret", "--policy", "unterminated=drop", given=b"^^^a\nk: v\n", code=0)[0]
    assert "0 calls, 1 diagnostic" in cut, cut
    return 3


# -- policies ----------------------------------------------------------------------------------------

def policies():
    lines = run("list", "policies", code=0)[0].splitlines()
    rows = {line.split()[0]: line for line in lines[1:]}
    assert len(rows) == 13 and all(re.search(r"MODEL-3\.\d+", row) for row in rows.values()), rows
    assert re.search(r"MODEL-3\.1 +report, drop, recover, text, whole; default report$", rows["unterminated"]), rows
    assert re.search(r"; default exact; first-newline: emoji-bracket; newline-each-side: caret, ", rows["value_framing"]), rows
    own = run("list", "policies", "--syntax", "caret", code=0)[0]
    assert re.search(r"value_framing .*; default newline-each-side$", own, re.M), own
    out = run("show", "unterminated", code=0, out="a policy: MODEL-3.1")[0]
    assert "a block that ends before its own end" in out and re.search(r"^  recover +none$", out, re.M), out
    assert run("show", "recover", code=0)[0] == out == run("show", "unterminated=recover", code=0)[0]
    framing = run("show", "value_framing", code=0, out="MODEL-3.5")[0]
    assert re.search(r"^  first-newline +emoji-bracket$", framing, re.M), framing
    both = run("show", "trimmed", code=0)[0]
    assert "text_space  a policy" in both and "value_framing  a policy" in both, both
    run("show", "unterminated=exact", code=2, err="there is no syntax, clause, case or policy unterminated=exact")
    for name in rows:
        run("show", name, code=0, out=f"{name}  a policy")
    return 9 + len(rows)


# -- pipes and pages -----------------------------------------------------------------------------------

def broken_pipe():
    """Nothing is printed of a reader who has gone, and the program ends as SIGPIPE ends any other."""
    for args in (["list", "cases"], ["list", "clauses"], ["completion", "bash"], ["help"]):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as out:
            done = subprocess.run([FENCEPOST, *args], stdout=out, stderr=subprocess.PIPE, timeout=60, check=False)
        assert done.returncode == -signal.SIGPIPE and not done.stderr, (args, done)
    shell = subprocess.run(["bash", "-c", f"'{FENCEPOST}' list clauses | head -1; echo ${{PIPESTATUS[0]}}"],
                           capture_output=True, timeout=60, check=False)
    assert shell.stdout.endswith(b"\n141\n") and not shell.stderr, shell
    return 5


def manual_pages():
    for name in commands():
        if name == "help":
            continue
        page = run("man", name, code=0)[0]
        for part in ('.SH "EXIT STATUS"', ".SH ENVIRONMENT", "FENCEPOST_DATA", "COLUMNS", "NO_COLOR"):
            assert part in page, (name, part)
    page = run("man", "test", code=0)[0]
    assert ".SH EXAMPLES" in page and "known failures that pass" in page, page
    helped = run("help", "test", code=0, out="\nexamples:\n  fencepost test \\-\\- ".replace("\\", ""))[0]
    for line in re.findall(r"^  (fencepost .*)$", helped.split("examples:")[1], re.M):
        assert columns_of(line) <= 76 and line.replace("-", "\\-").replace("'", "\\(aq") in page, line
    return 26


# -- what is printed, and of what ------------------------------------------------------------------------

BAD = [
    ("hermes", b'<tool_call>\n{"name":"f","arguments":{"x":["\xff"],"y":"\xfe","z\xf0":1}}\n</tool_call>'),
    ("native-anthropic", b'{"content":[{"type":"tool_use","id":"t","name":"f","input":{"x":["\xff"],"y":"\xc3"}}]}'),
    ("native-openai", b'{"choices":[{"index":0,"message":{"tool_calls":[{"id":"c","type":"function","function":'
                      b'{"name":"f","arguments":"{\\"x\\":[\\"\xff\\"]}"}}]}}]}'),
    ("json-envelope", b'{"thought":"\xff","tool_calls":[{"tool":"f","args":{"x":["\xe2\x82"],"y":{"a":"\xff"}}}]}'),
]


def prints_utf8():
    """MODEL-1.6: each byte of a value that is not UTF-8 becomes U+FFFD."""
    for syntax, given in BAD:
        for more in ([], ["--events"], ["--events", "--stream", "1"]):
            out = run("parse", "--syntax", syntax, *more, given=given, code=0)[0]  # decodes, or fails
            called = [json.loads(line) for line in out.splitlines()]
            calls = called[0]["calls"] if not more else [e["call"] for e in called if e["event"] == "call_end"]
            assert len(calls) == 1 and set(calls[0]["input"]["x"][0]) == {"\ufffd"}, (syntax, more, out)
        run("validate", "--syntax", syntax, "--catalogue", "tools.json", given=given, out="\ufffd")
    return 4 * len(BAD)


def templates():
    for language in ("python", "node", "c", "sh"):
        usual = run("init", language, code=0)[0]
        other = run("init", language, "--syntax", "hermes", code=0)[0]
        assert usual.count('"caret"') == 1 and other == usual.replace('"caret"', '"hermes"'), language
        assert run("init", language, "--syntax", "caret", code=0)[0] == usual
    return 8


def lint_of_one():
    """Problems of one syntax alone; how many more there are is told."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        for part in ("corpus", "spec", "harness"):
            shutil.copytree(SOURCE / part, data / part, ignore=shutil.ignore_patterns("tests", "bench", "mutants"))
        for syntax in ("caret", "xml"):
            path = data / "spec" / f"{syntax}.md"
            path.write_text(path.read_text(encoding="utf-8").replace("| `types` |", "| `tpyes` |", 1), encoding="utf-8")
        env = {"FENCEPOST_DATA": folder}
        whole = run("lint", code=1, **env)
        one = run("lint", "--syntax", "xml", code=1, out="lint: xml: 2 problems\n", **env)
        assert "caret" in whole[1] and "spec/xml.md" in one[1] and "caret" not in one[1], one
        assert re.search(r"lint: \d+ more that do not name it\n", one[0]), one
        out, err = run("lint", "--syntax", "hermes", code=0, out="lint: hermes: no problems\n", **env)
        assert not err and "more that do not name it" in out, (out, err)
    return 3


ONLY = """
import sys
sys.path.insert(0, sys.argv[1])
from _protocol import HELLO, echo, serve
serve(echo, dict(HELLO, syntaxes=sys.argv[2:]))
"""


def selects_what_is_parsed():
    """Of a worker's syntaxes alone, unless others are asked for; shards are shares of these."""
    def records(*args, syntaxes=("xml",)):
        out = run("test", "--format", "json", "--reduce-budget", "0", *args, "--", PYTHON, "-c", ONLY, WORKERS,
                  *syntaxes)[0]
        return [json.loads(line) for line in out.splitlines()]

    def cases(lines):
        return {line["case"] for line in lines if line["record"] == "result"}

    whole = records()
    assert {case.split("/")[0] for case in cases(whole)} == {"xml"} and whole[0]["selected"] == len(cases(whole))
    both = records(syntaxes=("xml", "emoji-line"))
    assert {case.split("/")[0] for case in cases(both)} == {"xml", "emoji-line"}
    asked = records("--syntax", "xml", "--syntax", "emoji-line")
    assert {case.split("/")[0] for case in cases(asked)} == {"xml", "emoji-line"}
    shares = [cases(records("--shard", f"{i}/2")) for i in (1, 2)]
    assert not shares[0] & shares[1] and shares[0] | shares[1] == cases(whole), shares
    assert abs(len(shares[0]) - len(shares[1])) <= 1
    out = run("test", "--reduce-budget", "0", "--", PYTHON, "-c", ONLY, WORKERS, "xml")[0]
    assert re.match(rf"fencepost: .*; {len(cases(whole))} cases? of xml\n", out), out[:200]
    run("test", "--syntax", "caret", "--", PYTHON, "-c", ONLY, WORKERS, "xml", code=2, err="nothing to test")
    return 8


def hints_at_policies():
    """Only where a value of a policy, were it declared, would make several golden outcomes right."""
    hint = "`fencepost policies -- COMMAND`"
    args = ["test", "--syntax", "caret", "--only", "golden", "--reduce-budget", "0", "--"]
    assert hint not in run(*args, FENCEPOST, "serve", code=0)[0]
    other = ["--policy", "unterminated=drop"]
    silent = "import json, subprocess, sys\n" \
             "p = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)\n" \
             "for line in sys.stdin:\n" \
             "    p.stdin.write(line)\n    p.stdin.flush()\n" \
             "    answer = p.stdout.readline()\n" \
             "    if '\"hello\"' in line:\n" \
             "        told = json.loads(answer)\n        told.pop('policies', 0)\n" \
             "        answer = json.dumps(told) + '\\n'\n" \
             "    sys.stdout.write(answer)\n    sys.stdout.flush()\n"
    said = run(*args, PYTHON, "-c", silent, FENCEPOST, "serve", *other, code=1)[0]
    assert hint in unwrapped(said) and re.search(r"\d\d golden outcomes would be as expected", unwrapped(said)), \
        said[-800:]
    rare = ["test", "--case", "caret/code-fence/backticks", "--only", "golden", "--"]  # one case tells nothing
    said = run(*rare, PYTHON, "-c", silent, FENCEPOST, "serve", "--policy", "code_fence=call", code=0)[0]
    assert "accepted caret/code-fence/backticks" in said and hint not in unwrapped(said), said[-800:]
    return 3


def reads_what_it_is_about():
    """Broken cases of another syntax are in the way of what is about all syntaxes, and of nothing else."""
    broken = Path(os.environ["FENCEPOST_DATA"], "corpus", "xml", "broken.json")
    worker = ["--", PYTHON, str(SOURCE / "harness" / "adapters" / "python-caret" / "adapter.py")]
    asked = ["test", "--only", "golden", "--reduce-budget", "0", "--report", "mine"]
    broken.write_text("{", encoding="utf-8")
    try:
        good = [(["show", "caret"], 0), ([*asked, *worker], 1), (["report", "mine"], 1),
                (["test", "--syntax", "caret", "--text", "^^^a"], 0),
                (["diff", "--syntax", "caret", "--text", "^^^a", "--parser", "builtin", "--parser", "builtin"], 0)]
        bad = [["show", "xml"], ["list", "syntaxes"], ["report", "--format", "html", "mine"], [*asked, "--", FENCEPOST, "serve"]]
        for command, code in good:
            assert "broken.json" not in run(*command, code=code)[1], command
        for command in bad:
            assert "corpus/xml/broken.json" in run(*command, code=2)[1], command
    finally:
        broken.unlink()
    return len(good) + len(bad)


def counts_are_those_of_cases():
    """From the lock of a syntax, or where it has none, as most of the few here, from its cases."""
    few = os.environ.pop("FENCEPOST_DATA")
    try:
        assert counted("caret", "hermes") > 30
    finally:
        os.environ["FENCEPOST_DATA"] = few
    return counted("emoji-line", "xml")


def counted(*syntaxes):
    counts = {line.split()[0]: int(line.split()[2]) for line in run("list", "syntaxes")[0].splitlines()[1:]}
    for syntax in syntaxes:
        assert counts[syntax] == len(run("list", "cases", "--syntax", syntax)[0].splitlines()) > 0, syntax
    return len(counts)


if __name__ == "__main__":
    with few_cases(SOURCE, "caret", "hermes"):
        sys.exit(run_checks([(suggestions, 40), (refusals, 25), (one_wording, 20), (in_lines, 2), (help_fits, 60),
                             (columns_are_aligned, 15), (lists_are_whole, 4), (explanations_fit, 3),
                             (explains_why, 12), (sums_up, 3), (policies, 18), (broken_pipe, 5), (manual_pages, 20),
                             (prints_utf8, 16), (templates, 8), (lint_of_one, 3), (selects_what_is_parsed, 8),
                             (hints_at_policies, 3), (reads_what_it_is_about, 9),
                             (counts_are_those_of_cases, 30)], FILES, SOURCE))
