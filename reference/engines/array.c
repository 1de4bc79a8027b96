/* SPDX-License-Identifier: Apache-2.0 */
/* array.c: the objects of a JSON array after a mark, each of them a call. Clauses:
 * spec/families/array.md. */
#include "engines/array.h"

#include "core/ascii.h"
#include "core/out_around.h"
#include "core/step.h"

#include <stddef.h>
#include <string.h>

/* -- bytes and moves --------------------------------------------------------------------------- */

/* The offset of the byte that step() is looking at. */
static uint64_t here(const fp_out *out)
{
    return fp_out_offset(out) - 1;
}

static const fp_array_table *table_of(const fp_out *out)
{
    return fp_out_table(out);
}

/* Most often there is no object to forget. */
static void enter(fp_array *s, fp_array_state next)
{
    if (s->state >= FP_ARRAY_OBJECT)
        s->object = (fp_object){ 0 };
    memset(s, 0, offsetof(fp_array, object));
    s->state = (uint8_t)next;
}

/* Leaves the byte to another state. AGAIN. */
static bool leave_to(fp_array *s, fp_array_state next)
{
    enter(s, next);
    return AGAIN;
}

/* Follows a mark by one byte; whether the byte continues it, as a token where one begins there
 * (MODEL-7.2). */
static bool follow(fp_array *s, const fp_out *out, const char *mark, unsigned char c)
{
    if (c != (unsigned char)mark[s->count] || !fp_out_may_be_mark(out, mark + s->count))
        return false;
    s->count++;
    return true;
}

/* Whether a mark may begin with the byte. */
static bool begins(const fp_out *out, const char *mark, unsigned char c)
{
    return mark && c == (unsigned char)*mark && fp_out_may_be_mark(out, mark);
}

/* After a byte that continued it: whether the mark is whole. */
static bool is_whole(const fp_array *s, const char *mark)
{
    return !mark[s->count];
}

/* -- outside a block --------------------------------------------------------------------------- */

static bool take_text(fp_array *s, fp_out *out, unsigned char c)
{
    if (begins(out, table_of(out)->open, c) || begins(out, table_of(out)->also, c))
        return leave_to(s, FP_ARRAY_OPENING);
    fp_out_payload(out, c); /* ARRAY-8.1 */
    return TAKEN;
}

/* Holds a byte of what may become a block. TAKEN. */
static bool hold_opening(fp_array *s, fp_out *out, unsigned char c)
{
    if (!fp_out_hold(out, c)) { /* ARRAY-7.8 */
        fp_out_release(out);
        enter(s, FP_ARRAY_TEXT);
    }
    return TAKEN;
}

/* Follows either mark by one byte, as long as they begin alike, or the one that it is. */
static bool follow_opening(fp_array *s, const fp_out *out, unsigned char c)
{
    const fp_array_table *table = table_of(out);

    if (!s->also && follow(s, out, table->open, c))
        return true;
    if (!table->also || (!s->also && strncmp(table->also, table->open, s->count) != 0))
        return false;
    s->also = true;
    return follow(s, out, table->also, c);
}

/* Whether the last bytes that are held begin the mark, and are not all of it. A token comes whole,
 * so none has begun there. */
static bool ends_in(const fp_out *out, fp_str held, const char *mark, size_t count)
{
    return mark && count < strlen(mark) && memcmp(held.ptr + held.len - count, mark, count) == 0 &&
           fp_out_may_be_mark(out, mark);
}

/* The held bytes are text, but the last of them, so many at most, may begin a mark: ARRAY-2.7.
 * AGAIN. */
