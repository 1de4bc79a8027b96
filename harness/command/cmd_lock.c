/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_lock.c: `fencepost lock`: records what each input means, compares it, and accepts changes. */
#include "command/command.h"
#include "lock/lock_change.h"
#include "lock/lock_moved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_CHECK, OPT_ACCEPT, OPT_SYNTAX, OPT_ALL, OPT_CHANGELOG };

static const command_option OPTIONS[] = {
    [OPT_CHECK] = { "check", NULL, "write nothing; status 1 if anything differs" },
    [OPT_ACCEPT] = { "accept", NULL,
                     "write what is true now, if the changelog names each clause that moved" },
    [OPT_SYNTAX] = { "syntax", "S", "look at one syntax only, or at vault, or at spec: the rest" },
    [OPT_ALL] = { "all", NULL, "show every change whole, not only the first of each clause" },
    [OPT_CHANGELOG] = { "changelog", "FILE", "the changelog (default: CHANGELOG.md of the suite)" },
    { NULL, NULL, NULL },
};

typedef struct request {
    bool check, accept, all;
    const char *syntax; /* NULL: all */
    const char *changelog;
} request;

/* All files, then and now. */
typedef struct locks {
    const char *only;           /* the file that is looked at; NULL: all */
    const fp_syntax *syntax[2]; /* whose it is, then NULL; NULL where it is of none */
    char *data;
    spec *spec;
    corpus *corpus;
    lock *then, *now; /* for each file */
    size_t count;
    changes changes;
} locks;

static bool looked_at(const locks *l, size_t index)
{
    return !l->only || strcmp(l->only, lock_file_name(index)) == 0;
}

static char *path_of(const locks *l, size_t index)
{
    return lock_path(l->data, lock_file_name(index));
}

static bool read_one(locks *l, size_t index, problems *p)
{
    char *path = path_of(l, index);
    const bool good = lock_read(path, &l->then[index], p) &&
                      lock_now(lock_file_name(index), l->spec, l->corpus, &l->now[index], p);

    if (good)
        lock_follow(&l->then[index], l->spec);
    if (good && !lock_has_seeds(l->data))
        lock_keep_seeds(&l->now[index], &l->then[index]);
    if (good)
        changes_find(&l->changes, lock_file_name(index), &l->then[index], &l->now[index],
                     l->corpus);
    free(path);
    return good;
}

static bool read_all(locks *l, problems *p)
{
    bool good;

    l->data = data_dir(p);
    l->spec = l->data ? spec_load(l->data, p) : NULL;
    l->syntax[0] = l->only ? fp_syntax_find(fp_str_of(l->only)) : NULL;
    l->corpus = l->spec ? corpus_load_of(l->data, *l->syntax ? l->syntax : NULL, p) : NULL;
    good = l->corpus != NULL;
    if (good)
        spec_grade(l->spec, l->corpus);
    l->count = lock_file_count();
    l->then = xcalloc(l->count, sizeof *l->then);
    l->now = xcalloc(l->count, sizeof *l->now);
    for (size_t i = 0; good && i < l->count; i++)
        good = !looked_at(l, i) || read_one(l, i, p);
    changes_sort(&l->changes);
    return good;
}

static void locks_free(locks *l)
{
    changes_free(&l->changes);
    for (size_t i = 0; i < l->count; i++) {
        lock_free(&l->then[i]);
        lock_free(&l->now[i]);
    }
    free(l->then);
    free(l->now);
    corpus_free(l->corpus);
    spec_free(l->spec);
    free(l->data);
}

static bool write_all(const locks *l, problems *p)
{
    bool good = true;

    for (size_t i = 0; good && i < l->count; i++) {
        char *path = path_of(l, i);

        good = !looked_at(l, i) || lock_write(path, &l->now[i], p);
        free(path);
    }
    return good;
}

