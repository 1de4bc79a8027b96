# SPDX-License-Identifier: Apache-2.0
"""cli.py SOURCE_DIR FENCEPOST: the program end to end: what it prints, what it says, how it exits."""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from fewdata import few_cases
from left_out import left_out

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
WORKERS = SOURCE / "harness" / "tests" / "workers"
PYTHON = sys.executable

os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


class Ran:
    def __init__(self, args, given=b"", env=None, out=subprocess.PIPE):
        done = subprocess.run([FENCEPOST, *args], input=given, stdout=out, stderr=subprocess.PIPE,
                              env={**os.environ, **(env or {})}, timeout=100, check=False)
        self.args = args
        self.code = done.returncode
        self.out = (done.stdout or b"").decode("utf-8")
        self.err = done.stderr.decode("utf-8")

    def expect(self, code, out="", err=""):
        good = self.code == code and out in self.out and err in self.err
        assert good, (f"fencepost {' '.join(self.args)}: exit status {self.code}, {code} expected; "
                      f"{out!r} and {err!r} expected of\n{self.out[:2000]}{self.err[:2000]}")
        return self


def run(*args, **more):
    """Smallest forms take time, and are the business of reduce.py."""
    quick = ["--reduce-budget", "0", "--seed", "1"] if args[:1] == ("test",) else []
    return Ran([*args[:1], *quick, *args[1:]], **more)


def report(*args, code):
    """The records of a JSON report: the run, the results, the summary."""
    lines = run("test", "--format", "json", *args).expect(code).out
    records = [json.loads(line) for line in lines.splitlines()]
    first, last = records[0], records[-1]
    results = [r for r in records[1:-1] if r["record"] not in ("finding", "cause")]
    assert (first["record"], last["record"]) == ("run", "summary")
    assert all(r["record"] == "result" for r in results)
    for verdict, count in last["verdicts"].items():
        assert count == sum(r["verdict"] == verdict for r in results), (verdict, count)
    assert last["unexpected"] == sum(r.get("counts", False) for r in results)
    assert (last["unexpected"] > 0) == (code == 1)
    assert last["cases"] == len({r["case"] for r in results})
    return first, results, last


def worker(name, *args):
    return ["--", PYTHON, str(WORKERS / (name + ".py")), *args]


# -- usage -----------------------------------------------------------------------------------------

NO_FILE = "No such file or directory"

