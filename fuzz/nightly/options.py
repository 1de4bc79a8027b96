# SPDX-License-Identifier: Apache-2.0
"""options.py: times and sizes as people write them."""
import argparse
import re

_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}
_BYTES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def seconds(text):
    """90, 60s, 5m, 8h in seconds."""
    match = re.fullmatch(r"([1-9][0-9]{0,6})([smh]?)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time; write 60s, 5m or 8h")
    return int(match.group(1)) * _SECONDS[match.group(2)]


def size(text):
    """500M, 4G in bytes."""
    match = re.fullmatch(r"([0-9]{1,9})([KMG]?)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size; write 500M or 4G")
    return int(match.group(1)) * _BYTES[match.group(2)]


def count(text):
    if not re.fullmatch(r"[1-9][0-9]{0,2}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to 999")
    return int(text)
