# SPDX-License-Identifier: Apache-2.0
"""page.py: the report as one HTML page: no script, no network, light and dark, wide and narrow."""
from html import escape

_STYLE = """
:root { color-scheme: light dark; --ink: #1a1d21; --soft: #5b6470; --line: #d8dde3; --paper: #fff; --box: #f5f7f9;
  --good: #1a7f37; --bad: #c2261d; --warn: #9a6700; --mark: #0b62c4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #9aa4af; --line: #363c44; --paper: #14171a;
  --box: #1d2126; --good: #4cc26a; --bad: #ff7b72; --warn: #e3b341; --mark: #6cb1ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.2rem; max-width: 68rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
p { margin: .3rem 0; } .soft { color: var(--soft); }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .7rem; margin: 1.2rem 0; }
.tile, .card { background: var(--box); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; }
.tile b { display: block; font-size: 1.35rem; font-variant-numeric: tabular-nums; }
.tile span { color: var(--soft); font-size: .85rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); gap: .7rem; }
.card h3 { margin: 0 0 .3rem; font-size: .95rem; font-weight: 600; }
.card + .card { margin-top: .7rem; } .charts .card { margin: 0; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--soft); font: 11px system-ui, sans-serif; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .88rem; }
th, td { text-align: left; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 500; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums;
  white-space: nowrap; }
pre, code { font: .82rem/1.45 ui-monospace, monospace; } pre { margin: .4rem 0 0; white-space: pre-wrap;
  overflow-wrap: anywhere; } summary { cursor: pointer; }
.bar { display: inline-block; width: 5rem; height: .55rem; border-radius: .3rem; background: var(--line);
  overflow: hidden; } .bar i { display: block; height: 100%; background: var(--mark); }
"""


def _number(value):
    return "–" if value is None else f"{value:,}".replace(",", "\u202f")


def _share(reached, whole):
    return 100 * reached / whole if whole else 100.0


def _time(iso):
    return escape(iso[:16].replace("T", " "))


def _long(seconds):
    return f"{seconds / 3600:g} hours" if seconds >= 7200 else f"{seconds / 60:g} minutes"


def _table(heads, rows):
    """heads: a leading "#" makes a column of numbers. Cells are HTML."""
    kinds = [' class="n"' if h.startswith("#") else "" for h in heads]
    head = "".join(f"<th{k}>{escape(h.lstrip('#'))}</th>" for k, h in zip(kinds, heads))
    body = "".join("<tr>" + "".join(f"<td{k}>{c}</td>" for k, c in zip(kinds, row)) + "</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def chart(title, rows, key, unit=""):
    """A line over the nights, with its first and last value; gaps where there is no value."""
    points = [(r["night"], r[key]) for r in rows if r[key] is not None]
    if not points:
        return ""
    width, height, left, right, top, bottom = 320, 130, 8, 8, 12, 22
    low, high = min(v for _, v in points), max(v for _, v in points)
    if low == high:
        low, high = (low - 1, high + 1) if unit == "%" else (0, high or 1)
    first, last = points[0][0], points[-1][0]

    def at(night, value):
        x = left + (width - left - right) * ((night - first) / (last - first) if last > first else 0.5)
        return x, top + (height - top - bottom) * (1 - (value - low) / (high - low))

    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*p) for p in points))
    x, y = at(*points[-1])
    dots = "".join(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2.2" fill="var(--mark)"><title>night {n}: {_number(v)}{unit}'
                   "</title></circle>" for (n, v) in points for a, b in [at(n, v)])
    nights = f"night {first}" if first == last else f"nights {first} to {last}"
    return (f'<div class="card"><h3>{escape(title)}: {_number(points[-1][1])}{unit}</h3>'
            f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}, {nights}">'
            f'<line x1="{left}" x2="{width - right}" y1="{height - bottom}" y2="{height - bottom}" '
            f'stroke="var(--line)"/><polyline points="{line}" fill="none" stroke="var(--mark)" stroke-width="2" '
            f'stroke-linejoin="round"/>{dots}<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="var(--mark)"/>'
            f'<text x="{left}" y="{top - 2}">{_number(high)}{unit}</text>'
            f'<text x="{left}" y="{height - 7}">{nights}</text>'
            f'<text x="{width - right}" y="{height - 7}" text-anchor="end">{_number(points[0][1])}{unit} → '
            f"{_number(points[-1][1])}{unit}</text></svg></div>")


