/* SPDX-License-Identifier: Apache-2.0 */
/* show.c: prints bytes and texts for people. */
#include "base/show.h"

#include "base/terminal.h"
#include "base/util.h"
#include "base/visible.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE_WIDTH = 98,     /* where there is no terminal, and of prose */
    BYTES_WIDTH = 160,   /* of bytes where there is no terminal */
    SIDES_WIDTH = 2 + 3, /* of what is not text where two sides stand side by side */
    SIDES_LEAST = 80,    /* below that they stand one under the other */
    HANGING = 4,
    SHOWN_WHOLE = 2000, /* of a longer input only the ends are shown */
    SHOWN_END = 600
};

/* -- characters ------------------------------------------------------------------------------ */

static bool within(uint32_t c, const uint32_t (*ranges)[2], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1])
            return true;
    return false;
}

/* How wide a terminal draws it: near enough, and independent of the locale. */
static size_t width_of(uint32_t c)
{
    static const uint32_t NONE[][2] = { { 0x0300, 0x036F },
                                        { 0x200B, 0x200F },
                                        { 0xFE00, 0xFE0F } };
    static const uint32_t WIDE[][2] = {
        { 0x1100, 0x115F },   { 0x2E80, 0xA4CF },   { 0xAC00, 0xD7A3 },   { 0xF900, 0xFAFF },
        { 0xFF00, 0xFF60 },   { 0xFFE0, 0xFFE6 },   { 0x1F004, 0x1F004 }, { 0x1F0CF, 0x1F0CF },
        { 0x1F18E, 0x1F19A }, { 0x1F1E6, 0x1F265 }, { 0x1F300, 0x1FAFF }, { 0x20000, 0x3FFFD },
        { 0x231A, 0x231B },   { 0x23E9, 0x23F3 },   { 0x25FD, 0x25FE },   { 0x2614, 0x2615 },
        { 0x2648, 0x2653 },   { 0x267F, 0x267F },   { 0x2693, 0x2693 },   { 0x26A1, 0x26A1 },
        { 0x26AA, 0x26AB },   { 0x26BD, 0x26BE },   { 0x26C4, 0x26C5 },   { 0x26CE, 0x26CE },
        { 0x26D4, 0x26D4 },   { 0x26EA, 0x26EA },   { 0x26F2, 0x26F5 },   { 0x26FA, 0x26FD },
        { 0x2705, 0x2705 },   { 0x270A, 0x270B },   { 0x2728, 0x2728 },   { 0x274C, 0x274E },
        { 0x2753, 0x2757 },   { 0x2795, 0x2797 },   { 0x27B0, 0x27BF },   { 0x2B1B, 0x2B1C },
        { 0x2B50, 0x2B55 }
    };

    if (within(c, NONE, sizeof NONE / sizeof *NONE))
        return 0;
    return within(c, WIDE, sizeof WIDE / sizeof *WIDE) ? 2 : 1;
}

/* The length of an escape sequence that sets a colour, which has no width; 0: there is none. */
static size_t escape_length(fp_str text)
{
    size_t at = 2;

    if (text.len < 3 || text.ptr[0] != '\033' || text.ptr[1] != '[')
        return 0;
    while (at < text.len && (text.ptr[at] == ';' || (text.ptr[at] >= '0' && text.ptr[at] <= '9')))
        at++;
    return at < text.len && text.ptr[at] == 'm' ? at + 1 : 0;
}

