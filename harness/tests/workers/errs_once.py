# SPDX-License-Identifier: Apache-2.0
"""errs_once.py N WORKER…: our own parsers, but that the first answer with calls, from the N-th on, has lost them."""
import sys

from _reference import serve

ANSWERS = {"left": int(sys.argv[1])}


def spoil(_, answer):
    ANSWERS["left"] -= 1
    if ANSWERS["left"] <= 0 and answer.get("calls"):
        ANSWERS["left"] = float("inf")
        answer["calls"] = []


serve(spoil, without=("events", "spans", "diagnostics", "sweep"))
