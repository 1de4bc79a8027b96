/* SPDX-License-Identifier: Apache-2.0 */
/* jsontext.c: JSON text that is complete. */

#include "ascii.h"
#include "buf.h"
#include "index.h"
#include "jsonscan.h"
#include "unescape.h"

#include <fencepost/jsontext.h>

#include <stdlib.h>
#include <string.h>

enum { MEMBERS_FEW = 32 }; /* of two objects: above that they are sorted to be compared */

fp_str fp_jsontext_trim(fp_str text)
{
    while (text.len && fp_is_space(text.ptr[0])) {
        text.ptr++;
        text.len--;
    }
    while (text.len && fp_is_space(text.ptr[text.len - 1]))
        text.len--;
    return text;
}

bool fp_jsontext_valid(fp_str text, size_t depth, size_t *wrong)
{
    fp_jsonscan scan = { 0 };

    for (*wrong = 0; *wrong < text.len; ++*wrong) {
        const char c = text.ptr[*wrong];

        if (fp_jsonscan_step(&scan, (unsigned char)c) == FP_SCAN_BAD || scan.depth > depth)
            return false;
        if (c == '"' && fp_jsonscan_in_text(&scan))
            *wrong += fp_jsonscan_text(text.ptr + *wrong + 1, text.len - *wrong - 1);
    }
    return fp_jsonscan_complete(&scan);
}

/* -- members and items ------------------------------------------------------------------------- */

/* The end of the string that begins at text[at], after its closing quote. */
static size_t string_end(fp_str text, size_t at)
{
    const size_t begin = at + 1;

    for (at = begin; at < text.len; at++) {
        const char *quote = memchr(text.ptr + at, '"', text.len - at);
        size_t slashes = 0;

        if (!quote)
            break;
        at = (size_t)(quote - text.ptr);
        while (at - slashes > begin && text.ptr[at - slashes - 1] == '\\')
            slashes++;
        if (slashes % 2 == 0)
            return at + 1;
    }
    return text.len;
}

/* The end of the value that begins at text[at]. */
static size_t value_end(fp_str text, size_t at)
{
    size_t depth = 0;

    while (at < text.len) {
        const char c = text.ptr[at];

        if (c == '"') {
            at = string_end(text, at);
        } else if (c == '{' || c == '[') {
            depth++;
            at++;
            continue;
        } else if (c == '}' || c == ']') {
            if (!depth)
                return at;
            depth--;
            at++;
        } else if (!depth && (c == ',' || fp_is_space(c))) {
            return at;
        } else {
            at++;
            continue;
        }
        if (!depth)
            return at;
    }
    return at;
}

/* From at on, the first byte that is neither blank nor this separator. */
static size_t skip(fp_str text, size_t at, char separator)
{
    while (at < text.len && (fp_is_space(text.ptr[at]) || text.ptr[at] == separator))
        at++;
    return at;
}

static bool next_value(fp_str text, size_t *at, char before, fp_str *value)
{
    const size_t from = skip(text, *at, before);

    if (from >= text.len || text.ptr[from] == '}' || text.ptr[from] == ']')
        return false;
    *at = value_end(text, from);
    *value = (fp_str){ text.ptr + from, *at - from };
    return true;
}

bool fp_jsontext_item(fp_str array, size_t *at, fp_str *value)
{
    if (!*at)
        *at = skip(array, 0, ' ') + 1;
    return next_value(array, at, ',', value);
}

bool fp_jsontext_member(fp_str object, size_t *at, fp_str *key, fp_str *value)
{
    if (!*at)
        *at = skip(object, 0, ' ') + 1;
    *at = skip(object, *at, ',');
    if (*at >= object.len || object.ptr[*at] != '"')
        return false;

    const size_t end = string_end(object, *at);

    *key = (fp_str){ object.ptr + *at, end - *at };
    *at = end;
    return next_value(object, at, ':', value);
}

