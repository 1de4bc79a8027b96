# SPDX-License-Identifier: Apache-2.0
"""template_parse.py SOURCE_DIR FENCEPOST: `fencepost parse --template` gives what the golden cases of response templates
expect, whole and a byte at a time, as an answer and as a stream of events, and with `--calls` as text, reasoning and calls; `fencepost explain --template` shows
whose each byte is, and for what it waited; `fencepost doc --template` writes
the template's page; and wrong use gets one sentence.
"""
import json
import re
import subprocess
import sys
import tempfile
from decimal import Decimal
from pathlib import Path

from checks import by_day, run_checks

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())


def read(text):
    """JSON, its numbers as they are written: our executor keeps them."""
    return json.loads(text, parse_float=Decimal)


CASES = [case for file in sorted((SOURCE / "corpus" / "response-template").glob("*.json"))
         for case in read(file.read_text(encoding="utf-8"))["cases"]]
WORDS = {"region_open": "open", "region_close": "close"}


def run(*arguments, given=b"", command="parse"):
    return subprocess.run([FENCEPOST, command, *arguments], input=given, capture_output=True, timeout=60, check=False)


def escaped(text):
    return "".join(c if " " <= c <= "~" and c != "\\" else "".join(f"\\x{byte:02x}" for byte in c.encode("utf-8"))
                   for c in text)


def parse(case, *arguments, command="parse"):
    with tempfile.TemporaryDirectory() as folder:
        template, text, tools = (Path(folder, name) for name in ("template.json", "text", "tools.json"))
        template.write_text(json.dumps(case["template"], default=float), encoding="utf-8")
        text.write_bytes(case["text"].encode("utf-8"))
        more = list(arguments)
        if "tools" in case:
            tools.write_text(json.dumps(case["tools"], default=float), encoding="utf-8")
            more += ["--tools", str(tools)]
        if "prefix" in case:
            more += ["--prompt", escaped(case["prefix"])]
        for name, value in case.get("policy", {}).items():
            more += ["--policy", f"{name}={value}"]
        return run("--template", str(template), *more, str(text), command=command)


def as_cases_have(events):
    """The events in the form of cases, adjacent pieces as one."""
    form = []
    for event in events:
        if event["type"] == "region_chunk":
            word = "dirty" if event["dirty"] else "chunk"
            if form and form[-1][:2] == [word, event["field"]]:
                form[-1][2] += event["text"]
            else:
                form.append([word, event["field"], event["text"]])
        elif event["type"] != "region_malformed":
            form.append([WORDS[event["type"]], event["field"]] + ([event["value"]] if "value" in event else []))
    return form


def check(case, done, streamed):
    lines = done.stdout.decode("utf-8").split("\n")[:-1]
    if "refused" in case["expect"]:
        assert done.returncode == 2 and not lines and done.stderr.count(b"\n") == 1, (case["id"], done)
        return
    last = read(lines[-1])
    if "error" in case["expect"]:
        assert done.returncode == 1 and last["error"] and "message" not in last, (case["id"], done)
        return
    events = [read(line) for line in lines[:-1]] if streamed else last["events"]
    assert done.returncode == 0 and last["message"] == case["expect"]["message"], (case["id"], done)
    assert as_cases_have(events) == case["expect"]["events"], (case["id"], done)


def golden_cases_come_out():
    cases = by_day([case for case in CASES if case.get("policy", {}).get("numbers") != "double"], 5)
    for case in cases:
        check(case, parse(case), False)
        check(case, parse(case, "--stream", "1", "--events"), True)
    return len(cases)


def an_answer_does_not_depend_on_the_cuts():
    case = next(case for case in CASES if case["id"] == "response-template/fields/a-line-end-after-a-call")
    assert parse(case).stdout == parse(case, "--stream", "1").stdout
    return 1


def explained(case):
    """What `explain` prints for the whole text, after checking that each byte is there once and in order."""
    done = parse(case, "--format", "json", command="explain")
    assert done.returncode == 0, (case["id"], done)
    said = read(done.stdout.decode("utf-8"))
    at = 0
    for one in said["ranges"]:
        assert one["start"] == at and one["end"] >= at and one["decided"] >= one["end"], (case["id"], said)
        at = one["end"]
    return said


def explain_agrees_with_the_events():
    cases = by_day([case for case in CASES if "message" in case["expect"]
                    and case.get("policy", {}).get("numbers") != "double"], 20)
    for case in cases:
        said, text = explained(case), case["text"].encode("utf-8")
        assert said["message"] == case["expect"]["message"] and not said["held"], (case["id"], said)
        assert not said["ranges"] or said["ranges"][-1]["end"] == len(text), (case["id"], said)
        if "prefix" in case:
            continue
        pieces, events = {}, {}
        for one in said["ranges"]:
            if one["part"] == "text":
                pieces[one["field"]] = pieces.get(one["field"], b"") + text[one["start"]:one["end"]]
        for event in case["expect"]["events"]:
            if event[0] in ("chunk", "dirty"):
                events[event[1]] = events.get(event[1], b"") + event[2].encode("utf-8")
        assert pieces == events, (case["id"], pieces, events)
    return len(cases)