static bool begin_again(fp_array *s, fp_out *out, size_t most)
{
    const fp_array_table *table = table_of(out);
    const fp_str held = fp_out_held(out);
    size_t count = most < UINT8_MAX ? most : UINT8_MAX;
    bool also;

    /* GCOVR_EXCL_BR_START: a mark has no more of the other one in it than both begin with */
    while (count && !ends_in(out, held, table->open, count) &&
           !ends_in(out, held, table->also, count))
        count--;
    also = count && !ends_in(out, held, table->open, count);
    /* GCOVR_EXCL_BR_STOP */
    if (count)
        fp_out_release_first(out, held.len - count);
    else
        fp_out_release(out);
    enter(s, count ? FP_ARRAY_OPENING : FP_ARRAY_TEXT);
    s->count = (uint8_t)count;
    s->also = also;
    return AGAIN;
}

/* The held bytes are a fence's run, and this byte makes it longer: none of it is a mark. True. */
static bool take_long_run(fp_array *s, fp_out *out, unsigned char c)
{
    fp_out_release(out);
    fp_out_payload(out, c);
    enter(s, fp_out_quoted(out) ? FP_ARRAY_TEXT : FP_ARRAY_RUN); /* quoted, up to the line end */
    return TAKEN;
}

static bool take_run(fp_array *s, fp_out *out, unsigned char c)
{
    if (c != (unsigned char)*table_of(out)->open)
        return leave_to(s, FP_ARRAY_TEXT);
    fp_out_payload(out, c);
    return TAKEN;
}

static bool take_opening(fp_array *s, fp_out *out, unsigned char c) /* ARRAY-2.1 */
{
    const fp_array_table *table = table_of(out);

    if (table->fence && s->count == strlen(table->close) && c == (unsigned char)*table->close)
        return take_long_run(s, out, c);
    if (!follow_opening(s, out, c))
        return begin_again(s, out, fp_out_held_length(out) - 1);
    if (is_whole(s, s->also ? table->also : table->open)) {
        s->state = FP_ARRAY_LEAD;
        s->bracket = table->bare;
    }
    return hold_opening(s, out, c);
}

/* An object of the array begins here. AGAIN: the byte is left to it. */
static bool begin_object(fp_array *s, const fp_out *out)
{
    s->state = FP_ARRAY_OBJECT;
    s->begin = here(out);
    s->dead = false;
    s->object = (fp_object){ 0 };
    return AGAIN;
}

/* The array ends with this byte, and what is held before it is framing. */
static void end_array(fp_array *s, fp_out *out)
{
    fp_out_mark(out, FP_ROLE_FRAMING);
    fp_out_mark_byte(out, FP_ROLE_FRAMING);
    enter(s, FP_ARRAY_AFTER);
}

/* Whether the byte begins the mark as a token, and so nothing else, not even a bracket. */
static bool begins_token(const fp_out *out, const char *mark, unsigned char c)
{
    return fp_out_policy(out, FP_MARKERS) == FP_MARKERS_TOKEN && begins(out, mark, c);
}

static bool take_lead(fp_array *s, fp_out *out, unsigned char c)
{
    if (begins_token(out, table_of(out)->open, c))
        return begin_again(s, out, 0);
    if (fp_is_space(c) || (c == '[' && !s->bracket)) {
        s->bracket = s->bracket || c == '[';
        return hold_opening(s, out, c);
    }
    if (c == '{' && s->bracket)
        return begin_object(s, out);
    if (c == ']' && s->bracket && !table_of(out)->bare) { /* ARRAY-2.5 */
        end_array(s, out);
        return TAKEN;
    }
    return begin_again(s, out, fp_out_held_length(out) - 1); /* ARRAY-2.4 */
}

/* -- an array that cannot be followed: ARRAY-2.6, ARRAY-7.1, ARRAY-7.3 ------------------------- */

/* From here on; strings: those of the object are followed. What is text, and opens a code fence,
 * has the end of the fence. */
static void lose(fp_array *s, const fp_out *out, bool strings)
{
    const fp_object_lost lost = fp_object_lose(&s->object, strings);
    const bool is_block = s->is_block;

    if (!is_block && fp_out_quoted(out)) {
        enter(s, FP_ARRAY_TEXT);
        return;
    }
    enter(s, FP_ARRAY_LOST);
    s->is_block = is_block;
    s->lost = lost;
}