# arguments, exit status, part of standard output, part of standard error
ROWS = [
    ("", 2, "", "usage: fencepost COMMAND"),
    ("--help", 0, "usage: fencepost COMMAND", ""),
    ("-h", 0, "usage: fencepost COMMAND", ""),
    ("help", 0, "usage: fencepost COMMAND", ""),
    ("--version", 0, "fencepost 0.", ""),
    ("help test", 0, "usage: fencepost test", ""),
    ("help tests", 2, "", "there is no command tests, did you mean test?"),
    ("help a b", 2, "", "help takes one command"),
    ("tests", 2, "", "there is no command tests, did you mean test?"),
    ("--verbose", 2, "", "there is no command --verbose"),

    ("list", 0, "caret", ""),
    ("list syntaxes", 0, "emoji-bracket", ""),
    ("list clauses", 0, "CARET-2.1", ""),
    ("list clauses --syntax caret", 0, "CARET-7.1            MUST    decision, safety  A block", ""),
    ("list cases --syntax caret", 0, "caret/fence/no-parameters", ""),
    ("list everything", 2, "", "there is no list of everything; there are: syntaxes, clauses, cases, policies, matrix, notations, subjects"),
    ("list syntaxes --engine vllm", 0, "granite4                 hermes", ""),
    ("list syntaxes --engine vllm --syntax hermes", 0, "hermes                   hermes", ""),
    ("list syntaxes --engine vlm", 2, "", "there is no engine vlm, did you mean vllm?"),
    ("list cases --engine vllm", 2, "", "--engine goes with `list syntaxes` alone"),
    ("test --as vllm:hermes --only golden", 0, "all as expected", ""),
    ("test --as vllm:herms", 2, "", "vLLM has no parser called herms, did you mean hermes?"),
    ("test --as llama.cpp:functionary_v3_2", 2, "", "no syntax is what llama.cpp reads as functionary_v3_2: Functionary 3.2"),
    ("test --as vlm:hermes", 2, "", "there is no engine vlm, did you mean vllm?"),
    ("test --as hermes", 2, "", "--as 'hermes' is not ENGINE:NAME, as vllm:hermes"),
    ("list --syntax carret", 2, "", "there is no syntax carret, did you mean caret? There are: apertus, caret, cohere"),
    ("list cases clauses", 2, "", "takes one operand"),
    ("list --all", 2, "", "there is no option --all"),
    ("show caret", 0, "spec/caret.md", ""),
    ("show CARET-2.1", 0, "MUST  source  (spec/caret.md#caret-21)", ""),
    ("show CARET-7.1", 0, "MUST, forbids  decision, safety  ", ""),
    ("show CARET-7.1", 0, "Safety: a call that was cut off would run.", ""),
    ("show CARET-2.2", 0, "Source: seed 1, Triple-Caret Block: ", ""),
    ("show caret/fence/no-parameters", 0, "list_projects", ""),
    ("show", 2, "", "takes one id"),
    ("show caret emoji-bracket", 2, "", "takes one id"),
    ("show caret/fence/no-parametres", 2, "", "caret/fence/no-parameters"),

    ("parse", 2, "", "say which syntax"),
    ("parse --syntax carret", 2, "", "there is no syntax carret"),
    ("parse --syntax caret /no/such/file", 2, "", "/no/such/file: cannot read: " + NO_FILE),
    ("parse --syntax caret /", 2, "", "/: cannot read: Is a directory"),
    ("parse --syntax caret - -", 2, "", "takes one file, and was given 2"),
    ("parse --syntax caret --stream 0", 2, "", "--stream '0' is not a whole number from 1 on"),
    ("parse --syntax caret --stream 1x", 2, "", "--stream '1x' is not"),
    ("parse --syntax caret --policy type=schema", 2, "", "there is no policy type, did you mean types? There are: unterminated"),
    ("parse --syntax caret --policy reasoning=channel", 2, "",
     "caret has no marks of reasoning, which reasoning=channel needs (MODEL-5.1)"),
    ("parse --syntax native-openai --policy unterminated=text", 2, "",
     "native-openai has no blocks with text beside them, which unterminated=text needs (MODEL-3.23)"),
    ("parse --syntax mistral-v7 --policy malformed=text", 2, "",
     "mistral-v7 has no blocks with text beside them, which malformed=text needs (MODEL-3.25)"),
    ("parse --syntax xml --policy value_framing=own-line", 2, "",
     "xml has no known parser that makes this choice, which value_framing=own-line needs (MODEL-3.5)"),
    ("parse --syntax caret --policy false_opener=drop-rest", 2, "",
     "caret has no known parser that makes this choice, which false_opener=drop-rest needs (MODEL-3.26)"),
    ("parse --syntax caret --policy value_framing=trimmed-start --policy value_framing=trimmed-end", 2, "",
     "--policy value_framing=trimmed-end: it was trimmed-start before, and a parser has one value of a policy (MODEL-3.20)"),
    ("parse --syntax caret --prompt <think>", 2, "",
     "caret has no marks of reasoning, and a prefix opens nothing in it (MODEL-5.5)"),
    ("parse --syntax caret --finish lenth", 2, "", "there is no finish lenth, did you mean length? There are: stop, length"),
    ("parse --syntax hermes --prompt \\q", 2, "", "--prompt \\q: an escape is \\n"),
    ("parse --syntax caret --policy types=json", 2, "", "there is no value of types called json; there are: string, schema"),
    ("parse --syntax caret --policy types", 2, "", "write NAME=VALUE"),
    ("parse --syntax caret --policy unterminated=drop --policy unterminated=recover", 2, "",
     "--policy unterminated=recover: it was drop before, and a parser has one value of a policy (MODEL-3.20)"),
    ("parse --syntax caret --policy types=schema --policy types=schema /no/such/file", 2, "", "cannot read"),
    ("parse --syntax caret --limit names=1", 2, "", "there is no limit names, did you mean name? There are: name, key"),
    ("parse --syntax caret --limit name=0", 2, "", "a whole number from 1 on"),
    ("parse --syntax caret --catalogue /no/such/file", 2, "", NO_FILE),
    ("parse --syntax caret --catalogue LICENSE", 2, "", "LICENSE: line 2"),
    ("parse --syntax caret --catalogue spec/schema/event.schema.json", 2, "", "a catalogue is"),

    ("init", 2, "", "takes one language (python, node, c or sh), or `syntax` or `plugin` and an id"),
    ("init syntax", 2, "", "or `syntax` or `plugin` and an id"),
    ("init syntax Big", 2, "", "the id \"Big\" cannot be an id, which has lower-case letters"),
    ("init plugin xml", 2, "", "the id \"xml\" is taken"),
    ("init perl", 2, "", "there is no adapter in perl; there are: python, node, c, sh"),
    ("init c sh", 2, "", "takes one language"),
    ("lint corpus", 2, "", "takes no operand"),

    ("test --case caret/fence/*", 0, "all as expected", ""),
    ("test --case caret/fence/* --syntax caret --strict --show 0", 0, "all as expected", ""),
    ("test --case caret/fence/* --syntax emoji-bracket", 2, "", "no case of emoji-bracket matches --case caret/fence/*"),
    ("test --case caret/no-such/*", 2, "", "no case matches"),
    ("test --case", 2, "", "--case needs GLOB after it"),
    ("test --syntax carret", 2, "", "there is no syntax carret"),
    ("test --format xml", 2, "", "there is no format xml; there are: tty, tap, "),
    ("test --formats tap", 2, "", "there is no option --formats, did you mean --format?"),
    ("test -f tap", 2, "", "there is no option -f"),
    ("test --deadline 0", 2, "", "--deadline '0' must be more than 0"),
    ("test --deadline soon", 2, "", "--deadline 'soon' is not a number of seconds"),
    ("test --jobs 0", 2, "", "--jobs '0' is not a whole number from 1 to 1024"),
    ("test --shard 3", 2, "", "--shard '3' is not I/N"),
    ("test --shard 3/2", 2, "", "--shard '3/2' is not I/N"),
    ("test --shard 0/2", 2, "", "--shard '0/2' is not I/N"),
    ("test --restarts few", 2, "", "--restarts 'few' is not a whole number from 0"),
    ("test --memory 1G -- true", 2, "", "--memory '1G' is not a whole number from 1"),
    ("test --thorough --case caret/fence/*", 0, "all as expected", ""),
    ("test --thorough -- true", 2, "", "--thorough is for our own parsers"),
    ("test --memory 100", 2, "", "--memory needs a worker"),
    ("report", 2, "", "say which reports"),
    ("report --format tap a b", 2, "", "several with --merge"),
    ("report --format xml a", 2, "", "there is no format xml"),
    ("report /no/such/file", 2, "", "/no/such/file: cannot read: " + NO_FILE),
    ("report LICENSE", 2, "", "LICENSE: line 1, column 1: not JSON: "),
    ("test --show all", 2, "", "--show 'all' is not a whole number from 0 on"),
    ("test --cut 1", 2, "", "--cut needs a worker"),
    ("test --cut 5,3 -- true", 2, "", "is neither an ascending list of byte offsets"),
    ("test --cut 1,,2 -- true", 2, "", "is neither an ascending list of byte offsets"),
    ("test --case caret/fence/no-parameters --cut 999 -- true", 2, "", "--cut 999: the longest input of the cases has only "),
    ("test python3 worker.py", 2, "", "a worker's command comes after --"),
]


