/* SPDX-License-Identifier: Apache-2.0 */
/* test_selection.h: which cases `fencepost test` runs. */
#ifndef FENCEPOST_HARNESS_TEST_SELECTION_H
#define FENCEPOST_HARNESS_TEST_SELECTION_H

#include "command/test_options.h"
#include "judge/adhoc.h"
#include "suite/selection.h"
#include "worker/wire.h"

/* The cases that the options select, or those made in their place (NULL: none); free(cases). */
selection test_selection_of(const corpus *c, const test_options *o, adhoc *const *made,
                            size_t count);

/* If the options select no cases, keeps only those of the worker's syntaxes. */
void test_selection_parsed(const test_options *o, const wire_hello *hello, selection *what);

/* Returns the share of the shard; without shards all cases; free(cases). */
selection test_selection_share(const test_options *o, const selection *all);

/* The ids of the syntaxes that the cases are of, ended by NULL; owned. */
const char **test_selection_syntaxes(const selection *what);

/* Returns whether the run is on cases that it makes up. */
bool test_makes_cases(const test_options *o);

/* Returns whether the worker's syntaxes decide which cases are run. Reading cases takes most of the
 * time until the first verdict, so the worker is asked before they are read. */
bool test_selection_is_workers(const test_options *o);

/* The syntaxes whose cases are read, ended by NULL, owned; NULL: all. hello: what a worker that was
 * asked first has answered; NULL: none was. */
const fp_syntax **test_selection_read(const test_options *o, const char *data,
                                      const wire_hello *hello);

/* The usage error if nothing is selected: why, and what the user may have meant. */
int test_selection_none(const command *self, const test_options *o, const corpus *c);

#endif
