# SPDX-License-Identifier: Apache-2.0
"""report.py: a night as JSON, as a page, and as the few lines that cron mails.

report.json and report.html are of the last night; nights/N.json are all of them, from which the trend is made.
"""
import collections
import math
from pathlib import Path

from nightly import page, state

VERSION = 1
TREND = 60  # nights


def _trend_row(night):
    total = (night.get("coverage") or {}).get("total")
    edges = [c["edges"] for c in night.get("corpus", {}).values() if c["after"]]

    def part(reached, whole):
        return round(100 * total[reached] / total[whole], 2) if total and total[whole] else None

    return {"night": night["number"], "began": night["began"], "execs": sum(s["execs"] for s in night["slices"]),
            "seconds": round(sum(s["seconds"] for s in night["slices"])),
            "corpus": sum(c["after"] for c in night.get("corpus", {}).values()),
            "edges": None if None in edges else sum(edges) or None,
            "lines": part("lines_reached", "lines"), "branches": part("branches_reached", "branches"),
            "new": sum(f["news_of_night"] == night["number"] for f in night["findings"]),
            "open": sum(not f["gone_since"] for f in night["findings"]),
            "failed": sum(len(row["failed"]) for row in night.get("steps", []))}


def _by_target(night):
    rows = {}
    for s in night["slices"]:
        row = rows.setdefault(s["target"], {"slices": 0, "execs": 0, "seconds": 0.0, "features": 0, "inputs": 0})
        row["slices"] += 1
        for key in ("execs", "seconds", "features", "inputs"):
            row[key] += s[key]
    for target, kept in night.get("corpus", {}).items():
        rows.setdefault(target, {"slices": 0, "execs": 0, "seconds": 0.0, "features": 0, "inputs": 0}).update(kept)
    return rows


def engines_missed(night):
    """Which engines had no slice, of how many targets, and the night by which each of them has had one at this pace;
    or "". All nights together use the one next that was used least (budget.py)."""
    ran = {(s["target"], s["engine"]) for s in night["slices"]}
    pairs = [(target, engine) for target, engines in night.get("engines", {}).items() for engine in engines]
    missed = collections.Counter(engine for target, engine in pairs if (target, engine) not in ran)
    if not missed:
        return ""
    said = ", ".join(f"{engine} of {count} targets" for engine, count in missed.items())
    if not ran:
        return f"engines without a slice tonight: {said}; there was none at all"
    by = night["number"] + math.ceil(len(pairs) / len(ran)) - 1
    return f"engines without a slice tonight: {said}; at this pace each has had one by night {by}"


def verdict(night):
    """One sentence."""
    new = [f for f in night["findings"] if f["news_of_night"] == night["number"]]
    still = sum(not f["gone_since"] for f in night["findings"]) - len(new)
    failed = [row["name"] for row in night.get("steps", []) if row["failed"]]
    said = [f"{len(new)} new finding{'s' * (len(new) > 1)}"] if new else []
    if failed:
        said.append(f"{' and '.join(failed)} failed")
    if said:
        return "; ".join(said)
    if night["problems"]:
        return "something is broken: the night proves little"
    return f"nothing new{f'; {still} known findings are still there' if still else ''}"


def complete(night, folder):
    """The report: the night, sums, and the trend."""
    night = {"version": VERSION, "findings": [], **night}
    night["verdict"] = night.get("verdict") or verdict(night)
    night["by_target"] = _by_target(night)
    night["not_reached"] = [t for t, row in night["by_target"].items() if not row["execs"]]
    night["engines_missed"] = engines_missed(night)
    past = []
    for path in sorted((Path(folder) / "nights").glob("[0-9]*.json"))[-TREND:]:
        try:
            row = state.read_json(path)["trend"][-1]
            earlier = row["night"] < night["number"]
        except (ValueError, LookupError, TypeError) as error:
            why = f"{path.name} is not in the trend: {type(error).__name__}: {error}"
            night["problems"] = [*night["problems"], why]
            continue
        if earlier:
            past.append(row)
    night["trend"] = [*past, _trend_row(night)]
    return night


def write(folder, night):
    whole = complete(night, folder)
    state.write_json(Path(folder) / "nights" / f"{night['number']:05}.json", whole)
    state.write_json(Path(folder) / "report.json", whole)
    state.write(Path(folder) / "report.html", page.page(whole))
    return whole


def summary(night, folder):
    """What a person reads first."""
    execs, seconds = (sum(s[k] for s in night["slices"]) for k in ("execs", "seconds"))
    lines = [f"night {night['number']}: {night.get('verdict') or verdict(night)}",
             f"  {execs} inputs in {seconds / 60:.1f} minutes of {len(night['slices'])} slices"]
    for f in night["findings"]:
        if f["news_of_night"] == night["number"]:
            lines += [f"  {f['news']}: {f['title']}", f"    in {Path(folder) / 'findings' / f['id']}",
                      f"    {f['command']}"]
    for row in night.get("steps", []):
        lines += [f"  {row['name']}: {row['rounds']} rounds in {row['seconds'] / 60:.1f} minutes: {row['said']}"]
        if row.get("next") and not row["rounds"]:
            lines += [f"    next: {row['next']['said']}: {row['next']['command']}"]
        lines += [f"    {row['too_long']}"] if row.get("too_long") else []
        for failed in row["failed"]:
            lines += [f"  failed: {failed['command']}", f"    it said: {failed['output']}"]
    lines += [f"  {night['engines_missed']}"] if night.get("engines_missed") else []
    lines += [f"  problem: {text.splitlines()[0][:400]}" for text in night["problems"]]
    lines += [f"  left out: {x['what']}: {x['why']}" for x in night["left_out"]]
    return "\n".join([*lines, f"  report: {Path(folder) / 'report.html'}"])
