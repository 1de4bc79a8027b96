/* SPDX-License-Identifier: Apache-2.0 */
/* serve.h: a worker (spec/protocol.md) made of an adapter (fencepost/adapter.h). */
#ifndef FENCEPOST_HARNESS_SERVE_H
#define FENCEPOST_HARNESS_SERVE_H

#include <fencepost/adapter.h>
#include <fencepost/parser.h>

/* Answers the requests on standard input until bye or its end. The parser finds an empty standard
 * input, and what it prints goes to standard error. Returns the exit status; what is wrong with a
 * request that cannot be answered has been said. */
int serve(const fp_adapter *adapter);

/* Our own parsers as an adapter. */
typedef struct serve_builtin {
    fp_adapter adapter; /* the first member: it is handed to open() as self */
    const char *syntaxes[FP_SYNTAXES_MAX + 1];
    char *texts[FP_POLICY_COUNT + 1]; /* the adapter's policies, owned */
    bool given[FP_POLICY_COUNT];
    fp_policies policies;
} serve_builtin;

/* All syntaxes of the table, with these policies where they are given. Owned: serve_builtin_free().
 */
serve_builtin *serve_builtin_new(const bool given[FP_POLICY_COUNT], const fp_policies *policies);
void serve_builtin_free(serve_builtin *b); /* NULL is allowed */

#endif
