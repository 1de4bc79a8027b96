#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""seeds.py SYNTAX FOLDER: writes the golden cases of a syntax as seeds, a file each, for a long campaign.
seeds.py --check: the stored seeds that golden-seeds.txt lists are still their golden cases.

A seed is called FEATURE-NAME, as the id of its case says. Controls before the text (harness/base/decode.h) put its
catalogue on offer, and set its policies and its limits. Of the stored seeds, some are golden cases, with cuts and
controls put in, which do not count here; others go further than the case of their name.
"""
import argparse
import base64
import functools
import glob
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SEEDS = os.path.join(ROOT, "fuzz", "seeds")
LIST = os.path.join(ROOT, "fuzz", "golden-seeds.txt")
LONGEST = 1024
MARKS = re.compile(rb"\xfe(?:[\x10-\x3d]|[nkvchd]\d+;)|\xff")
ESCAPES = {b"\xfe": b"\xfe\x01", b"\xff": b"\xfe\x02"}


def source(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


@functools.lru_cache(maxsize=None)
def controls():
    """{(policy, value): its control} and {catalogue: its control}, as the C sources have them."""
    decode = source("harness", "base", "decode.h") + source("harness", "base", "decode.c")
    ops = {name: op for name, op in re.findall(r"(OP_\w+) = 0x(\w+)", decode)}
    words = {policy: (name, re.findall(r'"([\w-]+)"', values)) for policy, name, values in re.findall(
        r'\[(FP_\w+)\] = \{ "(\w+)",\s*\{ (.*?) \} \}', source("reference", "core", "policy.c"))}
    order = {constant: index for list_ in re.findall(
        r"enum \{(.*?)\}", source("reference", "include", "fencepost", "policy.h"), re.DOTALL)
        for index, constant in enumerate(re.findall(r"FP_\w+", list_))}
    policies = {(words[policy][0], words[policy][1][order[value]]): int(ops.get(op, op), 16) for op, policy, value in
                re.findall(r"\{ (\w+), (FP_\w+), (FP_\w+) \}", decode)}
    names = re.findall(r'\{ "([\w-]+)", tools_', source("harness", "base", "decode_tools.c"))
    return policies, {name: int(ops["OP_TOOLS"], 16) + i for i, name in enumerate(names)}


def controls_of(case):
    policies, tools = controls()
    ops = [tools[case["catalogue"]]] if "catalogue" in case else []
    ops += [policies[policy] for policy in case.get("policy", {}).items()]
    limits = "".join(f"\xFE{limit[0]}{value};" for limit, value in case.get("limits", {}).items())
    return b"".join(bytes([0xFE, op]) for op in ops) + limits.encode("latin-1")


def input_of(case):
    """The input's bytes; None for one of parts, which is long (spec/schema/case-file.schema.json)."""
    if "input" in case:
        return case["input"].encode("utf-8")
    return base64.b64decode(case["input_base64"]) if "input_base64" in case else None


def seed_of(text):
    return re.sub(rb"[\xfe\xff]", lambda match: ESCAPES[match.group()], text)


def cases(syntax):
    """Names of seeds, and their bytes; those of long inputs, or of tools that no control offers, are left out."""
    offered = {None, *controls()[1]}
    for path in sorted(glob.glob(os.path.join(ROOT, "corpus", syntax, "*.json"))):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        for case in data["cases"]:
            text = input_of(case)
            if text and len(text) <= LONGEST and case.get("catalogue") in offered:
                yield "-".join(case["id"].split("/")[1:]), controls_of(case) + seed_of(text)


def write(syntax, folder):
    os.makedirs(folder, exist_ok=True)
    count = 0
    for name, seed in cases(syntax):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(seed)
        count += 1
    print("seeds: %d in %s" % (count, folder))
    return 0 if count else 1


def stored(name):
    try:
        with open(os.path.join(SEEDS, name), "rb") as file:
            return MARKS.sub(b"", file.read())
    except FileNotFoundError:
        return None


@functools.lru_cache(maxsize=None)
def cases_by_name(syntax):
    return dict(cases(syntax))


def golden(name):
    syntax, case = name.split("/")
    seed = cases_by_name(syntax).get(case)
    return None if seed is None else MARKS.sub(b"", seed)


def check():
    with open(LIST, encoding="utf-8") as file:
        names = file.read().split()
    wrong = [name for name in names if golden(name) is None or stored(name) != golden(name)]
    for name in wrong:
        print("fuzz/seeds/%s: it is not its golden case any more; copy what "
              "`fuzz/seeds.py %s FOLDER` writes" % (name, name.split("/")[0]))
    print("seeds: %d are golden cases, %d of them outdated" % (len(names), len(wrong)))
    return 1 if wrong or not names else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("syntax", nargs="?")
    parser.add_argument("folder", nargs="?")
    asked = parser.parse_args()
    if asked.check:
        return check()
    if not asked.folder:
        parser.error("give a syntax and a folder, or --check")
    return write(asked.syntax, asked.folder)


if __name__ == "__main__":
    sys.exit(main())
