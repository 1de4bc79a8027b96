/* SPDX-License-Identifier: Apache-2.0 */
/* gemma.c: the parser of notations whose arguments are a literal of their own. */
#include "engines/gemma.h"

#include "core/ascii.h"
#include "core/jsonscan.h"
#include "core/out_around.h"
#include "core/out_call.h"
#include "core/out_json.h"
#include "core/out_units.h"
#include "core/step.h"

#include <string.h>

typedef enum part {
    TEXT,   /* outside a call; the start state */
    LEAD,   /* held: an opening mark, and some of what follows it */
    NAME,   /* held: both, and some of a name */
    OBJECT, /* in the literal, between its tokens or in a number or word */
    KEY,    /* in a bare key */
    NONE,   /* in `None` */
    STRING, /* after a quote, up to the next */
    TAIL    /* after the literal, or after what is wrong in it */
} part;

enum { OPEN = 1 << 0, CLOSE = 1 << 1, QUOTE = 1 << 2 };

typedef struct reader {
    const fp_gemma_table *table;
    fp_gemma *s;
    fp_out *out;
} reader;

/* -- bytes and moves ------------------------------------------------------------------------- */

/* The offset of the byte that step() is looking at. */
static uint64_t here(const reader *r)
{
    return fp_out_offset(r->out) - 1;
}

static void enter(fp_gemma *s, part next)
{
    s->part = (uint8_t)next;
    s->marks = s->count = 0;
    s->start = 0;
}

/* The call is over, or there is none. */
static void leave(fp_gemma *s)
{
    *s = (fp_gemma){ 0 };
}

/* Nothing of the call is read any more but where it ends. */
static void spoil(fp_gemma *s)
{
    s->broken = true;
    enter(s, TAIL);
}

static void break_call(reader *r, uint64_t offset, const char *clause)
{
    fp_out_call_diagnostic(r->out, FP_BAD_LINE, offset, clause);
    spoil(r->s);
}

/* What is held is text after all. */
static void give_up(reader *r, const char *clause)
{
    fp_out_cite(r->out, clause);
    fp_out_release(r->out);
    leave(r->s);
}

/* -- the literal as JSON --------------------------------------------------------------------- */

/* The JSON text of a byte of a string; its length. */
static size_t escape(unsigned char c, char to[6])
{
    static const char DIGITS[] = "0123456789abcdef";
    const char *shorter = strchr("\"\"\\\\\nn\rr\tt", c);
    const char longer[6] = { '\\', 'u', '0', '0', DIGITS[c >> 4], DIGITS[c & 15] };

    if (c >= 0x20 && c != '"' && c != '\\') {
        to[0] = (char)c;
        return 1;
    }
    if (!c || !shorter) {
        memcpy(to, longer, sizeof longer);
        return sizeof longer;
    }
    to[0] = '\\';
    to[1] = shorter[1];
    return 2;
}

/* JSON text, all of which stands for what is at this offset. */
static fp_args_state give(const reader *r, fp_str json, uint64_t offset)
{
    fp_args_state state = FP_ARGS_OPEN;

    for (size_t i = 0; i < json.len; i++) {
        fp_out_at(r->out, offset);
        state = fp_out_json_args(r->out, (fp_str){ json.ptr + i, 1 }, r->table->clauses.duplicate);
    }
    return state;
}

/* The boundary of a string. */
static void give_quote(const reader *r, uint64_t offset)
{
    give(r, FP_STR("\""), offset);
}

/* A byte of a string. */
static void give_text(const reader *r, unsigned char c, uint64_t offset)
{
    char json[6];

    give(r, (fp_str){ json, escape(c, json) }, offset);
}

/* What is held began like a quote, and is of the string. */
static void give_held(const reader *r)
{
    const uint64_t start = fp_out_mark_offset(r->out);
    const size_t len = fp_out_held_length(r->out);

    for (size_t i = 0; i < len; i++)
        give_text(r, (unsigned char)r->table->quote[i], start + i);
    fp_out_mark(r->out, FP_ROLE_VALUE);
}

