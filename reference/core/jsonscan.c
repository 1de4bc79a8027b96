/* SPDX-License-Identifier: Apache-2.0 */
/* jsonscan.c: JSON, one byte at a time. */
#include "jsonscan.h"

#include "ascii.h"
#include "block.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef enum state {
    VALUE,      /* before a value: the start state */
    FIRST_KEY,  /* after a brace */
    FIRST_ITEM, /* after a bracket */
    KEY,        /* after a comma of an object */
    COLON,      /* after a key */
    AFTER,      /* after a value */
    STRING,
    ESCAPE,        /* after a backslash */
    HEX,           /* in the digits of an escape */
    WORD,          /* in true, false or null */
    MINUS,         /* numbers: after the minus, … */
    ZERO,          /* a leading zero */
    DIGITS,        /* the integer */
    POINT,         /* after the point */
    FRACTION,      /* the digits after it */
    EXPONENT,      /* after the E */
    EXPONENT_SIGN, /* after its sign */
    POWER          /* its digits */
} state;

static const char *const WORDS[] = { "true", "false", "null" };

bool fp_jsonscan_is_object(const fp_jsonscan *s, size_t level)
{
    return s->objects[level / 8] >> (level % 8) & 1;
}

static bool in_object(const fp_jsonscan *s)
{
    return fp_jsonscan_is_object(s, s->depth - 1);
}

static fp_scan_byte open_level(fp_jsonscan *s, bool object)
{
    if (s->depth == FP_SCAN_DEPTH_MAX)
        return FP_SCAN_BAD;

    uint8_t *bits = &s->objects[s->depth / 8];
    const uint8_t bit = (uint8_t)(1u << (s->depth % 8));

    *bits = (uint8_t)(object ? *bits | bit : *bits & ~bit);
    s->depth++;
    s->state = object ? FIRST_KEY : FIRST_ITEM;
    return FP_SCAN_OPEN;
}

static fp_scan_byte close_level(fp_jsonscan *s, unsigned char c)
{
    if (!s->depth || (c == '}') != in_object(s))
        return FP_SCAN_BAD;
    s->depth--;
    s->objects[s->depth / 8] &= (uint8_t) ~(1u << (s->depth % 8)); /* equal states are equal */
    s->state = AFTER;
    return FP_SCAN_CLOSE;
}

static fp_scan_byte begin_string(fp_jsonscan *s, bool key)
{
    s->state = STRING;
    s->key = key;
    return key ? FP_SCAN_KEY : FP_SCAN_STRING;
}

static fp_scan_byte begin_value(fp_jsonscan *s, unsigned char c)
{
    if (c == '"')
        return begin_string(s, false);
    if (c == '{' || c == '[')
        return open_level(s, c == '{');
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (c == (unsigned char)WORDS[i][0]) {
            s->state = WORD;
            s->word = (uint8_t)i;
            s->matched = 1;
            return FP_SCAN_SCALAR;
        }
    }
    if (c != '-' && !fp_is_digit(c))
        return FP_SCAN_BAD;
    s->state = c == '-' ? MINUS : c == '0' ? ZERO : DIGITS;
    return FP_SCAN_SCALAR;
}

static fp_scan_byte after_value(fp_jsonscan *s, unsigned char c)
{
    if (c == '}' || c == ']')
        return close_level(s, c);
    if (c != ',' || !s->depth)
        return FP_SCAN_BAD;
    s->state = in_object(s) ? KEY : VALUE;
    return FP_SCAN_COMMA;
}