fp_str fp_jsontext_get(fp_str object, const char *key)
{
    fp_str name, value;

    if (fp_jsontext_kind(object) != '{')
        return (fp_str){ 0 };
    for (size_t at = 0; fp_jsontext_member(object, &at, &name, &value);)
        if (fp_jsontext_is(name, fp_str_of(key)))
            return value;
    return (fp_str){ 0 };
}

char fp_jsontext_kind(fp_str value)
{
    const size_t at = skip(value, 0, ' ');

    if (at == value.len)
        return '\0';
    if (value.ptr[at] == '-' || fp_is_digit((unsigned char)value.ptr[at]))
        return '0';
    return value.ptr[at];
}

/* -- strings ----------------------------------------------------------------------------------- */

/* What a string stands for, byte by byte. */
typedef struct reader {
    fp_str inside;
    size_t at;
    fp_unescape unescape;
    char bytes[FP_UNESCAPE_MAX];
    size_t next, count;
    bool ended;
} reader;

static reader read_string(fp_str string)
{
    return (reader){ .inside = { string.ptr + 1, string.len - 2 } };
}

/* The next byte, or -1 after the last. */
static int next_byte(reader *r)
{
    while (r->next == r->count) {
        if (r->ended)
            return -1;
        r->next = 0;
        r->ended = r->at == r->inside.len;
        r->count = r->ended ? fp_unescape_end(&r->unescape, r->bytes)
                            : fp_unescape_step(&r->unescape, (unsigned char)r->inside.ptr[r->at++],
                                               r->bytes);
    }
    return (unsigned char)r->bytes[r->next++];
}

bool fp_jsontext_is(fp_str value, fp_str text)
{
    if (value.len > 1 && value.ptr[0] == '"' && value.ptr[value.len - 1] == '"') {
        const size_t inside = value.len - 2; /* what is read is never longer: as most often */

        if (inside < text.len)
            return false;
        if (inside == text.len)
            return !text.len || (memcmp(value.ptr + 1, text.ptr, text.len) == 0 &&
                                 !memchr(text.ptr, '\\', text.len));
        if (!memchr(value.ptr + 1, '\\', inside))
            return false;
    }
    if (fp_jsontext_kind(value) != '"')
        return false;

    reader r = read_string(fp_jsontext_trim(value));

    if (r.inside.len < text.len) /* decoded text is never longer than its JSON */
        return false;
    if (!r.inside.len || !memchr(r.inside.ptr, '\\', r.inside.len))
        return fp_str_equal(r.inside, text);
    for (size_t i = 0; i < text.len; i++)
        if (next_byte(&r) != (unsigned char)text.ptr[i])
            return false;
    return next_byte(&r) < 0;
}

bool fp_jsontext_decode(fp_str string, fp_json *to, bool *lone)
{
    const fp_str inside = { string.ptr + 1, string.len - 2 };
    fp_buf buf = { to->ptr, to->len, to->cap };

    to->failed = to->failed || !fp_buf_grow(&buf, inside.len + FP_UNESCAPE_MAX);
    if (to->failed)
        return false;
    to->ptr = buf.ptr;
    to->cap = buf.cap;
    to->len += fp_unescape_all(inside, to->ptr + to->len, lone);
    return true;
}

static bool strings_equal(fp_str a, fp_str b)
{
    reader x = read_string(a), y = read_string(b);
    int c;

    do {
        c = next_byte(&x);
        if (c != next_byte(&y))
            return false;
    } while (c >= 0);
    return true;
}

/* -- numbers: by the value written, never through a double ---------------------------------------
 */

/* 0.d1d2d3… times ten to the power of exponent, d1 and the last digit not 0. */
typedef struct number {
    bool minus;
    bool huge;     /* the exponent is beyond comparing */
    fp_str digits; /* from d1 on; may hold the point */
    int64_t exponent;
} number;

enum { EXPONENT_DIGITS = 17 };