def _tiles(night):
    last = night["trend"][-1]
    speed = round(last["execs"] / last["seconds"]) if last["seconds"] else 0
    tiles = [(_number(last["new"]), "new findings"), (_number(last["open"]), "findings open"),
             (_number(last["execs"]), "inputs run"), (_number(speed), "inputs a second"),
             (_number(last["corpus"]), "inputs kept")]
    if last["branches"] is not None:
        tiles += [(f"{last['lines']:.1f} %", "lines of the parsers"), (f"{last['branches']:.1f} %", "branches")]
    return '<div class="tiles">' + "".join(
        f'<div class="tile"><b>{value}</b><span>{label}</span></div>' for value, label in tiles) + "</div>"


def _finding(finding, night):
    fresh = finding["news_of_night"] == night["number"]
    gone = finding["gone_since"]
    mark = (f'<b class="bad">{escape(finding["news"])}</b>' if fresh else
            f'<span class="good">gone since {escape(gone[:12])}</span>' if gone else '<span class="warn">known</span>')
    shown = finding.get("input") or {}
    text = shown.get("input", shown.get("input_base64", ""))
    form = f"<pre>{escape(finding['reduced'])}</pre>" if finding.get("reduced") else ""
    if shown:
        marks = f"\ncuts at {', '.join(map(str, shown['cuts']))}" if shown.get("cuts") else ""
        marks += f"\npolicy {shown['policy']}" if shown.get("policy") else ""
        form = f"<pre>{escape(repr(text))}{escape(marks)}</pre>"
    often = "once" if finding["count"] == 1 else f"{finding['count']} times"
    person = " · needs a person" if finding["needs_a_person"] else ""
    return (f'<div class="card"><p>{mark} {escape(finding["title"])}</p>'
            f'<p class="soft">{escape(finding["class"])}{person} · {escape(finding["target"])} by '
            f'{escape(finding["engine"])} · since night {finding["first_night"]} · {often} · '
            f'{finding["bytes"][0]} bytes, reduced to {finding["bytes"][1]}'
            f'{"" if finding["minimal"] else " (may be smaller still)"}</p>{form}'
            f'<details><summary>again</summary><pre>{escape(finding["command"])}\n\n'
            f'fencepost add --from-finding findings/{escape(finding["id"])}\n'
            f'commit {escape(finding["commit"])}, seed {finding["seed"]}</pre></details></div>')


def _findings(night):
    def order(finding):
        return finding["news_of_night"] != night["number"], bool(finding["gone_since"]), finding["id"]

    found = sorted(night["findings"], key=order)
    return "<h2>Findings</h2>" + ("".join(_finding(f, night) for f in found) or "<p>None, tonight or before.</p>")


def _targets(night):
    rows = []
    for name, row in sorted(night["by_target"].items()):
        speed = round(row["execs"] / row["seconds"]) if row["seconds"] else None
        rows.append([escape(name), row["slices"], _number(row["execs"]), _number(speed), _number(row["features"]),
                     f"{_number(row.get('before'))} → {_number(row.get('after'))}", _number(row.get("edges"))])
    return "<h2>Targets</h2>" + _table(
        ["target", "#slices", "#inputs", "#a second", "#new features", "#corpus", "#edges"], rows)


def _coverage(night):
    measured = night.get("coverage")
    if not measured:
        return '<h2>Coverage of the parsers</h2><p class="soft">Not measured: there is no coverage build.</p>'

    def cells(name, f):
        line, branch = _share(f["lines_reached"], f["lines"]), _share(f["branches_reached"], f["branches"])
        return [escape(name), f'<span class="bar"><i style="width:{line:.1f}%"></i></span> {line:.1f} %',
                f'<span class="bar"><i style="width:{branch:.1f}%"></i></span> {branch:.1f} %',
                f"{f['branches'] - f['branches_reached']}"]

    rows = [cells("all", measured["total"]), *(cells(f["file"], f) for f in measured["files"])]
    return "<h2>Coverage of the parsers</h2>" + _table(["file", "#lines", "#branches", "#branches missed"], rows)


