/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/json.h: writes calls, events and outcomes as JSON text (MODEL-1.6).
 *
 * jansson refuses strings that are not UTF-8 and rounds numbers; these functions write bytes as
 * they are, each byte that is not UTF-8 as U+FFFD, and JSON values as they were written.
 */
#ifndef FENCEPOST_JSON_H
#define FENCEPOST_JSON_H

#include <fencepost/outcome.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A buffer that grows as it is written to. Zero it to begin; end with fp_json_free(). failed is
 * set, and stays set, when memory is out. */
typedef struct fp_json {
    char *ptr; /* not NUL-terminated */
    size_t len;
    size_t cap;
    bool failed;
} fp_json;

void fp_json_free(fp_json *json);

/* Text, or bytes, as they are. */
void fp_json_raw(fp_json *json, const char *text);
void fp_json_bytes(fp_json *json, fp_str bytes);

/* A quoted string; an unsigned number. */
void fp_json_string(fp_json *json, fp_str bytes);
void fp_json_number(fp_json *json, uint64_t number);

/* A value (MODEL-1.6). */
void fp_json_value(fp_json *json, const fp_value *value);

/* The input of a call, an object. */
void fp_json_input(fp_json *json, const fp_call *call);

/* {"name", "id" if there is one, "input", "span", "complete"} */
void fp_json_call(fp_json *json, const fp_call *call);

/* {"code", "offset", "clause" if there is one} */
void fp_json_diagnostic(fp_json *json, const fp_diagnostic *diagnostic);

/* {"event", …}, one object for the event. */
void fp_json_event(fp_json *json, const fp_event *event);

/* {"text", "calls", "diagnostics"} */
void fp_json_outcome(fp_json *json, const fp_outcome *outcome);

#ifdef __cplusplus
}
#endif

#endif
