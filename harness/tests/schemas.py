# SPDX-License-Identifier: Apache-2.0
"""schemas.py SOURCE_DIR FENCEPOST: everything that is JSON is what its schema says, by a real validator.

Each check counts what it validated and must reach its least; each schema must also refuse wrong ones.
"""
import copy
import functools
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import jsonschema
from fewdata import case_files, input_of

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
WORKERS = SOURCE / "harness" / "tests" / "workers"

STORE = {}  # the schemas by $id
BY_NAME = {}  # "answer": its schema


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def load_schemas():
    for path in sorted((SOURCE / "spec" / "schema").glob("*.json")):
        schema = load(path)
        assert schema["$id"].endswith("/" + path.name), path
        STORE[schema["$id"]] = schema
        BY_NAME[path.name.replace(".schema.json", "")] = schema


@functools.lru_cache(maxsize=None)
def validator(name):
    schema = BY_NAME[name]
    with warnings.catch_warnings():  # newer versions have another way, older ones only this
        warnings.simplefilter("ignore", DeprecationWarning)
        resolver = jsonschema.RefResolver.from_schema(schema, store=STORE)
        return jsonschema.Draft202012Validator(schema, resolver=resolver)


def validate(name, instance, what):
    error = jsonschema.exceptions.best_match(validator(name).iter_errors(instance))
    if error:
        raise AssertionError(f"{what} is not what {name}.schema.json says: {error.message} at "
                             f"{error.json_path}")


def run(*args, given=b"", codes=(0,)):
    done = subprocess.run([FENCEPOST, *args], input=given, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=100, check=False)
    assert done.returncode in codes, (args, done.returncode, done.stderr.decode())
    return done.stdout.decode("utf-8")


OTHERS = ("catalogues", "equivalence", "families", "partial-json", "response-template",
          "vault")  # folders of corpus/ that are of no syntax


def case_paths():
    for folder in sorted((SOURCE / "corpus").iterdir()):
        if folder.is_dir() and folder.name not in OTHERS:
            yield from case_files(folder)


def cases():
    for path in case_paths():
        yield from load(path)["cases"]


# -- the files -------------------------------------------------------------------------------------

def schemas_are_schemas():
    for name, schema in BY_NAME.items():
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema", name
        jsonschema.Draft202012Validator.check_schema(schema)
    return len(BY_NAME)


def case_file_schema():
    paths = list(case_paths())
    for path in paths:
        validate("case-file", load(path), path)
    return len(paths)


def family_files():
    paths = sorted((SOURCE / "corpus" / "families").glob("*/*.json"))
    for path in paths:
        validate("family-file", load(path), path)
    own = sorted((SOURCE / "corpus").glob("*/family.json"))
    for path in own:
        validate("family", load(path), path)
    return len(paths) + len(own)


def engine_files():
    validate("engines", load(SOURCE / "corpus" / "engines.json"), "corpus/engines.json")
    own = sorted((SOURCE / "corpus").glob("*/engines.json"))
    for path in own:
        validate("syntax-engines", load(path), path)
    return len(own)


def vault_files():
    paths = sorted((SOURCE / "corpus" / "vault").glob("*.json"))
    for path in paths:
        validate("vault-case", load(path), path)
    return len(paths)


def template_files():
    paths = sorted((SOURCE / "corpus" / "response-template").glob("*.json"))
    for path in paths:
        validate("template-case", load(path), path)
    return len(paths)


def partial_files():
    paths = sorted((SOURCE / "corpus" / "partial-json").glob("*.json"))
    for path in paths:
        validate("partial-case", load(path), path)
    return len(paths)


def renderings_files():
    paths = sorted((SOURCE / "corpus").glob("*/renderings.json"))
    for path in paths:
        validate("renderings", load(path), path)
    return len(paths)


def equivalence_files():
    paths = sorted((SOURCE / "corpus" / "equivalence").glob("*.json"))
    for path in paths:
        validate("equivalence", load(path), path)
    return len(paths)


def types_table():
    table = load(SOURCE / "corpus" / "types.json")
    validate("types", table, "corpus/types.json")
    names = [row["name"] for row in table["rows"]]
    assert len(set(names)) == len(names), names
    return len(names)


def catalogues():
    paths = sorted((SOURCE / "corpus" / "catalogues").glob("*.json"))
    for path in paths:
        validate("catalogue", load(path), path)
    return len(paths)


