# SPDX-License-Identifier: Apache-2.0
"""Prints prose instead of JSON."""
import sys

from _protocol import say

for _ in sys.stdin.buffer:
    say("Sure! Here is the result of parsing your input.")
