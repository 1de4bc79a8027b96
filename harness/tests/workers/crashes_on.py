# SPDX-License-Identifier: Apache-2.0
"""crashes_on.py TEXT: dies by SIGSEGV on an input that contains TEXT."""
import signal
import sys

from _protocol import die, serve_unless

serve_unless(sys.argv[1], lambda: die(signal.SIGSEGV))