def protocol_examples():
    count = 0
    for line in (SOURCE / "spec" / "protocol.md").read_text(encoding="utf-8").splitlines():
        if re.match(r"[<>] \{", line):
            validate("request" if line[0] == ">" else "answer", json.loads(line[2:]), line)
            count += 1
    return count


def lists_agree():
    """The codes and the policies are the same in all schemas, and in the model."""
    model = (SOURCE / "spec" / "model.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| `([a-z-]+)` \|", model, re.M)
    codes = [BY_NAME["case-file"]["$defs"]["diagnostic"]["properties"]["code"]["enum"],
             BY_NAME["answer"]["$defs"]["code"]["enum"], BY_NAME["event"]["$defs"]["code"]["enum"]]
    policies = [BY_NAME[name]["$defs"]["policies"]["properties"] for name in ("case-file", "answer")]
    assert all(one == table for one in codes), (table, codes)
    assert policies[0] == policies[1]
    for name in policies[0]:
        assert re.search(rf"^\*\*MUST(?:, forbids)?\.\*\* Source\. `{name}`", model, re.M), name
    return len(table) + len(policies[0])


# -- what the program writes -----------------------------------------------------------------------

def outcomes_and_events():
    count = 0
    for case in list(cases())[::25]:
        syntax = case["id"].split("/")[0]
        given = input_of(case)
        validate("outcome", json.loads(run("parse", "--syntax", syntax, given=given)), case["id"])
        for line in run("parse", "--syntax", syntax, "--events", given=given).split("\n")[:-1]:
            validate("event", json.loads(line), (case["id"], line))
            count += 1
    return count


def vault_results():
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "store.json")
        for path in sorted((SOURCE / "corpus" / "vault").glob("*.json")):
            for case in load(path)["cases"][::4]:
                entries = case["store"]["entries"]
                validate("vault-store", entries, case["id"])
                Path(store).write_text(json.dumps(entries), encoding="utf-8")
                for mode in (["resolve", "--store", store], ["expand", "--store", store], ["analyse"]):
                    said = run("vault", "--mode", *mode, given=input_of(case))
                    validate("vault-result", json.loads(said), (case["id"], mode))
                    count += 1
    return count


def report_lines(*args):
    records = {"run": 0, "result": 0, "finding": 0, "cause": 0, "summary": 0}
    for line in run("test", "--format", "json", "--reduce-budget", "50", *args, codes=(0, 1)).splitlines():
        record = json.loads(line)
        validate("report", record, line)
        records[record["record"]] += 1
    assert records["run"] == records["summary"] == 1 and records["result"], records
    return sum(records.values())


def reports():
    worker = ["--", sys.executable, str(WORKERS / "crashes_on.py"), "list_projects"]
    return (report_lines("--case", "*/code-fence/*") +
            report_lines("--case", "caret/fence/*", *worker))


# A worker that may be sent everything.
EVERYTHING = """
import sys
sys.path.insert(0, sys.argv[1])
from _protocol import HELLO, serve
serve(lambda request: {"text": "", "calls": []},
      dict(HELLO, unit="byte", capabilities=["bytes", "catalogue"]))
"""


def causes_files():
    """And the gravest cause comes first, and all of what they name is there."""
    paths, count = sorted((SOURCE / "reports" / "third-party").glob("*/causes.json")), 0
    harms = BY_NAME["report"]["$defs"]["harm"]["enum"]
    for path in paths:
        file = load(path)
        validate("causes", file, path)
        assert (SOURCE / "harness" / "adapters" / file["adapter"]).is_dir(), path
        for one in file["runs"]:
            places = [harms.index(cause["harm"]) for cause in one["causes"]]
            assert places == sorted(places), (path, one["name"], [c["title"] for c in one["causes"]])
            count += len(places)
    return count


def requests_for(pattern, folder):
    """The lines that a worker is sent."""
    copied = os.path.join(folder, "requests")
    run("test", "--format", "json", "--reduce-budget", "0", "--case", pattern, "--", "sh", "-c",
        'tee "$1" | "$2" -c "$3" "$4"', "sh", copied, sys.executable, EVERYTHING, str(WORKERS),
        codes=(1,))
    with open(copied, encoding="utf-8") as file:
        return file.read().splitlines()


def requests():
    operations, members = set(), set()
    with tempfile.TemporaryDirectory() as folder:
        lines = requests_for("*/bytes/*", folder) + requests_for("*/unknown-tool/*", folder)
    for line in lines:
        request = json.loads(line)
        validate("request", request, line)
        operations.add(request["op"])
        members |= set(request)
    assert operations == {"hello", "parse", "bye"}, operations
    assert "catalogue" in members and any("base64" in line for line in lines)
    return len(lines)


