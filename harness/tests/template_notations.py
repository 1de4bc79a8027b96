# SPDX-License-Identifier: Apache-2.0
"""template_notations.py SOURCE_DIR FENCEPOST [--write]: the templates of examples/response-templates read what the notations' own parsers
read, and where the format cannot express a notation, spec/template-notations.md names an input. --write writes that page, which is
made of what comes out; without it the page is held to that.

Each golden case and each stored rendering of a notation is read by both. Compared are the calls that are whole, and text and
reasoning without white space at their ends, which templates take away.
"""
import json
import subprocess
import sys
import tempfile
from decimal import Decimal
from pathlib import Path

from checks import run_checks

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WRITE = "--write" in sys.argv
TEMPLATES = SOURCE / "examples" / "response-templates"
PAGE = SOURCE / "spec" / "template-notations.md"
NAMES = sorted(path.stem for path in TEMPLATES.glob("*.json"))

KINDS = {
    "lost": "a call that the notation has is lost",
    "quoted": "a call in a code fence runs",
    "no object": "arguments that are not an object are a call's",
    "made": "another call comes out where the notation has none",
    "changed": "a call has another name, or other arguments",
    "reasoning": "reasoning is another text",
    "text": "the answer is another text",
}
# Why the format cannot say it.
WHY = {
    "lost": "The first close ends a region, even within a string of JSON (TEMPLATE-3.1). Content that lacks what the shape asks for, and a region that has no "
            "end, give none; what follows is lost with them.",
    "quoted": "The format has no code fences.",
    "no object": "`json` takes any value, and nothing can ask for an object.",
    "made": "A delimiter is seen by itself: not which section it is in, nor who speaks, nor whether the name may be one. Content that no tag of `xml-inline` "
            "matches is skipped.",
    "changed": "Of members with one key the last counts (TEMPLATE-5.5, 5.11), where the notation has the first. An opener in a region is text of it. A lone "
               "surrogate stays as it is written.",
    "reasoning": "Reasoning that has no end is dropped under `unterminated: dropped`, which keeps calls that have none from running. Headers that are rare need "
                 "a pattern each.",
    "text": "What only begins like a call is text in the notation, and dropped with its region here. Marks of a section without a call are text here.",
}


def run(*words, given):
    return subprocess.run([FENCEPOST, *words], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)


def read(text):
    return json.loads(text, parse_float=Decimal)


def inputs(name):
    """Texts of golden cases that are a whole answer by itself, and of renderings."""
    done = subprocess.run([FENCEPOST, "export", "--syntax", name], stdout=subprocess.PIPE, check=True)
    found = {}
    for case in map(json.loads, done.stdout.decode("utf-8").split("\n")[:-1]):
        if "input" in case and len(case["input"]) < 4096 and not any(key in case for key in ("prefix", "prefix_base64", "finish", "tokens")):
            found.setdefault(case["input"], case["id"])
    renderings = json.loads((SOURCE / "corpus" / name / "renderings.json").read_text(encoding="utf-8"))
    for what, text in renderings["renderings"].items():
        if isinstance(text, str):  # others are not UTF-8
            found.setdefault(text, f"rendering {what}")
    return found


def comparable(text, reasoning, calls):
    return {"text": text.strip(), "reasoning": reasoning.strip(), "calls": calls}


def by_parser(name, text):
    done = run("parse", "--syntax", name, "--policy", "reasoning=channel", "-", given=text)
    if done.returncode:
        done = run("parse", "--syntax", name, "-", given=text)
    outcome = read(done.stdout)
    return comparable(outcome["text"], outcome.get("reasoning", ""),
                      [{"name": call["name"], "input": call["input"]} for call in outcome["calls"] if call["complete"]])


def by_template(path, text):
    done = run("parse", "--template", str(path), "--policy", "unterminated=dropped", "--policy", "malformed=dropped", "-", given=text)
    answer = read(done.stdout)
    message = answer["message"]
    calls = [call["function"] for call in message.get("tool_calls", [])]
    return comparable(message.get("content", ""), message.get("thinking", ""), [{"name": call["name"], "input": call["arguments"]} for call in calls])


def kind_of(right, got):
    """In what they differ; None: in nothing."""
    if right["calls"] != got["calls"]:
        if not all(isinstance(call["input"], dict) for call in got["calls"]):
            return "no object"
        if len(right["calls"]) > len(got["calls"]):
            return "lost"
        if "```" in right["text"] or "~~~" in right["text"]:
            return "quoted"
        return "made" if len(right["calls"]) < len(got["calls"]) else "changed"
    return next((key for key in ("reasoning", "text") if right[key] != got[key]), None)


