/* SPDX-License-Identifier: Apache-2.0 */
/* carry.c: what becomes of a call on its way through a syntax. */
#include "generate/carry.h"

#include "base/util.h"

static int take(void *context, const fp_event *event)
{
    carrier *c = context;

    if (event->type == FP_EVENT_TEXT)
        c->text_len += event->data.len;
    if (event->type == FP_EVENT_CALL_CUT)
        c->calls++;
    if (event->type == FP_EVENT_CALL_END) {
        c->calls++;
        c->same = event->call->complete && fp_call_equal(event->call, c->call);
    }
    return 0;
}

void carrier_open(carrier *c, const fp_syntax *syntax, const fp_options *options)
{
    *c = (carrier){ .syntax = syntax, .options = *options };
    c->parser = fp_parser_new(syntax, options, take, c);
    if (!c->parser)
        end_out_of_memory();
}

carriage carry(carrier *c, const fp_call *call)
{
    c->text.len = c->calls = c->text_len = 0;
    c->same = false;
    c->call = call;
    if (!xrender(c->syntax, &c->options, call, &c->text, &c->refusal))
        return c->refusal.clause ? REFUSED : LOST;
    fp_parser_reset(c->parser);
    if (fp_parser_feed(c->parser, c->text.ptr, c->text.len) != FP_OK ||
        fp_parser_finish(c->parser) != FP_OK)
        end_out_of_memory();
    return c->calls == 1 && c->same && !c->text_len ? CARRIED : LOST;
}

void carrier_free(carrier *c)
{
    fp_parser_free(c->parser);
    fp_json_free(&c->text);
}

fp_outcome *carried_outcome(const carrier *c)
{
    fp_outcome *outcome;

    if (fp_parse(c->syntax, &c->options, (fp_str){ c->text.ptr, c->text.len }, &outcome) != FP_OK)
        end_out_of_memory();
    return outcome;
}
