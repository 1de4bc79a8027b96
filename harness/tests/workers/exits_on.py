# SPDX-License-Identifier: Apache-2.0
"""exits_on.py TEXT [STATUS]: exits with that status, 3 if none is given, on an input that contains TEXT."""
import sys

from _protocol import serve_unless

serve_unless(sys.argv[1], lambda: sys.exit(int((sys.argv + ["3"])[2])))
