/* SPDX-License-Identifier: Apache-2.0 */
/* judge.c: runs the suite on the parsers that it is linked with, one of which is a mutant.
 *
 * mutant_judge [--laws none|lock|rest|first|chunk|all] [--failures first|all] [--max-bytes N]
 * [--memory MIB] [--cpu MS] [--mutants FILE] SYNTAX...
 *
 * The golden outcomes of all cases come first. If they find nothing, or with `all`, the events that
 * the lock has of the cases follow, and the laws. `lock` or `chunk` checks the lock or CHUNK alone,
 * `rest` all that `lock` does not. It prints a line "case check how" for each failure, or for the
 * first, and "cases N" last; without that line nothing was judged. For a golden case `how` is the
 * parts of its outcome that differ, "calls,text", or "rendering".
 *
 * With --mutants one of the parsers holds many mutants (schemata.py), and FILE has their numbers,
 * one per line. The suite is read once, and each number is judged in processes of its own; its
 * results follow a line "mutant N".
 */
#include "base/children.h"
#include "base/hash.h"
#include "judge/golden.h"
#include "law/laws.h"
#include "lock/lock.h"
#include "suite/equivalence.h"
#include "suite/family.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* CPU_MS, not the clock's: other work on the machine must not make a mutant hang. */
enum {
    CPU_MS = 3000,
    /* by default */ WALL_SECONDS = 120,
    TIMED_BYTES = 65536,
    LOCKED_BYTES = 4096,
    HANGS_MAX = 2,
    CRASHES_MAX = 400
};
enum { GOLDEN, LOCKED, LAWS, EXPLAINED = LAWS + LAW_OF_OURS, CHECKS };

/* Which mutant the parsers are: chosen in a child, and 0, the parser as it is, wherever the suite
 * is read. Schemata name it, so that it can be neither constant nor static. */
extern int fp_mutant;
int fp_mutant = 0;

/* How a check fails: a golden case by its parts, and everything else. */
enum { OTHERWISE = 1 << PART_COUNT };

typedef enum mode { LAWS_NONE, LAWS_LOCK, LAWS_REST, LAWS_FIRST, LAWS_CHUNK, LAWS_ALL } mode;

static const char *const MODES[] = { "none", "lock", "rest", "first", "chunk", "all" };

/* What has been found. It is in memory that the child shares with its parent, not sent: there is a
 * note before each of some ten thousand checks of a mutant, and most of them pass. */
typedef struct shared {
    size_t at;              /* the place that is looked at: check * cases + case */
    size_t found;           /* failures */
    unsigned char failed[]; /* what faults_of() returns */
} shared;

typedef struct asked {
    const test_case *t;
    char *events;   /* what lock_events() must return; NULL: no lock has it, or it is long */
    uint64_t roles; /* a hash of what fp_trace receives from the unchanged parser */
    size_t kills;
} asked;

typedef struct judge {
    corpus *corpus;
    asked *cases; /* those of the syntaxes; with `first` those that kill most lead */
    size_t count;
    size_t max_bytes; /* laws look at no longer inputs */
    long cpu;         /* milliseconds for a check of up to TIMED_BYTES */
    rlim_t memory;    /* MiB; 0: no limit, which the address sanitizer needs */
    mode laws;
    bool first; /* whether one failure is enough */
    const char *mutants;
    const char *families; /* a file with the cases of families, or NULL: there are none */
    const char *write;    /* NULL, or where that file is to be written: nothing is judged */
    shared *shared;
} judge;

/* -- in the child ------------------------------------------------------------------------------ */

static void hear_role(void *context, fp_role role, const char *cited, uint64_t start, uint64_t end)
{
    uint64_t *hash = context;

    /* byte by byte, for ranges of one role may come in pieces */
    for (uint64_t at = start; at < end; at++) {
        *hash = hash_bytes(*hash, &role, sizeof role);
        *hash = hash_bytes(*hash, cited, cited ? strlen(cited) : 0);
    }
}

static int hear_nothing(void *context, const fp_event *event)
{
    (void)context;
    (void)event;
    return 0;
}

static uint64_t roles_of(const test_case *t)
{
    const fp_options options = case_options(t);
    fp_parser *parser = fp_parser_new(t->syntax, &options, hear_nothing, NULL);
    uint64_t hash = HASH_START;

    need_memory(parser != NULL);
    fp_parser_trace(parser, hear_role, &hash);
    need_memory(fp_parser_feed(parser, t->input.ptr, t->input.len) == FP_OK &&
                fp_parser_finish(parser) == FP_OK);
    fp_parser_free(parser);
    return hash;
}

static bool is_as_locked(const asked *c)
{
    const fp_options options = case_options(c->t);
    char *events = lock_events(c->t->syntax, &options, c->t->input);
    const bool same = strcmp(events, c->events) == 0;

    free(events);
    return same;
}

