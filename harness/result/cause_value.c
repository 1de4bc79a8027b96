/* SPDX-License-Identifier: Apache-2.0 */
/* cause_value.c: what decides where an argument is another one than expected. The order of the
 * arguments does not count. Of two texts it is what is between their common beginning and end.
 */
#include "result/cause_value.h"

#include "base/marks.h"
#include "base/util.h"
#include "judge/judge.h"
#include "result/cause_place.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What decides that is not in the text of a value. */
enum {
    OTHER_KEY,
    KEY_LESS,
    EMPTY_LESS,
    LIST_LESS,
    OTHER_TYPE,
    NUMBER,
    LIST_FOR_ONE,
    ONE_FOR_LIST,
    IN_LIST,
    BLANKS_MORE,
    LINE_END,
    OTHER_SPACE
};

/* What decides, where it is not a mark; when: as a sentence has it. */
static const struct {
    const char *what, *when;
} KINDS[] = {
    [OTHER_KEY] = { "another key", "in their keys" },
    [KEY_LESS] = { "a key less", "where a key is not given" },
    [EMPTY_LESS] = { "an empty value less", "where a value is empty, and is not given" },
    [LIST_LESS] = { "an empty list less", "where a list is empty, and is not given" },
    [OTHER_TYPE] = { "of another type", "where a value is of another type" },
    [NUMBER] = { "a number", "where a value is a number" },
    [LIST_FOR_ONE] = { "a list for one", "where one value is taken for a list" },
    [ONE_FOR_LIST] = { "one for a list", "where a list is taken for one value" },
    [IN_LIST] = { "in a list", "inside a list" },
    [BLANKS_MORE] = { "blanks more", "where blanks at an end of a value are kept" },
    [LINE_END] = { LINE_END_IN_VALUE, "at a CR, or another character that may end a line" },
    [OTHER_SPACE] = { "other space", "at white space of Unicode in a value" },
    { "a tag", "at what looks like a tag in a value" },
    { "an end tag", "at what looks like an end tag in a value" },
    { PLACE_WHITE_SPACE, "at white space in a value" },
    { PLACE_ELSEWHERE, "inside a value" },
};

bool is_line_end(const char *what)
{
    return strcmp(what, LINE_END_IN_VALUE) == 0;
}

char *value_when(const char *what)
{
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (strcmp(what, KINDS[i].what) == 0)
            return xstrdup(KINDS[i].when);
    return xformat("at %s in a value", what);
}

/* -- outcomes ---------------------------------------------------------------------------------- */

/* An argument as a line of an outcome shows it. */
typedef struct argument {
    fp_str key, value; /* without the quotes of a key, with those of a value */
} argument;

static fp_str line_at(const char *text)
{
    return (fp_str){ text, strcspn(text, "\n") };
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line != '\0');
}

/* The bytes of a text in quotes, up to the quote that ends it. */
static size_t quoted_length(fp_str text)
{
    size_t at = 0;

    while (at < text.len && text.ptr[at] != '"')
        at += text.ptr[at] == '\\' && at + 1 < text.len ? 2 : 1;
    return at;
}

/* Reads the line of an argument: `  "key": value`. */
static bool read_argument(const char *at, argument *a)
{
    static const char BEGIN[] = "  \"", BETWEEN[] = "\": ";
    const fp_str line = line_at(at);
    const size_t begin = strlen(BEGIN), between = strlen(BETWEEN);
    size_t len;

    if (line.len < begin || memcmp(line.ptr, BEGIN, begin) != 0)
        return false;
    len = quoted_length((fp_str){ line.ptr + begin, line.len - begin });
    a->key = (fp_str){ line.ptr + begin, len };
    if (begin + len + between > line.len || memcmp(line.ptr + begin + len, BETWEEN, between) != 0)
        return false;
    a->value = (fp_str){ line.ptr + begin + len + between, line.len - begin - len - between };
    return true;
}

static bool find_argument(const char *arguments, fp_str key, argument *found)
{
    for (; read_argument(arguments, found); arguments = next_line(arguments))
        if (fp_str_equal(found->key, key))
            return true;
    return false;
}

