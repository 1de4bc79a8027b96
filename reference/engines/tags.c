/* SPDX-License-Identifier: Apache-2.0 */
/* tags.c: the parser of notations that are made of tags: which bytes are a tag, and what becomes of
 * those that began like one. What a whole tag does: tags-acts.c. */
#include "core/ascii.h"
#include "core/out_around.h"
#include "core/out_call.h"
#include "core/step.h"
#include "engines/tags-reader.h"
#include "engines/tags-table.h"

#include <string.h>

/* -- what is not a tag ----------------------------------------------------------------------- */

/* Whether the mark begins with these bytes. */
static bool begins_with(const char *mark, fp_str bytes)
{
    for (size_t n = 0; n < bytes.len; n++)
        if (!mark[n] || mark[n] != bytes.ptr[n]) /* GCOVR_EXCL_BR_LINE: no mark begins another */
            return false;
    return true;
}

/* The tags that do something here and whose marks begin with what is read of one. spelt: its first
 * byte begins no token. */
static uint16_t candidates(const fp_tags_reader *r, fp_str read, bool spelt)
{
    uint16_t found = 0;

    for (unsigned t = 0; r->table->tags[t].mark; t++)
        if (fp_tags_rule_of(r, t)->act && begins_with(r->table->tags[t].mark, read) &&
            (!spelt || fp_out_may_be_mark(r->out, r->table->tags[t].mark)))
            found |= (uint16_t)(1u << t);
    return found;
}

/* The same at the first byte of one. */
static uint16_t first_candidates(const fp_tags_reader *r)
{
    uint16_t found = 0;

    for (unsigned t = 0; r->table->tags[t].mark; t++)
        if (fp_tags_rule_of(r, t)->act && fp_out_may_be_mark(r->out, r->table->tags[t].mark))
            found |= (uint16_t)(1u << t);
    return found;
}

/* GCOVR_EXCL_BR_START: no mark of our syntaxes begins as a fence does; test_tag_marks has tables */

/* Whether what was released just now opened a quotation: then what is held is of it, and text. */
static bool is_quoted(fp_tags_reader *r)
{
    if (!fp_out_quoted(r->out))
        return false;
    fp_out_release(r->out);
    fp_tags_forget(r->s);
    return true;
}

/* GCOVR_EXCL_BR_STOP */

/* What is held before the tag, if any, is text, and the tag is read as outside. */
static void leave_block(fp_tags_reader *r)
{
    fp_tags *s = r->s;

    fp_out_release_first(r->out, s->lead);
    s->lead = 0;
    s->area = FP_TAGS_OUTSIDE;
    if (is_quoted(r)) /* GCOVR_EXCL_BR_LINE: likewise */
        return;
    s->candidates = candidates(r, (fp_str){ fp_tags_this(r)->mark, s->mark }, s->spelt);
}

/* What is held may begin another tag outside than it did in the block: it is read so, or is text.
 */
static void read_as_outside(fp_tags_reader *r)
{
    fp_tags *s = r->s;
    const fp_str held = fp_out_held(r->out);

    s->candidates = candidates(r, held, s->spelt);
    if (s->candidates == 0) {
        fp_out_release(r->out);
        fp_tags_forget(s);
        return;
    }
    for (unsigned t = 0; r->table->tags[t].mark; t++)
        if (s->candidates & 1u << t)
            s->tag = (uint8_t)t;
    s->part = MARK;
    s->mark = held.len;
    s->before = s->name = s->blanks = s->digits = s->end = 0;
}

/* The block ends before what is held, which is read as outside. AGAIN: so is the byte after it. */
static bool end_early(fp_tags_reader *r)
{
    fp_out_call_cut(r->out, fp_out_mark_offset(r->out), r->table->clauses.bad_line);
    leave_block(r);
    if (r->s->part == NAME && !fp_tags_rule_of(r, r->s->tag)->act)
        read_as_outside(r);
    return AGAIN;
}

/* What follows a closed inner part is outside. AGAIN: the byte is read again. */
static bool end_closed(fp_tags_reader *r)
{
    fp_tags_end_block(r, fp_out_mark_offset(r->out), true, r->table->clauses.bad_line);
    leave_block(r);
    return AGAIN;
}

