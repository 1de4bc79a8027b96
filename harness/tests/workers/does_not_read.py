# SPDX-License-Identifier: Apache-2.0
"""Answers hello, and reads nothing after that: what is sent stays in the pipe."""
from _protocol import serve, sleep_for_ever

serve(after_hello=sleep_for_ever)
