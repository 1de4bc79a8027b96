/* SPDX-License-Identifier: Apache-2.0 */
/* show.c: bytes and texts for a person's eye. */
#include "base/show.h"

#include <string.h>

enum {
    PAGE_WIDTH = 98,
    SIDE_WIDTH = 48,
    SHOWN_WHOLE = 2000, /* of a longer input only the ends are shown */
    SHOWN_END = 600
};

/* -- characters ------------------------------------------------------------------------------ */

/* The length of the character at the start of bytes (RFC 3629), 0 if there is none. */
static size_t decode(fp_str bytes, uint32_t *character)
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

static bool within(uint32_t c, const uint32_t (*ranges)[2], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1])
            return true;
    return false;
}

/* Characters without a shape, and blanks that look like a space. */
static bool is_invisible(uint32_t c)
{
    static const uint32_t RANGES[][2] = {
        { 0x80, 0xA0 },     { 0xAD, 0xAD },     { 0x034F, 0x034F },    { 0x061C, 0x061C },
        { 0x115F, 0x1160 }, { 0x1680, 0x1680 }, { 0x17B4, 0x17B5 },    { 0x180B, 0x180F },
        { 0x2000, 0x200F }, { 0x2028, 0x202F }, { 0x205F, 0x206F },    { 0x3000, 0x3000 },
        { 0x3164, 0x3164 }, { 0xFE00, 0xFE0F }, { 0xFEFF, 0xFEFF },    { 0xFFA0, 0xFFA0 },
        { 0xFFF0, 0xFFFB }, { 0xE000, 0xF8FF }, { 0xE0000, 0x10FFFF },
    };

    return within(c, RANGES, sizeof RANGES / sizeof *RANGES);
}

size_t show_visible(fp_str bytes)
{
    uint32_t c = 0;
    const size_t len = decode(bytes, &c);

    return len && c >= 0x20 && c != 0x7F && !is_invisible(c) ? len : 0;
}

/* How wide a terminal draws it: near enough, and independent of the locale. */
static size_t width_of(uint32_t c)
{
    static const uint32_t NONE[][2] = { { 0x0300, 0x036F },
                                        { 0x200B, 0x200F },
                                        { 0xFE00, 0xFE0F } };
    static const uint32_t WIDE[][2] = {
        { 0x1100, 0x115F }, { 0x2E80, 0xA4CF }, { 0xAC00, 0xD7A3 },
        { 0xF900, 0xFAFF }, { 0xFF00, 0xFF60 }, { 0x1F300, 0x1FAFF }
    };

    if (within(c, NONE, sizeof NONE / sizeof *NONE))
        return 0;
    return within(c, WIDE, sizeof WIDE / sizeof *WIDE) ? 2 : 1;
}

/* The length of the longest start of the text that fits the width; *used is its width. */
static size_t fitting(fp_str text, size_t width, size_t *used)
{
    size_t at = 0;

    *used = 0;
    while (at < text.len) {
        uint32_t c = 0;
        const size_t n = decode((fp_str){ text.ptr + at, text.len - at }, &c);
        const size_t w = n ? width_of(c) : 1;

        if (*used + w > width)
            break;
        *used += w;
        at += n ? n : 1;
    }
    return at;
}

/* -- bytes ----------------------------------------------------------------------------------- */

typedef struct page {
    FILE *out;
    const char *indent;
    bool in_line;
    bool one_line; /* a line feed is only its symbol */
    fp_str bytes;
    const size_t *cuts; /* those that are left */
    size_t cut_count;
} page;

static void begin_line(page *pg)
{
    if (!pg->in_line)
        fputs(pg->indent, pg->out);
    pg->in_line = true;
}

static void end_line(page *pg)
{
    if (pg->in_line)
        fputc('\n', pg->out);
    pg->in_line = false;
}

/* Shows the cuts before this offset, or right at it. */
static void show_cuts(page *pg, size_t offset)
{
    for (; pg->cut_count && *pg->cuts <= offset; pg->cuts++, pg->cut_count--) {
        begin_line(pg);
        fputs("┆", pg->out);
    }
}

static void show_character(page *pg, const char *ptr, size_t len, uint32_t c)
{
    begin_line(pg);
    if (len == 0)
        fprintf(pg->out, "⟨%02X⟩", (unsigned)(unsigned char)*ptr);
    else if (c < 0x20)
        fprintf(pg->out, "\xE2\x90%c", (char)(0x80 + c)); /* U+2400 + c */
    else if (c == 0x7F)
        fputs("␡", pg->out);
    else if (is_invisible(c))
        fprintf(pg->out, "⟨U+%04X⟩", (unsigned)c);
    else
        fwrite(ptr, 1, len, pg->out);
    if (len && c == '\n' && !pg->one_line)
        end_line(pg);
}

/* A space that nothing follows could not be seen. */
static void show_last_space(page *pg)
{
    begin_line(pg);
    fputs("␠", pg->out);
}

static void show_range(page *pg, size_t from, size_t to)
{
    size_t at = from;

    while (at < to) {
        uint32_t c = 0;
        size_t len = decode((fp_str){ pg->bytes.ptr + at, to - at }, &c);

        show_cuts(pg, at);
        if (pg->cut_count && *pg->cuts < at + len)
            len = 0;
        if (c == ' ' && at + 1 == pg->bytes.len)
            show_last_space(pg);
        else
            show_character(pg, pg->bytes.ptr + at, len, c);
        at += len ? len : 1;
    }
}

