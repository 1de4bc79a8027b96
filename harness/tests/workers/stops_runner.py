# SPDX-License-Identifier: Apache-2.0
"""stops_runner.py FILE N: all is text; at the N-th request it sends SIGTERM to the process whose id is in the file."""
import os
import signal
import sys
import time
from pathlib import Path

from _protocol import echo, serve

asked = 0


def answer(request):
    global asked
    asked += 1
    if asked == int(sys.argv[2]):
        os.kill(int(Path(sys.argv[1]).read_text(encoding="ascii")), signal.SIGTERM)
        time.sleep(0.5)
    return echo(request)


serve(answer)
