# SPDX-License-Identifier: Apache-2.0
"""calls.py SOURCE_DIR FENCEPOST: the commands that write calls, move them, explain and validate them."""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from checks import NIGHT, by_day, run_checks

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
AGENT = SOURCE / "corpus" / "catalogues" / "agent-tools.json"
TYPED = SOURCE / "corpus" / "catalogues" / "typed.json"

START, END = "🛠️[", "🛠️[/end]"
FILES = {
    "call.json": '{"name": "f", "input": {"path": "a b"}}',
    "calls.json": '[{"name": "f", "input": {}}, {"name": "g", "input": {"n": "1"}}]',
    "number.json": '{"name": "f", "input": {"n": 9007199254740993}}',
    "set.json": '{"name": "set", "input": {"count": 9007199254740993, "ratio": 1e400}}',
    "lines.json": '{"name": "f", "input": {"k": "\\n a\\n"}}',
    "half.json": '[{"name": "f", "input": {}}, {"name": "g-h", "input": {}}]',
    "bad.json": '{"name": "f", "input": ',
    "noname.json": '{"input": {}}',
    "lines.txt": f"Hi\n{START}f a b]\nbody\n{END}\nbye",
    "inline.txt": f"Hi {START}f a]\nbody\n{END}\nbye",
    "quoting.txt": f"Hi\n^^^g\n^^^\n{START}f a]\n{END}\nbye",
    "mixed.txt": f"Hi\n{START}f]\n{END}\nand {START}g]\n{END}\nbye",
    "cut.txt": f"Hi\n{START}f a]\nbody",
    "caret.txt": "Hi\n^^^f\nraw_args: a\nbody ---\nx\n--- body\n^^^\nbye",
    "several.txt": "a\n\n^^^f\n^^^\nb\n^^^f\n^^^\n^^^g\n^^^\nc\n^^^g\n^^^\n\nd\n\n^^^f\n^^^\n",
    "named.txt": "Hi\n^^^f\npath: a\n^^^\nbye",
    "broken.txt": "^^^f\npath: a\nno colon\n^^^",
    "put.txt": "^^^put\ncount: 2\npath: x\n^^^\n^^^put\ncount: two\nmore: 1\n^^^\n^^^other\n^^^\n",
    "more.json": '{"tools": [{"name": "other", "inputSchema": {"type": "object"}}]}',
    "twice.json": '{"tools": [{"name": "set", "inputSchema": {"type": "object"}}]}',
    "odd.json": '{"tools": [{"name": "odd", "inputSchema": {"properties": {"a": {"type": "float"}}}}]}',
    "odd.txt": "^^^odd\na: 1.5\n^^^\n",
    "plain.txt": "Hi",
    "seed4.json": '{"thought": "I need to write a file.", "tool_calls": [{"tool": "WriteFile", "args": {}}, '
                  '{"tool": "B", "args": {}}]}\n',
    "ids.json": '{"type":"message","role":"assistant","content":[{"type":"text","text":"a"},'
                '{"type":"tool_use","id":"toolu_x","name":"f","input":{}},{"type":"text","text":"b\\n"},'
                '{"type":"tool_use","id":"","name":"g","input":{}}],"stop_reason":"tool_use"}',
    "near.txt": '{{<notify message="say "hi"" />}} {{<notify message="cut',
    "empty.txt": "{{<final_output />}}",
    "extra.txt": "^^^drop\ncount: 1\n^^^\n^^^drop\ncount: 2\n^^^\n",
    "twice.txt": "^^^put\ncount: 1\npath: a\npath: b\n^^^\n^^^drop\ncount: 2\n^^^\n",
    "kinds.txt": "^^^f\na: 1\n^^^\n^^^g\n^^^\n^^^h\n^^^\n",
    "families.json": json.dumps({"tools": [
        {"name": name, "inputSchema": {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"] if name == "f" else []},
         "x-fencepost": {"category": kind}}
        for name, kind in (("f", "a"), ("g", "b"), ("i", "c"), ("j", "b"))]}),
    "vault.json": json.dumps({"tools": [
        {"name": "v", "inputSchema": {"type": "object", "properties": {
            "type": {"type": "string", "enum": ["text", "code", "data"], "default": "text"}}},
         "x-fencepost": {"validators": {"type": {"normalize": "lowercase"}}}}]}),
    "vault.txt": '{{<v type="CODE" />}}{{<v type="blob" />}}{{<v />}}',
    "wrong.json": '{"tools": [\n{"name": "a" "b"}]}',
}

# arguments (TYPED stands for the catalogue), exit status, parts of standard output, of standard error
ROWS = [
    ("render --syntax caret call.json", 0, ["^^^f\npath: a b\n^^^\n"], []),
    ("render --syntax caret calls.json", 0, ["^^^f\n^^^\n^^^g\nn: 1\n^^^\n"], []),
    ("render --syntax caret number.json", 1, [],
     ['number.json: call 1: unrepresentable in caret: the value of "n", byte 0', "(CARET-9.7)"]),
    ("render --syntax caret --policy types=schema --catalogue TYPED set.json", 0,
     ["count: 9007199254740993\nratio: 1e400\n"], []),
    ("render --syntax caret half.json", 1, ["^^^f\n^^^\n"], ['the name "g-h", byte 1']),
    ("render --syntax caret bad.json", 2, [], ["bad.json: line "]),
    ("render --syntax caret noname.json", 2, [], ["noname.json: call 1: a call is"]),
    ("render --syntax caret none.json", 2, [], ["No such file"]),
    ("render call.json", 2, [], ["say which syntax"]),
    ("render --syntax caret --policy value_framing=exact lines.json", 0, ["k ---\n a\n--- k\n"], []),
    ("render --syntax caret --policy value_framing=first-newline lines.json", 0, ["k ---\n\n a\n--- k\n"], []),
    ("render --syntax caret --policy value_framing=trimmed lines.json", 1, [],
     ['lines.json: call 1: unrepresentable in caret: the value of "k", byte 0: ', "(MODEL-3.17)"]),
    ("render --syntax carret call.json", 2, [], ["there is no syntax carret"]),
    ("render --syntax caret a b", 2, [], ["takes one file"]),

    ("convert --from emoji-bracket --to caret lines.txt", 0,
     ["Hi\n^^^f\nraw_args: a b\nbody ---\nbody\n\n--- body\n^^^\nbye"], []),
    ("convert --from emoji-bracket --to caret --exact inline.txt", 1, [],
     ["inline.txt: byte 3: the call cannot stand here", "leave the call as it is with --keep"]),
    ("convert --from emoji-bracket --to caret inline.txt", 0, ["Hi \n^^^f\nraw_args: a\n", "^^^\nbye"], []),
    ("convert --from emoji-bracket --to caret quoting.txt", 1, [],
     ["quoting.txt: byte 3: this text would be read as a call"]),
    ("convert --from emoji-bracket --to caret cut.txt", 1, [], ["byte 3: the call is not complete"]),
    ("convert --from emoji-bracket --to caret --keep cut.txt", 0, [f"Hi\n{START}f a]\nbody"],
     ["the call is not complete; left as it is"]),
    ("convert --from emoji-bracket --to caret mixed.txt", 0, ["and \n^^^g\n"], []),
    ("convert --from json-envelope --to toolcall-tag seed4.json", 0,
     ["file.\n<toolcall(WriteFile)>\n", "</toolcall(WriteFile)>\n<toolcall(B)>\n</toolcall(B)>\n"], []),
    ("convert --from json-envelope --to toolcall-tag --exact seed4.json", 0,
     ["file.<toolcall(WriteFile)>\n", "</toolcall(WriteFile)><toolcall(B)>"], []),
    ("convert --from json-envelope --to caret --exact seed4.json", 1, [], ["byte 54: the call cannot stand here"]),
    ("convert --from native-anthropic --to native-openai ids.json", 0,
     ['"content":"ab\\n","tool_calls":[{"id":"toolu_x"', '{"id":"call_2"'], []),
    ("convert --from native-anthropic --to native-anthropic ids.json", 0,
     ['{"type":"text","text":"a"},{"type":"tool_use","id":"toolu_x"', '"input":{}},{"type":"text","text":"b\\n"}',
      '"id":"call_2"'], []),
    ("convert --from native-anthropic --to caret ids.json", 0, ["a\n^^^f\n^^^\nb\n\n^^^g\n^^^"], []),
    ("convert --from caret --to native-openai plain.txt", 0, ['"content":"Hi"},"finish_reason":"stop"'], []),
    ("convert --from caret --to json-envelope --keep broken.txt", 0, ["{"], []),
    ("convert --from emoji-bracket --to caret --exact --keep mixed.txt", 0,
     [f"Hi\n^^^f\nraw_args:\nbody:\n^^^\nand {START}g]\n{END}\nbye"],
     ["byte 32: the call cannot stand here", "left as it is"]),
    ("convert --from caret --to native-openai caret.txt", 0, ['"content":"Hi\\nbye"'], []),
    ("convert --from caret --to json-envelope caret.txt", 0, ['{"thought": "Hi\\nbye", '], []),
    ("convert --from caret --to native-openai --exact caret.txt", 0, ['"content":"Hi\\n\\nbye"'], []),
    ("convert --from caret --to native-openai several.txt", 0, ['"content":"a\\nb\\nc\\nd\\n"'], []),
    ("convert --from caret --to native-anthropic caret.txt", 0,
     ['{"type":"text","text":"Hi"}', '{"type":"text","text":"bye"}'], []),
    ("convert --from caret --to emoji-bracket caret.txt", 0, [f"Hi\n{START}f a]\nx{END}\nbye"], []),
    ("convert --from caret --to emoji-bracket named.txt", 1, [],
     ["named.txt: byte 3: unrepresentable in emoji-bracket", "(EMOJI-BRACKET-8.1)"]),
    ("convert --from caret --to emoji-bracket --keep named.txt", 0, [FILES["named.txt"]],
     ["left as it is"]),
    ("convert --from caret caret.txt", 2, [], ["--from A --to B"]),

    ("explain --syntax caret broken.txt", 0,
     ["0-3           marker   CARET-2.1", "skipped", "! bad-line at byte 13 (CARET-3.7)",
      "Any other line in a block"], []),
    ("diff --calls 500 --syntaxes caret,xml", 0, ["caret", "by schema: carried"], []),
    ("diff --calls 500 --stats", 0, ["500 calls of seed 1", "quotes"], []),
    ("diff --syntaxes carret", 2, [], ["there is no syntax carret"]),
    ("diff --syntax caret --parser builtin --parser builtin --inputs a --inputs b", 2, [], ["one --inputs is enough"]),
    ("diff --calls 0", 2, [], ["--calls '0' is not a whole number from 1 on"]),
    ("express --format yaml", 2, [], ["there is no format yaml; there are: tty, markdown, json"]),

    ("explain --syntax caret --prefix 2 broken.txt", 0, ["held back: undecided", "^^"], []),
    ("explain --syntax caret --prefix 25 broken.txt", 0, ["held back: undecided"], []),
    ("explain --syntax caret --prefix 0 broken.txt", 2, [], ["from 1 on"]),
    ("explain --syntax caret --format json broken.txt named.txt", 0,
     ['{"file":"broken.txt","length":25,"held":0,"ranges":[{"start":0,"end":3,"decided":5,"role":"marker"',
      '"diagnostics":[{"code":"bad-line","offset":13,"clause":"CARET-3.7"}]}\n{"file":"named.txt"'], []),
    ("explain --syntax caret broken.txt named.txt", 0, ["broken.txt:\nbytes", "\n\nnamed.txt:\nbytes"], []),
    ("explain --syntax caret --format yaml broken.txt", 2, [], ["there is no format yaml; there are: text, json"]),
    ("explain broken.txt", 2, [], ["say which syntax"]),

    ("grammar --syntax caret", 0, ['"scopeName": "text.fencepost.caret"', '"name": "entity.name.function.'], []),
    ("grammar --syntax xml --inject", 0, ['"injectionSelector": "L:text.html.markdown - markup.fenced_code'], []),
    ("grammar --syntax json-envelope", 1, [], ["calls of json-envelope are JSON"]),
    ("grammar", 2, [], ["say which syntax"]),
    ("grammar --syntax caret caret", 2, [], ["takes no operand"]),

    ("validate --syntax caret --catalogue TYPED put.txt", 1,
     ['"toolId":"put"', '"count":2,"validCount":1,"invalidCount":1', '"unknown":[{"name":"other"',
      '"message":"not of the type integer"', '"totalOperations":3,"validOperations":1'], []),
    ("validate --syntax caret --catalogue TYPED --catalogue more.json put.txt", 1,
     ['"unknown":[]', '"validOperations":2'], []),
    ("validate --syntax caret --catalogue TYPED --tool drop put.txt", 0, ['"count":0'], []),
    ("validate --syntax caret --catalogue TYPED --tool no put.txt", 2, [], ["there is no tool no; there are: set, put, drop"]),
    ("validate --syntax caret put.txt", 2, [], ["--catalogue FILE"]),
    ("validate --syntax caret --catalogue TYPED --catalogue twice.json put.txt", 2, [],
     ['twice.json: two tools are called "set"']),
    ("validate --syntax caret --catalogue wrong.json put.txt", 2, [],
     ["wrong.json: line 2, column 16: not JSON: "]),

    ("validate --syntax caret --catalogue odd.json odd.txt", 0,
     ['"warnings":[{"field":"a","message":"any value is allowed, for JSON Schema has no type \\"float\\""}]',
      '"normalized":{"a":"1.5"}'], ['odd.json: warning: tool "odd": "a" allows any value, for JSON Schema has no type '
                                    '"float": name string, integer, number, boolean, null, array or object']),
    ("validate --syntax shortcode --catalogue vault.json vault.txt", 0,
     ['"valid":true,"errors":[],"warnings":[],"normalized":{"type":"code"}',
      '"warnings":[{"field":"type","message":"not one of the values allowed', '"normalized":{"type":"text"}',
      '"input":{},"span":[42,51],"complete":true},"validation":{"valid":true,"errors":[],"warnings":[],"normalized":{"type":"text"}}'], []),
    ("validate --syntax shortcode --catalogue AGENT near.txt", 1,
     ['"totalOperations":0', '"diagnostics":[{"code":"bad-line","offset":0,"clause":"SHORTCODE-2.3"},'
      '{"code":"unterminated-call","offset":34,'], []),
    ("validate --syntax shortcode --catalogue AGENT empty.txt", 1, ['"offset":0,"clause":'], []),
    ("validate --syntax caret --catalogue TYPED extra.txt", 0,
     ['"diagnostics":[{"code":"extra-call","offset":21,"clause":"CARET-6.3"}]'], []),
    ("validate --syntax caret --catalogue TYPED --tool drop twice.txt", 0, ['"count":1', '"diagnostics":[{"code":"extra-call","offset":36,"clause":"CARET-6.3"}]}'], []),
    ("validate --syntax caret --catalogue TYPED --tool put twice.txt", 1, ['"count":1', '"code":"duplicate-argument"'], []),
    ("validate --syntax caret --catalogue FAMILIES --category b --category c kinds.txt", 0,
     ['{"byTool":{"g":{"toolId":"g"', '"unknown":[],"toolCount":1,"totalOperations":1,"validOperations":1'], []),
    ("validate --syntax caret --catalogue FAMILIES --tool g --tool i kinds.txt", 0,
     ['{"byTool":{"g":{"toolId":"g"', '"unknown":[],"toolCount":1,"totalOperations":1,"validOperations":1'], []),
    ("validate --syntax caret --catalogue FAMILIES --tool g --tool f kinds.txt", 1,
     ['"f":{"toolId":"f"', '"unknown":[],"toolCount":2,"totalOperations":2,"validOperations":1'], []),
    ("validate --syntax caret --catalogue FAMILIES --tool g --tool no kinds.txt", 2, [], ["there is no tool no"]),
    ("validate --syntax caret --catalogue FAMILIES kinds.txt", 1, ['"unknown":[{"name":"h"', '"totalOperations":3'], []),
    ("validate --syntax caret --catalogue FAMILIES --category d kinds.txt", 2, [], ["there is no category d; there are: a, b, c"]),
    ("validate --syntax caret --catalogue TYPED --category d put.txt", 2, [], ["no tool of the catalogue has a category"]),
    ("validate --syntax caret --catalogue FAMILIES --category a --tool f kinds.txt", 2, [], ["not both"]),
    ("doc --syntax caret --category a FAMILIES", 0, ["## f\n"], []),
    ("doc --syntax caret --category e FAMILIES", 2, [], ["there is no category e"]),
    ("doc --syntax think TYPED", 2, [], ["think has no calls"]),
    ("doc --syntax caret odd.json", 0, ["- `a` (any, optional)"], ['no type "float"']),

    ("doc --syntax caret TYPED", 0,
     ["## put\n", "- `count` (integer, required)", "may run over lines", "^^^put\ncount: 2\n"], []),
    ("doc --syntax caret TYPED more.json", 0, ["## set\n", "## other\n", "No arguments."], []),
    ("doc --syntax caret", 2, [], ["which catalogue"]),
    ("doc TYPED", 2, [], ["say which syntax"]),
]


def run(*args, given=b"", env=None):
    return subprocess.run([FENCEPOST, *args], input=given, capture_output=True, timeout=100, check=False, env=env)


def commands():
    for row, code, out, err in ROWS:
        words = {"TYPED": str(TYPED), "AGENT": str(AGENT), "FAMILIES": "families.json"}
        done = run(*[words.get(word, word) for word in row.split()])
        stdout, stderr = done.stdout.decode(), done.stderr.decode()
        assert done.returncode == code, f"{row}: {done.returncode}\n{stdout}{stderr}"
        for part in out:
            assert part in stdout, f"{row}: no {part!r} in\n{stdout}"
        for part in err:
            assert part in stderr, f"{row}: no {part!r} in\n{stderr}"
    return len(ROWS)


def syntaxes():
    """Those that have calls."""
    listed = [line.split()[0] for line in run("list", "syntaxes").stdout.decode().splitlines() if line[:1].strip()]
    return [syntax for syntax in listed[1:] if (SOURCE / "corpus" / syntax / "renderings.json").exists()]


def parse(syntax, text):
    done = run("parse", "--syntax", syntax, "--policy", "types=schema", "--catalogue", str(TYPED),
               given=text.encode())
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def documented_examples_parse():
    """Each example in the documentation of each syntax is read as the call that it documents."""
    wanted = [{"name": tool["name"], "input": one["input"]}
              for tool in json.loads(TYPED.read_text())["tools"]
              for one in tool.get("x-fencepost", {}).get("examples", [])]
    count = 0
    for syntax in syntaxes():
        doc = run("doc", "--syntax", syntax, str(TYPED)).stdout.decode()
        blocks = [block for _, block in re.findall(r"^(`{3,})text\n(.*?)\n\1$", doc, re.M | re.S)]
        calls = [call for block in blocks for call in parse(syntax, block + "\n")["calls"]]
        assert all(call["complete"] for call in calls), syntax
        found = [{"name": call["name"], "input": call["input"]} for call in calls]
        for call in wanted:
            assert call in found, f"{syntax}: {call} is not documented in\n{doc}"
            count += 1
    return count


def conversions_come_back():
    """A message of each syntax, converted to every other that can carry it, and back, keeps its calls."""
    text = "One.\n{}\nTwo.\n{}\nThree."
    calls = [{"name": "put", "input": {"count": 2, "path": "x y", "content": "one\ntwo"}},
             {"name": "drop", "input": {"count": 3}}]
    options = ["--catalogue", str(TYPED)]
    count = 0
    others = by_day(syntaxes(), 4)
    for here in by_day(syntaxes(), 3):
        blocks = [run("render", "--syntax", here, "--policy", "types=schema", *options,
                      given=json.dumps(call).encode()) for call in calls]
        if any(block.returncode for block in blocks):
            continue
        message = text.format(*[block.stdout.decode()[:-1] for block in blocks])
        before = parse(here, message)
        if len(before["calls"]) != 2:
            continue  # one document only
        for there in others:
            moved = run("convert", "--exact", "--from", here, "--to", there, *options, given=message.encode())
            if moved.returncode:
                assert b"byte " in moved.stderr, (here, there, moved.stderr)
                continue
            after = parse(there, moved.stdout.decode())
            assert after["text"] == before["text"], (here, there)
            assert [(c["name"], c["input"]) for c in after["calls"]] == [
                (c["name"], c["input"]) for c in calls], (here, there)
            count += here != there
    return count


def ids_depend_on_the_number_only():
    """parse --ids: the same ids however the text is cut, in outcomes and events; and they change nothing else."""
    text = "x\n^^^f\n^^^\ny\n^^^g\na: 1\n^^^\n^^^h\n".encode()
    plain = json.loads(run("parse", "--syntax", "caret", given=text).stdout)
    for stream in ([], ["--stream", "1"], ["--stream", "3"]):
        said = json.loads(run("parse", "--syntax", "caret", "--ids", "c-", *stream, given=text).stdout)
        assert [call.pop("id") for call in said["calls"]] == ["c-1", "c-2", "c-3"], said
        assert said == plain, (said, plain)
        lines = run("parse", "--syntax", "caret", "--ids", "c-", "--events", *stream, given=text).stdout.decode()
        events = [json.loads(line) for line in lines.splitlines()]
        assert [e["id"] for e in events if e["event"] == "call_begin"] == ["c-1", "c-2", "c-3"], events
        assert [e["call"]["id"] for e in events if "call" in e] == ["c-1", "c-2", "c-3"], events
    kept = json.loads(run("parse", "--syntax", "native-anthropic", "--ids", "c-", given=FILES["ids.json"].encode()).stdout)
    assert [call["id"] for call in kept["calls"]] == ["toolu_x", "c-2"], kept
    events = run("parse", "--syntax", "native-anthropic", "--ids", "c-", "--events", given=FILES["ids.json"].encode()).stdout
    assert b'{"event":"call_begin","name":"f"}' in events, events
    for wrong in ("", "a b", "é", "x" * 41):
        done = run("parse", "--syntax", "caret", "--ids", wrong, given=text)
        assert done.returncode == 2 and b"as in call_" in done.stderr, (wrong, done)
    return 3


DOCUMENTS = ["json-envelope", "native-anthropic", "native-openai"]


def message(pieces):
    """A message of the Messages API: strings are text, numbers are calls of `put` and `drop`."""
    calls = [{"name": "put", "input": {"count": 2, "path": "x y", "content": "one\ntwo"}},
             {"name": "drop", "input": {"count": 3}}]
    return json.dumps({"type": "message", "role": "assistant", "stop_reason": "tool_use", "content": [
        {"type": "text", "text": piece} if isinstance(piece, str) else {"type": "tool_use", "id": "i", **calls[piece]}
        for piece in pieces]})


def convert(here, there, text):
    return run("convert", "--from", here, "--to", there, "--catalogue", str(TYPED), given=text.encode())


def documents_come_back():
    """What a document says goes through each other notation and comes back: the same text, byte for byte, and calls."""
    messages = [["a", 0, 1], ["a\n", 1, "b", 0, "\nc"], [0, 1, "end"], [1, "\n", 0, "\r\n\n", 1, "x"], ["\n", 0], ["t"]]
    others = by_day(syntaxes(), 4)
    count = 0
    for pieces in messages:
        for document in DOCUMENTS:
            start = convert("native-anthropic", document, message(pieces))
            assert start.returncode == 0, (document, pieces, start.stderr)
            before = parse(document, start.stdout.decode())
            assert before["text"] == "".join(p for p in pieces if isinstance(p, str)), (document, pieces, before)
            for there in others:
                moved = convert(document, there, start.stdout.decode())
                if moved.returncode:
                    assert b"byte " in moved.stderr, (document, there, moved.stderr)
                    assert there not in DOCUMENTS + ["caret", "toolcall-tag"], (document, there, pieces, moved.stderr)
                    continue
                back = convert(there, document, moved.stdout.decode())
                assert back.returncode == 0, (document, there, pieces, moved.stdout, back.stderr)
                after = parse(document, back.stdout.decode())
                same = [(c["name"], c["input"]) for c in after["calls"]] == [(c["name"], c["input"]) for c in before["calls"]]
                assert same and (after["text"] == before["text"] or there.startswith("emoji")), (
                    document, there, pieces, moved.stdout, before["text"], after["text"])
                assert after["text"].replace("\n", "") == before["text"].replace("\n", ""), (document, there, pieces)
                count += 1
    return count


def renderings_read_back():
    """What is rendered or converted under a policy is read back under it; else it is refused by a clause."""
    values = ["\n a\n\n", "\r\na", "a\nb"]
    count = refused = 0
    for policy in ("exact", "first-newline", "newline-each-side", "trimmed"):
        options = ["--policy", "value_framing=" + policy]
        for syntax in ("caret", "toolcall-tag"):
            for value in values:
                call = {"name": "f", "input": {"k": value}}
                block = run("render", "--syntax", syntax, *options, given=json.dumps(call).encode())
                from_json = run("convert", "--from", "hermes", "--to", syntax, *options, given=(
                    "<tool_call>" + json.dumps({"name": "f", "arguments": call["input"]}) + "</tool_call>").encode())
                assert from_json.returncode == block.returncode, (policy, syntax, value, from_json)
                if block.returncode:
                    assert b"(MODEL-3.17)" in block.stderr and b"(MODEL-3.17)" in from_json.stderr, (block, from_json)
                    refused += 1
                    continue
                for text in (block.stdout[:-1], from_json.stdout):
                    said = json.loads(run("parse", "--syntax", syntax, *options, given=text).stdout)
                    assert said["text"] == "", (policy, syntax, said)
                    assert [(c["name"], c["input"]) for c in said["calls"]] == [("f", call["input"])], (policy, said)
                count += 1
    assert refused > 5, refused
    return count


def expressibility_is_true():
    """spec/expressibility.md is what the program measures, and nothing was lost on the way."""
    ran = run("express", "--format", "markdown")
    assert ran.returncode == 0, ran.stderr
    there = (SOURCE / "spec" / "expressibility.md").read_text(encoding="utf-8")
    assert ran.stdout.decode() == there, "run `fencepost express --format markdown > spec/expressibility.md`"
    table = json.loads(run("express", "--format", "json").stdout)["features"]
    for row in table:
        for syntax, cell in row["syntaxes"].items():
            assert cell["verdict"] == "yes" or cell["clause"], (row["id"], syntax)
    return len(table)


def policies_are_true():
    """spec/policies.md is what the program measures: each syntax has one default of each policy, and what it refuses
    as a flag is what the matrix calls refused."""
    ran = run("list", "matrix")
    assert ran.returncode == 0, ran.stderr
    there = (SOURCE / "spec" / "policies.md").read_text(encoding="utf-8")
    assert ran.stdout.decode() == there, "run `fencepost list matrix > spec/policies.md`"
    matrix = there.partition("\n## ")[0]  # what follows is a table of choices
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in matrix.splitlines() if line.startswith("|")]
    head, rows, defaults, refused = rows[0][1:], rows[2:], set(), 0
    for value, *cells in rows:
        policy, name = value.strip("`").split(": ")
        for syntax, cell in zip(head, cells):
            if cell.startswith("**default**"):
                assert (policy, syntax) not in defaults, (policy, syntax)
                defaults.add((policy, syntax))
            if cell == "refused" or policy == "reasoning":
                tried = run("parse", "--syntax", syntax, "--policy", f"{policy}={name}", given=b"")
                assert (tried.returncode == 2) == (cell == "refused"), (value, syntax, tried.stderr)
                refused += cell == "refused"
    assert refused and len(defaults) == len(head) * len({row[0].split(":")[0] for row in rows}), (refused, len(defaults))
    return len(rows)


