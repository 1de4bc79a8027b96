# SPDX-License-Identifier: Apache-2.0
"""doc.py SOURCE_DIR FENCEPOST: the usage text of a catalogue, which goes into a prompt (CATALOGUE-5)."""
import json
import re
import subprocess
import sys
from pathlib import Path

from checks import run_checks

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]


def tool(name, properties, required, textual=None, description=""):
    return {"name": name, "description": description, "x-fencepost": textual or {},
            "inputSchema": {"type": "object", "properties": properties, "required": required}}


TEXT, NUMBERS = {"type": "string"}, {"type": "array", "items": {"type": "integer"}}
WRITE = tool("write", {"path": TEXT, "content": TEXT, "mode": TEXT}, ["path", "content"],
             {"positional": ["path"], "multiline": ["content"], "version": "2"})
HOSTILE = ("One.\n## Two\n```text\r\nThree\n---\n\n  ===\n~~~~\n**bold** `code`\n- item",
           "One.\n  \\## Two\n  \\```text\n  Three\n  \\---\n\n  \\===\n  \\~~~~\n  **bold** `code`\n  - item")
FILES = {
    "write.json": json.dumps({"tools": [WRITE]}),
    "plain.json": json.dumps({"tools": [tool("plain", {"path": TEXT}, ["path"]), WRITE]}),
    "hyphen.json": json.dumps({"tools": [tool("create-file", {"path": TEXT}, ["path"]), WRITE]}),
    "numbers.json": json.dumps({"tools": [tool("sum", {"n": NUMBERS}, ["n"])]}),
    "hostile.json": json.dumps({"tools": [
        tool("f", {"a`b": dict(TEXT, description=HOSTILE[0]), "c": {"enum": ["x"], "default": "x"}}, [],
             {"examples": [{"title": "A\n# title", "input": {"c": "x"}}]}, HOSTILE[0])]}, indent=1),
    "examples.json": json.dumps({"tools": [
        tool("f", {"a": TEXT}, ["a"], {"positional": ["a"], "examples": [
            {"title": "Lost", "input": {"a": "x\n]"}}, {"title": "Kept", "input": {"a": "y"}}]})]}),
    "body.json": json.dumps({"tools": [tool("f", {"a": TEXT, "b": TEXT}, ["a"], {
        "positional": ["a"], "multiline": ["b"], "examples": [
            {"title": "Lost", "input": {"a": "x"}}, {"title": "Kept", "input": {"a": "x", "b": ""}}]})]}),
}

# syntax, catalogue, exit status, parts of the text, parts that are not in it, parts of what is reported
ROWS = [
    ("caret", "write.json", 0, ["Version 2\n", "content ---\n...\n...\n--- content\nmode: ...\n"], [], []),
    ("emoji-line", "write.json", 0, ["```text\n🛠️ write ...\n...\n...\n🛠️🔚\n```", "- `mode`"], [], []),
    ("emoji-bracket", "write.json", 0, ["```text\n🛠️[write ...]\n...\n...🛠️[/end]\n```"], [], []),
    ("shortcode", "write.json", 0, ["## write\n"], [], []),
    ("emoji-line", "plain.json", 1, ["## write\n"], ["plain", "cannot"],
     ["fencepost doc: tool plain: it cannot be called in emoji-line, and is left out", "(EMOJI-LINE-9.5)",
      "add x-fencepost.positional"]),
    ("caret", "hyphen.json", 1, ["## write\n"], ["create-file", "cannot"],
     ['the name "create-file", byte 6', "(CARET-9.4)", "rename the tool"]),
    ("hermes", "hyphen.json", 0, ["## create-file\n", "## write\n"], [], []),
    ("caret", "numbers.json", 0, ["n: [\n1\n2\n]\n"], ["[1"], []),
    ("hermes", "hostile.json", 0,
     ["\n\n" + HOSTILE[1] + "\n\nArguments:", "- `` a`b `` (string, optional): " + HOSTILE[1] + "\n- `c`",
      "A\n  \\# title:\n"], ["\n#  title", "\n```text\r", "\n---", "\n## Two"], []),
    ("emoji-bracket", "examples.json", 1, ["Kept:\n\n```text\n🛠️[f y]🛠️[/end]\n"], ["Lost", "cannot"],
     ["tool f: example 1 cannot be written in emoji-bracket, and is left out", "(EMOJI-BRACKET-8.2)"]),
    ("emoji-line", "body.json", 1, ["Kept:\n\n```text\n🛠️ f x\n🛠️🔚\n```"], ["Lost"],
     ["example 1 cannot be written", "(EMOJI-LINE-9.7): give the example the argument \"b\", be it empty, or"]),
]


def doc(syntax, *args):
    return subprocess.run([FENCEPOST, "doc", "--syntax", syntax, *args], capture_output=True, timeout=100, check=False)


def texts():
    for syntax, catalogue, code, parts, absent, reported in ROWS:
        done = doc(syntax, catalogue)
        text, errors = done.stdout.decode(), done.stderr.decode()
        assert done.returncode == code, (syntax, catalogue, text, errors)
        for part in parts:
            assert part in text, f"{syntax} {catalogue}: no {part!r} in\n{text}"
        for part in absent:
            assert part not in text, f"{syntax} {catalogue}: {part!r} in\n{text}"
        for part in reported:
            assert part in errors, f"{syntax} {catalogue}: no {part!r} in\n{errors}"
        assert bool(errors) == (code != 0), errors
    return len(ROWS)


def syntaxes():
    lines = subprocess.run([FENCEPOST, "list", "syntaxes"], capture_output=True, timeout=100, check=True).stdout.decode()
    return [line.split()[0] for line in lines.splitlines() if line[:1].strip()][1:]


def blocks_read_back():
    """Each example of each text is read, under the types of the catalogue, as one complete call of its tool."""
    count = 0
    for syntax in syntaxes():
        for catalogue in FILES:
            text = doc(syntax, catalogue).stdout.decode()
            for part in text.split("\n## ")[1:]:
                for _, block in re.findall(r"^(`{3,})text\n(.*?)\n\1$", part, re.M | re.S):
                    said = json.loads(subprocess.run(
                        [FENCEPOST, "parse", "--syntax", syntax, "--policy", "types=schema", "--catalogue", catalogue],
                        input=(block + "\n").encode(), capture_output=True, timeout=100, check=True).stdout)
                    calls = [call["name"] for call in said["calls"] if call["complete"]]
                    assert calls == [part.split("\n")[0]] and not said["diagnostics"], (syntax, catalogue, block, said)
                    count += 1
    return count


CHECKS = [(texts, len(ROWS)), (blocks_read_back, 60)]


sys.exit(run_checks(CHECKS, FILES, SOURCE))
