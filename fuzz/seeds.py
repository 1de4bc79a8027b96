#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""seeds.py FENCEPOST SYNTAX FOLDER: writes the golden cases of a syntax as seeds, a file each, for a long campaign.
seeds.py FENCEPOST --stock FOLDER: the seeds of each target, as FOLDER/TARGET/. The build does it. FENCEPOST is the
program, which writes the cases of a family with the pieces of its members; with "-" these cases are left out.

A target begins with the inputs that are stored (corpus/TARGET/seeds, or fuzz/seeds/TARGET). For a syntax some golden
cases are added: those that corpus/SYNTAX/seeds.txt names, or the first of each case file.

A seed of a golden case is called FEATURE-NAME, as the id of its case says. Controls before the text
(harness/seed/decode.h) put its catalogue on offer, and set its policies and its limits.
"""
import argparse
import base64
import functools
import glob
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LONGEST = 1024
NO_PROGRAM = "-"  # where a build cannot run it
ESCAPES = {b"\xfe": b"\xfe\x01", b"\xff": b"\xfe\x02"}


def source(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


@functools.lru_cache(maxsize=None)
def control_names():
    decode = source("harness", "seed", "decode.h") + source("harness", "seed", "decode.c")
    return dict(re.findall(r"(OP_\w+) = 0x(\w+)", decode))


@functools.lru_cache(maxsize=None)
def controls():
    """{(policy, value): its control} and {catalogue: its control}, as the C sources have them."""
    decode = source("harness", "seed", "decode.h") + source("harness", "seed", "decode.c")
    ops = control_names()
    words = {policy: (name, re.findall(r'"([\w-]+)"', values)) for policy, name, values in re.findall(
        r'\[(FP_\w+)\] = \{ "(\w+)",\s*\{ (.*?) \} \}', source("reference", "core", "policy.c"), re.DOTALL)}
    order = {constant: index for list_ in re.findall(
        r"enum \{(.*?)\}", source("reference", "include", "fencepost", "policy.h"), re.DOTALL)
        for index, constant in enumerate(re.findall(r"FP_\w+", list_))}
    policies = {(words[policy][0], words[policy][1][order[value]]): int(ops.get(op, op), 16) for op, policy, value in
                re.findall(r"\{ (\w+), (FP_\w+), (FP_\w+) \}", decode)}
    names = re.findall(r'\{ "([\w-]+)", tools_', source("harness", "seed", "decode_tools.c"))
    return policies, {name: int(ops["OP_TOOLS"], 16) + i for i, name in enumerate(names)}


def controls_of(case):
    policies, tools = controls()
    ops = [tools[case["catalogue"]]] if "catalogue" in case else []
    ops += [policies[policy] for policy in case.get("policy", {}).items() if policy[0] != "markers"]
    ops += [int(control_names()["OP_LENGTH"], 16)] if case.get("finish") == "length" else []
    limits = "".join(f"\xFE{limit[0]}{value};" for limit, value in case.get("limits", {}).items())
    prompt = seed_of(case["prefix"].encode("utf-8")) + bytes([0xFE, int(control_names()["OP_PROMPT"], 16)]) if "prefix" in case else b""
    return prompt + b"".join(bytes([0xFE, op]) for op in ops) + limits.encode("latin-1")


def input_of(case):
    """The input's bytes; None for one of parts, which is long (spec/schema/case-file.schema.json)."""
    if "input" in case:
        return b"".join(text for _, text in pieces_of(case))
    return base64.b64decode(case["input_base64"]) if "input_base64" in case else None


def pieces_of(case):
    """The input as pairs: whether marks in the text are tokens, and the text. A token that is none of the syntax's is
    a text like any other."""
    given = case["input"]
    if isinstance(given, list):
        return [(isinstance(piece, dict), (piece if isinstance(piece, str) else next(iter(piece.values()))).encode())
                for piece in given]
    whole, pieces, at = given.encode("utf-8"), [], 0
    for start, end in case.get("tokens", []):
        pieces += [(False, whole[at:start]), (True, whole[start:end])]
        at = end
    return pieces + [(False, whole[at:])]


def marked(case, text):
    """The seed's bytes after its controls."""
    if case.get("policy", {}).get("markers") != "token":
        return seed_of(text)
    names = control_names()
    ops = {tokens: bytes([0xFE, int(names["OP_TOKENS" if tokens else "OP_SPELT"], 16)]) for tokens in (True, False)}
    return b"".join(ops[tokens] + seed_of(piece) for tokens, piece in pieces_of(case) if piece)


def seed_of(text):
    return re.sub(rb"[\xfe\xff]", lambda match: ESCAPES[match.group()], text)


