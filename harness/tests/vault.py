# SPDX-License-Identifier: Apache-2.0
"""vault.py SOURCE_DIR FENCEPOST: the command, and the golden cases of the vault against vault_oracle.py:
it agrees with all of them, each wrong one of it fails some, and the command answers alike on random texts.
"""
import base64
import json
import os
import random
import subprocess
import sys
from pathlib import Path

from checks import run_checks
from left_out import left_out

import vault_oracle
from vault_oracle import Limited, Missing, Oracle, text_of

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
RANDOM_TEXTS = 150


def run(*args, given=b"", out=subprocess.PIPE):
    return subprocess.run([FENCEPOST, "vault", *args], input=given, stdout=out,
                          stderr=subprocess.PIPE, timeout=100, check=False)


# -- the command -----------------------------------------------------------------------------------

STORE = {"a": "A", "deep": '{{<vaultref id="gone" />}}', "one": '{{<vaultref id="a" />}}',
         "empty": {"content": "", "type": "data", "description": "d"}}
TEXT = 'x\n{{<vaultref id="one" />}}{{<vaultref id=\'lost\'/>}}'

# arguments (S: the store's file, T: the text's), exit status, parts of standard output and error
ROWS = [
    ("--store S T", 0, ['"resolvedText":"x\\nA/* [MISSING_VAULT:lost] */"', '"depth":2'], []),
    ("--store S --mode resolve --max-depth 1 T", 0, ['"max_depth_exceeded"'], []),
    ("--store S --max-depth 0 T", 0, ['"remainingRefs":["one","lost"]', '"depth":0'], []),
    ("--store S --max-depth 100 T", 0, ['"depth":2'], []),
    ("--store S --mode simple T", 0, ["x\nA/* [MISSING_VAULT:lost] */"], []),
    ("--store S --mode expand T", 0, ['"vaultRefs":["one","lost","a"]', '"hasErrors":true'], []),
    ("--mode analyse T", 0, ['{"hasReferences":true,"count":2,"ids":["one","lost"]}'], []),
    ("--store S --on-missing ? T", 0, ['"resolvedText":"x\\nA?"', '"missing":["lost"]'], []),
    ("--store S --on-missing= T", 0, ['"resolvedText":"x\\nA"'], []),
    ("--store S --on-missing ? --throw-on-missing T", 2, [], ["leave it or --on-missing out"]),
    ("--store S --mode simple --on-missing ? T", 2, [], ["--on-missing is for --mode resolve"]),
    ("--store S --throw-on-missing T", 1, [],
     ['T: line 2: refers to "lost", which S does not hold: add the entry, or leave out']),
    ("--store S --throw-on-missing DEEP", 1, [],
     ['S: the entry "deep": refers to "gone", which is not there: add the entry']),
    ("--store S --throw-on-missing EMPTY", 0, ['"fullyResolved":true'], []),
    ("T", 2, [], ["say where the entries are, as in --store store.json"]),
    ("--store S --mode analyse T", 2, [], ["asks no store: leave --store out"]),
    ("--store S --mode all T", 2, [], ["there is no mode all; there are: resolve, simple, expand, analyse"]),
    ("--store S --mode expand --max-depth 2 T", 2, [], ["--max-depth is for --mode resolve"]),
    ("--store S --mode simple --throw-on-missing T", 2, [], ["--throw-on-missing is for --mode"]),
    ("--store S --max-depth 101 T", 2, [], ["a whole number from 0 to 100"]),
    ("--store S --max-depth -1 T", 2, [], ["a whole number from 0 to 100"]),
    ("--store S --max-depth 3x T", 2, [], ["a whole number from 0 to 100"]),
    ("--store S T T", 2, [], ["takes one file, and was given 2"]),
    ("--store - -", 2, [], ["cannot both be standard input"]),
    ("--stores S", 2, [], ["there is no option --stores, did you mean --store?"]),
    ("--store NONE T", 2, [], ["NONE: cannot read"]),
    ("--store S NONE", 2, [], ["NONE: cannot read"]),
    ("--store T T", 2, [], ["T: line 1, column 1: not JSON"]),
    ("--store TWICE T", 2, [], ["TWICE: line 1", "duplicate"]),
    ("--store ARRAY T", 2, [], ["ARRAY: a store is an object"]),
    ("--store BAD T", 2, [], ['BAD: the entry "n": an entry is a string', '"q\'": no reference can',
                              '"c": it has no "content"', '"t": "type" is none of text, code, data',
                              '"d": "description" is not', '"m": it has a member other than']),
]

