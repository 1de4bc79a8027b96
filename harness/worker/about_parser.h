/* SPDX-License-Identifier: Apache-2.0 */
/* about_parser.h: a parser's description of itself, as reports have it. */
#ifndef FENCEPOST_HARNESS_ABOUT_PARSER_H
#define FENCEPOST_HARNESS_ABOUT_PARSER_H

#include "worker/wire.h"

/* {"name", "version", "language", "unit", "syntaxes", "capabilities", "policies"}, and
 * "file" and "line" where it declares them; owned. */
json_t *about_worker(const wire_hello *hello);

/* The same for our own parsers. */
json_t *about_builtin(void);

/* Returns the time now, as "2026-01-31T12:00:00Z"; owned: free(). */
char *time_text(void);

#endif
