#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0
exec "$SRC/fencepost/fuzz/oss-fuzz/build.sh"
