# SPDX-License-Identifier: Apache-2.0
"""data.py SOURCE_DIR FENCEPOST: the cases as data: by their schemas, in both forms the same, and the examples of spec/data.md,
which are run with a right engine and with one that depends on how its input is cut."""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import yaml

from checks import run_checks
from left_out import left_out

SOURCE, FENCEPOST = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
SCHEMAS = {shape: json.loads((SOURCE / "spec" / "schema" / f"export{suffix}.schema.json").read_text(encoding="utf-8"))
           for shape, suffix in (("case", ""), ("chat", "-chat"))}
FEW = 40  # cases of the corpus that are held against a schema, in each shape

# What an engine's own helper is: it feeds a streaming parser, here our own.
ENGINE = '''
import json, os, subprocess

def parse(chunks):
    if os.environ.get("ENGINE") == "by-chunks":
        answers = [parse_one(chunk) for chunk in chunks]
        return "".join(text or "" for text, _ in answers), [call for _, calls in answers for call in calls]
    return parse_one("".join(chunks))

KNOWN = {}

def parse_one(text):
    if text not in KNOWN:
        done = subprocess.run([os.environ["PARSER"], "parse", "--syntax", "hermes"], input=text.encode(),
                              stdout=subprocess.PIPE, check=False)
        got = json.loads(done.stdout)
        KNOWN[text] = got["text"] or None, [(c["name"], json.dumps(c["input"])) for c in got["calls"] if c["complete"]]
    return KNOWN[text]
'''