# LINEAR sends long messages that differ only in length. SOME_LONG of those over LONG_MESSAGE are checked.
LONG_MESSAGE, SOME_LONG = 20000, 3


def conversation():
    """The requests to a worker that offers everything, and its answers."""
    with tempfile.TemporaryDirectory() as folder:
        said = {name: os.path.join(folder, name) for name in ("request", "answer")}
        run("test", "--format", "json", "--case", "caret/text/unicode-offsets", "--", "sh", "-c",
            'tee "$1" | "$2" serve | tee "$3"', "sh", said["request"], FENCEPOST, said["answer"])
        lines = {}
        for name, path in said.items():
            with open(path, encoding="utf-8") as file:
                lines[name] = file.read().splitlines()
    count = 0
    for name, all_lines in lines.items():
        short = [line for line in all_lines if len(line) <= LONG_MESSAGE]
        long = sorted((line for line in all_lines if len(line) > LONG_MESSAGE), key=len)
        assert len(long) > SOME_LONG or name == "request", (name, len(long))
        for line in short + long[:SOME_LONG]:
            validate(name, json.loads(line), line)
            count += 1
    operations = {json.loads(line)["op"] for line in lines["request"]}
    assert operations == {"hello", "parse", "render", "sweep", "bye"}, operations
    members = set().union(*map(json.loads, lines["request"]))
    assert {"reuse", "beside", "timed"} <= members, members
    return count


def exported_templates():
    done = subprocess.run([FENCEPOST, "export", "--subject", "response-template", "--cuts"], stdout=subprocess.PIPE, check=True)
    lines = done.stdout.decode("utf-8").split("\n")[:-1]
    for line in lines:
        validate("export-template", json.loads(line), line)
    return len(lines)


# -- what must be refused --------------------------------------------------------------------------

CALL = {"name": "a", "input": {}, "span": [0, 1], "complete": True}
DIAGNOSTIC = {"code": "bad-line", "offset": 1, "clause": "CARET-3.7"}
CASE = {"id": "caret/f/a", "title": "t", "clauses": ["CARET-1.1"], "level": "must", "input": "",
        "origin": "o",
        "expect": {"text": "", "calls": [{"name": "a", "input": {}, "span": [0, 1]}],
                   "diagnostics": [DIAGNOSTIC], "emit": [{"event": "text", "bytes": 1, "at": "end"}]}}

