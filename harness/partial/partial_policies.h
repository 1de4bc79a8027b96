/* SPDX-License-Identifier: Apache-2.0 */
/* partial_policies.h: the policies of readers of partial JSON, by their names (PARTIAL-3). */
#ifndef FENCEPOST_HARNESS_PARTIAL_POLICIES_H
#define FENCEPOST_HARNESS_PARTIAL_POLICIES_H

#include <fencepost/partial_json.h>

#include <jansson.h>

typedef enum partial_policy {
    PARTIAL_OPEN_STRING,
    PARTIAL_OPEN_NUMBER,
    PARTIAL_OPEN_LITERAL,
    PARTIAL_OPEN_KEY,
    PARTIAL_NOT_JSON,
    PARTIAL_NUMBERS,
    PARTIAL_POLICY_COUNT
} partial_policy;

/* Values that code refers to; the first of each policy is its default. */
enum { NOT_JSON_ERROR, NOT_JSON_KEPT, NOT_JSON_REPAIRED };
enum { NUMBERS_EXACT, NUMBERS_DOUBLE };

typedef struct partial_policies {
    bool given[PARTIAL_POLICY_COUNT];
    uint8_t of[PARTIAL_POLICY_COUNT];
} partial_policies;

/* "open_string"; static. And the name of a value; NULL: the policy has no more. */
const char *partial_policy_name(partial_policy policy);
const char *partial_policy_value(partial_policy policy, unsigned value);

/* Sets a policy by its names. False with an owned sentence that lists the valid names. */
bool partial_policies_set(partial_policies *p, const char *name, const char *value, char **why);

/* Returns the declared policies, "open_string: given, numbers: double"; owned; "": none. */
char *partial_policies_text(const partial_policies *p);

/* Returns the same policies for our own reader. */
fp_partial_policies partial_policies_ours(const partial_policies *p);

#endif