def coalesced(events):
    """Events of MODEL-2.1, adjacent text and reasoning as one."""
    form = []
    for event in events:
        if form and event["event"] in ("text", "reasoning") and form[-1]["event"] == event["event"]:
            form[-1]["data"] += event["data"]
        else:
            form.append(dict(event))
    return form


def calls_in(value):
    """What of a value is a call (TEMPLATE-9.6)."""
    items = value if isinstance(value, list) else [value]
    functions = [item["function"] for item in items if isinstance(item, dict) and isinstance(item.get("function"), dict)]
    return [(f["name"], f["arguments"]) for f in functions if isinstance(f.get("name"), str) and isinstance(f.get("arguments"), dict)]


SHAPE = re.compile(r"(t|r|b(?:<d>)*[ec])*")
LETTERS = {"text": "t", "reasoning": "r", "call_begin": "b", "arg_begin": "<", "arg_data": "d", "arg_end": ">", "call_end": "e", "call_cut": "c"}
ROLES = {"content": "text", "thinking": "reasoning", "reasoning": "reasoning", "reasoning_content": "reasoning"}


def regions_come_as_calls():
    """TEMPLATE-9.5 to 9.7: well nested, whatever the cuts, with the texts and calls of the regions; and the outcome has the same."""
    cases = [case for case in CASES if "message" in case["expect"] and case.get("policy", {}).get("numbers") != "double"]
    calling = [case for case in cases if any(calls_in(event[-1]) for event in case["expect"]["events"] if event[0] == "close")]
    cases = by_day(calling, 2) + by_day([case for case in cases if case not in calling], 40)
    for case in cases:
        whole, bits = (coalesced([read(line) for line in parse(case, "--calls", "--events", *more).stdout.decode("utf-8").splitlines()])
                       for more in ((), ("--stream", "1")))
        assert whole == bits and SHAPE.fullmatch("".join(LETTERS[event["event"]] for event in whole)), (case["id"], whole, bits)
        ends = [event["call"] for event in whole if "call" in event]
        regions = case["expect"]["events"]
        assert [(call["name"], call["input"]) for call in ends] == \
            [call for event in regions if event[0] == "close" for call in calls_in(event[-1])], (case["id"], ends)
        for role in ("text", "reasoning"):
            assert "".join(event["data"] for event in whole if event["event"] == role) == \
                "".join(event[2] for event in regions if event[0] == "chunk" and ROLES.get(event[1]) == role), (case["id"], role, whole)
        assert [call for call in read(parse(case, "--calls").stdout.decode("utf-8"))["calls"]] == ends, case["id"]
    return len(cases)


CALL = {"tool_calls": {"open": "<c>", "close": "</c>", "repeats": True, "content": "json", "transform": {"function": "{content}"}}}
TO_THE_END = {"tool_calls": {"open": "<c>", "repeats": True, "content": "json", "transform": {"function": "{content}"}}}


def a_call_that_is_cut_is_not_complete():
    one = '<c>{"name": "f", "arguments": {"a": 1}}'
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder, "template.json")
        for fields, text, options, span, complete in ((CALL, "é" + one + "</c>", (), [2, 45], True), (CALL, one, (), [0, 39], False),
                                                      (CALL, one + "</c", (), None, None), (TO_THE_END, one, (), [0, 39], True),
                                                      (CALL, one, ("--policy", "unterminated=dropped"), None, None),
                                                      (CALL, one[1:] + "</c>", ("--prompt", "<A><"), [0, 42], True)):
            template.write_text(json.dumps({"start_anchor": "<A>", "fields": {**fields, "content": {}}}), encoding="utf-8")
            done = run("--template", str(template), "--calls", *options, given=text.encode("utf-8"))
            calls = read(done.stdout.decode("utf-8")).get("calls", [])
            assert [(call["span"], call["complete"]) for call in calls] == ([(span, complete)] if span else []), (text, done)
    return 6


FIELDS = {"thinking": {"open": "<think>", "close": "</think>"}, "tool_calls": {"open": "<call>", "close": "</call>",
                                                                                "repeats": True, "content": "json"}}
# Fields beside these, prompt, text, options, and lines that explain has.
EXPLAINED = [
    ({"content": {}}, "", "<think>hm</thi</think>x", (),
     ["0-7 thinking open <think>", "7-14 thinking text hm</thi", "held back until byte 15: it could be fields.thinking.close",
      "14-22 thinking close </think>", '= "hm</thi"', "22-23 content text x",
      'message: {"thinking":"hm</thi","content":"x"}']),
    ({"content": {}}, "", "a<thin", ("--prefix", "4"), ["0-1 content text a", "1-4 held back: undecided <th",
                                                        "it could be fields.thinking.open"]),
    ({"content": {}}, "<A><th", "ink>hm", (), ["prompt-4 thinking open ink>", "4-6 thinking text hm"]),
    ({}, "", "a<think>b", (), ["0-1 - none a", "1-8 thinking open <think>", "8-9 thinking text b"]),
    ({}, "", "<call>{</call>", (), ["6-7 tool_calls text {", 'error (malformed): field "tool_calls": it is not JSON']),
    ({}, "", "<call>{</call>", ("--policy", "malformed=dropped"), ["= malformed: it is not JSON", "message: {}",
                                                                    "read under malformed: dropped"]),
]


