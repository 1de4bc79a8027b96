# SPDX-License-Identifier: Apache-2.0
"""hangs_on.py TEXT: sleeps for ever on an input that contains TEXT."""
import sys

from _protocol import serve_unless, sleep_for_ever

serve_unless(sys.argv[1], sleep_for_ever)
