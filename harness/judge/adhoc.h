/* SPDX-License-Identifier: Apache-2.0 */
/* adhoc.h: a case made from an input on the command line. Our own parser gives its expectation. */
#ifndef FENCEPOST_HARNESS_ADHOC_H
#define FENCEPOST_HARNESS_ADHOC_H

#include "suite/corpus.h"

typedef struct adhoc adhoc;

/* prefix: what the prompt ended with, or empty. tools: an array of tools, which is kept; or NULL.
 * input and prefix are copied. Returns an owned case (adhoc_free), or NULL after reporting the
 * problem. */
adhoc *adhoc_new(const fp_syntax *syntax, fp_str prefix, fp_str input, json_t *tools,
                 const policy_set *policy, problems *p);
void adhoc_free(adhoc *a); /* NULL is allowed */

/* How a case is called that was not given, but made up. All but the id is static. */
typedef struct adhoc_name {
    char *id; /* is taken over */
    const char *title, *origin, *feature;
} adhoc_name;

void adhoc_rename(adhoc *a, const adhoc_name *name);

const test_case *adhoc_case(const adhoc *a);

/* Returns a catalogue of the tools; owned: fp_catalogue_free(). NULL if they are not valid. */
fp_catalogue *catalogue_of_tools(const json_t *tools);

/* Reads the tools of a catalogue from a file, or from JSON text if it begins with a bracket; owned.
 * NULL after reporting the problem. */
json_t *tools_read(const char *given, problems *p);

/* Returns the bytes as a C-like literal that text_unescape() reads: \n, \t, \r, \\, and \xNN for
 * other bytes that are not visible. Owned: free(). */
char *text_escape(fp_str bytes);

/* Reads the bytes of such a literal; owned: free(ptr). False if it is wrong. */
bool text_unescape(const char *text, fp_str *bytes);

#endif