static int64_t read_exponent(fp_str text, bool *huge)
{
    const bool minus = text.len && text.ptr[0] == '-';
    int64_t value = 0;
    size_t i = text.len && (minus || text.ptr[0] == '+') ? 1 : 0;

    while (i < text.len && text.ptr[i] == '0')
        i++;
    *huge = text.len - i > EXPONENT_DIGITS;
    for (; i < text.len && !*huge; i++)
        value = value * 10 + (text.ptr[i] - '0');
    return minus ? -value : value;
}

static number read_number(fp_str text)
{
    number n = { .minus = text.ptr[0] == '-' };
    const size_t first = n.minus ? 1 : 0;
    size_t end = first, point = first, from = first;

    while (end < text.len && (fp_is_digit((unsigned char)text.ptr[end]) || text.ptr[end] == '.'))
        end++;
    if (end < text.len)
        n.exponent = read_exponent((fp_str){ text.ptr + end + 1, text.len - end - 1 }, &n.huge);
    while (point < end && text.ptr[point] != '.')
        point++;
    while (from < end && (text.ptr[from] == '0' || text.ptr[from] == '.'))
        from++;
    while (end > from && (text.ptr[end - 1] == '0' || text.ptr[end - 1] == '.'))
        end--;
    n.digits = (fp_str){ text.ptr + from, end - from };
    if (!n.digits.len) { /* zero, whatever the exponent */
        n.exponent = 0;
        n.huge = false;
    } else {
        n.exponent += from < point ? (int64_t)(point - from) : -(int64_t)(from - point - 1);
    }
    return n;
}

static bool digits_equal(fp_str a, fp_str b)
{
    size_t i = 0, k = 0;

    for (;;) {
        i += i < a.len && a.ptr[i] == '.';
        k += k < b.len && b.ptr[k] == '.';
        if (i == a.len || k == b.len)
            return i == a.len && k == b.len;
        if (a.ptr[i++] != b.ptr[k++])
            return false;
    }
}

static bool numbers_equal(fp_str a, fp_str b)
{
    if (fp_str_equal(a, b))
        return true;

    const number x = read_number(a), y = read_number(b);

    return x.minus == y.minus && !x.huge && !y.huge && x.exponent == y.exponent &&
           digits_equal(x.digits, y.digits);
}

/* -- values ------------------------------------------------------------------------------------ */

static bool scalars_equal(char kind, fp_str a, fp_str b)
{
    if (kind == '"')
        return strings_equal(a, b);
    return kind == '0' ? numbers_equal(a, b) : fp_str_equal(a, b);
}

static bool find_member(fp_str object, fp_str key, fp_str *value)
{
    fp_str name;

    for (size_t at = 0; fp_jsontext_member(object, &at, &name, value);)
        if (strings_equal(name, key))
            return true;
    return false;
}

static size_t count_members(fp_str object)
{
    fp_str key, value;
    size_t count = 0;

    for (size_t at = 0; fp_jsontext_member(object, &at, &key, &value);)
        count++;
    return count;
}

/* The members of two objects by their keys, where there are many. */
typedef struct sorted {
    fp_index a, b;
    char *keys_a, *keys_b; /* those that were escaped, decoded */
    size_t at;             /* in a */
} sorted;

/* Two arrays, or two objects, and how far they have been compared. */
typedef struct pair {
    fp_str a, b;
    size_t at_a, at_b;
    bool objects;
    sorted *sorted; /* NULL: there are few members, or memory is out, and each is looked for */
} pair;

static void sorted_free(sorted *s)
{
    if (!s)
        return;
    fp_index_free(&s->a);
    fp_index_free(&s->b);
    free(s->keys_a);
    free(s->keys_b);
    free(s);
}

/* Each member at the place of its key. False when memory is out. */
static bool sort_members(fp_str object, size_t count, fp_index *index, char **keys)
{
    size_t used = 0, at = 0;
    fp_str key = { 0 }, value;

    *keys = malloc(object.len + FP_UNESCAPE_MAX); /* what is read is never longer */
    if (!*keys || !fp_index_make(index, count))
        return false;
    for (size_t i = 0; fp_jsontext_member(object, &at, &key, &value); i++) {
        fp_str text = { key.ptr + 1, key.len - 2 };
        bool lone = false;

        if (memchr(text.ptr, '\\', text.len)) {
            const size_t len = fp_unescape_all(text, *keys + used, &lone);

            text = (fp_str){ *keys + used, len };
            used += len;
        }
        index->entries[i] = (fp_index_entry){ text, (size_t)(key.ptr - object.ptr) };
    }
    fp_index_sort(index);
    return true;
}

