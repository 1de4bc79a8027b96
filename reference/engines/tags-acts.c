/* SPDX-License-Identifier: Apache-2.0 */
/* tags-acts.c: what a tag does: how blocks and values begin, end and break. */
#include "core/ascii.h"
#include "core/out_call.h"
#include "engines/tags-reader.h"

#include <string.h>

/* -- moves ----------------------------------------------------------------------------------- */

void fp_tags_forget(fp_tags *s)
{
    s->part = s->idle;
    s->differs = s->spelt = s->fresh = false;
    s->flagged = 0;
    s->mark = s->before = s->name = s->front = s->rest = s->blanks = s->digits = s->end = 0;
}

void fp_tags_enter(fp_tags *s, fp_tags_area next)
{
    static const uint8_t IDLE[FP_TAGS_AREAS] = {
        [FP_TAGS_SECTION] = SECTION_START,
        [FP_TAGS_ARGS] = JSON,
        [FP_TAGS_QUOTED] = SECTION_TEXT,
    };

    s->area = (uint8_t)next;
    s->idle = IDLE[next];
    s->lead = s->wrap = 0;
    fp_tags_forget(s);
}

void fp_tags_break(fp_tags_reader *r, uint64_t offset, const char *clause)
{
    if (!r->s->broken)
        fp_out_diagnostic(r->out, FP_BAD_LINE, offset, clause);
    r->s->broken = true;
}

void fp_tags_end_block(fp_tags_reader *r, uint64_t end, bool own, const char *clause)
{
    if (own && !r->s->broken)
        fp_out_call_end(r->out, end);
    else
        fp_out_call_cut(r->out, end, clause);
    r->s->broken = r->s->closed = r->s->argued = false;
}

void fp_tags_give_up(fp_tags_reader *r, const char *clause)
{
    fp_out_cite(r->out, clause);
    fp_tags_enter(r->s, r->s->around);
    fp_tags_resume(r);
}

void fp_tags_mark_lead(fp_tags_reader *r)
{
    fp_out_mark_first(r->out, r->s->lead, FP_ROLE_BLANK);
    r->s->lead = 0;
}

/* The byte is payload, by this clause. */
static void take_payload(fp_tags_reader *r, unsigned char byte, const char *clause)
{
    fp_out_cite(r->out, clause);
    fp_out_payload(r->out, byte);
    fp_out_cite(r->out, NULL);
}

/* -- the table ------------------------------------------------------------------------------- */

const fp_tags_rule *fp_tags_rule_that(const fp_tags_reader *r, fp_tags_area area, fp_tags_act act)
{
    for (unsigned t = 0; r->table->tags[t].mark; t++)
        if (fp_tags_rule_in(r, area, t)->act == act)
            return fp_tags_rule_in(r, area, t);
    return NULL;
}

static bool has_act(const fp_tags_reader *r, fp_tags_area area, fp_tags_act act)
{
    return fp_tags_rule_that(r, area, act) != NULL;
}

/* -- payload --------------------------------------------------------------------------------- */

const char *fp_tags_clause_of_foreign(const fp_tags_reader *r)
{
    return fp_tags_rule_that(r, FP_TAGS_FOREIGN, FP_TAGS_LEAVES)->clause;
}

void fp_tags_pass(fp_tags_reader *r, unsigned char byte)
{
    if (r->s->area == FP_TAGS_FOREIGN)
        fp_out_cite(r->out, fp_tags_clause_of_foreign(r));
    r->s->fresh = false;
    fp_out_payload(r->out, byte);
}

/* -- what a whole tag does; its last byte is not held ---------------------------------------- */

/* What follows the name of a tag that is held. A blank that the tag is written with is one of its
 * bytes, so where it may have none there is none. */
