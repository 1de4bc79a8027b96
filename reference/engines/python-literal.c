/* SPDX-License-Identifier: Apache-2.0 */
/* python-literal.c: a literal of Python's, written again as JSON while it is read. Clauses:
 * spec/families/python.md. */
#include "core/ascii.h"
#include "core/out_json.h"
#include "engines/python.h"

#include <string.h>

typedef enum state {
    BEGIN,  /* a value comes; the start state */
    ITEM,   /* a value comes, or the bracket is closed */
    KEY,    /* the same of a key */
    COLON,  /* after a key */
    AFTER,  /* after an item */
    OPENED, /* after a quote, */
    EMPTY,  /* after two: a string that is empty, or one that has three of them */
    STRING, /* in a string */
    ESCAPE, /* after a backslash */
    HEX,    /* in an escape by number */
    OCTAL,  /* likewise; any byte may end it */
    NUMBER,
    WORD,
    TOO_DEEP, /* in brackets over the limit: they are counted, and strings followed */
    OVER
} state;

/* Kinds of brackets; a tuple is one only with a comma. */
enum { LIST = 1, DICT, TUPLE, TUPLE_WITH_COMMA };

enum { TRIPLE = 3, LAST_CHARACTER = 0x10FFFF, SURROGATES = 0xD800, SURROGATES_END = 0xE000 };

/* Words, and what they are in JSON: byte by byte, since they are as long (PYTHON-4.1). */
static const struct {
    const char *python, *json;
} WORDS[] = { { "True", "true" }, { "False", "false" }, { "None", "null" },
              { "true", "true" }, { "false", "false" }, { "null", "null" } };

enum { WORD_COUNT = sizeof WORDS / sizeof *WORDS };

/* -- giving out ------------------------------------------------------------------------------ */

static uint64_t here(const fp_out *out)
{
    return fp_out_offset(out) - 1;
}

void fp_python_give(fp_out *out, uint64_t offset, fp_str json)
{
    const fp_python_table *table = fp_out_table(out);

    for (size_t i = 0; i < json.len; i++) {
        fp_out_at(out, offset);
        fp_out_json_args(out, (fp_str){ json.ptr + i, 1 }, table->clauses.duplicate);
    }
}

static void give(fp_out *out, const char *json)
{
    fp_python_give(out, here(out), fp_str_of(json));
}

static void give_byte(fp_out *out, unsigned char c)
{
    const char byte = (char)c;

    fp_python_give(out, here(out), (fp_str){ &byte, 1 });
}

/* A byte of a string, from this offset. */
static void give_content(fp_out *out, uint64_t offset, unsigned char c)
{
    static const char DIGITS[] = "0123456789abcdef";
    const char control[] = { '\\', 'u', '0', '0', DIGITS[c >> 4], DIGITS[c & 15] };
    const char escaped[] = { '\\', (char)c };

    if (c < 0x20)
        fp_python_give(out, offset, (fp_str){ control, sizeof control });
    else if (c == '"' || c == '\\')
        fp_python_give(out, offset, (fp_str){ escaped, sizeof escaped });
    else
        fp_python_give(out, offset, (fp_str){ escaped + 1, 1 });
}

/* A character that an escape stands for, in UTF-8. */
static void give_character(fp_out *out, uint64_t offset, uint32_t unit)
{
    enum { TAIL_BITS = 6, TAIL = 0x80, TAIL_MASK = 0x3F };
    unsigned shift = 0;

    if (unit < 0x80) {
        give_content(out, offset, (unsigned char)unit);
        return;
    }
    if (unit >= 0x800)
        shift = unit >= 0x10000 ? 2 : 1;
    static const unsigned char HEADS[] = { 0xC0, 0xE0, 0xF0 };
    give_content(out, offset, (unsigned char)(HEADS[shift] | unit >> (TAIL_BITS * (shift + 1))));
    for (unsigned left = shift + 1; left--;)
        give_content(out, offset, (unsigned char)(TAIL | (unit >> (TAIL_BITS * left) & TAIL_MASK)));
}

/* Half of a pair, as the escape that it is in JSON too (PYTHON-5.6). */
static void give_half(fp_out *out, uint64_t offset, uint32_t unit)
{
    static const char DIGITS[] = "0123456789abcdef";
    const char escape[] = { '\\',
                            'u',
                            DIGITS[unit >> 12],
                            DIGITS[unit >> 8 & 15],
                            DIGITS[unit >> 4 & 15],
                            DIGITS[unit & 15] };

    fp_python_give(out, offset, (fp_str){ escape, sizeof escape });
}

/* Whether the arguments so far can be JSON: a number may not be. It is not called for what is too
 * deep. */