/* A wrapping tag is followed by what opens no block. */
static void diagnose_wrap(fp_tags_reader *r)
{
    fp_out_diagnostic(r->out, FP_BAD_NAME, fp_out_mark_offset(r->out), r->table->clauses.bad_wrap);
    fp_out_cite(r->out, r->table->clauses.bad_wrap);
    fp_out_false_opener(r->out);
}

/* How many of the last bytes held another tag may begin with: those after the first byte of a mark
 * that nothing follows, or of what follows the name. */
static size_t read_after_first(const fp_tags_reader *r)
{
    const fp_tags *s = r->s;

    if (fp_tags_is_payload(r, s->tag))
        return 0;
    return s->part == MARK || !(s->before + s->name + s->end) ? s->mark - 1 : s->end;
}

/* How many of them do, from the first that begins one on. None is a token with the byte that came.
 */
static size_t end_to_read_again(const fp_tags_reader *r)
{
    const fp_str held = fp_out_held(r->out);

    for (size_t n = read_after_first(r); n; n--)
        if (candidates(r, (fp_str){ held.ptr + held.len - n, n }, true))
            return n;
    return 0;
}

/* Such bytes are held: they are how a tag begins here. */
static void read_end_again(fp_tags_reader *r)
{
    fp_tags *s = r->s;
    const fp_str held = fp_out_held(r->out);

    if (is_quoted(r)) /* GCOVR_EXCL_BR_LINE: likewise */
        return;
    s->spelt = true;
    s->start = fp_out_mark_offset(r->out);
    s->mark = held.len;
    s->candidates = candidates(r, held, true);
    s->part = MARK;
    for (unsigned t = 0; r->table->tags[t].mark; t++)
        if (s->candidates & 1u << t)
            s->tag = (uint8_t)t;
}

/* What began like a tag is not one. AGAIN: the byte after it is read again. */
static bool no_tag(fp_tags_reader *r)
{
    fp_tags *s = r->s;

    s->fresh = false;
    if (fp_tags_read_passed_again(r))
        return AGAIN;

    const size_t again = end_to_read_again(r);

    if (s->area == FP_TAGS_OPENED) {
        diagnose_wrap(r);
        if (s->part == MARK)
            leave_block(r);
        else
            fp_tags_give_up(r, r->table->clauses.bad_wrap);
        return AGAIN;
    }
    if (s->area == FP_TAGS_CLOSING)
        return end_closed(r);
    if (s->area == FP_TAGS_BLOCK && !r->table->breaks)
        return end_early(r);
    if (s->area == FP_TAGS_BLOCK) {
        fp_tags_break(r, s->start, r->table->clauses.bad_line);
        fp_out_mark_first(r->out, fp_out_held_length(r->out) - again, FP_ROLE_SKIPPED);
    } else {
        if (r->table->clauses.bad_name && s->area == s->around && s->part == NAME &&
            !fp_tags_is_payload(r, s->tag)) {
            fp_out_diagnostic(r->out, FP_BAD_NAME, s->start, r->table->clauses.bad_name);
            fp_out_cite(r->out, r->table->clauses.bad_name);
        }
        fp_tags_resume_but(r, again);
    }
    fp_tags_forget(s);
    if (again)
        read_end_again(r);
    return AGAIN;
}

/* What is held is over the limit, or the name in it is. */
static void too_much(fp_tags_reader *r, const char *clause)
{
    fp_tags *s = r->s;
    const bool in_block = s->area == FP_TAGS_BLOCK || s->area == FP_TAGS_CLOSING;

    if (in_block && s->part == NO_TAG) { /* blanks */
        fp_tags_mark_lead(r);
    } else if (in_block && r->table->breaks) {
        fp_tags_mark_lead(r);
        fp_tags_break(r, s->start, r->table->clauses.bad_line);
        fp_out_mark(r->out, FP_ROLE_SKIPPED);
        fp_tags_forget(s);
    } else if (fp_tags_in_value(s)) {
        fp_out_cite(r->out, clause);
        fp_out_release(r->out);
        fp_tags_forget(s);
    } else {
        if (in_block)
            fp_out_call_cut(r->out, fp_out_mark_offset(r->out), r->table->clauses.bad_line);
        fp_tags_give_up(r, clause);
    }
}

bool fp_tags_hold(fp_tags_reader *r, unsigned char c)
{
    if (!fp_out_hold(r->out, c))
        too_much(r, r->table->clauses.long_tag);
    return TAKEN;
}

