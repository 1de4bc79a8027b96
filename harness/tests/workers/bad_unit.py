# SPDX-License-Identifier: Apache-2.0
"""Claims a unit that there is not."""
from _protocol import HELLO, serve

serve(hello=dict(HELLO, unit="furlong"))
