# SPDX-License-Identifier: Apache-2.0
"""stuck_at_two.py HOW WORKER…: our own parsers, but that it hangs, or dies, on an input of two calls."""
import os
import signal
import sys
import time

from _reference import serve


def spoil(_, answer):
    if len(answer.get("calls", [])) != 2:
        return
    if sys.argv[1] == "dies":
        os.kill(os.getpid(), signal.SIGSEGV)
    time.sleep(1000)


serve(spoil, without=("events", "sweep"))
