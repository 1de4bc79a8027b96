# SPDX-License-Identifier: Apache-2.0
"""campaign_table.py: the record of a campaign, and what its parts add up to."""
import json

TITLES = {"loop": "without an engine, no sanitizer", "libfuzzer": "libFuzzer, ASan and UBSan", "calls": "generated calls"}
MEMBERS = {"kind": str, "target": str, "commit": str, "seed": int, "span": int, "executions": int, "seconds": (int, float),
           "day": str, "found": bool}


def read(path):
    """The parts. Raises ValueError with the line of one that is not whole."""
    parts = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                part = json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path}:{number}: not JSON ({error}): take this line out") from error
            wrong = [k for k, kind in MEMBERS.items() if not isinstance(part, dict) or not isinstance(part.get(k), kind)]
            if wrong or part["kind"] not in TITLES:
                raise ValueError(f"{path}:{number}: not a part, by its {', '.join(wrong) or 'kind'}: take this line out")
            parts.append(part)
    return parts


def _row(title, parts):
    executions, seconds = sum(p["executions"] for p in parts), sum(p["seconds"] for p in parts)
    rate = executions / seconds if seconds else 0
    found = sum(p["found"] for p in parts)
    return f"| {title} | {len(parts):,} | {executions:,} | {seconds / 3600:.2f} | {rate:,.0f} | {found} |\n"


def markdown(parts):
    """One table of the kinds, and one of the targets."""
    head = "| parts | executions | core hours | a second | parts with a finding |\n|---|---:|---:|---:|---:|---:|\n"
    kinds = [k for k in TITLES if any(p["kind"] == k for p in parts)]
    text = "| how " + head + "".join(_row(TITLES[k], [p for p in parts if p["kind"] == k]) for k in kinds)
    fuzzed = [p for p in parts if p["kind"] != "calls"]
    text += _row("all executions", fuzzed)
    text += "\n| target " + head
    for target in sorted({p["target"] for p in fuzzed}):
        text += _row(f"`{target}`", [p for p in fuzzed if p["target"] == target])
    return text
