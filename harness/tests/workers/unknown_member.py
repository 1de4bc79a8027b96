# SPDX-License-Identifier: Apache-2.0
"""Misspells calls."""
from _protocol import joined, serve

serve(lambda request: {"text": joined(request), "call": []})
