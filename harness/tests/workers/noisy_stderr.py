# SPDX-License-Identifier: Apache-2.0
"""Writes 1 MiB to standard error for each request, and answers rightly."""
import sys

from _protocol import echo, serve


def answer(request):
    sys.stderr.write(("x" * 63 + "\n") * (1 << 14))
    sys.stderr.write("end of the noise about request %d\n" % request["id"])
    sys.stderr.flush()
    return echo(request)


serve(answer)
