/* SPDX-License-Identifier: Apache-2.0 */
/* templates.c: whole documents with small mistakes in them. */
#include "templates.h"

#include "base/rng.h"
#include "common.h"

#include <stdbool.h>
#include <string.h>

/* The document as it becomes. */
typedef struct draft {
    uint8_t *data;
    size_t len, cap;
    rng r;
} draft;

typedef struct span {
    size_t at, len;
} span;

static const char *any_of(draft *d, const char *const *list)
{
    size_t count = 1;

    while (list[count])
        count++;
    return list[rng_below(&d->r, count)];
}

static bool is_letter(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

/* The word at this place: a string with its quotes, letters and digits, or one other byte. */
static span word_at(const draft *d, size_t at)
{
    size_t begin = at, end = at + 1;

    if (d->data[at] == '"') {
        while (end < d->len && d->data[end] != '"')
            end += d->data[end] == '\\' && end + 1 < d->len ? 2 : 1;
        end += end < d->len;
    } else if (is_letter(d->data[at])) {
        while (begin && is_letter(d->data[begin - 1]))
            begin--;
        while (end < d->len && is_letter(d->data[end]))
            end++;
    }
    return (span){ begin, end - begin };
}

static span any_word(draft *d)
{
    return word_at(d, rng_below(&d->r, d->len));
}

/* Puts bytes, which may be the draft's own, in the place of others, if there is room. */
static void replace(draft *d, span what, const uint8_t *bytes, size_t len)
{
    uint8_t copy[512];

    if (len > sizeof copy || d->len - what.len + len > d->cap)
        return;
    memcpy(copy, bytes, len);
    memmove(d->data + what.at + len, d->data + what.at + what.len, d->len - what.at - what.len);
    memcpy(d->data + what.at, copy, len);
    d->len = d->len - what.len + len;
}

static void put_word(draft *d, span where, const char *word)
{
    replace(d, where, (const uint8_t *)word, strlen(word));
}

static void change(draft *d, const templates *t)
{
    static const char *const COMMON[] = { "\"",       "{",
                                          "}",        "[",
                                          "]",        ":",
                                          ",",        "\\u0000",
                                          "-1",       "1e9",
                                          "0.5",      "null",
                                          "true",     "\\ud800",
                                          "\xC3\xA9", "\xFF",
                                          " ",        "\n",
                                          "\"\"",     "[]",
                                          "{}",       "9223372036854775808",
                                          NULL };
    const span word = any_word(d), other = any_word(d);
    const span here = { word.at, 0 };

    switch (rng_below(&d->r, 9)) {
    case 0:
        put_word(d, word, "");
        break;
    case 1:
        replace(d, here, d->data + word.at, word.len);
        break;
    case 2:
        replace(d, word, d->data + other.at, other.len);
        break;
    case 3:
        put_word(d, here, any_of(d, t->words));
        break;
    case 4:
        put_word(d, here, any_of(d, COMMON));
        break;
    case 5:
        put_word(d, word, any_of(d, COMMON));
        break;
    case 6:
        d->data[word.at] = (uint8_t)rng_below(&d->r, 256);
        break;
    case 7:
        d->len = rng_one_in(&d->r, 4) ? word.at : d->len;
        break;
    default:
        put_word(d, word, any_of(d, t->words));
        break;
    }
}

size_t templates_input(const templates *t, uint64_t seed, uint8_t *data, size_t cap)
{
    draft d = { .data = data, .cap = cap, .r = { seed } };
    const char *document = any_of(&d, t->documents);

    d.len = strlen(document) < cap ? strlen(document) : cap;
    memcpy(data, document, d.len);
    for (size_t changes = rng_below(&d.r, 5); changes > 0 && d.len; changes--)
        change(&d, t);
    return d.len;
}