def cases_of_family(fencepost, syntax):
    """The cases of corpus/families/ as the syntax has them: what was written once, with its id and its input here."""
    own = os.path.join(ROOT, "corpus", syntax, "family.json")
    ids = json.loads(source(own)).get("ids", {}) if os.path.exists(own) else {}
    exported = subprocess.run([fencepost, "export", "--syntax", syntax], stdout=subprocess.PIPE, check=True,
                              env={**os.environ, "FENCEPOST_DATA": ROOT}).stdout
    inputs = {case["id"]: case for case in map(json.loads, exported.strip(b"\n").split(b"\n"))}
    for path in sorted(glob.glob(os.path.join(ROOT, "corpus", "families", "*", "*.json"))):
        file = json.loads(source(path))
        for case in file["cases"]:
            name = f"{file['feature']}/{case['name']}"
            here = inputs.get(f"{syntax}/{ids.get(name, name)}")
            if here and file["family"] == family_of(syntax):
                yield {**case, "id": here["id"],
                       **{key: here[key] for key in here if key.startswith("input") or key == "tokens"}}


def all_cases(fencepost, syntax):
    for path in sorted(glob.glob(os.path.join(ROOT, "corpus", syntax, "*.json"))):
        yield from json.loads(source(path)).get("cases", [])
    if family_of(syntax) and fencepost != NO_PROGRAM:
        yield from cases_of_family(fencepost, syntax)


def family_of(syntax):
    """The family that its row names, or None."""
    path = os.path.join(ROOT, "reference", "syntaxes", syntax + ".c")
    found = re.search(r'^    \.family = "([a-z]+)"', source(path), re.MULTILINE) if os.path.exists(path) else None
    return found.group(1) if found else None


@functools.lru_cache(maxsize=None)
def cases(fencepost, syntax):
    """Names of seeds, and their bytes; those of long inputs, or of tools that no control offers, are left out."""
    offered, found = {None, *controls()[1]}, {}
    for case in all_cases(fencepost, syntax):
        text = input_of(case)
        if text and len(text) <= LONGEST and case.get("catalogue") in offered:
            found["-".join(case["id"].split("/")[1:])] = controls_of(case) + marked(case, text)
    return found


def write(fencepost, syntax, folder):
    os.makedirs(folder, exist_ok=True)
    count = 0
    for name, seed in cases(fencepost, syntax).items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(seed)
        count += 1
    print("seeds: %d in %s" % (count, folder))
    return 0 if count else 1


# -- the stock -------------------------------------------------------------------------------------

def files_of(folder):
    """Names to bytes of what is stored in a folder."""
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        with open(path, "rb") as file:
            found[os.path.basename(path)] = file.read()
    return found


def chosen(fencepost, syntax):
    """Golden cases as seeds: those of its seeds.txt, or the first of each case file."""
    listed = os.path.join(ROOT, "corpus", syntax, "seeds.txt")
    every = cases(fencepost, syntax)
    if not os.path.exists(listed):
        features = [os.path.basename(p).removesuffix(".json") for p in glob.glob(os.path.join(ROOT, "corpus", syntax,
                                                                                              "*.json"))]
        names = [next((name for name in every if name.startswith(feature + "-")), None) for feature in features]
        return {name: every[name] for name in names if name}
    names = [line.strip() for line in source("corpus", syntax, "seeds.txt").splitlines() if not line.startswith("#")]
    missing = [name for name in names if name not in every]
    if fencepost == NO_PROGRAM and family_of(syntax):
        names = [name for name in names if name in every]
    elif missing:
        sys.exit(f"seeds.py: corpus/{syntax}/seeds.txt: {missing[0]}: no golden case of at most {LONGEST} bytes is "
                 "called so: put its name right, or take it out")
    return {name: every[name] for name in names}


def stock(fencepost, folder):
    """Writes the seeds of all targets; what is not one of them any more goes."""
    targets = {os.path.basename(p): p for p in glob.glob(os.path.join(ROOT, "fuzz", "seeds", "*"))}
    folders = [p for p in glob.glob(os.path.join(ROOT, "corpus", "*")) if os.path.isdir(p)]
    syntaxes = {os.path.basename(p) for p in folders if os.path.exists(os.path.join(ROOT, "spec",
                                                                                    os.path.basename(p) + ".md"))}
    for name in sorted(syntaxes):
        targets[name] = os.path.join(ROOT, "corpus", name, "seeds")
    shutil.rmtree(folder, ignore_errors=True)
    for name, stored in sorted(targets.items()):
        seeds = {**(chosen(fencepost, name) if name in syntaxes and name != "vault" else {}), **files_of(stored)}
        os.makedirs(os.path.join(folder, name))
        for seed, text in seeds.items():
            with open(os.path.join(folder, name, seed), "wb") as file:
                file.write(text)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("fencepost")
    parser.add_argument("--stock", metavar="FOLDER")
    parser.add_argument("syntax", nargs="?")
    parser.add_argument("folder", nargs="?")
    asked = parser.parse_args()
    if asked.stock:
        return stock(asked.fencepost, asked.stock)
    if not asked.folder:
        parser.error("give the program, a syntax and a folder, or --stock and a folder")
    return write(asked.fencepost, asked.syntax, asked.folder)


if __name__ == "__main__":
    sys.exit(main())
