# SPDX-License-Identifier: Apache-2.0
"""dies_by.py SIGNAL TEXT: dies by that signal (SEGV, say) on an input that contains TEXT."""
import signal
import sys

from _protocol import die, serve_unless

number = getattr(signal, "SIG" + sys.argv[1])
if number not in (signal.SIGKILL, signal.SIGSTOP):
    signal.signal(number, signal.SIG_DFL)
serve_unless(sys.argv[2], lambda: die(number))
