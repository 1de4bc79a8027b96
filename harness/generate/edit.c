/* SPDX-License-Identifier: Apache-2.0 */
/* edit.c: small changes to well-formed messages. */
#include "generate/edit.h"

#include "base/util.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES_MAX = 256 };

/* Where a marker of the syntax stands. */
typedef struct place {
    size_t at, len;
} place;

/* An edit under way. */
typedef struct editing {
    const char *const *markers;
    fp_str text, other;
    rng *rng;
    fp_json *out;
    place places[PLACES_MAX];
    size_t count;
} editing;

/* -- pieces ---------------------------------------------------------------------------------- */

static fp_str from(const editing *e, size_t at)
{
    return (fp_str){ e->text.ptr + at, e->text.len - at };
}

static void put(editing *e, fp_str bytes)
{
    if (bytes.len)
        fp_json_bytes(e->out, bytes);
}

static void put_range(editing *e, size_t start, size_t end)
{
    put(e, (fp_str){ e->text.ptr + start, end - start });
}

/* The text, with a range of it replaced. */
static bool replaced(editing *e, size_t start, size_t end, fp_str with)
{
    put_range(e, 0, start);
    put(e, with);
    put(e, from(e, end));
    return true;
}

static bool begins(fp_str text, fp_str with)
{
    return text.len >= with.len && memcmp(text.ptr, with.ptr, with.len) == 0;
}

/* Returns the length of the longest marker at a byte; 0: there is none. */
static size_t marker_at(const editing *e, size_t at)
{
    size_t longest = 0;

    for (const char *const *m = e->markers; *m; m++) {
        if (**m != e->text.ptr[at]) /* as nearly all: a sanitizer asks much of memcmp() */
            continue;

        const fp_str marker = fp_str_of(*m);

        if (marker.len > longest && begins(from(e, at), marker))
            longest = marker.len;
    }
    return longest;
}

static void find_places(editing *e)
{
    for (size_t at = 0; at < e->text.len && e->count < PLACES_MAX;) {
        const size_t len = marker_at(e, at);

        if (len)
            e->places[e->count++] = (place){ at, len };
        at += len ? len : 1;
    }
}

static const place *any_place(const editing *e)
{
    return e->count ? &e->places[rng_below(e->rng, e->count)] : NULL;
}

/* -- markers --------------------------------------------------------------------------------- */

static bool drop_marker(editing *e)
{
    const place *p = any_place(e);

    return p && replaced(e, p->at, p->at + p->len, (fp_str){ 0 });
}

static bool double_marker(editing *e)
{
    const place *p = any_place(e);

    return p && replaced(e, p->at, p->at, (fp_str){ e->text.ptr + p->at, p->len });
}

static bool swap_markers(editing *e)
{
    const place *a = any_place(e), *b = any_place(e);

    if (!a || a->at == b->at)
        return false;
    if (a->at > b->at) {
        const place *later = a;

        a = b;
        b = later;
    }
    put_range(e, 0, a->at);
    put_range(e, b->at, b->at + b->len);
    put_range(e, a->at + a->len, b->at);
    put_range(e, a->at, a->at + a->len);
    put(e, from(e, b->at + b->len));
    return true;
}

static bool misspell_marker(editing *e)
{
    const place *p = any_place(e);
    size_t byte;

    if (!p)
        return false;
    byte = p->at + rng_below(e->rng, p->len);
    return replaced(e, byte, byte + 1, rng_one_in(e->rng, 2) ? FP_STR("x") : (fp_str){ 0 });
}

/* Letters in or right after a marker: its name. */
static bool recase_marker(editing *e)
{
    enum { LETTERS = 0x20 };
    const place *p = any_place(e);

    if (!p)
        return false;
    for (size_t at = p->at; at < e->text.len && at < p->at + p->len + 8; at++) {
        const char c = e->text.ptr[at];
        const char other = (char)(c ^ LETTERS);

        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
            return replaced(e, at, at + 1, (fp_str){ &other, 1 });
    }
    return false;
}

/* U+FE0F, without which an emoji may look the same. */
static bool lose_selector(editing *e)
{
    const fp_str selector = FP_STR("\xEF\xB8\x8F");

    for (size_t at = 0; at + selector.len <= e->text.len; at++)
        if (begins(from(e, at), selector))
            return replaced(e, at, at + selector.len, (fp_str){ 0 });
    return false;
}

/* ASCII as full-width characters (U+FF01 to U+FF5E), a wrench for tools. */
static bool look_alike(editing *e)
{
    const place *p = any_place(e);
    unsigned char c;

    if (!p)
        return false;
    c = (unsigned char)e->text.ptr[p->at];
    if (c > 0x20 && c < 0x7F) {
        const unsigned code = 0xFF01u + c - 0x21u;
        const char wide[] = { (char)0xEF, (char)(0x80 | (code >> 6 & 0x3F)),
                              (char)(0x80 | (code & 0x3F)) };

        return replaced(e, p->at, p->at + 1, (fp_str){ wide, sizeof wide });
    }
    return begins(from(e, p->at), FP_STR("\xF0\x9F\x9B\xA0")) &&
           replaced(e, p->at, p->at + 4, FP_STR("\xF0\x9F\x94\xA7"));
}

