/* SPDX-License-Identifier: Apache-2.0 */
/* python.c: lists of Python's calls, with or without marks around them. What is before the first
 * value of a call is held, since it may be text; from there on all is given out as it comes.
 * Clauses: spec/families/python.md. */
#include "engines/python-reader.h"

#include "core/ascii.h"
#include "core/out_around.h"
#include "core/out_json.h"
#include "core/out_units.h"
#include "core/step.h"

/* The bit of a mark in `marks`; that of the one after a list is the last. */
enum { CLOSES = FP_PYTHON_OPENS, OPENS_BITS = (1 << FP_PYTHON_OPENS) - 1 };

/* -- moves ---------------------------------------------------------------------------------------
 */

/* The held bytes are text, and so is what follows, unless a mark begins in it. AGAIN: the byte is
 * still to be taken. */
static bool give_up(fp_python *s, fp_out *out)
{
    fp_out_release(out);
    fp_python_enter(s, AT_TEXT);
    return AGAIN;
}

/* Holds a byte of what may become a call. TAKEN. */
static bool hold(fp_python *s, fp_out *out, unsigned char c)
{
    if (!fp_out_hold(out, c)) /* PYTHON-7.3 */
        give_up(s, out);
    return TAKEN;
}

/* -- text, and marks --------------------------------------------------------------------------- */

static const char *mark_of(const fp_python_table *table, unsigned bit)
{
    return bit == CLOSES ? table->closes : table->opens[bit];
}

/* Which marks may begin here, a bit each. */
static uint8_t marks_here(const fp_python *s, const fp_python_table *table)
{
    const bool opens = s->state == AT_START || (!table->first && s->state != AT_LOST);
    const bool closes = s->marked || (s->state <= AT_TEXT && table->clauses.stray);

    return (uint8_t)((opens ? OPENS_BITS : 0) | (closes ? 1 << CLOSES : 0));
}

/* Those of the marks that this byte continues, as a token where one begins there (MODEL-7.2). */
static uint8_t marks_with(const fp_python *s, const fp_out *out, uint8_t marks, unsigned char c)
{
    const fp_python_table *table = fp_out_table(out);
    uint8_t with = 0;

    for (unsigned bit = 0; bit <= CLOSES; bit++) {
        const char *mark = marks & 1 << bit ? mark_of(table, bit) : NULL;

        if (mark && (unsigned char)mark[s->count] == c && fp_out_may_be_mark(out, mark + s->count))
            with |= (uint8_t)(1 << bit);
    }
    return with;
}

/* Whether the byte begins a mark that may be here. */
static bool begins_mark(fp_python *s, fp_out *out, unsigned char c)
{
    const uint8_t marks = marks_with(s, out, marks_here(s, fp_out_table(out)), c);

    if (!marks)
        return false;
    s->marks = marks;
    s->count = 1;
    s->mark = fp_python_here(out);
    s->before = s->state;
    s->state = AT_MARK;
    return true;
}

/* A mark before a list is whole: what is held before it is text. */
static void open_list(fp_python *s, fp_out *out)
{
    const uint64_t mark = s->mark;

    fp_out_release_first(out, (size_t)(mark - fp_out_mark_offset(out)));
    fp_python_enter(s, AT_LIST);
    s->marked = true;
    s->bracket = ((const fp_python_table *)fp_out_table(out))->lines; /* none is to come */
    s->fresh = true;
    s->mark = mark;
}

/* The mark that ends a list is whole, the byte its last: it ends what it is in. */
static void close_list(fp_python *s, fp_out *out)
{
    if (s->before == AT_LOST)
        fp_out_call_end(out, s->mark); /* it is spoilt */
    fp_out_mark(out, FP_ROLE_FRAMING);
    fp_python_enter(s, AT_TEXT);
}

/* What is held is not a mark. AGAIN. */
static bool leave_mark(fp_python *s, fp_out *out)
{
    if (s->before != AT_LOST)
        return give_up(s, out);
    fp_out_mark(out, FP_ROLE_SKIPPED);
    fp_python_enter(s, AT_LOST);
    return AGAIN;
}