static bool is_json(const fp_out *out)
{
    uint64_t wrong;

    return fp_out_json_args_state(out) != FP_ARGS_BAD || !fp_out_json_args_wrong(out, &wrong);
}

/* -- brackets ---------------------------------------------------------------------------------- */

/* A value has ended. */
static void end_value(fp_python_literal *l)
{
    if (l->too_deep)
        l->state = TOO_DEEP;
    else if (l->key)
        l->state = COLON;
    else
        l->state = l->depth ? AFTER : OVER;
    l->key = false;
}

/* PYTHON-7.4: the bracket is over the limit. */
static void go_too_deep(fp_python_literal *l, fp_out *out)
{
    if (!is_json(out)) /* more brackets than can be, whatever the limit */
        fp_out_limit_exceeded(out, here(out));
    l->too_deep = (uint64_t)l->depth + 1;
    l->state = TOO_DEEP;
}

static void open_bracket(fp_python_literal *l, fp_out *out, unsigned char c)
{
    give(out, c == '{' ? "{" : "[");
    if (fp_out_json_args_state(out) == FP_ARGS_BAD) {
        go_too_deep(l, out);
        return;
    }
    l->kinds[l->depth] = c == '{' ? DICT : LIST;
    if (c == '(')
        l->kinds[l->depth] = TUPLE;
    l->depth++;
    l->state = c == '{' ? KEY : ITEM;
}

/* Closes the innermost bracket, if the byte does. Without a comma parentheses are not a tuple:
 * PYTHON-4.10. */
static fp_python_byte close_bracket(fp_python_literal *l, fp_out *out, unsigned char c)
{
    static const char CLOSERS[] = {
        [LIST] = ']', [DICT] = '}', [TUPLE] = ')', [TUPLE_WITH_COMMA] = ')'
    };
    const uint8_t kind = l->kinds[l->depth - 1];

    if (c != (unsigned char)CLOSERS[kind] || (kind == TUPLE && l->state == AFTER))
        return FP_PYTHON_WRONG;
    give(out, kind == DICT ? "}" : "]");
    l->kinds[--l->depth] = 0;
    l->comma = false;
    end_value(l);
    return FP_PYTHON_TAKEN;
}

static fp_python_byte take_too_deep(fp_python_literal *l, unsigned char c)
{
    if (c == '"' || c == '\'') {
        l->quote = c;
        l->state = OPENED;
    } else if (c == '[' || c == '{' || c == '(') {
        l->too_deep++;
    } else if (c == ']' || c == '}' || c == ')') {
        l->too_deep--;
    } else if (c == '<') { /* no literal has it, and a mark may begin */
        return FP_PYTHON_WRONG;
    }
    if (l->too_deep)
        return FP_PYTHON_TAKEN;
    memset(l->kinds, 0, l->depth);
    l->depth = 0;
    l->state = OVER;
    return FP_PYTHON_TAKEN;
}

/* -- values ------------------------------------------------------------------------------------ */

static bool begins_number(unsigned char c)
{
    return fp_is_digit(c) || c == '-' || c == '.';
}

/* The word that begins with the byte: no two begin alike. WORD_COUNT: none does. */
static uint8_t word_with(unsigned char c)
{
    unsigned w = 0;

    while (w < WORD_COUNT && (unsigned char)WORDS[w].python[0] != c)
        w++;
    return (uint8_t)w;
}

bool fp_python_begins_literal(unsigned char c)
{
    return c == '"' || c == '\'' || c == '[' || c == '{' || c == '(' || begins_number(c) ||
           word_with(c) < WORD_COUNT;
}

/* What is the last byte of a number after a point that no digit precedes: one has to follow. */
enum { BARE_POINT = ':' };

/* A byte of a number. JSON lacks some forms of Python's, which are completed: PYTHON-4.3. */
static fp_python_byte take_digit(fp_python_literal *l, fp_out *out, unsigned char c)
{
    const bool after_digit = fp_is_digit(l->last);
    const bool is_bare = c == '.' && !after_digit;

    if (l->last == '_' && !fp_is_digit(c))
        return FP_PYTHON_WRONG;
    if (c != '_' || !after_digit) {
        if (is_bare || ((c == 'e' || c == 'E') && l->last == '.'))
            give(out, "0");
        give_byte(out, c);
    }
    l->last = is_bare ? BARE_POINT : c;
    return is_json(out) ? FP_PYTHON_TAKEN : FP_PYTHON_WRONG;
}

static bool goes_on_with_number(unsigned char c)
{
    return begins_number(c) || c == 'e' || c == 'E' || c == '+' || c == '_';
}