static bool is_continuation(fp_str bytes, size_t at)
{
    return at < bytes.len && ((unsigned char)bytes.ptr[at] & 0xC0) == 0x80;
}

/* The nearest offset, three bytes away at most, that is not within a character. */
static size_t between_characters(fp_str bytes, size_t at)
{
    for (size_t back = 0; back <= 3 && back <= at; back++)
        if (!is_continuation(bytes, at - back))
            return at - back;
    return at;
}

/* Stands for the bytes and the cuts between from and to. */
static void show_gap(page *pg, size_t from, size_t to)
{
    size_t cuts = 0;

    for (; pg->cut_count && *pg->cuts < to; pg->cuts++, pg->cut_count--)
        cuts++;
    begin_line(pg);
    fprintf(pg->out, "‹… %zu bytes", to - from);
    if (cuts)
        fprintf(pg->out, ", %zu cut%s", cuts, cuts == 1 ? "" : "s");
    fputs(" …›", pg->out);
}

void show_bytes(FILE *out, const char *indent, fp_str bytes, const size_t *cuts, size_t cut_count)
{
    page pg = {
        .out = out, .indent = indent, .bytes = bytes, .cuts = cuts, .cut_count = cut_count
    };

    if (bytes.len <= SHOWN_WHOLE) {
        show_range(&pg, 0, bytes.len);
    } else {
        const size_t head = between_characters(bytes, SHOWN_END);
        const size_t tail = between_characters(bytes, bytes.len - SHOWN_END);

        show_range(&pg, 0, head);
        show_gap(&pg, head, tail);
        show_range(&pg, tail, bytes.len);
    }
    if (!bytes.len) {
        begin_line(&pg);
        fputs("‹no bytes›", out);
    }
    show_cuts(&pg, SIZE_MAX);
    end_line(&pg);
}

void show_line(FILE *out, fp_str bytes)
{
    page pg = { .out = out, .indent = "", .one_line = true, .bytes = bytes };

    show_range(&pg, 0, bytes.len);
}

/* -- texts ----------------------------------------------------------------------------------- */

/* The text's line at *at, without its LF; *at moves behind it, to NULL behind the last one. */
static fp_str next_line(const char **at)
{
    const char *start = *at ? *at : "";
    const size_t len = strcspn(start, "\n");

    *at = *at && start[len] && start[len + 1] ? start + len + 1 : NULL;
    return (fp_str){ start, len };
}

/* Prints as much as fits, filled up with blanks; returns what is left. */
static fp_str show_piece(FILE *out, fp_str line)
{
    size_t used;
    const size_t len = fitting(line, SIDE_WIDTH, &used);

    if (len)
        fwrite(line.ptr, 1, len, out);
    fprintf(out, "%*s", (int)(SIDE_WIDTH - used), "");
    return (fp_str){ line.ptr + len, line.len - len };
}

static void show_pair(FILE *out, const char *mark, fp_str left, fp_str right)
{
    do {
        fputs(mark, out);
        left = show_piece(out, left);
        fputs(" │ ", out);
        if (right.len) {
            size_t used;
            const size_t len = fitting(right, SIDE_WIDTH, &used);

            fwrite(right.ptr, 1, len, out);
            right = (fp_str){ right.ptr + len, right.len - len };
        }
        fputc('\n', out);
    } while (left.len || right.len);
}

static void show_rule(FILE *out)
{
    fputs("  ", out);
    for (size_t i = 0; i < 2 * SIDE_WIDTH + 3; i++)
        fputs(i == SIDE_WIDTH + 1 ? "┼" : "─", out);
    fputc('\n', out);
}

void show_sides(FILE *out, const char *left_title, const char *left, const char *right_title,
                const char *right)
{
    bool differs = false;

    show_pair(out, "  ", fp_str_of(left_title), fp_str_of(right_title));
    show_rule(out);
    while (left || right) {
        const bool both = left && right;
        const fp_str a = next_line(&left), b = next_line(&right);
        const bool here = !differs && (!both || !fp_str_equal(a, b));

        show_pair(out, here ? "▶ " : "  ", a, b);
        differs = differs || here;
    }
}

static void show_filled(FILE *out, const char *indent, fp_str line)
{
    const size_t width = PAGE_WIDTH - strlen(indent);

    do {
        size_t used, len = fitting(line, width, &used);

        while (len < line.len && len > 0 && line.ptr[len] != ' ')
            len--;
        if (len == 0) /* one long word */
            len = fitting(line, width, &used);
        fprintf(out, "%s%.*s\n", len ? indent : "", (int)len, line.ptr);
        while (len < line.len && line.ptr[len] == ' ')
            len++;
        line = (fp_str){ line.ptr + len, line.len - len };
    } while (line.len);
}

void show_wrapped(FILE *out, const char *indent, const char *text)
{
    while (text)
        show_filled(out, indent, next_line(&text));
}

void show_clipped(FILE *out, const char *text, size_t width)
{
    const fp_str line = { text, strcspn(text, "\n") };
    size_t used;
    size_t len = fitting(line, width, &used);

    if (len < line.len)
        len = fitting(line, width - 1, &used);
    fprintf(out, "%.*s%s", (int)len, text, len < line.len ? "…" : "");
}
