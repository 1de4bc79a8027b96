# SPDX-License-Identifier: Apache-2.0
"""layers.py: the rooms of harness/, which depend one way. ARCHITECTURE.md draws them."""

# Each includes, and links with, those before it, and none after it.
LAYERS = "base suite judge partial template generate law reduce worker serve result report run diff seed fuzz lock command".split()


def room_of(path):
    """The room of a file named from the root of the repository, or None."""
    folders = path.split("/")
    return folders[1] if len(folders) > 2 and folders[0] == "harness" and folders[1] in LAYERS else None


def is_above(room, other):
    return LAYERS.index(room) > LAYERS.index(other)