def explain_shows_the_holds():
    with tempfile.TemporaryDirectory() as folder:
        template, given = Path(folder, "template.json"), Path(folder, "text")
        for fields, prompt, text, options, lines in EXPLAINED:
            template.write_text(json.dumps({"start_anchor": "<A>", "fields": {**FIELDS, **fields}}), encoding="utf-8")
            given.write_text(text, encoding="utf-8")
            more = ["--prompt", prompt] if prompt else []
            done = run("--template", str(template), *more, *options, str(given), command="explain")
            said = [" ".join(line.split()) for line in done.stdout.decode("utf-8").splitlines()]
            assert done.returncode == 0 and all(line in said for line in lines), (text, said)
        given.write_bytes(b"\xff<think>\xe2\x82")
        done = run("--template", str(template), "--format", "json", str(given), command="explain")
        parts = [(one["start"], one["end"], one["part"]) for one in read(done.stdout.decode("utf-8"))["ranges"]]
        assert parts == [(0, 3, "none"), (3, 10, "open"), (10, 16, "text")], parts
    return len(EXPLAINED) + 1


def unmarked(cell):
    """What a cell of a table has as code."""
    fence = re.match("`+", cell).group()
    text = cell[len(fence):-len(fence)]
    return (text[1:-1] if text[1:2] == "`" or text[-2:-1] == "`" else text).replace("\\|", "|").replace("␊", "\n")


def doc_tells_what_a_template_is():
    """Its fields and literals, and texts with the messages that `parse` gives for them."""
    count = 0
    for name in ("glm", "harmony"):
        path = SOURCE / "examples" / "response-templates" / f"{name}.json"
        done = run("--template", str(path), command="doc")
        page, fields = done.stdout.decode("utf-8"), read(path.read_text(encoding="utf-8"))["fields"]
        assert done.returncode == 0 and page.startswith(f"# Response template `{name}.json`\n"), done
        rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in page.splitlines() if line.startswith("| ")]
        assert [unmarked(row[0]) for row in rows if len(row) == 4 and row[0] != "field"] == list(fields), rows
        examples = [[unmarked(cell) for cell in row] for row in rows if len(row) == 2 and row[0] != "text"]
        for text, message in examples:
            count += 1
            given = run("--template", str(path), given=text.encode("utf-8"))
            assert read(given.stdout.decode("utf-8"))["message"] == read(message), (text, given)
        assert set(fields) - {"channel"} <= {key for _, message in examples for key in read(message)}, examples
        assert "(TEMPLATE-LINT-2.2)" in page.split("## What its author should know")[1] or name == "glm", page
    return count


def wrong_use_gets_a_sentence():
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder, "template.json")
        template.write_text(json.dumps({"start_anchor": "<A>", "fields": {"content": {}}}), encoding="utf-8")
        for arguments, said in (((str(template), "--syntax", "hermes"), b"not with --syntax"),
                                ((str(template), "--policy", "malformed"), b"NAME=VALUE"),
                                ((str(template), "--policy", "malformed=maybe"), b"malformed"),
                                ((str(template), "--policy", "numbers=double"), b"keeps numbers"),
                                ((str(template), "--tools", str(template)), b"not a JSON array"),
                                (("-",), b"one of them"), (("/nowhere",), b"/nowhere")):
            done = run("--template", *arguments)
            assert done.returncode == 2 and said in done.stderr and not done.stdout, (arguments, done)
            done = run("--template", *arguments, command="explain")
            assert done.returncode == 2 and said in done.stderr and not done.stdout, (arguments, done)
        for arguments, said in (((str(template), "--syntax", "hermes"), b"not with --syntax"), ((str(template), "tools.json"), b"no catalogue"),
                                (("/nowhere",), b"/nowhere")):
            done = run("--template", *arguments, command="doc")
            assert done.returncode == 2 and said in done.stderr and not done.stdout, (arguments, done)
        for command in ("parse", "explain"):
            done = run("--tools", str(template), "--syntax", "hermes", command=command)
            assert done.returncode == 2 and b"--template" in done.stderr, done
    return 19


if __name__ == "__main__":
    sys.exit(run_checks([(golden_cases_come_out, 100), (an_answer_does_not_depend_on_the_cuts, 1),
                         (regions_come_as_calls, 30), (a_call_that_is_cut_is_not_complete, 6), (explain_agrees_with_the_events, 20), (explain_shows_the_holds, 7), (doc_tells_what_a_template_is, 6), (wrong_use_gets_a_sentence, 19)], {}, SOURCE))
