# SPDX-License-Identifier: Apache-2.0
"""leaves_children.py HOW [BEFORE...]: dies on the first input that is not plain text, and leaves a child that holds its
pipes.

HOW is group (the child is of its process group), session (of a session of its own), daemon (and no child
of anybody who lives), or bomb (each child forks two more, a few generations deep, all daemons). BEFORE it dies it
frees-itself (of the signal that comes when its keeper, the process above it, dies), kills-keeper, stops-keeper,
has the child stop-for-ever its keeper, again and again, or stays, and does not die.
"""
import ctypes
import os
import signal
import sys

from _protocol import die, echo, joined, serve, sleep_for_ever


PR_SET_PDEATHSIG = 1


def child(how, generations=0):
    keeper = os.getppid()
    if os.fork():
        return
    if how != "group":
        os.setsid()
    if how in ("daemon", "bomb") and os.fork():
        os._exit(0)
    for _ in range(2 if generations else 0):
        child(how, generations - 1)
    while "stop-for-ever" in sys.argv:
        try:
            os.kill(keeper, signal.SIGSTOP)
        except ProcessLookupError:
            break
    sleep_for_ever()


def answer(request):
    if joined(request) in ("hello", ""):
        return echo(request)
    child(sys.argv[1], 4 if sys.argv[1] == "bomb" else 0)
    if "frees-itself" in sys.argv:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, 0)
    if "stops-keeper" in sys.argv:
        os.kill(os.getppid(), signal.SIGSTOP)
    if "kills-keeper" in sys.argv:
        os.kill(os.getppid(), signal.SIGKILL)
    if "stays" in sys.argv:
        sleep_for_ever()
    return die(signal.SIGSEGV)


serve(answer)
