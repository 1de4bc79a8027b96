# SPDX-License-Identifier: Apache-2.0
"""Prints a line for debugging before the right answer to every other parse request."""
from _protocol import echo, joined, say, serve


def answer(request):
    if request["id"] % 2 == 0:
        say("DEBUG: %d characters" % len(joined(request)))
    return echo(request)


serve(answer)
