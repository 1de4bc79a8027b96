/* SPDX-License-Identifier: Apache-2.0 */
/* export_yaml.c: JSON as YAML. A JSON value is also YAML, except that in YAML a character beyond
 * U+FFFF has one escape instead of two.
 */
#include "command/export_shape.h"

#include <stdint.h>

enum { ESCAPE = 6 }; /* bytes of \ud83d */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The code unit of the escape that begins there; 0 if none does. */
static uint32_t escaped_unit(fp_str s, size_t at)
{
    uint32_t unit = 0;

    if (s.len < ESCAPE || at > s.len - ESCAPE || s.ptr[at] != '\\' || s.ptr[at + 1] != 'u')
        return 0;
    for (size_t i = 2; i < ESCAPE; i++) {
        const int digit = hex_digit(s.ptr[at + i]);

        if (digit < 0)
            return 0;
        unit = unit << 4 | (uint32_t)digit;
    }
    return unit;
}

/* The escape there, with what follows its backslash; the bytes that were read. */
static size_t write_escape(fp_str s, size_t at, FILE *to)
{
    const uint32_t high = escaped_unit(s, at), low = escaped_unit(s, at + ESCAPE);
    const size_t len = s.len - at < 2 ? s.len - at : 2;

    if (high >= 0xD800 && high < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
        fprintf(to, "\\U%08X", (unsigned)(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)));
        return (size_t)2 * ESCAPE;
    }
    fwrite(s.ptr + at, 1, len, to);
    return len;
}

/* The string that begins there; the bytes that were read. */
static size_t write_string(fp_str s, size_t at, FILE *to)
{
    size_t i = at + 1;

    putc('"', to);
    while (i < s.len && s.ptr[i] != '"') {
        if (s.ptr[i] == '\\')
            i += write_escape(s, i, to);
        else
            putc(s.ptr[i++], to);
    }
    putc('"', to);
    return i + 1 - at;
}

/* A byte between strings, at that depth of brackets; deeper ones stand as JSON has them. */
static void write_mark(char c, size_t depth, FILE *to)
{
    if (depth == 1 && c == ',')
        fputs("\n  ", to);
    else if (c == ',' || c == ':')
        fprintf(to, "%c ", c);
    else
        putc(c, to);
}

void export_yaml(fp_str object, FILE *to)
{
    size_t depth = 0, i = 0;

    while (i < object.len) {
        const char c = object.ptr[i];

        if (c == '"') {
            i += write_string(object, i, to);
            continue;
        }
        if (c == '{' && depth == 0)
            fputs("- ", to);
        else if (c != '}' || depth != 1)
            write_mark(c, depth, to);
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
        i++;
    }
    putc('\n', to);
}