GOOD = {
    "export": {"id": "caret/f/a", "title": "t", "syntax": "caret", "level": "must", "clauses": ["CARET-1.1"],
               "judged": {part: {"level": "must", "basis": "source", "clauses": ["CARET-1.1"]}
                          for part in ("text", "calls", "diagnostics")},
               "origin": "o", "input": "x", "policies": {"types": "string"},
               "limits": {"name": 1, "key": 1, "value": 1, "call": 1, "held": 1, "depth": 1},
               "expect": {"text": "x", "calls": [{"name": "n"}], "diagnostics": []}, "accept": []},
    "case-file": {"syntax": "caret", "feature": "f", "cases": [CASE],
                  "removed": [{"id": "caret/f/b", "reason": "r"}]},
    "family-file": {"family": "tags", "feature": "f", "cases": [
        {"name": "a", "title": "t", "clauses": ["TAGS-1.1"], "level": "must", "input": "«@a»«call x»",
         "expect": {"text": "", "calls": [{"name": "x", "input": {}, "span": ["@a", "@a"]}],
                    "diagnostics": [{"code": "bad-name", "offset": "@a"}]}, "origin": "o"}]},
    "family": {"refused": {"f/a": "r"}, "ids": {"f/b": "g/c"}},
    "engines": {"e": {"title": "E", "names": "n", "source": "s", "uncovered": {"x": "r"}}},
    "syntax-engines": {"models": ["m"], "engines": {"e": ["x"]}},
    "equivalence": {"cases": [{"name": "a", "title": "t", "call": {"name": "a", "input": {}},
                               "catalogue": "typed", "policy": {"types": "schema"}}]},
    "renderings": {"renderings": {"a": "^^^a\n^^^", "b": {"base64": "/w=="}}, "refused": {"c": "CARET-8.1"},
                   "types": {"level": "should", "refused": {"d": "CARET-9.7"}}},
    "types": {"catalogue": "types",
              "rows": [{"name": "a", "title": "t", "tool": "a", "text": "x", "misfit": True, "clause": "MODEL-3.9"},
                       {"name": "b", "title": "t", "tool": "a", "texts": ["x", "y"], "value_json": "[1.0]",
                        "clause": "MODEL-3.9"},
                       {"name": "c", "title": "t", "tool": "a", "json": "1"}]},
    "catalogue": {"tools": [{"name": "a", "title": "t", "description": "d", "annotations": {},
                             "inputSchema": {"type": "object", "properties": {"k": {}}},
                             "x-fencepost": {"positional": ["k"], "multiline": ["k"], "kind": "block",
                                             "category": "c",
                                             "examples": [{"title": "t", "input": {"k": 1}}]}}]},
    "request": {"op": "parse", "id": 1, "syntax": "caret", "chunks": ["a", {"base64": "/w=="}],
                "catalogue": []},
    "answer": {"id": 1, "text": {"base64": "/w=="}, "calls": [CALL], "diagnostics": [DIAGNOSTIC],
               "events": [[0, {"event": "text", "data": "a"}], [1, {"event": "call_end", "call": CALL}]]},
    "outcome": {"text": "", "calls": [CALL], "diagnostics": [DIAGNOSTIC]},
    "event": dict(DIAGNOSTIC, event="diagnostic"),
    "vault-store": {"a": "A", "b": {"content": "", "type": "code", "description": "d"}},
    "vault-result": {"originalText": "", "resolvedText": "", "references": ["a"], "missing": ["a"],
                     "errors": [{"type": "cycle", "refId": "a", "chain": ["a", "a"], "message": "m"}],
                     "depth": 1, "fullyResolved": False},
    "vault-case": {"kind": "vault", "feature": "f",
                   "cases": [{"id": "vault/f/a", "title": "t", "clauses": ["VAULT-1.1"],
                              "level": "must", "input": "", "origin": "o",
                              "store": {"entries": {"a": "A"}, "failing": {"b": "why"}},
                              "options": {"maxDepth": 1, "onMissing": {"c": "C"}},
                              "expect": {"resolve": {"resolvedText": "", "references": [],
                                                     "missing": [], "errors": [], "depth": 0,
                                                     "fullyResolved": True},
                                         "simple": "",
                                         "expand": {"resolvedCode": "", "vaultRefs": [], "errors": [],
                                                    "hasErrors": False},
                                         "analyse": {"hasReferences": False, "count": 0, "ids": []}}}]},
    "response-template": {"start_anchor": "<A>", "fields": {
        "a": {"open": ["<a>"], "close_pattern": "</a>", "repeats": True, "join": "", "content": "json",
              "content_args": {"string_delims": [["<", ">"]]}},
        "b": {"open_pattern": "(?P<n>b)", "content": "xml-inline", "content_args": {"tag_pattern": "x"}, "transform": "{n}"}}},
    "template-case": {"kind": "response-template", "feature": "f",
                      "cases": [{"id": "response-template/f/a", "title": "t", "clauses": ["TEMPLATE-1.1"],
                                 "template": {"start_anchor": "<A>", "fields": {"content": {}}}, "text": "x", "origin": "o",
                                 "policy": {"leftover": "last"},
                                 "expect": {"message": {"content": "x"}, "events": [["open", "content"], ["chunk", "content", "x"],
                                                                                     ["close", "content", "x"]]}}]},
    "export-template": {"id": "response-template/f/a", "title": "t", "clauses": ["TEMPLATE-1.1"], "reading": False,
                        "template": {"start_anchor": "<A>", "fields": {"content": {}}}, "text": "xy", "origin": "o", "cuts": [[1]],
                        "expect": {"message": {"content": "xy"}, "events": []}},
    "template-lint": {"findings": [{"path": "fields.a.close", "clause": "TEMPLATE-LINT-1.2", "sentence": "s", "input": "<a></a>", "cut": 7,
                                    "message": "{}", "other": "{}"}],
                      "texts": 1, "fields": 1, "fieldsLeft": 0, "literalsLeft": 0, "patternsLeft": 0, "stopped": False},
    "partial-case": {"kind": "partial-json", "feature": "f",
                     "cases": [{"id": "partial-json/f/a", "title": "t", "clauses": ["PARTIAL-1.1"], "text": "[}", "origin": "o",
                                "answers": [[0, None], [1, "[]"], [2, False]], "witness": "[]"}]},
    "report": {"record": "result", "case": "caret/f/a", "check": "golden", "clause": "CARET-1.1",
               "syntax": "caret", "level": "must", "verdict": "wrong", "class": "wrong/text", "harm": "text", "counts": True,
               "message": "m", "title": "t", "clauses": ["CARET-1.1"], "input": "", "command": "c"},
    "gate": {"asExpected": False, "suite": {"baseline": "0.1.0", "report": "0.1.0"}, "casesAdded": 0, "knownCauses": 0,
             "counts": {"new-cause": 0, "new-failure": 1, "changed-failure": 0, "unexpected-pass": 0, "not-checked": 0,
                        "vanished-case": 0, "weaker": 0, "stopped": 0, "changed-reading": 0},
             "changes": [{"kind": "new-failure", "subject": "caret/f/a", "check": "golden", "was": "pass", "now": "crash"}]},
    "interop": {"suite": "0.1.0", "parsers": [{"name": "p", "version": "1", "policies": "", "partial": False}],
                "syntaxes": [{"syntax": "caret", "clauses": [
                    {"clause": "CARET-1.1", "level": "must", "basis": "decision", "tried": 1, "obey": 0, "agree": False,
                     "parsers": [{"parser": 0, "state": "differs", "obeys": 1, "differs": 1, "fails": 0}],
                     "inputs": [{"case": "caret/f/a", "check": "golden", "input": "^", "agree": False,
                                 "answers": [{"parser": 0, "state": "differs", "declared": False, "came": "text"}]}]}]}]},
    "causes": {"package": "p", "version": "1", "adapter": "npm-p",
               "runs": [{"name": "r", "syntax": "caret", "arguments": [],
                         "causes": [{"title": "t", "harm": "lost-call", "input": "^^^a", "cuts": [1], "clauses": ["LAW-2.1"],
                                     "explains": [{"check": ["CHUNK", "WHOLE"], "message": "0 calls"}]}]}]},
    "export-chat": {"id": "caret/f/a", "title": "t", "syntax": "caret", "level": "must", "reading": False, "clauses": ["CARET-1.1"],
                    "policies": {}, "input": "", "cuts": [[1, 2]],
                    "expect": {"content": "", "tool_calls": [{"type": "function", "function": {"name": "a", "arguments": "{}"}}]}},
    "drive": {"op": "verdict", "test": "caret/f/a", "verdict": "pass", "counts": False, "clause": "CARET-1.1",
              "checks": 1, "failed": 0},
    "diff": {"record": "difference", "severity": "call", "kind": "fewer-calls", "input": "a", "cuts": [1],
             "count": 2, "origins": {"drop-marker": 2}, "source": "message 2 of seed 1", "tries": 5,
             "minimal": True, "message": "m", "reference": "text \"a\"\n", "clauses": ["CARET-1.1"],
             "readings": [{"parsers": [1, 3], "reading": "r", "as": "reference"},
                          {"parsers": [2], "reading": "crash"}], "command": "fencepost diff"},
}