/* Returns whether the change is of what an input means, or of when that comes. */
static bool is_of_meaning(change_kind kind)
{
    return kind == CHANGE_CASE_INPUT || kind == CHANGE_CASE_MEANING || kind == CHANGE_CASE_EVENTS ||
           kind == CHANGE_SEED_MEANING || kind == CHANGE_SEED_EVENTS;
}

/* How many of each kind, and what they ask for. */
static void sum_up(const locks *l)
{
    size_t inputs = 0, changed = 0;

    for (size_t kind = 0; kind < CHANGE_KINDS; kind++) {
        size_t count = 0;

        for (size_t i = 0; i < l->changes.count; i++)
            count += l->changes.all[i].kind == kind;
        if (count)
            printf("lock: %s: %zu\n", CHANGES[kind].words, count);
        changed += is_of_meaning((change_kind)kind) ? count : 0;
    }
    for (size_t i = 0; i < l->count; i++)
        for (size_t k = 0; k < l->now[i].count; k++)
            inputs += l->now[i].lines[k].kind >= LOCK_CASE;
    if (l->changes.count)
        printf("lock: %zu of %zu inputs mean something else: this asks for %s version\n", changed,
               inputs, version_part_name(changes_part(&l->changes)));
    else
        printf("lock: %zu inputs: all mean what they meant\n", inputs);
    if (!lock_has_seeds(l->data))
        puts("lock: there are no seeds of the fuzzers here: they were not compared");
}

/* Returns whether the changes may be written as they are, without a word in the changelog. */
static bool harmless(const changes *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (CHANGES[c->all[i].kind].needs_entry)
            return false;
    return true;
}

static int accept(const locks *l, const request *r, problems *p)
{
    char *changelog = r->changelog ? xstrdup(r->changelog) : xformat("%s/CHANGELOG.md", l->data);
    bool good = changes_are_told(&l->changes, changelog, p);

    free(changelog);
    if (!good) {
        fputs("fencepost lock: nothing was written\n", stderr);
        return EXIT_UNEXPECTED;
    }
    if (!write_all(l, p))
        return EXIT_ADAPTER;
    puts("lock: written");
    return EXIT_AS_EXPECTED;
}

static int lock_command(const request *r)
{
    problems p = { .by = "lock" };
    locks l = { .only = r->syntax };
    int status = EXIT_USAGE;

    if (read_all(&l, &p)) {
        changes_say(&l.changes, l.spec, l.corpus, !r->all);
        sum_up(&l);
        status = l.changes.count ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
        if (r->accept || (!r->check && harmless(&l.changes)))
            status = accept(&l, r, &p);
        else if (l.changes.count)
            puts(
                "lock: if this is meant, say so in CHANGELOG.md and run `fencepost lock --accept`");
    }
    locks_free(&l);
    return status;
}

static bool is_file_name(const char *name)
{
    for (size_t i = 0; i < lock_file_count(); i++)
        if (strcmp(lock_file_name(i), name) == 0)
            return true;
    return false;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { 0 };
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0) {
        r.check = r.check || option == OPT_CHECK;
        r.accept = r.accept || option == OPT_ACCEPT;
        r.all = r.all || option == OPT_ALL;
        if (option == OPT_CHANGELOG)
            r.changelog = optarg;
        if (option == OPT_SYNTAX)
            r.syntax = optarg;
    }
    if (option == -2)
        return EXIT_USAGE;
    if (optind < argc)
        return command_usage_error(self, "takes no operand, and was given %s", argv[optind]);
    if (r.syntax && !is_file_name(r.syntax))
        return command_unknown_syntax(self, r.syntax);
    if (r.check && r.accept)
        return command_usage_error(self, "--check writes nothing: leave it out to --accept");
    return lock_command(&r);
}

const command CMD_LOCK = {
    .name = "lock",
    .summary = "show which inputs changed their meaning, and accept it",
    .usage = "[--check | --accept [--changelog FILE]] [--syntax S] [--all]",
    .options = OPTIONS,
    .run = run,
    .unexpected = "Something has changed its meaning.",
    .colours = true,
};
