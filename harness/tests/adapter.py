# SPDX-License-Identifier: Apache-2.0
"""adapter.py SOURCE_DIR BUILD_DIR: parsers in shared objects, and the program's own worker.

Installs the build into a scratch directory, builds a copy of examples/adapter-c against it, and holds `test
--so` and `serve` to what they say; then each broken adapter to its message or verdict; then the code of the
example's README in other languages. CMAKE, CC, CXX, PKG_CONFIG and GENERATOR come from the environment.
"""
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

import jsonschema

from fewdata import case_files, few_cases
from left_out import left_out

SOURCE = Path(sys.argv[1])
BUILD = Path(sys.argv[2])
EXAMPLE = SOURCE / "examples" / "adapter-c"
BROKEN = SOURCE / "harness" / "tests" / "adapters" / "broken.c"
HELLO = '{"op":"hello","id":0,"protocols":[1],"suite":"0"}\n'

os.environ.pop("FENCEPOST_DATA", None)


def tool(*args, cwd=None):
    done = subprocess.run([str(a) for a in args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=250, check=False, cwd=cwd)
    assert done.returncode == 0, f"{args}\n{done.stdout.decode()}"
    return done.stdout.decode()


class Place:
    """The scratch directory: what is installed, and the objects that are built."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.prefix = scratch / "installed"
        self.fencepost = self.prefix / "bin" / "fencepost"

    def install(self):
        tool(os.environ["CMAKE"], "--install", BUILD, "--prefix", self.prefix)
        found = sorted(self.prefix.rglob("fencepost.pc"))
        assert found, "no fencepost.pc was installed"
        os.environ["PKG_CONFIG_PATH"] = str(found[0].parent)
        os.environ["LD_LIBRARY_PATH"] = str(found[0].parent.parent)
        self.flags = tool(os.environ["PKG_CONFIG"], "--cflags", "fencepost").split()

    def run(self, *args, given="", code=0, out="", err=""):
        """Runs the installed program; its standard output. err: what is in the other stream, or several things."""
        done = subprocess.run([str(a) for a in [self.fencepost, *args]], input=given.encode(),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=400, check=False)
        said, complained = done.stdout.decode(), done.stderr.decode()
        wanted = (err,) if isinstance(err, str) else err
        good = done.returncode == code and out in said and all(part in complained for part in wanted)
        assert good, (f"fencepost {args}: status {done.returncode}, {code} expected; {out!r} and "
                      f"{err!r} expected of\n{said[:3000]}{complained[:3000]}")
        return said

    def compile(self, fault, *definitions):
        target = self.scratch / (fault.lower() + "-".join(definitions) + ".so")
        tool(os.environ["CC"], "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
             "-fvisibility=hidden", f"-DFAULT={fault}", *definitions, *self.flags, BROKEN, "-o", target)
        return target

    def results(self, *args, code):
        """The results of a run, and its summary."""
        lines = [json.loads(line) for line in
                 self.run("test", "--format", "json", "--reduce-budget", "0", *args, code=code).splitlines()]
        assert lines[0]["record"] == "run" and lines[-1]["record"] == "summary"
        return [line for line in lines[1:-1] if line["record"] != "cause"], lines[-1]


# -- the program's own worker ----------------------------------------------------------------------

def only_of(case):
    """The options for it, by which the cases of other syntaxes are not even read."""
    syntax = case.split("/")[0]
    return ["--case", case, *(["--syntax", syntax] if syntax != "*" else [])]


def own_worker_is_without_a_fault(place):
    """On some cases here; the test `serve` runs all of them."""
    for case, least in [("caret/fence/*", 45), ("json-envelope/value/*", 20), ("*/bytes/*", 100)]:
        results, summary = place.results(*only_of(case), "--only", "golden,CHUNK", "--", place.fencepost, "serve", code=0)
        verdicts = {v for v, count in summary["verdicts"].items() if count}
        assert verdicts <= {"pass", "skipped"}, verdicts
        judged = [r for r in results if r["check"] == "golden" and r["verdict"] == "pass"]
        assert len(judged) >= least, (case, len(judged))


def own_worker_keeps_its_policies(place):
    for policy, case in [("unterminated=drop", "caret/unterminated/*"),
                         ("unterminated=recover", "caret/unterminated/*"),
                         ("code_fence=call", "caret/code-fence/*"),
                         ("text_space=trimmed", "emoji-bracket/text-policies/*"),
                         ("types=schema", "xml/types/*")]:
        judged = []
        for given in [[], ["--policy", policy]]:
            summary = place.results(*only_of(case), "--only", "golden", "--", place.fencepost, "serve", *given, code=0)[1]
            judged.append(summary["verdicts"]["pass"])
        assert judged[1] > 2 and judged[0] != judged[1], (policy, judged)


def own_worker_refuses_what_it_cannot_read(place):
    def answers(*requests, code=0, err=""):
        given = "".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in requests)
        return [json.loads(line) for line in
                place.run("serve", given=given, code=code, err=err).splitlines()]

    parse = {"op": "parse", "id": 7, "syntax": "caret", "chunks": ["a", "", {"base64": "/w=="}]}
    good = answers(parse)[0]
    assert good["text"] == {"base64": "Yf8="}, good
    assert [event[0] for event in good["events"]] == [0, 2], good
    for change, said in [({"syntax": "none"}, "does not parse that syntax"),
                         ({"chunks": "a"}, '"chunks" is not an array'),
                         ({"chunks": [1]}, "chunk 0 is neither"),
                         ({"chunks": ["", {"base64": "*"}]}, "chunk 1 is neither"),
                         ({"syntax": 1}, '"syntax" is not a string'),
                         ({"catalogue": {}}, '"catalogue" is not an array'),
                         ({"catalogue": [1]}, "tool"),
                         ({"op": "sing"}, 'has no such "op"'),
                         ({"op": "bye"}, "lacks a member, or has one of another op"),
                         ({"extra": 1}, 'unknown member "extra"')]:
        assert said in answers(dict(parse, **change))[0]["error"], change
    refused = answers({"op": "hello", "id": 1, "protocols": [2], "suite": "0"})[0]
    assert refused == {"id": 1, "error": "only protocol 1 is spoken here (PROTOCOL-2.1)"}
    answers("no JSON", code=2, err="the request: line 1, column 2: not JSON: ")
    answers('{"op":"bye"}', code=2, err='the request has no "id"')
    assert len(answers(parse, {"op": "bye", "id": 8}, parse)) == 1


def answers_are_what_the_schema_says(place):
    schema = json.loads((SOURCE / "spec" / "schema" / "answer.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    requests = [HELLO]
    for file in ["caret/multiline", "native-openai/arguments", "json-envelope/bytes", "xml/bytes"]:
        syntax = file.split("/")[0]
        for case in json.loads((SOURCE / "corpus" / f"{file}.json").read_text())["cases"]:
            text = case["input"].encode() if "input" in case else base64.b64decode(case["input_base64"])
            chunks = [{"base64": base64.b64encode(part).decode()} for part in (text[:9], b"", text[9:])]
            requests.append(json.dumps({"op": "parse", "id": len(requests), "syntax": syntax,
                                        "chunks": chunks}) + "\n")
    lines = place.run("serve", given="".join(requests)).split("\n")[:-1]  # not at U+2028
    assert len(lines) == len(requests) > 100, len(lines)
    for number, line in enumerate(lines):
        validator.validate(json.loads(line))
        assert json.loads(line)["id"] == number and "error" not in json.loads(line), line


def nothing_is_lost_on_the_wire(place):
    request = ('{"op":"parse","id":12345678901234567890123,"syntax":"json-envelope","chunks":['
               r'"{\"tool_calls\": [{\"tool\": \"t\", \"args\": {\"a\\u0000b\": 1e400, \"c\": -0.10}}]}"]}')
    said = place.run("serve", given=request + "\n")
    assert '"id":12345678901234567890123' in said and r'{"a\u0000b":1e400,"c":-0.10}' in said, said


def a_reset_parser_has_the_tools_of_its_request(place):
    """PROTOCOL-6.3: with other tools than those of the request before, the answer is that of a fresh parser."""
    def tools(name):
        return [{"name": name, "inputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}}}]

    asked = [(tools("a"), False), (tools("a"), True), (tools("b"), True), (None, True), (tools("a"), True)]
    requests = [{"op": "parse", "id": number, "syntax": "caret", "chunks": ["^^^a\nn: 1\n^^^"], "reuse": reuse,
                 **({"catalogue": given} if given else {})} for number, (given, reuse) in enumerate(asked)]
    said = [json.loads(line) for line in
            place.run("serve", "--policy", "types=schema", "--policy", "unknown_tool=report",
                      given="".join(json.dumps(r) + "\n" for r in requests)).splitlines()]
    found = [(answer["calls"][0]["input"]["n"], [d["code"] for d in answer["diagnostics"]]) for answer in said]
    assert found == [(1, []), (1, []), ("1", ["unknown-tool"]), ("1", []), (1, [])], found


# -- the example -----------------------------------------------------------------------------------

def without_time(results):
    return [{**r, "us": 0} for r in results]


def example_is_judged(place):
    """By all cases but the long ones, which take longer than all others."""
    features = sorted(path.stem for path in case_files(SOURCE / "corpus" / "caret"))
    cases = [part for feature in features if feature != "long" for part in ("--case", f"caret/{feature}/*")]
    folder = place.scratch / "elsewhere" / "adapter-c"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("build"))
    tool(os.environ["CMAKE"], "-S", folder, "-B", folder / "build", "-G", os.environ["GENERATOR"],
         "-D", "CMAKE_C_COMPILER=" + os.environ["CC"], "-D", f"CMAKE_PREFIX_PATH={place.prefix}",
         "-D", "CMAKE_C_FLAGS=-Werror")
    tool(os.environ["CMAKE"], "--build", folder / "build")
    results, summary = place.results(*cases, "--only", "golden,CHUNK", "--so", folder / "build" / "caret.so", code=1)
    counts = summary["verdicts"]
    assert counts["crash"] == counts["timeout"] == counts["protocol"] == 0, counts
    held = {r["case"] for r in results if r["check"] == "golden" and r["verdict"] == "pass"}
    assert len(held) >= 376, len(held)
    assert "caret/multiline/closing-fence-is-content" in held
    assert all(r["verdict"] in ("pass", "skipped") for r in results if r["check"] == "CHUNK")
    wrong = {r["case"].split("/")[1] for r in results if r["verdict"] == "wrong"}
    assert "array" in wrong, wrong
    fuzzed = place.run("fuzz", "--inputs", 8000, "--seed", 1, "--reduce-budget", 600, "--so", folder / "build" / "caret.so", code=1)
    assert "harm: a call runs that was not written" in fuzzed and "\\x00" in fuzzed, fuzzed
    by_hand = place.scratch / "by-hand.so"
    tool(os.environ["CC"], "-shared", "-fPIC", *place.flags, folder / "adapter.c", folder / "caret.c",
         "-o", by_hand)
    again = place.results("--case", "caret/array/*", "--only", "golden,CHUNK", "--so", by_hand, code=1)[0]
    before = [r for r in results if r["case"].startswith("caret/array/")]
    commands = {r.pop("command", None) for r in again + before}  # each names its own object
    assert len(commands) > 2 and len(again) > 40, len(again)
    assert without_time(again) == without_time(before)


# -- broken ones -----------------------------------------------------------------------------------

FAULTS = [
    ("NULL_ENTRY", [], "fp_adapter_entry() returns NULL: return the address"),
    ("OTHER_ABI", [], "is built for adapter ABI 999, and this is fencepost"),
    ("OTHER_SIZE", [], "its fp_adapter has 8 bytes, and in its ABI it has"),
    ("NO_NAME", [], "name of its fp_adapter is NULL"),
    ("NO_VERSION", [], "version of its fp_adapter is NULL"),
    ("NO_LANGUAGE", [], "language of its fp_adapter is NULL"),
    ("NO_SYNTAXES", [], "syntaxes of its fp_adapter is NULL"),
    ("EMPTY_SYNTAXES", [], "names no syntaxes"),
    ("NO_OPEN", [], "open() of its fp_adapter is NULL"),
    ("NO_FEED", [], "feed() of its fp_adapter is NULL"),
    ("NO_FINISH", [], "finish() of its fp_adapter is NULL"),
    ("NO_CLOSE", [], "close() of its fp_adapter is NULL"),
    ("BAD_UNIT", [], "its unit is 9"),
    ("BAD_CAPABILITY", [], "its capabilities are 0x40000000"),
    ("BYTES_OF_CHARACTERS", [], "it claims FP_ADAPTER_BYTES, which needs FP_ADAPTER_UNIT_BYTE"),
    ("BAD_POLICY", [], 'its policy "patience" is unknown'),
    ("BAD_POLICY_VALUE", [], 'its policy "unterminated=never" is unknown'),
    ("POLICY_TWICE", [], "its policy unterminated is there twice"),
    ("CRASHES_WHEN_LOADED", [], "crashes (signal 6) when it is loaded"),
    ("EXITS_WHEN_LOADED", [], "ends the program, with status 7, when it is loaded"),
    ("CLAIMS_A_PREFIX", [], "claims FP_ADAPTER_PREFIX, FP_ADAPTER_MODES or FP_ADAPTER_FINISH, and has no open_as()"),
    ("CLAIMS_TOKENS", [], "claims FP_ADAPTER_TOKENS, and has no feed_token(), which gets them"),
    ("NONE", ["-DENTRY=another_name"], "exports no function fp_adapter_entry: define it"),
    ("NONE", ["-DNEEDS_A_SYMBOL"], "it needs nobody_has_this, which neither this program"),
]

# the fault, the case, its verdict, the sentence
PARSING = [
    ("CRASHES", "caret/fence/no-parameters", "crash", "killed by SIGABRT"),
    ("EXITS", "caret/fence/no-parameters", "crash", "exited with status 0"),
    ("LOOPS", "caret/fence/no-parameters", "timeout", "no answer within"),
    ("REFUSES", "caret/fence/no-parameters", "refused", "no carets, please"),
    ("REFUSES_SILENTLY", "caret/fence/no-parameters", "refused", "feed() refuses, and gives no reason"),
    ("INPUT_NO_JSON", "caret/fence/no-parameters", "refused", "call 1 (t) is not JSON: wrong at byte 9"),
    ("INPUT_NO_OBJECT", "caret/fence/no-parameters", "refused", "call 1 (t) is not a JSON object"),
    ("SPAN_BEYOND", "caret/fence/no-parameters", "refused", "the offset 1000000, which is beyond"),
    ("INPUT_OF_LINES", "caret/fence/no-parameters", "wrong", 'call 1'),
]


def broken_objects_are_explained(place):
    for fault, definitions, said in FAULTS:
        target = place.compile(fault, *definitions)
        before = f"fencepost: shared object {target}: "
        place.run("test", "--so", target, code=3, err=(before, said))
        if "WHEN_LOADED" not in fault:
            place.run("serve", "--so", target, given=HELLO, code=3, err=said)
    prose = place.scratch / "prose.so"
    prose.write_text("no shared object\n")
    place.run("test", "--so", place.scratch / "nowhere.so", code=3, err="cannot be read: No such file")
    place.run("test", "--so", prose, code=3, err="cannot be loaded: ")


def broken_parsers_cost_the_case(place):
    for fault, case, verdict, said in PARSING:
        results, _ = place.results("--so", place.compile(fault), "--deadline", "2", "--case", case,
                                   "--case", "caret/text/plain", code=1)
        golden = {r["case"]: r for r in results if r["check"] == "golden"}
        assert golden[case]["verdict"] == verdict, (fault, golden[case])
        assert said in golden[case]["message"], (fault, golden[case])
        again = f" test --case {case} --so {place.scratch}"  # as it was typed, and not the worker that it becomes
        assert again in golden[case]["command"] and " -- " not in golden[case]["command"], golden[case]["command"]
        assert golden["caret/text/plain"]["verdict"] == "pass", fault
    place.run("test", "--so", place.compile("OPENS_NOTHING"), code=3,
              err="open() returns NULL, and gives no reason")


def characters_are_counted(place):
    target = place.compile("SPAN_IN_A_CHARACTER")
    request = '{"op":"parse","id":1,"syntax":"caret","chunks":["%s"]}\n'
    assert '"span":[0,1]' in place.run("serve", "--so", target, given=request % "^")
    assert "inside a character" in place.run("serve", "--so", target, given=request % "é^")


def a_chunk_is_gone_after_feed(place):
    request = '{"op":"parse","id":1,"syntax":"caret","chunks":["%s"]}\n' % ("abc" * 100)
    done = subprocess.run([str(place.fencepost), "serve", "--so", str(place.compile("KEEPS_THE_CHUNK"))],
                          input=request.encode(), capture_output=True, timeout=400, check=False)
    if done.returncode:  # a build with the address sanitizer says just what is wrong
        assert b"heap-use-after-free" in done.stderr, done.stderr
    else:
        assert json.loads(done.stdout)["text"] != "abc" * 100, done.stdout


def what_does_no_harm(place):
    for fault in ["NONE", "PRINTS", "READS_STANDARD_INPUT"]:
        results, _ = place.results("--so", place.compile(fault), "--case", "caret/text/plain", code=0)
        verdicts = {r["check"]: r["verdict"] for r in results}
        assert verdicts["golden"] == verdicts["CHUNK"] == "pass", (fault, verdicts)
        assert set(verdicts.values()) <= {"pass", "skipped"}, (fault, verdicts)
    said = place.run("serve", "--so", place.compile("INPUT_OF_LINES"),
                     given='{"op":"parse","id":1,"syntax":"caret","chunks":["^"]}\n')
    assert said.count("\n") == 1 and "1e400" in said, said


def offers_of_later_abis(place):
    """An object of ABI 1 is loaded, and what its struct has after its end is not looked at."""
    call = '{"op":"render","id":2,"syntax":"caret","call":{"name":"a","input":%s}}\n'

    def claimed(target):
        hello = json.loads(place.run("serve", "--so", target, given=HELLO))
        return set(hello["capabilities"]) & {"render", "reset"}

    target = place.compile("OFFERS")
    assert claimed(target) == {"render", "reset"}
    assert claimed(place.compile("NONE")) == set() == claimed(place.compile("OLD_ABI"))
    said = place.run("serve", "--so", target, given=call % "{}" + call % '{"b":1}')
    assert list(map(json.loads, said.splitlines())) == [{"id": 2, "text": "^^^a\n^^^"},
                                                        {"id": 2, "error": "too much"}], said
    for fault, verdict in (("OFFERS", "pass"), ("RESET_KEEPS", "wrong"), ("OLD_ABI", "pass")):
        results, _ = place.results("--so", place.compile(fault), "--case", "caret/text/plain",
                                   code=int(verdict != "pass"))
        isolation = next(r for r in results if r["check"] == "ISOLATION")
        assert isolation["verdict"] == verdict, (fault, isolation)


def prompts_and_paths(place):
    """ABI 4: open_as() is told the prompt and the path; an object of ABI 3 is not looked at past the end of its struct."""
    request = '{"op":"parse","id":2,"syntax":"caret","chunks":["a"]%s}\n'
    target = place.compile("TOLD_MORE")
    given = HELLO + request % ',"prefix":"<p>","mode":"whole"' + request % ""
    hello, told, plain = map(json.loads, place.run("serve", "--so", target, given=given).splitlines())
    assert "prefix" in hello["capabilities"] and hello["modes"] == ["stream", "whole"], hello
    assert (told["reasoning"], told["text"]) == ("<p>", "a") and "reasoning" not in plain, (told, plain)
    old = place.compile("ABI_3")
    hello, said = map(json.loads, place.run("serve", "--so", old, given=HELLO + request % ',"prefix":"<p>"').splitlines())
    assert "prefix" not in hello["capabilities"] and "modes" not in hello and "PROTOCOL-3.12" in said["error"], (hello, said)
    results, _ = place.results("--so", place.compile("LOSES_THE_WHOLE"), "--case", "caret/text/plain", code=1)
    assert {r["check"] for r in results if r["verdict"] not in ("pass", "skipped")} == {"PARITY"}, results
    place.results("--so", old, "--case", "caret/text/plain", code=0)


def readings_are_declared(place):
    """ABI 6: a case that differs by a clause that is declared does not count; an object of ABI 5 is not looked at past the
    end of its struct."""
    case = "caret/fence/trailing-space-on-the-opening-fence"  # a call by CARET-2.6, and text for this parser
    for fault, readings, verdict in (("READS_OTHERWISE", ["CARET-2.6"], "declared"), ("ABI_5", None, "differs"), ("NONE", None, "differs")):
        target = place.compile(fault)
        assert json.loads(place.run("serve", "--so", target, given=HELLO)).get("readings") == readings, fault
        results, _ = place.results("--so", target, "--case", case, "--only", "golden", code=0)
        assert [r["verdict"] for r in results] == [verdict], (fault, results)
    place.run("test", "--so", place.compile("UNKNOWN_READING"), code=3,
              err="it declares reading CARET-99.1, which is not a clause of spec/")


def usage(place):
    place.run("test", "--so", "x.so", "--", "cat", code=2, err="--so names the parser")
    place.run("serve", "x", code=2, err="unexpected 'x'; requests come on standard input")
    place.run("serve", "--policy", "x=y", code=2, err="there is no policy x; there are: ")
    place.run("serve", "--so", "x.so", "--policy", "types=schema", code=2,
              err="--policy is for our own parsers")


# -- other languages -------------------------------------------------------------------------------

def block(language):
    """The code of the README in this language; it has one block of each."""
    found = re.findall(r"^```%s\n(.*?)^```$" % language, (EXAMPLE / "README.md").read_text(),
                       re.MULTILINE | re.DOTALL)
    assert len(found) == 1, (language, len(found))
    return found[0]


def program(name):
    """The path of a compiler; rustup puts its own where not everybody looks."""
    return shutil.which(name) or shutil.which(name, path=str(Path.home() / ".cargo" / "bin"))


def build_cpp(place, folder, cxx):
    (folder / "adapter.cpp").write_text(block("cpp"))
    tool(os.environ.get("CXX") or cxx, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", *place.flags,
         folder / "adapter.cpp", "-o", folder / "parser.so")
    return folder / "parser.so"


def build_rust(_, folder, rustc):
    (folder / "adapter.rs").write_text(block("rust"))
    tool(rustc, "--edition", "2021", "--crate-type", "cdylib", "-C", "panic=abort",
         folder / "adapter.rs", "-o", folder / "parser.so")
    return folder / "parser.so"


def build_go(place, folder, go):
    (folder / "parser.go").write_text(block("go"))
    (folder / "adapter.c").write_text(block("c"))
    shutil.copy(place.prefix / "include" / "fencepost" / "adapter.h", folder)
    (folder / "go.mod").write_text("module parser\n\ngo 1.18\n")
    tool(go, "build", "-buildmode=c-shared", "-o", "parser.so", cwd=folder)
    return folder / "parser.so"


def documented_code_works(place):
    for language, build, compiler in [("C++", build_cpp, "g++"), ("Rust", build_rust, "rustc"), ("Go", build_go, "go")]:
        if not program(compiler):
            left_out(f"the README's example in {language}", f"there is no {compiler}")
            continue
        folder = place.scratch / language
        folder.mkdir()
        target = build(place, folder, program(compiler))
        results, summary = place.results("--so", target, "--case", "caret/text/*", code=1)
        assert summary["verdicts"]["crash"] == summary["verdicts"]["protocol"] == 0, summary
        assert summary["verdicts"]["pass"] >= 20, summary
        print("compiled and run: the README's", language, flush=True)


TESTS = [
    own_worker_is_without_a_fault, own_worker_keeps_its_policies,
    own_worker_refuses_what_it_cannot_read, answers_are_what_the_schema_says,
    nothing_is_lost_on_the_wire, a_reset_parser_has_the_tools_of_its_request, example_is_judged,
    broken_objects_are_explained, broken_parsers_cost_the_case, characters_are_counted,
    a_chunk_is_gone_after_feed, what_does_no_harm, offers_of_later_abis, prompts_and_paths, readings_are_declared, usage,
    documented_code_works,
]

WITH_ALL_CASES = {own_worker_is_without_a_fault, own_worker_keeps_its_policies, nothing_is_lost_on_the_wire,
                  example_is_judged}


def main():
    with tempfile.TemporaryDirectory() as scratch:
        place = Place(Path(scratch))
        place.install()
        for test in TESTS:
            if len(sys.argv) > 3 and test.__name__ not in sys.argv[3:]:
                continue
            with nullcontext() if test in WITH_ALL_CASES else few_cases(SOURCE, "caret"):
                test(place)
            print("ok", test.__name__, flush=True)


main()
