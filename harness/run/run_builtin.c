/* SPDX-License-Identifier: Apache-2.0 */
/* run_builtin.c: all checks on our own parsers, in child processes that share the cases. */
#include "base/interrupt.h"
#include "judge/golden.h"
#include "law/laws.h"
#include "run/run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The checks of a case: its golden outcome, then the laws. TOTAL is that the child lives on. */
enum { GOLDEN = 0, CHECKS = 1 + LAW_COUNT, CASE_SECONDS = 60, CHILDREN_MAX = 8 };

/* What is found of a check. A child says the number of a case when it begins with it, then all its
 * records at once. */
typedef struct record {
    bool holds;
    law_breach breach;
} record;

typedef struct child {
    pid_t pid;
    int in;         /* its records */
    size_t next;    /* the case it begins with */
    size_t suspect; /* the case that it has begun with; what->count: none */
    bool busy;
} child;

typedef struct board {
    const selection *what;
    size_t children;
    record (*records)[CHECKS]; /* for each case */
    bool *seen;                /* for each case: it was finished */
    int *death;                /* for each case: wait status of the child that it killed, or 0 */
    bool lost;                 /* a child could not go on */
} board;

/* -- in the child ------------------------------------------------------------------------------ */

static void send_all(int out, const void *bytes, size_t len)
{
    for (size_t sent = 0; sent < len;) {
        const ssize_t n = write(out, (const char *)bytes + sent, len - sent);

        if (n < 0 && errno != EINTR)
            _exit(EXIT_ADAPTER);
        sent += n > 0 ? (size_t)n : 0;
    }
}

static void check_case(const board *b, size_t index, int out)
{
    const test_case *t = b->what->cases[index];
    const fp_options options = case_options(t);
    const law_subject subject = { .syntax = t->syntax,
                                  .options = &options,
                                  .input = t->input,
                                  .seed = b->what->seed,
                                  .thorough = b->what->thorough };
    record found[CHECKS] = { { 0 } };
    fp_outcome *outcome;
    difference d;

    alarm(CASE_SECONDS);
    send_all(out, &index, sizeof index);
    found[GOLDEN].holds = golden_holds(t, &outcome, &d);
    fp_outcome_free(outcome);
    for (unsigned l = 0; l < LAW_COUNT; l++)
        found[1 + l].holds = l == LAW_TOTAL || law_holds((law)l, &subject, &found[1 + l].breach);
    send_all(out, found, sizeof found);
}

static _Noreturn void child_main(const board *b, size_t first, int out)
{
    for (size_t i = first; i < b->what->count; i += b->children)
        check_case(b, i, out);
    _exit(0);
}

/* -- in the parent ----------------------------------------------------------------------------- */

static void start_child(const board *b, child *c)
{
    int ends[2];

    fflush(NULL);
    if (pipe(ends) != 0 || (c->pid = fork()) < 0) {
        fprintf(stderr, "fencepost: cannot start a child process: %s\n", strerror(errno));
        exit(EXIT_ADAPTER);
    }
    if (c->pid == 0) {
        close(ends[0]);
        child_main(b, c->next, ends[1]);
    }
    close(ends[1]);
    c->in = ends[0];
    c->busy = true;
    c->suspect = b->what->count;
}

/* False at the end of the child's output. */
static bool read_all(int in, void *bytes, size_t len)
{
    size_t have = 0;

    while (have < len) {
        const ssize_t n = read(in, (char *)bytes + have, len - have);

        if (n > 0)
            have += (size_t)n;
        else if (n == 0 || errno != EINTR)
            return false;
    }
    return true;
}

/* The child has ended. If a case killed it, another goes on behind that case. One that could not go
 * on has said why itself: that is no fault of the parser. */
static void end_child(board *b, child *c)
{
    int status = 0;

    close(c->in);
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    c->busy = false;
    b->lost = b->lost || (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_ADAPTER);
    if (b->lost || status == 0 || c->suspect >= b->what->count)
        return;
    b->death[c->suspect] = status;
    c->next = c->suspect + b->children;
    if (c->next < b->what->count)
        start_child(b, c);
}

/* The number of the case that the child begins with, or what it has found of it. */
static void take_message(board *b, child *c)
{
    const bool begun = c->suspect < b->what->count;

    if (begun ? !read_all(c->in, b->records[c->suspect], sizeof *b->records)
              : !read_all(c->in, &c->suspect, sizeof c->suspect)) {
        end_child(b, c);
        return;
    }
    if (begun) {
        b->seen[c->suspect] = true;
        c->suspect = b->what->count;
    }
}