def usage():
    for args, code, out, err in ROWS:
        ran = run(*args.split()).expect(code, out, err)
        assert bool(ran.err) == (code == 2), ran.err
        assert not (code == 2 and ran.out), ran.out
    for command in ("list", "show", "parse", "init", "lint", "test"):
        run(command, "--help").expect(0, f"usage: fencepost {command}")


def whole_suite():
    assert not run("lint").expect(0).err


def full_disk():
    if not os.path.exists("/dev/full"):
        left_out("standard output on a full disk", "there is no /dev/full", machine=True)
        return
    with open("/dev/full", "wb") as full:
        run("list", "cases", out=full).expect(3, "", "cannot write to standard output")


def parses():
    text = "é\n^^^note\ntitle: one\nlist: [\na\nb\n]\n^^^\n".encode() + b"\xff"
    whole = run("parse", "--syntax", "caret", given=text).expect(0).out
    assert json.loads(whole) == {
        "text": "é\n\n\ufffd", "diagnostics": [],
        "calls": [{"name": "note", "input": {"title": "one", "list": ["a", "b"]}, "span": [3, 39],
                   "complete": True}]}, whole
    for size in ("1", "2", "7", "1000"):
        again = run("parse", "--syntax", "caret", "--stream", size, "-", given=text).expect(0).out
        assert again == whole, again
    with tempfile.NamedTemporaryFile() as file:
        file.write(text)
        file.flush()
        assert run("parse", "--syntax", "caret", file.name).expect(0).out == whole
    events = run("parse", "--syntax", "caret", "--events", given=text).expect(0).out.splitlines()
    assert [json.loads(e)["event"] for e in events] == [
        "text", "call_begin", "arg_begin", "arg_data", "arg_end", "arg_begin", "arg_data", "arg_end",
        "call_end", "text"], events
    over_lines = (b'{"choices":[{"index":0,"message":{"tool_calls":[{"id":"c","type":"function","function":'
                  b'{"name":"f","arguments":"{\\"n\\":[\\n1,\\r2]}"}}]}}]}')
    for event in run("parse", "--syntax", "native-openai", "--events", given=over_lines).expect(0).out.splitlines():
        last = json.loads(event)
    assert last["call"]["input"] == {"n": [1, 2]}, last
    cut = run("parse", "--syntax", "caret", "--policy", "unterminated=drop", given=b"^^^a\nb: c\n")
    assert json.loads(cut.expect(0).out)["calls"] == []


