/* SPDX-License-Identifier: Apache-2.0 */
/* law_rename.c: RENAMING: other names give other calls, and change nothing else. The letters of
 * names, keys and values are exchanged by a permutation from a seed, so that no table of answers
 * can know them.
 */
#include "base/rng.h"
#include "base/values.h"
#include "law/law_check.h"
#include "law/law_reading.h"
#include "law/law_texts.h"

#include <stdlib.h>
#include <string.h>

enum { LETTERS = 26 };

/* How to rename. */
typedef struct renaming {
    char letter[LETTERS]; /* what becomes of each; none stays (Sattolo's algorithm) */
    bool values_only;     /* a catalogue knows the names and keys */
} renaming;

static renaming renaming_of(const law_subject *s)
{
    renaming r = { .values_only = s->options->catalogue != NULL };
    rng random = { s->seed };

    for (size_t i = 0; i < LETTERS; i++)
        r.letter[i] = (char)('a' + i);
    for (size_t i = LETTERS - 1; i > 0; i--) {
        const size_t other = rng_below(&random, i);
        const char kept = r.letter[i];

        r.letter[i] = r.letter[other];
        r.letter[other] = kept;
    }
    return r;
}

/* Owned. */
static fp_str renamed(const renaming *r, fp_str bytes)
{
    fp_str copy = xcopy(bytes);
    char *at = (char *)(uintptr_t)copy.ptr;

    for (size_t i = 0; i < copy.len; i++) {
        if (at[i] >= 'a' && at[i] <= 'z')
            at[i] = r->letter[at[i] - 'a'];
        else if (at[i] >= 'A' && at[i] <= 'Z')
            at[i] = (char)(r->letter[at[i] - 'A'] - 'a' + 'A');
    }
    return copy;
}

/* A value whose strings are renamed; JSON that is not a string stays as it is written. */
static fp_value renamed_value(const renaming *r, const fp_value *value)
{
    fp_value out = { .kind = value->kind, .item_count = value->item_count };
    fp_json all = { 0 };
    fp_str *items;
    size_t len = 0;

    if (value->kind != FP_VALUE_LIST) {
        out.text = value->kind == FP_VALUE_JSON ? xcopy(value->text) : renamed(r, value->text);
        return out;
    }
    for (size_t i = 0; i < value->item_count; i++)
        fp_json_bytes(&all, value->items[i]);
    need_memory(!all.failed);
    out.text = renamed(r, json_text(&all));
    out.items = items = xcalloc(value->item_count + 1, sizeof *items);
    for (size_t i = 0; i < value->item_count; i++) {
        items[i] = (fp_str){ out.text.ptr + len, value->items[i].len };
        len += items[i].len;
    }
    fp_json_free(&all);
    return out;
}

/* Owned: call_free(). */
static fp_call renamed_call(const renaming *r, const fp_call *call)
{
    fp_call out = { .complete = true };

    out.name = r->values_only ? xcopy(call->name) : renamed(r, call->name);
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_arg *arg = &call->args[i];
        const fp_str key = r->values_only ? xcopy(arg->key) : renamed(r, arg->key);

        call_add(&out, key, renamed_value(r, &arg->value));
        free((char *)(uintptr_t)key.ptr);
    }
    return out;
}

/* -- the renamed text ----------------------------------------------------------------------------
 */

/* An input being written again, twice: with its calls as they are, and renamed. */
typedef struct rewriting {
    const law_subject *subject;
    renaming how;
    fp_json same, other;
    fp_outcome *expected;
    size_t from; /* what is written of the input */
    size_t renamed;
} rewriting;

/* What of a block stands for its call: all, unless what is around it is the list that it is in. */
static fp_str span_of(const law_subject *s, fp_str block)
{
    fp_outcome *o = s->syntax->stands ? law_reads(s, block) : NULL;
    const fp_call *call = o && fp_outcome_call_count(o) ? fp_outcome_call(o, 0) : NULL;
    const fp_str span =
        call ? (fp_str){ block.ptr + call->start, (size_t)(call->end - call->start) } : block;

    fp_outcome_free(o);
    return span;
}

/* Appends the block of a call to the text; false, with the text as it was, if it is refused. */
static bool append_block(const law_subject *s, const fp_call *call, fp_json *text)
{
    fp_json block = { 0 };
    fp_refusal refusal;
    const bool written = xrender(s->syntax, s->options, call, &block, &refusal);

    if (written)
        fp_json_bytes(text, span_of(s, json_text(&block)));
    need_memory(!block.failed && !text->failed);
    fp_json_free(&block);
    return written;
}

/* The text before the call, in both. */
static void keep_until(rewriting *w, size_t end)
{
    const fp_str text = { w->subject->input.ptr + w->from, end - w->from };

    if (!w->subject->syntax->encoded) {
        fp_json_bytes(&w->same, text);
        fp_json_bytes(&w->other, text);
    }
    w->from = end;
}

