# SPDX-License-Identifier: Apache-2.0
"""recovers.py SAYS WORKER…: `fencepost serve --policy unterminated=recover`, which of a recovered call reports that it is
complete (true), that it is not (false), or nothing of it (nothing); broken: the same of calls that are not recovered.

RECOVERS_WITHOUT names capabilities that are left out; `policies`: they are not declared; `others`: there is caret alone.
"""
import os
import sys

from _reference import serve

WITHOUT = os.environ.get("RECOVERS_WITHOUT", "").split()


def calls_of(answer, kind):
    """Those that come by this event and are not complete."""
    ends = [event for _, event in answer.get("events", []) if event["event"] in ("call_end", "call_cut")]
    return [call for call, end in zip(answer.get("calls", []), ends, strict=True)
            if end["event"] == kind and not call.get("complete", True)]


def spoil(_, answer):
    for call in calls_of(answer, "call_cut" if sys.argv[1] == "broken" else "call_end"):
        if sys.argv[1] == "nothing":
            del call["complete"]
        else:
            call["complete"] = sys.argv[1] in ("true", "broken")
    if "events" in WITHOUT:
        answer.pop("events", None)


HELLO = {"policies": {}, "others": ["caret"]}
serve(spoil, without=["sweep", *WITHOUT],
      **{{"others": "syntaxes"}.get(name, name): HELLO[name] for name in HELLO if name in WITHOUT})