/* The end mark alone may come, outside a list: what is held is text in any case, and so is what
 * follows. */
static void go_astray(fp_python *s, fp_out *out)
{
    fp_out_release(out);
    s->state = AT_STRAY;
}

/* A mark before a list alone may come, after a call: what is held before it is text, and the list
 * is over. */
static void leave_list(fp_python *s, fp_out *out)
{
    fp_out_release_first(out, (size_t)(s->mark - fp_out_mark_offset(out)));
    s->before = AT_TEXT;
    s->marked = false;
}

/* Acts on a mark that is whole with the byte just held, if one is. */
static void end_mark(fp_python *s, fp_out *out)
{
    const fp_python_table *table = fp_out_table(out);

    for (unsigned bit = 0; bit <= CLOSES; bit++) {
        if (!(s->marks & 1 << bit) || mark_of(table, bit)[s->count])
            continue;
        if (bit == CLOSES)
            close_list(s, out);
        else
            open_list(s, out);
        return;
    }
}

static bool take_mark(fp_python *s, fp_out *out, unsigned char c)
{
    const uint8_t marks = marks_with(s, out, s->marks, c);

    if (!marks)
        return leave_mark(s, out);
    s->marks = marks;
    if (marks == 1 << CLOSES && s->before <= AT_TEXT) {
        go_astray(s, out);
        return AGAIN;
    }
    if (!(marks >> CLOSES) && s->before > AT_TEXT)
        leave_list(s, out);
    if (!fp_out_hold(out, c)) {
        leave_mark(s, out);
        return TAKEN;
    }
    s->count++;
    end_mark(s, out);
    return TAKEN;
}

/* In what may be an end mark that ends nothing; it is text already. */
static bool take_stray(fp_python *s, fp_out *out, unsigned char c)
{
    const fp_python_table *table = fp_out_table(out);

    if ((unsigned char)table->closes[s->count] != c) {
        fp_python_enter(s, AT_TEXT);
        return AGAIN;
    }
    fp_out_payload(out, c);
    s->count++;
    if (!table->closes[s->count]) {
        fp_out_diagnostic(out, FP_MISMATCHED_END, s->mark, table->clauses.stray);
        fp_python_enter(s, AT_TEXT);
    }
    return TAKEN;
}

/* Outside a list. */
static bool take_text(fp_python *s, fp_out *out, unsigned char c)
{
    const fp_python_table *table = fp_out_table(out);

    if (begins_mark(s, out, c))
        return hold(s, out, c);
    if (s->state == AT_START && table->first && c == '[') {
        fp_python_enter(s, AT_LIST);
        s->bracket = true;
        return hold(s, out, c);
    }
    if (s->state != AT_START || !table->first || !fp_is_space(c))
        s->state = AT_TEXT;
    fp_out_payload(out, c);
    return TAKEN;
}

/* -- before a call --------------------------------------------------------------------------------
 */

/* No call comes after a mark. */
static bool refuse_mark(fp_python *s, fp_out *out)
{
    const fp_python_table *table = fp_out_table(out);

    if (s->fresh && table->clauses.not_a_call)
        fp_out_diagnostic(out, FP_BAD_NAME, s->mark, table->clauses.not_a_call);
    return give_up(s, out);
}

/* PYTHON-3.3 */
static bool refuse_argument(fp_python *s, fp_out *out, uint64_t offset)
{
    const fp_python_table *table = fp_out_table(out);

    fp_out_diagnostic(out, FP_BAD_LINE, offset, table->clauses.argument);
    return give_up(s, out);
}

static bool take_name(fp_python *s, fp_out *out, unsigned char c)
{
    if (c == '(') {
        s->name_end = fp_python_here(out);
        s->state = AT_OPENED;
        return hold(s, out, c);
    }
    if (!fp_python_in_name(c))
        return refuse_mark(s, out);
    if (fp_python_here(out) - s->name == fp_out_limits(out)->name) { /* PYTHON-7.2 */
        fp_out_limit_exceeded(out, fp_python_here(out));
        return give_up(s, out);
    }
    return hold(s, out, c);
}

