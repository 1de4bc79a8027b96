/* SPDX-License-Identifier: Apache-2.0 */
/* embedded_none.c: the table of a program that has no files in it. */
#include "base/embedded.h"

const embedded_file EMBEDDED_FILES[] = { { NULL, NULL, NULL } };