/* The parts that differ, each a bit. When events come counts with the calls. */
static unsigned golden_faults(const test_case *t)
{
    static const judged ALL = { true, true, true };
    fp_outcome *outcome = NULL;
    difference d = { 0 }, one;
    const bool right = golden_holds(t, &outcome, &d);
    unsigned faults = 0;

    for (unsigned part = 0; !right && part < PART_COUNT; part++)
        if (!judge_part((case_part)part, &t->expect, outcome, &ALL, &one))
            faults |= 1U << part;
    fp_outcome_free(outcome);
    if (right || faults)
        return faults;
    return d.kind == DIFFERS_EVENTS ? 1U << PART_CALLS : OTHERWISE;
}

static bool keeps_law(const test_case *t, law l)
{
    const fp_options options = case_options(t);
    const law_subject subject = {
        .syntax = t->syntax, .options = &options, .input = t->input, .seed = 1
    };
    law_breach breach;

    return law_holds(l, &subject, &breach);
}

static bool holds(const asked *c, unsigned check)
{
    if (check == LOCKED)
        return is_as_locked(c);
    if (check == EXPLAINED)
        return roles_of(c->t) == c->roles;
    return keeps_law(c->t, (law)(check - LAWS));
}

/* 0 if the check passes. */
static unsigned faults_of(const asked *c, unsigned check)
{
    if (check == GOLDEN)
        return golden_faults(c->t);
    return holds(c, check) ? 0 : OTHERWISE;
}

static bool applies(const judge *j, const asked *c, unsigned check)
{
    if (j->laws == LAWS_REST && check <= LOCKED)
        return false;
    if (check == GOLDEN)
        return true;
    if (j->laws == LAWS_CHUNK)
        return check == LAWS + LAW_CHUNK && c->t->input.len <= j->max_bytes;
    if (j->laws == LAWS_LOCK && check != LOCKED)
        return false;
    if (check == LOCKED || check == EXPLAINED)
        return c->events && (check == LOCKED || j->mutants);
    return check != LAWS + LAW_TOTAL && c->t->input.len <= j->max_bytes;
}

/* More for what is long: a golden case of a megabyte takes as long as all others of its syntax. */
static void limit_time(const judge *j, const test_case *t)
{
    const long ms = j->cpu * (1 + (long)(t->input.len / TIMED_BYTES));
    const struct itimerval cpu = { .it_value = { ms / 1000, ms % 1000 * 1000 } };

    setitimer(ITIMER_PROF, &cpu, NULL);
    alarm(WALL_SECONDS);
}

/* What a child is started for. */
typedef struct task {
    const judge *judge;
    int mutant;
    size_t first; /* the place where it begins */
} task;

static int judge_from(const void *context, int out)
{
    const task *what = context;
    const judge *j = what->judge;
    shared *b = j->shared;

    (void)out;
    fp_mutant = what->mutant;
    for (size_t at = what->first; at < j->count * CHECKS; at++) {
        const asked *c = &j->cases[at % j->count];
        const unsigned check = (unsigned)(at / j->count);

        if (check != GOLDEN && (j->laws == LAWS_NONE || (j->laws <= LAWS_FIRST && b->found)))
            break;
        if (!applies(j, c, check))
            continue;
        b->at = at;
        limit_time(j, c->t);
        b->failed[at] = (unsigned char)faults_of(c, check);
        b->found += b->failed[at] != 0;
        if (j->first && b->found)
            break;
    }
    return EXIT_AS_EXPECTED;
}

/* -- in the parent ----------------------------------------------------------------------------- */

static const char *check_name(unsigned check)
{
    return check == GOLDEN      ? "golden"
           : check == LOCKED    ? "lock"
           : check == EXPLAINED ? "explain"
                                : law_name((law)(check - LAWS));
}

/* A child that ends too early has died of the case that it was at: that breaks TOTAL. */
static void run_children(const judge *j, int mutant)
{
    shared *b = j->shared;
    size_t first = 0, hangs = 0, crashes = 0;

    while (hangs < HANGS_MAX && crashes < CRASHES_MAX) {
        child trial;

        if (!child_start(&trial, judge_from, &(task){ j, mutant, first }))
            exit(EXIT_ADAPTER);

        const child_fate fate = child_wait(&trial).fate;
        const bool hung = fate == CHILD_LATE;

        if (fate == CHILD_DONE)
            return;
        hangs += hung;
        crashes += !hung;
        printf("%s TOTAL %s\n", j->cases[b->at % j->count].t->id, hung ? "hangs" : "crashes");
        b->found++;
        first = b->at + 1;
        if (j->first)
            return;
    }
}

