# SPDX-License-Identifier: Apache-2.0
"""needs_blanks.py SYNTAX WORKER…: a parser that sees a mark only where it has the line ends of the template: our own, as a
worker, from which other marks are hidden.
"""
import json
import re
import subprocess
import sys

HIDDEN = "\x7f"  # in place of the first byte of such a mark
BARE = re.compile({
    "hermes": r"<(?=tool_call>(?!\n|\Z))|(?<=[^\n])<(?=/tool_call>)",
    "qwen3-coder": r"<(?=(?:tool_call|function=[^\n<>]*|parameter=[^\n<>]*|/parameter|/function)>(?!\n|\Z))"
                   r"|(?<=[^\n])<(?=(?:function=|parameter=|/parameter>|/function>|/tool_call>))",
}[sys.argv[1]])
KNOWS = ("spans", "catalogue")  # of what our own parsers can


def hide(request):
    """The request in one chunk, for this parser has nothing to do with cuttings; and whether a mark is hidden."""
    text = "".join(request["chunks"])
    return dict(request, chunks=[BARE.sub(HIDDEN, text)]), BARE.search(text) is not None


def hello(line):
    said = json.loads(line)
    capabilities = [name for name in said["capabilities"] if name in KNOWS]
    return json.dumps(dict(said, capabilities=capabilities, syntaxes=[sys.argv[1]])) + "\n"


def answer(worker, line):
    """Numbers in an answer stay as they are written: it is never read."""
    request = json.loads(line)
    hidden = False
    if request["op"] == "parse":
        request, hidden = hide(request)
    worker.stdin.write(json.dumps(request) + "\n")
    worker.stdin.flush()
    if request["op"] == "bye":
        return ""
    said = worker.stdout.readline()
    if hidden:
        said = said.replace(HIDDEN, "<").replace(r"\u007f", "<")
    return hello(said) if request["op"] == "hello" else said


with subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as reference:
    for asked in sys.stdin:
        sys.stdout.write(answer(reference, asked))
        sys.stdout.flush()
