/* SPDX-License-Identifier: Apache-2.0 */
/* partial_json.c: the value of a JSON text that is not whole (spec/partial-json.md).
 *
 * The text is kept as it comes. For what can be given it is enough to know where to cut it, and
 * what closes it there; both follow from the last token and from the levels that are open.
 */
#include "ascii.h"
#include "buf.h"
#include "jsonscan.h"
#include "unescape.h"
#include "utf8.h"

#include <fencepost/partial_json.h>

#include <stdlib.h>

_Static_assert((int)FP_PARTIAL_DEPTH_MAX == (int)FP_SCAN_DEPTH_MAX, "the scanner's levels");

enum { UTF8_MAX = 4 };

/* The token that is not finished. */
typedef enum open_token { OPEN_NONE, OPEN_STRING, OPEN_KEY, OPEN_NUMBER, OPEN_LITERAL } open_token;

struct fp_partial {
    fp_jsonscan scan;
    fp_buf text;
    bool wrong; /* no JSON begins with the text and the byte after it */
    open_token open;
    size_t start;   /* of the open scalar */
    size_t done;    /* up to here: finished values, and brackets that open; 0: there are none */
    size_t key_end; /* of the last key, as long as its value is not finished; 0: there is none */
    size_t safe;    /* of an open string: up to here whole characters; of a number: a whole one */
    size_t escape;  /* in a string: the backslash of the last escape */
    fp_unescape unescape;
    unsigned char sequence[UTF8_MAX]; /* in a string: the character that is cut */
    size_t sequence_len;
};

fp_partial *fp_partial_new(void)
{
    return calloc(1, sizeof(fp_partial));
}

void fp_partial_free(fp_partial *p)
{
    if (!p)
        return;
    fp_buf_free(&p->text);
    free(p);
}

void fp_partial_reset(fp_partial *p)
{
    const fp_buf memory = fp_buf_emptied(&p->text);

    *p = (fp_partial){ .text = memory };
}

/* -- strings ----------------------------------------------------------------------------------- */

/* Whether a well-formed sequence of UTF-8 begins so. */
static bool begins_sequence(const unsigned char *bytes, size_t len)
{
    unsigned char whole[UTF8_MAX] = { 0x80, 0x80, 0x80, 0x80 };

    if (len == 1)
        return bytes[0] >= 0xC2 && bytes[0] <= 0xF4;
    memcpy(whole, bytes, len);
    return fp_utf8_sequence(whole, sizeof whole) >= len;
}

/* A byte between quotes as one of a character; false if no character goes on or begins so. */
static bool take_character(fp_partial *p, unsigned char c)
{
    if (!p->sequence_len && c < 0x80)
        return true;
    p->sequence[p->sequence_len++] = c;
    if (!begins_sequence(p->sequence, p->sequence_len))
        return false;
    if (fp_utf8_sequence(p->sequence, p->sequence_len) == p->sequence_len)
        p->sequence_len = 0;
    return true;
}

/* What of the string may be given, now that it goes up to end. */
static void find_safe(fp_partial *p, size_t end)
{
    if (p->unescape.high) /* its other half may come */
        return;
    if (p->unescape.state)
        p->safe = p->escape;
    else
        p->safe = end - p->sequence_len;
}

/* A byte of a string or key, its quotes included, which the scanner has taken. */
static void string_byte(fp_partial *p, unsigned char c, size_t at, bool key)
{
    char out[FP_UNESCAPE_MAX];

    if (!p->open) {
        p->open = key ? OPEN_KEY : OPEN_STRING;
        p->safe = at + 1;
        p->unescape = (fp_unescape){ 0 };
    } else if (fp_jsonscan_in_string(&p->scan)) {
        if (!p->unescape.state && c == '\\')
            p->escape = at;
        fp_unescape_step(&p->unescape, c, out);
        find_safe(p, at + 1);
    } else {
        p->open = OPEN_NONE;
        if (key)
            p->key_end = at + 1;
        else
            p->done = at + 1;
    }
}

/* -- all tokens -------------------------------------------------------------------------------- */

static void scalar_byte(fp_partial *p, unsigned char c, size_t at)
{
    if (!p->open) {
        p->open = c == '-' || fp_is_digit(c) ? OPEN_NUMBER : OPEN_LITERAL;
        p->start = at;
        p->safe = 0;
    }
    if (fp_jsonscan_number_may_end(&p->scan))
        p->safe = at + 1;
    if (fp_jsonscan_after_value(&p->scan)) { /* the last letter of a literal */
        p->open = OPEN_NONE;
        p->done = at + 1;
    }
}

