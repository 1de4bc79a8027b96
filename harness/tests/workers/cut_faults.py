# SPDX-License-Identifier: Apache-2.0
"""cut_faults.py FAULT WORKER…: our own parsers, whose answer to a whole input is right, and to some cuttings is not.

CUT_FAULTS_ASKED names a file that gets a line for each request that was cut.
"""
import os
import sys
import time

from _reference import serve, text_of


def several(request, answer):
    """Hangs on the first cutting, loses text on others, and the call, and dies; the others are right."""
    first = len(request["chunks"][0])
    if first == 1:
        time.sleep(100)
    if first in (5, 33):
        answer["text"] = answer["text"][1:]
    if first == 9:
        answer["calls"] = []
    if first == 17:
        os._exit(3)


def loses(request, answer):
    """Text on two of the cuttings in two, and the call on another."""
    first = len(request["chunks"][0]) if len(request["chunks"]) == 2 else 0
    if first in (5, 33):
        answer["text"] = answer["text"][1:]
    if first == 9:
        answer["calls"] = []


def hangs(request, _):
    """On every cutting."""
    if request["chunks"]:
        time.sleep(100)


def prefix(request, answer):
    """A call that the input cuts is lost where its last character comes alone."""
    if len(request["chunks"][-1]) == 1 and not text_of(request).endswith("."):
        answer["calls"] = [call for call in answer["calls"] if call["complete"]]


def spoil(request, answer):
    if len(request["chunks"]) > 1:
        with open(os.environ["CUT_FAULTS_ASKED"], "a", encoding="utf-8") as asked:
            print([len(chunk) for chunk in request["chunks"]], file=asked)
        globals()[sys.argv[1]](request, answer)


serve(spoil, without=("events",), window=1)
