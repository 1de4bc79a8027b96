# SPDX-License-Identifier: Apache-2.0
"""tokens.py SOURCE_DIR FENCEPOST: special tokens and how an input ended, in files and on workers (MODEL-6.3, MODEL-7,
PROTOCOL-3.14, 3.15): an honest worker keeps all, one that takes a spelt mark for a mark fails just the cases about it, and
bad input gets one sentence with its clause.
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


if __name__ == "__main__":
    sys.exit(run_checks([(files_tell_tokens, 3), (an_honest_worker_keeps_all, 4),
                         (one_that_reads_spelt_marks_fails_these_alone, 1), (one_that_forgets_the_finish_fails_these_alone, 1),
                         (a_worker_without_the_capabilities_is_not_asked, 2), (messages_are_what_the_schema_says, 2),
                         (bad_input_gets_one_sentence, 13)], {}, SOURCE))
