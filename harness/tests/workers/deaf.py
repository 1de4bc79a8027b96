# SPDX-License-Identifier: Apache-2.0
"""A worker of caret that sees no call, and no text."""
import json
import sys

HELLO = {"protocol": 1, "name": "deaf", "version": "1", "language": "python", "syntaxes": ["caret"],
         "unit": "codepoint"}

for line in sys.stdin:
    asked = json.loads(line)
    if asked["op"] == "bye":
        break
    said = HELLO if asked["op"] == "hello" else {"text": "", "calls": []}
    print(json.dumps({"id": asked["id"], **said}), flush=True)
