# SPDX-License-Identifier: Apache-2.0
"""spins_on.py TEXT: loops for ever, busy, on an input that contains TEXT."""
import sys

from _protocol import serve_unless


def fault():
    while True:
        pass


serve_unless(sys.argv[1], fault)
