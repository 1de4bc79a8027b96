/* SPDX-License-Identifier: Apache-2.0 */
/* message.c: generates whole messages from a seed. */
#include "generate/message.h"

#include "base/util.h"

#include <stdlib.h>

enum { ATTEMPTS = 20 }; /* to find a call that the syntax can carry */

static bool add_call(generator *g, const fp_syntax *syntax, const fp_options *options,
                     fp_json *text)
{
    const size_t before = text->len;
    fp_refusal refusal;

    for (int i = 0; i < ATTEMPTS; i++) {
        if (xrender(syntax, options, generator_call(g), text, &refusal))
            return true;
        text->len = before;
    }
    return false;
}

/* Puts text between blocks on lines of its own: every notation can begin a block on a new line. */
static void add_text(generator *g, fp_json *text)
{
    fp_json_bytes(text, generator_text(g));
    fp_json_raw(text, "\n");
}

size_t message_make(generator *g, const fp_syntax *syntax, const fp_options *options, size_t calls,
                    fp_json *text)
{
    size_t made = 0;

    if (!fp_syntax_has_calls(syntax))
        calls = 0;
    if (syntax->document)
        return add_call(g, syntax, options, text);
    if (syntax->stands == FP_STANDS_FIRST && calls) { /* none comes after text */
        made += add_call(g, syntax, options, text);
        fp_json_raw(text, "\n");
        calls = 0;
    }
    for (size_t i = 0; i < calls; i++) {
        add_text(g, text);
        made += add_call(g, syntax, options, text);
        fp_json_raw(text, "\n");
    }
    add_text(g, text);
    return made;
}