/* What they have said so far is kept. */
static void kill_children(const board *b, child *children)
{
    for (size_t i = 0; i < b->children; i++) {
        if (!children[i].busy)
            continue;
        close(children[i].in);
        kill(children[i].pid, SIGKILL);
        while (waitpid(children[i].pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
}

static void run_children(board *b)
{
    child children[CHILDREN_MAX] = { { 0 } };
    struct pollfd polls[CHILDREN_MAX];
    size_t busy;

    for (size_t i = 0; i < b->children; i++) {
        children[i].next = i;
        start_child(b, &children[i]);
    }
    do {
        busy = 0;
        for (size_t i = 0; i < b->children; i++) {
            polls[i] = (struct pollfd){ children[i].busy ? children[i].in : -1, POLLIN, 0 };
            busy += children[i].busy;
        }
        if (busy && poll(polls, (nfds_t)b->children, INTERRUPT_TICK_MS) < 0 && errno != EINTR)
            exit(EXIT_ADAPTER);
        if (interrupt_stops()) {
            kill_children(b, children);
            return;
        }
        for (size_t i = 0; i < b->children; i++)
            if (children[i].busy && polls[i].revents)
                take_message(b, &children[i]);
        if (b->lost) {
            kill_children(b, children);
            exit(EXIT_ADAPTER);
        }
    } while (busy);
}

/* -- results ----------------------------------------------------------------------------------- */

static void say_golden(const test_case *t, bool holds, on_result *say, void *context)
{
    static const judged ALL = { true, true, true };
    result r = { .test = t, .check = "golden", .clause = t->clauses[0] };
    fp_outcome *outcome = NULL;
    difference why, d;
    char *expected = NULL, *actual = NULL;

    if (!holds) {
        golden_holds(t, &outcome, &why);
        r.verdict = why.fewer_calls  ? VERDICT_REFUSED
                    : why.more_calls ? VERDICT_ACCEPTED
                                     : VERDICT_WRONG;
        r.kind = difference_name(why.kind);
        r.advice = t->level != LEVEL_MUST;
        r.sentence = why.sentence;
        if (!judge_outcome(&t->expect, outcome, &ALL, &d)) {
            r.expected = expected = expectation_lines(&t->expect, &ALL);
            r.actual = actual = outcome_lines(outcome, &ALL);
        }
    }
    say(context, &r);
    free(expected);
    free(actual);
    fp_outcome_free(outcome);
}

static void say_law(const test_case *t, law l, const record *rec, on_result *say, void *context)
{
    const size_t cuts[] = { rec->breach.from, rec->breach.to };
    result r = { .test = t, .check = law_name(l), .clause = law_clause(l) };

    if (!rec->holds) {
        r.verdict = VERDICT_WRONG;
        r.sentence = rec->breach.text;
        r.cut_name = "where the law is broken";
        r.cuts = cuts;
        r.cut_count = cuts[0] == cuts[1] ? 1 : 2;
    }
    say(context, &r);
}

static void say_death(const test_case *t, int status, on_result *say, void *context)
{
    const bool silent = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    result r = { .test = t, .check = law_name(LAW_TOTAL), .clause = law_clause(LAW_TOTAL) };
    char *sentence = silent ? xformat("no answer within %d seconds", CASE_SECONDS)
                     : WIFSIGNALED(status)
                         ? xformat("the parser died: %s", strsignal(WTERMSIG(status)))
                         : xformat("the parser ended its process, status %d", WEXITSTATUS(status));

    r.verdict = silent ? VERDICT_TIMEOUT : VERDICT_CRASH;
    r.sentence = sentence;
    say(context, &r);
    free(sentence);
}

static void say_all(const board *b, on_result *say, void *context)
{
    for (size_t i = 0; i < b->what->count; i++) {
        const test_case *t = b->what->cases[i];

        if (!b->seen[i] && !b->death[i]) /* the run was stopped */
            continue;
        if (!b->seen[i]) {
            say_death(t, b->death[i], say, context);
            continue;
        }
        say_golden(t, b->records[i][GOLDEN].holds, say, context);
        for (unsigned l = 0; l < LAW_COUNT; l++)
            say_law(t, (law)l, &b->records[i][1 + l], say, context);
    }
}

void run_builtin(const selection *what, on_result *say, void *context)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    board b = { .what = what, .children = cores < 1 ? 1 : (size_t)cores };

    if (what->jobs)
        b.children = what->jobs;

    b.children = b.children > CHILDREN_MAX ? CHILDREN_MAX : b.children;
    b.children = b.children > what->count ? what->count : b.children;
    b.records = xcalloc(what->count, sizeof *b.records);
    b.seen = xcalloc(what->count, sizeof *b.seen);
    b.death = xcalloc(what->count, sizeof *b.death);
    run_children(&b);
    say_all(&b, say, context);
    free(b.records);
    free(b.seen);
    free(b.death);
}
