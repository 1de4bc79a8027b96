/* SPDX-License-Identifier: Apache-2.0 */
/* first.c: a message that begins with JSON objects: which of them are calls. */
#include "engines/first.h"

#include "core/ascii.h"
#include "core/step.h"

static const fp_first_table *table_of(const fp_out *out)
{
    return fp_out_table(out);
}

/* The offset of the byte that step() is looking at. */
static uint64_t here(const fp_out *out)
{
    return fp_out_offset(out) - 1;
}

/* What is held, and all that follows, is text. */
static void give_up(fp_first *s, fp_out *out)
{
    fp_out_release(out);
    *s = (fp_first){ .state = FP_FIRST_REST };
}

/* The same, and the byte is left to it. AGAIN. */
static bool leave(fp_first *s, fp_out *out)
{
    give_up(s, out);
    return AGAIN;
}

/* Holds the byte, or gives up. */
static bool hold(fp_first *s, fp_out *out, unsigned char c)
{
    if (!fp_out_hold(out, c))
        give_up(s, out);
    return TAKEN;
}

/* An object begins here. AGAIN: the byte is left to it. */
static bool begin_object(fp_first *s, const fp_out *out)
{
    *s = (fp_first){ .state = FP_FIRST_OBJECT, .begin = here(out) };
    return AGAIN;
}

static bool take_start(fp_first *s, fp_out *out, unsigned char c)
{
    const fp_first_table *table = table_of(out);

    if (c == '{' && !table->open)
        return begin_object(s, out);
    if (table->open && c == (unsigned char)table->open) {
        s->state = FP_FIRST_LEAD;
        return hold(s, out, c);
    }
    if (table->tag && c == (unsigned char)*table->tag) {
        s->state = FP_FIRST_TAG;
        s->count = 0;
        return AGAIN;
    }
    return fp_is_space(c) ? hold(s, out, c) : leave(s, out);
}

static bool take_tag(fp_first *s, fp_out *out, unsigned char c)
{
    const char *tag = table_of(out)->tag;

    if (c != (unsigned char)tag[s->count])
        return leave(s, out);
    s->count++;
    if (!tag[s->count])
        s->state = FP_FIRST_LEAD;
    return hold(s, out, c);
}

static bool take_lead(fp_first *s, fp_out *out, unsigned char c)
{
    if (c == '{')
        return begin_object(s, out);
    return fp_is_space(c) ? hold(s, out, c) : leave(s, out);
}

/* -- the object -------------------------------------------------------------------------------- */

/* Whether a byte that was read shows that the object is not a call. */
static bool is_answer(const fp_object *o, const fp_out *out, unsigned what, unsigned char c)
{
    const fp_object_table *table = &table_of(out)->object;
    const bool begins = what & FP_OBJECT_VALUE_BEGIN;

    if (o->naming > FP_OBJECT_NAMED || what & FP_OBJECT_CLOSED)
        return true;
    if (what & FP_OBJECT_KEY_END)
        return o->naming != FP_OBJECT_NAMED &&
               fp_object_key_find(&o->key, table->members) == FP_OBJECT_ARGUMENTS;
    if (begins && o->member == FP_OBJECT_ARGUMENTS)
        return c != '{' && !(c == '"' && fp_object_takes_text(out));
    return begins && (c == '{' || c == '[');
}

/* The arguments have begun. */
static void begin_call(fp_first *s, fp_out *out)
{
    if (!fp_object_begin(&s->object, out, s->begin)) {
        give_up(s, out);
        return;
    }
    fp_out_mark_first(out, (size_t)(s->begin - fp_out_mark_offset(out)), FP_ROLE_FRAMING);
    fp_object_give_held(&s->object, out);
}

/* A bracket of the arguments is too deep, and what is left of them is skipped. */
static void skip_arguments(fp_first *s, fp_out *out)
{
    fp_out_limit_exceeded(out, here(out));
    fp_out_call_spoil(out);
    s->object.member = FP_OBJECT_OTHER;
}

/* A byte of what may become a call. */
static bool hold_object(fp_first *s, fp_out *out, unsigned char c)
{
    const unsigned what = fp_object_read(&s->object, out, c, here(out));
    const bool begins = what & FP_OBJECT_VALUE_BEGIN && s->object.member == FP_OBJECT_ARGUMENTS;

    if (s->object.naming == FP_OBJECT_LONG_NAME)
        fp_object_refuse_name(&s->object, out, s->begin);
    if (what & FP_OBJECT_WRONG || is_answer(&s->object, out, what, c))
        return leave(s, out);
    hold(s, out, c);
    if (s->state != FP_FIRST_OBJECT || !begins)
        return TAKEN;
    begin_call(s, out);
    if (what & FP_OBJECT_TOO_DEEP && fp_out_in_call(out))
        skip_arguments(s, out);
    return TAKEN;
}

