/* SPDX-License-Identifier: Apache-2.0 */
/* tagged.c: a JSON object between two tags, as a table names them. Clauses:
 * spec/families/object.md. */
#include "engines/tagged.h"

#include "core/ascii.h"
#include "core/out_around.h"
#include "core/out_call.h"
#include "core/step.h"

#include <stddef.h>
#include <string.h>

typedef enum tagged_state {
    TEXT,    /* outside a block; the start state */
    OPENING, /* held: the beginning of an opening tag */
    STRAY,   /* in what may be a closing tag outside a block; it is text already */
    ANSWER,  /* held: the beginning of a tag around the answer */
    LEAD,    /* held: an opening tag, and blanks */
    FOREIGN, /* after that, in what may begin a block of another syntax; text already */
    OBJECT,  /* held, until there is a name: the object and all before it */
    AFTER,   /* held: after the object, blanks and the beginning of a tag */
    LOST     /* the object cannot be followed any more: up to a closing tag */
} tagged_state;

/* -- the table -------------------------------------------------------------------------------- */

static const fp_tagged_table *tags_of(const fp_out *out)
{
    return fp_out_table(out);
}

static const char *open_of(const fp_out *out)
{
    return tags_of(out)->open;
}

static const char *close_of(const fp_out *out)
{
    return tags_of(out)->close;
}

/* Whether the byte is the first that tells the tag from the other one. */
static bool parts(const char *tag, const char *other, size_t count, unsigned char c)
{
    return count && c != (unsigned char)other[count] && strncmp(tag, other, count) == 0 &&
           c == (unsigned char)tag[count];
}

/* How many of the tag's first bytes, which were read, may begin it again. */
static uint8_t again(const char *tag, uint8_t count)
{
    for (uint8_t n = count; n-- > 1;)
        if (strncmp(tag, tag + (count - n), n) == 0)
            return n;
    return 0;
}

/* -- bytes and moves --------------------------------------------------------------------------- */

/* The offset of the byte that step() is looking at. */
static uint64_t here(const fp_out *out)
{
    return fp_out_offset(out) - 1;
}

/* Most often there is no object to forget. */
static void enter(fp_tagged *s, tagged_state next)
{
    if (s->state >= OBJECT)
        s->object = (fp_object){ 0 };
    memset(s, 0, offsetof(fp_tagged, object));
    s->state = (uint8_t)next;
}

/* Leaves the byte to another state. AGAIN. */
static bool leave_to(fp_tagged *s, tagged_state next)
{
    enter(s, next);
    return AGAIN;
}

/* Follows a tag by one byte; whether it continues with the byte. */
static bool follow(fp_tagged *s, const char *tag, unsigned char c)
{
    if (c != (unsigned char)tag[s->count])
        return false;
    s->count++;
    return true;
}

/* Whether a token that is part of the tag should begin with the byte, and is spelt (MODEL-7.2). */
static bool is_spelt_within(const fp_tagged *s, const fp_out *out, const char *tag)
{
    return s->count && tag[s->count] == '<' && fp_out_is_spelt(out);
}

/* After a byte that continued it: whether the tag is whole. */
static bool is_whole(const fp_tagged *s, const char *tag)
{
    return !tag[s->count];
}

/* -- outside a block --------------------------------------------------------------------------- */

static bool take_text(fp_tagged *s, fp_out *out, unsigned char c)
{
    if (c == '<')
        return leave_to(s, OPENING);
    fp_out_payload(out, c); /* OBJECT-8.1 */
    return TAKEN;
}

/* Holds a byte of what may become a block. TAKEN. */
static bool hold_opening(fp_tagged *s, fp_out *out, unsigned char c)
{
    if (!fp_out_hold(out, c)) { /* OBJECT-7.9 */
        fp_out_release(out);
        enter(s, TEXT);
    }
    return TAKEN;
}

/* What begins no token begins no tag of calls (MODEL-7.2). */
static bool take_spelt(fp_tagged *s, fp_out *out, unsigned char c)
{
    const bool foreign = s->after_tag && tags_of(out)->other;

    s->start = foreign ? here(out) : 0;
    s->state = foreign ? FOREIGN : TEXT;
    if (!foreign)
        fp_out_payload(out, c);
    return !foreign;
}