def export(*options):
    done = subprocess.run([str(FENCEPOST), "export", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode(), done.stderr.decode()


def cases(*options):
    return [json.loads(line) for line in export(*options)[0].split("\n")[:-1]]


def check_schemas():
    """Each shape with cuts, by its schema; cuts lie within the input, ascending."""
    checked = 0
    for shape, schema in SCHEMAS.items():
        validator = jsonschema.Draft202012Validator(schema)
        got = cases("--syntax", "native-openai", "--shape", shape, "--cuts")
        for case in got[:: max(1, len(got) // FEW)]:
            validator.validate(case)
            checked += 1
        for case in (case for case in got if "input" in case):
            size = len(case["input"])
            assert all(list(cut) == sorted(cut) and cut[-1] <= size for cut in case["cuts"] if cut), case["id"]
            assert size < 2 or list(range(1, size)) in case["cuts"] or size > 1000, case["id"]
    return checked


def check_same():
    """A chat message has what the case has; whole calls only."""
    plain = {case["id"]: case for case in cases("--syntax", "hermes")}
    chat = cases("--syntax", "hermes", "--shape", "chat")
    for case in chat:
        expect = plain[case["id"]]["expect"]
        calls = [call["function"] for call in case["expect"]["tool_calls"]]
        assert case["expect"]["content"] == expect["text"] and case["input"] == plain[case["id"]]["input"], case["id"]
        assert [call["name"] for call in calls] == [call["name"] for call in expect["calls"]], case["id"]
        assert [json.loads(call["arguments"]) for call in calls] == [call["input"] for call in expect["calls"]], case["id"]
        assert all(call["complete"] for call in expect["calls"]), case["id"]
        assert case["policies"].items() <= plain[case["id"]]["policies"].items()
    left = len(plain) - len(chat)
    assert f"export: {left} cases are left out" in export("--syntax", "hermes", "--shape", "chat")[1] and left > 10
    return len(chat)


def check_yaml():
    """YAML holds the same values, characters beyond U+FFFF and those that are escaped among them."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    checked, beyond = 0, 0
    for syntax in ("hermes", "emoji-line"):
        lines = cases("--syntax", syntax, "--shape", "chat")
        text, _ = export("--syntax", syntax, "--shape", "chat", "--format", "yaml")
        assert yaml.load(text, loader) == lines, syntax
        checked += len(lines)
        beyond += text.count("\\U000")
    assert beyond > 0, "no character with an escape of eight digits"
    return checked


def example(number):
    return re.findall(r"```python\n(.*?)```", (SOURCE / "spec" / "data.md").read_text(encoding="utf-8"), re.S)[number]


def environment(engine):
    os.makedirs("bin", exist_ok=True)
    if not os.path.exists("bin/fencepost"):
        os.symlink(FENCEPOST, "bin/fencepost")
    return {**os.environ, "PATH": f"{os.getcwd()}/bin{os.pathsep}{os.environ['PATH']}", "ENGINE": engine, "PARSER": str(FENCEPOST)}


def check_parametrised():
    """The first example, with a right engine, and with one that looks at each chunk alone."""
    if subprocess.run([sys.executable, "-c", "import pytest"], stderr=subprocess.DEVNULL, check=False).returncode:
        left_out("the parametrised test of spec/data.md", "there is no pytest (python3-pytest)")
        return 2
    Path("test_engine.py").write_text(example(0), encoding="utf-8")
    for engine, tests, code, line in (("right", "escaped", 0, " passed"), ("by-chunks", "escaped and test_cuts", 1, " failed")):
        done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-k", tests, "-p", "no:cacheprovider", "test_engine.py"],
                              stdout=subprocess.PIPE, env=environment(engine), check=False)
        assert done.returncode == code and line in done.stdout.decode(), done.stdout.decode()[-2000:]
    return 2


# A harness as Dynamo's: it reads such a file, runs each engine on each text, and compares calls by value, and text so that
# none is as good as an empty one.
HARNESS = '''
import json, os, sys
import yaml
from engine import parse

def result(calls, text):
    return json.dumps({"calls": calls, "normal_text": text or None}, sort_keys=True)

def answer(engine, text):
    os.environ["ENGINE"] = engine
    content, calls = parse([text[:9], text[9:]])
    return result([{"name": name, "arguments": json.loads(arguments)} for name, arguments in calls], content)

fixtures = yaml.safe_load(open("hermes.yaml", encoding="utf-8"))
assert fixtures["family"] == "hermes" and fixtures["mode"] == "batch"
for name, case in fixtures["cases"].items():
    if sys.argv[1] not in name:
        continue
    assert all(set(tool) == {"name", "parameters"} for tool in case["tools"]) and case["ref"] and case["description"]
    for engine, impl in (("dynamo", "right"), ("vllm", "by-chunks")):
        wanted = case["expected"][engine]
        print(name, engine, "same" if answer(impl, case["model_text"]) == result(wanted["calls"], wanted["normal_text"]) else "other")
'''


def check_parity():
    """The second example: a harness reads what it writes, and tells the right engine from the one that depends on cuts."""
    Path("make.py").write_text(example(1), encoding="utf-8")
    subprocess.run([sys.executable, "make.py"], env=environment("right"), check=True)
    got = yaml.safe_load(Path("hermes.yaml").read_text(encoding="utf-8"))
    one = got["cases"]["hermes/name/escaped"]["expected"]["sglang"]
    assert one == {"calls": [{"name": "f\n", "arguments": {}}], "normal_text": ""}, one
    Path("harness.py").write_text(HARNESS, encoding="utf-8")
    done = subprocess.run([sys.executable, "harness.py", "hermes/render/"], stdout=subprocess.PIPE, env=environment("right"), check=False)
    rows = [line.split() for line in done.stdout.decode().splitlines()]
    assert done.returncode == 0 and len(rows) > 10, done
    assert {outcome for _, engine, outcome in rows if engine == "dynamo"} == {"same"}, rows
    assert "other" in {outcome for _, engine, outcome in rows if engine == "vllm"}, rows
    return len(got["cases"])


sys.exit(run_checks([(check_schemas, 40), (check_same, 300), (check_yaml, 500), (check_parametrised, 2), (check_parity, 300)],
                    {"engine.py": ENGINE}, SOURCE))
