# SPDX-License-Identifier: Apache-2.0
"""adapter.py bracket|line SOURCE [COMMIT]: the parsers of simple-agent, which founded `emoji-bracket` and `emoji-line`.
SOURCE is the folder that has its package simple_agent."""
import json, os, sys

PARSERS = {
    "bracket": ("emoji-bracket", "emoji_bracket_tool_syntax", "EmojiBracketToolSyntax",
                {"recovery": "lenient", "value_framing": "newline-each-side"}),
    "line": ("emoji-line", "emoji_tool_syntax", "EmojiToolSyntax", {"value_framing": "trimmed-end"}),
}
name, source, *commit = sys.argv[1:]
syntax, module, parser, own = PARSERS[name]
sys.path.insert(0, source)
Syntax = getattr(__import__(f"simple_agent.application.{module}", fromlist=[parser]), parser)


def parse(chunks):
    """It reads whole answers only: so the chunks are put together first."""
    said = Syntax().parse("".join(chunks))
    return {"text": said.message, "calls": [
        {"name": call.name, "input": {"raw_args": call.arguments, "body": call.body}} for call in said.tool_calls]}


HELLO = {"protocol": 1, "name": f"simple-agent {name}", "version": (commit or ["unknown"])[0], "language": "python",
         "syntaxes": [syntax], "policies": {"unterminated": "recover", "text_after": "drop", "text_space": "trimmed-end",
                                            "code_fence": "call", **own}}
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # whatever else prints, prints to standard error
for request in map(json.loads, sys.stdin.buffer):
    if request["op"] == "bye":
        break
    try:
        answer = parse(request["chunks"]) if request["op"] == "parse" else HELLO
    except Exception as error:
        answer = {"error": repr(error)}
    print(json.dumps(dict(answer, id=request["id"])), file=answers, flush=True)
