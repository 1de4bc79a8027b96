/* SPDX-License-Identifier: Apache-2.0 */
/* ids.c: corpus/ids.txt: one id a line, sorted; comments begin with #. */
#include "suite/ids.h"

#include "base/replace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char FILE_NAME[] = "corpus/ids.txt";
static const char HEAD[] =
    "# Every case id that was ever published, sorted. `fencepost lint --add-ids` adds new ones;\n"
    "# none is ever taken out: a renamed case keeps an alias, a removed one a tombstone.\n";

/* -- what there is --------------------------------------------------------------------------- */

typedef struct names {
    void *items; /* const char *, sorted; borrowed from the corpus */
    size_t count;
    size_t cap;
} names;

/* Adds the id of a case if it belongs to that plugin, or, NULL, to none. */
static void names_add(names *n, const plugin *from, const char *name)
{
    if (plugin_of_case(name) != from)
        return;
    xgrow(&n->items, &n->cap, n->count, sizeof(const char *));
    ((const char **)n->items)[n->count++] = name;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All ids, aliases and tombstones of the corpus that belong to a plugin, or to none: free(items).
 */
static names known_ids(const corpus *c, const plugin *from)
{
    names known = { 0 };

    for (size_t i = 0; i < corpus_total(c); i++) {
        const test_case *t = corpus_any(c, i);

        names_add(&known, from, t->id);
        for (size_t k = 0; k < t->alias_count; k++)
            names_add(&known, from, t->aliases[k]);
    }
    for (size_t i = 0; i < corpus_removed_count(c); i++)
        names_add(&known, from, corpus_removed(c, i));
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

static bool is_id(const char *line)
{
    return line[0] != '#' && line[0] != '\0';
}

/* -- checking -------------------------------------------------------------------------------- */

static void check_line(const names *known, const char *last, const char *id, size_t number,
                       problems *p)
{
    char *place = xformat("%s:%zu", FILE_NAME, number);

    if (last && strcmp(last, id) >= 0)
        problem(p, place, NULL, "%s is out of order, or stands here twice: sort the file", id);
    if (!known->count || !bsearch(&id, known->items, known->count, sizeof(const char *), compare))
        problem(p, place, NULL,
                "%s is no case any more: give the renamed case this alias, or add a tombstone "
                "(\"removed\") to its file",
                id);
    free(place);
}

static bool in_lines(char *const *lines, const char *id)
{
    while (*lines && strcmp(*lines, id) != 0)
        lines++;
    return *lines != NULL;
}

static void check_complete(const names *known, char *const *lines, problems *p)
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
        problem(p, FILE_NAME, NULL,
                "lacks %zu id%s of the corpus, the first is %s: run `fencepost lint --add-ids`",
                missing, missing == 1 ? "" : "s", first);
}

void ids_check(const char *data, const plugin *from, const corpus *c, problems *p)
{
    char *path = xformat("%s/%s", data, FILE_NAME);
    char **lines = read_lines(path, p);
    names known = known_ids(c, from);
    const char *last = NULL;

    for (size_t i = 0; lines && lines[i]; i++) {
        if (!is_id(lines[i]))
            continue;
        check_line(&known, last, lines[i], i + 1, p);
        last = lines[i];
    }
    if (lines)
        check_complete(&known, lines, p);
    for (size_t i = 0; i < corpus_removed_count(c); i++)
        if (plugin_of_case(corpus_removed(c, i)) == from && corpus_find(c, corpus_removed(c, i)))
            problem(p, corpus_find(c, corpus_removed(c, i))->file, NULL,
                    "%s is a tombstone, and in use: ids never come back, choose another",
                    corpus_removed(c, i));
    names_free(lines);
    free(known.items);
    free(path);
}

/* -- adding ---------------------------------------------------------------------------------- */

/* Writes the ids in front of which next stands, or, when next is NULL, all that are left. */
static size_t write_new(FILE *file, const names *known, size_t *at, const char *next,
                        char *const *lines)
{
    size_t added = 0;

    for (; *at < known->count; ++*at) {
        const char *id = ((const char **)known->items)[*at];

        if (next && strcmp(id, next) >= 0)
            break;
        if (in_lines(lines, id))
            continue;
        fprintf(file, "%s\n", id);
        added++;
    }
    return added;
}

/* The first id from here on, or NULL. */
static const char *next_id(char *const *lines)
{
    while (*lines && !is_id(*lines))
        lines++;
    return *lines;
}

/* Keeps every line. The comments at the top are the file's, others belong to the id below them. */
static size_t write_lines(FILE *file, const names *known, char *const *lines)
{
    bool past_head = false;
    size_t added = 0, at = 0;

    if (!*lines)
        fputs(HEAD, file);
    for (char *const *line = lines; *line; line++) {
        past_head = past_head || is_id(*line);
        if (past_head)
            added += write_new(file, known, &at, next_id(line), lines);
        fprintf(file, "%s\n", *line);
    }
    return added + write_new(file, known, &at, NULL, lines);
}

bool ids_add(const char *data, const plugin *from, const corpus *c, problems *p)
{
    char *path = xformat("%s/%s", data, FILE_NAME);
    char **lines = read_lines(path, p);
    names known = known_ids(c, from);
    replacement r;
    bool good = lines && replace_begin(&r, path, p);

    if (good) {
        const size_t added = write_lines(r.out, &known, lines);

        good = replace_end(&r, p);
        if (good)
            printf("%s: %zu id%s added\n", FILE_NAME, added, added == 1 ? "" : "s");
    }
    names_free(lines);
    free(known.items);
    free(path);
    return good;
}