# -- the data --------------------------------------------------------------------------------------

CASE_FILE = "corpus/caret/fence.json"


def no_case_file(data):
    shutil.rmtree(data / "corpus" / "caret")
    (data / "corpus" / "caret").mkdir()


def change(path, find, replace):
    text = path.read_text(encoding="utf-8")
    assert find in text, (path, find)
    path.write_text(text.replace(find, replace, 1), encoding="utf-8")


# what is done to a copy, what is then said
DEFECTS = [
    (no_case_file, "corpus/caret: there is no case file here"),
    (lambda data: shutil.rmtree(data / "corpus" / "caret"), "corpus/caret: this folder is missing"),
    (lambda data: (data / CASE_FILE).write_text("{\n\n!", "utf-8"), "fence.json: line 3, column 1:"),
    (lambda data: (data / CASE_FILE).write_text("", "utf-8"), "fence.json: line 1, column 1:"),
    (lambda data: change(data / CASE_FILE, '"clauses"', '"clause"'), 'unknown member "clause"'),
    (lambda data: change(data / CASE_FILE, '"feature": "fence"', '"feature": "fences"'), "fences"),
    (lambda data: change(data / "corpus/catalogues/files.json", "{", "["), "files.json: line "),
]


def broken_data():
    for command in (["list"], ["test"], ["lint"], ["init", "c"]):
        run(*command, env={"FENCEPOST_DATA": "/no/such/folder"}).expect(
            2, "", "/no/such/folder: no corpus here; set FENCEPOST_DATA")
    for defect, said in DEFECTS:
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder)
            for name in ("corpus", "spec"):
                shutil.copytree(Path(os.environ["FENCEPOST_DATA"], name), data / name)
            env = {"FENCEPOST_DATA": folder}
            run("test", "--case", "caret/fence/no-parameters", env=env).expect(0)
            defect(data)
            run("test", "--case", "caret/name/*", env=env).expect(2, "", said)
            linted = run("lint", env=env)
            assert linted.code in (1, 2) and said in linted.out + linted.err, (said, linted.err)
            assert run("list", "cases", env=env).code == 2


