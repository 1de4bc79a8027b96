/* SPDX-License-Identifier: Apache-2.0 */
/* judge.c: what the suite says of the parsers that it is linked with, one of which is a mutant.
 *
 * mutant_judge [--laws none|first|chunk|all] [--failures first|all] [--max-bytes N] [--memory MIB]
 * [--cpu MS] [--mutants FILE] SYNTAX...
 *
 * The golden outcomes of all cases come first; the laws only if these find nothing, or with `all`,
 * or CHUNK alone with `chunk`. A line "case check how" for each failure, or for the first, and
 * "cases N" last, without which nothing was judged.
 *
 * With --mutants one of the parsers holds many mutants (schemata.py), and FILE their numbers, a
 * line each. The suite is read once, and each number is judged in processes of its own; "mutant N"
 * stands before what is said of it.
 */
#include "judge/golden.h"
#include "law/laws.h"
#include "suite/equivalence.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* CPU_MS, not the clock's: other work on the machine must not make a mutant hang. */
enum {
    CPU_MS = 3000,
    /* by default */ WALL_SECONDS = 120,
    TIMED_BYTES = 65536,
    HANGS_MAX = 2,
    CRASHES_MAX = 400
};
enum { GOLDEN = 0, CHECKS = 1 + LAW_COUNT };

/* Which mutant the parsers are: chosen in a child, and 0, the parser as it is, wherever the suite
 * is read. Schemata name it, so that it can be neither constant nor static. */
extern int fp_mutant;
int fp_mutant = 0;

typedef enum mode { LAWS_NONE, LAWS_FIRST, LAWS_CHUNK, LAWS_ALL } mode;

static const char *const MODES[] = { "none", "first", "chunk", "all" };

/* What has been found: the child's memory and its parent's. */
typedef struct board {
    size_t at;    /* the place that is looked at: check * cases + case */
    size_t found; /* failures */
    unsigned char failed[];
} board;

typedef struct judge {
    corpus *corpus;
    const test_case **cases; /* those of the syntaxes; with `first` those that kill most lead */
    size_t *kills;           /* of each */
    size_t count;
    size_t max_bytes; /* laws look at no longer inputs */
    long cpu;         /* milliseconds for a check of up to TIMED_BYTES */
    rlim_t memory;    /* MiB; 0: no limit, which the address sanitizer needs */
    mode laws;
    bool first; /* whether one failure is enough */
    const char *mutants;
    board *board;
} judge;

/* -- in the child ------------------------------------------------------------------------------ */

static bool holds(const test_case *t, unsigned check)
{
    const fp_options options = case_options(t);
    const law_subject subject = {
        .syntax = t->syntax, .options = &options, .input = t->input, .seed = 1
    };
    fp_outcome *outcome = NULL;
    law_breach breach;
    difference d;
    bool right;

    if (check != GOLDEN)
        return law_holds((law)(check - 1), &subject, &breach);
    right = golden_holds(t, &outcome, &d);
    fp_outcome_free(outcome);
    return right;
}

static bool applies(const judge *j, const test_case *t, unsigned check)
{
    if (check == GOLDEN)
        return true;
    if (j->laws == LAWS_CHUNK && check != 1 + LAW_CHUNK)
        return false;
    return check != 1 + LAW_TOTAL && t->input.len <= j->max_bytes;
}

/* More for what is long: a golden case of a megabyte takes as long as all others of its syntax. */
static void limit_time(const judge *j, const test_case *t)
{
    const long ms = j->cpu * (1 + (long)(t->input.len / TIMED_BYTES));
    const struct itimerval cpu = { .it_value = { ms / 1000, ms % 1000 * 1000 } };

    setitimer(ITIMER_PROF, &cpu, NULL);
    alarm(WALL_SECONDS);
}

static _Noreturn void child_main(const judge *j, int mutant, size_t first)
{
    board *b = j->board;

    fp_mutant = mutant;
    for (size_t at = first; at < j->count * CHECKS; at++) {
        const test_case *t = j->cases[at % j->count];
        const unsigned check = (unsigned)(at / j->count);

        if (check != GOLDEN && (j->laws == LAWS_NONE || (j->laws == LAWS_FIRST && b->found)))
            break;
        if (!applies(j, t, check))
            continue;
        b->at = at;
        limit_time(j, t);
        if (!holds(t, check)) {
            b->failed[at] = 1;
            b->found++;
        }
        if (j->first && b->found)
            break;
    }
    _exit(0);
}