/* Returns whether each argument is one of the others too, with the same value if values count. */
static bool has_all(const char *arguments, const char *others, bool values)
{
    argument a, b;

    for (; read_argument(arguments, &a); arguments = next_line(arguments))
        if (!find_argument(others, a.key, &b) || (values && !fp_str_equal(a.value, b.value)))
            return false;
    return true;
}

/* The line of the next call from here, and its arguments after it; NULL: there is none. */
static const char *next_call(const char *line)
{
    while (*line && strncmp(line, "call ", 5) != 0)
        line = next_line(line);
    return *line ? line : NULL;
}

/* Finds the arguments of the first call that has others than expected. */
static bool find_call(const result *r, const char **expected, const char **actual)
{
    const char *e = r->expected ? next_call(r->expected) : NULL;
    const char *a = r->actual ? next_call(r->actual) : NULL;

    while (e && a && fp_str_equal(line_at(e), line_at(a))) {
        *expected = next_line(e);
        *actual = next_line(a);
        if (!has_all(*expected, *actual, true) || !has_all(*actual, *expected, false))
            return true;
        e = next_call(*expected);
        a = next_call(*actual);
    }
    return false;
}

/* -- values ------------------------------------------------------------------------------------ */

/* How an outcome shows a value. */
typedef enum form { FORM_NONE, FORM_TEXT, FORM_JSON, FORM_LIST } form;

/* The form of a value, and what is in its first quotes. */
static form form_of(fp_str value, fp_str *in)
{
    static const char JSON[] = "JSON \"";
    const size_t json = strlen(JSON);
    form is = FORM_NONE;
    size_t from = 0;

    if (value.len > json && memcmp(value.ptr, JSON, json) == 0) {
        from = json;
        is = value.ptr[json] == '[' ? FORM_LIST : FORM_JSON;
    } else if (value.len && *value.ptr == '[') {
        is = FORM_LIST;
    } else if (value.len && *value.ptr == '"') {
        from = 1;
        is = FORM_TEXT;
    }
    *in = (fp_str){ value.ptr + from, value.len - from };
    if (from && in->len && in->ptr[in->len - 1] == '"')
        in->len--;
    return is;
}

static const char *of_blanks(blank is, const char *plain)
{
    return is == BLANK_PLAIN      ? plain
           : is == BLANK_LINE_END ? KINDS[LINE_END].what
                                  : KINDS[OTHER_SPACE].what;
}

/* The greatest kind of the blanks that one text has more than the other one, which is the same
 * otherwise; BLANK_NONE: it is not, or has none more. */
static blank blanks_more(fp_str text, fp_str other)
{
    blank most = BLANK_NONE, is;
    size_t len;

    for (;;) {
        const size_t same = common_start(text, other);

        text = (fp_str){ text.ptr + same, text.len - same };
        other = (fp_str){ other.ptr + same, other.len - same };
        if (!text.len)
            return other.len ? BLANK_NONE : most;
        is = blank_at(text, &len);
        if (!is)
            return BLANK_NONE;
        if (len > 2 && is == BLANK_PLAIN && other.len > 1 && memcmp(other.ptr, "\\n", 2) == 0) {
            len -= 2; /* of CR LF only CR */
            is = BLANK_LINE_END;
        }
        most = is > most ? is : most;
        text = (fp_str){ text.ptr + len, text.len - len };
    }
}

static const char *blanks_that_differ(fp_str expected, fp_str actual)
{
    const blank lost = blanks_more(expected, actual), more = blanks_more(actual, expected);

    return lost   ? of_blanks(lost, PLACE_WHITE_SPACE)
           : more ? of_blanks(more, KINDS[BLANKS_MORE].what)
                  : NULL;
}

/* At what a value is cut short, of which this is lost. Blanks before it may be lost with it. Where
 * the end of a tag cuts a value, it does not matter how the tag began. */
static const char *cut_at(fp_str lost, const char *const *marks)
{
    const char *mark;
    size_t len;
    blank is;

    while ((is = blank_at(lost, &len)) == BLANK_PLAIN)
        lost = (fp_str){ lost.ptr + len, lost.len - len };
    if (is)
        return of_blanks(is, NULL);
    if (!lost.len || *lost.ptr == '"') /* the rest is not shown */
        return PLACE_WHITE_SPACE;
    mark = mark_in_quotes(marks, lost);
    return mark ? mark_at_end(marks, mark) : place_in_text(lost, 0, marks);
}