def wrong_expectations():
    """Our own parsers are judged too: of cases that expect something else each is told, and no other."""
    changed = ["caret/fence/no-parameters", "caret/fence/one-parameter", "caret/fence/crlf"]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("corpus", "spec"):
            shutil.copytree(Path(os.environ["FENCEPOST_DATA"], name), Path(folder, name))
        path = Path(folder, CASE_FILE)
        file = json.loads(path.read_text(encoding="utf-8"))
        for case in file["cases"]:
            if case["id"] in changed:
                case["expect"]["text"] = "another"
        path.write_text(json.dumps(file), encoding="utf-8")
        os.environ["FENCEPOST_DATA"], before = folder, os.environ["FENCEPOST_DATA"]
        for jobs in ("1", "2"):
            _, results, summary = report(*FENCES, "--jobs", jobs, code=1)
            wrong = [(r["case"], r["check"]) for r in results if r["verdict"] == "wrong"]
            assert sorted(wrong) == sorted((case, "golden") for case in changed), wrong
            assert summary["cases"] == len(file["cases"]), summary
        os.environ["FENCEPOST_DATA"] = before


# -- workers that cannot be used -------------------------------------------------------------------

FENCES = ["--case", "caret/fence/*"]

UNUSABLE = [
    (["--", "/no/such/program"], "cannot run /no/such/program: " + NO_FILE),
    (["--", "/"], "cannot run /: Permission denied"),
    (["--", "true"], "exited with status 0 before it had answered hello"),
    (["--", "cat"], "the worker's answer to hello is wrong"),
    (worker("exits_at_once"), "exited with status 0 before it had answered hello"),
    (worker("wrong_version"), '"protocol" is 99'),
    (worker("prose"), "a line that is not a JSON object"),
    (worker("no_syntaxes"), '"syntaxes" is empty'),
    (worker("bad_unit"), '"unit" is "furlong"'),
]


# Good answers to hello, and none to plain text.
SMOKING = [
    (worker("wrong_id"), '"id" is 2, and 1 was asked'),
    (worker("bad_json"), "an answer: line 1, column"),
    (worker("unknown_member"), 'unknown member "call"'),
    (worker("stray"), 'a line that is not a JSON object: "DEBUG: '),
    (worker("partial_line"), ""),
    (worker("closes_stdout"), "closed its output and went on"),
    (worker("closes_stdin"), "closed its input and went on"),
    (worker("error_answer"), "cannot parse this"),
    (worker("crashes_on", "hello"), "killed by SIGSEGV"),
    (worker("hangs_on", "hello"), "no answer within 1000 ms"),
]


def unusable_workers():
    for command, said in UNUSABLE:
        ran = run("test", *FENCES, *command).expect(3, "", said)
        assert ran.err.startswith("fencepost test: the worker cannot be used: ") and not ran.out
    for command, said in SMOKING:
        ran = run("test", *FENCES, "--deadline", "1", *command).expect(3, "", said)
        assert ran.err.startswith("fencepost test: the adapter failed its smoke test: ") and not ran.out
    only_caret = [PYTHON, "-c", ONLY_CARET, str(WORKERS)]
    run("test", "--case", "emoji-bracket/*", "--", *only_caret).expect(
        2, "", "has the syntaxes caret, and the selected cases are of emoji-bracket: correct")


ONLY_CARET = """
import sys
sys.path.insert(0, sys.argv[1])
from _protocol import HELLO, echo, serve
serve(echo, dict(HELLO, syntaxes=["caret"]))
"""

# -- workers that fail on the way --------------------------------------------------------------------

ECHO = worker("hangs_on", "a text that no case has")
NAMED = "Done"  # some of the inputs contain it