/* The held bytes are not a tag, but the last of them may begin one: OBJECT-2.8. AGAIN. */
static bool begin_again(fp_tagged *s, fp_out *out, uint8_t count)
{
    fp_out_release_first(out, fp_out_held_length(out) - count);
    enter(s, OPENING);
    s->count = count;
    s->start = here(out) - count;
    return AGAIN;
}

/* Whether the bytes, and then this one, begin the tag. */
static bool continues(const char *tag, fp_str bytes, unsigned char c)
{
    return tag && strncmp(tag, bytes.ptr, bytes.len) == 0 && (unsigned char)tag[bytes.len] == c;
}

/* Whether the last bytes held, so many, and then this one, begin a tag around the answer. */
static bool continues_answer(fp_out *out, size_t count, unsigned char c)
{
    const fp_tagged_table *table = tags_of(out);
    const fp_str held = fp_out_held(out);
    const fp_str last = { held.ptr + (held.len - count), count };

    return continues(table->answer, last, c) || continues(table->answer_end, last, c);
}

/* A tag around the answer ends with '>', and has no other. */
static bool take_answer(fp_tagged *s, fp_out *out, unsigned char c)
{
    const fp_str held = fp_out_held(out);

    if (continues_answer(out, held.len, c)) {
        if (c != '>')
            return hold_opening(s, out, c);
        fp_out_mark(out, FP_ROLE_FRAMING);
        fp_out_mark_byte(out, FP_ROLE_FRAMING);
        enter(s, TEXT);
        return TAKEN;
    }
    if (!continues(close_of(out), held, c)) {
        fp_out_release(out);
        return leave_to(s, TEXT);
    }
    s->count = (uint8_t)held.len;
    s->state = STRAY;
    fp_out_release(out);
    return AGAIN;
}

static bool take_opening(fp_tagged *s, fp_out *out, unsigned char c) /* OBJECT-2.1 */
{
    const fp_tagged_table *table = tags_of(out);
    const char *open = table->open, *other = table->other;
    const bool foreign = s->after_tag && other && parts(other, open, s->count, c);

    if (!s->count && fp_out_is_spelt(out))
        return take_spelt(s, out, c);
    if (!is_spelt_within(s, out, open) && follow(s, open, c)) {
        if (s->count == 1)
            s->start = here(out);
        if (is_whole(s, open))
            s->state = LEAD;
        return hold_opening(s, out, c);
    }
    if (again(open, s->count))
        return begin_again(s, out, again(open, s->count));
    if (s->count == 1 && !foreign && continues_answer(out, 1, c)) {
        s->state = ANSWER;
        return hold_opening(s, out, c);
    }
    fp_out_release(out);
    if (foreign || parts(table->close, open, s->count, c)) { /* OBJECT-8.2 */
        s->state = foreign ? FOREIGN : STRAY;
        return AGAIN;
    }
    return leave_to(s, TEXT); /* OBJECT-2.8 */
}

static bool take_stray(fp_tagged *s, fp_out *out, unsigned char c) /* OBJECT-8.2 */
{
    if (!follow(s, close_of(out), c))
        return leave_to(s, TEXT);
    if (is_whole(s, close_of(out))) {
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->start, "OBJECT-8.2");
        enter(s, TEXT);
    }
    fp_out_payload(out, c);
    return TAKEN;
}

static bool take_foreign(fp_tagged *s, fp_out *out, unsigned char c) /* HERMES-2.6 */
{
    const fp_tagged_table *table = tags_of(out);

    if (!follow(s, table->other, c))
        return leave_to(s, TEXT);
    if (is_whole(s, table->other)) {
        fp_out_diagnostic(out, FP_INVALID_JSON, s->start, table->bad_other);
        enter(s, LOST);
    }
    fp_out_payload(out, c);
    return TAKEN;
}