/* The byte at this place, which is of this kind. */
static void take(fp_partial *p, fp_scan_byte kind, unsigned char c, size_t at)
{
    if (kind == FP_SCAN_STRING || kind == FP_SCAN_KEY) {
        string_byte(p, c, at, kind == FP_SCAN_KEY);
    } else if (kind == FP_SCAN_SCALAR) {
        scalar_byte(p, c, at);
    } else {
        if (p->open) { /* this byte finishes the number before it */
            p->open = OPEN_NONE;
            p->done = p->safe;
        }
        if (kind == FP_SCAN_OPEN || kind == FP_SCAN_CLOSE)
            p->done = at + 1;
    }
    if (p->done > p->key_end)
        p->key_end = 0;
}

/* Whether a JSON text continues with this byte. */
static bool goes_on(fp_partial *p, unsigned char c, fp_scan_byte *kind)
{
    if (fp_jsonscan_in_string(&p->scan) && !take_character(p, c))
        return false;
    *kind = fp_jsonscan_step(&p->scan, c);
    return *kind != FP_SCAN_BAD;
}

fp_status fp_partial_feed(fp_partial *p, const char *bytes, size_t len)
{
    fp_scan_byte kind;

    if (!fp_buf_grow(&p->text, len))
        return FP_NO_MEMORY;
    for (size_t i = 0; i < len && !p->wrong; i++) {
        const unsigned char c = (unsigned char)bytes[i];

        p->wrong = !goes_on(p, c, &kind);
        if (p->wrong)
            break;
        take(p, kind, c, p->text.len);
        fp_buf_push(&p->text, bytes[i]);
    }
    return FP_OK;
}

/* -- the answer -------------------------------------------------------------------------------- */

static const char *word_at(const fp_partial *p)
{
    const char first = p->text.ptr[p->start];

    return first == 't' ? "true" : first == 'f' ? "false" : "null";
}

/* Where the text is cut, and what is added there, before the brackets. */
static size_t cut_of(const fp_partial *p, const fp_partial_policies *policies, const char **add)
{
    *add = "";
    if (p->open == OPEN_STRING && !policies->withhold_strings) {
        *add = "\"";
        return p->safe;
    }
    if (p->open == OPEN_NUMBER && policies->give_numbers && p->safe)
        return p->safe;
    if (p->open == OPEN_LITERAL && policies->give_literals) {
        *add = word_at(p);
        return p->start;
    }
    if (p->key_end && policies->null_for_keys) {
        *add = ":null";
        return p->key_end;
    }
    return p->done;
}

fp_partial_answer fp_partial_value(const fp_partial *p, const fp_partial_policies *policies,
                                   fp_json *out)
{
    static const fp_partial_policies DEFAULT = { 0 };
    const fp_partial_policies *under = policies ? policies : &DEFAULT;
    const char *add;
    size_t cut;

    if (p->wrong && !under->keep)
        return FP_PARTIAL_NOT_JSON;
    cut = cut_of(p, under, &add);
    if (!cut && !*add)
        return FP_PARTIAL_NOTHING;
    fp_json_bytes(out, (fp_str){ p->text.ptr, cut });
    fp_json_raw(out, add);
    for (size_t level = p->scan.depth; level > 0; level--)
        fp_json_raw(out, fp_jsonscan_is_object(&p->scan, level - 1) ? "}" : "]");
    return FP_PARTIAL_VALUE;
}

bool fp_partial_finished(const fp_partial *p)
{
    return !p->wrong && !p->scan.depth && fp_jsonscan_after_value(&p->scan);
}

fp_partial_place fp_partial_where(const fp_partial *p)
{
    switch (p->open) {
    case OPEN_STRING:
        return p->safe == p->text.len ? FP_PARTIAL_IN_STRING : FP_PARTIAL_IN_CHARACTER;
    case OPEN_KEY:
        return FP_PARTIAL_IN_KEY;
    case OPEN_NUMBER:
        return FP_PARTIAL_IN_NUMBER;
    case OPEN_LITERAL:
        return FP_PARTIAL_IN_LITERAL;
    case OPEN_NONE:
        break;
    }
    if (p->key_end)
        return FP_PARTIAL_AFTER_KEY;
    if (p->scan.depth)
        return FP_PARTIAL_BETWEEN;
    return p->done ? FP_PARTIAL_AFTER : FP_PARTIAL_BEFORE;
}

size_t fp_partial_depth(const fp_partial *p)
{
    return p->scan.depth;
}

bool fp_partial_wrong(const fp_partial *p, size_t *wrong)
{
    *wrong = p->text.len;
    return p->wrong;
}