/* The length of the longest start of the text that fits the width; *used is its width. */
static size_t fitting(fp_str text, size_t width, size_t *used)
{
    size_t at = 0;

    *used = 0;
    while (at < text.len) {
        const fp_str rest = { text.ptr + at, text.len - at };
        const size_t escape = escape_length(rest);
        uint32_t c = 0;
        const size_t n = escape ? escape : character_decode(rest, &c);
        const size_t w = escape ? 0 : n ? width_of(c) : 1;

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
    size_t width; /* of lines, their indent included; 0: as long as they are */
    bool in_line;
    size_t column;
    bool one_line; /* a line feed is only its symbol */
    fp_str bytes;
    const size_t *cuts; /* those that are left */
    size_t cut_count;
    fp_json shown; /* what stands for one character */
} page;

static void end_line(page *pg)
{
    if (pg->in_line)
        fputc('\n', pg->out);
    pg->in_line = false;
}

/* Puts what stays together and is so many columns wide. A line that goes on below shows no line
 * feed at its end. */
static void put(page *pg, fp_str text, size_t columns)
{
    if (pg->in_line && pg->width && pg->column + columns > pg->width)
        end_line(pg);
    if (!pg->in_line) {
        fputs(pg->indent, pg->out);
        pg->column = strlen(pg->indent);
    }
    pg->in_line = true;
    pg->column += columns;
    fwrite(text.ptr, 1, text.len, pg->out);
}

/* The same for a text of ours, of characters that are one column wide each. */
__attribute__((format(printf, 2, 3))) static void put_format(page *pg, const char *format, ...)
{
    char text[80];
    va_list args;
    size_t columns;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fitting(fp_str_of(text), SIZE_MAX, &columns);
    put(pg, fp_str_of(text), columns);
}

/* Shows the cuts before this offset, or right at it. */
static void show_cuts(page *pg, size_t offset)
{
    for (; pg->cut_count && *pg->cuts <= offset; pg->cuts++, pg->cut_count--)
        put_format(pg, "┆");
}

/* The first character of bytes, or a single byte that is not part of one. */
static void show_character(page *pg, fp_str bytes)
{
    size_t columns;

    pg->shown.len = 0;
    visible_put(&pg->shown, bytes);
    fitting(json_text(&pg->shown), SIZE_MAX, &columns);
    put(pg, json_text(&pg->shown), columns);
    if (*bytes.ptr == '\n' && !pg->one_line)
        end_line(pg);
}

static void show_range(page *pg, size_t from, size_t to)
{
    size_t at = from;

    while (at < to) {
        uint32_t c = 0;
        size_t len = character_decode((fp_str){ pg->bytes.ptr + at, to - at }, &c);

        show_cuts(pg, at);
        if (!len || (pg->cut_count && *pg->cuts < at + len))
            len = 1;
        if (c == ' ' && at + 1 == pg->bytes.len)
            put_format(pg, "␠"); /* one that nothing follows could not be seen */
        else
            show_character(pg, (fp_str){ pg->bytes.ptr + at, len });
        at += len;
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
    if (cuts)
        put_format(pg, "‹… %zu bytes, %zu cut%s …›", to - from, cuts, cuts == 1 ? "" : "s");
    else
        put_format(pg, "‹… %zu bytes …›", to - from);
}

void show_bytes(FILE *out, const char *indent, fp_str bytes, const size_t *cuts, size_t cut_count)
{
    page pg = { .out = out,
                .indent = indent,
                .width = terminal_width(out) ? terminal_width(out) : BYTES_WIDTH,
                .bytes = bytes,
                .cuts = cuts,
                .cut_count = cut_count };

    if (bytes.len <= SHOWN_WHOLE) {
        show_range(&pg, 0, bytes.len);
    } else {
        const size_t head = between_characters(bytes, SHOWN_END);
        const size_t tail = between_characters(bytes, bytes.len - SHOWN_END);

        show_range(&pg, 0, head);
        show_gap(&pg, head, tail);
        show_range(&pg, tail, bytes.len);
    }
    if (!bytes.len)
        put_format(&pg, "‹no bytes›");
    show_cuts(&pg, SIZE_MAX);
    end_line(&pg);
    fp_json_free(&pg.shown);
}

void show_line(FILE *out, fp_str bytes)
{
    page pg = { .out = out, .indent = "", .one_line = true, .bytes = bytes };

    show_range(&pg, 0, bytes.len);
    fp_json_free(&pg.shown);
}

/* -- texts ----------------------------------------------------------------------------------- */

/* How long the escape sequence is that begins or ends a colour of ours; 0: there is none. */
static size_t shade_length(const char *text)
{
    const shades s = terminal_shades();
    const char *const all[] = { s.bad, s.good, s.strong, s.dim, s.off };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (*all[i] && strncmp(text, all[i], strlen(all[i])) == 0)
            return strlen(all[i]);
    return 0;
}

/* The text, which may quote what a report says that someone else wrote, without what a terminal
 * acts upon: only line ends and our colours stay. Owned: free(). */
static char *tamed(const char *text)
{
    fp_json out = { 0 };
    fp_str copy;

    for (fp_str rest = fp_str_of(text); rest.len;) {
        uint32_t c = 0;
        size_t len = *rest.ptr == '\033' ? shade_length(rest.ptr) : *rest.ptr == '\n';

        if (!len && character_decode(rest, &c) && character_kind_of(c) < CHARACTER_TURNS)
            len = character_decode(rest, &c);
        if (len)
            fp_json_bytes(&out, (fp_str){ rest.ptr, len });
        else
            len = visible_put(&out, rest);
        rest = (fp_str){ rest.ptr + len, rest.len - len };
    }
    copy = xcopy(json_text(&out));
    fp_json_free(&out);
    return (char *)(uintptr_t)copy.ptr;
}

typedef struct sides {
    const char *left_title, *left, *right_title, *right;
} sides;

/* The text's line at *at, without its LF; *at moves after it, to NULL after the last one. */
static fp_str next_line(const char **at)
{
    const char *start = *at ? *at : "";
    const size_t len = strcspn(start, "\n");

    *at = *at && start[len] && start[len + 1] ? start + len + 1 : NULL;
    return (fp_str){ start, len };
}

/* Prints as much as fits; returns what is left. */
static fp_str show_piece(FILE *out, fp_str line, size_t width, bool filled)
{
    size_t used;
    const size_t len = fitting(line, width, &used);

    if (len)
        fwrite(line.ptr, 1, len, out);
    if (filled)
        fprintf(out, "%*s", (int)(width - used), "");
    return (fp_str){ line.ptr + len, line.len - len };
}

static void show_pair(FILE *out, size_t width, const char *mark, fp_str left, fp_str right)
{
    do {
        fputs(mark, out);
        left = show_piece(out, left, width, true);
        fputs(" │ ", out);
        right = show_piece(out, right, width, false);
        fputc('\n', out);
    } while (left.len || right.len);
}

static void show_rule(FILE *out, size_t width)
{
    fputs("  ", out);
    for (size_t i = 0; i < 2 * width + 3; i++)
        fputs(i == width + 1 ? "┼" : "─", out);
    fputc('\n', out);
}

/* Each line has a mark, so that none begins as a parser under test likes: see QUOTED in
 * report/report_tty.c. */
static void show_beside(FILE *out, size_t width, const sides *s)
{
    const char *left = s->left, *right = s->right;
    bool differs = false;

    show_pair(out, width, "  ", fp_str_of(s->left_title), fp_str_of(s->right_title));
    show_rule(out, width);
    while (left || right) {
        const bool both = left && right;
        const fp_str a = next_line(&left), b = next_line(&right);
        const bool here = !differs && (!both || !fp_str_equal(a, b));

        show_pair(out, width, here ? "▶ " : "│ ", a, b);
        differs = differs || here;
    }
}

/* One side alone; where it first differs from the other is marked. */
static void show_alone(FILE *out, size_t width, const char *title, const char *text,
                       const char *other)
{
    bool differs = false;

    fprintf(out, "  %s:\n", title);
    while (text) {
        const bool both = other != NULL;
        fp_str line = next_line(&text);
        const bool here = !differs && (!both || !fp_str_equal(line, next_line(&other)));

        fputs(here ? "  ▶ " : "    ", out);
        for (line = show_piece(out, line, width - 4, false); line.len;
             line = show_piece(out, line, width - 4, false))
            fputs("\n    ", out);
        fputc('\n', out);
        differs = differs || here;
    }
}

void show_sides(FILE *out, const char *left_title, const char *left, const char *right_title,
                const char *right)
{
    const size_t terminal = terminal_width(out), width = terminal ? terminal : PAGE_WIDTH + 3;
    char *a = tamed(left), *b = tamed(right);

    if (width >= SIDES_LEAST) {
        show_beside(out, (width - SIDES_WIDTH) / 2, &(sides){ left_title, a, right_title, b });
    } else {
        show_alone(out, width, left_title, a, b);
        show_alone(out, width, right_title, b, a);
    }
    free(a);
    free(b);
}

/* The line within the width, at blanks where it has them; first it is indented thus, then so. */
static void show_filled(FILE *out, const char *first, const char *then, size_t width, fp_str line)
{
    const char *indent = first;

    do {
        const size_t room = width > strlen(indent) + 1 ? width - strlen(indent) : 1;
        size_t used, len = fitting(line, room, &used);

        while (len < line.len && len > 0 && line.ptr[len] != ' ')
            len--;
        if (len == 0) /* one long word */
            len = fitting(line, room, &used);
        if (len == 0 && line.len) /* not even that of a wide character */
            len = line.len;
        fprintf(out, "%s%.*s\n", len ? indent : "", (int)len, line.ptr);
        while (len < line.len && line.ptr[len] == ' ')
            len++;
        line = (fp_str){ line.ptr + len, line.len - len };
        indent = then;
    } while (line.len);
}

void show_wrapped(FILE *out, const char *indent, const char *text)
{
    const size_t terminal = terminal_width(out);
    const size_t width = terminal && terminal < PAGE_WIDTH ? terminal : PAGE_WIDTH;
    char *shown = tamed(text);

    for (const char *at = shown; at;)
        show_filled(out, indent, indent, width, next_line(&at));
    free(shown);
}

void show_text(FILE *out, const char *format, ...)
{
    const size_t width = terminal_width(out);
    char *text = NULL;
    va_list args;
    size_t size = 0;
    FILE *stream = xmemstream(&text, &size);

    va_start(args, format);
    vfprintf(stream, format, args);
    va_end(args);
    xmemstream_close(stream, &text);

    char *shown = tamed(text);

    for (const char *at = shown; *shown && at;) {
        const fp_str line = next_line(&at);
        size_t blanks = 0;

        while (blanks < line.len && line.ptr[blanks] == ' ')
            blanks++;

        char *then = xformat("%*s", (int)blanks + HANGING, "");
        char *first = xformat("%.*s", (int)blanks, line.ptr);

        show_filled(out, first, then, width ? width : SIZE_MAX,
                    (fp_str){ line.ptr + blanks, line.len - blanks });
        free(first);
        free(then);
    }
    free(shown);
    free(text);
}

size_t show_room(FILE *out, size_t before, size_t usual)
{
    const size_t terminal = terminal_width(out);

    if (!terminal)
        return usual;
    return terminal > before + 1 ? terminal - before : 1;
}

size_t show_columns(const char *text)
{
    size_t columns;

    fitting(fp_str_of(text), SIZE_MAX, &columns);
    return columns;
}

void show_clipped(FILE *out, const char *text, size_t width)
{
    char *shown = tamed(text);
    const fp_str line = { shown, strcspn(shown, "\n") };
    size_t used;
    size_t len = fitting(line, width, &used);

    if (len < line.len)
        len = fitting(line, width - 1, &used);
    fprintf(out, "%.*s%s", (int)len, shown, len < line.len ? "…" : "");
    free(shown);
}
