/* SPDX-License-Identifier: Apache-2.0 */
/* json.c: JSON text as it grows: strings, numbers and values. */
#include "buf.h"
#include "utf8.h"

#include <fencepost/json.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Out of the way of add(), which mostly finds room. */
__attribute__((noinline)) static void grow(fp_json *json, size_t len)
{
    fp_buf buf = { json->ptr, json->len, json->cap };

    json->failed = json->failed || !fp_buf_grow(&buf, len);
    json->ptr = buf.ptr;
    json->cap = buf.cap;
}

static inline void add(fp_json *json, const char *bytes, size_t len)
{
    if (len > json->cap - json->len)
        grow(json, len);
    if (!len || json->failed)
        return;
    fp_copy(json->ptr + json->len, bytes, len);
    json->len += len;
}

void fp_json_free(fp_json *json)
{
    free(json->ptr);
    *json = (fp_json){ 0 };
}

void fp_json_raw(fp_json *json, const char *text)
{
    const fp_str str = fp_str_of(text);

    add(json, str.ptr, str.len);
}

void fp_json_bytes(fp_json *json, fp_str bytes)
{
    if (bytes.len)
        add(json, bytes.ptr, bytes.len);
}

void fp_json_number(fp_json *json, uint64_t number)
{
    char digits[24];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    add(json, digits + at, sizeof digits - at);
}

/* One character that JSON wants escaped, or the byte that is not a character (MODEL-1.6). */
static void escape(fp_json *json, unsigned char c)
{
    char text[8];

    switch (c) {
    case '"':
        fp_json_raw(json, "\\\"");
        break;
    case '\\':
        fp_json_raw(json, "\\\\");
        break;
    case '\n':
        fp_json_raw(json, "\\n");
        break;
    case '\r':
        fp_json_raw(json, "\\r");
        break;
    case '\t':
        fp_json_raw(json, "\\t");
        break;
    default:
        snprintf(text, sizeof text, "\\u%04x", c);
        fp_json_raw(json, c < 0x80 ? text : "\xEF\xBF\xBD");
        break;
    }
}

/* Whether it is a character, of ASCII, that needs no escape. */
static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

static const uint64_t ONES = UINT64_C(0x0101010101010101), HIGHS = UINT64_C(0x8080808080808080);

/* Whether one of eight bytes is this one. It misses none, and may report one that is not there. */
static bool has_byte(uint64_t eight, unsigned char c)
{
    const uint64_t zero = eight ^ (ONES * c);

    return ((zero - ONES) & ~zero & HIGHS) != 0;
}

/* How many bytes from here on need no escape, eight at a time. */
static size_t plain_ahead(const unsigned char *bytes, size_t len)
{
    size_t at = 0;

    for (uint64_t eight; len - at >= sizeof eight; at += sizeof eight) {
        memcpy(&eight, bytes + at, sizeof eight);
        /* Below 0x20 a byte borrows, from 0x7F on a sum has the high bit. */
        if ((((eight - ONES * 0x20) | (eight + ONES) | eight) & HIGHS) != 0 ||
            has_byte(eight, '"') || has_byte(eight, '\\'))
            break;
    }
    return at;
}

void fp_json_string(fp_json *json, fp_str bytes)
{
    const unsigned char *b = (const unsigned char *)bytes.ptr;
    size_t plain = 0; /* where the bytes begin that need no escape */

    add(json, "\"", 1);
    for (size_t i = 0; i < bytes.len;) {
        size_t n = plain_ahead(b + i, bytes.len - i);

        if (!n)
            n = is_plain(b[i]) ? 1 : b[i] < 0x80 ? 0 : fp_utf8_sequence(b + i, bytes.len - i);
        if (n) {
            i += n;
            continue;
        }
        add(json, bytes.ptr + plain, i - plain);
        escape(json, b[i]);
        plain = ++i;
    }
    if (bytes.len)
        add(json, bytes.ptr + plain, bytes.len - plain);
    add(json, "\"", 1);
}

void fp_json_value(fp_json *json, const fp_value *value)
{
    switch (value->kind) {
    case FP_VALUE_STRING:
        fp_json_string(json, value->text);
        break;
    case FP_VALUE_JSON:
        add(json, value->text.ptr, value->text.len);
        break;
    case FP_VALUE_LIST:
        fp_json_raw(json, "[");
        for (size_t i = 0; i < value->item_count; i++) {
            fp_json_raw(json, i ? "," : "");
            fp_json_string(json, value->items[i]);
        }
        fp_json_raw(json, "]");
        break;
    }
}
