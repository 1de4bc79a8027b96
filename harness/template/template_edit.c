/* SPDX-License-Identifier: Apache-2.0 */
/* template_edit.c: changes to a text, each between two of its characters. */
#include "template/template_edit.h"

#include "base/util.h"
#include "base/visible.h"

#include <stdlib.h>

/* Changes of one text, at most; and the length of a stretch in bytes, at most. */
enum { EDITS_MOST = 4, STRETCH_MOST = 24 };

/* Characters that mean something in content, or are long. */
static const char *const CHARACTERS[] = { "<",
                                          ">",
                                          "\"",
                                          "\\",
                                          "{",
                                          "}",
                                          "[",
                                          "]",
                                          ":",
                                          ",",
                                          "'",
                                          "/",
                                          " ",
                                          "\n",
                                          "\t",
                                          "\xc3\xa9",
                                          "\xe2\x80\xa8",
                                          "\xf0\x9f\x9b\xa0",
                                          "1",
                                          "a" };

/* A place before, at or after which no character is cut. */
static size_t edge_of(fp_str text, size_t at)
{
    while (at > 0 && at < text.len && ((unsigned char)text.ptr[at] & 0xC0) == 0x80)
        at--;
    return at;
}

typedef struct stretch {
    size_t from, to;
} stretch;

static stretch stretch_in(fp_str text, rng *r)
{
    const size_t from = rng_below(r, text.len + 1);
    const size_t len = 1 + rng_below(r, STRETCH_MOST);

    return (stretch){ edge_of(text, from),
                      edge_of(text, text.len - from < len ? text.len : from + len) };
}

static void put(fp_json *out, fp_str text, size_t from, size_t to)
{
    fp_json_bytes(out, (fp_str){ text.ptr + from, to - from });
}

/* What comes in the place of a stretch. */
static void put_instead(fp_str text, fp_str other, stretch s, rng *r, fp_json *out)
{
    stretch t;

    switch (rng_below(r, 5)) {
    case 0: /* it is missing */
        break;
    case 1: /* it comes twice */
        put(out, text, s.from, s.to);
        put(out, text, s.from, s.to);
        break;
    case 2:
        fp_json_raw(out, CHARACTERS[rng_below(r, sizeof CHARACTERS / sizeof *CHARACTERS)]);
        break;
    case 3:
        t = stretch_in(other, r);
        put(out, other, t.from, t.to);
        put(out, text, s.from, s.to);
        break;
    default: /* one of its own comes before it */
        t = stretch_in(text, r);
        put(out, text, t.from, t.to);
        put(out, text, s.from, s.to);
        break;
    }
}

void template_edit(fp_str text, fp_str other, rng *r, size_t most, fp_json *out)
{
    fp_json now = { 0 }, next = { 0 };

    fp_json_bytes(&now, text);
    for (size_t count = 1 + rng_below(r, EDITS_MOST); count; count--) {
        const fp_str here = { now.ptr ? now.ptr : "", now.len };
        const stretch s = stretch_in(here, r);
        const fp_json swap = now;

        next.len = 0;
        put(&next, here, 0, s.from);
        put_instead(here, other, s, r, &next);
        put(&next, here, s.to, here.len);
        now = next;
        next = swap;
    }
    need_memory(!now.failed && !next.failed);
    if (now.len)
        fp_json_bytes(out, visible_beginning((fp_str){ now.ptr, now.len }, most));
    fp_json_free(&now);
    fp_json_free(&next);
}
