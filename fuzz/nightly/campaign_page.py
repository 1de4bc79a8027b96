# SPDX-License-Identifier: Apache-2.0
"""campaign_page.py: the tables of a page, each between <!-- NAME --> and <!-- end -->, as its sources have them."""
import re

from nightly import campaign_table, night_table, rates_table, state

TABLES = {"table": lambda folder: campaign_table.markdown(campaign_table.read(folder / "parts.jsonl")),
          "rates": lambda folder: rates_table.markdown(rates_table.read(folder / "rates.txt")),
          "night": lambda folder: night_table.markdown(folder / "night.json")}


def as_it_should_be(folder):
    """README.md of the folder with its tables made again. Raises ValueError where one has no place, or no source."""
    path = folder / "README.md"
    text = path.read_text(encoding="utf-8")
    for name, make in TABLES.items():
        made = f"<!-- {name} -->\n\n{make(folder)}\n<!-- end -->"
        text, count = re.subn(rf"<!-- {name} -->.*?<!-- end -->", lambda _, made=made: made, text, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"{path}: it has {count} times <!-- {name} --> … <!-- end -->: once is right")
    return text


def rewrite(folder):
    state.write(folder / "README.md", as_it_should_be(folder))
