# SPDX-License-Identifier: Apache-2.0
"""Claims to parse nothing."""
from _protocol import HELLO, serve

serve(hello=dict(HELLO, syntaxes=[]))
