# SPDX-License-Identifier: Apache-2.0
"""known.py: what is kept from night to night, read from state.json.

A file that cannot be read, or has another shape, is set aside under a name of its own: the next night runs without a
person."""
import datetime
from pathlib import Path

from nightly import state, turns

TARGET = {"binary": str, "last_night": int, "execs": int, "seconds": (int, float)}
NIGHT = {"number": int, "began": str, "seconds": (int, float), "spent": (int, float), "resumed": int, "phase": str,
         "checks": list, "slices": list, "problems": list, "left_out": list}
SLICES = 1 << 16  # more than a night has: a state that begins again uses the seeds of no earlier night


def _lacks(value, members, what):
    if not isinstance(value, dict):
        return f"{what} is not an object"
    wrong = [name for name, kind in members.items() if not isinstance(value.get(name), kind)]
    return f"{what} lacks {wrong[0]}, or it is of the wrong kind" if wrong else None


def fault(saved):
    """Why no night can continue with a state, or None."""
    why = _lacks(saved, {"seed": int, "targets": dict}, "the state")
    if not why and saved.get("night") is not None:
        why = _lacks(saved["night"], NIGHT, "its night")
    if not why and not all(isinstance(n, int) for n in _values(saved.get("steps", {}))):
        why = "its steps are not numbers of rounds"
    why = why or turns.fault(saved.get("turns", {}))
    for name, target in saved["targets"].items() if not why else ():
        why = why or _lacks(target, TARGET, f"its target {name}")
    if why or saved.get("night") is None:
        return why
    try:
        began = datetime.datetime.fromisoformat(saved["night"]["began"])
    except ValueError:
        return "its night began at no time"
    return None if began.tzinfo else "its night began in no time zone"


def _values(steps):
    return steps.values() if isinstance(steps, dict) else [None]


def read(path):
    """The state, or None where there is none; and why it is not one, or None."""
    try:
        saved = state.read_json(path)
    except (ValueError, RecursionError) as error:
        return None, f"{type(error).__name__}: {error}"
    why = fault(saved) if Path(path).exists() else None
    return (None, why) if why else (saved, None)


def _last_report(folder):
    """What the newest report that can be read has, and the greatest number of a night."""
    reports = sorted((folder / "nights").glob("[0-9]*.json"))
    for path in reversed(reports):
        try:
            report = state.read_json(path)
        except (ValueError, RecursionError):
            continue
        if not fault({"seed": 1, "targets": report.get("targets", {}), "steps": report.get("rounds", {}),
                      "turns": report.get("turns", {})}):
            return report, int(reports[-1].stem)
    return {}, int(reports[-1].stem) if reports else 0


def load(folder):
    """The state of a folder, which is held; and the problem that it had, or None. A state that begins again
    continues with the numbers of the reports: none of them is written over, and no seed comes twice."""
    path = Path(folder) / "state.json"
    saved, why = read(path)
    if saved:
        return saved, None
    report, last = _last_report(path.parent)
    new = {"night": None, "last": last, "seed": last * SLICES + 1, "targets": report.get("targets", {}),
           "steps": report.get("rounds", {}), "turns": report.get("turns", {})}
    return new, f"state.json could not be read ({why}): it is now {state.set_aside(path).name}" if why else None
