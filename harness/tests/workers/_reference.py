# SPDX-License-Identifier: Apache-2.0
"""serve(spoil): the worker whose command is in argv[2:] (our own parsers, with every capability but those left
out, or what capabilities() makes of them, and what is in hello), and between it and the runner spoil(request, answer),
which may change the answers to requests of one op. The members of requests in unknown are not for the worker, and
change(request), where it is given, changes what is asked.
"""
import json
import subprocess
import sys


def text_of(request):
    return "".join(request["chunks"])


def serve(spoil, op="parse", without=(), capabilities=None, unknown=(), change=None, **hello):
    with subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        for line in sys.stdin.buffer:
            request = json.loads(line)
            asked = {name: value for name, value in request.items() if name not in unknown}
            if change:
                change(asked)
            worker.stdin.write(json.dumps(asked).encode() + b"\n" if unknown or change else line)
            worker.stdin.flush()
            if request["op"] == "bye":
                break
            answer = json.loads(worker.stdout.readline())
            if request["op"] == "hello":
                answer["capabilities"] = [name for name in answer["capabilities"] if name not in without]
                if capabilities:
                    answer["capabilities"] = capabilities(answer["capabilities"])
                answer.update(hello)
            if request["op"] == op:
                spoil(request, answer)
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
