# SPDX-License-Identifier: Apache-2.0
"""What the planted workers share: a correct worker, with the fault left to the caller.

serve() answers hello, then hands each parse request to answer(request), which returns the members
of the answer, or None if it has written all there is; what it writes itself with say() goes out
first.
"""
import json
import os
import signal
import sys

HELLO = {"protocol": 1, "name": "planted", "version": "0", "language": "python",
         "syntaxes": ["caret", "emoji-bracket"], "unit": "codepoint"}


def say(line, end="\n"):
    sys.stdout.write(line + end)
    sys.stdout.flush()


def joined(request):
    return "".join(request["chunks"])


def echo(request):
    return {"text": joined(request), "calls": []}


def serve(answer=echo, hello=HELLO, after_hello=None):
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["op"] == "bye":
            break
        members = hello if request["op"] == "hello" else answer(request)
        if members is not None:
            say(json.dumps(dict({"id": request["id"]}, **members)))
        if request["op"] == "hello" and after_hello:
            after_hello()


def serve_unless(text, fault):
    """A correct worker that calls fault() on an input that contains text."""
    def answer(request):
        if text in joined(request):
            fault()
        return echo(request)

    serve(answer)


def sleep_for_ever():
    while True:
        signal.pause()


def die(number):
    """Ends by a signal, as a crash in C does, and without the core file."""
    try:
        import resource
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        pass
    os.kill(os.getpid(), number)
