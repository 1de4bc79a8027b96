/* SPDX-License-Identifier: Apache-2.0 */
/* catalogue_read.h: one tool of a catalogue, read from its JSON. */
#ifndef FENCEPOST_CORE_CATALOGUE_READ_H
#define FENCEPOST_CORE_CATALOGUE_READ_H

#include <fencepost/catalogue.h>

/* Fills *error and returns false. */
__attribute__((format(printf, 3, 4))) bool
fp_catalogue_refuse(fp_catalogue_error *error, size_t line, const char *format, ...);

/* Fills *tool, which is zero, from valid JSON, which must outlive it; fp_tool_release() frees what
 * it holds, also when this returned false. index is for messages. */
bool fp_tool_read(fp_tool *tool, fp_str json, size_t index, fp_catalogue_error *error);
void fp_tool_release(fp_tool *tool);

/* The FP_TYPE_… that a schema allows, alternatives included; 0: any. *unknown becomes the first
 * type named that JSON Schema does not have, unless it holds one. */
unsigned fp_schema_types(fp_str schema, fp_str *unknown);

/* The beginning of a text, for the two arguments of %.*s in a message. */
int fp_catalogue_short(fp_str text);
#define SHORT(str) fp_catalogue_short(str), (str).ptr

#endif
