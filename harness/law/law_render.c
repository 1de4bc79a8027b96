/* SPDX-License-Identifier: Apache-2.0 */
/* law_render.c: ROUND-TRIP and EQUIVALENCE: the calls of an input, rendered and parsed again. */
#include "base/hash.h"
#include "judge/judge.h"
#include "law/law_check.h"
#include "law/law_reading.h"

#include <fencepost/ascii.h>
#include <fencepost/outcome.h>
#include <fencepost/render.h>

/* The subject's own; of another syntax the defaults, with the subject's catalogue and its policy
 * `types`. */
static fp_options options_for(const fp_syntax *syntax, const law_subject *s)
{
    fp_options options = syntax == s->syntax ? *s->options : fp_options_default(syntax);

    options.prefix = (fp_str){ 0 }; /* the call stands alone */
    options.finish = FP_FINISH_STOP;
    options.policies.of[FP_MARKERS] = FP_MARKERS_TEXT; /* as a tokenizer reads it (MODEL-7.4) */
    options.token_count = 0;
    if (syntax == s->syntax)
        return options;
    options.catalogue = s->options->catalogue;
    options.policies.of[FP_TYPES] = s->options->policies.of[FP_TYPES];
    return options;
}

static fp_outcome *new_outcome(void)
{
    fp_outcome *outcome = fp_outcome_new();

    if (outcome)
        return outcome;
    end_out_of_memory();
}

/* What an engine makes of a text; owned. */
static fp_outcome *parse(const law_engine *e, const fp_syntax *syntax, const fp_options *options,
                         fp_str text)
{
    const law_subject subject = {
        .syntax = syntax, .options = options, .input = text, .engine = e
    };
    fp_outcome *outcome = new_outcome();
    void *parser = e->open(&subject, fp_outcome_sink, outcome);

    e->feed(parser, text.ptr, text.len);
    e->finish(parser);
    e->close(parser);
    return outcome;
}

/* What comes of a call that is rendered in a syntax and parsed again: one outcome, owned; NULL,
 * with *refusal, if the syntax refuses it. */
static fp_outcome *come_back(const law_engine *e, const law_subject *s, const fp_syntax *syntax,
                             const fp_call *call, fp_refusal *refusal)
{
    const fp_options options = options_for(syntax, s);
    fp_json text = { 0 };
    fp_outcome *outcome = NULL;

    if (xrender(syntax, &options, call, &text, refusal))
        outcome = parse(e, syntax, &options, json_text(&text));
    fp_json_free(&text);
    return outcome;
}

/* -- ROUND-TRIP -------------------------------------------------------------------------------- */

/* Returns whether it is letters, digits and `_`, and, where they are allowed, single spaces
 * between. */
static bool is_plain_text(fp_str text, bool spaces)
{
    for (size_t i = 0; i < text.len; i++) {
        const unsigned char c = (unsigned char)text.ptr[i];
        const bool between = i > 0 && i + 1 < text.len && text.ptr[i - 1] != ' ';

        if (!fp_is_letter(c) && !fp_is_digit(c) && c != '_' && !(spaces && c == ' ' && between))
            return false;
    }
    return true;
}

/* A string of such text, in a JSON notation as JSON. */
static bool is_plain_value(const fp_value *value)
{
    const fp_str text = value->text;

    if (value->kind == FP_VALUE_JSON)
        return text.len > 1 && text.ptr[0] == '"' &&
               is_plain_text((fp_str){ text.ptr + 1, text.len - 2 }, true);
    return value->kind == FP_VALUE_STRING && is_plain_text(text, true);
}

static bool is_plain(const fp_call *call)
{
    bool plain = is_plain_text(call->name, false) && fp_utf8_valid(call->id) == call->id.len;

    for (size_t i = 0; plain && i < call->arg_count; i++)
        plain = is_plain_text(call->args[i].key, false) && is_plain_value(&call->args[i].value);
    return plain;
}

/* Returns whether neither a schema nor a limit can be in the way of a plain call. */
static bool owes_plain_calls(const law_subject *s)
{
    const fp_limits *limits = &s->options->limits, *defaults = &FP_LIMITS_DEFAULT;

    return s->syntax->render && law_policy(s, FP_TYPES) == FP_TYPES_STRING &&
           limits->name >= defaults->name && limits->key >= defaults->key &&
           limits->value >= defaults->value && limits->call >= defaults->call &&
           limits->held >= defaults->held && limits->depth >= defaults->depth;
}

/* LAW-8.2. */
static bool may_refuse(const law_subject *s, const fp_call *call, const fp_refusal *refusal,
                       law_breach *breach)
{
    const size_t start = (size_t)call->start, end = (size_t)call->end;

    if (!refusal->clause)
        return law_broken(breach, start, end,
                          "the call of bytes %zu to %zu is refused without a clause: %s", start,
                          end, refusal->reason);
    if (owes_plain_calls(s) && is_plain(call))
        return law_broken(breach, start, end,
                          "the plain call of bytes %zu to %zu is refused (LAW-8.2): %s (%s)", start,
                          end, refusal->reason, refusal->clause);
    return true;
}

