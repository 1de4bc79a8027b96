/* SPDX-License-Identifier: Apache-2.0 */
/* partial_model.c: spec/partial-json.md once more, from the whole text. */
#include "partial_model.h"

#include <stdlib.h>
#include <string.h>

/* A value, or a key. Of an object the children are a key, a value, a key, … */
typedef struct node {
    char kind; /* its first byte; '0' of a number */
    size_t start, end;
    struct node **children;
    size_t count;
} node;

struct model {
    fp_str text;
    node *top;
};

/* A text that is read. */
typedef struct reading {
    fp_str text;
    size_t at;
    bool is_short, is_wrong;
} reading;

/* NOLINTBEGIN(misc-no-recursion): as deep as a text, which is as deep as the tests write it */
static void node_free(node *n)
{
    for (size_t i = 0; n && i < n->count; i++)
        node_free(n->children[i]);
    if (n)
        free(n->children);
    free(n);
}

static void *owned(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static node *node_new(char kind, size_t start)
{
    node *n = owned(calloc(1, sizeof *n));

    n->kind = kind;
    n->start = start;
    return n;
}

static void add_child(node *n, node *child)
{
    n->children = owned(realloc(n->children, (n->count + 1) * sizeof *n->children));
    n->children[n->count++] = child;
}

static bool stopped(const reading *r)
{
    return r->is_short || r->is_wrong;
}

/* The next byte; 0, which is none of JSON's, and a reason, if there is none. */
static unsigned char next(reading *r)
{
    if (r->at < r->text.len)
        return (unsigned char)r->text.ptr[r->at];
    r->is_short = true;
    return 0;
}

/* Goes past a byte that must be one of these. */
static void pass(reading *r, const char *any_of)
{
    const unsigned char c = next(r);

    if (!stopped(r) && (!c || !strchr(any_of, c)))
        r->is_wrong = true;
    r->at += !stopped(r);
}

static bool meets(const reading *r, const char *any_of)
{
    return r->at < r->text.len && r->text.ptr[r->at] && strchr(any_of, r->text.ptr[r->at]);
}

static void skip(reading *r, const char *any_of)
{
    while (meets(r, any_of))
        r->at++;
}

static const char BLANKS[] = " \t\n\r", DIGITS[] = "0123456789";
static const char HEX[] = "0123456789abcdefABCDEF";

/* -- reading ----------------------------------------------------------------------------------- */

static void pass_between(reading *r, unsigned char least, unsigned char most)
{
    const unsigned char c = next(r);

    if (!stopped(r) && (c < least || c > most))
        r->is_wrong = true;
    r->at += !stopped(r);
}

/* RFC 3629, section 4. */
static void character(reading *r)
{
    const unsigned char c = next(r);
    const size_t more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;

    pass_between(r, c < 0x80 ? 0x20 : 0xC2, 0xF4);
    if (more)
        pass_between(r,
                     c == 0xE0   ? 0xA0
                     : c == 0xF0 ? 0x90
                                 : 0x80,
                     c == 0xED   ? 0x9F
                     : c == 0xF4 ? 0x8F
                                 : 0xBF);
    for (size_t i = 1; i < more && !stopped(r); i++)
        pass_between(r, 0x80, 0xBF);
}

static node *string(reading *r)
{
    node *n = node_new('"', r->at);

    pass(r, "\"");
    while (!stopped(r) && !meets(r, "\"")) {
        if (!meets(r, "\\")) {
            character(r);
            continue;
        }
        r->at++;
        if (!meets(r, "u")) {
            pass(r, "\"\\/bfnrt");
            continue;
        }
        r->at++;
        for (int i = 0; i < 4 && !stopped(r); i++)
            pass(r, HEX);
    }
    r->at += !stopped(r);
    n->end = r->at;
    return n;
}

static void digits(reading *r)
{
    pass(r, DIGITS);
    if (!stopped(r))
        skip(r, DIGITS);
}

static node *number(reading *r)
{
    node *n = node_new('0', r->at);

    r->at += meets(r, "-");
    if (meets(r, "0"))
        r->at++;
    else
        digits(r);
    if (!stopped(r) && meets(r, ".")) {
        r->at++;
        digits(r);
    }
    if (!stopped(r) && meets(r, "eE")) {
        r->at++;
        r->at += meets(r, "+-");
        digits(r);
    }
    n->end = r->at;
    return n;
}

static const char *word_of(char first)
{
    return first == 't' ? "true" : first == 'f' ? "false" : "null";
}

static node *word(reading *r)
{
    node *n = node_new(r->text.ptr[r->at], r->at);

    for (const char *w = word_of(n->kind); *w && !stopped(r); w++)
        pass(r, (const char[]){ *w, '\0' });
    n->end = r->at;
    return n;
}

static node *value(reading *r);

static void member(reading *r, node *n)
{
    if (n->kind == '{') {
        if (!meets(r, "\"")) {
            pass(r, "\"");
            return;
        }
        add_child(n, string(r));
        if (!stopped(r)) {
            skip(r, BLANKS);
            pass(r, ":");
        }
        if (stopped(r))
            return;
        skip(r, BLANKS);
    }
    add_child(n, value(r));
    if (!stopped(r))
        skip(r, BLANKS);
}

static node *container(reading *r)
{
    node *n = node_new(r->text.ptr[r->at], r->at);
    const char *close = n->kind == '{' ? "}" : "]";

    r->at++;
    skip(r, BLANKS);
    if (!meets(r, close)) {
        member(r, n);
        while (!stopped(r) && meets(r, ",")) {
            r->at++;
            skip(r, BLANKS);
            member(r, n);
        }
    }
    if (!stopped(r))
        pass(r, close);
    n->end = r->at;
    return n;
}

static node *value(reading *r)
{
    if (meets(r, "{["))
        return container(r);
    if (meets(r, "\""))
        return string(r);
    if (meets(r, "tfn"))
        return word(r);
    if (!meets(r, "-0123456789"))
        pass(r, "-"); /* it is wrong, or the end */
    return number(r);
}

model_verdict model_read(fp_str text, model **made, size_t *at)
{
    reading r = { .text = text };
    node *top;

    *made = NULL;
    skip(&r, BLANKS);
    top = value(&r);
    if (!stopped(&r))
        skip(&r, BLANKS);
    if (!stopped(&r) && r.at < text.len)
        r.is_wrong = true;
    *at = r.at;
    if (stopped(&r)) {
        node_free(top);
        return r.is_wrong ? MODEL_WRONG : MODEL_SHORT;
    }
    *made = owned(calloc(1, sizeof **made));
    **made = (model){ text, top };
    return MODEL_JSON;
}

void model_free(model *m)
{
    if (m)
        node_free(m->top);
    free(m);
}

/* -- giving ------------------------------------------------------------------------------------ */

static void put_point(fp_json *out, unsigned long point)
{
    char utf8[4];
    const size_t len = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;

    for (size_t i = len - 1; i > 0; i--, point >>= 6)
        utf8[i] = (char)(0x80 | (point & 0x3F));
    utf8[0] = (char)(len == 1 ? point : (0xF00u >> len & 0xFF) | point);
    fp_json_bytes(out, (fp_str){ utf8, len });
}

static unsigned long hex_at(const char *digits4)
{
    const char four[] = { digits4[0], digits4[1], digits4[2], digits4[3], '\0' };

    return strtoul(four, NULL, 16);
}

static bool is_high(unsigned long unit)
{
    return unit >= 0xD800 && unit <= 0xDBFF;
}

static bool is_low(unsigned long unit)
{
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

/* Whether the escape of a low surrogate begins with these bytes, or is them. */
static bool may_be_low(const char *bytes, size_t len)
{
    static const char *const ANY_OF[] = { "\\", "u", "dD", "cdefCDEF", HEX, HEX };

    for (size_t i = 0; i < len && i < 6; i++)
        if (!bytes[i] || !strchr(ANY_OF[i], bytes[i]))
            return false;
    return true;
}

/* How many bytes a character has between the quotes; half of a pair is one. */
static size_t character_length(const char *text, size_t at, size_t to)
{
    const unsigned char first = (unsigned char)text[at];

    if (first == '\\')
        return at + 1 < to && text[at + 1] == 'u' ? 6 : 2;
    return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* What \u and four digits stand for, or that and the other half after it; how many bytes that are.
 * 0: the other half may still come. */
static size_t decode_unit(fp_str rest, bool closed, fp_json *out)
{
    const unsigned long unit = hex_at(rest.ptr + 2);

    if (is_high(unit) && may_be_low(rest.ptr + 6, rest.len - 6)) {
        if (rest.len >= 12) {
            put_point(out, 0x10000 + ((unit - 0xD800) << 10) + (hex_at(rest.ptr + 8) - 0xDC00));
            return 12;
        }
        if (!closed)
            return 0;
    }
    put_point(out, is_high(unit) || is_low(unit) ? 0xFFFD : unit);
    return 6;
}

/* The next character between the quotes, of which the bytes up to `to` are there; false if it may
 * not be given yet. */
static bool decode_one(const char *text, size_t *at, size_t to, bool closed, fp_json *out)
{
    static const char SHORT[] = "bfnrt", FOR[] = "\b\f\n\r\t";
    size_t len = character_length(text, *at, to);
    const char *found;

    if (*at + len > to)
        return false;
    if (text[*at] != '\\') {
        fp_json_bytes(out, (fp_str){ text + *at, len });
    } else if (len == 2) {
        found = strchr(SHORT, text[*at + 1]);
        put_point(out, (unsigned char)(found ? FOR[found - SHORT] : text[*at + 1]));
    } else {
        len = decode_unit((fp_str){ text + *at, to - *at }, closed, out);
    }
    *at += len;
    return len > 0;
}

/* What a string stands for, as far as it is there. */
static void decode(const model *m, const node *n, size_t prefix, fp_json *out)
{
    const bool closed = n->end <= prefix;
    const size_t to = closed ? n->end - 1 : prefix;
    size_t at = n->start + 1;

    while (at < to && decode_one(m->text.ptr, &at, to, closed, out))
        ;
}

static void give_string(const model *m, const node *n, size_t prefix, fp_json *out)
{
    fp_json text = { 0 };

    decode(m, n, prefix, &text);
    fp_json_string(out, (fp_str){ text.ptr, text.len });
    fp_json_free(&text);
}

/* The longest beginning of these bytes that is a number; 0: there is none. */
static size_t number_in(fp_str bytes)
{
    for (size_t len = bytes.len; len > 0; len--) {
        const fp_str some = { bytes.ptr, len };
        reading r = { .text = some };

        node_free(number(&r));
        if (!stopped(&r) && r.at == len)
            return len;
    }
    return 0;
}

static bool give(const model *m, const node *n, size_t prefix, const fp_partial_policies *p,
                 fp_json *out);

static bool same_key(const model *m, const node *a, const node *b)
{
    fp_json x = { 0 }, y = { 0 };
    bool same;

    decode(m, a, a->end, &x);
    decode(m, b, b->end, &y);
    same = fp_str_equal((fp_str){ x.ptr, x.len }, (fp_str){ y.ptr, y.len });
    fp_json_free(&x);
    fp_json_free(&y);
    return same;
}

/* What is given of a member's value, the null of its key included. */
static bool give_member(const model *m, const node *object, size_t i, size_t prefix,
                        const fp_partial_policies *p, fp_json *out)
{
    if (object->children[i]->end > prefix)
        return false;
    if (give(m, object->children[i + 1], prefix, p, out))
        return true;
    if (p->null_for_keys)
        fp_json_raw(out, "null");
    return p->null_for_keys;
}

/* Whether the member is given, and has this key. */
static bool is_given(const model *m, const node *object, size_t i, size_t key, size_t prefix,
                     const fp_partial_policies *p)
{
    fp_json ignored = { 0 };
    const bool given = give_member(m, object, i, prefix, p, &ignored) &&
                       same_key(m, object->children[i], object->children[key]);

    fp_json_free(&ignored);
    return given;
}

/* Each key is where it comes first, with the value that it has last. */
static void give_object(const model *m, const node *n, size_t prefix, const fp_partial_policies *p,
                        fp_json *out)
{
    bool any = false;

    for (size_t i = 0; i < n->count; i += 2) {
        size_t first = 0, last = n->count;

        while (first < i && !is_given(m, n, first, i, prefix, p))
            first += 2;
        if (first < i || !is_given(m, n, i, i, prefix, p))
            continue;
        for (size_t k = i; k < n->count; k += 2)
            last = is_given(m, n, k, i, prefix, p) ? k : last;
        fp_json_raw(out, any ? "," : "");
        give_string(m, n->children[i], prefix, out);
        fp_json_raw(out, ":");
        give_member(m, n, last, prefix, p, out);
        any = true;
    }
}

static void give_array(const model *m, const node *n, size_t prefix, const fp_partial_policies *p,
                       fp_json *out)
{
    bool any = false;

    for (size_t i = 0; i < n->count; i++) {
        fp_json held = { 0 };

        if (give(m, n->children[i], prefix, p, &held)) {
            fp_json_raw(out, any ? "," : "");
            fp_json_bytes(out, (fp_str){ held.ptr, held.len });
            any = true;
        }
        fp_json_free(&held);
    }
}

static bool give(const model *m, const node *n, size_t prefix, const fp_partial_policies *p,
                 fp_json *out)
{
    const bool whole = n->end <= prefix;
    const fp_str there = { m->text.ptr + n->start, (whole ? n->end : prefix) - n->start };
    const bool numbers_end = n->end < prefix; /* a byte after it is needed */

    if (n->start >= prefix)
        return false;
    switch (n->kind) {
    case '"':
        if (whole || !p->withhold_strings)
            give_string(m, n, prefix, out);
        return whole || !p->withhold_strings;
    case '0': {
        const size_t len = numbers_end ? there.len : p->give_numbers ? number_in(there) : 0;

        fp_json_bytes(out, (fp_str){ there.ptr, len });
        return len > 0;
    }
    case '{':
    case '[':
        fp_json_bytes(out, (fp_str){ &n->kind, 1 });
        (n->kind == '{' ? give_object : give_array)(m, n, prefix, p, out);
        fp_json_raw(out, n->kind == '{' ? "}" : "]");
        return true;
    default:
        if (whole || p->give_literals)
            fp_json_raw(out, word_of(n->kind));
        return whole || p->give_literals;
    }
}

bool model_give(const model *m, size_t prefix, const fp_partial_policies *policies, fp_json *out)
{
    return give(m, m->top, prefix, policies, out);
}
/* NOLINTEND(misc-no-recursion) */