static bool is_hex(unsigned char c)
{
    return fp_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Whether it may stand after a backslash. */
static bool is_escape(unsigned char c)
{
    static const bool IS[256] = {
        ['"'] = true, ['\\'] = true, ['/'] = true, ['b'] = true, ['f'] = true,
        ['n'] = true, ['r'] = true,  ['t'] = true, ['u'] = true
    };

    return IS[c];
}

/* Whether an escape of two bytes ends with this one. */
static bool ends_short_escape(char byte)
{
    return byte != 'u' && is_escape((unsigned char)byte);
}

static fp_scan_byte string_byte(fp_jsonscan *s, unsigned char c)
{
    const fp_scan_byte kind = s->key ? FP_SCAN_KEY : FP_SCAN_STRING;

    switch (s->state) {
    case ESCAPE:
        if (!is_escape(c))
            return FP_SCAN_BAD;
        s->state = c == 'u' ? HEX : STRING;
        s->matched = 0;
        return kind;
    case HEX:
        if (!is_hex(c))
            return FP_SCAN_BAD;
        if (++s->matched == 4) {
            s->state = STRING;
            s->matched = 0;
        }
        return kind;
    default:
        break;
    }
    if (c < 0x20)
        return FP_SCAN_BAD;
    if (c == '\\') {
        s->state = ESCAPE;
    } else if (c == '"') {
        s->state = s->key ? COLON : AFTER;
        s->key = false;
    }
    return kind;
}

static fp_scan_byte word_byte(fp_jsonscan *s, unsigned char c)
{
    const char *word = WORDS[s->word];

    if (c != (unsigned char)word[s->matched])
        return FP_SCAN_BAD;
    s->matched++;
    if (!word[s->matched]) {
        s->state = AFTER;
        s->word = 0;
        s->matched = 0;
    }
    return FP_SCAN_SCALAR;
}

/* What a byte is to a number. */
typedef enum digit_class { OTHER, NOUGHT, DIGIT, DOT, LETTER_E, SIGN, CLASS_COUNT } digit_class;

static digit_class class_of(unsigned char c)
{
    if (fp_is_digit(c))
        return c == '0' ? NOUGHT : DIGIT;
    if (c == '.')
        return DOT;
    if (c == 'e' || c == 'E')
        return LETTER_E;
    return c == '+' || c == '-' ? SIGN : OTHER;
}

/* The state after c, in a number; AFTER if c does not continue the number. */
static state number_goes_on(state from, unsigned char c)
{
    static const state NEXT[][CLASS_COUNT] = {
        /* OTHER, NOUGHT, DIGIT, DOT, LETTER_E, SIGN */
        [MINUS] = { AFTER, ZERO, DIGITS, AFTER, AFTER, AFTER },
        [ZERO] = { AFTER, AFTER, AFTER, POINT, EXPONENT, AFTER },
        [DIGITS] = { AFTER, DIGITS, DIGITS, POINT, EXPONENT, AFTER },
        [POINT] = { AFTER, FRACTION, FRACTION, AFTER, AFTER, AFTER },
        [FRACTION] = { AFTER, FRACTION, FRACTION, AFTER, EXPONENT, AFTER },
        [EXPONENT] = { AFTER, POWER, POWER, AFTER, AFTER, EXPONENT_SIGN },
        [EXPONENT_SIGN] = { AFTER, POWER, POWER, AFTER, AFTER, AFTER },
        [POWER] = { AFTER, POWER, POWER, AFTER, AFTER, AFTER },
    };

    return NEXT[from][class_of(c)];
}

static bool is_number(state s) /* one that may end here */
{
    return s == ZERO || s == DIGITS || s == FRACTION || s == POWER;
}

static fp_scan_byte number_byte(fp_jsonscan *s, unsigned char c)
{
    const state next = number_goes_on((state)s->state, c);

    if (next == AFTER && !is_number((state)s->state))
        return FP_SCAN_BAD;
    if (next != AFTER) {
        s->state = (uint8_t)next;
        return FP_SCAN_SCALAR;
    }
    if (fp_is_space(c)) {
        s->state = AFTER;
        return FP_SCAN_BLANK;
    }
    return after_value(s, c);
}

fp_scan_byte fp_jsonscan_step(fp_jsonscan *s, unsigned char c)
{
    if (s->state >= STRING) {
        if (s->state <= HEX)
            return string_byte(s, c);
        return s->state == WORD ? word_byte(s, c) : number_byte(s, c);
    }
    if (fp_is_space(c))
        return FP_SCAN_BLANK;
    switch (s->state) {
    case FIRST_KEY:
        if (c == '}')
            return close_level(s, c);
        /* fall through */
    case KEY:
        return c == '"' ? begin_string(s, true) : FP_SCAN_BAD;
    case COLON:
        if (c != ':')
            return FP_SCAN_BAD;
        s->state = VALUE;
        return FP_SCAN_COLON;
    case FIRST_ITEM:
        return c == ']' ? close_level(s, c) : begin_value(s, c);
    case AFTER:
        return after_value(s, c);
    default:
        return begin_value(s, c);
    }
}

bool fp_jsonscan_number_may_end(const fp_jsonscan *s)
{
    return is_number((state)s->state);
}

bool fp_jsonscan_complete(const fp_jsonscan *s)
{
    return !s->depth && (s->state == AFTER || is_number((state)s->state));
}

bool fp_jsonscan_after_value(const fp_jsonscan *s)
{
    return s->state == AFTER;
}

bool fp_jsonscan_before_key(const fp_jsonscan *s)
{
    return s->state == FIRST_KEY || s->state == KEY;
}

bool fp_jsonscan_before_value(const fp_jsonscan *s)
{
    return s->state == VALUE || s->state == FIRST_ITEM;
}

bool fp_jsonscan_in_text(const fp_jsonscan *s)
{
    return s->state == STRING;
}

bool fp_jsonscan_in_string(const fp_jsonscan *s)
{
    return s->state >= STRING && s->state <= HEX;
}

/* -- many bytes at a time ---------------------------------------------------------------------- */

#define CONTROL(c) [c] = true, [(c) + 1] = true, [(c) + 2] = true, [(c) + 3] = true
const bool FP_JSONSCAN_NOT_PLAIN[256] = {
    CONTROL(0x00), CONTROL(0x04), CONTROL(0x08), CONTROL(0x0C), CONTROL(0x10),
    CONTROL(0x14), CONTROL(0x18), CONTROL(0x1C), ['"'] = true,  ['\\'] = true,
};
#undef CONTROL

static bool is_plain(char c)
{
    return !FP_JSONSCAN_NOT_PLAIN[(unsigned char)c];
}

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* How many of eight bytes come before the first that is not plain. The top bits of marks show which
 * bytes are less than 0x20, a quote or a backslash; the bits above the first one may be wrong. */
static inline size_t plain_of_eight(const char *bytes)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t eight, quote, slash, marks;

    memcpy(&eight, bytes, sizeof eight);
    quote = eight ^ ones * '"';
    slash = eight ^ ones * '\\';
    marks =
        ((eight - ones * 0x20) & ~eight) | ((quote - ones) & ~quote) | ((slash - ones) & ~slash);
    marks &= ones << 7;
    return marks ? (size_t)__builtin_ctzll(marks) / 8 : 8;
}
#else
static inline size_t plain_of_eight(const char *bytes)
{
    size_t n = 0;

    while (n < 8 && is_plain(bytes[n]))
        n++;
    return n;
}
#endif