static sorted *sort_pair(fp_str a, fp_str b, size_t count)
{
    sorted *s = calloc(1, sizeof *s);

    if (s && sort_members(a, count, &s->a, &s->keys_a) && sort_members(b, count, &s->b, &s->keys_b))
        return s;
    sorted_free(s);
    return NULL;
}

typedef enum step { GOES_ON, DONE, DIFFERS } step;

static step next_items(pair *p, fp_str *x, fp_str *y)
{
    const bool more = fp_jsontext_item(p->a, &p->at_a, x);

    if (fp_jsontext_item(p->b, &p->at_b, y) != more)
        return DIFFERS;
    return more ? GOES_ON : DONE;
}

/* The order of members does not count. Of a key that stands twice, the first value does. */
static step next_sorted(pair *p, fp_str *x, fp_str *y)
{
    sorted *s = p->sorted;
    const fp_index_entry *entry = &s->a.entries[s->at];
    const size_t other = s->at < s->a.count ? fp_index_find(&s->b, entry->key) : 0;
    size_t at_a, at_b;
    fp_str key;

    if (s->at == s->a.count)
        return DONE;
    if (other == s->b.count)
        return DIFFERS;
    at_a = entry->place;
    at_b = s->b.entries[other].place;
    fp_jsontext_member(p->a, &at_a, &key, x);
    fp_jsontext_member(p->b, &at_b, &key, y);
    while (fp_index_is(&s->a, s->at, entry->key))
        s->at++;
    return GOES_ON;
}

static step next_members(pair *p, fp_str *x, fp_str *y)
{
    fp_str key, first = { 0 };

    if (p->sorted)
        return next_sorted(p, x, y);
    while (fp_jsontext_member(p->a, &p->at_a, &key, x)) {
        find_member(p->a, key, &first);
        if (first.ptr != x->ptr)
            continue;
        return find_member(p->b, key, y) ? GOES_ON : DIFFERS;
    }
    return DONE;
}

/* The next two values to compare; DONE when all have been. *depth counts the open pairs. */
static step next_values(pair *open, size_t *depth, fp_str *x, fp_str *y)
{
    while (*depth) {
        pair *top = &open[*depth - 1];
        const step next = top->objects ? next_members(top, x, y) : next_items(top, x, y);

        if (next != DONE)
            return next;
        sorted_free(top->sorted);
        --*depth;
    }
    return DONE;
}

static bool open_pair(pair *open, size_t *depth, fp_str a, fp_str b, bool objects)
{
    const size_t count = objects ? count_members(a) : 0;

    if (*depth == FP_SCAN_DEPTH_MAX || (objects && count != count_members(b)))
        return false;
    open[(*depth)++] = (pair){ .a = a,
                               .b = b,
                               .objects = objects,
                               .sorted = count > MEMBERS_FEW ? sort_pair(a, b, count) : NULL };
    return true;
}

bool fp_jsontext_equal(fp_str a, fp_str b)
{
    pair open[FP_SCAN_DEPTH_MAX];
    size_t depth = 0;
    step next;

    do {
        const char kind = fp_jsontext_kind(a);
        const bool nested = kind == '{' || kind == '[';

        a = fp_jsontext_trim(a);
        b = fp_jsontext_trim(b);
        if (kind == fp_jsontext_kind(b) &&
            (nested ? open_pair(open, &depth, a, b, kind == '{') : scalars_equal(kind, a, b)))
            next = next_values(open, &depth, &a, &b);
        else
            next = DIFFERS;
    } while (next == GOES_ON);
    while (depth)
        sorted_free(open[--depth].sorted);
    return next == DONE;
}
