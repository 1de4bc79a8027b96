# SPDX-License-Identifier: Apache-2.0
"""partial.py SOURCE_DIR FENCEPOST: readers of partial JSON (spec/partial-json.md): one that is right keeps all laws under all
policies, each planted fault breaks the law that it is about, and wrong use gets one sentence.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema

from checks import run_checks

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKERS = SOURCE / "harness" / "tests" / "workers"
NODE_KIT = SOURCE / "harness" / "adapters" / "node-partial.mjs"
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def run(*arguments):
    return subprocess.run([FENCEPOST, "test", *arguments], capture_output=True, timeout=300, check=False)


VALIDATOR = jsonschema.Draft202012Validator(
    json.loads((SOURCE / "spec" / "schema" / "report.schema.json").read_text(encoding="utf-8")))
FEATURES = sorted(path.stem for path in (SOURCE / "corpus" / "partial-json").glob("*.json"))


def worker(fault="", policies=None):
    return [sys.executable, str(WORKERS / "partial.py"), fault, json.dumps(policies or {})]


def records(reader, *about):
    done = run("--subject", "partial-json", "--format", "json", "--seed", "1", "--deadline", "20", *about, "--", *reader)
    found = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert found and found[-1]["record"] == "summary", done.stderr
    return found, done.returncode


def failed(found):
    return [r for r in found if r["record"] == "result" and r["verdict"] not in ("pass", "skipped")]


def our_reader_keeps_all():
    done = run("--subject", "partial-json")
    assert done.returncode == 0, done.stdout
    assert b"all as expected" in done.stdout
    return 1


def a_right_reader_keeps_all():
    """LINEAR takes long, and is asked of one text here."""
    about = [word for name in (*FEATURES, "made") for word in ("--case", f"partial-json/{name}/*")]
    found, code = records(worker(), *about, "--case", "partial-json/grown/an-array")
    assert code == 0 and not failed(found), failed(found)[:2]
    checks = {r["check"] for r in found if r["record"] == "result"}
    assert checks == {"golden", "TOTAL", "KEPT", "HONEST", "PROMPT", "WHOLE", "policies", "LINEAR"}, checks
    return found[-1]["cases"]


POLICIES = [{"open_number": "given", "open_literal": "given"}, {"open_string": "withheld", "open_key": "null"},
            {"not_json": "kept", "open_number": "given", "open_key": "null"}, {"open_literal": "given", "not_json": "kept"}]


def declared_policies_are_obeyed():
    for policies in POLICIES:
        about = ["--case", "partial-json/numbers/*", "--case", "partial-json/literals/*"]
        found, code = records(worker("", policies), *about)
        assert code == 0 and not failed(found), (policies, failed(found)[:2])
        undeclared = [*worker("", policies)]
        undeclared[-1] = "{}"
        assert records([*undeclared], *about)[1] == 0
    return len(POLICIES)


# The fault, the cases that show it, the checks that must fail, and what their cause is called.
FAULTS = [
    ("throws", "partial-json/numbers/*", {"TOTAL"}, "A beginning of JSON is refused when the text ends inside a number"),
    ("takes back", "partial-json/structure/*", {"KEPT"}, "A finished part is taken back when the text ends between two tokens"),
    ("invents", "partial-json/literals/*", {"policies"}, "A declared policy is not followed when the text ends inside a literal"),
    ("cut keys", "partial-json/keys/*", {"HONEST"}, "A value is invented when the text ends inside a key"),
    ("halves", "partial-json/surrogates/*", {"HONEST"}, "A value is invented when the text ends inside an escape"),
    ("proto", "partial-json/keys/*", {"PROMPT", "WHOLE", "policies"}, "The value is wrong when the value is whole"),
    ("whole", "partial-json/structure/*", {"WHOLE"}, "The value is wrong when the value is whole"),
    ("tail", "partial-json/not-json-texts/*", {"golden"}, "Text that is not JSON is accepted"),
    ("crashes", "partial-json/prefixes/*", {"TOTAL"}, "The reader crashes"),
    ("quadratic", "partial-json/grown/blanks", {"LINEAR"}, None),
]


def each_fault_breaks_its_law():
    for fault, about, checks, says in FAULTS:
        found, code = records(worker(fault), "--case", about, *(["--strict"] if fault == "quadratic" else []))
        wrong = failed(found)
        assert code == 1 and {r["check"] for r in wrong} >= checks, (fault, {r["check"] for r in wrong})
        for r in (*wrong, *(r for r in found if r["record"] != "result")):
            VALIDATOR.validate(r)
        causes = [r["sentence"] for r in found if r["record"] == "cause"]
        assert not says or any(cause.startswith(says) for cause in causes), (fault, causes)
        for r in wrong:
            assert r["command"].startswith("fencepost test --subject partial-json --"), r
    return len(FAULTS)


def a_cause_is_shown_and_repeated():
    done = run("--subject", "partial-json", "--case", "partial-json/numbers/*", "--", *worker("throws"))
    said = done.stdout.decode("utf-8")
    for part in ("the gravest first", "PARTIAL-6.1", "shortest input:", "again: fencepost test --subject partial-json --text '[1.'",
                 "fix first: "):
        assert part in said, (part, said)
    again = run("--subject", "partial-json", "--text", "[1.", "--", *worker("throws"))
    assert again.returncode == 1 and b"TOTAL" in again.stdout, again.stdout
    assert run("--subject", "partial-json", "--text", "[1.", "--", *worker()).returncode == 0
    return 1


def a_report_is_read_again():
    with tempfile.TemporaryDirectory() as folder:
        run("--subject", "partial-json", "--case", "partial-json/keys/*", "--report", folder, "--", *worker("proto"))
        for form in ("markdown", "html"):
            done = subprocess.run([FENCEPOST, "report", "--format", form, folder + "/report.jsonl"], capture_output=True,
                                  timeout=60, check=False)
            assert done.returncode == 1 and b"PARTIAL-6.5" in done.stdout, (form, done.returncode, done.stderr)
    return 1


WRONG_USE = [
    (["--subject", "partial"], 2, "partial-json"),
    (["--subject", "partial-json", "--syntax", "hermes"], 2, "--subject and --syntax are about different things"),
    (["--subject", "partial-json", "--known", "x"], 2, "--subject partial-json takes no --known"),
    (["--subject", "partial-json", "--case", "partial-json/keys/the-key-prot"], 2, "no case of partial-json matches"),
    (["--subject", "partial-json", "--", FENCEPOST, "serve"], 2, "does not have the subject partial-json"),
    (["--", *worker()], 3, "the worker parses no syntax"),
]


def wrong_use_gets_one_sentence():
    for arguments, code, says in WRONG_USE:
        done = run(*arguments)
        assert done.returncode == code and says in done.stderr.decode("utf-8"), (arguments, done.returncode, done.stderr)
    return len(WRONG_USE)


HELLOS = [
    ({"subjects": ["json"]}, "there is no other subject"), ({"subjects": "partial-json"}, "PROTOCOL-7.1"),
    ({"subject_policies": {"partial-json": {}}}, "\"subjects\" is not"),
    ({"subjects": ["partial-json"], "subject_policies": {}}, "PROTOCOL-7.2"),
    ({"subjects": ["partial-json"], "subject_policies": {"partial-json": {"open": "x"}}}, "there are open_string, open_number"),
    ({"subjects": ["partial-json"], "subject_policies": {"partial-json": {"open_key": "x"}}}, "it may be withheld, null"),
]
VALUES = [("[]", "has 0 items, and there are"), ("[5]", "not an object"), ("[{}]", "it has one of"), ("5", "is not an array"),
          ('[{"none":false}]', "is not true"), ('[{"error":1}]', "is not a string"), ('[{"value":1,"none":true}]', "it has one of"),
          ('[{"values":1}]', "unknown member")]
SAYS = """import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "bye":
        break
    hello = dict({"id": 0, "protocol": 1, "name": "a", "version": "0", "language": "b"}, **json.loads(sys.argv[1]))
    print(json.dumps(hello) if request["op"] == "hello" else '{"id":%d,"values":%s}' % (request["id"], sys.argv[2]), flush=True)
