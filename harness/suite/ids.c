/* SPDX-License-Identifier: Apache-2.0 */
/* ids.c: corpus/SUBJECT/ids.txt: one id a line, sorted; comments begin with #. */
#include "suite/ids.h"

#include "base/replace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char HEAD[] =
    "# Every case id that was ever published, sorted. `fencepost lint --add-ids` adds new ones;\n"
    "# none is ever taken out: a renamed case keeps an alias, a removed one a tombstone.\n";

/* -- what there is --------------------------------------------------------------------------- */

typedef struct names {
    void *items; /* const char *, sorted; borrowed from the corpus */
    size_t count;
    size_t cap;
} names;

/* Returns whether the id of a case begins with the subject. */
static bool is_of(const char *id, const char *subject)
{
    const size_t len = strlen(subject);

    return strncmp(id, subject, len) == 0 && id[len] == '/';
}

static void names_add(names *n, const char *subject, const char *name)
{
    if (!is_of(name, subject))
        return;
    xgrow(&n->items, &n->cap, n->count, sizeof(const char *));
    ((const char **)n->items)[n->count++] = name;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All ids, aliases and tombstones of a subject: free(items). */
static names known_ids(const corpus *c, const char *subject)
{
    names known = { 0 };

    for (size_t i = 0; i < corpus_total(c); i++) {
        const test_case *t = corpus_any(c, i);

        names_add(&known, subject, t->id);
        for (size_t k = 0; k < t->alias_count; k++)
            names_add(&known, subject, t->aliases[k]);
    }
    for (size_t i = 0; i < corpus_removed_count(c); i++)
        names_add(&known, subject, corpus_removed(c, i));
    if (known.count)
        qsort(known.items, known.count, sizeof(const char *), compare);
    return known;
}

/* -- the file -------------------------------------------------------------------------------- */

/* The file's lines, ended by NULL: lines_free. None if there is no file. */
static char **read_lines(const char *path, problems *p)
{
    fp_str bytes = { 0 };
    void *lines = NULL;
    size_t count = 0, cap = 0;

    if (path_exists(path) && !file_read_plain(path, &bytes, p))
        return NULL;
    for (size_t at = 0; at < bytes.len;) {
        const char *end = memchr(bytes.ptr + at, '\n', bytes.len - at);
        const size_t len = end ? (size_t)(end - bytes.ptr) - at : bytes.len - at;

        xgrow(&lines, &cap, count + 1, sizeof(char *));
        ((const char **)lines)[count++] = xcopy((fp_str){ bytes.ptr + at, len }).ptr;
        at += len + 1;
    }
    xgrow(&lines, &cap, count, sizeof(char *));
    ((char **)lines)[count] = NULL;
    free((char *)(uintptr_t)bytes.ptr);
    return lines;
}

static char *file_of(const char *subject) /* owned */
{
    return xformat("corpus/%s/ids.txt", subject);
}

static bool is_id(const char *line)
{
    return line[0] != '#' && line[0] != '\0';
}

/* -- checking -------------------------------------------------------------------------------- */

static void check_line(const names *known, const char *last, const char *id, const char *place,
                       problems *p)
{

    if (last && strcmp(last, id) >= 0)
        problem(p, place, NULL, "%s is out of order, or stands here twice: sort the file", id);
    if (!known->count || !bsearch(&id, known->items, known->count, sizeof(const char *), compare))
        problem(p, place, NULL,
                "%s is not a case any more: give the renamed case this alias, or add a tombstone "
                "(\"removed\") to its file",
                id);
}

static bool in_lines(char *const *lines, const char *id)
{
    while (*lines && strcmp(*lines, id) != 0)
        lines++;
    return *lines != NULL;
}

static void check_complete(const names *known, char *const *lines, const char *file, problems *p)
{
    const char *first = NULL;
    size_t missing = 0;

    for (size_t i = 0; i < known->count; i++) {
        const char *id = ((const char **)known->items)[i];

        if (in_lines(lines, id))
            continue;
        first = first ? first : id;
        missing++;
    }
    if (missing)
        problem(p, file, NULL,
                "lacks %zu id%s of the corpus, the first is %s: run `fencepost lint --add-ids`",
                missing, missing == 1 ? "" : "s", first);
}

static void check_lines(const names *known, char *const *lines, const char *file, problems *p)
{
    const char *last = NULL;

    for (size_t i = 0; lines[i]; i++) {
        char *place;

        if (!is_id(lines[i]))
            continue;
        place = xformat("%s:%zu", file, i + 1);
        check_line(known, last, lines[i], place, p);
        last = lines[i];
        free(place);
    }
    check_complete(known, lines, file, p);
}

void ids_check(const char *data, const char *subject, const corpus *c, problems *p)
{
    char *file = file_of(subject);
    char *path = xformat("%s/%s", data, file);
    char **lines = read_lines(path, p);
    names known = known_ids(c, subject);

    if (lines)
        check_lines(&known, lines, file, p);
    for (size_t i = 0; i < corpus_removed_count(c); i++)
        if (is_of(corpus_removed(c, i), subject) && corpus_find(c, corpus_removed(c, i)))
            problem(p, corpus_find(c, corpus_removed(c, i))->file, NULL,
                    "%s is a tombstone, and in use: ids never come back, choose another",
                    corpus_removed(c, i));
    names_free(lines);
    free(known.items);
    free(path);
    free(file);
}

/* -- adding ---------------------------------------------------------------------------------- */

/* Writes the ids in front of which next stands, or, when next is NULL, all that are left. */
static void write_new(FILE *file, const names *known, size_t *at, const char *next,
                      char *const *lines)
{
    for (; *at < known->count; ++*at) {
        const char *id = ((const char **)known->items)[*at];

        if (next && strcmp(id, next) >= 0)
            break;
        if (!in_lines(lines, id))
            fprintf(file, "%s\n", id);
    }
}

/* The first id from here on, or NULL. */
static const char *next_id(char *const *lines)
{
    while (*lines && !is_id(*lines))
        lines++;
    return *lines;
}

/* Keeps every line. The comments at the top are the file's, others belong to the id below them. */
static void write_lines(FILE *file, const names *known, char *const *lines)
{
    bool past_head = false;
    size_t at = 0;

    if (!*lines)
        fputs(HEAD, file);
    for (char *const *line = lines; *line; line++) {
        past_head = past_head || is_id(*line);
        if (past_head)
            write_new(file, known, &at, next_id(line), lines);
        fprintf(file, "%s\n", *line);
    }
    write_new(file, known, &at, NULL, lines);
}

static size_t count_missing(const names *known, char *const *lines)
{
    size_t missing = 0;

    for (size_t i = 0; i < known->count; i++)
        missing += !in_lines(lines, ((const char **)known->items)[i]);
    return missing;
}

bool ids_add(const char *data, const char *subject, const corpus *c, size_t *added, problems *p)
{
    char *file = file_of(subject);
    char *path = xformat("%s/%s", data, file);
    char **lines = read_lines(path, p);
    names known = known_ids(c, subject);
    replacement r;
    bool good = lines != NULL;

    *added = good ? count_missing(&known, lines) : 0;
    if (*added) {
        good = replace_begin(&r, path, p);
        if (good) {
            write_lines(r.out, &known, lines);
            good = replace_end(&r, p);
        }
        if (good)
            printf("%s: %zu id%s added\n", file, *added, *added == 1 ? "" : "s");
    }
    names_free(lines);
    free(known.items);
    free(path);
    free(file);
    return good;
}
