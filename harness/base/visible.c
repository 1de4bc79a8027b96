/* SPDX-License-Identifier: Apache-2.0 */
/* visible.c: makes texts of others safe to show. */
#include "base/visible.h"

#include "base/util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEYOND_PLANE_0 = 0x10000 };

/* -- characters ------------------------------------------------------------------------------ */

size_t character_decode(fp_str bytes, uint32_t *character)
{
    static const uint32_t LEAST[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char *b = (const unsigned char *)bytes.ptr;
    const size_t len = b[0] < 0x80 ? 1 : b[0] < 0xC0 ? 0 : b[0] < 0xE0 ? 2 : b[0] < 0xF0 ? 3 : 4;
    uint32_t c = len == 1 ? b[0] : b[0] & (0x7Fu >> len);

    if (!len || b[0] > 0xF4 || len > bytes.len)
        return 0;
    for (size_t i = 1; i < len; i++) {
        if ((b[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (b[i] & 0x3F);
    }
    if (c < LEAST[len] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return 0;
    *character = c;
    return len;
}

/* Ascending. Those without a shape are the format characters of Unicode, blanks that look like the
 * space, what fonts draw as nothing, and what no font draws. */
static const struct {
    uint32_t first, last;
    character_kind kind;
} KINDS[] = {
    { 0x0000, 0x001F, CHARACTER_CONTROL },     { 0x007F, 0x009F, CHARACTER_CONTROL },
    { 0x00A0, 0x00A0, CHARACTER_NO_SHAPE },    { 0x00AD, 0x00AD, CHARACTER_NO_SHAPE },
    { 0x034F, 0x034F, CHARACTER_NO_SHAPE },    { 0x0600, 0x0605, CHARACTER_NO_SHAPE },
    { 0x061C, 0x061C, CHARACTER_TURNS },       { 0x06DD, 0x06DD, CHARACTER_NO_SHAPE },
    { 0x070F, 0x070F, CHARACTER_NO_SHAPE },    { 0x0890, 0x0891, CHARACTER_NO_SHAPE },
    { 0x08E2, 0x08E2, CHARACTER_NO_SHAPE },    { 0x115F, 0x1160, CHARACTER_NO_SHAPE },
    { 0x1680, 0x1680, CHARACTER_NO_SHAPE },    { 0x17B4, 0x17B5, CHARACTER_NO_SHAPE },
    { 0x180B, 0x180F, CHARACTER_NO_SHAPE },    { 0x2000, 0x200D, CHARACTER_NO_SHAPE },
    { 0x200E, 0x200F, CHARACTER_TURNS },       { 0x2028, 0x2029, CHARACTER_CONTROL },
    { 0x202A, 0x202E, CHARACTER_TURNS },       { 0x202F, 0x202F, CHARACTER_NO_SHAPE },
    { 0x205F, 0x2065, CHARACTER_NO_SHAPE },    { 0x2066, 0x2069, CHARACTER_TURNS },
    { 0x206A, 0x206F, CHARACTER_NO_SHAPE },    { 0x2800, 0x2800, CHARACTER_NO_SHAPE },
    { 0x3000, 0x3000, CHARACTER_NO_SHAPE },    { 0x3164, 0x3164, CHARACTER_NO_SHAPE },
    { 0xE000, 0xF8FF, CHARACTER_NO_SHAPE },    { 0xFDD0, 0xFDEF, CHARACTER_NO_SHAPE },
    { 0xFE00, 0xFE0F, CHARACTER_NO_SHAPE },    { 0xFEFF, 0xFEFF, CHARACTER_NO_SHAPE },
    { 0xFFA0, 0xFFA0, CHARACTER_NO_SHAPE },    { 0xFFF0, 0xFFFB, CHARACTER_NO_SHAPE },
    { 0xFFFE, 0xFFFF, CHARACTER_NO_SHAPE },    { 0x110BD, 0x110BD, CHARACTER_NO_SHAPE },
    { 0x110CD, 0x110CD, CHARACTER_NO_SHAPE },  { 0x13430, 0x13455, CHARACTER_NO_SHAPE },
    { 0x16FE4, 0x16FE4, CHARACTER_NO_SHAPE },  { 0x1BCA0, 0x1BCA3, CHARACTER_NO_SHAPE },
    { 0x1D159, 0x1D159, CHARACTER_NO_SHAPE },  { 0x1D173, 0x1D17A, CHARACTER_NO_SHAPE },
    { 0x1FFFE, 0x1FFFF, CHARACTER_NO_SHAPE },  { 0x2FFFE, 0x2FFFF, CHARACTER_NO_SHAPE },
    { 0x3FFFE, 0x10FFFF, CHARACTER_NO_SHAPE },
};

character_kind character_kind_of(uint32_t character)
{
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS && character >= KINDS[i].first; i++)
        if (character <= KINDS[i].last)
            return KINDS[i].kind;
    return CHARACTER_SHAPE;
}

size_t visible_length(fp_str bytes)
{
    uint32_t c = 0;
    const size_t len = character_decode(bytes, &c);

    return len && character_kind_of(c) == CHARACTER_SHAPE ? len : 0;
}

/* -- on a line ------------------------------------------------------------------------------- */

size_t visible_put(fp_json *out, fp_str bytes)
{
    uint32_t c = 0;
    const size_t len = character_decode(bytes, &c);
    char text[24] = "␡";

    if (len && character_kind_of(c) == CHARACTER_SHAPE) {
        fp_json_bytes(out, (fp_str){ bytes.ptr, len });
        return len;
    }
    if (len == 0)
        snprintf(text, sizeof text, "⟨%02X⟩", (unsigned)(unsigned char)*bytes.ptr);
    else if (c < 0x20)
        snprintf(text, sizeof text, "\xE2\x90%c", (char)(0x80 + c)); /* U+2400 + c */
    else if (c != 0x7F)
        snprintf(text, sizeof text, "⟨U+%04" PRIX32 "⟩", c);
    fp_json_raw(out, text);
    return len ? len : 1;
}

/* What was written as a text of its own; frees the rest. */
static char *taken(fp_json *json)
{
    const fp_str copy = xcopy(json_text(json));

    fp_json_free(json);
    return (char *)(uintptr_t)copy.ptr;
}

void visible_text(fp_json *out, fp_str text)
{
    for (size_t at = 0; at < text.len;)
        at += visible_put(out, (fp_str){ text.ptr + at, text.len - at });
}

char *visible_line(fp_str text)
{
    fp_json out = { 0 };

    visible_text(&out, text);
    return taken(&out);
}

char *visible_lines(fp_str text)
{
    fp_json out = { 0 };

    while (text.len) {
        const size_t n = *text.ptr == '\n' ? 1 : visible_put(&out, text);

        if (*text.ptr == '\n')
            fp_json_raw(&out, "\n");
        text = (fp_str){ text.ptr + n, text.len - n };
    }
    return taken(&out);
}

void visible_trim(char *text)
{
    const size_t len = strlen(text);
    size_t at = len;

    while (at > 0 && len - at < 3 && ((unsigned char)text[at - 1] & 0xC0) == 0x80)
        at--;
    if (at > 0 && ((unsigned char)text[at - 1] & 0xC0) == 0xC0) {
        uint32_t c;

        at--;
        if (!character_decode((fp_str){ text + at, len - at }, &c))
            text[at] = '\0';
    }
}

fp_str visible_beginning(fp_str text, size_t most)
{
    size_t len = text.len < most ? text.len : most;

    for (size_t back = 0; len < text.len && back < 3 && len > 0; back++, len--)
        if (((unsigned char)text.ptr[len] & 0xC0) != 0x80)
            break;
    return (fp_str){ text.ptr, len };
}

/* -- in quotes ------------------------------------------------------------------------------- */

static void escape(fp_json *out, uint32_t c)
{
    static const char SHORT[] = "\"\\\n\r\t", LETTERS[] = "\"\\nrt";
    const uint32_t rest = c - BEYOND_PLANE_0;
    char text[16];

    for (size_t i = 0; i < sizeof SHORT - 1; i++)
        if (c == (unsigned char)SHORT[i]) {
            fp_json_bytes(out, (fp_str){ (const char[]){ '\\', LETTERS[i] }, 2 });
            return;
        }
    if (c < BEYOND_PLANE_0)
        snprintf(text, sizeof text, "\\u%04" PRIx32, c);
    else
        snprintf(text, sizeof text, "\\u%04" PRIx32 "\\u%04" PRIx32, 0xD800 + (rest >> 10),
                 0xDC00 + (rest & 0x3FF));
    fp_json_raw(out, text);
}

/* Without the quotes. A byte outside UTF-8 is U+FFFD where JSON is written. */
static void put_escaped(fp_json *out, fp_str text, bool json)
{
    size_t plain = 0; /* where the bytes begin that need no escape */

    for (size_t at = 0; at < text.len;) {
        const fp_str rest = { text.ptr + at, text.len - at };
        uint32_t c = 0;
        const size_t len = character_decode(rest, &c);
        char byte[8];

        if (len && c != '"' && c != '\\' && character_kind_of(c) == CHARACTER_SHAPE) {
            at += len;
            continue;
        }
        fp_json_bytes(out, (fp_str){ text.ptr + plain, at - plain });
        snprintf(byte, sizeof byte, "\\x%02X", (unsigned)(unsigned char)*rest.ptr);
        if (len)
            escape(out, c);
        else
            fp_json_raw(out, json ? "\xEF\xBF\xBD" : byte);
        plain = at += len ? len : 1;
    }
    fp_json_bytes(out, (fp_str){ text.ptr + plain, text.len - plain });
}

void visible_quote(fp_json *out, fp_str bytes, size_t most)
{
    char count[48];

    fp_json_raw(out, "\"");
    put_escaped(out, visible_beginning(bytes, most), false);
    fp_json_raw(out, "\"");
    if (bytes.len <= most)
        return;
    snprintf(count, sizeof count, "… (%zu bytes)", bytes.len);
    fp_json_raw(out, count);
}

char *visible_quoted(fp_str bytes, size_t most)
{
    fp_json out = { 0 };

    visible_quote(&out, bytes, most);
    return taken(&out);
}

void visible_json(fp_json *out, fp_str text)
{
    fp_json_raw(out, "\"");
    put_escaped(out, text, true);
    fp_json_raw(out, "\"");
}

void visible_in_json(fp_json *out, fp_str json)
{
    size_t plain = 0; /* where the bytes begin that need no escape */

    for (size_t at = 0; at < json.len;) {
        uint32_t c = 0;
        const size_t len = character_decode((fp_str){ json.ptr + at, json.len - at }, &c);

        if (len && (c < ' ' || character_kind_of(c) == CHARACTER_SHAPE)) {
            at += len;
            continue;
        }
        fp_json_bytes(out, (fp_str){ json.ptr + plain, at - plain });
        if (len)
            escape(out, c);
        else
            fp_json_raw(out, "\xEF\xBF\xBD");
        plain = at += len ? len : 1;
    }
    fp_json_bytes(out, (fp_str){ json.ptr + plain, json.len - plain });
}
