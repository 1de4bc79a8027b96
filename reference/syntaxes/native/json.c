/* SPDX-License-Identifier: Apache-2.0 */
/* json.c: the members of a document, or of an event's data, that are read. */
#include "native.h"

#include "core/ascii.h"
#include "core/unescape.h"

#include <string.h>

enum { INDEX_DIGITS = 15 };

void fp_native_wrong(native *n, const char *byte)
{
    if (!n->wrong || byte < n->wrong)
        n->wrong = byte;
}

/* The members of this object, and whether more follow. */
static const native_members *members_of(native *n, fp_str object)
{
    enum { MOST = sizeof n->members->of / sizeof *n->members->of };
    native_members *m = n->members;

    if (m->object.ptr == object.ptr)
        return m;
    m->object = object;
    m->count = 0;
    m->at = 0;
    while (m->count < MOST &&
           fp_jsontext_member(object, &m->at, &m->of[m->count].key, &m->of[m->count].value))
        m->count++;
    return m;
}

static void read_member(native *n, fp_str key, fp_str value, const char *const *names,
                        fp_str *values)
{
    for (size_t i = 0; names[i]; i++) {
        if (!fp_jsontext_is(key, fp_str_of(names[i])))
            continue;
        if (values[i].len)
            fp_native_wrong(n, key.ptr);
        else
            values[i] = value;
    }
}

void fp_native_read(native *n, fp_str object, const char *const *names, fp_str *values)
{
    const native_members *m = members_of(n, object);
    fp_str key, value;

    for (size_t i = 0; names[i]; i++)
        values[i] = (fp_str){ 0 };
    for (size_t i = 0; i < m->count; i++)
        read_member(n, m->of[i].key, m->of[i].value, names, values);
    for (size_t at = m->at; fp_jsontext_member(object, &at, &key, &value);)
        read_member(n, key, value, names, values);
}

bool fp_native_has(native *n, fp_str object, fp_str value, const char *kinds, bool required)
{
    const char kind = fp_jsontext_kind(value);

    if (!value.len) {
        if (required)
            fp_native_wrong(n, object.ptr + object.len - 1);
        return false;
    }
    if (!strchr(kinds, kind)) {
        fp_native_wrong(n, value.ptr);
        return false;
    }
    return kind != 'n';
}

bool fp_native_is_filled(fp_str value)
{
    return fp_jsontext_kind(value) == '"' && value.len > 2;
}

const char *fp_native_solid(fp_str string)
{
    fp_unescaped unescaped = { 0 };
    char bytes[FP_UNESCAPE_MAX];

    for (size_t i = 1; i < string.len; i++) {
        const size_t count =
            i + 1 == string.len
                ? fp_unescaped_end(&unescaped, bytes)
                : fp_unescaped_step(&unescaped, (unsigned char)string.ptr[i], i, bytes);

        for (size_t k = 0; k < count; k++)
            if (!fp_is_space((unsigned char)bytes[k]))
                return string.ptr + (k < unescaped.firsts ? unescaped.first : unescaped.rest);
    }
    return NULL;
}

bool fp_native_is_over(fp_str string, size_t limit, const char **at)
{
    fp_unescaped unescaped = { 0 };
    char bytes[FP_UNESCAPE_MAX];

    for (size_t i = 1; i < string.len; i++) {
        const bool end = i + 1 == string.len;
        const size_t count =
            end ? fp_unescaped_end(&unescaped, bytes)
                : fp_unescaped_step(&unescaped, (unsigned char)string.ptr[i], i, bytes);

        if (count > limit) {
            *at = string.ptr + (limit < unescaped.firsts ? unescaped.first : unescaped.rest);
            return true;
        }
        limit -= count;
    }
    return false;
}

bool fp_native_is_index(fp_str value)
{
    size_t digits = 0;

    while (digits < value.len && fp_is_digit((unsigned char)value.ptr[digits]))
        digits++;
    return digits == value.len && digits <= INDEX_DIGITS;
}

uint64_t fp_native_index(fp_str value)
{
    uint64_t index = 0;

    for (size_t i = 0; i < value.len; i++)
        index = index * 10 + (unsigned)(value.ptr[i] - '0');
    return index;
}
