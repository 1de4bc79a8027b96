# SPDX-License-Identifier: Apache-2.0
"""needs_tools.py HOW WORKER…: our own parsers as an engine that needs tools. It refuses a request without them. HOW:
"drops": a call of a tool that is not in the catalogue is dropped, and so is a key; "first": any call is taken for one of
another tool; "states": nothing is needed, and it states a limit of values that it does not have.
"""
import sys

from _reference import serve

how = sys.argv[1]
LIMIT = 4


def answer(request, said):
    if "calls" not in said:
        return
    if how in ("drops", "first") and len(request.get("catalogue", [])) < 2:
        said.clear()
        said.update(id=request["id"], error="no tools")
        return
    tools = {tool["name"]: tool["inputSchema"]["properties"] for tool in request.get("catalogue", [])}
    if how == "first":
        for call in said["calls"]:
            call["name"] = next(name for name in tools if name != call["name"])
    if how == "drops":
        known = [call for call in said["calls"] if call["name"] in tools]
        for call in known:
            call["input"] = {key: value for key, value in call["input"].items() if key in tools[call["name"]]}
        said["calls"] = known


limits = {"limits": {"value": LIMIT}} if how == "states" else {}
needs = {} if limits else {"needs": ["tools"]}
serve(answer, without=("events", "sweep", "render", "spans", "diagnostics"), unknown=() if limits else ("catalogue",),
      **limits, **needs)