static void mark_tail(fp_tags_reader *r, const char *clause)
{
    const bool has_blanks = r->s->blanks > 0;

    for (fp_str held = fp_out_held(r->out); held.len; held = fp_out_held(r->out)) {
        const bool blank = has_blanks && fp_is_space((unsigned char)held.ptr[0]);
        size_t n = 1;

        while (n < held.len && (has_blanks && fp_is_space((unsigned char)held.ptr[n])) == blank)
            n++;
        fp_out_cite(r->out, blank ? r->table->clauses.blank : clause);
        fp_out_mark_first(r->out, n, blank ? FP_ROLE_BLANK : FP_ROLE_MARKER);
    }
}

/* How many bytes are read of what follows the name, blanks aside. */
static size_t end_length(const fp_tags_reader *r)
{
    const fp_tags *s = r->s;
    size_t length = s->end;

    for (size_t i = 0; i < s->end; i++)
        length -= fp_tags_end(r)[i] == '\n';
    return length;
}

/* The bytes of a whole tag are what they are in it. */
static void mark_tag(fp_tags_reader *r, const char *clause)
{
    const fp_tags *s = r->s;
    const fp_tags_rule *rule = fp_tags_rule_of(r, s->tag);
    const bool named = rule->name != FP_TAGS_NO_NAME &&
                       fp_out_held_length(r->out) == s->mark + s->before + s->name + s->blanks +
                                                         s->digits +
                                                         end_length(r); /* all of it is held */
    const bool begins = rule->act <= FP_TAGS_ARGUES;

    fp_out_cite(r->out, clause);
    if (named) {
        fp_out_mark_first(r->out, s->mark, FP_ROLE_MARKER);
        fp_out_cite(r->out, r->table->clauses.blank);
        fp_out_mark_first(r->out, s->before, FP_ROLE_BLANK);
        /* Names and keys that a tag begins with are cited by the clauses of the row. */
        fp_tags_mark_name(r, fp_tags_this(r)->of_argument ? FP_ROLE_KEY : FP_ROLE_NAME,
                          begins ? NULL : clause, clause);
        mark_tail(r, clause);
    } else {
        fp_out_mark(r->out, FP_ROLE_MARKER);
    }
    if (r->ended)
        return;
    fp_out_cite(r->out, clause);
    fp_out_mark_byte(r->out, FP_ROLE_MARKER);
}

static void begin_wrap(fp_tags_reader *r, unsigned char last, const char *clause)
{
    const size_t length = r->s->mark;

    if (r->s->area == FP_TAGS_BLOCK)
        fp_tags_end_block(r, r->s->start, false, clause);
    fp_tags_enter(r->s, FP_TAGS_OPENED);
    r->s->lead = r->s->wrap = length;
    fp_tags_hold(r, last);
}

bool fp_tags_open_block(fp_tags_reader *r, unsigned char last)
{
    fp_tags *s = r->s;

    fp_tags_frame_lead(r);
    if (s->area == FP_TAGS_BLOCK)
        fp_tags_end_block(r, s->start, false, fp_tags_rule_of(r, s->tag)->clause);

    /* Where the tag opens a block: in one its rule says what becomes of that. */
    const fp_tags_area area = s->area == FP_TAGS_OPENED ? FP_TAGS_OPENED : (fp_tags_area)s->around;
    const uint64_t start = fp_out_mark_offset(r->out);

    if (!fp_out_call_begin(r->out, start, fp_tags_call_name(r))) {
        fp_tags_give_up(r, r->table->clauses.stopped);
        if (!r->ended)
            take_payload(r, last, r->table->clauses.stopped);
        return false;
    }
    fp_tags_give_id(r);
    if (s->lead) {
        fp_out_cite(r->out, fp_tags_rule_that(r, FP_TAGS_OUTSIDE, FP_TAGS_WRAPS)->clause);
        fp_out_mark_first(r->out, s->wrap, FP_ROLE_MARKER);
        s->lead -= s->wrap;
        fp_tags_mark_lead(r);
    }
    mark_tag(r, fp_tags_rule_in(r, area, s->tag)->clause);
    fp_tags_enter(s, FP_TAGS_BLOCK);
    return true;
}