static bool wrong_byte(fp_first *s, fp_out *out)
{
    fp_out_call_diagnostic(out, FP_INVALID_JSON, here(out), table_of(out)->wrong);
    fp_out_call_spoil(out);
    s->state = FP_FIRST_BROKEN;
    return AGAIN;
}

/* A byte of a call. */
static bool take_object(fp_first *s, fp_out *out, unsigned char c)
{
    unsigned what;

    if (!fp_out_in_call(out))
        return hold_object(s, out, c);
    if (fp_object_give_inside(&s->object, out, c)) {
        fp_out_mark_byte(out, FP_ROLE_VALUE);
        return TAKEN;
    }
    what = fp_object_read(&s->object, out, c, here(out));
    if (what & FP_OBJECT_WRONG)
        return wrong_byte(s, out);
    if (what & FP_OBJECT_TOO_DEEP)
        skip_arguments(s, out);
    fp_out_mark_byte(out, fp_object_give(&s->object, out, what, c, here(out)));
    if (what & FP_OBJECT_CLOSED) {
        fp_out_call_end(out, fp_out_offset(out));
        *s = (fp_first){ .state = FP_FIRST_AFTER };
    }
    return TAKEN;
}

/* The array ends with this byte, and what is held before it is framing. */
static void close_array(fp_first *s, fp_out *out)
{
    fp_out_mark(out, FP_ROLE_FRAMING);
    fp_out_mark_byte(out, FP_ROLE_FRAMING);
    *s = (fp_first){ .state = FP_FIRST_REST };
}

static bool take_after(fp_first *s, fp_out *out, unsigned char c)
{
    const fp_first_table *table = table_of(out);

    if (c == '{' && s->separator)
        return begin_object(s, out);
    if (table->close && c == (unsigned char)table->close && !s->separator) {
        close_array(s, out);
        return TAKEN;
    }
    if (!fp_is_space(c) && (c != (unsigned char)table->separator || s->separator))
        return leave(s, out);
    s->separator = s->separator || c == (unsigned char)table->separator;
    return hold(s, out, c);
}

static bool take_rest(fp_first *s, fp_out *out, unsigned char c)
{
    (void)s;
    fp_out_payload(out, c);
    return TAKEN;
}

static bool take_broken(fp_first *s, fp_out *out, unsigned char c)
{
    (void)s;
    (void)c;
    fp_out_mark_byte(out, FP_ROLE_SKIPPED);
    return TAKEN;
}

/* -- the syntax -------------------------------------------------------------------------------- */

/* Each takes the byte, or leaves it to another state and returns AGAIN. */
static bool (*const TAKE[])(fp_first *s, fp_out *out, unsigned char c) = {
    [FP_FIRST_START] = take_start,   [FP_FIRST_TAG] = take_tag,     [FP_FIRST_LEAD] = take_lead,
    [FP_FIRST_OBJECT] = take_object, [FP_FIRST_AFTER] = take_after, [FP_FIRST_REST] = take_rest,
    [FP_FIRST_BROKEN] = take_broken,
};

void fp_first_step(void *self, fp_out *out, unsigned char c)
{
    for (fp_first *s = self; !TAKE[s->state](s, out, c);)
        continue;
}

void fp_first_finish(void *self, fp_out *out)
{
    (void)self;
    if (fp_out_in_call(out))
        fp_out_call_unfinished(out, table_of(out)->unfinished);
    else
        fp_out_release(out);
}

/* A quotation is text, so no call can begin any more. */
void fp_first_passed(void *self, unsigned char last)
{
    fp_first *s = self;

    (void)last;
    s->state = FP_FIRST_REST;
}

static unsigned at_ease(const void *self)
{
    const fp_first *s = self;

    return s->state == FP_FIRST_REST;
}

static fp_in_string in_string(const void *self)
{
    const fp_first *s = self;

    return s->state == FP_FIRST_OBJECT && fp_object_in_value(&s->object) ? FP_STRING_PAYLOAD
                                                                         : FP_STRING_OTHER;
}

static const char *const TO_NOTHING[] = { NULL };

const fp_speed FP_FIRST_FAST = {
    .at_ease = at_ease,
    .leads = { TO_NOTHING },
    .in_string = in_string,
};