/* The first byte of a name. */
static bool begin_name(fp_python *s, fp_out *out, unsigned char c)
{
    s->name = fp_python_here(out);
    s->state = AT_NAME;
    return take_name(s, out, c);
}

static bool take_list(fp_python *s, fp_out *out, unsigned char c)
{
    if (fp_is_space(c))
        return hold(s, out, c);
    if (c == '[' && !s->bracket) {
        s->bracket = true;
        return hold(s, out, c);
    }
    if (!fp_python_begins_word(c) || !s->bracket)
        return refuse_mark(s, out);
    return begin_name(s, out, c);
}

/* The first held bytes, up to an offset, are of this role. */
static void mark_until(fp_out *out, uint64_t end, fp_role role)
{
    const uint64_t begin = fp_out_mark_offset(out);

    if (end > begin)
        fp_out_mark_first(out, (size_t)(end - begin), role);
}

/* The held bytes end with a call, up to its first value, or its parenthesis. False, with nothing
 * held: policy extra_call stops here. */
static bool begin_call(fp_python *s, fp_out *out)
{
    const uint64_t begin = fp_out_mark_offset(out);
    const fp_str name =
        fp_out_held_part(out, (size_t)(s->name - begin), (size_t)(s->name_end - s->name));

    if (!fp_out_call_begin(out, s->name, name)) {
        give_up(s, out);
        return false;
    }
    mark_until(out, s->name, FP_ROLE_FRAMING);
    mark_until(out, s->name_end, FP_ROLE_NAME);
    mark_until(out, s->name_end + 1, FP_ROLE_MARKER);
    return true;
}

/* The held bytes begin with the key of the first argument, after blanks. */
static void begin_argument(fp_python *s, fp_out *out)
{
    const size_t blanks = (size_t)(s->key - fp_out_mark_offset(out));
    const fp_python_table *table = fp_out_table(out);

    fp_python_give(out, s->key, FP_STR("{\""));
    fp_out_at(out, s->key);
    fp_out_json_args(out, fp_out_held_part(out, blanks, (size_t)(s->key_end - s->key)),
                     table->clauses.duplicate);
    fp_python_give(out, s->key, FP_STR("\":"));
    mark_until(out, s->key, FP_ROLE_BLANK);
    mark_until(out, s->key_end, FP_ROLE_KEY);
    mark_until(out, s->equals, FP_ROLE_BLANK);
    mark_until(out, s->equals + 1, FP_ROLE_MARKER);
    fp_out_mark(out, FP_ROLE_BLANK);
}

static bool take_opened(fp_python *s, fp_out *out, unsigned char c)
{
    if (fp_is_space(c))
        return hold(s, out, c);
    if (c == ')') {
        if (!begin_call(s, out))
            return AGAIN;
        fp_out_mark(out, FP_ROLE_BLANK);
        return fp_python_end_call(s, out);
    }
    if (!fp_python_begins_word(c))
        return refuse_argument(s, out, fp_python_here(out));
    s->key = fp_python_here(out);
    s->state = AT_KEY;
    return hold(s, out, c);
}

static bool take_key(fp_python *s, fp_out *out, unsigned char c)
{
    if (fp_python_in_key(c))
        return hold(s, out, c);
    s->key_end = fp_python_here(out);
    s->state = AT_EQUALS;
    return AGAIN;
}

static bool take_equals(fp_python *s, fp_out *out, unsigned char c)
{
    if (c != '=' && !fp_is_space(c))
        return refuse_argument(s, out, s->key);
    if (c == '=') {
        s->equals = fp_python_here(out);
        s->state = AT_FIRST;
    }
    return hold(s, out, c);
}

static bool take_first(fp_python *s, fp_out *out, unsigned char c)
{
    const fp_python_table *table = fp_out_table(out);

    if (fp_is_space(c))
        return hold(s, out, c);
    if (!fp_python_begins_literal(c)) { /* PYTHON-3.4 */
        fp_out_diagnostic(out, FP_INVALID_JSON, fp_python_here(out), table->clauses.literal);
        return give_up(s, out);
    }
    if (!begin_call(s, out))
        return AGAIN;
    begin_argument(s, out);
    fp_python_enter(s, AT_VALUE);
    return AGAIN;
}

