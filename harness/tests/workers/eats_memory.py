# SPDX-License-Identifier: Apache-2.0
"""eats_memory.py TEXT: on an input that contains TEXT it takes all memory it can get, and ends when there is none."""
import sys

from _protocol import serve_unless


def fault():
    eaten = []
    while True:
        eaten.append(bytearray(b"x") * (1 << 24))


serve_unless(sys.argv[1], fault)