FILES = {
    "S": json.dumps(STORE), "T": TEXT, "DEEP": '{{<vaultref id="deep" />}}',
    "EMPTY": '{{<vaultref id="empty" />}}', "TWICE": '{"a": "1", "a": "2"}', "ARRAY": "[]",
    "BAD": json.dumps({"n": 5, "q'": "", "c": {"type": "text"}, "t": {"content": "", "type": "xml"},
                       "d": {"content": "", "description": 1}, "m": {"content": "", "id": "m"}}),
}


def command():
    for args, code, out, err in ROWS:
        ran = run(*args.split())
        said, complained = ran.stdout.decode(), ran.stderr.decode()
        assert ran.returncode == code, (args, ran.returncode, said, complained)
        assert all(part in said for part in out), (args, said)
        assert all(part in complained for part in err), (args, complained)
        assert bool(complained) == (code != 0) and bool(said) == (code == 0), (args, said, complained)
    assert run("--store", "S", given=TEXT.encode()).stdout == run("--store", "S", "T").stdout
    assert run("--store", "-", "T", given=FILES["S"].encode()).stdout == run("--store", "S", "T").stdout
    return len(ROWS)


def exact_bytes():
    """--mode simple prints the text and nothing else, whatever its bytes are."""
    for text, wanted in ((b"", b""), (b"\xff\0{{<vaultref id='a'/>}}\xc3", b"\xff\0A\xc3")):
        assert run("--store", "S", "--mode", "simple", given=text).stdout == wanted
    said = json.loads(run("--store", "S", given=b"\xff").stdout)
    assert said["originalText"] == said["resolvedText"] == "\N{REPLACEMENT CHARACTER}"
    if not os.path.exists("/dev/full"):
        left_out("the vault's output on a full disk", "there is no /dev/full", machine=True)
        return 4
    with open("/dev/full", "wb") as full:
        ran = run("--store", "S", "T", out=full)
    assert ran.returncode == 3 and b"cannot write" in ran.stderr, ran.stderr
    return 4


# -- the golden cases ------------------------------------------------------------------------------

def cases():
    for path in sorted((SOURCE / "corpus" / "vault").glob("*.json")):
        yield from json.loads(path.read_text(encoding="utf-8"))["cases"]


def bytes_of(holder, name):
    if name + "_base64" in holder:
        return base64.b64decode(holder[name + "_base64"])
    parts = holder.get(name + "_parts", [holder.get(name)])
    return "".join(p if isinstance(p, str) else p["repeat"] * p["times"] for p in parts).encode()


def encoded(strings):
    return {key.encode(): value.encode() for key, value in strings.items()}


def contents(entries):
    return encoded({key: value if isinstance(value, str) else value["content"]
                    for key, value in entries.items()})


def as_json(value):
    if isinstance(value, bytes):
        return text_of(value)
    if isinstance(value, dict):
        return {key: as_json(member) for key, member in value.items()}
    if isinstance(value, list):
        return [as_json(member) for member in value]
    return value


def same_result(expected, result, original, resolved, given):
    rest = {key: value for key, value in expected.items() if not key.startswith(resolved)}
    result = dict(result)
    return (result.pop(original) == given and
            result.pop(resolved) == bytes_of(expected, resolved) and as_json(result) == rest)


