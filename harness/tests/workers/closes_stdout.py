# SPDX-License-Identifier: Apache-2.0
"""Closes its output after hello and lives on."""
import os

from _protocol import serve, sleep_for_ever


def fault():
    os.close(1)
    sleep_for_ever()


serve(after_hello=fault)
