# SPDX-License-Identifier: Apache-2.0
"""hostile.py WHERE TEXT: says TEXT, where \\u escapes stand for characters, in one place: the name, version or language
of hello, the error of each answer, the text, a call's name, key, value or list, a diagnostic's code, standard error, a
stray line, or an unknown member. Where it is long, the error has 100,000 characters; where it is many, a call has
30,000 keys."""
import json
import sys

from _protocol import HELLO, echo, joined, say, serve

WHERE, TEXT = sys.argv[1], sys.argv[2].encode().decode("unicode_escape")


def call(name="a", **arguments):
    return {"text": "", "calls": [{"name": name, "input": arguments}]}


MANY = json.dumps(call(**{f"k{i}": 0 for i in range(30000 if WHERE == "many" else 0)}))[1:]


def answer(request):
    if "^^^" not in joined(request):
        return echo(request)
    if WHERE == "stderr":
        sys.stderr.buffer.write(TEXT.encode() + b"\x9b2J\n" + TEXT.encode())
        sys.stderr.flush()
        sys.exit(3)
    if WHERE == "many":
        return say(f'{{"id":{request["id"]},{MANY}')
    if WHERE == "stray":
        say(TEXT.replace("\n", "\u2028"))
    return {"error": {"error": TEXT}, "long": {"error": "x" * 100000},
            "text": {"text": TEXT, "calls": []}, "call": call(TEXT), "key": call(**{TEXT: 1}),
            "value": call(k=TEXT), "list": call(k=[TEXT]), "json": call(k={"x": TEXT}),
            "code": {**call(), "diagnostics": [{"code": TEXT, "offset": 0}]},
            "member": {**call(), TEXT: 1}}.get(WHERE, call(k="other"))


def hello():
    said = dict(HELLO, syntaxes=["caret"])
    if WHERE in ("name", "version", "language", "unit"):
        said[WHERE] = TEXT
    said.update({"syntax": {"syntaxes": ["caret", TEXT]}, "policy": {"policies": {TEXT: "drop"}},
                 "capability": {"capabilities": [TEXT]}, "refusal": {"error": TEXT}}.get(WHERE, {}))
    return said


if WHERE == "complaint":
    sys.stderr.write(TEXT)
    sys.exit(3)
serve(answer, hello())
