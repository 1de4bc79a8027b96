# SPDX-License-Identifier: Apache-2.0
"""Answers a parse request under the next id."""
from _protocol import echo, serve

serve(lambda request: dict(echo(request), id=request["id"] + 1))