ENGINES = {"e": {"title": "E", "names": "n", "source": "s", "uncovered": {"old": "why"}}}
HERMES = {"models": ["M"], "engines": {"e": ["h"]}}

# What is wrong with corpus/engines.json and corpus/hermes/engines.json, and the sentence about it.
WRONG_NAMES = [
    (ENGINES, {**HERMES, "engines": {"f": ["h"]}}, "corpus/hermes/engines.json: f: corpus/engines.json has no such engine"),
    (ENGINES, {**HERMES, "engines": {"e": ["h", "h"]}}, 'corpus/hermes/engines.json: e: "h" is named twice'),
    (ENGINES, {**HERMES, "engines": {"e": ["old"]}}, '"old" is among the uncovered names of corpus/engines.json'),
    (ENGINES, {**HERMES, "engines": {"e": "h"}}, "what an engine has is an array of names"),
    (ENGINES, {**HERMES, "engines": ["e"]}, '"engines" is missing, or is not an object'),
    (ENGINES, {"engines": {}}, '"models" is missing, or is not an array of names'),
    (ENGINES, {**HERMES, "model": []}, "model"),
    ({"e": {**ENGINES["e"], "uncovered": {"old": 1}}}, HERMES, 'corpus/engines.json: e: "old" has no reason'),
    ({"e": {**ENGINES["e"], "uncovered": []}}, HERMES, '"uncovered" is not an object of names and reasons'),
    ({"e": {"title": "E"}}, HERMES, '"names" is missing, or is not a string'),
    ([], HERMES, "corpus/engines.json: is not an object"),
]


