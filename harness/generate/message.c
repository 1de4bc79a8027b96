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

/* Puts what is between blocks on lines of its own: every notation can begin a block on a new line.
 * Messages follow one another. */
static void end_line(const fp_syntax *syntax, fp_json *text)
{
    fp_json_raw(text, syntax->message.before ? "" : "\n");
}

static void add_text(generator *g, const fp_syntax *syntax, fp_json *text)
{
    xsay(syntax, generator_text(g), text);
    end_line(syntax, text);
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
        end_line(syntax, text);
        calls = 0;
    }
    for (size_t i = 0; i < calls; i++) {
        add_text(g, syntax, text);
        made += add_call(g, syntax, options, text);
        end_line(syntax, text);
    }
    add_text(g, syntax, text);
    return made;
}
