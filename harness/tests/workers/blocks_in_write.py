# SPDX-License-Identifier: Apache-2.0
"""blocks_in_write.py TEXT: on an input that contains TEXT it writes into a full pipe that nobody reads."""
import os
import sys

from _protocol import serve_unless


def fault():
    ends = os.pipe()
    while True:
        os.write(ends[1], b"x" * 4096)


serve_unless(sys.argv[1], fault)