static void open_block(fp_tags_reader *r, unsigned char last, const char *clause)
{
    (void)clause; /* in a block it is that of the end of the block before */
    fp_tags_open_block(r, last);
}

/* An end tag of another block, or one before the inner part is closed, ends the block too. */
static void close_block(fp_tags_reader *r, unsigned char last, const char *own_clause)
{
    fp_tags *s = r->s;
    const bool named = fp_tags_rule_of(r, s->tag)->name != FP_TAGS_ANY_NAME ||
                       (!s->differs && s->name == fp_out_call_name(r->out).len);
    const bool closed = s->closed || r->lenient || !has_act(r, FP_TAGS_BLOCK, FP_TAGS_SHUTS);
    const bool own = named && closed;
    const char *clause = own ? own_clause : r->table->clauses.mismatched;

    (void)last;
    fp_tags_mark_lead(r);
    mark_tag(r, clause);
    if (!own)
        fp_out_diagnostic(r->out, FP_MISMATCHED_END, s->start, clause);
    fp_tags_end_block(r, fp_out_offset(r->out), own, own ? r->table->clauses.bad_line : clause);
    fp_tags_enter(s, s->around);
}

static void close_inner(fp_tags_reader *r, unsigned char last, const char *clause)
{
    fp_tags *s = r->s;

    (void)last;
    if (s->closed) {
        fp_tags_break(r, s->start, r->table->clauses.bad_line);
        fp_out_mark(r->out, FP_ROLE_SKIPPED);
        fp_out_mark_byte(r->out, FP_ROLE_SKIPPED);
    } else {
        mark_tag(r, clause);
        s->closed = true;
    }
    fp_tags_enter(s, has_act(r, FP_TAGS_CLOSING, FP_TAGS_ENDS) ? FP_TAGS_CLOSING : FP_TAGS_BLOCK);
}

static void begin_value(fp_tags_reader *r, unsigned char last, const char *clause)
{
    fp_tags *s = r->s;
    const size_t limit = fp_out_limits(r->out)->key;
    const uint64_t key = s->start + s->mark;
    const bool is_json = s->flagged || fp_tags_has_trees(r);

    (void)last;
    fp_tags_mark_lead(r);
    if (fp_out_in_arg(r->out)) { /* of an object that broke: the tag may be in one of its strings */
        fp_out_mark(r->out, FP_ROLE_SKIPPED);
        fp_out_mark_byte(r->out, FP_ROLE_SKIPPED);
        fp_tags_enter(s, FP_TAGS_BLOCK);
        return;
    }
    if (s->closed)
        fp_tags_break(r, s->start, r->table->clauses.bad_line);
    if (s->name > limit)
        fp_out_limit_exceeded(r->out, key + limit);
    fp_out_arg_begin(r->out, fp_out_held_part(r->out, s->mark + s->before, s->name),
                     r->table->key_offset ? key : s->start, !is_json, r->table->clauses.duplicate);
    mark_tag(r, clause);
    fp_tags_enter(s, FP_TAGS_VALUE);
    s->argued = true;
    s->is_json = is_json;
    s->value = is_json ? fp_out_offset(r->out) : 0;
    s->fresh = has_act(r, FP_TAGS_VALUE, FP_TAGS_QUOTES);
    if (fp_out_policy(r->out, FP_VALUE_FRAMING) == FP_FRAMING_OWN_LINE)
        fp_tags_enter_own_line(s);
}

static void begin_quotation(fp_tags_reader *r, unsigned char last, const char *clause)
{
    (void)last;
    mark_tag(r, clause);
    fp_tags_enter(r->s, FP_TAGS_QUOTED);
}

/* The end tag of a value has another name: it is part of the value, and breaks the block. */
static void refuse_end(fp_tags_reader *r, unsigned char last)
{
    const char *clause = r->table->clauses.mismatched;

    fp_out_call_diagnostic(r->out, FP_MISMATCHED_END, r->s->start, clause);
    r->s->broken = true;
    fp_out_cite(r->out, clause);
    fp_tags_resume(r);
    take_payload(r, last, clause);
}

