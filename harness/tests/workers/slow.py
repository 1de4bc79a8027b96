# SPDX-License-Identifier: Apache-2.0
"""slow.py [SECONDS]: takes so long for each parse request, or 50 ms."""
import sys
import time

from _protocol import echo, serve

SECONDS = float((sys.argv[1:] or ["0.05"])[0])


def answer(request):
    time.sleep(SECONDS)
    return echo(request)


serve(answer)
