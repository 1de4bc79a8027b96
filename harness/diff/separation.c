/* SPDX-License-Identifier: Apache-2.0 */
/* separation.c: compares answers pair by pair, and groups parsers. */
#include "diff/separation.h"

#include "base/values.h"
#include "base/visible.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *title;
} SEVERITIES[SEVERITY_COUNT] = {
    [SEVERITY_NONE] = { "none", "nothing differs" },
    [SEVERITY_WHITESPACE] = { "whitespace", "only white space of the text differs" },
    [SEVERITY_TEXT] = { "text", "text is lost, or too much" },
    [SEVERITY_INCOMPLETE] = { "incomplete", "a call that broke off is reported differently" },
    [SEVERITY_ARGUMENTS] = { "arguments", "a call is executed with another name or arguments" },
    [SEVERITY_CALL] = { "call", "a call is executed by one and not by the other" },
};

const char *severity_name(severity s)
{
    return SEVERITIES[s].name;
}

const char *severity_title(severity s)
{
    return SEVERITIES[s].title;
}

/* -- two answers ------------------------------------------------------------------------------- */

/* The next call from *at on that is executed; NULL: there is none. */
static const fp_call *next_executed(const fp_outcome *o, size_t *at)
{
    while (o && *at < fp_outcome_call_count(o)) {
        const fp_call *call = fp_outcome_call(o, (*at)++);

        if (call->complete)
            return call;
    }
    return NULL;
}

/* What the calls that are executed come to. NULL has none. */
static severity executed_differ(const fp_outcome *a, const fp_outcome *b)
{
    size_t i = 0, k = 0;
    bool same = true;

    for (;;) {
        const fp_call *x = next_executed(a, &i), *y = next_executed(b, &k);

        if (!x || !y)
            return x || y ? SEVERITY_CALL : same ? SEVERITY_NONE : SEVERITY_ARGUMENTS;
        same = same && fp_str_equal(x->name, y->name) &&
               (call_equal_written(x, y) || call_equal_written(y, x));
    }
}

static bool is_blank(char byte)
{
    return byte && strchr(" \t\r\n\v\f", byte);
}

static bool same_but_for_blanks(fp_str a, fp_str b)
{
    size_t i = 0, k = 0;

    for (;;) {
        while (i < a.len && is_blank(a.ptr[i]))
            i++;
        while (k < b.len && is_blank(b.ptr[k]))
            k++;
        if (i == a.len || k == b.len)
            return i == a.len && k == b.len;
        if (a.ptr[i++] != b.ptr[k++])
            return false;
    }
}

static bool is_of_text(difference_kind kind)
{
    return kind == DIFFERS_TEXT || kind == DIFFERS_TEXT_LOST || kind == DIFFERS_TEXT_EXTRA ||
           kind == DIFFERS_REASONING;
}

static severity outcomes_differ(const fp_outcome *a, const fp_outcome *b, difference *d)
{
    static const judged CALLS_AND_TEXT = { false, false, false };
    expectation e = expectation_of(a);
    severity executed;
    bool same;

    for (size_t i = 0; i < e.call_count; i++)
        e.calls[i].judge_input = e.calls[i].call.complete;
    same = judge_outcome(&e, b, &CALLS_AND_TEXT, d);
    expectation_release(&e);
    if (same)
        return SEVERITY_NONE;
    executed = executed_differ(a, b);
    if (executed)
        return executed;
    if (!is_of_text(d->kind))
        return SEVERITY_INCOMPLETE;
    return same_but_for_blanks(fp_outcome_text(a), fp_outcome_text(b)) &&
                   same_but_for_blanks(fp_outcome_reasoning(a), fp_outcome_reasoning(b))
               ? SEVERITY_WHITESPACE
               : SEVERITY_TEXT;
}

severity answers_differ(const answer *a, const answer *b, const char **kind, char *sentence,
                        size_t size)
{
    const answer *failed = b->outcome ? a : b;
    severity executed, s;
    difference d;

    if (a->outcome && b->outcome) {
        s = outcomes_differ(a->outcome, b->outcome, &d);
        if (s) {
            *kind = difference_name(d.kind);
            snprintf(sentence, size, "%s", d.sentence);
        }
        return s;
    }
    if (a->kind == b->kind)
        return SEVERITY_NONE;
    executed = executed_differ(a->outcome, b->outcome);
    *kind = reply_kind_name(failed->kind);
    snprintf(sentence, size, "no outcome: %s%s%s", reply_kind_name(failed->kind),
             failed->sentence ? ": " : "", failed->sentence ? failed->sentence : "");
    visible_trim(sentence);
    return executed ? executed : SEVERITY_TEXT;
}

/* -- all of them ------------------------------------------------------------------------------- */

/* The parser's group, which is new if it answers as none before it. */
static void put_in_group(separation *s, const answers *a, size_t parser)
{
    size_t before[PANEL_MAX] = { 0 }, groups = 0;

    for (size_t i = 0; i < parser; i++) {
        const char *kind = NULL;
        char sentence[sizeof s->sentence];
        severity grave;

        if (s->group[i] != groups) /* not asked, or not the first of its group */
            continue;
        before[groups++] = i;
        grave = answers_differ(&a->of[i], &a->of[parser], &kind, sentence, sizeof sentence);
        if (!grave) {
            s->group[parser] = s->group[i];
            return;
        }
    }
    s->group[parser] = s->groups++;
    for (size_t g = 0; g < groups; g++) {
        const char *kind = NULL;
        char sentence[sizeof s->sentence];
        const severity grave =
            answers_differ(&a->of[before[g]], &a->of[parser], &kind, sentence, sizeof sentence);

        if (grave <= s->severity)
            continue;
        s->severity = grave;
        s->kind = kind;
        s->left = before[g];
        s->right = parser;
        memcpy(s->sentence, sentence, sizeof sentence);
    }
}

separation separate(const answers *a, size_t parsers)
{
    separation s = { .kind = "" };

    for (size_t i = 0; i < parsers; i++) {
        s.group[i] = NOT_ASKED;
        if (a->of[i].asked)
            put_in_group(&s, a, i);
    }
    return s;
}

int separation_compare(const separation *a, const separation *b)
{
    const int kinds = strcmp(a->kind, b->kind);

    if (a->severity != b->severity)
        return a->severity > b->severity ? -1 : 1;
    for (size_t i = 0; i < PANEL_MAX; i++)
        if (a->group[i] != b->group[i])
            return a->group[i] < b->group[i] ? -1 : 1;
    return kinds;
}

bool separation_same(const separation *a, const separation *b)
{
    return separation_compare(a, b) == 0;
}