static void end_value(fp_tags_reader *r, unsigned char last, const char *clause)
{
    const fp_tags *s = r->s;

    if (fp_tags_rule_of(r, s->tag)->name == FP_TAGS_ANY_NAME &&
        (s->differs || s->name != fp_out_key(r->out).len)) {
        refuse_end(r, last);
        return;
    }
    mark_tag(r, clause);
    fp_tags_settle(r);
    fp_tags_enter(r->s, FP_TAGS_BLOCK);
}

/* A part of a value, or of a part, begins or ends. */
static void cross_part(fp_tags_reader *r, uint64_t start, uint8_t act)
{
    fp_tags *s = r->s;

    fp_tags_note_part(r, start);
    s->nested += act == FP_TAGS_GROWS ? 1u : -(uint64_t)1;
    s->area = s->nested ? FP_TAGS_BRANCH : FP_TAGS_VALUE;
}

/* A tag that is payload, and what follows from it. What is held of it, since a longer tag that is
 * not payload begins with the same bytes, comes first: as if there was no such tag (LAW-17.1). */
static void note_tag(fp_tags_reader *r, unsigned char last)
{
    fp_tags *s = r->s;
    const uint64_t start = s->start;
    const fp_tags_rule *rule = fp_tags_rule_of(r, s->tag);
    const char *clause = rule->act == FP_TAGS_SETTLES
                             ? fp_tags_rule_that(r, FP_TAGS_VALUE, FP_TAGS_NESTS)->clause
                             : rule->clause;

    fp_out_cite(r->out, clause);
    fp_tags_resume(r); /* in a section what comes next is text */
    if (rule->act == FP_TAGS_STRAY)
        fp_out_diagnostic(r->out, FP_MISMATCHED_END, start, rule->clause);
    else if (rule->act == FP_TAGS_BREAKS || rule->act == FP_TAGS_NESTS)
        fp_tags_break(r, start, rule->clause);
    if (rule->act == FP_TAGS_NESTS)
        s->nested++;
    else if (rule->act == FP_TAGS_SETTLES)
        s->nested--;
    else if (rule->act == FP_TAGS_LEAVES)
        s->area = FP_TAGS_OUTSIDE;
    else if (rule->act == FP_TAGS_GROWS || rule->act == FP_TAGS_SHRINKS)
        cross_part(r, start, rule->act);
    fp_out_cite(r->out, clause);
    take_payload(r, last, clause);
}

/* What the tags do that are held; last is the byte that is not, clause that of the rule. */
static void (*const ACTS[])(fp_tags_reader *r, unsigned char last, const char *clause) = {
    [FP_TAGS_WRAPS] = begin_wrap,           [FP_TAGS_ENTERS] = fp_tags_enter_section,
    [FP_TAGS_EXITS] = fp_tags_exit_section, [FP_TAGS_CALLS] = open_block,
    [FP_TAGS_APPLIES] = fp_tags_apply,      [FP_TAGS_ARGUES] = begin_value,
    [FP_TAGS_SETTLES] = end_value,          [FP_TAGS_SHUTS] = close_inner,
    [FP_TAGS_ENDS] = close_block,           [FP_TAGS_QUOTES] = begin_quotation,
};

void fp_tags_act_on(fp_tags_reader *r, unsigned char last)
{
    const fp_tags_rule *rule = fp_tags_rule_of(r, r->s->tag);

    if (rule->act < FP_TAGS_WRAPS || fp_tags_is_payload(r, r->s->tag)) {
        note_tag(r, last);
        return;
    }
    if (r->s->area == FP_TAGS_VALUE && rule->act != FP_TAGS_SETTLES &&
        rule->act != FP_TAGS_QUOTES) {
        fp_tags_settle(r);
        r->s->area = FP_TAGS_BLOCK;
    }
    ACTS[rule->act](r, last, rule->clause);
}
