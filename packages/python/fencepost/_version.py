# SPDX-License-Identifier: Apache-2.0
"""The version of the package, and of the program in it: build.py writes it."""

__version__ = "0+unbuilt"