#ifdef __SSE2__
enum { BLOCK = 16 };

/* The same of sixteen. */
static inline size_t plain_of_block(const char *bytes)
{
    const __m128i control = _mm_set1_epi8(0x1F);
    __m128i block, marks;

    memcpy(&block, bytes, sizeof block);
    marks = _mm_cmpeq_epi8(_mm_max_epu8(block, control), control);
    marks = _mm_or_si128(marks, _mm_cmpeq_epi8(block, _mm_set1_epi8('"')));
    marks = _mm_or_si128(marks, _mm_cmpeq_epi8(block, _mm_set1_epi8('\\')));
    return (size_t)__builtin_ctz((unsigned)_mm_movemask_epi8(marks) | 1u << BLOCK);
}
#else
enum { BLOCK = 8 };

static inline size_t plain_of_block(const char *bytes)
{
    return plain_of_eight(bytes);
}
#endif

static inline size_t count_plain(const char *bytes, size_t len)
{
    size_t n = 0;

    for (; len - n >= BLOCK; n += BLOCK) {
        const size_t some = plain_of_block(bytes + n);

        if (some < BLOCK)
            return n + some;
        while (len - n >= BLOCK + FP_BLOCK && fp_block_is_plain(bytes + n + BLOCK))
            n += FP_BLOCK;
    }
    if (len - n >= 8) {
        const size_t some = plain_of_eight(bytes + n);

        n += some;
        if (some < 8)
            return n;
    }
    while (n < len && is_plain(bytes[n]))
        n++;
    return n;
}

