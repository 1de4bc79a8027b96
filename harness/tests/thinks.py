# SPDX-License-Identifier: Apache-2.0
"""thinks.py SOURCE_DIR FENCEPOST: reasoning on a worker (PROTOCOL-3.12, 3.13): cases that begin inside of what the prompt
opened are judged, a worker that forgets the prompt fails only these, and bad input gets one sentence with its clause.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema

from checks import run_checks

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKERS = SOURCE / "harness" / "tests" / "workers"
CHANNEL = [FENCEPOST, "serve", "--policy", "reasoning=channel"]
ABOUT = "xml/thought/opened*"
FILE = SOURCE / "corpus" / "families" / "tags" / "thought.json"
OPENED = "thought/opened-by-the-prompt"
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def run(*arguments):
    return subprocess.run([FENCEPOST, "test", "--format", "json", "--seed", "1", *arguments],
                          capture_output=True, timeout=300, check=False)


def results(worker, about=ABOUT, only="golden,CHUNK,PREFIX,PROMPT,ACCOUNT"):
    done = run("--case", about, "--only", only, "--reduce-budget", "0", "--", *worker)
    records = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert records and records[-1]["record"] == "summary", done.stderr
    return [r for r in records if r["record"] == "result"]


def planted(fault):
    return [sys.executable, str(WORKERS / "thinks.py"), fault, *CHANNEL]


def begin_inside():
    return {"xml/thought/" + case["name"] for case in json.loads(FILE.read_bytes())["cases"] if "prefix" in case}


def bad(found):
    return [r for r in found if r["verdict"] not in ("pass", "skipped")]


def an_honest_worker_keeps_all():
    deltas = [sys.executable, str(WORKERS / "as_deltas.py"), "nothing", *CHANNEL]
    for worker, about in ((CHANNEL, ABOUT), (planted("nothing"), ABOUT), (deltas, "hermes/thought/opened*")):
        found = results(worker, about)
        assert found and not bad(found), (worker, bad(found)[:2])
    inside = [r for r in results(CHANNEL) if OPENED in r["case"]]
    assert {r["check"] for r in inside if r["verdict"] == "pass"} >= {"golden", "CHUNK", "PREFIX", "PROMPT", "ACCOUNT"}, inside
    return 4


def one_that_forgets_the_prompt_fails_these_alone():
    wrong = {r["case"] for r in bad(results(planted("forgets_prompt"), "xml/thought/*", "golden"))}
    assert wrong and wrong == {case for case in begin_inside() if case in wrong}, wrong
    assert "xml/" + OPENED in wrong, wrong
    return len(wrong)


def one_that_gives_prompt_or_marks_is_found():
    for fault, kind in (("shows_prompt", "reasoning"), ("shows_marks", "text")):
        golden = [r for r in bad(results(planted(fault))) if r["check"] == "golden" and OPENED in r["case"]]
        assert golden and all(r["class"].startswith("wrong/" + kind) for r in golden), (fault, golden)
    return 2


def account_alone_finds_text_that_comes_twice():
    """A worker with spans whose mark is text breaks ACCOUNT too."""
    found = {r["check"]: r for r in bad(results(planted("shows_marks"))) if OPENED in r["case"]}
    assert "and of reasoning" in found["ACCOUNT"]["message"], found
    return 1


def a_worker_without_the_capability_is_not_asked():
    golden = [r for r in results(planted("no_claim")) if OPENED in r["case"] and r["check"] == "golden"]
    assert golden and all(r["verdict"] == "skipped" and "PROTOCOL-3.12" in r["message"] for r in golden), golden
    return len(golden)


def a_smallest_form_keeps_the_prompt():
    done = run("--case", "xml/" + OPENED, "--only", "golden", "--", *planted("forgets_prompt"))
    lines = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    commands = [r["command"] for r in lines if r["record"] == "finding" and "--prompt" in r.get("command", "")]
    assert commands, [r for r in lines if r["record"] != "result"]
    again = subprocess.run(commands[0].replace("fencepost ", FENCEPOST + " ", 1), shell=True, capture_output=True, timeout=300,
                           check=False)
    assert again.returncode == 1, (commands[0], again)
    return 1


def messages_are_what_the_schemas_say():
    seen = {}
    with tempfile.TemporaryDirectory() as folder:
        files = {name: str(Path(folder) / name) for name in ("request", "answer")}
        run("--case", "xml/" + OPENED, "--only", "golden", "--", "sh", "-c",
            'tee "$1" | "$2" serve --policy reasoning=channel | tee "$3"', "sh", files["request"], FENCEPOST, files["answer"])
        for name, file in files.items():
            schema = json.loads((SOURCE / "spec" / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))
            seen[name] = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
            for message in seen[name]:
                jsonschema.Draft202012Validator(schema).validate(message)
    assert any(request.get("prefix") == "<think>\n" for request in seen["request"]), seen["request"]
    assert any(answer.get("reasoning") for answer in seen["answer"]), seen["answer"]
    return 2


def bad_input_gets_one_sentence():
    request = '{"op":"parse","id":1,"syntax":"%s","chunks":["x"],"prefix":%s}\n'
    rows = [(CHANNEL, request % ("caret", '"<think>"'), "PROTOCOL-3.12"), (CHANNEL, request % ("hermes", "3"), "PROTOCOL-3.12"),
            (CHANNEL, '{"op":"parse","id":1,"syntax":"hermes","chunks":["x"],"mode":"both"}\n', "PROTOCOL-2.8")]
    for worker, line, clause in rows:
        said = json.loads(subprocess.run(worker, input=line.encode(), capture_output=True, check=False).stdout)
        assert clause in said["error"], said
    for arguments, clause in ((["--syntax", "caret", "--text", "x", "--prompt", "<think>"], "MODEL-5.5"),
                              (["--syntax", "caret", "--text", "x", "--policy", "reasoning=channel"], "MODEL-5.1")):
        done = run(*arguments)
        assert done.returncode == 2 and clause in done.stderr.decode(), done
    assert b"--prompt is what goes before" in run("--prompt", "x").stderr
    return 6


def each_kind_of_peers_has_cases():
    """The ids of spec/opened-reasoning.md are cases; those about a prefix have one, and an id that is not one is found."""
    page = (SOURCE / "spec" / "opened-reasoning.md").read_text(encoding="utf-8")
    known = {line for file in (SOURCE / "corpus").glob("*/ids.txt") for line in file.read_text(encoding="utf-8").splitlines()}
    kinds = [line.split(" | ")[-1] for line in page.splitlines() if line.startswith("| ") and "`" in line]
    found = [re.findall(r"`([a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+)`", kind) for kind in kinds]
    assert all(found) and not [case for cases in found for case in cases if case not in known], found
    assert "think/opened/no-such-case" not in known
    for syntax in ("hermes", "qwen3-coder"):
        assert sum(case.startswith(syntax) for cases in found for case in cases) >= len(kinds) - 2, syntax
    return len(kinds)


if __name__ == "__main__":
    sys.exit(run_checks([(an_honest_worker_keeps_all, 4), (one_that_forgets_the_prompt_fails_these_alone, 1),
                         (one_that_gives_prompt_or_marks_is_found, 2), (account_alone_finds_text_that_comes_twice, 1),
                         (a_worker_without_the_capability_is_not_asked, 1), (a_smallest_form_keeps_the_prompt, 1),
                         (messages_are_what_the_schemas_say, 2), (bad_input_gets_one_sentence, 6), (each_kind_of_peers_has_cases, 15)], {}, SOURCE))
