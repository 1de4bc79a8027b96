# SPDX-License-Identifier: Apache-2.0
"""Answers a parse request with JSON that is cut off, on a complete line."""
import json
import sys

from _protocol import HELLO, say

for line in sys.stdin.buffer:
    request = json.loads(line)
    if request["op"] == "hello":
        say(json.dumps(dict(HELLO, id=request["id"])))
    elif request["op"] == "parse":
        say('{"id":%d,"text":"","calls":[' % request["id"])
    else:
        break
