# SPDX-License-Identifier: Apache-2.0
"""What a crawler sees of a built site: its pages, their anchors and links, and what is wrong with them."""
import re
from html.parser import HTMLParser
from pathlib import PurePosixPath
from urllib.parse import unquote

OUTSIDE = re.compile(r"[a-z]+:")
LOADED = {"img", "link", "script", "iframe", "source"}  # what a browser fetches without being asked


class Page(HTMLParser):
    """Anchors, links, and what a reader of the screen needs."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.faults, self.tags = set(), [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.append(tag)
        if "id" in given:
            if given["id"] in self.anchors:
                self.faults.append("the id %s stands twice" % given["id"])
            self.anchors.add(given["id"])
        address = given.get("href") if tag in ("a", "link") else given.get("src")
        if address is None:
            return
        if tag in LOADED and OUTSIDE.match(address) and not address.startswith("data:"):
            self.faults.append("asks the network for %s" % address)
        self.links.append(address)


def faults_of(folder):
    """(number of pages, number of links, what is wrong: a line each)."""
    pages = {path.relative_to(folder).as_posix(): Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    faults, count = [], 0
    for name, page in pages.items():
        faults += ["%s: %s" % (name, fault) for fault in page.faults]
        if page.tags.count("main") != 1 or page.tags.count("h1") < 1 or page.tags.count("title") != 1:
            faults.append("%s: wants one title, one main and a heading" % name)
        for address in page.links:
            if not OUTSIDE.match(address):
                count += 1
                faults += ["%s: %s" % (name, fault) for fault in broken(address, name, pages, files)]
    return len(pages), count, faults


def resolved(address, page):
    """(file, fragment) that an address on `page` leads to."""
    path, _, fragment = address.partition("#")
    parts = []
    for part in (PurePosixPath(page).parent / unquote(path)).parts if path else PurePosixPath(page).parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts), unquote(fragment)


def broken(address, page, pages, files):
    target, fragment = resolved(address, page)
    if target not in files:
        yield "%s leads to no file" % address
    elif fragment and target in pages and fragment not in pages[target].anchors:
        yield "%s leads to no anchor" % address