/* "calls,text", or "rendering". */
static void say_parts(unsigned faults)
{
    for (unsigned part = 0; part < PART_COUNT; part++)
        if (faults & 1U << part)
            printf("%s%s", faults & ((1U << part) - 1) ? "," : "", part_name((case_part)part));
    if (faults == OTHERWISE)
        printf("rendering");
}

static void say(const judge *j)
{
    for (size_t at = 0; at < j->count * CHECKS; at++) {
        const unsigned check = (unsigned)(at / j->count);

        if (!j->shared->failed[at])
            continue;
        printf("%s %s ", j->cases[at % j->count].t->id, check_name(check));
        if (check == GOLDEN)
            say_parts(j->shared->failed[at]);
        else
            printf("differs");
        putchar('\n');
    }
    printf("cases %zu\n", j->count);
    fflush(stdout);
}

/* What killed a mutant moves before what has killed fewer: most are killed by few cases. */
static void count_kill(judge *j, size_t at)
{
    asked killer = j->cases[at];

    killer.kills++;
    for (; at > 0 && j->cases[at - 1].kills < killer.kills; at--)
        j->cases[at] = j->cases[at - 1];
    j->cases[at] = killer;
}

/* Returns whether nothing was found. */
static bool judge_mutant(judge *j, int mutant)
{
    shared *b = j->shared;

    memset(b, 0, sizeof *b + j->count * CHECKS);
    run_children(j, mutant);
    say(j);
    if (b->found && j->first)
        count_kill(j, b->at % j->count);
    return b->found == 0;
}

/* Each line of the file is a number. It is read before there is a child, whose exit() would turn
 * back a file that both have open. */
static bool judge_mutants(judge *j, bool *right, problems *p)
{
    fp_str numbers;
    int mutant = 0;

    if (!file_read(j->mutants, &numbers, p))
        return false;
    for (size_t i = 0; i < numbers.len; i++) {
        if (numbers.ptr[i] != '\n') {
            mutant = mutant * 10 + (numbers.ptr[i] - '0');
            continue;
        }
        printf("mutant %d\n", mutant);
        *right = judge_mutant(j, mutant) && *right;
        mutant = 0;
    }
    free((char *)(uintptr_t)numbers.ptr);
    return true;
}

/* -- the cases --------------------------------------------------------------------------------- */

typedef bool reader(corpus *c, const char *file, json_t *json, problems *p);

static bool read_rows(corpus *c, const char *file, json_t *json, problems *p)
{
    const bool right = equivalence_read(c, file, json, p);

    json_decref(json);
    return right;
}

static bool read_folder(judge *j, const char *data, const char *folder, reader *read, problems *p)
{
    char *path = xformat("%s/corpus/%s", data, folder);
    char **names = dir_names(path, ".json", p);
    bool right = names != NULL;

    for (size_t i = 0; right && names[i]; i++) {
        if (!is_case_file(names[i]))
            continue;

        char *file = xformat("corpus/%s/%s", folder, names[i]);
        char *full = xformat("%s/%s", data, file);
        json_t *json = json_file(full, p);

        right = json && read(j->corpus, file, json, p);
        free(full);
        free(file);
    }
    names_free(names);
    free(path);
    return right;
}

static bool is_asked(const test_case *t, char **ids, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(ids[i], case_subject(t)) == 0)
            return true;
    return false;
}

static int by_line(const void *a, const void *b)
{
    return lock_compare(a, b);
}

/* Cases that are newer than the lock are in none. */
static bool read_lock(judge *j, const char *data, const char *id, problems *p)
{
    char *path = lock_path(data, id);
    lock then = { 0 };
    const bool right = lock_read(path, &then, p);

    for (size_t i = 0; right && i < j->count; i++) {
        asked *c = &j->cases[i];
        const lock_line key = { .kind = LOCK_CASE, .id = (char *)(uintptr_t)c->t->id };
        const lock_line *line = bsearch(&key, then.lines, then.count, sizeof *then.lines, by_line);

        if (!line || !c->t->syntax || c->t->input.len > LOCKED_BYTES)
            continue;
        c->events = xstrdup(line->events);
        if (j->mutants)
            c->roles = roles_of(c->t);
    }
    lock_free(&then);
    free(path);
    return right;
}

/* The cases of families are instances that the parsers as they are have made: a mutant would write
 * its own. */
static bool read_families(judge *j, problems *p)
{
    json_t *files = json_file(j->families, p);
    bool good = files != NULL;
    size_t i;
    json_t *file;

    json_array_foreach (files, i, file)
        good = good && corpus_read_file(j->corpus, j->families, json_incref(file), p);
    json_decref(files);
    return good;
}