ABSENT = object()
CAUSE = ["runs", 0, "causes", 0]

# schema, the way to a member of the good one, its new value.
WRONG = [
    ("family-file", ["family"], ABSENT),
    ("family-file", ["cases"], []),
    ("family-file", ["cases", 0, "id"], "xml/f/a"),
    ("family-file", ["cases", 0, "name"], ABSENT),
    ("family-file", ["cases", 0, "expect", "calls", 0, "span"], [0, 1]),
    ("family-file", ["cases", 0, "expect", "diagnostics", 0, "offset"], "a"),
    ("family", ["refused", "f/a"], ""),
    ("family", ["ids", "f/b"], "xml/g/c"),
    ("family", ["own"], {}),
    ("engines", ["e", "source"], ABSENT),
    ("engines", ["e", "uncovered", "x"], ""),
    ("engines", ["e", "other"], "x"),
    ("syntax-engines", ["models"], []),
    ("syntax-engines", ["engines", "e"], []),
    ("syntax-engines", ["engines", "e", 0], 1),
    ("syntax-engines", ["engine"], {}),
    ("case-file", ["feature"], ABSENT),
    ("case-file", ["features"], "f"),
    ("case-file", ["cases"], []),
    ("case-file", ["removed"], {}),
    ("case-file", ["removed", 0, "reason"], ABSENT),
    ("case-file", ["cases", 0, "id"], "caret/a"),
    ("case-file", ["cases", 0, "title"], ""),
    ("case-file", ["cases", 0, "clauses"], ["CARET-1.1", "CARET-1.1"]),
    ("case-file", ["cases", 0, "clauses"], {}),
    ("case-file", ["cases", 0, "clauses"], {"events": ["CARET-1.1"]}),
    ("case-file", ["cases", 0, "clauses"], {"text": []}),
    ("case-file", ["cases", 0, "also"], []),
    ("case-file", ["cases", 0, "level"], "MUST"),
    ("case-file", ["cases", 0, "input"], ABSENT),
    ("case-file", ["cases", 0, "input_base64"], "/w=="),
    ("case-file", ["cases", 0, "policy"], {"extra_call": "drop"}),
    ("case-file", ["cases", 0, "policy"], {}),
    ("case-file", ["cases", 0, "limits"], {"values": 1}),
    ("case-file", ["cases", 0, "limits"], {"value": 0}),
    ("case-file", ["cases", 0, "catalogue"], "../files"),
    ("case-file", ["cases", 0, "expect", "text"], ABSENT),
    ("case-file", ["cases", 0, "expect", "calls"], ABSENT),
    ("case-file", ["cases", 0, "expect", "calls", 0, "name"], ABSENT),
    ("case-file", ["cases", 0, "expect", "calls", 0, "input"], []),
    ("case-file", ["cases", 0, "expect", "calls", 0, "span"], [-1, 0]),
    ("case-file", ["cases", 0, "expect", "diagnostics", 0, "code"], "bad"),
    ("case-file", ["cases", 0, "expect", "diagnostics", 0, "clause"], 5),
    ("case-file", ["cases", 0, "expect", "emit"], []),
    ("case-file", ["cases", 0, "expect", "emit", 0, "nth"], 1),
    ("case-file", ["cases", 0, "expect", "emit", 0, "event"], "call_end"),
    ("case-file", ["cases", 0, "accept"], [{"expect": {"text": "", "calls": []}}]),
    ("catalogue", ["tool"], []),
    ("catalogue", ["tools"], {}),
    ("catalogue", ["tools", 0, "name"], ""),
    ("catalogue", ["tools", 0, "inputSchema"], ABSENT),
    ("catalogue", ["tools", 0, "inputSchema", "type"], "string"),
    ("catalogue", ["tools", 0, "input_schema"], {}),
    ("catalogue", ["tools", 0, "x-fencepost", "kind"], "line"),
    ("catalogue", ["tools", 0, "x-fencepost", "multiline"], "k"),
    ("catalogue", ["tools", 0, "x-fencepost", "examples", 0, "input"], "k"),
    ("catalogue", ["tools", 0, "x-fencepost", "examples", 0, "titel"], "t"),
    ("catalogue", ["tools", 0, "x-fencepost", "examples", 0, "title"], 1),
    ("causes", ["runs"], []),
    ("causes", [*CAUSE, "harm"], "lost"),
    ("causes", [*CAUSE, "cuts"], [0]),
    ("causes", [*CAUSE, "clauses"], ["LAW"]),
    ("causes", [*CAUSE, "explains"], []),
    ("causes", [*CAUSE, "explains", 0], {}),
    ("causes", [*CAUSE, "explains", 0, "checks"], "CHUNK"),
    ("request", ["op"], "prase"),
    ("request", ["id"], -1),
    ("request", ["chunks"], ABSENT),
    ("request", ["chunks", 0], 5),
    ("request", ["expect"], {}),
    ("answer", ["id"], ABSENT),
    ("answer", ["calls"], [{"name": "a", "input": {}, "arguments": "{}"}]),
    ("answer", ["calls"], [{"name": "a"}]),
    ("answer", ["deltas"], []),
    ("request", ["mode"], "one-shot"),
    ("answer", ["calls"], [{"name": "a", "arguments": {}}]),
    ("answer", ["call"], []),
    ("answer", ["calls"], ABSENT),
    ("answer", ["calls", 0, "input"], "k"),
    ("answer", ["text", "base64"], "/w="),
    ("answer", ["diagnostics", 0, "code"], ABSENT),
    ("answer", ["events", 0], [0]),
    ("answer", ["events", 0, 1, "event"], "call_begin"),
    ("answer", ["events", 1, 1, "call"], ABSENT),
    ("outcome", ["text"], ABSENT),
    ("outcome", ["diagnostics"], ABSENT),
    ("outcome", ["events"], []),
    ("outcome", ["calls", 0, "span"], [0]),
    ("outcome", ["calls", 0, "complete"], ABSENT),
    ("outcome", ["diagnostics", 0, "offset"], -1),
    ("outcome", ["diagnostics", 0, "code"], "bad"),
    ("event", ["event"], "diagnostics"),
    ("event", ["event"], "call_cut"),
    ("event", ["offset"], ABSENT),
    ("vault-store", ["a"], 5),
    ("vault-store", ["a'"], "A"),
    ("vault-store", [""], "A"),
    ("vault-store", ["b", "content"], ABSENT),
    ("vault-store", ["b", "type"], "xml"),
    ("vault-store", ["b", "id"], "b"),
    ("vault-result", ["originalText"], ABSENT),
    ("vault-result", ["references"], ["a", "a"]),
    ("vault-result", ["depth"], -1),
    ("vault-result", ["refs"], []),
    ("vault-result", ["errors", 0, "type"], "cycles"),
    ("vault-result", ["errors", 0, "message"], ABSENT),
    ("vault-result", ["errors", 0, "chain"], ["a"]),
    ("vault-result", ["errors", 0, "limit"], 1),
    ("equivalence", ["cases"], []),
    ("equivalence", ["cases", 0, "name"], "A B"),
    ("equivalence", ["cases", 0, "call"], ABSENT),
    ("renderings", ["renderings", "a"], 5),
    ("renderings", ["refused", "c"], "because"),
    ("renderings", ["types", "level"], "may"),
    ("renderings", ["types", "refused", "d"], "because"),
    ("types", ["catalogue"], ABSENT),
    ("types", ["rows"], []),
    ("types", ["rows", 0, "name"], "A B"),
    ("types", ["rows", 0, "tool"], ABSENT),
    ("types", ["rows", 0, "text"], ABSENT),
    ("types", ["rows", 0, "json"], "1"),
    ("types", ["rows", 0, "value"], 1),
    ("types", ["rows", 0, "misfit"], False),
    ("types", ["rows", 0, "clause"], ABSENT),
    ("types", ["rows", 1, "texts"], ["x"]),
    ("types", ["rows", 1, "value_json"], ABSENT),
    ("types", ["rows", 2, "clause"], "MODEL-3.9"),
    ("types", ["rows", 2, "value"], 1),
    ("response-template", ["fields"], {}),
    ("response-template", ["start_anchor"], ABSENT),
    ("response-template", ["start_anchor_pattern"], "<A>"),
    ("response-template", ["fields", "a", "clsoe"], "x"),
    ("response-template", ["fields", "a", "close"], "x"),
    ("response-template", ["fields", "a", "repeats"], False),
    ("response-template", ["fields", "a", "open"], []),
    ("response-template", ["fields", "a", "content"], "yaml"),
    ("response-template", ["fields", "a", "content_args", "string_delims"], [["<"]]),
    ("response-template", ["fields", "b", "content_args"], {}),
    ("export-template", ["reading"], ABSENT),
    ("export-template", ["expect"], {}),
    ("export-template", ["cuts"], [[0]]),
    ("export-template", ["policy"], {"leftover": "first"}),
    ("template-case", ["cases", 0, "clauses"], ["PARTIAL-1.1"]),
    ("template-case", ["cases", 0, "template"], {"fields": {}}),
    ("template-case", ["cases", 0, "policy"], {"leftover": "joined"}),
    ("template-case", ["cases", 0, "expect"], {"error": "limit"}),
    ("template-case", ["cases", 0, "expect", "events"], [["chunk", "content"]]),
    ("template-lint", ["findings", 0, "clause"], "CARET-1.1"),
    ("template-lint", ["findings", 0, "cut"], 0),
    ("template-lint", ["findings", 0, "input"], ABSENT),
    ("template-lint", ["stopped"], ABSENT),
    ("partial-case", ["kind"], "vault"),
    ("partial-case", ["cases", 0, "id"], "vault/f/a"),
    ("partial-case", ["cases", 0, "clauses"], ["CARET-1.1"]),
    ("partial-case", ["cases", 0, "answers"], ABSENT),
    ("partial-case", ["cases", 0, "answers"], [[0, True]]),
    ("partial-case", ["cases", 0, "text"], [["[", 3]]),
    ("partial-case", ["cases", 0, "policy"], {}),
    ("vault-case", ["kind"], "syntax"),
    ("vault-case", ["syntax"], "vault"),
    ("vault-case", ["cases"], []),
    ("vault-case", ["cases", 0, "id"], "caret/f/a"),
    ("vault-case", ["cases", 0, "input"], ABSENT),
    ("vault-case", ["cases", 0, "store", "entries"], ABSENT),
    ("vault-case", ["cases", 0, "store", "failing"], {}),
    ("vault-case", ["cases", 0, "options", "maxDepth"], 101),
    ("vault-case", ["cases", 0, "options", "depth"], 1),
    ("vault-case", ["cases", 0, "expect", "resolve", "errors"], ABSENT),
    ("vault-case", ["cases", 0, "expect", "resolve"], {"thrown": {"type": "missing"}}),
    ("vault-case", ["cases", 0, "expect", "expand"], ABSENT),
    ("vault-case", ["cases", 0, "expect", "simple_base64"], ""),
    ("export", ["judged", "calls"], ABSENT),
    ("export", ["judged", "text", "level"], ABSENT),
    ("export", ["judged", "text", "basis"], ABSENT),
    ("export", ["judged", "text", "basis"], "taste"),
    ("export", ["input_base64"], ""),
    ("export", ["limits", "depth"], ABSENT),
    ("export", ["expect", "calls", 0, "name"], ABSENT),
    ("export", ["expect", "diagnostics"], [{"offset": 1}]),
    ("report", ["record"], "results"),
    ("report", ["verdict"], "fail"),
    ("report", ["message"], ABSENT),
    ("report", ["clause"], ABSENT),
    ("report", ["cut"], 5),
    ("report", ["suspect"], "runner"),
    ("report", ["advice"], False),
    ("report", ["syntax"], ABSENT),
    ("report", ["input"], ABSENT),
    ("report", ["input_base64"], ""),
    ("report", ["command"], ABSENT),
    ("report", ["clauses"], []),
    ("report", ["difference"], {"line": 0, "byte": 0}),
    ("gate", ["changes", 0, "kind"], "worse"),
    ("gate", ["changes", 0, "now"], ABSENT),
    ("gate", ["counts", "new-failure"], ABSENT),
    ("gate", ["counts", "worse"], 1),
    ("interop", ["syntaxes", 0, "clauses"], []),
    ("interop", ["syntaxes", 0, "clauses", 0, "parsers", 0, "state"], "not tried"),
    ("interop", ["syntaxes", 0, "clauses", 0, "inputs", 0, "answers"], []),
    ("interop", ["parsers", 0, "partial"], ABSENT),
    ("export-chat", ["expect", "tool_calls", 0, "function", "arguments"], {}),
    ("export-chat", ["expect", "content"], None),
    ("export-chat", ["reading"], ABSENT),
    ("export-chat", ["cuts"], [1]),
    ("drive", ["op"], "list"),
    ("drive", ["verdict"], "fine"),
    ("drive", ["test"], "a"),
    ("drive", ["counts"], ABSENT),
    ("diff", ["record"], "finding"),
    ("diff", ["severity"], "grave"),
    ("diff", ["input_base64"], "/w=="),
    ("diff", ["origins"], {}),
    ("diff", ["readings", 1], ABSENT),
    ("diff", ["readings", 0, "parsers"], [0]),
    ("diff", ["readings", 0, "as"], "majority"),
    ("diff", ["command"], ABSENT),
]


