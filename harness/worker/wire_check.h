/* SPDX-License-Identifier: Apache-2.0 */
/* wire_check.h: what the two readers of answers, wire_hello.c and wire_answer.c, share. */
#ifndef FENCEPOST_HARNESS_WIRE_CHECK_H
#define FENCEPOST_HARNESS_WIRE_CHECK_H

#include "worker/wire.h"

/* Where the sentence about a fault is written. */
typedef struct wire_fault {
    char *error;
    size_t size;
} wire_fault;

/* Writes the sentence; returns false, for the caller to return. */
__attribute__((format(printf, 2, 3))) bool wire_wrong(const wire_fault *fault, const char *format,
                                                      ...);

/* The line as a JSON object with the id: json_decref(). NULL with a sentence. *paired, which may be
 * NULL, says whether it was such an object. */
json_t *wire_load(fp_str line, uint64_t id, bool *paired, const wire_fault *fault);

/* Returns whether the object has only the members named, in a list ended by NULL; where is "" or
 * names the object, "calls[2]: ". */
bool wire_only(const json_t *object, const char *const *names, const char *where,
               const char *clause, const wire_fault *fault);

/* Writes the sentence that a member is unknown; returns false. */
bool wire_unknown(const wire_fault *fault, fp_str key, const char *const *names, const char *where,
                  const char *clause);

/* Returns the place of the syntax among those that the worker parses; syntax_count if it is not one
 * of them. */
size_t wire_hello_index(const wire_hello *hello, const fp_syntax *syntax);

/* The members of hello that engines have: deltas, two paths, tools, limits (PROTOCOL-2.8
 * to 2.10, 3.11). */
bool wire_hello_engine(const json_t *json, wire_hello *hello, const wire_fault *fault);

/* The policies that an executor of response templates declares (PROTOCOL-8.2). */
bool wire_hello_templates(const json_t *declared, wire_hello *hello, const wire_fault *fault);

/* The members of a template request that others do not have (PROTOCOL-8.3). */
void wire_template_members(fp_json *out, const wire_request *request);

/* Returns whether the array holds this string. */
bool wire_names(const json_t *array, const char *id);

/* The readings that it declares (PROTOCOL-2.14), after its syntaxes are known; and frees them. */
bool wire_hello_readings_read(json_t *json, wire_hello *hello, const wire_fault *fault);
void wire_hello_readings_free(wire_hello *hello);

/* The members of hello about subjects that are not syntaxes (PROTOCOL-7.1, 7.2). */
bool wire_hello_subjects(const json_t *json, wire_hello *hello, const wire_fault *fault);

/* Returns whether the text is a valid array of events of an answer. */
bool wire_events_good(fp_str events, const wire_asked *asked, const wire_hello *hello);

#endif
