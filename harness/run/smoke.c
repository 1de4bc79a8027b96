/* SPDX-License-Identifier: Apache-2.0 */
/* smoke.c: checks whether an adapter answers at all, once before it is asked a thousand times. */
#include "base/util.h"
#include "base/visible.h"
#include "run/run.h"

#include <stdio.h>

/* What came of one request. */
typedef struct smoke_reply {
    const char *input;
    char *error;
    size_t size;
    bool good;
} smoke_reply;

static void on_smoke(void *context, void *token, const reply *got)
{
    smoke_reply *smoke = token;

    (void)context;
    smoke->good = got->kind == REPLY_OUTCOME;
    if (smoke->good)
        return;
    snprintf(smoke->error, smoke->size,
             "asked to parse %s, plain text without any marker, it answers with %s: %s",
             smoke->input, reply_kind_name(got->kind), got->sentence ? got->sentence : "nothing");
    visible_trim(smoke->error);
}

bool smoke_test(session *worker, char *error, size_t size)
{
    static const char *const INPUTS[] = { "hello", "" };
    const wire_hello *hello = session_hello(worker);
    bool good = true;

    for (size_t i = 0; good && i < sizeof INPUTS / sizeof *INPUTS; i++) {
        const fp_str input = fp_str_of(INPUTS[i]);
        smoke_reply smoke = { i ? "\"\"" : "\"hello\"", error, size, false };

        session_ask(worker, &(session_request){ .syntax = hello->syntaxes[0], .input = input },
                    on_smoke, NULL, &smoke);
        session_drain(worker);
        good = smoke.good;
    }
    return good;
}