static bool take_lead(fp_tagged *s, fp_out *out, unsigned char c)
{
    if (fp_is_space(c))
        return hold_opening(s, out, c);
    if (c == '{') {
        s->state = OBJECT;
        return AGAIN;
    }
    fp_out_false_opener(out);
    fp_out_release(out); /* OBJECT-2.5 */
    enter(s, c == '<' ? OPENING : TEXT);
    s->after_tag = s->state == OPENING;
    return AGAIN;
}

/* -- a block that cannot be followed: OBJECT-2.7, OBJECT-7.1, OBJECT-7.5 ----------------------- */

/* From here on; strings: those of the object are followed. */
static void lose(fp_tagged *s, bool strings)
{
    const fp_object_lost lost = fp_object_lose(&s->object, strings);
    const bool is_block = s->is_block;

    enter(s, LOST);
    s->is_block = is_block;
    s->lost = lost;
}

/* The bytes held of a block without a name. */
static void give_up(fp_tagged *s, fp_out *out, bool strings)
{
    if (s->is_block) {
        fp_out_mark(out, FP_ROLE_FRAMING);
    } else {
        fp_out_false_opener(out);
        fp_out_release(out);
    }
    lose(s, strings);
}

static void mark_lost(const fp_tagged *s, fp_out *out, unsigned char c)
{
    if (s->is_block)
        fp_out_mark_byte(out, fp_out_in_call(out) ? FP_ROLE_SKIPPED : FP_ROLE_FRAMING);
    else
        fp_out_payload(out, c);
}

static bool take_lost(fp_tagged *s, fp_out *out, unsigned char c)
{
    mark_lost(s, out, c);
    if (fp_object_lost_string(&s->lost, out, c)) {
        s->count = 0;
        return TAKEN;
    }
    if (c == '<')
        s->count = !fp_out_is_spelt(out);
    else if (!s->count || !follow(s, close_of(out), c))
        s->count = 0;
    if (!is_whole(s, close_of(out)))
        return TAKEN;
    if (fp_out_in_call(out))
        fp_out_call_end(out, fp_out_offset(out)); /* it is spoilt */
    enter(s, TEXT);
    return TAKEN;
}

/* -- the object -------------------------------------------------------------------------------- */

static void wrong_byte(fp_tagged *s, fp_out *out) /* OBJECT-2.7, OBJECT-7.1 */
{
    const uint64_t wrong = here(out);

    if (!fp_out_in_call(out)) {
        fp_out_diagnostic(out, FP_INVALID_JSON, wrong, s->is_block ? "OBJECT-7.1" : "OBJECT-2.7");
        give_up(s, out, false);
        return;
    }
    fp_out_call_diagnostic(out, FP_INVALID_JSON, wrong, "OBJECT-7.1");
    fp_out_call_spoil(out);
    lose(s, false);
}

/* OBJECT-7.8. TAKEN. */
static bool take_too_deep(fp_tagged *s, fp_out *out, unsigned char c)
{
    fp_out_limit_exceeded(out, here(out));
    if (fp_out_in_call(out)) {
        fp_out_call_spoil(out);
        lose(s, true);
    } else {
        give_up(s, out, true);
    }
    mark_lost(s, out, c);
    return TAKEN;
}

/* OBJECT-4.3, OBJECT-9.2: the held bytes end with the name. */
static void begin_call(fp_tagged *s, fp_out *out)
{
    const fp_str held = fp_out_held(out);
    const size_t lead = (size_t)((const char *)memchr(held.ptr, '{', held.len) - held.ptr);
    const size_t tag = strlen(open_of(out));

    if (!fp_object_begin(&s->object, out, fp_out_mark_offset(out))) {
        fp_out_release(out);
        enter(s, TEXT);
        return;
    }
    s->is_block = true;
    fp_out_mark_first(out, tag, FP_ROLE_MARKER);
    fp_out_mark_first(out, lead - tag, FP_ROLE_BLANK);
    fp_object_give_held(&s->object, out);
}

/* OBJECT-7.4: the object is whole, and has no name. */
static void end_nameless(fp_tagged *s, fp_out *out)
{
    fp_object_refuse_name(&s->object, out, s->start);
    if (s->is_block) {
        fp_out_mark(out, FP_ROLE_FRAMING);
        s->state = AFTER;
        s->count = 0;
        return;
    }
    fp_out_false_opener(out);
    fp_out_release(out);
    enter(s, TEXT);
}