size_t fp_jsonscan_plain(const char *bytes, size_t len)
{
    return count_plain(bytes, len);
}

size_t fp_jsonscan_plain_before(const char *bytes, size_t len, unsigned char end)
{
    size_t n = 0;

    while (n < len) {
        const size_t most = len - n < FP_BLOCK ? len - n : FP_BLOCK;
        const size_t some = count_plain(bytes + n, most);
        const char *met = memchr(bytes + n, end, some);

        if (met)
            return (size_t)(met - bytes);
        n += some;
        if (some < most)
            break;
    }
    return n;
}

/* Of these bytes of a block, those that make no escape of two bytes. */
static inline uint64_t no_short_escapes(const char *bytes, uint64_t escaped)
{
    uint64_t found = 0;

    for (uint64_t left = escaped; left; left &= left - 1)
        if (!ends_short_escape(bytes[fp_block_first(left)]))
            found |= left & -left;
    return found;
}

/* How many of the bytes are text, block by block: up to the first byte that is not text, or to a
 * rest shorter than a block. */
static size_t text_blocks(const char *bytes, size_t len)
{
    size_t n = 0;

    while (len - n > FP_BLOCK) {
        if (fp_block_is_lines(bytes + n)) {
            n += FP_BLOCK;
            continue;
        }

        const fp_block_marks m = fp_block_look(bytes + n);
        const uint64_t escaped = fp_block_escaped(m.slashes);
        const uint64_t stops = (m.ends & ~escaped) | no_short_escapes(bytes + n, escaped) >> 1;

        if (stops)
            return n + fp_block_first(stops);
        /* a backslash that is last, and escapes, is the first of the next block */
        n += FP_BLOCK - (size_t)((m.slashes & ~escaped) >> (FP_BLOCK - 1));
    }
    return n;
}

/* The same of bytes of which the first n are plain, and the next is a backslash. Where one escape
 * is, more are, line ends as a rule: then blocks are quicker. */
__attribute__((noinline)) static size_t count_text(const char *bytes, size_t n, size_t len)
{
    while (len - n >= 2 && bytes[n] == '\\' && ends_short_escape(bytes[n + 1])) {
        n += 2;
        n += text_blocks(bytes + n, len - n);
        n += count_plain(bytes + n, len - n);
    }
    return n;
}

enum { FEW = 16 }; /* bytes: fewer are not worth a look at blocks */

/* The same of a small chunk. */
static inline size_t text_of_few(const char *bytes, size_t len)
{
    size_t n = 0;

    while (n < len) {
        if (is_plain(bytes[n]))
            n++;
        else if (bytes[n] == '\\' && len - n >= 2 && ends_short_escape(bytes[n + 1]))
            n += 2;
        else
            break;
    }
    return n;
}

size_t fp_jsonscan_text(const char *bytes, size_t len)
{
    if (len < FEW)
        return text_of_few(bytes, len);

    const size_t n = count_plain(bytes, len);

    return n < len && bytes[n] == '\\' ? count_text(bytes, n, len) : n;
}
