/* SPDX-License-Identifier: Apache-2.0 */
/* sample.c: texts that a pattern of the common subset may match (TEMPLATE-2.3).
 *
 * The pattern is walked from left to right, and each choice in it is made by a number: which
 * alternative, how often, which character. Groups that are open are kept on a stack of their own.
 * Lookarounds and the edges of words are not seen to, so a sample is tried before it is used.
 */
#include "check.h"

#include <fencepost/ascii.h>

#include <string.h>

enum { OPEN_MOST = 24, REPEATS_MOST = 2, LEN_MOST = 128, TURNS_MOST = 4096 };

/* A group that is open; the whole pattern is one as well. */
typedef struct group {
    size_t body;  /* after its opening */
    size_t after; /* its closing, and what counts it */
    unsigned left;
} group;

typedef struct walk {
    fp_str in;
    size_t at;
    fp_buf *out;
    fp_tpl_sampling *how;
    group open[OPEN_MOST];
    size_t depth;
    bool good;
} walk;

uint32_t fp_tpl_pick(uint64_t *seed, size_t count)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)((*seed >> 16) % count);
}

static int byte_at(fp_str in, size_t at)
{
    return at < in.len ? (unsigned char)in.ptr[at] : -1;
}

static void put(walk *w, const char *bytes, size_t len)
{
    w->how->no_memory = w->how->no_memory || !fp_buf_append(w->out, bytes, len);
    w->good = w->good && !w->how->no_memory;
}

/* -- places in a pattern ----------------------------------------------------------------------- */

/* After a set, at its opening bracket. */
static size_t after_set(fp_str in, size_t at)
{
    at += byte_at(in, at + 1) == '^' ? 2 : 1;
    at += byte_at(in, at) == ']';
    while (at < in.len && in.ptr[at] != ']')
        at += in.ptr[at] == '\\' ? 2 : 1;
    return at + 1;
}

/* After an escape. */
static size_t after_escape(fp_str in, size_t at)
{
    const int c = byte_at(in, at + 1);

    return at + (c == 'x' ? 4 : c == 'u' ? 6 : 2);
}

/* After what is one thing and no group. */
static size_t after_one(fp_str in, size_t at)
{
    if (in.ptr[at] == '\\')
        return after_escape(in, at);
    if (in.ptr[at] == '[')
        return after_set(in, at);
    for (at++; (byte_at(in, at) & 0xc0) == 0x80 && at < in.len;)
        at++;
    return at;
}

/* From the body of a group on: its end, and where its alternative of that number begins. */
static size_t group_end(fp_str in, size_t at, size_t number, size_t *count, size_t *begin)
{
    size_t depth = 0;

    *count = 1;
    *begin = at;
    while (at < in.len && (depth || in.ptr[at] != ')')) {
        const char c = in.ptr[at];

        at = after_one(in, at);
        depth += c == '(';
        depth -= c == ')';
        if (c == '|' && !depth && (*count)++ == number)
            *begin = at;
    }
    return at;
}

/* What counts the thing before: least and most, and where it ends. */
static size_t read_count(fp_str in, size_t at, unsigned *least, unsigned *most)
{
    const int c = byte_at(in, at);
    unsigned *to = least;

    *least = c != '*' && c != '?';
    *most = c == '*' || c == '+' ? *least + REPEATS_MOST : 1;
    if (c == '{' && byte_at(in, at + 1) >= '0' && byte_at(in, at + 1) <= '9') {
        *least = *most = 0;
        for (at++; at < in.len && in.ptr[at] != '}'; at++)
            if (in.ptr[at] == ',')
                to = most;
            else if (*to < LEN_MOST)
                *to = *to * 10 + (unsigned)(in.ptr[at] - '0');
        if (to == least)
            *most = *least;
        else if (*most > *least + REPEATS_MOST || *most < *least)
            *most = *least + REPEATS_MOST;
        at++;
    } else if (c == '*' || c == '+' || c == '?') {
        at++;
    } else {
        return at;
    }
    return at + (byte_at(in, at) == '?');
}

/* -- characters -------------------------------------------------------------------------------- */