def planted(name, way, value):
    wrong = copy.deepcopy(GOOD[name])
    place = wrong
    for step in way[:-1]:
        place = place[step]
    if value is ABSENT:
        del place[way[-1]]
    else:
        place[way[-1]] = value
    return wrong


def wrong_ones_are_refused():
    assert set(GOOD) == set(BY_NAME), "each schema needs a good one, and wrong ones"
    for name, good in GOOD.items():
        validate(name, good, "the good one")
    for name, way, value in WRONG:
        assert not validator(name).is_valid(planted(name, way, value)), (name, way, value)
    assert {name for name, _, _ in WRONG} == set(GOOD)
    return len(WRONG)


# -- all -------------------------------------------------------------------------------------------

# What, and how many there must be at least.
CHECKS = [
    (schemas_are_schemas, 10),
    (case_file_schema, 36),
    (renderings_files, 11),
    (vault_files, 13), (partial_files, 15), (template_files, 14), (family_files, 2),
    (equivalence_files, 8),
    (engine_files, 6),
    (types_table, 80),
    (catalogues, 1),
    (causes_files, 55),
    (protocol_examples, 9),
    (lists_agree, 21),
    (outcomes_and_events, 150),
    (vault_results, 100),
    (reports, 100),
    (requests, 100),
    (conversation, 60),
    (exported_templates, 300),
    (wrong_ones_are_refused, len(WRONG)),
]


def main():
    failed = 0
    load_schemas()
    for check, least in CHECKS:
        try:
            count = check()
            assert count >= least, f"only {count}, and {least} are known"
            print(f"ok {check.__name__}: {count}")
        except AssertionError as error:
            failed += 1
            print(f"FAILED {check.__name__}: {error}")
    return 1 if failed else 0


sys.exit(main())
