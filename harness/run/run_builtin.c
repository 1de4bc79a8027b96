/* SPDX-License-Identifier: Apache-2.0 */
/* run_builtin.c: all checks on our own parsers, in child processes that share the cases. */
#include "base/interrupt.h"
#include "judge/golden.h"
#include "law/laws.h"
#include "run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The checks of a case: its golden outcome, then the laws. TOTAL is that the child lives on. */
enum { GOLDEN = 0, CHECKS = 1 + LAW_COUNT, CASE_SECONDS = 60, CHILDREN_MAX = 8 };

/* What is found of a check. */
typedef struct record {
    bool broken;
    law_breach breach;
} record;

/* What a child says between two cases, of both. The records follow if a check is broken. */
typedef struct note {
    size_t ended, begun; /* numbers of cases; what->count: none */
    bool broken;
} note;

typedef struct child {
    pid_t pid;
    int in;         /* its notes and records */
    size_t suspect; /* the case that it has begun with; what->count: none */
    bool busy;
} child;

/* The numbers of the cases come to the children through one pipe, from which each takes the next
 * when it has ended one: so none is idle while there are cases left. */
typedef struct board {
    const selection *what;
    size_t children;
    size_t *order;             /* of the cases: the long ones first, for they may not come last */
    size_t given;              /* how many of them are in the pipe */
    int give, take;            /* the two ends of it; give: -1 when all are in */
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

/* False at the end. */
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

/* The last subject of which CHUNK holds; no syntax: there is none. */
typedef struct before {
    law_subject subject;
    fp_options options;
} before;

/* Whether a check is broken. */
static bool check_case(const board *b, const test_case *t, before *last, record found[CHECKS])
{
    const fp_options options = case_options(t);
    law_subject subject = { .syntax = t->syntax,
                            .options = &options,
                            .input = t->input,
                            .seed = b->what->seed,
                            .thorough = b->what->thorough,
                            .reading = law_reading_new() };
    fp_outcome *outcome;
    difference d;
    bool broken;

    interrupt_alarm(CASE_SECONDS);
    if (last->subject.syntax)
        law_build_on(&subject, &last->subject);
    found[GOLDEN].broken = broken = !golden_holds(t, &outcome, &d);
    fp_outcome_free(outcome);
    for (unsigned l = 0; l < LAW_COUNT; l++) {
        record *r = &found[1 + l];

        r->broken = l != LAW_TOTAL && !law_holds((law)l, &subject, &r->breach);
        broken = broken || r->broken;
    }
    law_reading_free(subject.reading);
    subject.reading = NULL;
    *last = (before){ .options = options };
    if (!found[1 + LAW_CHUNK].broken)
        last->subject = subject;
    last->subject.options = &last->options;
    return broken;
}

static _Noreturn void child_main(const board *b, int out)
{
    const size_t none = b->what->count;
    note n = { .ended = none };
    before last = { 0 };
    record found[CHECKS];

    do {
        if (!read_all(b->take, &n.begun, sizeof n.begun))
            n.begun = none;
        send_all(out, &n, sizeof n);
        if (n.broken)
            send_all(out, found, sizeof found);
        if (n.begun == none)
            break;
        memset(found, 0, sizeof found);
        n.broken = check_case(b, b->what->cases[n.begun], &last, found);
        n.ended = n.begun;
    } while (true);
    _exit(0);
}

/* -- in the parent ----------------------------------------------------------------------------- */

static _Noreturn void no_child(void)
{
    fprintf(stderr, "fencepost: cannot start a child process: %s\n", strerror(errno));
    exit(EXIT_ADAPTER);
}

static void start_child(const board *b, child *c)
{
    int ends[2];

    fflush(NULL);
    if (pipe(ends) != 0 || (c->pid = fork()) < 0)
        no_child();
    if (c->pid == 0) {
        close(ends[0]);
        if (b->give >= 0)
            close(b->give);
        child_main(b, ends[1]);
    }
    close(ends[1]);
    c->in = ends[0];
    c->busy = true;
    c->suspect = b->what->count;
}

/* Puts as many cases into the pipe as it holds; behind the last is its end. */
static void give_cases(board *b)
{
    enum { AT_ONCE = _POSIX_PIPE_BUF / sizeof *b->order }; /* all of them, or none */

    while (b->given < b->what->count) {
        const size_t left = b->what->count - b->given;
        const size_t size = (left < AT_ONCE ? left : AT_ONCE) * sizeof *b->order;
        const ssize_t n = write(b->give, b->order + b->given, size);

        if (n < 0 && errno == EAGAIN)
            return;
        if (n < 0 && errno != EINTR)
            exit(EXIT_ADAPTER);
        b->given += n > 0 ? (size_t)n / sizeof *b->order : 0;
    }
    close(b->give);
    b->give = -1;
}

/* The child has ended. If a case killed it, another goes on. One that could not go on has said why
 * itself: that is no fault of the parser. */
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
    start_child(b, c);
}

