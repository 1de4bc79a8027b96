# SPDX-License-Identifier: Apache-2.0
"""late.py SECONDS COMMAND...: the worker that COMMAND starts, each answer so much later."""
import sys
import time

import _reference


def wait(_request, _answer):
    time.sleep(float(sys.argv[1]))


_reference.serve(wait)