/* Writes them: an array of case files, of one case each. */
static int write_families(const char *path, const char *data, char **ids, int count, problems *p)
{
    json_t *files = json_array();
    corpus *all = corpus_new(data);
    bool good = true;

    for (int i = 0; i < count; i++)
        good = good && family_read(all, data, fp_syntax_find(fp_str_of(ids[i])), p);
    for (size_t i = 0; i < corpus_count(all); i++) {
        const test_case *t = corpus_case(all, i);

        json_array_append_new(files, json_pack("{s:s, s:s, s:[O]}", "syntax", case_subject(t),
                                               "feature", t->feature, "cases", t->json));
    }
    good = good && json_dump_file(files, path, JSON_COMPACT) == 0;
    corpus_free(all);
    json_decref(files);
    return good ? EXIT_AS_EXPECTED : EXIT_ADAPTER;
}

static bool load(judge *j, const char *data, char **ids, int count, problems *p)
{
    size_t all;

    j->corpus = corpus_new(data);
    for (int i = 0; i < count; i++)
        if (!read_folder(j, data, ids[i], corpus_read_file, p))
            return false;
    if (j->families && !read_families(j, p))
        return false;
    if (!corpus_load_renderings(j->corpus, p) || !read_folder(j, data, "equivalence", read_rows, p))
        return false;
    all = corpus_count(j->corpus);
    j->cases = xcalloc(all + 1, sizeof *j->cases);
    for (size_t i = 0; i < all; i++)
        if (is_asked(corpus_case(j->corpus, i), ids, count))
            j->cases[j->count++].t = corpus_case(j->corpus, i);
    for (int i = 0; i < count && j->laws != LAWS_NONE; i++)
        if (!read_lock(j, data, ids[i], p))
            return false;
    return j->count > 0;
}

static int mode_of(const char *name)
{
    for (int m = LAWS_NONE; m <= LAWS_ALL; m++)
        if (strcmp(MODES[m], name) == 0)
            return m;
    return -1;
}

static bool read_options(judge *j, int *argc, char **argv)
{
    int i = 1;

    for (; i + 1 < *argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        if (strcmp(argv[i], "--max-bytes") == 0)
            j->max_bytes = strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--cpu") == 0)
            j->cpu = strtol(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--memory") == 0)
            j->memory = strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--failures") == 0)
            j->first = strcmp(argv[i + 1], "first") == 0;
        else if (strcmp(argv[i], "--mutants") == 0)
            j->mutants = argv[i + 1];
        else if (strcmp(argv[i], "--families") == 0)
            j->families = argv[i + 1];
        else if (strcmp(argv[i], "--write-families") == 0)
            j->write = argv[i + 1];
        else if (strcmp(argv[i], "--laws") == 0 && mode_of(argv[i + 1]) >= 0)
            j->laws = (mode)mode_of(argv[i + 1]);
        else
            return false;
    }
    memmove(argv, argv + i, (size_t)(*argc - i) * sizeof *argv);
    *argc -= i;
    return *argc > 0;
}

/* Memory that the children share, all zero. */
static shared *shared_new(size_t size)
{
    FILE *file = tmpfile();
    void *memory = MAP_FAILED;

    if (file && ftruncate(fileno(file), (off_t)size) == 0)
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    if (file)
        fclose(file);
    return memory == MAP_FAILED ? NULL : memory;
}

static void limit_memory(const judge *j)
{
    const struct rlimit limit = { j->memory << 20, j->memory << 20 };

    if (j->memory && setrlimit(RLIMIT_AS, &limit) != 0)
        exit(EXIT_ADAPTER);
}

int main(int argc, char **argv)
{
    judge j = { .max_bytes = CHUNK_PROOF_MAX, .cpu = CPU_MS };
    problems p = { 0 };
    char *data = data_dir(&p);
    bool right = true;

    if (!data || !read_options(&j, &argc, argv)) {
        fputs("usage: mutant_judge [--laws none|lock|rest|first|chunk|all] [--failures first|all] "
              "[--max-bytes N] [--memory MIB] [--cpu MS] [--mutants FILE] [--families FILE] "
              "SYNTAX...\n"
              "       mutant_judge --write-families FILE SYNTAX...\n",
              stderr);
        return EXIT_USAGE;
    }
    if (j.write)
        return write_families(j.write, data, argv, argc, &p);
    limit_memory(&j);
    if (!load(&j, data, argv, argc, &p))
        return EXIT_ADAPTER;
    j.shared = shared_new(sizeof *j.shared + j.count * CHECKS);
    if (!j.shared)
        return EXIT_ADAPTER;
    if (!j.mutants)
        right = judge_mutant(&j, 0);
    else if (!judge_mutants(&j, &right, &p))
        return EXIT_ADAPTER;
    return right ? EXIT_AS_EXPECTED : EXIT_UNEXPECTED;
}
