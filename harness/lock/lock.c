/* SPDX-License-Identifier: Apache-2.0 */
/* lock.c: the lines of a lock, and its file: members are separated by tabs, and contain none. */
#include "lock/lock.h"

#include "base/plugin.h"
#include "base/replace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMBERS = 7 };

static const char HEAD[] =
    "# The meaning of each input, clause and policy. `fencepost lock --check` compares;\n"
    "# `fencepost lock --accept` writes this file. A line: kind, id, level, clauses, input, "
    "events,\n"
    "# meaning, between tabs.\n";

static const char *const KIND_NAMES[LOCK_KINDS] = { "policy", "clause", "case", "seed" };

const char *lock_kind_name(lock_kind kind)
{
    return KIND_NAMES[kind];
}

/* -- lines ------------------------------------------------------------------------------------ */

void lock_set(char **member, char *text)
{
    free(*member);
    *member = text;
    for (char *at = text; *at; at++)
        if (*at == '\t' || *at == '\n')
            *at = ' ';
}

lock_line *lock_add(lock *l, lock_kind kind, const char *id)
{
    void *grown = l->lines;

    xgrow(&grown, &l->cap, l->count, sizeof *l->lines);
    l->lines = grown;
    l->lines[l->count] = (lock_line){ .kind = kind,
                                      .id = xstrdup(id),
                                      .level = xstrdup("-"),
                                      .clauses = xstrdup("-"),
                                      .input = xstrdup("-"),
                                      .events = xstrdup("-"),
                                      .meaning = xstrdup("-") };
    return &l->lines[l->count++];
}

void lock_line_free(const lock_line *line)
{
    free(line->id);
    free(line->level);
    free(line->clauses);
    free(line->input);
    free(line->events);
    free(line->meaning);
}

void lock_free(lock *l)
{
    for (size_t i = 0; i < l->count; i++)
        lock_line_free(&l->lines[i]);
    free(l->lines);
    *l = (lock){ 0 };
}

int lock_compare(const lock_line *a, const lock_line *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return strcmp(a->id, b->id);
}

static int compare_items(const void *a, const void *b)
{
    return lock_compare(a, b);
}

void lock_sort(lock *l)
{
    if (l->count)
        qsort(l->lines, l->count, sizeof *l->lines, compare_items);
}

void lock_keep_seeds(lock *now, const lock *then)
{
    for (size_t i = 0; i < then->count; i++) {
        const lock_line *seed = &then->lines[i];
        lock_line *kept;

        if (seed->kind != LOCK_SEED)
            continue;
        kept = lock_add(now, LOCK_SEED, seed->id);
        lock_set(&kept->input, xstrdup(seed->input));
        lock_set(&kept->events, xstrdup(seed->events));
        lock_set(&kept->meaning, xstrdup(seed->meaning));
    }
    lock_sort(now);
}

/* -- the names of the files ---------------------------------------------------------------------
 */

static const char *const OTHERS[] = { "spec", "vault" };
enum { OTHER_COUNT = sizeof OTHERS / sizeof *OTHERS };

/* The syntaxes of plugins are not part of this suite. */
static size_t own_syntaxes(void)
{
    size_t count = 0;

    while (FP_SYNTAXES[count] && !plugin_of(FP_SYNTAXES[count]))
        count++;
    return count;
}

size_t lock_file_count(void)
{
    return own_syntaxes() + OTHER_COUNT;
}

const char *lock_file_name(size_t index)
{
    const size_t own = own_syntaxes();

    return index < own ? fp_syntax_id(FP_SYNTAXES[index]) : OTHERS[index - own];
}

char *lock_path(const char *data, const char *name)
{
    return strcmp(name, "spec") == 0 ? xformat("%s/corpus/lock.txt", data)
                                     : xformat("%s/corpus/%s/lock.txt", data, name);
}

/* -- the file -----------------------------------------------------------------------------------
 */

