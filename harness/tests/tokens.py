# SPDX-License-Identifier: Apache-2.0
"""tokens.py SOURCE_DIR FENCEPOST: special tokens and how an input ended, in files and on workers (MODEL-6.3, MODEL-7,
PROTOCOL-3.14, 3.15): an honest worker keeps all, one that takes a spelt mark for a mark fails just the cases about it, and
bad input gets one sentence with its clause.
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
# What a page says in place of a row for the policy `markers`.
NO_TOKEN = re.compile(r"No mark (that begins a call )?is a token")
TOKEN = [FENCEPOST, "serve", "--policy", "markers=token"]
PLAIN = [FENCEPOST, "serve"]
PIECES = ["Hi <tool_call>", {"token": "<tool_call>"}, "\n{\"name\": \"a\", \"arguments\": {}}\n", {"tokenized": "</tool_call>"}]
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def run(*arguments, given=None):
    return subprocess.run([FENCEPOST, *arguments], input=given, capture_output=True, timeout=300, check=False)


def results(worker, about, only="golden,CHUNK,PREFIX,PROMPT,TRUNCATION"):
    done = run("test", "--format", "json", "--seed", "1", "--case", about, "--only", only, "--reduce-budget", "0", "--", *worker)
    records = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert records and records[-1]["record"] == "summary", done.stderr
    return [r for r in records if r["record"] == "result"]


def bad(found):
    return [r for r in found if r["verdict"] not in ("pass", "skipped")]


def parse(pieces, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "input.json"
        file.write_text(json.dumps(pieces), encoding="utf-8")
        return run("parse", "--syntax", "hermes", "--tokens", "json", *arguments, str(file))


def planted(fault):
    return [sys.executable, str(WORKERS / "spells.py"), fault, *TOKEN]


def files_tell_tokens():
    told = json.loads(parse(PIECES, "--policy", "markers=token").stdout)
    assert told["text"] == "Hi <tool_call>" and [c["complete"] for c in told["calls"]] == [True], told
    assert told["calls"][0]["span"] == [14, 69], told
    spelt = json.loads(parse(["".join(p if isinstance(p, str) else next(iter(p.values())) for p in PIECES)],
                             "--policy", "markers=token").stdout)
    assert spelt["calls"] == [] and spelt["diagnostics"] == [], spelt
    cut = json.loads(parse(PIECES, "--policy", "markers=token", "--stream", "1").stdout)
    assert cut == told, cut
    return 3


def an_honest_worker_keeps_all():
    found = results(TOKEN, "hermes/tokens/*") + results(TOKEN, "hermes/template/*") + results(PLAIN, "glm/tokens/finish*")
    assert found and not bad(found), bad(found)[:2]
    passed = {r["case"] for r in found if r["verdict"] == "pass"}
    assert {"hermes/tokens/spelt-call", "glm/tokens/finish-end-tag", "glm/tokens/finish-length"} <= passed, passed
    return len(found)


def one_that_reads_spelt_marks_fails_these_alone():
    wrong = {r["case"] for r in bad(results(planted("spells"), "hermes/tokens/*", "golden"))}
    assert "hermes/tokens/spelt-call" in wrong and "hermes/tokens/each-mark" not in wrong, wrong
    assert not bad(results(planted("spells"), "hermes/template/*", "golden"))
    return len(wrong)


def one_that_forgets_the_finish_fails_these_alone():
    wrong = {r["case"] for r in bad(results(planted("forgets_finish"), "hermes/tokens/*", "golden"))}
    assert wrong == {"hermes/tokens/finish-end-tag", "hermes/tokens/finish-end-tag-spelt"}, wrong
    return 1


def a_worker_without_the_capabilities_is_not_asked():
    found = results(planted("no_claim"), "glm/tokens/finish-length", "golden")
    assert [r["verdict"] for r in found] == ["skipped"] and "PROTOCOL-3.14" in found[0]["message"], found
    found = results(PLAIN, "hermes/tokens/spelt-call", "golden")
    assert [r["verdict"] for r in found] == ["skipped"], found
    return 2


def messages_are_what_the_schema_says():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requests"
        run("test", "--case", "hermes/tokens/*", "--only", "golden,CHUNK", "--", "sh", "-c",
            'tee "$1" | "$2" serve --policy markers=token', "sh", str(file), FENCEPOST)
        schema = json.loads((SOURCE / "spec" / "schema" / "request.schema.json").read_text(encoding="utf-8"))
        requests = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for request in requests:
        jsonschema.Draft202012Validator(schema).validate(request)
    assert any("finish" in request for request in requests)
    assert any(isinstance(chunk, list) for request in requests for chunk in request.get("chunks", []))
    return len(requests)


def bad_input_gets_one_sentence():
    request = '{"op":"parse","id":1,"syntax":"hermes","chunks":%s%s}\n'
    for line, clause in ((request % ('[{"token":""}]', ""), "PROTOCOL-3.15"), (request % ('[{"tok":"x"}]', ""), "PROTOCOL-3.15"),
                         (request % ('["x"]', ',"finish":"stopped"'), "PROTOCOL-3.14"),
                         (request % ('["x"]', ',"finish":"token:"'), "PROTOCOL-3.14")):
        said = json.loads(run("serve", given=line.encode()).stdout)
        assert clause in said["error"], said
    for pieces, clause in (({"token": "x"}, "MODEL-7.1"), ([{"token": ""}], "MODEL-7.1"), ([1], "MODEL-7.1")):
        done = parse(pieces)
        assert done.returncode == 2 and clause in done.stderr.decode() and done.stderr.count(b"\n") == 1, done
    for arguments, clause in ((["--tokens", "marks"], "MODEL-7.2"), (["--policy", "markers=token"], "MODEL-7.2"),
                              (["--finish", "token:"], "MODEL-6.3")):
        done = run("parse", "--syntax", "caret", *arguments, given=b"x")
        assert done.returncode == 2 and clause in done.stderr.decode(), done
    done = run("parse", "--syntax", "hermes", "--finish", "tokens", given=b"x")
    assert done.returncode == 2 and b"stop, length, token:" in done.stderr, done
    done = run("parse", "--syntax", "hermes", "--finish", "token:</tool_call>", given=b'<tool_call>{"name": "f"}')
    assert json.loads(done.stdout)["calls"][0]["complete"], done
    hello = run("test", "--syntax", "hermes", "--", *planted("no_tokens"))
    assert hello.returncode == 3 and b"PROTOCOL-3.15" in hello.stderr + hello.stdout, hello
    return 13


def told_cases(corpus):
    """Of each syntax the golden cases under `markers: token`, those of its family too."""
    cases, of_families = {}, []
    for file in sorted(corpus.glob("*/*.json")) + sorted(corpus.glob("families/*/*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        told = [case for case in content.get("cases", []) if case.get("policy", {}).get("markers") == "token"]
        if "family" in content:
            of_families += [(f"{content['feature']}/{case['name']}", case) for case in told]
        elif "syntax" in content:
            cases.setdefault(content["syntax"], []).extend(told)
    for ids in corpus.glob("*/ids.txt"):
        known = set(ids.read_text(encoding="utf-8").splitlines())
        cases.setdefault(ids.parent.name, []).extend(case for key, case in of_families if f"{ids.parent.name}/{key}" in known)
    return cases


def why_not_told(cases, page):
    """Why a syntax that models write does not tell a spelt mark from a token; None where it does, or has no tokens."""
    if "\n| `markers` |" not in page:
        return None if NO_TOKEN.search(page) else "its page has neither tokens nor the sentence that no mark is one"
    spelt = [case for case in cases if {"MODEL-7.2", "MODEL-7.5"} & set(case.get("refuses", []))]
    read = [case for case in cases if case["expect"]["calls"] or case["expect"].get("reasoning")]
    return None if spelt and read else "it needs a case with a spelt mark, and one that reads a token"


def every_model_syntax_tells_tokens():
    cases, tried = told_cases(SOURCE / "corpus"), 0
    for file in sorted((SOURCE / "corpus").glob("*/engines.json")):
        syntax = file.parent.name
        page = (SOURCE / "spec" / f"{syntax}.md").read_text(encoding="utf-8")
        why = why_not_told(cases[syntax], page)
        assert why is None, f"{syntax}: {why}"
        tried += 1
        if "\n| `markers` |" in page:
            assert why_not_told([c for c in cases[syntax] if not c.get("refuses")], page), f"{syntax}: the check cannot fail"
            assert why_not_told([], page.replace("| `markers` |", "")), f"{syntax}: the check cannot fail"
        else:
            assert why_not_told([], NO_TOKEN.sub("", page)), f"{syntax}: the check cannot fail"
    return tried


if __name__ == "__main__":
    sys.exit(run_checks([(files_tell_tokens, 3), (an_honest_worker_keeps_all, 4),
                         (one_that_reads_spelt_marks_fails_these_alone, 1), (one_that_forgets_the_finish_fails_these_alone, 1),
                         (a_worker_without_the_capabilities_is_not_asked, 2), (messages_are_what_the_schema_says, 2),
                         (bad_input_gets_one_sentence, 13), (every_model_syntax_tells_tokens, 35)], {}, SOURCE))
