/* SPDX-License-Identifier: Apache-2.0 */
/* known_read.c: reads the lines of a file of known failures. */
#include "result/known_read.h"

#include "base/numbers.h"
#include "law/laws.h"
#include "result/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char BLANKS[] = " \t\r";

void known_lines_free(known_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        known_line *line = &lines[i];

        free(line->text);
        free(line->comment);
        free(line->id);
        free(line->check);
        free(line->failure);
        free(line->quoted);
        free(line->message);
        free(line->other);
    }
    free(lines);
}

/* -- words ------------------------------------------------------------------------------------- */

static char *piece(const char *text, size_t len)
{
    return xformat("%.*s", (int)len, text);
}

/* The next word, owned, and *at after it; NULL: there is none, or a comment or a quote follows. */
static char *next_word(const char **at)
{
    size_t len;

    *at += strspn(*at, BLANKS);
    len = strcspn(*at, " \t\r#\"");
    *at += len;
    return len ? piece(*at - len, len) : NULL;
}

/* "text", with \" and \\ in it. */
static bool next_message(const char **at, known_line *line)
{
    const char *from = *at + strspn(*at, BLANKS), *end = from + 1;
    size_t len = 0;

    *at = from;
    if (*from != '"')
        return true;
    line->message = xcalloc(strlen(from) + 1, 1);
    for (; *end && *end != '"'; end++) {
        if (*end == '\\' && (end[1] == '"' || end[1] == '\\'))
            end++;
        line->message[len++] = *end;
    }
    if (!*end)
        return false;
    line->quoted = piece(from, (size_t)(end + 1 - from));
    *at = end + 1;
    return true;
}

/* -- what the words may be --------------------------------------------------------------------- */

static bool is_check(const char *name)
{
    if (glob_matches(name, "golden") || glob_matches(name, "policies"))
        return true;
    for (unsigned l = 0; l < LAW_COUNT; l++)
        if (glob_matches(name, law_name((law)l)))
            return true;
    return false;
}

static bool is_pattern(const char *word)
{
    return strpbrk(word, "*?") != NULL;
}

/* -- lines ------------------------------------------------------------------------------------- */

typedef struct where {
    const char *path;
    const char *place;
    problems *p;
} where;

static bool wrong(const where *w, const char *what)
{
    return problem(w->p, w->path, w->place, "%s; spec/known-failures.md says how it is written",
                   what);
}

static bool read_cap(const char **at, known_line *line, const where *w)
{
    char *word = next_word(at), *number = word ? next_word(at) : NULL;
    const bool max = word && strcmp(word, "max") == 0;
    const bool good = !word || (max && number && given_size(number, &line->max));

    line->capped = word != NULL;
    free(word);
    free(number);
    return good || wrong(w, "after the class comes nothing, `max N`, a \"message\" or a # comment");
}

/* Reads the entry of the line; a line without one has none of its words. */
static bool read_entry(const char **at, known_line *line, const where *w)
{
    line->max = 1;
    line->id = next_word(at);
    if (!line->id)
        return !**at || **at == '#' || wrong(w, "a line begins with the id of a case");
    line->entry = true;
    line->check = next_word(at);
    line->failure = line->check ? next_word(at) : NULL;
    if (!line->failure)
        return wrong(w, "an entry is CASE CHECK CLASS");
    if (!is_check(line->check))
        return wrong(w, "the second word is not a check: golden, policies, or a law's name");
    if (!failure_class_matches(line->failure))
        return wrong(w, "the third word is not a class of failures, such as wrong/value");
    if (!read_cap(at, line, w))
        return false;
    if (!next_message(at, line))
        return wrong(w, "the message is not closed by a quote");
    if (is_pattern(line->id) || is_pattern(line->check) || is_pattern(line->failure))
        return line->capped || wrong(w, "a pattern needs a cap, `max N`");
    return true;
}

static bool read_line(known_line *line, const where *w)
{
    const char *at = line->text;

    if (!read_entry(&at, line, w))
        return false;
    at += strspn(at, BLANKS);
    if (*at && *at != '#')
        return wrong(w, "after the entry comes what is not a # comment");
    line->comment = *at ? xstrdup(at) : NULL;
    return true;
}

static bool is_same(const known_line *a, const known_line *b)
{
    return a->failure && b->failure && strcmp(a->id, b->id) == 0 &&
           strcmp(a->check, b->check) == 0 && strcmp(a->failure, b->failure) == 0 &&
           (a->quoted && b->quoted ? strcmp(a->quoted, b->quoted) == 0 : a->quoted == b->quoted);
}

static void check_doubles(const known_line *lines, size_t count, const char *path, problems *p)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (is_same(&lines[i], &lines[k])) {
                char *place = xformat("line %zu", i + 1);

                problem(p, path, place, "the same entry is in line %zu", k + 1);
                free(place);
                break;
            }
}

bool known_lines_of(const char *path, fp_str bytes, known_line **lines, size_t *count, problems *p)
{
    const size_t before = p->count;
    void *grown = NULL;
    size_t cap = 0;

    *lines = NULL;
    *count = 0;
    if (memchr(bytes.ptr, '\0', bytes.len) || !is_utf8(bytes))
        problem(p, path, NULL, "it is not UTF-8 text");
    for (size_t at = 0; p->count == before && at < bytes.len;) {
        const char *lf = memchr(bytes.ptr + at, '\n', bytes.len - at);
        const size_t end = lf ? (size_t)(lf - bytes.ptr) : bytes.len;

        xgrow(&grown, &cap, *count, sizeof **lines);
        *lines = grown;
        (*lines)[(*count)++] = (known_line){ .text = piece(bytes.ptr + at, end - at) };
        at = end + 1;
    }
    for (size_t i = 0; i < *count; i++) {
        char *place = xformat("line %zu", i + 1);

        read_line(&(*lines)[i], &(where){ path, place, p });
        free(place);
    }
    check_doubles(*lines, *count, path, p);
    return p->count == before;
}

bool known_lines_read(const char *path, bool create, known_line **lines, size_t *count, problems *p)
{
    fp_str bytes;
    bool good;

    *lines = NULL;
    *count = 0;
    if (create && access(path, F_OK) != 0)
        return true;
    if (!file_read(path, &bytes, p))
        return false;
    good = known_lines_of(path, bytes, lines, count, p);
    free((char *)(uintptr_t)bytes.ptr);
    return good;
}
