# SPDX-License-Identifier: Apache-2.0
"""`python -m fencepost` is the command `fencepost`."""
from fencepost._program import main

main()