/* Keeps a byte of the tag. TAKEN. */
static bool keep(fp_tags_reader *r, unsigned char c)
{
    const fp_tags_rule *rule = fp_tags_rule_of(r, r->s->tag);

    if (fp_tags_is_payload(r, r->s->tag)) {
        fp_out_release(r->out);
        fp_tags_pass(r, c);
        return TAKEN;
    }
    if (rule->act == FP_TAGS_ENDS && rule->name == FP_TAGS_ANY_NAME &&
        fp_out_held_length(r->out) >= fp_out_limits(r->out)->held) {
        fp_out_mark(r->out, FP_ROLE_MARKER); /* it ends the block, whatever its name */
        fp_out_mark_byte(r->out, FP_ROLE_MARKER);
        return TAKEN;
    }
    return fp_tags_hold(r, c);
}

/* -- states: each takes the byte, or leaves it to be read again and returns AGAIN ------------- */

/* A byte that begins no tag. */
static bool take_plain(fp_tags_reader *r, unsigned char c)
{
    fp_tags *s = r->s;
    const bool space = fp_is_space(c);

    if (s->area == FP_TAGS_OUTSIDE || s->area == FP_TAGS_FOREIGN || s->area == FP_TAGS_VALUE) {
        fp_tags_pass(r, c);
        return TAKEN;
    }
    if (s->area == FP_TAGS_BRANCH)
        return fp_tags_pass(r, c), TAKEN;
    if (s->area == FP_TAGS_BLOCK && fp_tags_begins_body(r, c))
        return AGAIN;
    if (s->area == FP_TAGS_BLOCK && r->table->breaks) {
        if (!space)
            fp_tags_break(r, fp_out_offset(r->out) - 1, r->table->clauses.bad_line);
        fp_out_mark_byte(r->out, space ? FP_ROLE_BLANK : FP_ROLE_SKIPPED);
        return TAKEN;
    }
    if (space) {
        s->lead++;
        return fp_tags_hold(r, c);
    }
    if (s->area == FP_TAGS_BLOCK)
        return end_early(r);
    if (s->area == FP_TAGS_CLOSING)
        return end_closed(r);
    diagnose_wrap(r);
    if (!memchr(r->table->foreign, c, strlen(r->table->foreign))) {
        fp_tags_give_up(r, r->table->clauses.bad_wrap);
        return AGAIN;
    }
    fp_tags_give_up(r, fp_tags_clause_of_foreign(r));
    s->area = FP_TAGS_FOREIGN;
    fp_tags_pass(r, c);
    return TAKEN;
}

/* One of the area's marks, which begin alike. */
static const char *first_mark(const fp_tags_reader *r)
{
    unsigned t = 0;

    while (r->s->area == FP_TAGS_QUOTED && !fp_tags_rule_of(r, t)->act)
        t++;
    return r->table->tags[t].mark;
}

/* The tags that may begin with this byte. */
static uint16_t begun(const fp_tags_reader *r, unsigned char c)
{
    const bool begins = c == (unsigned char)first_mark(r)[0] && /* that of all */
                        !fp_out_quoted(r->out);                 /* GCOVR_EXCL_BR_LINE: likewise */

    return begins ? first_candidates(r) : 0;
}

bool fp_tags_may_begin(const fp_tags_reader *r, unsigned char c)
{
    return begun(r, c) != 0;
}

static bool take_no_tag(fp_tags_reader *r, unsigned char c)
{
    fp_tags *s = r->s;

    const uint16_t found = begun(r, c);

    if (!found)
        return take_plain(r, c);
    s->part = MARK;
    s->candidates = found;
    s->start = fp_out_offset(r->out) - 1;
    s->spelt = fp_out_is_spelt(r->out);
    return AGAIN;
}

/* The byte is the last of the tag. */
static bool act_on(fp_tags_reader *r, unsigned char last)
{
    fp_tags_act_on(r, last);
    return TAKEN;
}

static bool take_mark(fp_tags_reader *r, unsigned char c)
{
    unsigned named, whole;
    bool ends = false;

    if (!fp_tags_follow_mark(r, c, &ends)) {
        named = fp_tags_whole_mark(r, true);
        if (named == FP_TAGS_MAX)
            named = fp_tags_shorter_mark(r);
        if (named == FP_TAGS_MAX)
            return no_tag(r);
        r->s->tag = (uint8_t)named;
        r->s->part = NAME;
        return AGAIN;
    }
    whole = ends ? fp_tags_whole_mark(r, false) : FP_TAGS_MAX;
    if (whole == FP_TAGS_MAX)
        return keep(r, c);
    r->s->tag = (uint8_t)whole;
    return act_on(r, c);
}

