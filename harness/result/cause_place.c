/* SPDX-License-Identifier: Apache-2.0 */
/* cause_place.c: what is at the place where two texts part, as visible_quote() wrote them: a mark,
 * a kind of blank, an escape.
 */
#include "result/cause_place.h"

#include "base/marks.h"

#include <string.h>

const char PLACE_ELSEWHERE[] = "something else", PLACE_WHITE_SPACE[] = "white space";

/* -- blanks ------------------------------------------------------------------------------------ */

blank blank_at(fp_str quoted, size_t *len)
{
    static const struct {
        const char *shown;
        blank is;
        size_t more; /* bytes after it that may be any */
    } ROWS[] = {
        { " ", BLANK_PLAIN, 0 },          { "\\n", BLANK_PLAIN, 0 },
        { "\\t", BLANK_PLAIN, 0 },        { "\\r\\n", BLANK_PLAIN, 0 },
        { "\\r", BLANK_LINE_END, 0 },     { "\\f", BLANK_LINE_END, 0 },
        { "\\u000b", BLANK_LINE_END, 0 }, { "\\u000c", BLANK_LINE_END, 0 },
        { "\\u000d", BLANK_LINE_END, 0 }, { "\\u001c", BLANK_LINE_END, 0 },
        { "\\u001d", BLANK_LINE_END, 0 }, { "\\u001e", BLANK_LINE_END, 0 },
        { "\\u001f", BLANK_LINE_END, 0 }, { "\\u0085", BLANK_LINE_END, 0 },
        { "\\u2028", BLANK_LINE_END, 0 }, { "\\u2029", BLANK_LINE_END, 0 },
        { "\\u00a0", BLANK_OTHER, 0 },    { "\\u1680", BLANK_OTHER, 0 },
        { "\\u200", BLANK_OTHER, 1 },     { "\\u202f", BLANK_OTHER, 0 },
        { "\\u205f", BLANK_OTHER, 0 },    { "\\u3000", BLANK_OTHER, 0 },
        { "\\ufeff", BLANK_OTHER, 0 },
    };

    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const size_t shown = strlen(ROWS[i].shown);

        *len = shown + ROWS[i].more;
        if (*len <= quoted.len && memcmp(quoted.ptr, ROWS[i].shown, shown) == 0)
            return ROWS[i].is;
    }
    *len = 0;
    return BLANK_NONE;
}

fp_str after_blanks(fp_str quoted)
{
    size_t len;

    while (blank_at(quoted, &len))
        quoted = (fp_str){ quoted.ptr + len, quoted.len - len };
    return quoted;
}

blank blanks_in(fp_str quoted)
{
    blank most = BLANK_NONE;

    while (quoted.len) {
        size_t len;
        const blank is = blank_at(quoted, &len);

        if (!is)
            return BLANK_NONE;
        most = is > most ? is : most;
        quoted = (fp_str){ quoted.ptr + len, quoted.len - len };
    }
    return most;
}

/* -- places ------------------------------------------------------------------------------------ */

/* The length of the character, or of the escape, at the start of the text. */
static size_t unit_length(fp_str quoted)
{
    const bool is_escape = quoted.len > 1 && *quoted.ptr == '\\';
    const size_t len = !is_escape ? 1 : quoted.ptr[1] == 'u' ? 6 : quoted.ptr[1] == 'x' ? 4 : 2;

    return len <= quoted.len ? len : quoted.len;
}

size_t common_start(fp_str a, fp_str b)
{
    size_t at = 0;

    while (at < a.len && at < b.len) {
        const size_t len = unit_length((fp_str){ a.ptr + at, a.len - at });

        if (len > b.len - at || memcmp(a.ptr + at, b.ptr + at, len) != 0)
            break;
        at += len;
    }
    return at;
}

const char *mark_after_blanks(const char *const *marks, fp_str quoted)
{
    size_t len;

    while (blank_at(quoted, &len) == BLANK_PLAIN)
        quoted = (fp_str){ quoted.ptr + len, quoted.len - len };
    return quoted.len ? mark_in_quotes(marks, quoted) : NULL;
}

static bool begins(fp_str text, const char *with)
{
    return strlen(with) <= text.len && memcmp(text.ptr, with, strlen(with)) == 0;
}

/* What readers of XML take for more than text. What an entity stands for may begin like it. */
static const char *markup_at(fp_str line, size_t at)
{
    const fp_str rest = { line.ptr + at, line.len - at };

    if (*rest.ptr == '&' || (at && line.ptr[at - 1] == '&') || begins(rest, "<!["))
        return "an entity";
    if (*rest.ptr == '<')
        return begins(rest, "</") ? "an end tag" : "a tag";
    return PLACE_ELSEWHERE;
}

const char *place_in_text(fp_str line, size_t at, const char *const *marks)
{
    const fp_str rest = { line.ptr + at, line.len - at };
    const char *raw = rest.len ? mark_around(marks, line, at, true) : NULL;
    const char *shown = mark_in_quotes(marks, rest);

    if (raw || shown)
        return shown && (!raw || strlen(shown) > strlen(raw)) ? shown : raw;
    if (!rest.len || after_blanks(rest).len < rest.len)
        return PLACE_WHITE_SPACE;
    if (rest.len > 1 && *rest.ptr == '\\' && (rest.ptr[1] == '\\' || rest.ptr[1] == '"'))
        return "a backslash or a quote";
    return markup_at(line, at);
}

static bool ends(fp_str text, const char *with)
{
    const size_t len = strlen(with);

    return len <= text.len && memcmp(text.ptr + text.len - len, with, len) == 0;
}

bool is_after_line_end(fp_str input, const char *mark)
{
    static const char *const ENDS[] = { "\r",   "\f",       "\v",           "\x1C",        "\x1D",
                                        "\x1E", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9" };

    for (size_t at = 1; at < input.len; at++) {
        if (!begins((fp_str){ input.ptr + at, input.len - at }, mark))
            continue;
        for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++)
            if (ends((fp_str){ input.ptr, at }, ENDS[i]))
                return true;
    }
    return false;
}
