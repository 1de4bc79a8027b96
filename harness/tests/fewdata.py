# SPDX-License-Identifier: Apache-2.0
"""fewdata.py: the suite with few cases, for tests that start the program very often: with sanitizers it takes
more than half a second each time to read all cases, and they are not what such a test is about."""
import base64
import contextlib
import os
import tempfile
from pathlib import Path

DATA = "FENCEPOST_DATA"


NO_CASES = ("colours.json", "engines.json", "family.json", "faults.json", "renderings.json")  # of a syntax's folder


def case_files(folder):
    """The files of a syntax's folder that have cases."""
    return sorted(path for path in folder.glob("*.json") if path.name not in NO_CASES)


def _part_text(part):
    """A text, one that is repeated, or one that is a token in its model: its bytes as a parser without tokens gets them."""
    if isinstance(part, str):
        return part
    return part["repeat"] * part["times"] if "repeat" in part else part.get("token", part.get("tokenized"))


def input_of(case):
    """The bytes of a case's input."""
    if "input_base64" in case:
        return base64.b64decode(case["input_base64"])
    parts = case.get("input_parts", case.get("input", ""))
    return "".join(map(_part_text, parts if isinstance(parts, list) else [parts])).encode()


def _link_families(path, folder, features):
    """Of the cases that members of a family have only these features, pairs of family and feature."""
    for family, feature in features:
        (folder / family).mkdir(parents=True, exist_ok=True)
        os.symlink(path / family / f"{feature}.json", folder / family / f"{feature}.json")


def _link_few(source, folder, whole):
    """corpus/SYNTAX as it is for a syntax that is wanted whole; of each other the smallest file, and those that are
    wanted as SYNTAX/FEATURE; of families what is wanted as families/FAMILY/FEATURE, and all of them as "families"."""
    os.symlink(source / "spec", folder / "spec")
    (folder / "harness").mkdir()
    os.symlink(source / "harness" / "templates", folder / "harness" / "templates")
    corpus = folder / "corpus"
    corpus.mkdir()
    for path in (source / "corpus").iterdir():
        if path.name == "types.json" and path.name not in whole:  # cases of all syntaxes
            continue
        if not path.is_dir() or path.name in whole or path.name == "catalogues":
            os.symlink(path, corpus / path.name)
        elif path.name == "families":
            _link_families(path, corpus / path.name, [name.split("/")[1:] for name in whole if name.startswith("families/")])
        elif path.name not in ("equivalence", "partial-json", "response-template", "vault"):  # which the program can do without
            (corpus / path.name).mkdir()
            files = {min(case_files(path), key=lambda file: file.stat().st_size)}
            files |= {path / f"{name.split('/')[1]}.json" for name in whole if name.startswith(f"{path.name}/")}
            for file in files:
                os.symlink(file, corpus / path.name / file.name)
            for other in ["engines.json"] + ["renderings.json"] * ("types.json" in whole):
                if (path / other).exists():
                    os.symlink(path / other, corpus / path.name / other)


@contextlib.contextmanager
def few_cases(source, *whole):
    """Meanwhile the program reads the cases of these, each a syntax, SYNTAX/FEATURE or families/FAMILY/FEATURE, and few
    others."""
    before = os.environ.get(DATA)
    with tempfile.TemporaryDirectory() as folder:
        _link_few(source, Path(folder), whole)
        os.environ[DATA] = folder
        try:
            yield
        finally:
            del os.environ[DATA]
            if before is not None:
                os.environ[DATA] = before
