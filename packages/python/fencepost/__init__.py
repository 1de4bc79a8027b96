# SPDX-License-Identifier: Apache-2.0
"""Fencepost: a conformance suite for parsers of the tool calls that language models write.

A *factory* makes a parser: an object with `feed(chunk)` and `finish()` (`Parser`). `fencepost.testing.check()` holds it
against the suite; under pytest the plugin makes a test of each golden case, and of each law on each feature.
"""
from fencepost._parser import Answer, Call, Factory, Parser
from fencepost._version import __version__

__all__ = ["Answer", "Call", "Factory", "Parser", "__version__"]