def notations_are_true():
    """spec/notations.md is what the program writes of corpus/engines.json, and each of an engine's names is there once;
    a wrong file gets a sentence that names the place."""
    ran = run("list", "notations")
    assert ran.returncode == 0, ran.stderr
    there = (SOURCE / "spec" / "notations.md").read_text(encoding="utf-8")
    assert ran.stdout.decode() == there, "run `fencepost list notations > spec/notations.md`"
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, "corpus", "engines.json"), Path(folder, "corpus", "hermes", "engines.json")]
        files[1].parent.mkdir(parents=True)
        for *contents, sentence in [(ENGINES, HERMES, ""), *WRONG_NAMES]:
            for file, content in zip(files, contents):
                file.write_text(json.dumps(content), encoding="utf-8")
            ran = run("list", "notations", env={**os.environ, "FENCEPOST_DATA": folder})
            assert ran.returncode == (2 if sentence else 0) and sentence in ran.stderr.decode(), (sentence, ran)
            assert sentence or "| [`hermes`](hermes.md) | M | `h` |" in ran.stdout.decode(), ran.stdout
    return len(WRONG_NAMES)


CHECKS = [(expressibility_is_true, 60), (policies_are_true, 20), (notations_are_true, 11), (commands, len(ROWS)), (documented_examples_parse, 4), (conversions_come_back, 2),
          (documents_come_back, 150 if NIGHT else 40), (ids_depend_on_the_number_only, 3),
          (renderings_read_back, 14)]


sys.exit(run_checks(CHECKS, FILES, SOURCE))
