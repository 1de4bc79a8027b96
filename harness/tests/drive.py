# SPDX-License-Identifier: Apache-2.0
"""drive.py SOURCE_DIR FENCEPOST: tests by name (spec/drive.md), for peers that are right, wrong, silent and gone."""
import json
import socket
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
from checks import run_checks
from fewdata import few_cases

SOURCE = Path(sys.argv[1]).resolve()
FENCEPOST = str(Path(sys.argv[2]).resolve())
SCHEMA = json.loads((SOURCE / "spec" / "schema" / "drive.schema.json").read_text(encoding="utf-8"))
HELLO = {"protocol": 1, "name": "peer", "version": "1", "language": "python", "syntaxes": ["caret"], "unit": "codepoint"}
WORKER = ["python3", "my adapter.py"]
CASE = "caret/multiline/closing-fence-is-content"


class Peer:
    """A parser, and the one who asks for tests. `answer` makes the answer to a request, or a line in its place."""

    def __init__(self, answer, *options, hello=HELLO):
        self.answer = answer
        self.asked = []
        self.drive = subprocess.Popen([FENCEPOST, "drive", *options, "--", *WORKER], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if hello:
            asked = json.loads(self.drive.stdout.readline())
            assert asked["op"] == "hello", asked
            self.send({"id": asked["id"], **hello})

    def send(self, message):
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.drive.stdin.write(line + b"\n")
        self.drive.stdin.flush()

    def receive(self, op):
        """The next line of this kind; requests before it are answered. None at the end."""
        for line in self.drive.stdout:
            message = json.loads(line)
            if message["op"] == op:
                return message
            self.asked.append(message["op"])
            if message["op"] == "parse":
                answer = self.answer(message)
                if answer is None:
                    return None
                self.send(answer if isinstance(answer, bytes) else {"id": message["id"], **answer})
        return None

    def ask(self, message, op):
        """What it answers; everything that the schema knows is as the schema has it."""
        jsonschema.validate(message, SCHEMA)
        self.send(message)
        answer = self.receive(op)
        if answer:
            jsonschema.validate(answer, SCHEMA)
        return answer

    def run(self, test):
        return self.ask({"op": "run", "test": test}, "verdict")

    def end(self, code, *sentence):
        """The exit status, and all that is on standard error: one sentence, or nothing."""
        self.drive.stdin.close()
        said = self.drive.stderr.read().decode()
        self.drive.stdout.read()
        assert self.drive.wait(timeout=60) == code, (self.drive.returncode, said)
        assert said.count("\n") == bool(sentence) and all(part in said for part in sentence), (said, sentence)
        return 1


REFERENCE = None


def reference(message):
    """Our own parser's answer."""
    global REFERENCE
    if not REFERENCE:
        REFERENCE = subprocess.Popen([FENCEPOST, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    REFERENCE.stdin.write(json.dumps({k: v for k, v in message.items() if k != "catalogue"}).encode() + b"\n")
    REFERENCE.stdin.flush()
    answer = json.loads(REFERENCE.stdout.readline())
    calls = [{k: c[k] for k in ("name", "input", "complete") if k in c} for c in answer["calls"]]
    return {"text": answer["text"], "calls": calls}


def text_alone(message):
    return {"text": "".join(message["chunks"]), "calls": []}


def needs_one_piece(message):
    """Right on the whole input, wrong on one that is cut inside of a fence."""
    if any(chunk.endswith("^") for chunk in message["chunks"][:-1]):
        return text_alone(message)
    return reference(message)


def list_all(peer):
    return peer.ask({"op": "list"}, "tests")["tests"]


# -- what is right ----------------------------------------------------------------------------------

def check_list():
    """Listing runs nothing; each case is there with its clause, each law for each feature."""
    peer = Peer(text_alone)
    tests = list_all(peer)
    assert not peer.asked, peer.asked
    by_id = {test["id"]: test for test in tests}
    assert len(by_id) == len(tests)
    files = list((SOURCE / "corpus" / "caret").glob("*.json"))
    cases = [case for path in files for case in json.loads(path.read_text(encoding="utf-8")).get("cases", [])
             if isinstance(case, dict) and case.get("id", "").startswith("caret/")]
    for case in cases:
        clauses = case["clauses"] if isinstance(case["clauses"], list) else sum(case["clauses"].values(), [])
        assert by_id[case["id"]]["clause"] in clauses, case["id"]
    features = {test["feature"] for test in tests}
    for feature in features:
        chunk = by_id[f"caret/{feature}/CHUNK"]
        assert chunk["clause"] == "LAW-2.1" and chunk["check"] == "CHUNK", chunk
        assert chunk["cases"] == sum(t["check"] == "golden" and t["feature"] == feature for t in tests), chunk
    peer.send({"op": "bye"})
    return peer.end(0) + len(tests)


def check_verdicts():
    """A test that is passed, one that is not, one that is skipped; each alone, and in any order."""
    peer = Peer(reference)
    count = 0
    for test, verdict in ((CASE, "pass"), ("caret/key/CHUNK", "pass"), ("caret/key/ACCOUNT", "skipped"),
                          ("caret/key/TRUNCATION", "pass"), (CASE, "pass")):
        got = peer.run(test)
        assert got["verdict"] == verdict and not got["counts"] and got["test"] == test, got
        assert ("sentence" in got) == (verdict == "skipped") and "text" not in got, got
        count += 1
    return peer.end(0) + count


def check_failure():
    """A failure's text is what `fencepost test` prints: clause, input, both sides, the command."""
    peer = Peer(text_alone)
    got = peer.run(CASE)
    assert got["verdict"] == "refused" and got["counts"] and got["failed"] == got["checks"] == 1, got
    wanted = ("CARET-", "(must, spec/caret.md#", "  input:\n    ^^^write_file", "expected ", "│ actual",
              'call "write_file"', f"again: fencepost test --case {CASE}", "-- python3 'my adapter.py'",
              "smallest form of refused")
    assert all(part in got["text"] for part in wanted), got["text"]
    assert "fencepost: peer" not in got["text"] and "as expected" not in got["text"], got["text"]
    return peer.end(0) + len(wanted)


def check_law():
    """What fails one law passes the others, and the golden case; the cut is shown."""
    peer = Peer(needs_one_piece)
    assert peer.run(CASE)["verdict"] == "pass"
    got = peer.run("caret/name/CHUNK")
    assert got["counts"] and got["clause"].startswith("LAW-2.") and got["failed"] > 2, got
    assert "input, cut" in got["text"] and "┆" in got["text"] and "further failures" in got["text"], got["text"]
    assert peer.run("caret/name/ROUND-TRIP")["verdict"] == "pass"
    got = peer.run("caret/inner-marker/CHUNK")
    assert got["verdict"] == "skipped" and "a policy that the worker does not have" in got["sentence"], got
    return peer.end(0) + 4


def check_strict():
    """What counts only with --strict does so here as well."""
    found = []
    for options in ((), ("--strict",)):
        peer = Peer(lambda m: {**reference(m), "text": reference(m)["text"].strip()}, "--reduce-budget", "0", *options)
        found.append(sum(peer.run(test["id"])["counts"] for test in list_all(peer)
                         if test["check"] == "golden" and test["feature"] in ("text", "fence", "key")))
        peer.end(0)
    assert found[0] < found[1], found
    return 2


# -- peers that are wrong ---------------------------------------------------------------------------

def check_refuses():
    """An error in place of an outcome is a verdict; the peer goes on."""
    peer = Peer(lambda message: {"error": "no such thing"})
    got = peer.run(CASE)
    assert got["counts"] and "no such thing" in got["text"], got
    assert peer.run(CASE)["counts"]
    return peer.end(0) + 2


def check_lies():
    """An answer that names its request and has what no answer has is that test's failure; other tests go on."""
    peer = Peer(lambda m: {"text": "", "calls": [], "colour": "red"})
    got = peer.run(CASE)
    assert got["verdict"] == "protocol" and "colour" in got["text"], got
    peer.answer = reference
    assert peer.run(CASE)["verdict"] == "pass"
    return peer.end(0) + 2


def check_wrong_id():
    peer = Peer(lambda m: b'{"id":99,"text":"","calls":[]}')
    assert peer.run(CASE) is None
    return peer.end(3, f"in the test {CASE} the peer failed", "99")


def check_garbage():
    """A line that is not JSON in place of an answer, and in place of a question."""
    peer = Peer(lambda m: b"Traceback (most recent call last)")
    assert peer.run(CASE) is None
    peer.end(3, f"in the test {CASE} the peer failed", "Traceback")
    for line, reason in ((b"nonsense", "not JSON"), (b"[]", "it is none of"), (b'{"op":"run"}', "it is none of"),
                         (b'{"op":"run","test":7}', "it is none of"), (b'{"op":"list","x":1}', "it is none of"),
                         (b'{"op":"list","op":"list"}', "duplicate"), (b"\xff\x1b[2J", "not JSON")):
        peer = Peer(text_alone)
        list_all(peer)
        peer.send(line)
        assert peer.receive("verdict") is None
        peer.end(3, "fencepost drive: what the peer asks is wrong: ", reason)
    return 8


def check_unknown_test():
    peer = Peer(text_alone)
    assert peer.run("caret/multiline/CHUNKS") is None
    peer.end(2, "there is no test caret/multiline/CHUNKS, did you mean caret/multiline/CHUNK?")
    return 1


def check_closes():
    """Between tests that is the end, as with bye; within one, and before hello, it is not."""
    Peer(text_alone, hello=None).end(3, "closed the connection before it had answered hello")
    peer = Peer(text_alone)
    list_all(peer)
    peer.end(0)
    peer = Peer(lambda m: None)
    assert peer.run(CASE) is None
    peer.end(3, f"in the test {CASE} the peer failed: closed the connection")
    peer = Peer(text_alone)
    list_all(peer)
    peer.drive.stdin.write(b'{"op":"li')
    peer.end(3, "the line does not end")
    return 4


def check_hangs():
    """A peer that does not answer costs one deadline."""
    peer = Peer(text_alone, "--deadline", "0.3")
    began = time.monotonic()
    peer.send({"op": "run", "test": CASE})
    peer.drive.wait(timeout=60)
    assert time.monotonic() - began < 30
    return peer.end(3, "no answer within 300 ms")


def check_hello():
    """A peer that says nothing true of itself, or names no syntax that there is."""
    for change, sentence in (({"protocol": 9}, "protocol"), ({"syntaxes": ["nix"]}, "nix"), ({"extra": 1}, "extra")):
        peer = Peer(text_alone, hello={**HELLO, **change})
        peer.end(3, "fencepost drive: the worker's answer to hello is wrong", sentence)
    return 3


def check_asks_first():
    """Who writes all and reads later loses nothing."""
    lines = b"".join(json.dumps(m).encode() + b"\n" for m in ({"id": 0, **HELLO}, {"op": "list"}, {"op": "list"}))
    done = subprocess.run([FENCEPOST, "drive"], input=lines, stdout=subprocess.PIPE, timeout=60, check=True)
    got = [json.loads(line)["op"] for line in done.stdout.splitlines()]
    assert got == ["hello", "tests", "tests", "bye"], got
    return 1


def check_options():
    for options, sentence in ((["extra"], "unexpected 'extra'"), (["--deadline", "0"], "more than 0"), (["--bogus"], "no option")):
        done = subprocess.run([FENCEPOST, "drive", *options], input=b"", capture_output=True, timeout=60, check=False)
        assert done.returncode == 2 and sentence.encode() in done.stderr, done.stderr
    return 3


def check_socket():
    """The same over a socket, which is both of its streams."""
    ours, its = socket.socketpair()
    with its:
        drive = subprocess.Popen([FENCEPOST, "drive"], stdin=its, stdout=its)
    with ours, ours.makefile("rwb") as lines:
        assert json.loads(lines.readline())["op"] == "hello"
        for message in ({"id": 0, **HELLO}, {"op": "list"}):
            lines.write(json.dumps(message).encode() + b"\n")
        lines.flush()
        tests = json.loads(lines.readline())["tests"]
        lines.write(b'{"op": "bye"}\n')
    assert drive.wait(timeout=60) == 0
    return len(tests)


CHECKS = [(check_list, 200), (check_socket, 200), (check_verdicts, 6), (check_failure, 9), (check_law, 3), (check_strict, 2),
          (check_refuses, 3), (check_lies, 3), (check_wrong_id, 1), (check_garbage, 8), (check_unknown_test, 1),
          (check_closes, 4), (check_hangs, 1), (check_hello, 3), (check_asks_first, 1), (check_options, 3)]

with few_cases(SOURCE, "caret"):
    code = run_checks(CHECKS, {}, SOURCE)
if REFERENCE:
    REFERENCE.stdin.close()
    REFERENCE.wait(timeout=60)
sys.exit(code)