def _steps(night):
    rows, more = [], ""
    for row in night.get("steps", []):
        failed = f'<b class="bad">{len(row["failed"])}</b>' if row["failed"] else "0"
        coming = row.get("next")
        rows.append([escape(row["name"]), row["rounds"], _number(round(row["seconds"])), failed, escape(row["said"]),
                     escape(coming["said"]) if coming else ""])
        if row.get("too_long"):
            more += f'<p class="warn">{escape(row["name"])}: {escape(row["too_long"])}</p>'
        for f in row["failed"]:
            more += (f'<div class="card"><p><b class="bad">failed</b> {escape(row["name"])}, status {f["status"]}</p>'
                     f'<pre>{escape(f["command"])}\n\nit said: {escape(f["output"])}</pre></div>')
        if row["told"]:
            more += (f'<details><summary>{escape(row["name"])}: {len(row["told"])} to look at</summary><pre>'
                     f'{escape(chr(10).join(row["told"]))}</pre></details>')
    if not rows:
        return '<h2>Long checks</h2><p class="soft">None could be run.</p>'
    commands = "\n".join(f"{row['name']}: {row['next']['command']}" for row in night["steps"] if row.get("next"))
    coming = f"<details><summary>the commands of what comes next</summary><pre>{escape(commands)}</pre></details>"
    return "<h2>Long checks</h2>" + _table(["check", "#rounds", "#s", "#failed", "it said last", "next"], rows) + (
        coming if commands else "") + more


def _slices(night):
    rows = [[escape(s["target"]), escape(s["engine"]), _number(round(s["seconds"])), _number(s["execs"]),
             _number(s["features"]), str(len(s["findings"])), escape(s["why"])] for s in night["slices"]]
    return (f'<h2>Slices</h2><details><summary>{len(rows)} slices, and why each was run</summary>'
            + _table(["target", "engine", "#s", "#inputs", "#features", "#findings", "why"], rows) + "</details>")


def _checks(night):
    items = [f'<li class="{"good" if c["good"] else "bad"}">{escape(c["name"])}: {escape(c["said"])}</li>'
             for c in night["checks"]]
    items += [f'<li class="bad">{escape(p)}</li>' for p in night["problems"]]
    items += [f'<li class="soft">left out: {escape(x["what"])}: {escape(x["why"])}</li>' for x in night["left_out"]]
    if night["not_reached"]:
        items.append(f'<li class="warn">not reached tonight: {escape(", ".join(night["not_reached"]))}</li>')
    if night["engines_missed"]:
        items.append(f'<li class="warn">{escape(night["engines_missed"])}</li>')
    return f"<h2>Checks</h2><ul>{''.join(items)}</ul>"


def page(night):
    """The whole page."""
    kind = "bad" if night["exit"] == 1 else "warn" if night["exit"] else "good"
    charts = "".join([chart("Branches reached", night["trend"], "branches", "%"),
                      chart("Lines reached", night["trend"], "lines", "%"),
                      chart("Edges reached", night["trend"], "edges"),
                      chart("Inputs kept", night["trend"], "corpus"), chart("Inputs run", night["trend"], "execs"),
                      chart("Findings open", night["trend"], "open")])
    resumed = f", resumed {night['resumed']} times" if night["resumed"] else ""
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<title>Fuzzing, night {night["number"]}: {escape(night["verdict"])}</title><style>{_STYLE}</style></head>'
            f'<body><h1 class="{kind}">Night {night["number"]}: {escape(night["verdict"])}</h1>'
            f'<p class="soft">{_time(night["began"])} to {_time(night["ended"])} UTC, a budget of '
            f'{_long(night["seconds"])}{resumed}, commit {escape(night["commit"][:12]) or "unknown"}</p>'
            f'{_tiles(night)}{_findings(night)}{_steps(night)}<h2>Trend</h2>'
            f'<div class="charts">{charts}</div>{_targets(night)}'
            f'{_coverage(night)}{_checks(night)}{_slices(night)}</body></html>\n')
