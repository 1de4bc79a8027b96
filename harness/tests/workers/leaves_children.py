# SPDX-License-Identifier: Apache-2.0
"""leaves_children.py HOW: dies on the first input that is not plain text, and leaves a child that holds its pipes.

HOW is group (the child is of its process group), session (of a session of its own), daemon (and no child
of anybody who lives), or bomb (each child forks two more, a few generations deep, all daemons).
"""
import os
import signal
import sys

from _protocol import die, echo, joined, serve, sleep_for_ever


def child(how, generations=0):
    if os.fork():
        return
    if how != "group":
        os.setsid()
    if how in ("daemon", "bomb") and os.fork():
        os._exit(0)
    for _ in range(2 if generations else 0):
        child(how, generations - 1)
    sleep_for_ever()


def answer(request):
    if joined(request) in ("hello", ""):
        return echo(request)
    child(sys.argv[1], 4 if sys.argv[1] == "bomb" else 0)
    return die(signal.SIGSEGV)


serve(answer)