static const char POOL[] = "x1 -a_\n.<>/Z\"{}:=|,[]()'";

static bool class_has(char class, char c)
{
    const bool digit = c >= '0' && c <= '9';
    const bool word = digit || c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
    const char kind = (char)(class | 0x20);
    const bool has = kind == 'd' ? digit : kind == 'w' ? word : fp_is_space(c);

    return has != (class == 'D' || class == 'W' || class == 'S');
}

/* The character that an escape is; 0: it is a class. */
static uint32_t escaped(fp_str in, size_t at)
{
    static const char FROM[] = "ntrf", TO[] = "\n\t\r\f";
    const char c = (char)byte_at(in, at + 1), *known = c ? strchr(FROM, c) : NULL;
    const size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : 0;
    uint32_t code = 0;

    if (c && strchr("dDwWsS", c))
        return 0;
    for (size_t i = 0; i < digits; i++) {
        const int d = byte_at(in, at + 2 + i);

        code = code * 16 + (uint32_t)(d <= '9' ? d - '0' : (d | 0x20) - 'a' + 10);
    }
    return digits            ? code
           : known && *known ? (uint32_t)TO[known - FROM]
                             : (uint32_t)(unsigned char)c;
}

/* Whether a set has a character of ASCII. */
static bool set_has(fp_str in, size_t at, char c)
{
    const size_t end = after_set(in, at) - 1;
    const bool negated = byte_at(in, at + 1) == '^';
    bool has = false;

    for (at += negated ? 2 : 1; at < end;) {
        const bool escape = in.ptr[at] == '\\';
        const uint32_t from = escape ? escaped(in, at) : (unsigned char)in.ptr[at];
        const char class = (char)byte_at(in, at + 1);
        uint32_t to = from;

        at = escape ? after_escape(in, at) : at + 1;
        if (from && byte_at(in, at) == '-' && at + 1 < end) {
            const bool other = in.ptr[at + 1] == '\\';

            to = other ? escaped(in, at + 1) : (unsigned char)in.ptr[at + 1];
            at = other ? after_escape(in, at + 1) : at + 2;
        }
        has = has || (from ? (uint32_t)(unsigned char)c >= from && (uint32_t)(unsigned char)c <= to
                           : class_has(class, c));
    }
    return has != negated;
}

static void put_code(walk *w, uint32_t code)
{
    char bytes[3];

    if (code < 0x80) {
        bytes[0] = (char)code;
        put(w, bytes, 1);
    } else if (code < 0x800) {
        bytes[0] = (char)(0xc0 | code >> 6);
        bytes[1] = (char)(0x80 | (code & 0x3f));
        put(w, bytes, 2);
    } else {
        bytes[0] = (char)(0xe0 | code >> 12);
        bytes[1] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[2] = (char)(0x80 | (code & 0x3f));
        put(w, bytes, 3);
    }
}

static void put_escape(walk *w)
{
    const uint32_t code = escaped(w->in, w->at);
    const char class = (char)byte_at(w->in, w->at + 1);
    const size_t first = fp_tpl_pick(&w->how->seed, sizeof POOL - 1);

    if (class && strchr("AbBZ", class))
        return;
    if (code) {
        put_code(w, code);
        return;
    }
    for (size_t i = 0; i < sizeof POOL - 1; i++) {
        const char c = POOL[(first + i) % (sizeof POOL - 1)];

        if (class_has(class, c)) {
            put(w, &c, 1);
            return;
        }
    }
}

static void put_set(walk *w)
{
    const size_t first = fp_tpl_pick(&w->how->seed, sizeof POOL - 1);
    const size_t next = w->at + 1;

    for (size_t i = 0; i < sizeof POOL - 1; i++) {
        const char c = POOL[(first + i) % (sizeof POOL - 1)];

        if (set_has(w->in, w->at, c)) {
            put(w, &c, 1);
            return;
        }
    }
    for (char c = '!'; c < 0x7f; c++)
        if (set_has(w->in, w->at, c)) {
            put(w, &c, 1);
            return;
        }
    if (byte_at(w->in, next) == '\\')
        put_code(w, escaped(w->in, next));
    else
        put(w, w->in.ptr + next, after_one(w->in, next) - next);
}