static void mark_lost(const fp_array *s, fp_out *out, unsigned char c)
{
    if (s->is_block)
        fp_out_mark_byte(out, fp_out_in_call(out) ? FP_ROLE_SKIPPED : FP_ROLE_FRAMING);
    else
        fp_out_payload(out, c);
}

/* The end mark ends what is lost, up to this offset: a call is spoilt. */
static void end_lost(fp_array *s, fp_out *out, uint64_t end)
{
    if (fp_out_in_call(out))
        fp_out_call_end(out, end);
    enter(s, FP_ARRAY_TEXT);
}

static bool take_lost(fp_array *s, fp_out *out, unsigned char c)
{
    const fp_array_table *table = table_of(out);

    if (is_whole(s, table->close)) {
        if (c != (unsigned char)table->open[s->count]) {
            end_lost(s, out, here(out));
            return AGAIN;
        }
        s->count = 0; /* a mark of a fence, which ends none */
    }
    mark_lost(s, out, c);
    if (fp_object_lost_string(&s->lost, out, c))
        s->count = 0;
    else if (!follow(s, out, table->close, c))
        s->count = begins(out, table->close, c);
    if (is_whole(s, table->close) && !table->fence)
        end_lost(s, out, fp_out_offset(out));
    return TAKEN;
}

/* -- the object -------------------------------------------------------------------------------- */

/* The object is not a call: it is framing, and what an opening held is text. */
static void give_up(fp_array *s, fp_out *out, bool strings)
{
    if (!s->is_block) {
        fp_out_release(out);
        lose(s, out, strings);
        return;
    }
    fp_out_mark(out, FP_ROLE_FRAMING);
    s->dead = true;
}

/* The byte cannot continue the object: ARRAY-2.6, ARRAY-7.1. AGAIN. */
static bool wrong_byte(fp_array *s, fp_out *out)
{
    const uint64_t wrong = here(out);

    if (fp_out_in_call(out)) {
        fp_out_call_diagnostic(out, FP_INVALID_JSON, wrong, "ARRAY-7.1");
        fp_out_call_spoil(out);
    } else {
        fp_out_diagnostic(out, FP_INVALID_JSON, wrong, s->is_block ? "ARRAY-7.1" : "ARRAY-2.6");
        if (s->is_block)
            fp_out_mark(out, FP_ROLE_FRAMING);
        else
            fp_out_release(out);
    }
    lose(s, out, false);
    return AGAIN;
}

/* The object is whole, whatever became of it. */
static void end_object(fp_array *s, fp_out *out)
{
    if (fp_out_in_call(out))
        fp_out_call_end(out, fp_out_offset(out)); /* ARRAY-3.1 */
    if (table_of(out)->bare) {
        enter(s, FP_ARRAY_AFTER);
        return;
    }
    s->object = (fp_object){ 0 };
    s->state = FP_ARRAY_BETWEEN;
    s->comma = false;
}

/* ARRAY-9.2: the held bytes end with the name. */
static void begin_call(fp_array *s, fp_out *out)
{
    if (!fp_object_begin(&s->object, out, s->begin)) {
        fp_out_release(out);
        enter(s, FP_ARRAY_TEXT);
        return;
    }
    s->is_block = true;
    fp_out_mark_first(out, (size_t)(s->begin - fp_out_mark_offset(out)), FP_ROLE_FRAMING);
    fp_object_give_held(&s->object, out);
}

/* A byte of an object that is not a call. */
static void pass_dead(fp_array *s, fp_out *out, unsigned what)
{
    fp_out_mark_byte(out, FP_ROLE_FRAMING);
    if (what & FP_OBJECT_CLOSED)
        end_object(s, out);
}

/* The object cannot be a call any more, and this byte of it is not held. */
static void refuse(fp_array *s, fp_out *out, unsigned what, unsigned char c)
{
    give_up(s, out, true);
    if (s->is_block)
        pass_dead(s, out, what);
    else
        fp_out_payload(out, c);
}

