# SPDX-License-Identifier: Apache-2.0
"""garbles.py KIND TEXT: on an input that contains TEXT the line of the answer is not one.

KIND is bytes (random ones), utf8 (a string that is not UTF-8), nul (a NUL in the line), twice (the
answer, two times), early (an answer to a request that was not sent yet, first), gib (a line of 1 GiB)
or version (the answer of another protocol).
"""
import json
import random
import sys

from _protocol import echo, joined, serve


def lines(kind, request):
    good = json.dumps(dict(echo(request), id=request["id"])).encode()
    if kind == "bytes":
        yield random.Random(1).randbytes(500).replace(b"\n", b"") + b"\n"
    elif kind == "utf8":
        yield good.replace(b'"text": "', b'"text": "\xc3\x28') + b"\n"
    elif kind == "nul":
        yield good + b"\0\n"
    elif kind == "twice":
        yield good + b"\n" + good + b"\n"
    elif kind == "early":
        yield good.replace(b'"id": ', b'"id": 1000') + b"\n" + good + b"\n"
    elif kind == "version":
        yield b'{"jsonrpc": "2.0", "id": %d, "result": %s}\n' % (request["id"], good)
    elif kind == "gib":
        yield b'{"id": %d, "calls": [], "text": "' % request["id"]
        for _ in range(1024):
            yield b"x" * (1 << 20)
        yield b'"}\n'


def answer(request):
    if sys.argv[2] not in joined(request):
        return echo(request)
    for piece in lines(sys.argv[1], request):
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()
    return None


serve(answer)
