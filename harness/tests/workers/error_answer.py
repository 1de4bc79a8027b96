# SPDX-License-Identifier: Apache-2.0
"""Refuses every input."""
from _protocol import serve

serve(lambda request: {"error": "cannot parse this"})