def verdicts(results, check="golden"):
    return {r["case"]: r["verdict"] for r in results if r["check"] == check}


def some_syntaxes():
    """--syntax may be given again, and a case of neither is not run."""
    both = ["--syntax", "caret", "--syntax", "emoji-bracket", "--syntax", "caret", "--case", "*/name/*"]
    for more in ([], ["--generate", "2"]):
        args = both[:6] + more if more else both
        met = {r["case"].split("/")[0] for r in report(*args, code=0)[1]}
        assert met == {"caret", "emoji-bracket"}, met
    run("test", *both[:4], "--text", "x").expect(2, "", "are of one syntax")
    run("test", *both[:2], "--syntax", "carrot").expect(2, "", "there is no syntax carrot")


def inputs():
    """The case files' inputs, by id."""
    with open(SOURCE / CASE_FILE, encoding="utf-8") as file:
        return {case["id"]: case.get("input", "") for case in json.load(file)["cases"]}


# Wrong in one way on an input that contains a text.
FAULTY = """
import sys
sys.path.insert(0, sys.argv[1])
from _protocol import echo, joined, say, serve

def answer(request):
    good = echo(request)
    if sys.argv[3] not in joined(request):
        return good
    if sys.argv[2] == "stray":
        say("DEBUG: at work")
    if sys.argv[2] == "half":
        say('{"id":', end="")
        sys.exit()
    return dict(good, **{"wrong_id": {"id": request["id"] + 1}, "unknown": {"call": []},
                         "no_calls": {"calls": None}}.get(sys.argv[2], {}))

def refuse(request):
    return {"error": "cannot parse this"} if sys.argv[3] in joined(request) else echo(request)

serve(refuse if sys.argv[2] == "refuse" else answer)
"""


def faulty(name, text):
    return ["--", PYTHON, "-c", FAULTY, str(WORKERS), name, text]


# the worker, the verdict on the inputs that contain the text, and the sentence about them
FAILING = [
    (worker("crashes_on", NAMED), "crash", "killed by SIGSEGV"),
    (worker("exits_on", NAMED), "crash", "exited with status 3"),
    (worker("hangs_on", NAMED), "timeout", "no answer within 1000 ms"),
    (faulty("half", NAMED), "crash", "exited with status 0"),
    (faulty("stray", NAMED), "protocol", 'a line that is not a JSON object: "DEBUG: at work"'),
    (faulty("wrong_id", NAMED), "protocol", '"id" is '),
    (faulty("unknown", NAMED), "protocol", 'unknown member "call"'),
    (faulty("no_calls", NAMED), "protocol", '"calls"'),
    (faulty("refuse", NAMED), "refused", "cannot parse this"),
]


def kept(verdict, otherwise):
    """A refusal is judged as an answer without text and calls (MODEL-1.14): where a Decision alone asks for more, it
    differs."""
    return verdict != "refused" or otherwise != "differs"


def failures_on_some_cases():
    """One that fails on some inputs answers for all others as if it did not."""
    _, results, summary = report(*FENCES, *ECHO, code=1)
    expected = verdicts(results)
    assert {"pass", "refused"} < set(expected.values()) <= {"pass", "refused", "wrong", "differs"} and len(expected) == len(inputs())
    assert summary["cuttings"] > 1000
    some = {case for case, text in inputs().items() if NAMED in text}
    assert 3 <= len(some) < len(expected) / 2, some
    for command, verdict, said in FAILING:
        _, results, _ = report(*FENCES, "--deadline", "1", *command, code=1)
        right = {case: verdict if case in some and kept(verdict, expected[case]) else expected[case] for case in expected}
        assert verdicts(results) == right, (command, verdicts(results))
        messages = [r["message"] for r in results if r["case"] in some and r["check"] == "golden"]
        assert len(messages) == len(some) and all(said in m for m in messages), (command, messages)


