# SPDX-License-Identifier: Apache-2.0
"""Ends before it says anything."""
