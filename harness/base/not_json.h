/* SPDX-License-Identifier: Apache-2.0 */
/* not_json.h: what people are told of bytes that should be JSON and are not: everywhere the same.
 */
#ifndef FENCEPOST_HARNESS_NOT_JSON_H
#define FENCEPOST_HARNESS_NOT_JSON_H

#include "base/util.h"

/* "line 3, column 7: not JSON: REASON", of bytes that are refused as JSON and begin at that line;
 * owned. Columns are characters, and the first is 1. */
char *not_json_text(fp_str bytes, size_t line);

/* Reports that, after the file's name. Returns false. */
bool not_json(const char *file, fp_str bytes, size_t line, problems *p);

#endif