def resolves(oracle, expected, given, options):
    options = dict(options, onMissing=encoded(options.get("onMissing", {})))
    try:
        result = oracle.resolve(given, **options)
    except Missing as error:
        return expected == {"thrown": {"type": "missing_vault", "refId": text_of(error.args[0])}}
    return "thrown" not in expected and same_result(expected, result, "originalText", "resolvedText",
                                                    given)


def holds(kind, case):
    expect, given = case["expect"], bytes_of(case, "input")
    oracle = kind(contents(case["store"]["entries"]), encoded(case["store"].get("failing", {})))
    return (resolves(oracle, expect["resolve"], given, case.get("options", {})) and
            oracle.simple(given) == bytes_of(expect, "simple") and
            same_result(expect["expand"], oracle.expand(given), "originalCode", "resolvedCode",
                        given) and
            as_json(oracle.analyse(given)) == expect["analyse"])


def oracle_agrees():
    all_cases = list(cases())
    for case in all_cases:
        assert holds(Oracle, case), case["id"]
    return len(all_cases)


def short_cases():
    return [case for case in cases() if "input_parts" not in case]


def wrong_ones_are_caught():
    """Each by a case of a clause that it breaks."""
    for kind in vault_oracle.WRONG:
        caught = [case["id"] for case in short_cases() if not holds(kind, case)]
        assert caught, f"{kind.__name__} passes every case"
        print(f"# {kind.__name__}: {len(caught)} cases, {caught[0]} the first")
    return len(vault_oracle.WRONG)


# -- random texts ----------------------------------------------------------------------------------

IDS = ["a", "b", "c", "d", "A", "e", "*/x", "missing"]
PIECES = ['{{<vaultref id="%s" />}}', "{{<vaultref id='%s'/>}}", '{{<VaultRef\n\tID="%s\' \r\n/>}}',
          '{{<vaultref id = "%s" />}}', '{{<vaultref id="%s"', "{{<vaultref ", "{{<", "/>}}", '"', "'",
          "ref id=", " />}}", "$&", "x", " ", "\n", "\u00e9", "/* %s */", "{{<vault"]
WEIGHTS = [12, 6, 4] + [1] * (len(PIECES) - 3)


def random_text(rng, most):
    pieces = rng.choices(PIECES, WEIGHTS, k=rng.randrange(most))
    return "".join(p % rng.choice(IDS) if "%s" in p else p for p in pieces)


def said_by_oracle(entries, given, depth, throw):
    try:
        return as_json(Oracle(contents(entries)).resolve(given, maxDepth=depth, throwOnMissing=throw))
    except Missing:
        return None


def random_texts():
    rng = random.Random(1)
    full = 0
    for number in range(RANDOM_TEXTS):
        entries = {name: random_text(rng, 3) for name in rng.sample(IDS[:-1], rng.choice([7, 7, 5]))}
        given = random_text(rng, 8).encode()
        depth, throw = rng.choice([0, 1, 2, 3, 5]), rng.random() < 0.2
        Path("R").write_text(json.dumps(entries), encoding="utf-8")
        ran = run("--store", "R", "--max-depth", str(depth), *["--throw-on-missing"] * throw,
                  given=given)
        expected = said_by_oracle(entries, given, depth, throw)
        place = (number, entries, given, depth, throw)
        assert ran.returncode == (0 if expected else 1), (place, ran.stderr)
        if expected:
            said = json.loads(ran.stdout)
            assert all(error.pop("message") for error in said["errors"])
            assert said == expected, (place, said, expected)
            full += expected["fullyResolved"] and expected["depth"] > 0
    assert full > 10, "the texts are of no use"
    return RANDOM_TEXTS


# -- all -------------------------------------------------------------------------------------------

# What, and how many there must be at least.
CHECKS = [(command, len(ROWS)), (exact_bytes, 4), (oracle_agrees, 149),
          (wrong_ones_are_caught, 17), (random_texts, RANDOM_TEXTS)]


sys.exit(run_checks(CHECKS, FILES, SOURCE))
