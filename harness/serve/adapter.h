/* SPDX-License-Identifier: Apache-2.0 */
/* adapter.h: a parser in a shared object (fencepost/adapter.h), loaded and checked. */
#ifndef FENCEPOST_HARNESS_ADAPTER_H
#define FENCEPOST_HARNESS_ADAPTER_H

#include "serve/serve.h"

#include <stdbool.h>

/* Loads the object, which stays loaded until the program ends. NULL, with the reason and the remedy
 * on standard error, if it cannot be used. The adapter is static. */
const fp_adapter *adapter_load(const char *file);

/* Makes a parser, with open_as() if the adapter has it, else with open(). */
void *adapter_open(const fp_adapter *a, fp_adapter_sink *sink, const fp_adapter_asked *asked);

/* Returns the clauses that it declares to read otherwise, ended by NULL; or NULL, also where its
 * ABI has no such member. */
const char *const *adapter_readings(const fp_adapter *a);

/* Returns which of the functions added since the first ABI the adapter has. */
serve_skills adapter_skills(const fp_adapter *a);

/* Returns whether the object can be loaded. This is tried in a child process, since loading runs
 * code of the object. A failure is reported. */
bool adapter_try(const char *file);

#endif