/* ARRAY-4.2: the object is whole, and held, and has no name. */
static void end_nameless(fp_array *s, fp_out *out)
{
    fp_object_refuse_name(&s->object, out, s->begin);
    give_up(s, out, false);
    if (s->is_block)
        end_object(s, out);
}

/* A byte of an object without a name so far. */
static void hold_object(fp_array *s, fp_out *out, unsigned what, unsigned char c)
{
    if (s->object.naming > FP_OBJECT_NAMED) { /* ARRAY-4.2, ARRAY-7.5 */
        fp_object_refuse_name(&s->object, out, s->begin);
        refuse(s, out, what, c);
        return;
    }
    if (what & FP_OBJECT_COLON && s->object.member != FP_OBJECT_NAME) /* ARRAY-2.3 */
        s->is_block = true;
    if (s->is_block ? !fp_out_hold_unit(out, c) : !fp_out_hold(out, c)) { /* ARRAY-7.8 */
        give_up(s, out, true);
        if (s->dead && what & FP_OBJECT_CLOSED)
            end_object(s, out);
    } else if (s->object.naming == FP_OBJECT_NAMED) {
        begin_call(s, out);
    } else if (what & FP_OBJECT_CLOSED) {
        end_nameless(s, out);
    }
}

/* ARRAY-7.7: a bracket that is too deep. */
static void take_too_deep(fp_array *s, fp_out *out, unsigned what, unsigned char c)
{
    fp_out_limit_exceeded(out, here(out));
    if (!fp_out_in_call(out)) {
        refuse(s, out, what, c);
        return;
    }
    fp_out_call_spoil(out);
    s->object.member = FP_OBJECT_OTHER; /* what is left of the value is skipped */
    fp_out_mark_byte(out, FP_ROLE_SKIPPED);
}

static bool take_object(fp_array *s, fp_out *out, unsigned char c)
{
    unsigned what;

    if (fp_object_give_inside(&s->object, out, c)) {
        fp_out_mark_byte(out, FP_ROLE_VALUE);
        return TAKEN;
    }
    what = fp_object_read(&s->object, out, c, here(out));
    if (what & FP_OBJECT_WRONG)
        return wrong_byte(s, out);
    if (s->dead)
        pass_dead(s, out, what);
    else if (what & FP_OBJECT_TOO_DEEP)
        take_too_deep(s, out, what, c);
    else if (!fp_out_in_call(out))
        hold_object(s, out, what, c);
    else {
        fp_out_mark_byte(out, fp_object_give(&s->object, out, what, c, here(out)));
        if (what & FP_OBJECT_CLOSED)
            end_object(s, out);
    }
    return TAKEN;
}

/* -- between and after objects ----------------------------------------------------------------- */

static bool take_between(fp_array *s, fp_out *out, unsigned char c)
{
    if (c == '{' && s->comma)
        return begin_object(s, out);
    if (c == ']' && !s->comma) {
        end_array(s, out);
        return TAKEN;
    }
    if (fp_is_space(c) || (c == ',' && !s->comma)) {
        s->comma = s->comma || c == ',';
        fp_out_mark_byte(out, FP_ROLE_FRAMING);
        return TAKEN;
    }
    fp_out_diagnostic(out, FP_INVALID_JSON, here(out), "ARRAY-3.5");
    return leave_to(s, FP_ARRAY_TEXT);
}

/* The held bytes are a fence's end mark, and what precedes it; but a mark begins as an end mark
 * does. False. */
static bool decide_fence(fp_array *s, fp_out *out, unsigned char c)
{
    const fp_array_table *table = table_of(out);
    const size_t run = s->count;

    if (c == (unsigned char)table->open[run])
        return begin_again(s, out, run);
    fp_out_mark(out, FP_ROLE_FRAMING);
    return leave_to(s, FP_ARRAY_TEXT);
}