def noise_on_standard_error():
    """A mebibyte with each answer is a gibibyte with those of a few cases and all their cuts."""
    some = ["--case", "caret/fence/n*"]
    _, results, _ = report(*some, *ECHO, code=1)
    expected = [(r["case"], r["check"], r["verdict"]) for r in results]
    assert len({case for case, _, _ in expected}) > 2, expected
    _, results, _ = report(*some, *worker("noisy_stderr"), code=1)
    assert [(r["case"], r["check"], r["verdict"]) for r in results] == expected


# -- what counts -------------------------------------------------------------------------------------

# Our own parser as a worker: slow, so for one case and one cutting.
OURS = """
import json, subprocess, sys
sys.path.insert(0, sys.argv[1])
from _protocol import HELLO, joined, serve

def answer(request):
    command = [sys.argv[2], "parse", "--syntax", request["syntax"]]
    done = subprocess.run(command, input=joined(request).encode(), stdout=subprocess.PIPE, check=True)
    outcome = json.loads(done.stdout)
    return {"text": outcome["text"], "calls": [
        {name: call[name] for name in ("name", "input", "complete")} for call in outcome["calls"]]}

serve(answer, HELLO)
"""


def exit_codes():
    ours = ["--", PYTHON, "-c", OURS, str(WORKERS), FENCEPOST]
    one = ["--case", "caret/fence/no-parameters", "--cut", "3,3,9"]
    first, results, summary = report(*one, *ours, code=0)
    assert set(verdicts(results, "golden").values()) <= {"pass"} and summary["verdicts"]["pass"]
    assert first["worker"][0] == PYTHON
    run("test", *one, *ours).expect(0, "all as expected")
    run("test", *one, *ECHO).expect(1, "unexpected")
    _, results, _ = report(*FENCES, *ECHO, code=1)
    reads = [r["case"] for r in results if r["check"] == "golden" and r["verdict"] == "differs"]
    assert reads
    run("test", "--case", reads[0], *ECHO).expect(0)
    run("test", "--case", reads[0], "--strict", *ECHO).expect(1)


def reproduces():
    """What the report says to do again does it again."""
    _, results, _ = report(*FENCES, *worker("crashes_on", NAMED), code=1)
    case = next(r["case"] for r in results if r["verdict"] == "crash")
    shown = run("test", "--case", case, *worker("crashes_on", NAMED)).expect(1).out
    again = re.findall(r"^ *again: fencepost (.*)$", shown, re.M)
    assert again, shown
    run(*shlex.split(again[0])).expect(1, "killed by SIGSEGV")


# -- formats -----------------------------------------------------------------------------------------

POINT = re.compile(r"(not )?ok (\d+) - \S+ \S+( # (SKIP|TODO) \S.*)?$")


def check_tap(text):
    """Well-formed TAP 13; returns the number of test points that failed and count."""
    lines = text.splitlines()
    assert lines[0] == "TAP version 13"
    points = failed = 0
    block = False
    plan = None
    for line in lines[1:]:
        point = POINT.match(line)
        if block:
            block = line != "  ..."
            assert re.match(r'  (\.\.\.|[a-z]+: "(?:[^"\\]|\\.)*")$', line), line
        elif line == "  ---":
            assert points, "a block that belongs to no test point"
            block = True
        elif point:
            assert plan is None
            points += 1
            assert int(point[2]) == points, line
            failed += bool(point[1]) and not point[3]
        elif re.match(r"1\.\.\d+$", line):
            assert plan is None
            plan = int(line[3:])
        else:
            assert line.startswith("# "), line
    assert not block and plan == points > 0, (plan, points)
    return failed


