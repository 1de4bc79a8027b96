/* SPDX-License-Identifier: Apache-2.0 */
/* partial_made.c: generates JSON texts, rich in what readers get wrong. */
#include "partial/partial_made.h"

#include "base/rng.h"
#include "base/util.h"

#include <string.h>

enum { DEEPEST = 3, MEMBERS_MOST = 4, PIECES_MOST = 4 };

static const char *pick(rng *r, const char *const *list, size_t count)
{
    return list[rng_below(r, count)];
}

#define PICK(r, list) pick((r), (list), sizeof(list) / sizeof *(list))

static void blanks(rng *r, fp_json *out)
{
    static const char *const BLANKS[] = { "", "", "", "", "", "", " ", "\n  ", "\t", "\r\n" };

    fp_json_raw(out, PICK(r, BLANKS));
}

static void string(rng *r, fp_json *out)
{
    static const char *const PIECES[] = { "a",
                                          "word ",
                                          "12",
                                          "{",
                                          "}]",
                                          ", ",
                                          ": ",
                                          "\\\"",
                                          "\\\\",
                                          "\\n",
                                          "\\/",
                                          "\\u0041",
                                          "\\u00e9",
                                          "\\ud83d\\ude00",
                                          "\\ud83d",
                                          "\\ude00",
                                          "\xC3\xA9",
                                          "\xE2\x82\xAC",
                                          "\xF0\x9F\x98\x80",
                                          "\\u0000",
                                          "true",
                                          "null",
                                          "//",
                                          "\\t" };
    const size_t count = rng_below(r, PIECES_MOST);

    fp_json_raw(out, "\"");
    for (size_t i = 0; i < count; i++)
        fp_json_raw(out, PICK(r, PIECES));
    fp_json_raw(out, "\"");
}

static void key(rng *r, fp_json *out)
{
    static const char *const KEYS[] = { "\"a\"",        "\"b\"",      "\"\"",     "\"__proto__\"",
                                        "\"\\u0061\"",  "\"length\"", "\"a\\n\"", "\"constructor\"",
                                        "\"\xC3\xA9\"", "\"0\"" };

    if (rng_one_in(r, 4))
        string(r, out);
    else
        fp_json_raw(out, PICK(r, KEYS));
}

static void scalar(rng *r, fp_json *out)
{
    static const char *const SCALARS[] = {
        "0",     "-0",   "1",         "12",   "-7",    "1.5",  "-0.25e2",
        "1E+3",  "2e-2", "123456789", "true", "false", "null", "9007199254740993",
        "1e400", "0.1"
    };

    if (rng_one_in(r, 2))
        string(r, out);
    else
        fp_json_raw(out, PICK(r, SCALARS));
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as DEEPEST */
static void value(rng *r, fp_json *out, unsigned depth)
{
    const bool object = rng_one_in(r, 2);
    const size_t count = rng_below(r, MEMBERS_MOST);

    if (depth == DEEPEST || (depth && rng_one_in(r, 2))) {
        scalar(r, out);
        return;
    }
    fp_json_raw(out, object ? "{" : "[");
    blanks(r, out);
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(out, i ? "," : "");
        blanks(r, out);
        if (object) {
            key(r, out);
            blanks(r, out);
            fp_json_raw(out, ":");
            blanks(r, out);
        }
        value(r, out, depth + 1);
        blanks(r, out);
    }
    fp_json_raw(out, object ? "}" : "]");
}

/* A text is cut between characters. */
static size_t cut_of(rng *r, fp_str text)
{
    size_t at = text.len ? rng_below(r, text.len) : 0;

    while (at > 0 && ((unsigned char)text.ptr[at] & 0xC0) == 0x80)
        at--;
    return at;
}

fp_str partial_made_text(uint64_t seed, size_t number)
{
    static const char WRONG[] = "]},:\"x1\\";
    rng r = { rng_mix(seed) + number };
    fp_json out = { 0 };
    fp_str text;

    blanks(&r, &out);
    if (rng_one_in(&r, 5))
        scalar(&r, &out);
    else
        value(&r, &out, 0);
    blanks(&r, &out);
    text = xcopy(json_text(&out));
    fp_json_free(&out);
    if (number % 8 == 6)
        text.len = cut_of(&r, text);
    if (number % 8 == 7 && text.len) {
        const size_t at = cut_of(&r, text);

        if ((unsigned char)text.ptr[at] < 0x80)
            ((char *)(uintptr_t)text.ptr)[at] = WRONG[rng_below(&r, sizeof WRONG - 1)];
    }
    return text;
}
