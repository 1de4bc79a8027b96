/* SPDX-License-Identifier: Apache-2.0 */
/* unescape.c: what the inside of a JSON string stands for. */
#include "unescape.h"

#include "ascii.h"
#include "block.h"
#include "buf.h"

#include <string.h>

enum { PLAIN, BACKSLASH, HEX };

static size_t put_utf8(uint32_t point, char *out)
{
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    if (point < 0x800) {
        out[0] = (char)(0xC0 | point >> 6);
        out[1] = (char)(0x80 | (point & 0x3F));
        return 2;
    }
    if (point < 0x10000) {
        out[0] = (char)(0xE0 | point >> 12);
        out[1] = (char)(0x80 | (point >> 6 & 0x3F));
        out[2] = (char)(0x80 | (point & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | point >> 18);
    out[1] = (char)(0x80 | (point >> 12 & 0x3F));
    out[2] = (char)(0x80 | (point >> 6 & 0x3F));
    out[3] = (char)(0x80 | (point & 0x3F));
    return 4;
}

static size_t put_lone(fp_unescape *u, char *out)
{
    u->lone = true;
    return put_utf8(0xFFFD, out);
}

/* Something other than the other half comes: what waits is alone. */
static size_t put_waiting(fp_unescape *u, char *out)
{
    if (!u->high)
        return 0;
    u->high = 0;
    return put_lone(u, out);
}

static unsigned hex_value(unsigned char c)
{
    return fp_is_digit(c) ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a') + 10;
}

/* Whether the escape may still be that of a low surrogate, with this digit. */
static bool may_be_low(const fp_unescape *u, unsigned digit)
{
    return u->digits == 0 ? digit == 0xD : u->digits > 1 || digit >= 0xC;
}

/* Only a low surrogate finds a high one waiting: with any other unit it has come out by now. */
static size_t put_unit(fp_unescape *u, uint16_t unit, char *out)
{
    const bool low = unit >= 0xDC00 && unit <= 0xDFFF;

    if (low && u->high) {
        const uint32_t high = u->high - 0xD800u;

        u->high = 0;
        return put_utf8(0x10000u + (high << 10) + (unit - 0xDC00u), out);
    }
    if (low)
        return put_lone(u, out);
    if (unit >= 0xD800 && unit <= 0xDBFF) {
        u->high = unit;
        return 0;
    }
    return put_utf8(unit, out);
}

static size_t put_digit(fp_unescape *u, unsigned digit, char *out)
{
    const size_t n = may_be_low(u, digit) ? 0 : put_waiting(u, out);
    const uint16_t unit = (uint16_t)((unsigned)u->unit << 4 | digit);

    u->unit = unit;
    if (++u->digits < 4)
        return n;
    u->state = PLAIN;
    u->digits = 0;
    u->unit = 0;
    return put_unit(u, unit, out);
}

/* What a backslash and this byte stand for. */
static char simple(unsigned char c)
{
    static const char STANDS_FOR[256] = {
        ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'
    };

    if (STANDS_FOR[c])
        return STANDS_FOR[c];
    return (char)c;
}

static size_t put_simple(fp_unescape *u, unsigned char c, char *out)
{
    const size_t n = put_waiting(u, out);

    out[n] = simple(c);
    return n + 1;
}

size_t fp_unescape_step(fp_unescape *u, unsigned char c, char out[FP_UNESCAPE_MAX])
{
    size_t n;

    switch (u->state) {
    case BACKSLASH:
        if (c != 'u') {
            u->state = PLAIN;
            return put_simple(u, c, out);
        }
        u->state = HEX;
        u->digits = 0;
        u->unit = 0;
        return 0;
    case HEX:
        return put_digit(u, hex_value(c), out);
    default:
        break;
    }
    if (c == '\\') {
        u->state = BACKSLASH;
        return 0;
    }
    n = put_waiting(u, out);
    out[n] = (char)c;
    return n + 1;
}

size_t fp_unescape_end(fp_unescape *u, char out[FP_UNESCAPE_MAX])
{
    const size_t n = put_waiting(u, out);

    u->state = PLAIN;
    return n;
}

/* -- whole strings ----------------------------------------------------------------------------- */

/* Bytes that are read and written so far. */
typedef struct progress {
    const char *from;
    char *to;
} progress;

enum { TWO_BLOCKS = 2 * FP_BLOCK };

/* Takes a block, of which twice as many bytes are there. What is copied goes beyond what is taken,
 * for its size to be always the same. Ends before an escape that is longer than two bytes. */
static inline progress take_block(progress p)
{
    const uint64_t slashes = fp_block_look(p.from).slashes;
    const char *const begin = p.from;

    for (uint64_t left = slashes & ~fp_block_escaped(slashes); left; left &= left - 1) {
        const char *slash = begin + fp_block_first(left);

        memcpy(p.to, p.from, FP_BLOCK);
        p.to += slash - p.from;
        p.from = slash;
        if (slash[1] == 'u')
            return p;
        *p.to++ = simple((unsigned char)slash[1]);
        p.from += 2;
    }
    if (p.from < begin + FP_BLOCK) {
        memcpy(p.to, p.from, FP_BLOCK);
        p.to += begin + FP_BLOCK - p.from;
        p.from = begin + FP_BLOCK;
    }
    return p;
}

/* Takes the bytes up to an escape, and it, if it is of two bytes. */
static inline progress take_few(progress p, const char *end)
{
    const char *slash = memchr(p.from, '\\', (size_t)(end - p.from));
    const size_t plain = (size_t)((slash ? slash : end) - p.from);

    if (plain)
        fp_copy(p.to, p.from, plain);
    p.from += plain;
    p.to += plain;
    if (end - p.from > 1 && p.from[1] != 'u') {
        *p.to++ = simple((unsigned char)p.from[1]);
        p.from += 2;
    }
    return p;
}

/* Whether the next byte is in a long escape, or has to do with one. */
static bool in_long_escape(const fp_unescape *u, progress p, const char *end)
{
    return u->state || u->high || (*p.from == '\\' && (end - p.from == 1 || p.from[1] == 'u'));
}

/* Never writes more than it has read, except for the bytes of the last step. */
size_t fp_unescape_all(fp_str inside, char *to, bool *lone)
{
    const char *const end = inside.ptr + inside.len;
    progress p = { inside.ptr, to };
    fp_unescape u = { 0 };
    bool dense = false; /* escapes are so near to each other that blocks are quicker */

    while (p.from < end) {
        const progress before = p;

        if (in_long_escape(&u, p, end)) {
            p.to += fp_unescape_step(&u, (unsigned char)*p.from++, p.to);
        } else if (dense && end - p.from >= TWO_BLOCKS) {
            p = take_block(p);
            dense = p.from - before.from != p.to - before.to;
        } else {
            p = take_few(p, end);
            dense = p.from - before.from <= FP_BLOCK;
        }
    }
    p.to += fp_unescape_end(&u, p.to);
    *lone = *lone || u.lone;
    return (size_t)(p.to - to);
}

/* -- with offsets ------------------------------------------------------------------------------ */

size_t fp_unescaped_step(fp_unescaped *s, unsigned char c, uint64_t offset,
                         char out[FP_UNESCAPE_MAX])
{
    const bool waiting = s->u.high != 0, escaped = s->u.state != PLAIN;

    s->u.lone = false;
    if (!escaped && c == '\\')
        s->escape = offset;

    const size_t n = fp_unescape_step(&s->u, c, out);

    s->first = waiting ? s->high : s->escape;
    s->rest = escaped ? s->escape : offset;
    s->firsts = !waiting ? 0 : s->u.lone ? 3 : n;
    if (escaped && s->u.state == PLAIN && s->u.high)
        s->high = s->escape;
    return n;
}

size_t fp_unescaped_end(fp_unescaped *s, char out[FP_UNESCAPE_MAX])
{
    s->first = s->high;
    s->firsts = s->u.high ? 3 : 0;
    return fp_unescape_end(&s->u, out);
}

bool fp_unescaped_lone(fp_unescaped *s, uint64_t *offset)
{
    const bool lone = s->u.lone;

    s->u.lone = false;
    *offset = s->first;
    return lone;
}

bool fp_unescaped_equal(const fp_unescaped *a, const fp_unescaped *b)
{
    return a->u.state == b->u.state && a->u.digits == b->u.digits && a->u.unit == b->u.unit &&
           a->u.high == b->u.high && (a->u.state == PLAIN || a->escape == b->escape) &&
           (!a->u.high || a->high == b->high);
}