static bool take_lost(fp_python *s, fp_out *out, unsigned char c)
{
    if (!begins_mark(s, out, c)) {
        fp_out_mark_byte(out, FP_ROLE_SKIPPED);
        return TAKEN;
    }
    if (!fp_out_hold(out, c)) /* GCOVR_EXCL_BR_LINE: what opened the call was longer */
        leave_mark(s, out);
    return TAKEN;
}

/* -- after a call ---------------------------------------------------------------------------------
 */

/* A call comes, after what is held. */
static bool next_call(fp_python *s, fp_out *out, unsigned char c)
{
    return begin_name(s, out, c);
}

static bool take_after(fp_python *s, fp_out *out, unsigned char c)
{
    const fp_python_table *table = fp_out_table(out);

    if (table->lines && c == '\n')
        s->state = AT_COMMA; /* what it is in brackets */
    if (fp_is_space(c))
        return hold(s, out, c);
    if (s->state == AT_COMMA && fp_python_begins_word(c))
        return next_call(s, out, c);
    if (begins_mark(s, out, c))
        return hold(s, out, c);
    if (s->state == AT_TAIL || table->lines || (c == ',' && s->state == AT_COMMA))
        return give_up(s, out);
    if (c == ',') {
        s->state = AT_COMMA;
        return hold(s, out, c);
    }
    if (c != ']')
        return give_up(s, out);
    fp_out_mark(out, FP_ROLE_FRAMING);
    fp_out_mark_byte(out, FP_ROLE_FRAMING);
    fp_python_enter(s, s->marked ? AT_TAIL : AT_TEXT);
    return TAKEN;
}

/* -- the syntax -----------------------------------------------------------------------------------
 */

/* Each takes the byte, or leaves it to another state and returns AGAIN. */
static bool (*const TAKE[])(fp_python *s, fp_out *out, unsigned char c) = {
    [AT_START] = take_text,
    [AT_TEXT] = take_text,
    [AT_MARK] = take_mark,
    [AT_STRAY] = take_stray,
    [AT_LIST] = take_list,
    [AT_NAME] = take_name,
    [AT_OPENED] = take_opened,
    [AT_KEY] = take_key,
    [AT_EQUALS] = take_equals,
    [AT_FIRST] = take_first,
    [AT_VALUE] = fp_python_take_value,
    [AT_NEXT] = fp_python_take_next,
    [AT_ARG] = fp_python_take_arg,
    [AT_ARG_KEY] = fp_python_take_arg_key,
    [AT_ARG_EQUALS] = fp_python_take_arg_equals,
    [AT_LOST] = take_lost,
    [AT_AFTER] = take_after,
    [AT_COMMA] = take_after,
    [AT_TAIL] = take_after,
};

void fp_python_step(void *state, fp_out *out, unsigned char byte)
{
    for (fp_python *s = state; !TAKE[s->state](s, out, byte);)
        continue;
}

void fp_python_finish(void *state, fp_out *out)
{
    const fp_python *s = state;
    const fp_python_table *table = fp_out_table(out);

    if (!fp_out_in_call(out)) { /* PYTHON-7.1 */
        fp_out_release(out);
        return;
    }
    fp_out_mark(out, FP_ROLE_SKIPPED);
    if (s->state == AT_LOST && !s->marked) /* PYTHON-3.5: it ends here */
        fp_out_call_end(out, fp_out_offset(out));
    else
        fp_out_call_unfinished(out, table->clauses.unfinished);
}

unsigned fp_python_at_ease(const void *state)
{
    const fp_python *s = state;

    return s->state == AT_TEXT;
}

size_t fp_python_run(void *state, fp_out *out, const char *bytes, size_t len)
{
    const fp_python *s = state;
    const fp_python_table *table = fp_out_table(out);
    const size_t text = s->state == AT_VALUE ? fp_python_literal_text(&s->literal, bytes, len) : 0;

    if (text) {
        fp_out_json_args(out, (fp_str){ bytes, text }, table->clauses.duplicate);
        fp_out_mark_run(out, text, FP_ROLE_VALUE);
    }
    return text;
}
