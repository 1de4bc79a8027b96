/* SPDX-License-Identifier: Apache-2.0 */
/* known.c: compares a file of known failures with what happens. */
#include "result/known.h"

#include "base/replace.h"
#include "law/laws.h"
#include "result/known_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct known {
    char *path;
    known_line *lines;
    size_t count;
    char **added; /* entries for failures that nothing matched; owned */
    size_t added_count, added_cap;
};

known *known_read(const char *path, bool create, problems *p)
{
    known *k = xcalloc(1, sizeof *k);

    k->path = xstrdup(path);
    if (known_lines_read(path, create, &k->lines, &k->count, p))
        return k;
    known_free(k);
    return NULL;
}

void known_free(known *k)
{
    if (!k)
        return;
    known_lines_free(k->lines, k->count);
    for (size_t i = 0; i < k->added_count; i++)
        free(k->added[i]);
    free(k->added);
    free(k->path);
    free(k);
}

/* -- matching ---------------------------------------------------------------------------------- */

static bool is_of_case(const known_line *line, const test_case *t)
{
    if (!line->entry)
        return false;
    if (glob_matches(line->id, t->id))
        return true;
    for (size_t i = 0; i < t->alias_count; i++)
        if (glob_matches(line->id, t->aliases[i]))
            return true;
    return false;
}

static void add_entry(known *k, const result *r)
{
    void *grown = k->added;

    xgrow(&grown, &k->added_cap, k->added_count, sizeof *k->added);
    k->added = grown;
    k->added[k->added_count++] = xformat("%s %s %s", r->test->id, r->check, r->failure);
}

bool known_takes(known *k, const result *r, bool counts)
{
    known_line *full = NULL;

    for (size_t i = 0; i < k->count; i++) {
        known_line *line = &k->lines[i];

        if (!is_of_case(line, r->test) || !glob_matches(line->check, r->check))
            continue;
        line->passed = line->passed || r->verdict == VERDICT_PASS;
        if (!r->failure)
            continue;
        if (!glob_matches(line->failure, r->failure) ||
            (line->message && !strstr(r->sentence, line->message))) {
            free(line->other);
            line->other = xstrdup(r->failure);
        } else if (line->used < line->max) {
            line->used++;
            return true;
        } else {
            full = line;
        }
    }
    if (full)
        full->over += counts;
    else if (r->failure && counts)
        add_entry(k, r);
    return false;
}

/* -- after the run ----------------------------------------------------------------------------- */

/* Returns whether all cases that the entry is about were selected: then it can be judged. */
static bool is_judged(const known_line *line, const corpus *c, const selection *what, size_t *cases)
{
    size_t selected = 0;

    *cases = 0;
    for (size_t i = 0; i < corpus_count(c); i++)
        *cases += is_of_case(line, corpus_case(c, i));
    for (size_t i = 0; i < what->count; i++)
        selected += is_of_case(line, what->cases[i]);
    return selected >= *cases;
}

/* LINEAR is measured: what another machine, or a busier one, shows is neither news nor a repair. */
static bool is_measured(const known_line *line)
{
    return strcmp(line->check, law_name(LAW_LINEAR)) == 0;
}

static bool is_stale(const known_line *line, const corpus *c, const selection *what, size_t *cases)
{
    return line->entry && !line->used && is_judged(line, c, what, cases) &&
           (!*cases || !is_measured(line));
}

size_t known_stale(const known *k, const corpus *c, const selection *what, size_t *passed,
                   problems *p)
{
    size_t stale = 0, cases;

    *passed = 0;
    for (size_t i = 0; i < k->count; i++) {
        const known_line *line = &k->lines[i];
        char *place = xformat("line %zu", i + 1);

        if (is_stale(line, c, what, &cases)) {
            stale++;
            *passed += cases && !line->other && line->passed;
            if (!cases)
                problem(p, k->path, place, "%s is not a case; remove the line", line->id);
            else if (line->other)
                problem(p, k->path, place,
                        "%s %s fails in another way: as %s, or with another message; correct the "
                        "line",
                        line->id, line->check, line->other);
            else
                problem(p, k->path, place, "%s %s %s; remove the line", line->id, line->check,
                        line->passed ? "passes now" : "was not checked, so it matches nothing");
        }
        free(place);
    }
    return stale;
}

/* -- writing ----------------------------------------------------------------------------------- */

/* Writes a line again. An entry whose cap changes, or that is removed, keeps its comment. */
static void write_line(FILE *out, const known_line *line, bool stale)
{
    const size_t max = line->used + line->over;

    if (stale && line->comment)
        fprintf(out, "%s\n", line->comment);
    if (stale)
        return;
    if (!line->entry || !line->capped || max == line->max || !max ||
        (max < line->max && is_measured(line))) {
        fprintf(out, "%s\n", line->text);
        return;
    }
    fprintf(out, "%s %s %s max %zu", line->id, line->check, line->failure, max);
    if (line->quoted)
        fprintf(out, " %s", line->quoted);
    fprintf(out, "%s%s\n", line->comment ? " " : "", line->comment ? line->comment : "");
}

static known_change write_all(const known *k, const corpus *c, const selection *what, FILE *out)
{
    known_change change = { .entries = k->added_count, .added = k->added_count };
    size_t cases;

    for (size_t i = 0; i < k->count; i++) {
        const bool stale = is_stale(&k->lines[i], c, what, &cases);

        write_line(out, &k->lines[i], stale);
        change.entries += k->lines[i].entry && !stale;
        change.gone += stale;
    }
    for (size_t i = 0; i < k->added_count; i++)
        fprintf(out, "%s\n", k->added[i]);
    return change;
}

bool known_update(const known *k, const corpus *c, const selection *what, known_change *change,
                  problems *p)
{
    replacement r;

    if (!replace_begin(&r, k->path, p))
        return false;
    *change = write_all(k, c, what, r.out);
    return replace_end(&r, p);
}
