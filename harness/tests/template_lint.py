# SPDX-License-Identifier: Apache-2.0
"""template_lint.py SOURCE_DIR FENCEPOST: `fencepost lint --template` finds what is planted, for people and as JSON, in a
template and in a tokenizer_config.json; and wrong use, and files without a template, get one sentence.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema

from checks import run_checks

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
TABLE = json.loads((SOURCE / "reference" / "tests" / "weak_templates.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(
    json.loads((SOURCE / "spec" / "schema" / "template-lint.schema.json").read_text(encoding="utf-8")))
SPEC = (SOURCE / "spec" / "template-lint.md").read_text(encoding="utf-8") + (
    SOURCE / "spec" / "response-template.md").read_text(encoding="utf-8")


def run(*arguments, given=None):
    return subprocess.run([FENCEPOST, "lint", *arguments], input=given, capture_output=True, timeout=300, check=False)


def lint(template, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "template.json")
        file.write_text(json.dumps(template), encoding="utf-8")
        return run("--template", str(file), *arguments)


def each_row_is_found():
    for row in TABLE:
        done = lint(row["template"], "--format", "json")
        found = json.loads(done.stdout)
        VALIDATOR.validate(found)
        assert [f["clause"] for f in found["findings"]] == row["clauses"], (row["name"], found)
        assert done.returncode == (1 if row["clauses"] else 0) and not done.stderr, (row["name"], done)
        for clause in row["clauses"]:
            assert f"### {clause}\n" in SPEC or f"## {clause[-1]}. " in SPEC, clause
    return len(TABLE)


def people_are_shown_the_same():
    row = next(row for row in TABLE if row["name"] == "grows")
    found = json.loads(lint(row["template"], "--format", "json").stdout)["findings"][0]
    lines = lint(row["template"]).stdout.decode("utf-8").splitlines()
    assert lines[0] == f"{found['path']}: {found['clause']}: {found['sentence']}", lines
    shown = [found["input"][:found["cut"]], found["input"][found["cut"]:]]
    assert lines[1] == "  input: " + "┆".join(part.replace("\n", "␊") for part in shown), lines
    assert lines[2] == "  gives: " + found["message"] and lines[3] == "  there: " + found["other"], lines
    assert lines[4].startswith("lint: 1 finding, "), lines
    return 1


def what_is_left_out_is_told():
    many = {f"f{n}": {"open": f"<{n}>", "close": f"</{n}>"} for n in range(60)}
    long = {"a": {"open": ["<" * 200, "<a>"], "close": "</a>"}}
    deep = {"a": {"open_pattern": "(?:" * 40 + "a" + ")" * 40, "close": "</a>"}}
    for fields, said in ((many, "the first 48 fields were tried, and 13 were not"), (long, "1 literal is too long or too many"),
                         (deep, "of 1 pattern no text could be made")):
        done = lint({"start_anchor": "<A>", "fields": {**fields, "content": {}}})
        assert said in done.stdout.decode("utf-8"), (said, done)
    return 3


def what_is_no_template_gets_a_sentence():
    for text, said in ((b"", b"it is not JSON"), (b"{", b"it is not JSON"), (b"[]", b"it is not an object"),
                       (b'{"chat_template": "x"}', b"neither response_template nor fields")):
        done = run("--template", "-", given=text)
        assert done.returncode == 2 and said in done.stderr and not done.stdout, (text, done)
        assert done.stderr.count(b"\n") == 1, done.stderr
    done = run("--template", "/nowhere/template.json")
    assert done.returncode == 2 and not done.stdout, done
    return 5


def wrong_use_gets_a_sentence():
    for arguments in (("--template", "x", "--syntax", "caret"), ("--template", "x", "--add-ids"), ("--format", "json"),
                      ("--template", "x", "--format", "yaml"), ("--template",)):
        done = run(*arguments)
        assert done.returncode == 2 and done.stderr and not done.stdout, (arguments, done)
    return 5


if __name__ == "__main__":
    sys.exit(run_checks([(each_row_is_found, 30), (people_are_shown_the_same, 1), (what_is_left_out_is_told, 3),
                         (what_is_no_template_gets_a_sentence, 5), (wrong_use_gets_a_sentence, 5)], {}, SOURCE))
