/* SPDX-License-Identifier: Apache-2.0 */
/* lock_say.c: prints changes for people: by clause, old and new meaning side by side. */
#include "base/show.h"
#include "base/terminal.h"
#include "lock/lock_change.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of each clause so many are shown whole. */
enum { WHOLE_OF_A_CLAUSE = 3 };

/* Returns whether this place of an outcome begins a line for people: quotes within strings are
 * escaped. */
static bool begins_line(const char *at)
{
    static const char *const BEGINNINGS[] = { "\"calls\":[", "\"diagnostics\":[", "{\"name\":",
                                              "\"input\":{", "\"span\":[",        "{\"code\":" };

    for (size_t i = 0; i < sizeof BEGINNINGS / sizeof *BEGINNINGS; i++)
        if (strncmp(at, BEGINNINGS[i], strlen(BEGINNINGS[i])) == 0)
            return true;
    return false;
}

/* The outcome's JSON with a line for each call and diagnostic; owned. */
static char *lines_of(const char *meaning)
{
    char *lines = xcalloc(strlen(meaning) * 2 + 2, 1);
    size_t len = 0;

    for (const char *at = meaning; *at; at++) {
        if (at != meaning && begins_line(at))
            lines[len++] = '\n';
        lines[len++] = *at;
    }
    lines[len] = '\n';
    return lines;
}

static void say_sides(const change *c)
{
    char *then = lines_of(c->then->meaning), *now = lines_of(c->now->meaning);

    show_sides(stdout, "locked", then, "now", now);
    free(then);
    free(now);
}

static void say_input(const change *c, const corpus *cases)
{
    const test_case *t = c->now->kind == LOCK_CASE ? corpus_find(cases, c->now->id) : NULL;

    if (t && !t->vault)
        show_bytes(stdout, "    ", t->input, NULL, 0);
}

/* What of it is otherwise, below its line; of what was there before and is now. */
static void say_whole(const change *c, const corpus *cases)
{
    switch (c->kind) {
    case CHANGE_CASE_MEANING:
    case CHANGE_SEED_MEANING:
        say_input(c, cases);
        say_sides(c);
        break;
    case CHANGE_CLAUSE_WORDS:
        if (strcmp(c->then->meaning, c->now->meaning) != 0)
            say_sides(c);
        break;
    case CHANGE_POLICY:
        show_text(stdout, "    %s before, %s now\n", c->then->meaning, c->now->meaning);
        break;
    case CHANGE_CASE_LEVEL:
    case CHANGE_CLAUSE_LEVEL:
        show_text(stdout, "    %s before, %s now\n", c->then->level, c->now->level);
        break;
    case CHANGE_CLAUSE_BASIS:
        show_text(stdout, "    %s before, %s now\n", c->then->events, c->now->events);
        break;
    case CHANGE_CASE_CLAUSES:
        show_text(stdout, "    %s before, %s now\n", c->then->clauses, c->now->clauses);
        break;
    case CHANGE_CLAUSE_RENAMED:
    case CHANGE_CASE_RENAMED:
        printf("    %s now\n", c->now->id);
        break;
    case CHANGE_CASE_ADDED:
    case CHANGE_CASE_REMOVED:
    case CHANGE_CASE_INPUT:
    case CHANGE_CASE_EVENTS:
    case CHANGE_SEED_ADDED:
    case CHANGE_SEED_REMOVED:
    case CHANGE_SEED_INPUT:
    case CHANGE_SEED_EVENTS:
    case CHANGE_CLAUSE_ADDED:
    case CHANGE_CLAUSE_REMOVED:
    case CHANGE_KINDS:
        break;
    }
}

static void say_clause(const char *id, const spec *s)
{
    const clause *c = *id ? spec_find(s, id) : NULL;
    const shades shade = terminal_shades();

    if (c)
        show_text(stdout, "\n%s%s%s (%s:%zu): %s\n", shade.strong, id, shade.off, c->file, c->line,
                  c->sentence);
    else
        printf("\n%s\n", *id ? id : "No clause tells:");
}

static void say_one(const change *c, const corpus *cases, bool whole)
{
    const lock_line *line = c->then ? c->then : c->now;

    printf("  %s: %s %s (%s version)\n", CHANGES[c->kind].words, c->file, line->id,
           version_part_name(CHANGES[c->kind].part));
    if (whole && c->then && c->now)
        say_whole(c, cases);
}

void changes_say(const changes *c, const spec *s, const corpus *cases, bool few)
{
    size_t of_clause = 0;

    for (size_t i = 0; i < c->count; i++) {
        if (!i || strcmp(c->all[i - 1].clause, c->all[i].clause) != 0) {
            say_clause(c->all[i].clause, s);
            of_clause = 0;
        }
        say_one(&c->all[i], cases, !few || of_clause++ < WHOLE_OF_A_CLAUSE);
    }
}