/* A byte of an object without a name so far. TAKEN. */
static bool hold_object(fp_tagged *s, fp_out *out, unsigned what, unsigned char c)
{
    if (s->object.naming > FP_OBJECT_NAMED) { /* OBJECT-4.3, OBJECT-7.5, OBJECT-7.6 */
        fp_object_refuse_name(&s->object, out, s->start);
        give_up(s, out, true);
        mark_lost(s, out, c);
        return TAKEN;
    }
    if (what & FP_OBJECT_COLON && s->object.member != FP_OBJECT_NAME) /* OBJECT-2.4 */
        s->is_block = true;
    if (s->is_block ? !fp_out_hold_unit(out, c) : !fp_out_hold(out, c)) /* OBJECT-7.9 */
        give_up(s, out, true);
    else if (s->object.naming == FP_OBJECT_NAMED)
        begin_call(s, out);
    else if (what & FP_OBJECT_CLOSED)
        end_nameless(s, out);
    return TAKEN;
}

static bool take_object(fp_tagged *s, fp_out *out, unsigned char c)
{
    unsigned what;

    if (fp_object_give_inside(&s->object, out, c)) {
        fp_out_mark_byte(out, FP_ROLE_VALUE);
        return TAKEN;
    }
    what = fp_object_read(&s->object, out, c, here(out));
    if (what & FP_OBJECT_WRONG) {
        wrong_byte(s, out);
        return AGAIN;
    }
    if (what & FP_OBJECT_TOO_DEEP)
        return take_too_deep(s, out, c);
    if (!fp_out_in_call(out))
        return hold_object(s, out, what, c);
    fp_out_mark_byte(out, fp_object_give(&s->object, out, what, c, here(out)));
    if (what & FP_OBJECT_CLOSED) {
        s->state = AFTER;
        s->count = 0;
    }
    return TAKEN;
}

/* -- after the object -------------------------------------------------------------------------- */

/* The block ends before what is held. OBJECT-7.2, OBJECT-6.5 */
static void end_early(fp_out *out, bool whole)
{
    const uint64_t end = fp_out_mark_offset(out);

    if (fp_out_in_call(out) && whole)
        fp_out_call_end(out, end);
    else if (fp_out_in_call(out))
        fp_out_call_cut(out, end, "OBJECT-7.2");
}

/* The held bytes, and what follows, are outside the block. */
static bool leave_block(fp_tagged *s, fp_out *out)
{
    end_early(out, false);
    fp_out_release(out);
    return leave_to(s, TEXT);
}

/* Begins an opening tag after the object: the blanks before it are text in any case. */
static void begin_next(fp_tagged *s, fp_out *out, bool whole)
{
    const uint64_t start = here(out) - s->count;

    end_early(out, whole);
    fp_out_release_first(out, fp_out_held_length(out) - s->count);
    s->is_block = false;
    s->is_opening = false;
    s->start = start;
    s->object = (fp_object){ 0 };
}

static void close_block(fp_tagged *s, fp_out *out) /* OBJECT-3.1 */
{
    const size_t tag = s->count - 1u; /* all but the byte itself */
    const bool in_call = fp_out_in_call(out);

    fp_out_mark_first(out, fp_out_held_length(out) - tag,
                      in_call ? FP_ROLE_BLANK : FP_ROLE_FRAMING);
    fp_out_mark(out, in_call ? FP_ROLE_MARKER : FP_ROLE_FRAMING);
    fp_out_mark_byte(out, in_call ? FP_ROLE_MARKER : FP_ROLE_FRAMING);
    if (in_call)
        fp_out_call_end(out, fp_out_offset(out));
    enter(s, TEXT);
}

static bool hold_after(fp_tagged *s, fp_out *out, unsigned char c)
{
    if (!fp_out_hold(out, c)) /* OBJECT-7.9 */
        leave_block(s, out);
    return TAKEN;
}