/* The literal cannot be read to its end. */
static void break_literal(reader *r)
{
    uint64_t wrong;

    if (fp_out_json_args_wrong(r->out, &wrong)) {
        break_call(r, wrong, r->table->clauses.bad_json);
        return;
    }
    r->s->deep = true;
    spoil(r->s);
}

/* A byte that means here what it does in JSON. AGAIN: it is wrong, and read again. */
static bool give_token(reader *r, unsigned char c)
{
    const char byte = (char)c;
    const fp_args_state state = give(r, (fp_str){ &byte, 1 }, here(r));

    if (state == FP_ARGS_BAD) {
        break_literal(r);
        return AGAIN;
    }
    fp_out_mark_byte(r->out, FP_ROLE_VALUE);
    if (state == FP_ARGS_CLOSED)
        enter(r->s, TAIL);
    return TAKEN;
}

/* -- marks ----------------------------------------------------------------------------------- */

static const char *text_of(const reader *r, uint8_t mark)
{
    if (mark == OPEN)
        return r->table->open;
    return mark == CLOSE ? r->table->close : r->table->quote;
}

/* AGAIN: the byte is read as the first of a mark. */
static bool begin_mark(reader *r, uint8_t marks)
{
    r->s->marks = marks;
    r->s->count = 0;
    r->s->start = here(r);
    return AGAIN;
}

/* Those of the marks that continue with this byte at this place, as a token where one begins there
 * (MODEL-7.2). */
static uint8_t continued(const reader *r, uint8_t marks, size_t count, unsigned char c)
{
    unsigned left = 0;

    for (unsigned mark = OPEN; mark <= QUOTE; mark <<= 1) {
        const char *missing = text_of(r, (uint8_t)mark) + (marks & mark ? count : 0);

        if (marks & mark && c == (unsigned char)*missing && fp_out_may_be_mark(r->out, missing))
            left |= mark;
    }
    return (uint8_t)left;
}

/* Whether only one mark is left, and it is read to its end. */
static bool is_whole(const reader *r, uint8_t marks)
{
    return !(marks & (marks - 1)) && !text_of(r, marks)[r->s->count];
}

static void forget_mark(fp_gemma *s)
{
    s->marks = s->count = 0;
    s->start = 0;
}

/* What began like a mark is not one. */
static void no_mark(reader *r)
{
    fp_gemma *s = r->s;

    if (s->part == STRING) {
        give_held(r);
    } else if (s->part == TEXT) {
        fp_out_release(r->out);
    } else {
        if (!s->broken)
            break_call(r, s->start,
                       s->part == TAIL ? r->table->clauses.bad_line : r->table->clauses.bad_json);
        fp_out_mark(r->out, FP_ROLE_SKIPPED);
    }
    forget_mark(s);
}

/* Keeps a byte. In a call there is room: no mark is as long as the header, which was kept. */
static bool hold(reader *r, unsigned char c)
{
    if (!fp_out_hold(r->out, c))
        give_up(r, r->table->clauses.long_mark);
    return TAKEN;
}

static void mark_all(const reader *r, fp_role role)
{
    fp_out_mark(r->out, role);
    fp_out_mark_byte(r->out, role);
}

/* A header begins; what came before it of another call, if one is open, is over. */
static void open_mark(reader *r, unsigned char c)
{
    const uint64_t start = r->s->start;

    if (fp_out_in_call(r->out))
        fp_out_call_cut(r->out, start,
                        r->s->broken ? r->table->clauses.next_wrong : r->table->clauses.next_call);
    leave(r->s);
    r->s->part = LEAD;
    r->s->start = start;
    hold(r, c);
}

static void close_mark(reader *r, unsigned char c)
{
    const bool broken = r->s->broken;

    if (!fp_out_in_call(r->out)) { /* text already, except its last byte */
        fp_out_diagnostic(r->out, FP_MISMATCHED_END, r->s->start, r->table->clauses.stray);
        fp_out_payload(r->out, c);
        leave(r->s);
        return;
    }
    mark_all(r, FP_ROLE_MARKER);
    if (broken)
        fp_out_call_cut(r->out, fp_out_offset(r->out), r->table->clauses.bad_json);
    else
        fp_out_call_end(r->out, fp_out_offset(r->out));
    leave(r->s);
}