static fp_python_byte take_word(fp_python_literal *l, fp_out *out, unsigned char c)
{
    if (!l->matched)
        l->word = word_with(c);
    if ((unsigned char)WORDS[l->word].python[l->matched] != c)
        return FP_PYTHON_WRONG;
    give_byte(out, (unsigned char)WORDS[l->word].json[l->matched++]);
    if (!WORDS[l->word].python[l->matched]) {
        l->word = l->matched = 0;
        end_value(l);
    }
    return FP_PYTHON_TAKEN;
}

/* A byte with which a value begins, if one does. */
static fp_python_byte begin_value(fp_python_literal *l, fp_out *out, unsigned char c)
{
    if (!fp_python_begins_literal(c))
        return FP_PYTHON_WRONG;
    if (l->comma)
        give(out, ",");
    l->comma = false;
    if (c == '"' || c == '\'') {
        give(out, "\"");
        l->quote = c;
        l->state = OPENED;
    } else if (c == '[' || c == '{' || c == '(') {
        open_bracket(l, out, c);
    } else if (begins_number(c)) {
        l->state = NUMBER;
        return take_digit(l, out, c);
    } else {
        l->state = WORD;
        return take_word(l, out, c);
    }
    return FP_PYTHON_TAKEN;
}

/* -- strings ----------------------------------------------------------------------------------- */

/* What stays of a string's state is its quote. */
static fp_python_byte end_string(fp_python_literal *l, fp_out *out)
{
    give(out, "\"");
    l->quote = 0;
    l->triple = false;
    l->quotes = 0;
    end_value(l);
    return FP_PYTHON_TAKEN;
}

static fp_python_byte take_string(fp_python_literal *l, fp_out *out, unsigned char c)
{
    if (c == l->quote && (!l->triple || ++l->quotes == TRIPLE))
        return end_string(l, out);
    if (c == l->quote)
        return FP_PYTHON_TAKEN;
    for (; l->quotes; l->quotes--) /* PYTHON-5.3: fewer than three are content */
        give_content(out, here(out) - l->quotes, l->quote);
    if (c == '\\') {
        l->escape = here(out);
        l->state = ESCAPE;
        return FP_PYTHON_TAKEN;
    }
    give_content(out, here(out), c);
    return FP_PYTHON_TAKEN;
}

/* The escape has ended. */
static fp_python_byte end_escape(fp_python_literal *l)
{
    l->escape = 0;
    l->unit = 0;
    l->digits = 0;
    l->state = STRING;
    return FP_PYTHON_TAKEN;
}

/* What the byte after a backslash stands for; 0 if for itself, after the backslash. */
static unsigned char simple_escape(unsigned char c)
{
    static const char ESCAPES[] = "\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v";

    for (size_t i = 0; i < sizeof ESCAPES - 1; i += 2)
        if ((unsigned char)ESCAPES[i] == c)
            return (unsigned char)ESCAPES[i + 1];
    return 0;
}

/* How many hexadecimal digits the byte after a backslash wants. */
static uint8_t digits_after(unsigned char c)
{
    enum { BYTE = 2, SHORT = 4, LONG = 8 };

    if (c == 'x')
        return BYTE;
    if (c == 'u')
        return SHORT;
    return c == 'U' ? LONG : 0;
}

static bool is_octal(unsigned char c)
{
    return c >= '0' && c <= '7';
}

static fp_python_byte take_escape(fp_python_literal *l, fp_out *out, unsigned char c)
{
    const unsigned char simple = simple_escape(c);

    l->digits = digits_after(c);
    if (l->digits) {
        l->state = HEX;
        return FP_PYTHON_TAKEN;
    }
    if (is_octal(c)) {
        enum { MORE = 2 };

        l->digits = MORE;
        l->unit = (uint32_t)(c - '0');
        l->state = OCTAL;
        return FP_PYTHON_TAKEN;
    }
    if (c == 'N') /* PYTHON-5.5 */
        return FP_PYTHON_WRONG;
    if (c != '\n' && !simple) /* PYTHON-5.4 */
        give_content(out, l->escape, '\\');
    if (c != '\n')
        give_content(out, simple ? l->escape : here(out), simple ? simple : c);
    return end_escape(l);
}

