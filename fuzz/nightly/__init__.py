# SPDX-License-Identifier: Apache-2.0
"""The driver of the fuzz targets: nights (run), a person's session and a gate (desk)."""