static fp_str own_name(const fp_tags_reader *r)
{
    return fp_tags_this(r)->of_argument ? fp_out_key(r->out) : fp_out_call_name(r->out);
}

static const fp_tags_alphabet *alphabet(const fp_tags_reader *r)
{
    return fp_tags_this(r)->of_argument ? &r->table->keys : &r->table->names;
}

static bool continues_name(const fp_tags_reader *r, unsigned char c)
{
    const fp_tags *s = r->s;
    fp_str own;

    if (s->blanks || s->end)
        return false;
    if (fp_tags_rule_of(r, s->tag)->name == FP_TAGS_ANY_NAME)
        return fp_tags_offers_name(r, c) && fp_tags_name_continues(r, alphabet(r), c);
    own = own_name(r);
    return s->name < own.len && c == (unsigned char)own.ptr[s->name];
}

static bool is_whole_name(const fp_tags_reader *r)
{
    const fp_tags *s = r->s;
    fp_str name;

    if (!fp_tags_offers_name(r, '\0'))
        return false;
    if (fp_tags_rule_of(r, s->tag)->name == FP_TAGS_OWN_NAME)
        return s->name == own_name(r).len;
    if (!s->name || !alphabet(r)->ends)
        return fp_tags_has_name(r);
    name = fp_out_held_part(r->out, s->lead + s->mark + s->before, s->name);
    return alphabet(r)->ends((unsigned char)name.ptr[name.len - 1]);
}

static bool is_blank(const fp_tags_reader *r, unsigned char c)
{
    if (fp_tags_this(r)->blanks & FP_TAGS_ANY_BLANKS)
        return fp_is_space(c);
    return r->lenient && fp_is_blank(c);
}

/* Whether the tag may have a blank here; it is counted. */
static bool take_blank(fp_tags_reader *r)
{
    const uint8_t side = r->s->name ? FP_TAGS_AFTER_NAME : FP_TAGS_BEFORE_NAME;
    size_t *count = r->s->name ? &r->s->blanks : &r->s->before;

    if (!(fp_tags_this(r)->blanks & side) || *count >= r->table->blanks)
        return false;
    if (r->s->name && !is_whole_name(r))
        return false;
    if (r->s->end && fp_tags_this(r)->blanks & FP_TAGS_ANY_BLANKS)
        return false; /* what follows the name is a mark, and whole */
    ++*count;
    return true;
}

static bool take_name_byte(fp_tags_reader *r, unsigned char c)
{
    fp_tags *s = r->s;
    const uint8_t act = fp_tags_rule_of(r, s->tag)->act;

    if (fp_tags_name_is_over(r, c)) {
        too_much(r, r->table->clauses.long_name);
        return AGAIN;
    }
    if (act == FP_TAGS_ENDS || act == FP_TAGS_SETTLES) {
        const fp_str own = own_name(r);

        s->differs = s->differs || s->name >= own.len || c != (unsigned char)own.ptr[s->name];
    }
    fp_tags_note_name(r, c);
    return keep(r, c);
}

/* The tag is whole before the byte, if that is a blank or begins a tag. */
__attribute__((noinline)) static bool ends_before(fp_tags_reader *r, unsigned char c)
{
    if (!fp_is_space(c) && c != (unsigned char)r->table->tags[0].mark[0])
        return false;
    if (!is_whole_name(r))
        return false;
    r->ended = true;
    fp_tags_act_on(r, c);
    return true;
}

/* Whether the byte is a blank in what follows the name; it is counted. */
static bool take_inner_blank(fp_tags_reader *r, const char *end, unsigned char c)
{
    fp_tags *s = r->s;

    if (end[s->end] != '\n')
        return false;
    if (fp_is_space(c))
        s->blanks++;
    else
        s->end++;
    return fp_is_space(c);
}

/* Whether the byte is one of what follows the name, and not the last one; it is counted. Apart, as
 * the one above, so that a byte of a name needs little stack. */