/* The value of a hexadecimal digit; 16 of another byte. */
static unsigned hex_value(unsigned char c)
{
    if (fp_is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10u;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10u : 16;
}

static fp_python_byte take_hex(fp_python_literal *l, fp_out *out, unsigned char c)
{
    const unsigned value = hex_value(c);

    if (value == 16)
        return FP_PYTHON_WRONG;
    l->unit = l->unit << 4 | value;
    if (--l->digits)
        return FP_PYTHON_TAKEN;
    if (l->unit > LAST_CHARACTER)
        return FP_PYTHON_WRONG;
    if (l->unit >= SURROGATES && l->unit < SURROGATES_END)
        give_half(out, l->escape, l->unit);
    else
        give_character(out, l->escape, l->unit);
    return end_escape(l);
}

/* -- the literal ----------------------------------------------------------------------------- */

static fp_python_byte take_octal(fp_python_literal *l, fp_out *out, unsigned char c)
{
    const bool goes_on = is_octal(c) && l->digits;

    if (goes_on) {
        l->unit = l->unit << 3 | (uint32_t)(c - '0');
        l->digits--;
        return FP_PYTHON_TAKEN;
    }
    give_character(out, l->escape, l->unit);
    end_escape(l);
    return FP_PYTHON_AGAIN;
}

/* Whether a number can end before this byte. */
static bool ends_number(unsigned char c)
{
    return fp_is_space(c) || c == ',' || c == ')' || c == ']' || c == '}';
}

static fp_python_byte take_number(fp_python_literal *l, fp_out *out, unsigned char c)
{
    if (goes_on_with_number(c))
        return take_digit(l, out, c);
    if (!ends_number(c) || (!fp_is_digit(l->last) && l->last != '.'))
        return FP_PYTHON_WRONG;
    if (l->last == '.')
        give(out, "0");
    if (!l->depth) /* in JSON a number has no end of its own */
        give(out, " ");
    l->last = 0;
    end_value(l);
    return FP_PYTHON_AGAIN;
}

/* After one or two quotes. */
static fp_python_byte take_opened(fp_python_literal *l, fp_out *out, unsigned char c)
{
    if (l->state == OPENED) {
        l->state = c == l->quote ? EMPTY : STRING;
        return c == l->quote ? FP_PYTHON_TAKEN : FP_PYTHON_AGAIN;
    }
    if (c == l->quote) {
        l->triple = true;
        l->state = STRING;
        return FP_PYTHON_TAKEN;
    }
    end_string(l, out);
    return FP_PYTHON_AGAIN;
}

/* A key is a string: PYTHON-4.7. */
static fp_python_byte take_key(fp_python_literal *l, fp_out *out, unsigned char c)
{
    if (c == '}')
        return close_bracket(l, out, c);
    if (c != '"' && c != '\'')
        return FP_PYTHON_WRONG;
    l->key = true;
    return begin_value(l, out, c);
}

/* After an item. */
static fp_python_byte take_after(fp_python_literal *l, fp_out *out, unsigned char c)
{
    uint8_t *kind = &l->kinds[l->depth - 1];

    if (c != ',')
        return close_bracket(l, out, c);
    if (*kind == TUPLE)
        *kind = TUPLE_WITH_COMMA;
    l->comma = true;
    l->state = *kind == DICT ? KEY : ITEM;
    return FP_PYTHON_TAKEN;
}

static fp_python_byte take_between(fp_python_literal *l, fp_out *out, unsigned char c)
{
    if (fp_is_space(c) && (l->depth || l->state == BEGIN))
        return FP_PYTHON_TAKEN;
    switch (l->state) {
    case ITEM:
        return c == ']' || c == ')' ? close_bracket(l, out, c) : begin_value(l, out, c);
    case KEY:
        return take_key(l, out, c);
    case AFTER:
        return take_after(l, out, c);
    case COLON:
        if (c != ':')
            return FP_PYTHON_WRONG;
        give(out, ":");
        l->state = BEGIN;
        return FP_PYTHON_TAKEN;
    case BEGIN:
        return begin_value(l, out, c);
    default:
        l->state = BEGIN;
        return FP_PYTHON_OVER;
    }
}

static fp_python_byte take(fp_python_literal *l, fp_out *out, unsigned char c)
{
    switch (l->state) {
    case OPENED:
    case EMPTY:
        return take_opened(l, out, c);
    case STRING:
        return take_string(l, out, c);
    case ESCAPE:
        return take_escape(l, out, c);
    case HEX:
        return take_hex(l, out, c);
    case OCTAL:
        return take_octal(l, out, c);
    case NUMBER:
        return take_number(l, out, c);
    case WORD:
        return take_word(l, out, c);
    case TOO_DEEP:
        return take_too_deep(l, c);
    default:
        return take_between(l, out, c);
    }
}

bool fp_python_literal_is_new(const fp_python_literal *l)
{
    return l->state == BEGIN && !l->depth;
}

fp_python_byte fp_python_literal_step(fp_python_literal *l, fp_out *out, unsigned char c)
{
    fp_python_byte taken;

    do {
        taken = take(l, out, c);
    } while (taken == FP_PYTHON_AGAIN);
    return taken;
}

size_t fp_python_literal_text(const fp_python_literal *l, const char *bytes, size_t len)
{
    const bool in_text = l->state == STRING && !l->quotes;

    return in_text ? fp_jsonscan_plain_before(bytes, len, l->quote) : 0;
}