/* The same, where what is held ends in the beginning of a tag. */
static bool leave_tag(fp_tagged *s, fp_out *out, unsigned char c)
{
    const uint8_t before = s->count;
    const uint8_t count = s->is_opening ? again(open_of(out), before) : 0;
    const bool is_answer = before && continues_answer(out, before, c);

    if (!count && !is_answer)
        return leave_block(s, out);
    end_early(out, false);
    if (!is_answer)
        return begin_again(s, out, count);
    fp_out_release_first(out, fp_out_held_length(out) - before);
    enter(s, ANSWER);
    s->start = here(out) - before;
    return AGAIN;
}

static bool take_after(fp_tagged *s, fp_out *out, unsigned char c)
{
    const fp_tagged_table *table = tags_of(out);
    const char *open = table->open, *close = table->close;

    if (!s->count && fp_is_space(c))
        return hold_after(s, out, c);
    if (!s->is_opening && parts(open, close, s->count, c)) { /* OBJECT-7.2 */
        s->is_opening = true;
        if (fp_out_policy(out, FP_RECOVERY) != FP_RECOVERY_LENIENT || !fp_out_in_call(out)) {
            begin_next(s, out, false);
            s->state = OPENING;
            return AGAIN;
        }
    }
    if (!s->count && fp_out_is_spelt(out)) /* MODEL-7.2 */
        return leave_block(s, out);
    if (is_spelt_within(s, out, s->is_opening ? open : close) ||
        !follow(s, s->is_opening ? open : close, c))
        return leave_tag(s, out, c);
    if (!s->is_opening && is_whole(s, close)) {
        close_block(s, out);
        return TAKEN;
    }
    if (s->is_opening && is_whole(s, open)) { /* OBJECT-6.5 */
        s->count--;
        begin_next(s, out, true);
        s->state = OPENING;
        return AGAIN;
    }
    return hold_after(s, out, c);
}

/* -- the syntax -------------------------------------------------------------------------------- */

/* Each takes the byte, or leaves it to another state and returns AGAIN. */
static bool (*const TAKE[])(fp_tagged *s, fp_out *out, unsigned char c) = {
    [TEXT] = take_text,     [OPENING] = take_opening, [STRAY] = take_stray,
    [LEAD] = take_lead,     [ANSWER] = take_answer,   [FOREIGN] = take_foreign,
    [OBJECT] = take_object, [AFTER] = take_after,     [LOST] = take_lost,
};

void fp_tagged_step(void *self, fp_out *out, unsigned char c)
{
    for (fp_tagged *s = self; !TAKE[s->state](s, out, c);)
        continue;
}

/* OBJECT-5.3 */
static fp_in_string in_string(const void *self)
{
    const fp_tagged *s = self;

    return s->state == OBJECT && fp_object_in_value(&s->object) ? FP_STRING_PAYLOAD
                                                                : FP_STRING_OTHER;
}

static void finish_call(const fp_tagged *s, fp_out *out) /* OBJECT-7.3 */
{
    fp_out_mark(out, FP_ROLE_SKIPPED);
    if (s->state == AFTER && !s->count)
        fp_out_call_lacks_end(out, "OBJECT-7.3");
    else
        fp_out_call_unfinished(out, "OBJECT-7.3");
}

void fp_tagged_finish(void *self, fp_out *out)
{
    const fp_tagged *s = self;
    const bool opened = s->state == LEAD || s->state == OBJECT;

    if (fp_out_in_call(out)) {
        finish_call(s, out);
        return;
    }
    if (s->state == OBJECT)
        fp_out_diagnostic(out, FP_UNTERMINATED_CALL, s->start, "OBJECT-7.4");
    if (opened)
        fp_out_cite(out, "OBJECT-7.10");
    if (s->is_block || opened)
        fp_out_mark(out, FP_ROLE_FRAMING);
    else
        fp_out_release(out);
}

static unsigned at_ease(const void *self)
{
    const fp_tagged *s = self;

    return s->state == TEXT;
}

/* All tags begin with it. */
static const char *const TO_TAG[] = { "<", NULL };

const fp_speed FP_TAGGED_FAST = {
    .at_ease = at_ease,
    .leads = { TO_TAG },
    .in_string = in_string,
};
