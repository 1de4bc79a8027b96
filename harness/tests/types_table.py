# SPDX-License-Identifier: Apache-2.0
"""types_table.py SOURCE_DIR FENCEPOST: corpus/types.json against parsers that make other values of texts by a
schema: each fails the rows that are about it, in every syntax that has them, and an honest parser none.
"""
import collections
import json
import os
import subprocess
import sys
from pathlib import Path

from fewdata import few_cases

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
WORKER = str(SOURCE / "harness" / "tests" / "workers" / "retypes.py")
TABLE = "types.json"

# What each syntax has of the table.
TYPES = [json.loads(path.read_text(encoding="utf-8")).get("types", {})
         for path in (SOURCE / "corpus").glob("*/renderings.json")]

TREES = sum(".trees = true" in row.read_text(encoding="utf-8") for row in (SOURCE / "reference" / "syntaxes").glob("*.c"))

KEPT = "types-kept"  # cases beside the table, in a file of each syntax: the input cuts the call

# A fault of the planted worker, and rows that it fails.
FAULTS = [
    ("no_types", ["null", "nullable-integer", "nullable-string-null", "number-integer", "array-empty", "object",
                  "array-integers", "array-collected", "array-collected-null"]),
    ("misfits_are_null", ["integer-word", "integer-letters", "object-array", "array-item-point"]),
    ("first_line", ["string-lines", "array-lines", "object"]),
    ("any_text_is_true", ["boolean-python-false", "boolean-json-false", "boolean-empty"]),
    ("words_of_yaml", ["boolean-yes"]),
    ("digits_of_c", ["boolean-one", "json-boolean-one"]),
    ("one_case", ["boolean-upper-case"]),
    ("none_is_null", ["null-python", "nullable-integer-none"]),
    ("json_alone", ["boolean-true", "boolean-python-false", "one-of-boolean"]),
    ("python_integers", ["integer-underscore", "integer-leading-zeros", "integer-plus", "integer-full-width",
                         "integer-no-break-space", "json-integer-in-a-string"]),
    ("digits_before_letters", ["integer-then-letters", "integer-hexadecimal"]),
    ("rounds_to_an_integer", ["integer-point", "integer-exponent"]),
    ("digits_alone", ["integer-negative", "number-exponent", "number-negative"]),
    ("doubles", ["integer-beyond-double", "number-beyond-double", "number-great", "json-integer"]),
    ("signed_64_bits", ["integer-beyond-64-bits"]),
    ("loose_numbers", ["number-no-digit-before", "number-no-digit-after", "number-nan", "number-infinity",
                       "number-comma", "number-empty", "null-empty"]),
    ("blanks_count", ["boolean-blanks", "number-blanks"]),
    ("strips", ["string-blanks"]),
    ("null_is_no_text", ["string-null", "json-null-in-a-string"]),
    ("python_is_no_text", ["nullable-string-none", "string-true", "boolean-none", "integer-true"]),
    ("guesses", ["string-digits", "string-quoted", "any-digits", "undeclared", "no-properties",
                 "union-number", "union-array"]),
    ("first_alternative", ["any-of-string"]),
    ("type_alone", ["any-of-integer", "one-of-boolean", "enum-integer", "const"]),
    ("types_by_their_beginning", ["unknown-type"]),
    ("python_lists", ["array-python", "object-python"]),
    ("repairs", ["array-cut", "array-strings-cut", "object-cut"]),
    ("half_an_array_is_one_item", ["array-cut", "array-strings-cut", "array-bracket"]),
    ("commas", ["array-of-one-string"]),
    ("one_string_for_a_misfit", ["array-misfit", "enum-item-other"]),
    ("good_items_alone", ["array-collected-misfit"]),
    ("no_array_of_one", ["array-of-one", "array-of-one-string", "array-of-one-empty", "array-of-one-true",
                         "enum-item"]),
    ("wraps_json", ["json-array-of-one"]),
    ("guesses_items", ["array-collected-strings", "array-collected-misfit"]),
    ("enum_of_items_overlooked", ["enum-item-other"]),
    ("values_overlooked", ["enum-other", "const-other", "enum-strings"]),
    ("joins_lists", ["list-for-a-string"]),
    ("converts_json", ["json-boolean-in-a-string", "json-null-in-a-string", "json-array-in-a-string"]),
    ("texts_of_json", ["json-number-for-a-string", "json-null-for-a-string"]),
    ("unchecked", ["json-integer-point", "json-boolean-python", "json-array-item", "json-enum-item", "json-const-other",
                   "enum-item-in-array", "array-item-string", "boolean-quoted", "const-string-other",
                   "enum-items-collected"]),
    ("one_type_known", ["json-nullable", "json-union", "json-unknown-type"]),
    ("a_beginning_of_it", ["prefix-long", "json-prefix"]),
    ("what_begins_with_it", ["prefix-short"]),
]

os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def run(fault, names, feature="types-table"):
    """{row: {syntax: whether it passed}}, of the golden checks."""
    cases = [option for name in names for option in ("--case", f"*/{feature}/{name}")]
    done = subprocess.run([FENCEPOST, "test", *cases, "--cut", "0", "--format", "json", "--reduce-budget", "0", "--",
                           sys.executable, WORKER, fault, FENCEPOST, "serve", "--policy", "types=schema"],
                          capture_output=True, timeout=300, check=False)
    rows = collections.defaultdict(dict)
    for line in done.stdout.decode("utf-8").splitlines():
        record = json.loads(line)
        if record["record"] == "result" and record["check"] == "golden":
            syntax, _, row = record["case"].split("/")
            assert record["verdict"] in ("pass", "wrong", "differs"), record  # what only a Decision decides differs
            rows[row][syntax] = record["verdict"] == "pass"
    assert rows, done.stderr.decode()
    return rows


def cut_calls():
    """Values of incomplete calls, in all syntaxes of text."""
    for fault, passes in (("none", True), ("types_cut_calls", False)):
        rows = run(fault, ["cut-*"], KEPT)
        assert set(rows) == {"cut-value", "cut-lines"}, rows
        for syntaxes in rows.values():
            assert len(syntaxes) >= 7 and set(syntaxes.values()) == {passes}, (fault, rows)


def main():
    cut_calls()
    table = json.loads((SOURCE / "corpus" / TABLE).read_text(encoding="utf-8"))["rows"]
    with few_cases(SOURCE, TABLE):
        honest = run("none", ["*"])
        assert set(honest) == {row["name"] for row in table}
        sizes = {True: set(), False: set()}  # of each row: how many syntaxes have it or refuse it
        for row in table:
            refused = sum(row["name"] in types.get("refused", {}) for types in TYPES)
            # Where values are trees, an empty one is a tree without parts.
            empty_list = row.get("text") == "" and isinstance(row.get("value"), list)
            sizes["json" in row].add(len(honest[row["name"]]) + refused + (TREES if empty_list else 0))
            assert all(honest[row["name"]].values()), (row, honest[row["name"]])
        assert [len(size) for size in sizes.values()] == [1, 1] and sum(map(sum, sizes.values())) == len(TYPES), sizes
        missed = sorted(set(honest) - {name for _, names in FAULTS for name in names})
        assert not missed, f"rows that no fault is planted for: {missed}"
        for fault, names in FAULTS:
            rows = run(fault, names)
            missed += [f"{fault} passes {name} in {syntax}" for name in names
                       for syntax in honest[name] if rows[name].get(syntax) is not False]
        assert not missed, missed
    print(f"ok: {len(table)} rows, {len(FAULTS)} faults")


main()