/* A case has ended, and another one begun. */
static void take_note(board *b, child *c)
{
    note n;

    if (!read_all(c->in, &n, sizeof n) ||
        (n.broken && !read_all(c->in, b->records[n.ended], sizeof *b->records))) {
        end_child(b, c);
        return;
    }
    if (n.ended < b->what->count)
        b->seen[n.ended] = true;
    c->suspect = n.begun;
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

/* Whether they came to their end. */
static bool run_children(board *b)
{
    child children[CHILDREN_MAX] = { { 0 } };
    struct pollfd polls[CHILDREN_MAX + 1];
    size_t busy;

    for (size_t i = 0; i < b->children; i++)
        start_child(b, &children[i]);
    do {
        busy = 0;
        polls[b->children] = (struct pollfd){ b->give, POLLOUT, 0 };
        for (size_t i = 0; i < b->children; i++) {
            polls[i] = (struct pollfd){ children[i].busy ? children[i].in : -1, POLLIN, 0 };
            busy += children[i].busy;
        }
        if (busy && poll(polls, (nfds_t)b->children + 1, INTERRUPT_TICK_MS) < 0 && errno != EINTR)
            exit(EXIT_ADAPTER);
        if (interrupt_stops()) {
            kill_children(b, children);
            return false;
        }
        if (b->give >= 0 && polls[b->children].revents)
            give_cases(b);
        for (size_t i = 0; i < b->children; i++)
            if (children[i].busy && polls[i].revents)
                take_note(b, &children[i]);
        if (b->lost) {
            kill_children(b, children);
            exit(EXIT_ADAPTER);
        }
    } while (busy);
    return true;
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
        r.harm = why.harm;
        r.clause = t->parts[why.part].first;
        r.advice = t->parts[why.part].level != LEVEL_MUST;
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

    if (rec->broken) {
        r.verdict = VERDICT_WRONG;
        r.harm = law_harm(l);
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
        say_golden(t, !b->records[i][GOLDEN].broken, say, context);
        for (unsigned l = 0; l < LAW_COUNT; l++)
            say_law(t, (law)l, &b->records[i][1 + l], say, context);
    }
}

/* Each case has come to an end: what is not said of one would pass for good. */
static void prove_complete(const board *b)
{
    for (size_t i = 0; i < b->what->count; i++)
        if (!b->seen[i] && !b->death[i]) {
            fprintf(stderr, "fencepost: nothing came back of %s: this run is worth nothing\n",
                    b->what->cases[i]->id);
            exit(EXIT_ADAPTER);
        }
}

/* Opens the pipe through which the children get their cases. */
static void open_pipe(board *b)
{
    int ends[2];

    if (pipe(ends) != 0 || fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0)
        no_child();
    b->take = ends[0];
    b->give = ends[1];
}

typedef struct place {
    size_t index;
    const test_case *test;
} place;

static int compare_bytes(fp_str a, fp_str b)
{
    const size_t len = a.len < b.len ? a.len : b.len;
    const int sign = len ? memcmp(a.ptr, b.ptr, len) : 0;

    return sign ? sign : (a.len > b.len) - (a.len < b.len);
}

/* Those of one syntax, under the same options, stand together, by their bytes: CHUNK is proved once
 * for what they begin with. */
static int compare_short(const test_case *a, const test_case *b)
{
    const uintptr_t x = (uintptr_t)a->catalogue, y = (uintptr_t)b->catalogue;
    int sign = strcmp(fp_syntax_id(a->syntax), fp_syntax_id(b->syntax));

    sign = sign ? sign : (x > y) - (x < y);
    sign = sign ? sign : memcmp(&a->policy, &b->policy, sizeof a->policy);
    sign = sign ? sign : memcmp(&a->limits, &b->limits, sizeof a->limits);
    return sign ? sign : compare_bytes(a->input, b->input);
}

/* The long ones come first, the longest before others. */
static int compare_places(const void *a, const void *b)
{
    const place *x = a, *y = b;
    const size_t m = x->test->input.len, n = y->test->input.len;
    const bool few = m <= CHUNK_PROOF_MAX && n <= CHUNK_PROOF_MAX;
    const int sign = few ? compare_short(x->test, y->test) : (m < n) - (m > n);

    return sign ? sign : (x->index > y->index) - (x->index < y->index);
}

static size_t *order_of(const selection *what)
{
    place *places = xcalloc(what->count, sizeof *places);
    size_t *order = xcalloc(what->count, sizeof *order);

    for (size_t i = 0; i < what->count; i++)
        places[i] = (place){ i, what->cases[i] };
    qsort(places, what->count, sizeof *places, compare_places);
    for (size_t i = 0; i < what->count; i++)
        order[i] = places[i].index;
    free(places);
    return order;
}

void run_builtin(const selection *what, on_result *say, void *context)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    board b = { .what = what, .children = cores < 1 ? 1 : (size_t)cores };

    if (what->jobs)
        b.children = what->jobs;

    b.children = b.children > CHILDREN_MAX ? CHILDREN_MAX : b.children;
    b.children = b.children > what->count ? what->count : b.children;
    b.order = order_of(what);
    b.records = xcalloc(what->count, sizeof *b.records);
    b.seen = xcalloc(what->count, sizeof *b.seen);
    b.death = xcalloc(what->count, sizeof *b.death);
    open_pipe(&b);
    if (run_children(&b))
        prove_complete(&b);
    close(b.take);
    if (b.give >= 0)
        close(b.give);
    say_all(&b, say, context);
    free(b.order);
    free(b.records);
    free(b.seen);
    free(b.death);
}
