# SPDX-License-Identifier: Apache-2.0
"""one_part.py PART: a parser that knows no block: all is text. It says diagnostics, and is wrong on the case
caret/name/accented-letter in that part: `diagnostics`, it does not say the bad name; `calls`, it takes it for a name as
well; `text`, it loses a line end as well.
"""
import sys

from _protocol import HELLO, joined, serve

BAD = "^^^é\n"


def answer(request):
    text = joined(request)
    found = {"text": text, "calls": [], "diagnostics": []}
    if BAD in text and sys.argv[1] == "calls":
        found["calls"] = [{"name": "é", "input": {}, "complete": True}]
    elif BAD in text and sys.argv[1] == "text":
        found["text"] = text.replace(BAD, BAD.strip())
    return found


serve(answer, dict(HELLO, capabilities=["diagnostics"]))
