/* SPDX-License-Identifier: Apache-2.0 */
/* serve.h: a worker (spec/protocol.md) made of an adapter (fencepost/adapter.h). */
#ifndef FENCEPOST_HARNESS_SERVE_H
#define FENCEPOST_HARNESS_SERVE_H

#include "serve/serve_request.h"

#include <fencepost/adapter.h>
#include <fencepost/parser.h>

/* What a worker may offer in addition to fencepost/adapter.h (spec/protocol.md, section 6). NULL:
 * not offered. */
typedef struct serve_skills {
    /* Emits the text of the request's call into the sink, or refuses. */
    void (*render)(const fp_adapter *self, const serve_request *r, fp_adapter_sink *sink);

    /* Resets a used parser, finished or not, to the state of a new one. */
    void (*reset)(void *parser);
} serve_skills;

/* Answers the requests on standard input until bye or its end. The parser itself has an empty
 * standard input, and what it prints goes to standard error. Returns the exit status, after
 * reporting the fault of a request that cannot be answered. */
int serve(const fp_adapter *adapter, const serve_skills *skills);

/* Our own parsers as an adapter. */
typedef struct serve_builtin {
    fp_adapter adapter; /* the first member: it is handed to open() as self */
    const char *syntaxes[FP_SYNTAXES_MAX + 1];
    char *texts[FP_POLICY_COUNT + 1]; /* the adapter's policies, owned */
    bool given[FP_POLICY_COUNT];
    fp_policies policies;
    struct stream *spare; /* a parser that was closed: most requests are for one like the last */
} serve_builtin;

extern const serve_skills SERVE_BUILTIN_SKILLS;

/* Makes an adapter of all syntaxes of the table, with the given policies. Owned:
 * serve_builtin_free(). */
serve_builtin *serve_builtin_new(const bool given[FP_POLICY_COUNT], const fp_policies *policies);
void serve_builtin_free(serve_builtin *b); /* NULL is allowed */

#endif
