/* SPDX-License-Identifier: Apache-2.0 */
/* carry.c: renders a call in a syntax, parses it again, and tells what has become of it. */
#include "generate/carry.h"

#include "base/util.h"

void carrier_open(carrier *c, const fp_syntax *syntax, const fp_options *options)
{
    *c = (carrier){ .syntax = syntax,
                    .options = *options,
                    .renderer = fp_renderer_new(syntax, options) };
    need_memory(c->renderer != NULL);
}

carriage carry(carrier *c, const fp_call *call)
{
    c->text.len = 0;
    if (fp_renderer_render(c->renderer, call, &c->text, &c->refusal))
        return CARRIED;
    need_memory(!c->text.failed);
    return c->refusal.clause ? REFUSED : LOST;
}

void carrier_free(carrier *c)
{
    fp_renderer_free(c->renderer);
    fp_json_free(&c->text);
}

fp_outcome *carried_outcome(const carrier *c)
{
    fp_outcome *outcome;

    if (fp_parse(c->syntax, &c->options, (fp_str){ c->text.ptr, c->text.len }, &outcome) != FP_OK)
        end_out_of_memory();
    return outcome;
}