def prove(text, code):
    """Perl's own reader of TAP finds the same and nothing malformed."""
    with tempfile.NamedTemporaryFile("w", suffix=".tap", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        proved = subprocess.run(["prove", "--exec", "cat", file.name], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, check=False)
    said = proved.stdout.decode("utf-8")
    assert (proved.returncode != 0) == (code == 1) and "Parse errors" not in said, said


def tap():
    for args, code in ((["--case", "caret/name/*", "--case", "emoji-bracket/name/*"], 0), (FENCES + ECHO, 1),
                       (FENCES + ["--strict"] + ECHO, 1), (FENCES + faulty("stray", NAMED), 1),
                       (FENCES + worker("crashes_on", NAMED), 1)):
        ran = run("test", "--format", "tap", *args).expect(code)
        assert (check_tap(ran.out) > 0) == (code == 1), args
        _, _, summary = report(*args, code=code)
        assert check_tap(ran.out) == summary["unexpected"], args
        if shutil.which("prove"):
            prove(ran.out, code)
    if not shutil.which("prove"):
        left_out("TAP as Perl reads it", "there is no prove")


# -- templates -------------------------------------------------------------------------------------

C_PARSE = """    size_t i, len = 0;
    json_t *item;
    static char text[1 << 20];

    (void)syntax;
    json_array_foreach(chunks, i, item) {
        if (!json_is_string(item))
            return NULL;
        memcpy(text + len, json_string_value(item), json_string_length(item));
        len += json_string_length(item);
    }
    return json_pack("{ss# s[]}", "text", text, (int)len, "calls");
"""

# language, file, tools it needs, what is taken out, what a parser that knows no calls puts there,
# how it is built, how it is run
TEMPLATES = [
    ("python", "adapter.py", [], '    raise NotImplementedError("not filled in yet")\n',
     '    print("a word on the way")\n    return {"text": "".join(chunks), "calls": []}\n', None,
     [PYTHON, "adapter.py"]),
    ("node", "adapter.js", ["node"], '  throw new Error("not filled in yet");\n',
     '  console.log("a word on the way");\n  return { text: chunks.join(""), calls: [] };\n', None,
     ["node", "adapter.js"]),
    ("c", "adapter.c", ["cc"],
     '    return syntax && chunks ? json_pack("{ss}", "error", "not filled in yet") : NULL;\n', C_PARSE,
     ["cc", "adapter.c", "-ljansson", "-o", "adapter"], ["./adapter"]),
    ("sh", "adapter.sh", ["jq"], '    cat >/dev/null\n    echo "not filled in yet"\n    return 1\n',
     "    jq -cRs '{text: ., calls: []}'\n", None, ["sh", "adapter.sh"]),
]


def try_template(language, file, replace, parser, build, command):
    source = run("init", language).expect(0).out
    assert replace in source, language
    with tempfile.TemporaryDirectory() as folder:
        here = ["--case", "caret/name/*", "--cut", "1",
                "--", "sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", folder, *command]
        def build_of(text):
            Path(folder, file).write_text(text, encoding="utf-8")
            if build:
                subprocess.run(build, cwd=folder, check=True)

        build_of(source)
        run("test", *here).expect(3, err="not filled in yet")
        build_of(source.replace(replace, parser))
        _, results, _ = report(*here, code=1)
        found = {r["verdict"] for r in results}
        assert {"pass", "refused"} <= found <= {"pass", "refused", "skipped", "differs"}, (language, found)


def templates():
    for language, file, needs, replace, parser, build, command in TEMPLATES:
        missing = [need for need in needs if not shutil.which(need)]
        if missing:
            left_out(f"the template of an adapter in {language}", f"there is no {' and no '.join(missing)}")
        else:
            try_template(language, file, replace, parser, build, command)


# -- all -------------------------------------------------------------------------------------------

CHECKS = [usage, whole_suite, full_disk, parses, some_syntaxes, broken_data, wrong_expectations, unusable_workers,
          failures_on_some_cases, noise_on_standard_error, exit_codes, reproduces, tap, templates]
WITH_ALL_CASES = [whole_suite]


def main():
    failed = 0
    os.chdir(SOURCE)
    for check in [c for c in CHECKS if not sys.argv[3:] or c.__name__ in sys.argv[3:]]:
        try:
            with nullcontext() if check in WITH_ALL_CASES else few_cases(SOURCE, "caret", "emoji-bracket"):
                check()
            print(f"ok {check.__name__}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAILED {check.__name__}: {error}", flush=True)
    return 1 if failed else 0


sys.exit(main())
