# SPDX-License-Identifier: Apache-2.0
"""waits_for_more.py TEXT: on an input that contains TEXT it reads on to the end of its own input."""
import sys

from _protocol import serve_unless

serve_unless(sys.argv[1], sys.stdin.buffer.read)
