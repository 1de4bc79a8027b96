# SPDX-License-Identifier: Apache-2.0
"""Answers a parse request with a line that never ends."""
from _protocol import say, serve


def answer(request):
    while True:
        say("x" * (1 << 16), end="")


serve(answer)