static void quote_mark(const reader *r)
{
    fp_gemma *s = r->s;

    if (s->part == TAIL) {
        s->in_string = !s->in_string;
        mark_all(r, FP_ROLE_SKIPPED);
    } else {
        give_quote(r, s->start);
        mark_all(r, FP_ROLE_VALUE);
        s->part = s->part == STRING ? OBJECT : STRING;
    }
    forget_mark(s);
}

/* What began like a quote in the literal can only become another mark. */
static void break_at_mark(reader *r)
{
    const fp_gemma before = *r->s;

    break_call(r, before.start, r->table->clauses.bad_json);
    r->s->count = before.count;
    r->s->start = before.start;
}

/* In something that may become a mark. */
static bool take_mark(reader *r, unsigned char c)
{
    fp_gemma *s = r->s;
    const uint8_t left = continued(r, s->marks, s->count, c);

    if (!left) {
        no_mark(r);
        return AGAIN;
    }
    if (s->part == OBJECT && !(left & QUOTE))
        break_at_mark(r);
    s->marks = left;
    s->count++;
    if (!is_whole(r, left)) {
        if (s->part != TEXT || left & OPEN)
            return hold(r, c);
        fp_out_release(r->out); /* an end mark that ends nothing is text: it need not wait */
        fp_out_payload(r->out, c);
        return TAKEN;
    }
    if (left == OPEN)
        open_mark(r, c);
    else if (left == CLOSE)
        close_mark(r, c);
    else
        quote_mark(r);
    return TAKEN;
}

/* Whether one of the marks begins with this byte. */
static bool begins_mark(const reader *r, uint8_t marks, unsigned char c)
{
    return continued(r, marks, 0, c);
}

/* -- states: each takes the byte, or leaves it to be read again and returns AGAIN ------------- */

static bool take_text(reader *r, unsigned char c)
{
    if (begins_mark(r, OPEN | CLOSE, c))
        return begin_mark(r, OPEN | CLOSE);
    fp_out_payload(r->out, c);
    return TAKEN;
}

/* No header follows the mark. */
static bool no_header(reader *r)
{
    fp_out_diagnostic(r->out, FP_BAD_NAME, r->s->start, r->table->clauses.bad_name);
    give_up(r, r->table->clauses.bad_name);
    return AGAIN;
}

static bool take_lead(reader *r, unsigned char c)
{
    fp_gemma *s = r->s;

    if (c != (unsigned char)r->table->lead[s->count])
        return no_header(r);
    if (!r->table->lead[++s->count]) {
        s->part = NAME;
        s->count = 0;
    }
    return hold(r, c);
}

/* The brace after a name: a call begins. */
static bool open_call(reader *r)
{
    const size_t before = strlen(r->table->open) + strlen(r->table->lead);

    if (!fp_out_call_begin(r->out, r->s->start, fp_out_held_part(r->out, before, r->s->name))) {
        give_up(r, r->table->clauses.stopped);
        return AGAIN;
    }
    fp_out_mark_first(r->out, before, FP_ROLE_MARKER);
    fp_out_mark(r->out, FP_ROLE_NAME);
    enter(r->s, OBJECT);
    return AGAIN;
}

static bool take_name(reader *r, unsigned char c)
{
    fp_gemma *s = r->s;

    if (c == '{' && s->name)
        return open_call(r);
    if (!r->table->is_name(c))
        return no_header(r);
    if (s->name == fp_out_limits(r->out)->name) {
        fp_out_limit_exceeded(r->out, here(r));
        give_up(r, r->table->clauses.long_name);
        return AGAIN;
    }
    s->name++;
    return hold(r, c);
}

static bool take_object(reader *r, unsigned char c)
{
    const fp_args_next next = fp_out_json_args_next(r->out);

    if (begins_mark(r, OPEN | CLOSE | QUOTE, c) && next != FP_ARGS_NEXT_OTHER)
        return begin_mark(r, OPEN | CLOSE | QUOTE);
    if (next == FP_ARGS_NEXT_KEY && r->table->is_key(c)) {
        give_quote(r, here(r));
        enter(r->s, KEY);
        return AGAIN;
    }
    if (next == FP_ARGS_NEXT_VALUE && c == 'N') {
        enter(r->s, NONE);
        return AGAIN;
    }
    if (c != '"')
        return give_token(r, c);
    break_call(r, here(r), r->table->clauses.bad_json); /* JSON's own quotes have no meaning */
    return AGAIN;
}

