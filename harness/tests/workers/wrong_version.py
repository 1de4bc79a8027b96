# SPDX-License-Identifier: Apache-2.0
"""Answers a protocol version that nobody offered."""
from _protocol import HELLO, serve

serve(hello=dict(HELLO, protocol=99))