/* What follows an object in a fence is none of its end. False. */
static bool begin_rest(fp_array *s, fp_out *out)
{
    fp_out_release(out);
    return leave_to(s, FP_ARRAY_REST);
}

static bool take_rest(fp_array *s, fp_out *out, unsigned char c)
{
    const char *close = table_of(out)->close;

    if (is_whole(s, close))
        return decide_fence(s, out, c);
    if (follow(s, out, close, c))
        return hold_opening(s, out, c);
    fp_out_release(out);
    s->count = 0;
    fp_out_payload(out, c);
    return TAKEN;
}

/* After an object, another. False. */
static bool begin_another(fp_array *s, fp_out *out)
{
    fp_out_mark(out, FP_ROLE_FRAMING);
    s->is_block = true;
    return begin_object(s, out);
}

static bool take_after(fp_array *s, fp_out *out, unsigned char c) /* ARRAY-3.4 */
{
    const fp_array_table *table = table_of(out);

    if (is_whole(s, table->close))
        return decide_fence(s, out, c);
    if (table->fence && c == '{' && !s->count)
        return begin_another(s, out);
    if ((s->count || !fp_is_space(c)) && !follow(s, out, table->close, c))
        return table->fence ? begin_rest(s, out) : begin_again(s, out, fp_out_held_length(out));
    if (is_whole(s, table->close) && !table->fence) {
        fp_out_mark(out, FP_ROLE_FRAMING);
        fp_out_mark_byte(out, FP_ROLE_FRAMING);
        enter(s, FP_ARRAY_TEXT);
        return TAKEN;
    }
    return hold_opening(s, out, c);
}

/* -- the syntax -------------------------------------------------------------------------------- */

/* Each takes the byte, or leaves it to another state and returns AGAIN. */
static bool (*const TAKE[])(fp_array *s, fp_out *out, unsigned char c) = {
    [FP_ARRAY_TEXT] = take_text,       [FP_ARRAY_OPENING] = take_opening,
    [FP_ARRAY_LEAD] = take_lead,       [FP_ARRAY_OBJECT] = take_object,
    [FP_ARRAY_BETWEEN] = take_between, [FP_ARRAY_AFTER] = take_after,
    [FP_ARRAY_RUN] = take_run,         [FP_ARRAY_REST] = take_rest,
    [FP_ARRAY_LOST] = take_lost,
};

void fp_array_step(void *self, fp_out *out, unsigned char c)
{
    for (fp_array *s = self; !TAKE[s->state](s, out, c);)
        continue;
}

/* Whether an end mark of a fence is whole, after which nothing has come. */
static bool ends_fence(const fp_array *s, const fp_out *out)
{
    return s->state >= FP_ARRAY_AFTER && is_whole(s, table_of(out)->close);
}

void fp_array_finish(void *self, fp_out *out)
{
    fp_array *s = self;

    if (ends_fence(s, out)) {
        fp_out_mark(out, FP_ROLE_FRAMING);
        end_lost(s, out, fp_out_offset(out));
        return;
    }
    if (fp_out_in_call(out)) { /* ARRAY-7.2 */
        fp_out_mark(out, FP_ROLE_SKIPPED);
        fp_out_call_unfinished(out, "ARRAY-7.2");
        return;
    }
    if (s->state == FP_ARRAY_OBJECT) /* ARRAY-7.4 */
        fp_out_diagnostic(out, FP_UNTERMINATED_CALL, s->begin, "ARRAY-7.4");
    if (s->is_block)
        fp_out_mark(out, FP_ROLE_FRAMING);
    else
        fp_out_release(out);
}

unsigned fp_array_at_ease(const void *self)
{
    const fp_array *s = self;

    return s->state == FP_ARRAY_TEXT;
}

fp_in_string fp_array_in_string(const void *self) /* ARRAY-5.3 */
{
    const fp_array *s = self;

    return s->state == FP_ARRAY_OBJECT && fp_object_in_value(&s->object) ? FP_STRING_PAYLOAD
                                                                         : FP_STRING_OTHER;
}
