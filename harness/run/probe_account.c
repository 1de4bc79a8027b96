/* SPDX-License-Identifier: Apache-2.0 */
/* probe_account.c: ACCOUNT: what a worker returns is all of the input, exactly once. */
#include "base/values.h"
#include "run/probe.h"

#include <inttypes.h>
#include <stdlib.h>

/* Returns whether reasoning is an output, which is not text, nor are its marks. */
static bool reasons(const probe *p)
{
    const uint8_t value = p->what->options->policies.of[FP_REASONING];

    return value == FP_REASONING_CHANNEL || value == FP_REASONING_UNTIL_CALL;
}

static void note_roles(void *context, fp_role role, const char *because, uint64_t start,
                       uint64_t end)
{
    uint8_t *roles = context;

    (void)because;
    for (uint64_t i = start; i < end; i++)
        roles[i] = (uint8_t)role;
}

/* What our own parser takes each byte of the input for, where reasoning is an output; owned. NULL:
 * all that is outside of calls is text. */
static uint8_t *roles_of(const probe *p)
{
    const fp_str input = p->what->test->input;
    uint8_t *roles = reasons(p) ? xcalloc(input.len + 1, sizeof *roles) : NULL;
    fp_parser *parser;

    if (!roles)
        return NULL;
    parser = fp_parser_new(p->what->test->syntax, p->what->options, NULL, NULL);
    need_memory(parser != NULL);
    fp_parser_trace(parser, note_roles, roles);
    need_memory(fp_parser_feed(parser, input.ptr, input.len) != FP_NO_MEMORY &&
                fp_parser_finish(parser) != FP_NO_MEMORY);
    fp_parser_free(parser);
    return roles;
}

/* Adds what is text of bytes outside of calls. */
static void add_text(fp_json *text, fp_str input, const uint8_t *roles, uint64_t from, uint64_t to)
{
    if (!roles)
        fp_json_bytes(text, (fp_str){ input.ptr + from, (size_t)(to - from) });
    for (uint64_t i = from; roles && i < to; i++)
        if (roles[i] != FP_ROLE_REASONING && roles[i] != FP_ROLE_FRAMING)
            fp_json_bytes(text, (fp_str){ input.ptr + i, 1 });
}

/* Returns whether our parser's spans are taken for a worker that gives arguments as text, as
 * engines do, and has no spans: its calls are ours (LAW-6.2). */
static bool has_spans_of_ours(const probe *p)
{
    const fp_outcome *ours = p->what->reference, *said = p->what->whole;
    const size_t count = fp_outcome_call_count(ours);
    bool same = p->what->whole_log->as_text && count == fp_outcome_call_count(said);

    for (size_t i = 0; same && i < count; i++) {
        const fp_call *want = fp_outcome_call(ours, i), *have = fp_outcome_call(said, i);

        same = want->complete && have->complete && call_equal_written(want, have);
    }
    return same;
}

static void ask_account(probe *p)
{
    const fp_policies *policies = &p->what->options->policies;
    const fp_syntax *syntax = p->what->test->syntax;

    if (!p->what->judged.spans && !has_spans_of_ours(p))
        p->skip = "it does not claim capability spans";
    else if (policies->of[FP_TEXT_AFTER] == FP_TEXT_AFTER_DROP ||
             policies->of[FP_FALSE_OPENER] == FP_FALSE_OPENER_DROP_REST ||
             policies->of[FP_TEXT_SPACE] != FP_TEXT_SPACE_EXACT ||
             policies->of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP ||
             policies->of[FP_UNKNOWN_TOOLS] == FP_UNKNOWN_DROP)
        p->skip = "a policy that it declares drops bytes";
    else if (reasons(p) && !fp_str_equal(fp_outcome_reasoning(p->what->reference),
                                         fp_outcome_reasoning(p->what->whole)))
        p->skip = "its reasoning is not what is expected: the golden outcome tells";
    else if (syntax->encoded || syntax->clauses[FP_ROLE_FRAMING])
        p->skip = "in this syntax not all that is outside of calls is text";
}

static bool account_holds(probe *p)
{
    const fp_outcome *o = p->what->judged.spans ? p->what->whole : p->what->reference;
    const fp_str input = p->what->test->input, text = fp_outcome_text(p->what->whole);
    uint8_t *roles = roles_of(p);
    fp_json outside = { 0 };
    uint64_t from = 0;
    bool good = true;

    for (size_t i = 0; good && i < fp_outcome_call_count(o); i++) {
        const fp_call *call = fp_outcome_call(o, i);

        if (call->start < from || call->end < call->start || call->end > input.len) {
            good = probe_fails(p,
                               "call %zu has the span [%" PRIu64 ", %" PRIu64 "), and the input "
                               "is accounted for up to byte %" PRIu64,
                               i + 1, call->start, call->end, from);
        } else {
            add_text(&outside, input, roles, from, call->start);
            from = call->end;
        }
    }
    if (good) {
        add_text(&outside, input, roles, from, input.len);
        good = fp_str_equal(text, json_text(&outside)) ||
               probe_fails(p,
                           "the text has %zu bytes, and is not the %zu bytes outside of the "
                           "calls' spans%s",
                           text.len, outside.len, roles ? " and of reasoning" : "");
    }
    fp_json_free(&outside);
    free(roles);
    return good;
}

const probe_law PROBE_ACCOUNT = { LAW_ACCOUNT, ask_account, account_holds };
