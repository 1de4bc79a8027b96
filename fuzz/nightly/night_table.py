# SPDX-License-Identifier: Apache-2.0
"""night_table.py: what is published of a night: a summary of its report, and that as tables."""
import json

from nightly import state


def summary_of(report):
    """Of nights/N.json: what the tables need, and no path of the machine."""
    engines = {}
    for one in report["slices"]:
        row = engines.setdefault(one["engine"], {"slices": 0, "executions": 0, "seconds": 0.0})
        row["slices"] += 1
        row["executions"] += one["execs"]
        row["seconds"] = round(row["seconds"] + one["seconds"], 1)
    return {"began": report["began"][:10], "commit": report["commit"][:12], "minutes": round(report["seconds"] / 60),
            "targets": len(report["targets"]), "not_reached": len(report["not_reached"]),
            "engines_missed": report["engines_missed"], "problems": len(report["problems"]),
            "left_out": [row["what"] for row in report["left_out"]],
            "findings": [f["title"] for f in report["findings"] if f["news_of_night"] == report["number"]],
            "engines": engines,
            "steps": [{"name": row["name"], "rounds": row["rounds"], "failed": len(row["failed"]),
                       "seconds": row["seconds"], "next": row["next"]["said"]} for row in report["steps"]]}


def record(report, folder):
    """Puts the summary of a night's report into the folder."""
    night = json.loads(report.read_text(encoding="utf-8"))
    if not isinstance(night, dict) or "slices" not in night or "engines_missed" not in night:
        raise ValueError(f"{report}: not the report of a night: nights/N.json of its folder is")
    state.write_json(folder / "night.json", summary_of(night))


def markdown(path):
    """Two tables, of engines and of long checks, and what was not reached."""
    night = json.loads(path.read_text(encoding="utf-8"))
    text = "| engine | slices | executions | minutes |\n|---|---:|---:|---:|\n"
    for name, row in sorted(night["engines"].items()):
        text += f"| `{name}` | {row['slices']} | {row['executions']:,} | {row['seconds'] / 60:.1f} |\n"
    text += "\n| long check | rounds | failed | minutes | next |\n|---|---:|---:|---:|---|\n"
    for row in night["steps"]:
        text += f"| `{row['name']}` | {row['rounds']} | {row['failed']} | {row['seconds'] / 60:.1f} | {row['next']} |\n"
    reached = (f"of {night['targets']} targets {night['not_reached']} had no slice, and are first in the next night"
               if night["not_reached"] else f"each of {night['targets']} targets had a slice")
    text += f"\n{night['began']}, {night['minutes']} minutes, commit {night['commit']}: {reached}.\n"
    text += "".join(f"{said[0].upper()}{said[1:]}.\n" for said in [night["engines_missed"]] if said)
    text += f"Left out: {', '.join(night['left_out'])}.\n" if night["left_out"] else "Nothing was left out.\n"
    return text + "".join(f"Found: {title}.\n" for title in night["findings"])
