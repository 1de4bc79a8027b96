/* SPDX-License-Identifier: Apache-2.0 */
/* members.h: writes members of a JSON object, each with a comma before it unless it is the first.
 * Invisible characters in strings are escaped (visible.h), since people read JSON on terminals too.
 */
#ifndef FENCEPOST_HARNESS_MEMBERS_H
#define FENCEPOST_HARNESS_MEMBERS_H

#include <fencepost/json.h>

#include <jansson.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the name; the caller writes the value after it. */
void member_key(fp_json *line, const char *name);

void member_text(fp_json *line, const char *name, const char *text);

/* Nothing for NULL. */
void member_text_if(fp_json *line, const char *name, const char *text);

void member_number(fp_json *line, const char *name, uint64_t value);
void member_flag(fp_json *line, const char *name, bool value);

/* Writes text; if the bytes are not UTF-8, their base64 as NAME_base64. */
void member_bytes(fp_json *line, const char *name, fp_str bytes);

void member_numbers(fp_json *line, const char *name, const size_t *values, size_t count);
void member_texts(fp_json *line, const char *name, const char *const *values, size_t count);

/* Nothing for NULL. */
void member_json(fp_json *line, const char *name, const json_t *value);

#endif
