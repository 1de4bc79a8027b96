# SPDX-License-Identifier: Apache-2.0
"""differs.py FAULT WORKER…: our own parsers with one fault, which sets them apart from others."""
import base64
import os
import signal
import sys

from _reference import serve


def pieces(request):
    """The chunks; bytes that are not UTF-8 as U+FFFD."""
    return [c if isinstance(c, str) else base64.b64decode(c["base64"]).decode(errors="replace")
            for c in request["chunks"]]


def text_of(request):
    return "".join(pieces(request))


def set_text(answer, change):
    if isinstance(answer["text"], str):
        answer["text"] = change(answer["text"])


def none(_, __):
    pass


def loses_call(_, answer):
    """Of two calls the second."""
    del answer["calls"][1:]


def upper(_, answer):
    for call in answer["calls"]:
        for key, value in call["input"].items():
            if isinstance(value, str) and ":" in value:
                call["input"][key] = value.replace(":", ";")


def loses_text(_, answer):
    set_text(answer, lambda text: text.replace("!", ""))


def trims(_, answer):
    set_text(answer, str.rstrip)


def cut_marker(request, answer):
    """A marker that is cut after its first character is text."""
    if any(chunk.endswith("^") and not chunk.endswith("^^") for chunk in pieces(request)[:-1]):
        answer.update(text=text_of(request), calls=[])


def crlf(request, answer):
    """Calls whose lines end in CR LF are lost."""
    if "\r\n" in text_of(request):
        answer["calls"] = []


def crashes(request, _):
    if "--- " in text_of(request):
        os.kill(os.getpid(), signal.SIGKILL)


serve(globals()[sys.argv[1]])