static bool bad_line(problems *p, const char *path, size_t number, const char *what)
{
    char place[32];

    snprintf(place, sizeof place, "line %zu", number);
    return problem(p, path, place, "%s; `fencepost lock --accept` repairs the file", what);
}

/* Splits the line at its tabs and returns the number of parts. */
static size_t part(char *text, char *parts[MEMBERS])
{
    size_t count = 0;

    while (text && count < MEMBERS) {
        char *tab = strchr(text, '\t');

        parts[count++] = text;
        if (tab)
            *tab++ = '\0';
        text = tab;
    }
    return text ? MEMBERS + 1 : count;
}

static bool read_line(lock *l, char *text, const char *path, size_t number, problems *p)
{
    char *parts[MEMBERS];
    unsigned kind = 0;
    lock_line *line;

    if (part(text, parts) != MEMBERS)
        return bad_line(p, path, number, "not seven members between tabs");
    while (kind < LOCK_KINDS && strcmp(parts[0], KIND_NAMES[kind]) != 0)
        kind++;
    if (kind == LOCK_KINDS)
        return bad_line(p, path, number, "begins with no kind of line that is known");
    line = lock_add(l, (lock_kind)kind, parts[1]);
    lock_set(&line->level, xstrdup(parts[2]));
    lock_set(&line->clauses, xstrdup(parts[3]));
    lock_set(&line->input, xstrdup(parts[4]));
    lock_set(&line->events, xstrdup(parts[5]));
    lock_set(&line->meaning, xstrdup(parts[6]));
    if (l->count > 1 && lock_compare(line - 1, line) >= 0)
        return bad_line(p, path, number, "out of order, or there twice");
    return true;
}

bool lock_read(const char *path, lock *then, problems *p)
{
    fp_str bytes;
    char *text, *next;
    size_t number = 0;
    FILE *there = fopen(path, "rb");
    bool good;

    if (!there)
        need_memory_errno();
    if (!there)
        return errno == ENOENT || problem(p, path, NULL, "cannot read: %s", strerror(errno));
    fclose(there);
    if (!file_read(path, &bytes, p))
        return false;
    good = !bytes.len || !memchr(bytes.ptr, '\0', bytes.len) ||
           problem(p, path, NULL, "holds a NUL byte: it is not a lock");
    text = xformat("%.*s", (int)bytes.len, bytes.len ? bytes.ptr : "");
    free((char *)(uintptr_t)bytes.ptr);
    for (char *line = text; good && *line; line = next) {
        char *end = strchr(line, '\n');

        number++;
        next = end ? end + 1 : line + strlen(line);
        if (end)
            *end = '\0';
        if (*line && *line != '#')
            good = read_line(then, line, path, number, p);
    }
    free(text);
    return good;
}

bool lock_count(const char *path, lock_kind kind, size_t *count, problems *p)
{
    const char *name = KIND_NAMES[kind];
    const size_t len = strlen(name);
    fp_str bytes;
    const char *line, *end;

    *count = 0;
    if (!path_exists(path))
        return true;
    if (!file_read(path, &bytes, p))
        return false;
    end = bytes.ptr + bytes.len;
    for (line = bytes.ptr; line && line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        const char *next = stop ? stop + 1 : end;

        *count += (size_t)(next - line) > len && memcmp(line, name, len) == 0 && line[len] == '\t';
        line = next;
    }
    free((char *)(uintptr_t)bytes.ptr);
    return true;
}

bool lock_write(const char *path, const lock *l, problems *p)
{
    replacement r;

    if (!replace_begin(&r, path, p))
        return false;
    fputs(HEAD, r.out);
    for (size_t i = 0; i < l->count; i++) {
        const lock_line *at = &l->lines[i];

        fprintf(r.out, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", KIND_NAMES[at->kind], at->id, at->level,
                at->clauses, at->input, at->events, at->meaning);
    }
    return replace_end(&r, p);
}
