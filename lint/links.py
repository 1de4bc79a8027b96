#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""links.py BUILD: a room of harness/ needs no symbol that only a room above it defines, so that rooms link from below.

It looks at the object files of the build with nm, because an #include does not show who defines what a header declares.
Prints a line for each breach; exits 1 if there is one, 2 if it could not look.
"""
import json
import os
import re
import subprocess
import sys

import layers

LIBRARIES = re.compile(r"(\S*/(?:fencepost_harness|fencepost)\.dir/\S+\.o)(?:\s|$)")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def objects(build, root):
    """(room, object) of what the program is linked from."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    for one in commands:
        room = layers.room_of(os.path.relpath(one["file"], root))
        output = LIBRARIES.search(one["command"])
        if room and output:
            yield room, os.path.join(one["directory"], output.group(1))


def symbols(paths):
    """(object, name, whether it defines the name for others, or needs it); of several objects."""
    out = subprocess.run(["nm", *paths], check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
    path = None
    for line in out.splitlines():
        row = line.split()
        if line.endswith(":"):
            path = line[:-1]
        elif len(row) == 3 and row[1].isupper():
            yield path, row[2], True
        elif len(row) == 2 and row[0] == "U":
            yield path, row[1], False


def breaches(build, root):
    homes, needs = {}, []
    rooms = {path: room for room, path in objects(build, root)}
    missing = set(layers.LAYERS) - set(rooms.values())
    if missing:
        raise ValueError("%s has no object files of %s" % (build, ", ".join(sorted(missing))))
    for path, name, defines in symbols(rooms):
        if defines:
            homes.setdefault(name, set()).add(rooms[path])
        else:
            needs.append((rooms[path], path, name))
    for room, path, name in needs:
        defined = homes.get(name, {room})  # a name that no room defines is of a library, or generated
        if all(layers.is_above(other, room) for other in defined):
            yield "%s/%s needs %s, which only %s/ above it defines" % (
                room, os.path.basename(path), name, min(defined, key=layers.LAYERS.index))


def main():
    root = sys.argv[2] if len(sys.argv) > 2 else ROOT
    try:
        found = sorted(set(breaches(sys.argv[1], root)))
    except (OSError, ValueError, IndexError, subprocess.CalledProcessError) as error:
        print("links: %s" % error, file=sys.stderr)
        return 2
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