static bool round_trip(const law_subject *s, const fp_call *call, law_breach *breach)
{
    fp_refusal refusal;
    fp_outcome *o = come_back(engine_of(s), s, s->syntax, call, &refusal);
    const bool holds = o && outcome_is_call(o, call);

    fp_outcome_free(o);
    if (!o)
        return may_refuse(s, call, &refusal, breach);
    return holds || law_broken(breach, (size_t)call->start, (size_t)call->end,
                               "the call of bytes %zu to %zu, rendered and parsed again, is not "
                               "that call",
                               (size_t)call->start, (size_t)call->end);
}

/* -- EQUIVALENCE ------------------------------------------------------------------------------- */

static uint64_t hash_str(uint64_t hash, fp_str str)
{
    hash = hash_bytes(hash, &str.len, sizeof str.len);
    return hash_bytes(hash, str.ptr, str.len);
}

static uint64_t hash_value(uint64_t hash, const fp_value *value)
{
    hash = hash_bytes(hash, &value->kind, sizeof value->kind);
    hash = hash_str(hash_str(hash, value->text), value->raw);
    hash = hash_bytes(hash, &value->item_count, sizeof value->item_count);
    for (size_t i = 0; i < value->item_count; i++)
        hash = hash_str(hash, value->items[i]);
    return hash;
}

/* All of a call but where it stands. */
static uint64_t hash_call(uint64_t hash, const fp_call *call)
{
    hash = hash_str(hash_str(hash, call->name), call->id);
    hash = hash_bytes(hash, &call->arg_count, sizeof call->arg_count);
    for (size_t i = 0; i < call->arg_count; i++)
        hash = hash_value(hash_str(hash, call->args[i].key), &call->args[i].value);
    return hash;
}

/* All but the syntax that decides whether the call, rendered in a syntax under options_for(), is
 * `own`. */
static uint64_t hash_question(const law_subject *s, const fp_call *call, const fp_call *own)
{
    const unsigned types = law_policy(s, FP_TYPES);
    uint64_t hash = HASH_START;

    hash = hash_bytes(hash, &s->options->catalogue, sizeof s->options->catalogue);
    hash = hash_bytes(hash, &types, sizeof types);
    return hash_call(hash_call(hash, call), own);
}

/* Returns whether our own parser of another syntax reads the call's rendering as `own`. It has
 * nothing to do with the input that the call came out of, so it is asked once of all subjects; what
 * does not hold, of each. asked: hash_question(). */
static bool equivalent_in(const law_subject *s, const fp_syntax *syntax, const fp_call *call,
                          const fp_call *own, uint64_t asked)
{
    const uint64_t question = hash_bytes(asked, &syntax, sizeof syntax);
    fp_refusal refusal;
    fp_outcome *there;
    bool holds;

    if (s->shown && hashes_have(s->shown, question))
        return true;
    there = come_back(&LAW_REFERENCE, s, syntax, call, &refusal);
    holds = !there || outcome_is_call(there, own);
    fp_outcome_free(there);
    if (s->shown && holds)
        hashes_add(s->shown, question);
    return holds;
}

/* The call as the subject's parser reads its rendering, and as another syntax's parser does. */
static bool equivalent(const law_subject *s, const fp_call *call, law_breach *breach)
{
    fp_refusal refusal;
    fp_outcome *here = come_back(engine_of(s), s, s->syntax, call, &refusal);
    const fp_call *own = here && fp_outcome_call_count(here) ? fp_outcome_call(here, 0) : call;
    const uint64_t asked = s->shown ? hash_question(s, call, own) : 0;
    bool holds = true;

    for (const fp_syntax *const *t = FP_SYNTAXES; holds && *t; t++) {
        holds =
            *t == s->syntax || !fp_syntax_has_calls(*t) || equivalent_in(s, *t, call, own, asked);
        if (!holds)
            law_broken(breach, (size_t)call->start, (size_t)call->end,
                       "the call of bytes %zu to %zu changes when it is rendered as %s",
                       (size_t)call->start, (size_t)call->end, fp_syntax_id(*t));
    }
    fp_outcome_free(here);
    return holds;
}

/* -- both -------------------------------------------------------------------------------------- */

/* The calls are those that our own parser reads, so a wrong one is held against the truth. */
static bool check_calls(const law_subject *s,
                        bool (*holds)(const law_subject *s, const fp_call *call,
                                      law_breach *breach),
                        law_breach *breach)
{
    enum { CALLS = 16 }; /* more of one input say nothing new */
    law_reading *reading = law_reading_begin(s);
    const fp_outcome *o = law_reading_own(s, reading);
    bool all = true;

    for (size_t i = 0; all && i < fp_outcome_call_count(o) && i < CALLS; i++)
        all = !fp_outcome_call(o, i)->complete || holds(s, fp_outcome_call(o, i), breach);
    law_reading_end(s, reading);
    return all;
}

bool law_round_trip(const law_subject *s, law_breach *breach)
{
    return s->input.len > HUGE_INPUT || check_calls(s, round_trip, breach);
}

bool law_equivalence(const law_subject *s, law_breach *breach)
{
    return s->input.len > HUGE_INPUT || check_calls(s, equivalent, breach);
}