/* -- around markers -------------------------------------------------------------------------- */

/* Before or after a marker. */
static bool insert_beside(editing *e, fp_str bytes)
{
    const place *p = any_place(e);
    size_t at;

    if (!p)
        return false;
    at = p->at + (rng_one_in(e->rng, 2) ? p->len : 0);
    return replaced(e, at, at, bytes);
}

static bool newline_more(editing *e)
{
    return insert_beside(e, rng_one_in(e->rng, 4) ? FP_STR("\r\n") : FP_STR("\n"));
}

static bool newline_less(editing *e)
{
    const place *p = any_place(e);
    size_t at;

    if (!p)
        return false;
    for (at = p->at; at < e->text.len && e->text.ptr[at] != '\n'; at++)
        ;
    return at < e->text.len && replaced(e, at, at + 1, (fp_str){ 0 });
}

static bool blank_more(editing *e)
{
    return insert_beside(e, rng_one_in(e->rng, 3) ? FP_STR("\t") : FP_STR(" "));
}

static bool glue_text(editing *e)
{
    return insert_beside(e, FP_STR("text"));
}

static bool all_crlf(editing *e)
{
    bool any = false;

    for (size_t at = 0; at < e->text.len; at++) {
        const bool lf = e->text.ptr[at] == '\n' && !(at && e->text.ptr[at - 1] == '\r');

        put(e, lf ? FP_STR("\r\n") : (fp_str){ e->text.ptr + at, 1 });
        any = any || lf;
    }
    return any;
}

/* -- blocks ---------------------------------------------------------------------------------- */

static bool truncate_message(editing *e)
{
    const place *p = any_place(e);

    if (!e->text.len)
        return false;
    put_range(e, 0,
              p && rng_one_in(e->rng, 2) ? p->at + rng_below(e->rng, p->len)
                                         : rng_below(e->rng, e->text.len));
    return true;
}

static bool in_code_fence(editing *e)
{
    put(e, FP_STR("```\n"));
    put(e, e->text);
    put(e, FP_STR("\n```\n"));
    return true;
}

/* The other message inside this one, after one of its markers. */
static bool nest_block(editing *e)
{
    const place *p = any_place(e);

    return p && e->other.len && replaced(e, p->at + p->len, p->at + p->len, e->other);
}

static bool interleave_blocks(editing *e)
{
    const size_t here = e->text.len / 2, there = e->other.len / 2;

    if (!here || !there)
        return false;
    put_range(e, 0, here);
    put(e, (fp_str){ e->other.ptr, there });
    put(e, from(e, here));
    put(e, (fp_str){ e->other.ptr + there, e->other.len - there });
    return true;
}

static bool block_again(editing *e)
{
    put(e, e->text);
    put(e, e->text);
    return e->text.len > 0;
}

/* -- the table ------------------------------------------------------------------------------- */

const edit EDITS[] = {
    { "drop-marker", "a marker is missing", drop_marker },
    { "double-marker", "a marker stands twice", double_marker },
    { "swap-markers", "two markers have changed places", swap_markers },
    { "misspell-marker", "a byte of a marker is wrong or missing", misspell_marker },
    { "recase-marker", "a letter of a marker or name has the other case", recase_marker },
    { "lose-selector", "an emoji has lost its U+FE0F", lose_selector },
    { "look-alike", "a marker begins with a character that looks like its own", look_alike },
    { "newline-more", "a newline too many next to a marker", newline_more },
    { "newline-less", "a newline is missing after a marker", newline_less },
    { "blank-more", "a blank next to a marker", blank_more },
    { "glue-text", "text is glued to a marker", glue_text },
    { "all-crlf", "lines end in CR LF", all_crlf },
    { "truncate", "the message breaks off", truncate_message },
    { "code-fence", "the message is in a code fence", in_code_fence },
    { "nest-block", "a block is inside another", nest_block },
    { "interleave", "two blocks are interleaved", interleave_blocks },
    { "again", "the message is given twice", block_again },
};

const size_t EDIT_COUNT = sizeof EDITS / sizeof *EDITS;

bool edit_apply(const edit *e, const fp_syntax *syntax, fp_str text, fp_str other, rng *r,
                fp_json *out)
{
    fp_derived derived = { 0 };
    const bool applied = edit_apply_by(e, xmarkers(syntax, &derived), text, other, r, out);

    fp_derived_free(&derived);
    return applied;
}

bool edit_apply_by(const edit *e, const char *const *markers, fp_str text, fp_str other, rng *r,
                   fp_json *out)
{
    editing way = { .markers = markers, .text = text, .other = other, .rng = r, .out = out };
    const size_t before = out->len;
    bool applied;

    find_places(&way);
    applied = e->apply(&way);
    if (!applied)
        out->len = before;
    return applied;
}
