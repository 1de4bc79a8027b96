/* SPDX-License-Identifier: Apache-2.0 */
/* not_json.h: the message about bytes that should be JSON and are not, the same everywhere. */
#ifndef FENCEPOST_HARNESS_NOT_JSON_H
#define FENCEPOST_HARNESS_NOT_JSON_H

#include "base/util.h"

/* Returns "line 3, column 7: not JSON: REASON" for bytes that begin at the given line; owned.
 * Columns count characters, from 1. */
char *not_json_text(fp_str bytes, size_t line);

/* Reports that message, after the file's name. Returns false. */
bool not_json(const char *file, fp_str bytes, size_t line, problems *p);

#endif
