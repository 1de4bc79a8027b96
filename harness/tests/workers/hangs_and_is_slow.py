# SPDX-License-Identifier: Apache-2.0
"""hangs_and_is_slow.py TEXT [SECONDS BYTES]: falls silent on an input that contains TEXT (escapes are read), and takes so
long for one of at least so many bytes."""
import sys
import time

from _protocol import echo, joined, serve, sleep_for_ever


def answer(request):
    text = joined(request)
    if sys.argv[1].encode().decode("unicode_escape") in text:
        sleep_for_ever()
    if sys.argv[2:] and len(text) >= int(sys.argv[3]):
        time.sleep(float(sys.argv[2]))
    return echo(request)


serve(answer)
