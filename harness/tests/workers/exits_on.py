# SPDX-License-Identifier: Apache-2.0
"""exits_on.py TEXT: exits with status 3 on an input that contains TEXT."""
import sys

from _protocol import serve_unless

serve_unless(sys.argv[1], lambda: sys.exit(3))
