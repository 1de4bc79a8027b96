# SPDX-License-Identifier: Apache-2.0
"""Takes 50 ms for each parse request."""
import time

from _protocol import echo, serve


def answer(request):
    time.sleep(0.05)
    return echo(request)


serve(answer)