/* -- in the parent ----------------------------------------------------------------------------- */

static int run_child(const judge *j, int mutant, size_t first)
{
    int status = 0;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0)
        child_main(j, mutant, first);
    if (child < 0)
        exit(EXIT_ADAPTER);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

static const char *check_name(unsigned check)
{
    return check == GOLDEN ? "golden" : law_name((law)(check - 1));
}

/* A child that ends too early has died of the case that it was at: that breaks TOTAL. */
static void run_children(const judge *j, int mutant)
{
    board *b = j->board;
    size_t first = 0, hangs = 0, crashes = 0;

    while (hangs < HANGS_MAX && crashes < CRASHES_MAX) {
        const int status = run_child(j, mutant, first);
        const bool hung =
            WIFSIGNALED(status) && (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM);

        if (status == 0)
            return;
        hangs += hung;
        crashes += !hung;
        printf("%s TOTAL %s\n", j->cases[b->at % j->count]->id, hung ? "hangs" : "crashes");
        b->found++;
        first = b->at + 1;
        if (j->first)
            return;
    }
}

static void say(const judge *j)
{
    for (size_t at = 0; at < j->count * CHECKS; at++)
        if (j->board->failed[at])
            printf("%s %s differs\n", j->cases[at % j->count]->id,
                   check_name((unsigned)(at / j->count)));
    printf("cases %zu\n", j->count);
    fflush(stdout);
}

/* What killed a mutant moves before what has killed fewer: most are killed by few cases. */
static void count_kill(judge *j, size_t at)
{
    const size_t kills = ++j->kills[at];
    const test_case *killer = j->cases[at];

    for (; at > 0 && j->kills[at - 1] < kills; at--) {
        j->kills[at] = j->kills[at - 1];
        j->cases[at] = j->cases[at - 1];
    }
    j->kills[at] = kills;
    j->cases[at] = killer;
}

/* Whether nothing was found. */
static bool judge_mutant(judge *j, int mutant)
{
    board *b = j->board;

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

static bool load(judge *j, const char *data, char **ids, int count, problems *p)
{
    size_t all;

    j->corpus = corpus_new(data);
    for (int i = 0; i < count; i++)
        if (!read_folder(j, data, ids[i], corpus_read_file, p))
            return false;
    if (!read_folder(j, data, "equivalence", read_rows, p))
        return false;
    all = corpus_count(j->corpus);
    j->cases = xcalloc(all + 1, sizeof *j->cases);
    for (size_t i = 0; i < all; i++)
        if (is_asked(corpus_case(j->corpus, i), ids, count))
            j->cases[j->count++] = corpus_case(j->corpus, i);
    j->kills = xcalloc(j->count + 1, sizeof *j->kills);
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
static board *board_new(size_t size)
{
    FILE *file = tmpfile();
    void *shared = MAP_FAILED;

    if (file && ftruncate(fileno(file), (off_t)size) == 0)
        shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    if (file)
        fclose(file);
    return shared == MAP_FAILED ? NULL : shared;
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
        fputs("usage: mutant_judge [--laws none|first|chunk|all] [--failures first|all] "
              "[--max-bytes N] [--memory MIB] [--cpu MS] [--mutants FILE] SYNTAX...\n",
              stderr);
        return EXIT_USAGE;
    }
    limit_memory(&j);
    if (!load(&j, data, argv, argc, &p))
        return EXIT_ADAPTER;
    j.board = board_new(sizeof *j.board + j.count * CHECKS);
    if (!j.board)
        return EXIT_ADAPTER;
    if (!j.mutants)
        right = judge_mutant(&j, 0);
    else if (!judge_mutants(&j, &right, &p))
        return EXIT_ADAPTER;
    return right ? EXIT_AS_EXPECTED : EXIT_UNEXPECTED;
}
