# SPDX-License-Identifier: Apache-2.0
"""watches_reuse.py FILE WORKER…: our own parsers; FILE gets a line for each request with `reuse`: whether its syntax and its
catalogue are those of the request before it (PROTOCOL-6.3).
"""
import sys

from _reference import serve

FILE = sys.argv[1]
before = {}


def watch(request, _):
    if request.get("reuse"):
        same = all(request.get(name) == before.get(name) for name in ("syntax", "catalogue"))
        with open(FILE, "a", encoding="utf-8") as log:
            print("same" if same else "other", "catalogue" in request, file=log)
    before.clear()
    before.update(request)


serve(watch)