static void put_one(walk *w)
{
    const char c = w->in.ptr[w->at];

    if (c == '\\') {
        put_escape(w);
    } else if (c == '[') {
        put_set(w);
    } else if (c == '.') {
        put(w, &POOL[fp_tpl_pick(&w->how->seed, sizeof POOL - 1)], 1);
    } else if (c != '^' && c != '$') {
        put(w, w->in.ptr + w->at, after_one(w->in, w->at) - w->at);
    }
}

/* -- the walk ---------------------------------------------------------------------------------- */

static unsigned times(walk *w, unsigned least, unsigned most)
{
    return least + fp_tpl_pick(&w->how->seed, most - least + 1);
}

/* Begins an alternative of the group on top. */
static void enter(walk *w)
{
    group *g = &w->open[w->depth - 1];
    size_t count, begin;

    group_end(w->in, g->body, 0, &count, &begin);
    group_end(w->in, g->body, fp_tpl_pick(&w->how->seed, count), &count, &begin);
    w->at = begin;
    g->left--;
}

/* Whether the group at the parenthesis is the one that has a text of its own. */
static bool is_asked_for(const walk *w)
{
    const size_t len = w->how->group ? strlen(w->how->group) : 0;
    const size_t at = w->at + 4;

    return len && at + len < w->in.len && memcmp(w->in.ptr + w->at, "(?P<", 4) == 0 &&
           memcmp(w->in.ptr + at, w->how->group, len) == 0 && w->in.ptr[at + len] == '>';
}

/* What a lookahead wants is written now and then; what it refuses, and what was before, never. */
static bool is_left_out(walk *w)
{
    const fp_str at = { w->in.ptr + w->at, w->in.len - w->at };

    if (at.len < 3 || at.ptr[1] != '?')
        return false;
    return at.ptr[2] == '!' || (at.ptr[2] == '<' && (at.ptr[3] == '=' || at.ptr[3] == '!')) ||
           (at.ptr[2] == '=' && fp_tpl_pick(&w->how->seed, 2));
}

static void open_group(walk *w)
{
    const size_t start = w->at + 1;
    size_t count, begin, body = start;
    unsigned least, most;
    group g = { .left = 0 };

    if (byte_at(w->in, start) == '?' && byte_at(w->in, start + 1) == 'P')
        while (w->in.ptr[body - 1] != '>')
            body++;
    else if (byte_at(w->in, start) == '?')
        body += byte_at(w->in, start + 1) == '<' ? 3 : 2;
    g.body = body;
    g.after = read_count(w->in, group_end(w->in, body, 0, &count, &begin) + 1, &least, &most);
    g.left = times(w, least, most);
    if (is_asked_for(w)) {
        put(w, w->how->text.ptr, w->how->text.len);
        g.left = 0;
    } else if (is_left_out(w)) {
        g.left = 0;
    }
    w->good = w->good && w->depth < OPEN_MOST;
    if (!w->good || !g.left) {
        w->at = g.after;
        return;
    }
    w->open[w->depth++] = g;
    enter(w);
}

static void repeat_one(walk *w)
{
    unsigned least, most, count;
    const size_t after = read_count(w->in, after_one(w->in, w->at), &least, &most);

    count = times(w, least, most);
    for (unsigned i = 0; i < count && w->out->len < LEN_MOST; i++)
        put_one(w);
    w->at = after;
}

bool fp_tpl_sample(fp_str pattern, fp_tpl_sampling *how, fp_buf *out)
{
    walk w = { .in = pattern, .out = out, .how = how, .good = true };

    w.open[w.depth++] = (group){ 0, pattern.len, 1 };
    enter(&w);
    for (unsigned turns = 0; w.good && w.depth; turns++) {
        const int c = byte_at(pattern, w.at);

        if (turns == TURNS_MOST || out->len > LEN_MOST)
            return false;
        if (c == '(')
            open_group(&w);
        else if (c >= 0 && c != ')' && c != '|')
            repeat_one(&w);
        else if (w.open[w.depth - 1].left)
            enter(&w);
        else
            w.at = w.open[--w.depth].after;
    }
    return w.good;
}