def compared(name, path=None):
    """How many inputs there are, and the differences of each kind: (text, where it is from, right, got)."""
    found, differing = inputs(name), {kind: [] for kind in KINDS}
    for text, where in found.items():
        given = text.encode("utf-8")
        right, got = by_parser(name, given), by_template(path or TEMPLATES / f"{name}.json", given)
        kind = kind_of(right, got)
        if kind:
            differing[kind].append((text, where, right, got))
    return len(found), differing


def shown(text):
    """In one line of a Markdown table."""
    visible = text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\n", "␊").replace("\r", "␍").replace("\t", "␉").replace("|", "\\|")
    fence = "``" if "`" in visible else "`"
    pad = " " if "`" in visible else ""
    return f"{fence}{pad}{visible}{pad}{fence}" if visible.strip() else "nothing"


def told(part):
    calls = [f"{call['name']} {json.dumps(call['input'], ensure_ascii=False, default=str)}" for call in part["calls"]]
    rest = [f"{key} {json.dumps(part[key], ensure_ascii=False)}" for key in ("reasoning", "text") if part[key]]
    return "; ".join(shown(word) for word in calls + rest) or "nothing"


def page(results):
    lines = ["# Notations as response templates", "",
             "Written by `./dev generated`; a test holds it to what comes out.", "",
             "[examples/response-templates](../examples/response-templates) has a response template of ours for each of these notations, as far as the",
             "format can express it. Each golden case and each stored rendering of the notation is read by its own parser, with reasoning as a channel, and",
             "by the template, under `unterminated: dropped` and `malformed: dropped`. Calls that are whole are compared, and text and reasoning without white",
             "space at their ends. Where they differ, the shortest input of each kind is here; the test confirms the number of the others.", "",
             "| notation | inputs | read alike | " + " | ".join(KINDS) + " |", "|---|---|---|" + "---|" * len(KINDS)]
    for name, (count, differing) in results.items():
        lines.append(f"| [`{name}`]({name}.md) | {count} | {count - sum(map(len, differing.values()))} | "
                     + " | ".join(str(len(differing[kind])) for kind in KINDS) + " |")
    lines += ["", "The kinds, and why the format cannot say it otherwise:", ""] + [f"- *{kind}*: {what}. {WHY[kind]}" for kind, what in KINDS.items()]
    for name, (_, differing) in results.items():
        lines += ["", f"## {name}", ""]
        if not any(differing.values()):
            lines.append("Each input is read alike.")
        for kind, found in differing.items():
            if found:
                text, where, right, got = min(found, key=lambda one: (len(one[0]), one[0]))
                lines += [f"| *{kind}*: `{where}` | {shown(text)} |", "|---|---|", f"| its own parser | {told(right)} |", f"| the template | {told(got)} |", ""]
        while not lines[-1]:
            lines.pop()
    return "\n".join(lines) + "\n"


def the_page_is_what_comes_out():
    results = {name: compared(name) for name in NAMES}
    text = page(results)
    if WRITE:
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == text, f"{PAGE} is not what comes out: write it with --write, and read what changed"
    return sum(count for count, _ in results.values())


def a_template_that_is_wrong_is_noticed():
    """A close that never comes, in a copy of a template."""
    template = json.loads((TEMPLATES / "hermes.json").read_text(encoding="utf-8"))
    template["fields"]["tool_calls"]["close"] = "</tool_cal"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "hermes.json")
        path.write_text(json.dumps(template), encoding="utf-8")
        count, differing = compared("hermes", path)
    assert sum(map(len, differing.values())) > count // 4
    return 1


def each_template_keeps_the_laws():
    for name in NAMES:
        done = run("test", "--template", str(TEMPLATES / f"{name}.json"), "--generate", "180", given=b"")
        assert done.returncode == 0, (name, done.stdout)
    return len(NAMES)


CHECKS = [(the_page_is_what_comes_out, 1000), (a_template_that_is_wrong_is_noticed, 1),
          (each_template_keeps_the_laws, 8)]

if __name__ == "__main__":
    sys.exit(run_checks(CHECKS[:1] if WRITE else CHECKS, {}, SOURCE))
