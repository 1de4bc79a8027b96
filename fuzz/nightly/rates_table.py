# SPDX-License-Identifier: Apache-2.0
"""rates_table.py: what fuzz/rates.sh printed, as a table, and what a night of eight hours comes to at these rates."""
import re
from dataclasses import dataclass

NIGHT_HOURS, CORES = 8, 2
BAR = 5 * 10**8  # executions of a night
QUICK_BAR = 20000  # a second and core, in the quick gear of a syntax
_LINE = re.compile(r"(\S+) +(\d+) +(\d+) +(\d+) +\d+x(?: \| +(\d+) +(\d+) +\d+x)?")
HEAD = ("| target | both gears | quick | empty | ratio | quick gear alone | empty | ratio |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|\n")


@dataclass
class Rate:
    """Executions for a second of processor time. alone, alone_empty: without an engine; 0 of what has no gears."""
    target: str
    both: int
    quick: int
    empty: int
    alone: int = 0
    alone_empty: int = 0


def read(path):
    """The rates. Raises ValueError with the line of one that is not whole, and where there are none."""
    rates = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            found = _LINE.fullmatch(line.strip())
            if found and int(found[2]) and found[5] != "0":
                rates.append(Rate(found[1], *(int(n or 0) for n in found.groups()[1:])))
            elif not line.startswith("target "):
                raise ValueError(f"{path}:{number}: not a line of fuzz/rates.sh: take it out")
    if not rates:
        raise ValueError(f"{path}: there are no rates: fuzz/rates.sh 2 > {path}")
    return rates


def _row(rate):
    text = f"| `{rate.target}` | {rate.both:,} | {rate.quick:,} | {rate.empty:,} | {rate.empty / rate.both:,.0f} "
    if not rate.alone:
        return text + "| | | |\n"
    return text + f"| {rate.alone:,} | {rate.alone_empty:,} | {rate.alone_empty / rate.alone:,.0f} |\n"


def night(each):
    """Executions of a night, of which each target has an equal part; each: its rates."""
    return NIGHT_HOURS * 3600 * CORES * sum(each) / len(each)


def _said(executions):
    return f"{executions / 10**8:.1f} × 10^8"


def markdown(rates):
    """The table, and what a night comes to."""
    geared = [r for r in rates if r.alone]
    alone = night([r.alone or r.quick for r in rates])
    reach = sum(r.alone >= QUICK_BAR for r in geared)
    text = HEAD + "".join(map(_row, rates))
    others = len(rates) - len(geared)
    how = "without an engine" + (f"; {others} targets have no gears, and count by libFuzzer" if others else "")
    text += (f"\nEight hours on two cores, of which each of these {len(rates)} targets has an equal part, come to {_said(alone)} "
             f"executions in the\nquick gear ({how}), to {_said(night([r.quick for r in rates]))} in the quick gear under libFuzzer, "
             f"and to\n{_said(night([r.both for r in rates]))} in both gears under libFuzzer. The bar is {_said(BAR)}, which the quick gear "
             f"{'reaches' if alone >= BAR else 'does not reach'}. That of a target is {QUICK_BAR:,} a\nsecond in the quick gear alone: "
             f"{reach} of {len(geared)} reach it.\n")
    return text