"""


def what_a_worker_gets_wrong_is_named():
    for hello, says in HELLOS:
        done = run("--subject", "partial-json", "--", sys.executable, "-c", SAYS, json.dumps(hello), "")
        assert done.returncode in (2, 3) and says in done.stderr.decode("utf-8"), (hello, done.stderr)
    good = json.dumps({"subjects": ["partial-json"]})
    for values, says in VALUES:
        done = run("--subject", "partial-json", "--text", "5", "--", sys.executable, "-c", SAYS, good, values)
        assert done.returncode == 1 and says in done.stdout.decode("utf-8"), (values, done.stdout)
    return len(HELLOS) + len(VALUES)


# A small reader for the kit: JSON.parse of the text, and of the text closed in several ways; and values that JSON has not.
NODE = """
import { NOTHING, serveReader } from %s;
const odd = { "1": -0, "12": Infinity, "123": NaN, "1234": [undefined], "x1": { a: undefined, b: null }, "[": JSON.parse('{"__proto__":{"a":[1]}}'), "2": NOTHING };
let deep = [];
for (let i = 0; i < 2000; i++) deep = [deep];
serveReader({ name: "stand-in", version: "0", policies: { open_number: "given" } }, (text) => {
  if (text === "3") return deep;
  if (text in odd) return odd[text];
  if (text === "x") throw new SyntaxError("no");
});
"""


def the_kit_writes_all_of_a_value():
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "reader.mjs"
        script.write_text(NODE % json.dumps(NODE_KIT.as_uri()), encoding="utf-8")
        lines = [{"op": "hello", "id": 0, "protocols": [1], "suite": "0"}, {"op": "value", "id": 1, "chunks": ["1", "2", "3", "4"]},
                 {"op": "value", "id": 2, "chunks": ["["]}, {"op": "value", "id": 3, "chunks": ["2"]},
                 {"op": "value", "id": 4, "chunks": ["x", "1"]}, {"op": "value", "id": 5, "chunks": ["3"]}, {"op": "bye", "id": 6}]
        done = subprocess.run(["node", script], input="".join(json.dumps(line) + "\n" for line in lines), capture_output=True,
                              timeout=60, check=True, encoding="utf-8")
    said = done.stdout.splitlines()
    assert json.loads(said[0])["subject_policies"] == {"partial-json": {"numbers": "double", "open_number": "given"}}, said
    assert said[1:] == ['{"id":1,"values":[{"value":-0},{"value":1e999},{"other":"NaN"},{"other":"undefined"}]}',
                        '{"id":2,"values":[{"value":{"__proto__":{"a":[1]}}}]}', '{"id":3,"values":[{"none":true}]}',
                        '{"id":4,"values":[{"error":"SyntaxError: no"},{"value":{"b":null}}]}', '{"id":5,"values":[{"deep":true}]}'], said[1:]
    return len(said)


def it_is_listed_and_shown():
    rows = [(["list", "subjects"], "partial-json  readers of partial JSON"), (["show", "PARTIAL-3.2"], "  partial-json/escapes/"),
            (["help", "test"], "--subject NAME")]
    for arguments, says in rows:
        done = subprocess.run([FENCEPOST, *arguments], capture_output=True, timeout=60, check=True)
        assert says in done.stdout.decode("utf-8"), (arguments, done.stdout)
    return len(rows)


CHECKS = [(it_is_listed_and_shown, 3), (our_reader_keeps_all, 1), (a_right_reader_keeps_all, 600), (declared_policies_are_obeyed, 4), (each_fault_breaks_its_law, 10),
          (a_cause_is_shown_and_repeated, 1), (a_report_is_read_again, 1), (wrong_use_gets_one_sentence, 6),
          (what_a_worker_gets_wrong_is_named, 14), (the_kit_writes_all_of_a_value, 6)]

if __name__ == "__main__":
    sys.exit(run_checks(CHECKS, {}, SOURCE))