static bool take_key(reader *r, unsigned char c)
{
    if (!r->table->is_key(c)) {
        give_quote(r, here(r));
        enter(r->s, OBJECT);
        return AGAIN;
    }
    give_text(r, c, here(r));
    fp_out_mark_byte(r->out, FP_ROLE_VALUE);
    return TAKEN;
}

static bool take_none(reader *r, unsigned char c)
{
    static const char WORD[] = "None", JSON[] = "null";
    fp_gemma *s = r->s;

    if (c != (unsigned char)WORD[s->count]) {
        break_call(r, here(r), r->table->clauses.bad_json);
        return AGAIN;
    }
    give(r, (fp_str){ JSON + s->count, 1 }, here(r));
    fp_out_mark_byte(r->out, FP_ROLE_VALUE);
    if (!WORD[++s->count])
        enter(s, OBJECT);
    return TAKEN;
}

static bool take_string(reader *r, unsigned char c)
{
    if (begins_mark(r, QUOTE, c))
        return begin_mark(r, QUOTE);
    give_text(r, c, here(r));
    fp_out_mark_byte(r->out, FP_ROLE_VALUE);
    return TAKEN;
}

static bool take_tail(reader *r, unsigned char c)
{
    fp_gemma *s = r->s;
    const uint8_t marks = s->in_string ? QUOTE : s->deep ? OPEN | CLOSE | QUOTE : OPEN | CLOSE;

    if (begins_mark(r, marks, c))
        return begin_mark(r, marks);
    if (!s->broken && fp_is_space(c)) {
        fp_out_mark_byte(r->out, FP_ROLE_BLANK);
        return TAKEN;
    }
    if (!s->broken)
        break_call(r, here(r), r->table->clauses.bad_line);
    fp_out_mark_byte(r->out, FP_ROLE_SKIPPED);
    return TAKEN;
}

/* -- the engine ------------------------------------------------------------------------------ */

static bool (*const TAKE[])(reader *r, unsigned char c) = {
    [TEXT] = take_text, [LEAD] = take_lead, [NAME] = take_name,     [OBJECT] = take_object,
    [KEY] = take_key,   [NONE] = take_none, [STRING] = take_string, [TAIL] = take_tail,
};

void fp_gemma_step(void *state, fp_out *out, unsigned char byte)
{
    reader r = { .table = fp_out_table(out), .s = state, .out = out };

    while (!(r.s->marks ? take_mark : TAKE[r.s->part])(&r, byte))
        continue;
}

void fp_gemma_finish(void *state, fp_out *out)
{
    const fp_gemma *s = state;
    const fp_gemma_table *table = fp_out_table(out);

    if (!fp_out_in_call(out)) {
        fp_out_cite(out, table->clauses.cut_mark);
        fp_out_release(out);
        return;
    }
    fp_out_cite(out, table->clauses.unfinished);
    fp_out_mark(out, FP_ROLE_SKIPPED);
    if (s->broken) /* never recovered */
        fp_out_call_cut(out, fp_out_offset(out), table->clauses.unfinished);
    else if (s->part == TAIL && !s->marks)
        fp_out_call_lacks_end(out, table->clauses.unfinished);
    else
        fp_out_call_unfinished(out, table->clauses.unfinished);
}

unsigned fp_gemma_at_ease(const void *state)
{
    const fp_gemma *s = state;

    return s->part == TEXT && !s->marks;
}

size_t fp_gemma_run(void *state, fp_out *out, const char *bytes, size_t len)
{
    const fp_gemma *s = state;
    const fp_gemma_table *table = fp_out_table(out);
    size_t n;

    if (s->part != STRING || s->marks)
        return 0;
    n = fp_jsonscan_plain_before(bytes, len, (unsigned char)table->quote[0]);
    if (!n)
        return 0;
    fp_out_json_args(out, (fp_str){ bytes, n }, table->clauses.duplicate);
    fp_out_mark_run(out, n, FP_ROLE_VALUE);
    return n;
}
