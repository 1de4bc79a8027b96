# SPDX-License-Identifier: Apache-2.0
"""sweeps.py MOST SECONDS: takes so many seconds for each cutting of a sweep, and hangs on one of more than MOST."""
import sys
import time

from _protocol import HELLO, echo, serve, sleep_for_ever


def answer(request):
    if request["op"] != "sweep":
        return echo(request)
    if len(request["cuts"]) > int(sys.argv[1]):
        sleep_for_ever()
    time.sleep(float(sys.argv[2]) * len(request["cuts"]))
    return {**echo(request), "differ": []}


serve(answer, {**HELLO, "capabilities": ["sweep"]})
