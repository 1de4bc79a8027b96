# SPDX-License-Identifier: Apache-2.0
"""Its parser raises, saying the second argument, when an input contains the first; anything else is text."""
import sys

from _protocol import joined, serve


def answer(request):
    text = joined(request)
    return {"error": sys.argv[2]} if sys.argv[1] in text else {"text": text, "calls": []}


serve(answer)
