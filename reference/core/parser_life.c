/* SPDX-License-Identifier: Apache-2.0 */
/* parser_life.c: parsers are made, reset, copied, compared and freed, and tell what they have read.
 */
#include "parser_state.h"

#include <stdlib.h>
#include <string.h>

/* A row without speed: each byte goes through step(). */
static const fp_speed SLOW = { 0 };

const char *fp_syntax_id(const fp_syntax *syntax)
{
    return syntax->id;
}

/* -- being made ------------------------------------------------------------------------------ */

static void add_leads(fp_parser *p, unsigned set, const char *const *list, bool text)
{
    const size_t reach = p->out.options.limits.held; /* step() deals with what is held longer */

    if (text && p->out.quote.tags) /* first: others have its '<' as well */
        fp_leads_add(&p->leads, set, FP_QUOTE_TAGS, reach);
    if (text && p->out.reasoning.marks)
        fp_leads_add(&p->leads, set, p->out.reasoning.marks->open, reach);
    if (text && p->out.quote.fences)
        fp_leads_add(&p->leads, set, FP_QUOTE_FENCES, reach);
    if (list)
        fp_leads_add(&p->leads, set, list, reach);
}

/* A parser without its fp_out, which fp_out_init() clears. */
static fp_parser *allocate(const fp_syntax *syntax)
{
    fp_parser *p = malloc(sizeof *p + syntax->state_size);

    if (!p)
        return NULL;
    p->syntax = syntax;
    p->fast = syntax->fast ? syntax->fast : &SLOW;
    p->finished = false;
    memset(&p->leads, 0, sizeof p->leads);
    memset(p->state, 0, syntax->state_size);
    return p;
}

/* Sets what the searches look for, by the options; before, that is nothing. */
static void set_leads(fp_parser *p)
{
    add_leads(p, BYPASSED, NULL, true);
    for (unsigned i = 0; i < FP_LEADS_MAX && p->fast->leads[i]; i++) {
        add_leads(p, AT_EASE + 2 * i, p->fast->leads[i], true);
        add_leads(p, AT_EASE + 2 * i + 1, p->fast->leads[i], false);
    }
    fp_leads_end(&p->leads);
}

fp_parser *fp_parser_new(const fp_syntax *syntax, const fp_options *options, fp_sink *sink,
                         void *context)
{
    const fp_options defaults = fp_options_default(syntax);
    fp_parser *p = allocate(syntax);

    if (!p)
        return NULL;
    fp_out_init(&p->out, syntax, options ? options : &defaults, sink, context);
    fp_parser_note_options(p);
    set_leads(p);
    fp_parser_look_around(p);
    return p;
}

void fp_parser_free(fp_parser *p)
{
    if (!p)
        return;
    fp_out_free(&p->out);
    free(p);
}

void fp_parser_reset(fp_parser *p)
{
    fp_out_reset(&p->out);
    fp_parser_note_options(p);
    memset(p->state, 0, p->syntax->state_size);
    p->finished = false;
    fp_parser_look_around(p);
}

void fp_parser_reset_to(fp_parser *p, const fp_options *options)
{
    const fp_quote looked_for = p->out.quote;
    const fp_reasoning_marks *marks = p->out.reasoning.marks;
    const size_t reach = p->out.options.limits.held;

    p->out.options = *options;
    fp_parser_reset(p);
    if (reach != options->limits.held || looked_for.tags != p->out.quote.tags ||
        looked_for.fences != p->out.quote.fences || marks != p->out.reasoning.marks) {
        memset(&p->leads, 0, sizeof p->leads);
        set_leads(p);
        fp_parser_look_around(p);
    }
}

fp_parser *fp_parser_clone(const fp_parser *p, fp_sink *sink, void *context)
{
    fp_parser *clone = malloc(sizeof *p + p->syntax->state_size);

    if (!clone)
        return NULL;
    if (!fp_out_copy(&clone->out, &p->out, sink, context)) {
        free(clone);
        return NULL;
    }
    clone->syntax = p->syntax;
    clone->fast = p->fast;
    clone->finished = p->finished;
    clone->plain = p->plain;
    clone->leads = p->leads;
    memcpy(clone->state, p->state, p->syntax->state_size);
    fp_parser_look_around(clone);
    return clone;
}

bool fp_parser_assign(fp_parser *to, const fp_parser *from)
{
    const bool fits = fp_out_assign(&to->out, &from->out);

    to->finished = from->finished;
    to->plain = from->plain;
    memcpy(to->state, from->state, from->syntax->state_size);
    fp_parser_look_around(to);
    return fits;
}

bool fp_parser_equal(const fp_parser *a, const fp_parser *b)
{
    return a->syntax->step == b->syntax->step && a->finished == b->finished &&
           memcmp(a->state, b->state, a->syntax->state_size) == 0 && fp_out_equal(&a->out, &b->out);
}

uint64_t fp_parser_offset(const fp_parser *p)
{
    return fp_ledger_fed(&p->out.ledger);
}

size_t fp_parser_held(const fp_parser *p)
{
    if (fp_call_is_pending(&p->out.call))
        return (size_t)(fp_ledger_fed(&p->out.ledger) - p->out.call.start);
    return fp_ledger_waiting(&p->out.ledger) + p->out.reasoning.waiting;
}

uint64_t fp_parser_work(const fp_parser *p)
{
    return fp_ledger_all_work(&p->out.ledger);
}

void fp_parser_trace(fp_parser *p, fp_trace *trace, void *context)
{
    if (fp_call_is_pending(&p->out.call)) /* GCOVR_EXCL_BR_LINE: a trace is set before any byte */
        fp_out_pending_trace(&p->out, trace, context);
    else
        fp_ledger_trace(&p->out.ledger, trace, context);
    fp_parser_look_around(p);
}