static const char *text_in_value(fp_str expected, fp_str actual, const char *const *marks)
{
    const size_t from = common_start(expected, actual);
    const fp_str rest = { expected.ptr + from, expected.len - from };
    const char *blanks = blanks_that_differ(expected, actual);

    if (blanks)
        return blanks;
    if (from == actual.len &&
        (mark_after_blanks(marks, rest) || !mark_around(marks, expected, from, false)))
        return cut_at(rest, marks);
    return place_in_text(rest.len ? expected : actual, from, marks);
}

/* The same of a text whose beginning may be trimmed: then the input has what was before it. */
static const char *trimmed_value(const result *r, fp_str expected, fp_str actual,
                                 const char *const *marks)
{
    const char *what = text_in_value(expected, actual, marks);
    const char *mark = common_start(expected, actual) ? NULL : mark_in_quotes(marks, expected);

    return mark && is_after_line_end(r->test->input, mark) ? KINDS[LINE_END].what : what;
}

static bool is_number(fp_str json)
{
    return json.len && (isdigit((unsigned char)*json.ptr) || *json.ptr == '-');
}

/* What reads such a number through a double may give anything in its place. The quote ends it. */
static bool is_beyond_a_double(fp_str json)
{
    return isinf(strtod(json.ptr, NULL));
}

static const char *value_between(const result *r, fp_str expected, fp_str actual,
                                 const char *const *marks)
{
    fp_str e, a;
    const form is = form_of(expected, &e), other = form_of(actual, &a);

    if (!is || !other)
        return NULL;
    if (is == FORM_LIST && other == FORM_LIST && blanks_that_differ(expected, actual))
        return blanks_that_differ(expected, actual);
    if (is == FORM_LIST || other == FORM_LIST)
        return KINDS[is == other ? IN_LIST : is == FORM_LIST ? ONE_FOR_LIST : LIST_FOR_ONE].what;
    if (is == FORM_TEXT && other == FORM_TEXT)
        return trimmed_value(r, e, a, marks);
    return KINDS[is == other && is_number(e) && (is_number(a) || is_beyond_a_double(e))
                     ? NUMBER
                     : OTHER_TYPE]
        .what;
}

/* What is not given that was written: a value that a mark cuts before its first byte is empty. */
static const char *value_less(fp_str value, const char *const *marks)
{
    fp_str in;
    const form is = form_of(value, &in);
    const char *mark = is == FORM_TEXT ? mark_after_blanks(marks, in) : NULL;

    if (mark)
        return mark_at_end(marks, mark);
    if (is == FORM_LIST && in.len > 1 && in.ptr[1] == ']')
        return KINDS[LIST_LESS].what;
    return KINDS[is == FORM_TEXT && !after_blanks(in).len ? EMPTY_LESS : KEY_LESS].what;
}

/* What decides where a key is in one of both alone; NULL: none is. */
static const char *key_that_differs(const char *expected, const char *actual,
                                    const char *const *marks)
{
    const bool more = !has_all(actual, expected, false);
    argument e, a;

    for (const char *at = expected; read_argument(at, &e); at = next_line(at))
        if (!find_argument(actual, e.key, &a))
            return more ? KINDS[OTHER_KEY].what : value_less(e.value, marks);
    return more ? KINDS[OTHER_KEY].what : NULL;
}

/* The same of the first key that both have with other values. */
static const char *same_key_that_differs(const result *r, const char *expected, const char *actual,
                                         const char *const *marks)
{
    argument e, a;

    for (const char *at = expected; read_argument(at, &e); at = next_line(at))
        if (find_argument(actual, e.key, &a) && !fp_str_equal(e.value, a.value))
            return value_between(r, e.value, a.value, marks);
    return NULL;
}

const char *value_that_differs(const result *r, const char *const *marks)
{
    const bool keys = r->kind && strcmp(r->kind, difference_name(DIFFERS_KEYS)) == 0;
    const char *expected, *actual, *by_key, *by_value;

    if (!find_call(r, &expected, &actual))
        return keys ? KINDS[OTHER_KEY].what : NULL;
    by_key = key_that_differs(expected, actual, marks);
    by_value = same_key_that_differs(r, expected, actual, marks);
    return by_key && (keys || !by_value || by_value == PLACE_ELSEWHERE) ? by_key : by_value;
}