static void write_call(rewriting *w, const fp_call *call)
{
    const fp_str block = { w->subject->input.ptr + call->start, (size_t)(call->end - call->start) };
    fp_call other = renamed_call(&w->how, call);
    const size_t mark = w->same.len;

    if (append_block(w->subject, call, &w->same) && append_block(w->subject, &other, &w->other)) {
        need_memory(fp_outcome_add_call(w->expected, &other));
        w->renamed++;
    } else {
        w->same.len = mark;
        fp_json_bytes(&w->same, block);
        fp_json_bytes(&w->other, block);
        need_memory(fp_outcome_add_call(w->expected, call));
    }
    w->from = (size_t)call->end;
    call_free(&other);
}

/* Returns whether the calls, written again, are read as they were: else what stands around them
 * matters. */
static bool stays(const law_subject *s, const fp_outcome *was, const fp_outcome *is)
{
    const size_t count = s->syntax->encoded ? 1 : fp_outcome_call_count(was);
    bool same = fp_outcome_call_count(is) == count;

    for (size_t i = 0; same && i < count; i++)
        same = fp_call_equal(fp_outcome_call(was, i), fp_outcome_call(is, i)) &&
               fp_outcome_call(was, i)->complete && fp_outcome_call(is, i)->complete;
    return same;
}

/* The calls with the text between them; of encoded syntaxes, where text is not a view of the input,
 * the first call alone. */
static bool rewrite(rewriting *w, const fp_outcome *whole)
{
    for (size_t i = 0; i < fp_outcome_call_count(whole) && !(w->subject->syntax->encoded && i);
         i++) {
        const fp_call *call = fp_outcome_call(whole, i);

        if (!call->complete || (size_t)call->start < w->from)
            return false;
        keep_until(w, (size_t)call->start);
        write_call(w, call);
    }
    keep_until(w, w->subject->input.len);
    need_memory(!w->same.failed && !w->other.failed);
    return w->renamed > 0;
}

bool law_text_renamed(const law_subject *s, fp_json *text, fp_outcome **expected)
{
    rewriting w = { .subject = s, .how = renaming_of(s) };
    law_reading *reading;
    const fp_outcome *whole;
    fp_outcome *same = NULL;
    bool applies;

    *expected = NULL;
    if (s->input.len == 0 || s->input.len > HUGE_INPUT || law_has_tokens(s) ||
        law_begins_in_prompt(s) || law_policy(s, FP_TYPES) == FP_TYPES_SCHEMA)
        return false; /* a schema makes something of the values */
    reading = law_reading_begin(s);
    whole = law_reading_own(s, reading);
    w.expected = fp_outcome_new();
    need_memory(w.expected);
    applies = rewrite(&w, whole);
    if (applies) {
        same = law_reads(s, json_text(&w.same));
        applies = stays(s, whole, same);
    }
    if (applies) {
        need_memory(fp_outcome_add_text(w.expected, fp_outcome_text(same)) &&
                    fp_outcome_add_reasoning(w.expected, fp_outcome_reasoning(same)));
        *expected = w.expected;
        fp_json_bytes(text, json_text(&w.other));
        need_memory(!text->failed);
    } else {
        fp_outcome_free(w.expected);
    }
    fp_json_free(&w.same);
    fp_json_free(&w.other);
    fp_outcome_free(same);
    law_reading_end(s, reading);
    return applies;
}

/* -- RENAMING ------------------------------------------------------------------------------------
 */

static bool is_expected(const fp_outcome *expected, const fp_outcome *o, law_breach *breach,
                        uint64_t seed)
{
    const size_t count = fp_outcome_call_count(expected);

    if (fp_outcome_call_count(o) != count)
        return law_broken(breach, 0, 0, "renamed by seed %llu, it has %zu calls, and not %zu",
                          (unsigned long long)seed, fp_outcome_call_count(o), count);
    for (size_t i = 0; i < count; i++) {
        const fp_call *call = fp_outcome_call(o, i);

        if (!call->complete || !fp_call_equal(fp_outcome_call(expected, i), call))
            return law_broken(breach, 0, 0, "renamed by seed %llu, call %zu is not the renamed one",
                              (unsigned long long)seed, i + 1);
    }
    if (!fp_str_equal(fp_outcome_reasoning(expected), fp_outcome_reasoning(o)))
        return law_broken(breach, 0, 0, "renaming the calls by seed %llu changes the reasoning",
                          (unsigned long long)seed);
    return fp_str_equal(fp_outcome_text(expected), fp_outcome_text(o)) ||
           law_broken(breach, 0, 0, "renaming the calls by seed %llu changes the text",
                      (unsigned long long)seed);
}

bool law_renaming(const law_subject *s, law_breach *breach)
{
    fp_json text = { 0 };
    fp_outcome *expected, *o;
    bool holds = true;

    if (law_text_renamed(s, &text, &expected)) {
        o = law_engine_reads(s, json_text(&text));
        holds = is_expected(expected, o, breach, s->seed);
        fp_outcome_free(o);
        fp_outcome_free(expected);
    }
    fp_json_free(&text);
    return holds;
}
