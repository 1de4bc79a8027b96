# SPDX-License-Identifier: Apache-2.0
"""signature.py: what a failure is known by. Two with one signature count as one finding.

A breach of a law: what was broken, by which syntax, and the sentence without its numbers and quotations. What a
sanitizer reports: its kind, and the functions of this project on top of the stack.
"""
import hashlib
import re
from dataclasses import dataclass

BREACH, SANITIZER, CRASH, HANG, MEMORY, LEAK = "breach", "sanitizer", "crash", "hang", "out-of-memory", "leak"
UNSTABLE = "unstable"  # it did not happen again each time
FOR_A_PERSON = (HANG, MEMORY, LEAK, UNSTABLE)
FRAMES = 3

_BREACH = re.compile(r"^breach: (?P<what>[^,\n]+), (?:syntax |format )?(?P<where>[^:\n]+): (?P<sentence>.*)$", re.M)
_CLAUSE = re.compile(r"[A-Z0-9]+(?:-[A-Z0-9]+)*-[0-9]+\.[0-9]+")
_ASAN = re.compile(r"ERROR: (?P<tool>\w+Sanitizer): (?P<kind>[A-Za-z-]+)")
_UBSAN = re.compile(r"^(?P<place>\S+?):\d+:\d+: runtime error: (?P<kind>.*)$", re.M)
_FRAME = re.compile(r"^ +#\d+ 0x[0-9a-f]+ (?:in (?P<name>\S+) )?(?P<place>.*)$")
_JSON = re.compile(r"[{\[].*")  # to the end: it may be cut short, and what follows it is more of it
_QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'')
_NUMBER = re.compile(r"0x[0-9a-fA-F]+|\d+")
_OURS = re.compile(r"(^|/)(reference|harness|fuzz|examples)/")  # where debug information has relative paths
_ENGINE = ("LLVMFuzzer", "fuzzer::", "__interceptor", "__asan", "__ubsan", "__sanitizer", "main")


@dataclass(frozen=True)
class Signature:
    kind: str  # BREACH, …
    key: str  # what tells it from others of its kind
    title: str  # for people
    where: str = ""  # a syntax, "vault", …
    clause: str = ""

    @property
    def id(self):
        return f"{self.kind}-{hashlib.sha256(self.key.encode()).hexdigest()[:10]}"

    @property
    def needs_a_person(self):
        return self.kind in FOR_A_PERSON


def plain(sentence):
    """A sentence without what differs from input to input: of JSON, quotations and numbers."""
    return _NUMBER.sub("N", _QUOTED.sub('"…"', _JSON.sub("…", sentence))).strip()[:160]


def frames(output, project="/"):
    """Names of the project's functions, the innermost ones, of the first stack that has some."""
    found = []
    for line in output.splitlines():
        match = _FRAME.match(line)
        if not match:
            if found:
                break  # the next stack says where memory was allocated, or freed
            continue
        name = match.group("name")
        place = match.group("place")
        ours = not name or project in place or bool(_OURS.search(place))
        if not name:  # no symbolizer: the place in the program has to do
            name = place.rsplit("/", 1)[-1].split(")")[0]
        if ours and not name.startswith(_ENGINE):
            found.append(name)
    return found[:FRAMES]


def _breach(match, _output, _target, _project):
    what, where, sentence = match.group("what"), match.group("where"), match.group("sentence")
    clause = _CLAUSE.search(what)
    return Signature(BREACH, f"{what}|{where}|{plain(sentence)}", f"{what}, {where}: {sentence.strip()}",
                     where, clause.group() if clause else "")


def _asan(match, output, target, project):
    kind = match.group("kind")
    top = frames(output[match.start():], project)
    if match.group("tool") == "LeakSanitizer":
        return Signature(LEAK, f"leak|{'|'.join(top)}", f"memory is lost: {', '.join(top) or target}", target)
    if "out-of-memory" in kind or "allocation-size-too-big" in kind:
        return _memory(match, output, target, project)
    return Signature(SANITIZER, f"{kind}|{'|'.join(top)}", f"{kind} in {', '.join(top) or target}", target)


def _ubsan(match, output, target, project):
    top = frames(output[match.start():], project) or [match.group("place").rsplit("/", 1)[-1]]
    kind = plain(match.group("kind"))
    return Signature(SANITIZER, f"{kind}|{'|'.join(top)}", f"{match.group('kind')} in {', '.join(top)}", target)


def _hang(_match, _output, target, _project):
    return Signature(HANG, f"hang|{target}", f"{target} takes longer than it may", target)


def _memory(_match, _output, target, _project):
    return Signature(MEMORY, f"memory|{target}", f"{target} takes more memory than it may", target)


def _crash(match, output, target, project):
    top = frames(output[match.start():], project)
    return Signature(CRASH, f"crash|{target}|{'|'.join(top)}", f"{target} is ended by a signal in "
                     f"{', '.join(top) or 'a place that is not known'}", target)


# Tried in turn: a breach aborts, which libFuzzer calls a deadly signal.
_READERS = (
    (_BREACH, _breach),
    (re.compile(r"libFuzzer: timeout"), _hang),
    (re.compile(r"libFuzzer: out-of-memory|rss limit exhausted"), _memory),
    (_UBSAN, _ubsan),
    (re.compile(r"ERROR: libFuzzer: (deadly signal|fuzz target exited)"), _crash),
    (_ASAN, _asan),
)
_SIGNALS = {-14: _hang, 142: _hang, 124: _hang, 137: _hang}  # SIGALRM is replay's; 124, 137: timeout(1)


def read(output, status, target, project="/"):
    """The signature of what a program said and how it ended; None: it ended well."""
    if status == 0:
        return None
    for pattern, reader in _READERS:
        match = pattern.search(output)
        if match:
            return reader(match, output, target, project)
    if status in _SIGNALS:
        return _SIGNALS[status](None, output, target, project)
    return Signature(CRASH, f"status|{target}|{status}", f"{target} ends with status {status}", target)
