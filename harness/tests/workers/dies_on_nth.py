# SPDX-License-Identifier: Apache-2.0
"""dies_on_nth.py N: dies by SIGKILL on the N-th parse request of its life, whatever is in it."""
import signal
import sys

from _protocol import die, echo, serve

left = [int(sys.argv[1])]


def answer(request):
    left[0] -= 1
    if left[0] == 0:
        die(signal.SIGKILL)
    return echo(request)


serve(answer)