__attribute__((noinline)) static bool take_end_byte(fp_tags_reader *r, const char *end,
                                                    unsigned char c)
{
    if (take_inner_blank(r, end, c) || fp_tags_take_digit(r, end, c))
        return true;
    if (!fp_tags_goes_on(r, end + r->s->end, c) || !end[r->s->end + 1])
        return false;
    r->s->end++;
    return true;
}

static bool take_name(fp_tags_reader *r, unsigned char c)
{
    const fp_tags *s = r->s;
    const char *end;

    if (r->table->json_end)
        fp_tags_note_flag(r, c);
    if (r->table->offers)
        fp_tags_choose(r, c);
    end = fp_tags_end(r);

    if (fp_tags_ends_line(fp_tags_this(r))) {
        if (ends_before(r, c))
            return AGAIN;
    } else if (s->end || (fp_tags_goes_on(r, end, c) && is_whole_name(r))) {
        if (take_end_byte(r, end, c))
            return keep(r, c);
        if (fp_tags_goes_on(r, end + s->end, c))
            return act_on(r, c);
    }
    if (is_blank(r, c) && take_blank(r))
        return keep(r, c);
    return continues_name(r, c) ? take_name_byte(r, c) : no_tag(r);
}

/* -- the engine ------------------------------------------------------------------------------ */

static bool (*const TAKE[])(fp_tags_reader *r, unsigned char c) = {
    [NO_TAG] = take_no_tag,
    [MARK] = take_mark,
    [NAME] = take_name,
    [SECTION_START] = fp_tags_take_section_start,
    [SECTION_TEXT] = fp_tags_take_section_text,
    [FENCE] = fp_tags_take_fence,
    [JSON] = fp_tags_take_json,
    [TOO_DEEP] = fp_tags_take_too_deep,
    [OWN_LINE] = fp_tags_take_own_line,
};

static fp_tags_reader reader_of(void *state, fp_out *out)
{
    const fp_tags_table *table = fp_out_table(out);
    const bool lenient = fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;

    return (fp_tags_reader){ .table = table,
                             .s = state,
                             .out = out,
                             .rules = *(lenient ? table->lenient : table->strict),
                             .lenient = lenient };
}

void fp_tags_step(void *state, fp_out *out, unsigned char byte)
{
    fp_tags_reader r = reader_of(state, out);

    while (!TAKE[r.s->part](&r, byte))
        continue;
}

/* What is held when the input ends, outside the tags of a block. */
static void finish_payload(fp_tags_reader *r)
{
    const char *framing = r->s->area == FP_TAGS_OPENED ? r->table->clauses.cut_wrap
                          : r->s->part == NAME && !fp_tags_in_value(r->s)
                              ? r->table->clauses.cut_open
                              : NULL;
    const char *cut = framing ? framing : r->table->clauses.cut_tag;

    fp_out_cite(r->out, fp_tags_in_value(r->s) ? r->table->clauses.unfinished : cut);
    if (framing)
        fp_out_mark(r->out, FP_ROLE_FRAMING);
    else
        fp_out_release(r->out);
}

void fp_tags_finish(void *state, fp_out *out)
{
    fp_tags_reader r = reader_of(state, out);
    const char *unfinished = r.table->clauses.unfinished;
    const bool between = r.s->area == FP_TAGS_BLOCK || r.s->area == FP_TAGS_CLOSING;

    if (between) {
        fp_tags_mark_lead(&r);
        fp_out_cite(out, unfinished);
        fp_out_mark(out, FP_ROLE_SKIPPED);
    } else {
        finish_payload(&r);
    }
    if (!fp_out_in_call(out))
        return;
    if (r.s->broken) /* never recovered */
        fp_out_call_cut(out, fp_out_offset(out), unfinished);
    else if (between && r.s->part == r.s->idle)
        fp_out_call_lacks_end(out, unfinished);
    else
        fp_out_call_unfinished(out, unfinished);
}

unsigned fp_tags_at_ease(const void *state)
{
    const fp_tags *s = state;

    if (s->area == FP_TAGS_QUOTED)
        return s->part == SECTION_TEXT ? 2 : 0;
    if (s->area == FP_TAGS_BRANCH)
        return s->part == NO_TAG;
    return s->part == NO_TAG && !s->fresh &&
           (s->area == FP_TAGS_OUTSIDE || s->area == FP_TAGS_FOREIGN || s->area == FP_TAGS_VALUE);
}
