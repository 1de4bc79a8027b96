/* SPDX-License-Identifier: Apache-2.0 */
/* adapter.h: a parser in a shared object (fencepost/adapter.h), loaded and checked. */
#ifndef FENCEPOST_HARNESS_ADAPTER_H
#define FENCEPOST_HARNESS_ADAPTER_H

#include "serve/serve.h"

#include <stdbool.h>

/* Loads the object, for as long as the program runs. NULL, with the reason and the remedy said to
 * standard error, if it cannot be used. The adapter is static. */
const fp_adapter *adapter_load(const char *file);

/* Makes a parser, by open_as() where the adapter has it, else by open(). */
void *adapter_open(const fp_adapter *a, fp_adapter_sink *sink, const fp_adapter_asked *asked);

/* What it offers beyond its first ABI, of what its own ABI has. */
serve_skills adapter_skills(const fp_adapter *a);

/* Whether it can be loaded, found out in a child process, for loading runs code of the object. If
 * not, that has been said. */
bool adapter_try(const char *file);

#endif
