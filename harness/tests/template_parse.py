# SPDX-License-Identifier: Apache-2.0
"""template_parse.py SOURCE_DIR FENCEPOST: `fencepost parse --template` gives what the golden cases of response templates
expect, whole and a byte at a time, as an answer and as a stream of events; and wrong use gets one sentence.
"""
import json
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


def run(*arguments, given=b""):
    return subprocess.run([FENCEPOST, "parse", *arguments], input=given, capture_output=True, timeout=60, check=False)


def escaped(text):
    return "".join(c if " " <= c <= "~" and c != "\\" else "".join(f"\\x{byte:02x}" for byte in c.encode("utf-8"))
                   for c in text)


def parse(case, *arguments):
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
        return run("--template", str(template), *more, str(text))


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
        done = run("--tools", str(template), "--syntax", "hermes")
        assert done.returncode == 2 and b"--template" in done.stderr, done
    return 8


if __name__ == "__main__":
    sys.exit(run_checks([(golden_cases_come_out, 100), (an_answer_does_not_depend_on_the_cuts, 1),
                         (wrong_use_gets_a_sentence, 8)], {}, SOURCE))
