/* SPDX-License-Identifier: Apache-2.0 */
/* run_builtin.c: runs all checks on our own parsers, in child processes that share the cases. */
#include "base/children.h"
#include "base/interrupt.h"
#include "judge/golden.h"
#include "law/laws.h"
#include "run/run.h"
#include "run/wanted.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The checks of a case: its golden outcome, then the laws. TOTAL is that the child lives on. */
enum { GOLDEN = 0, CHECKS = 1 + LAW_OF_OURS, CASE_SECONDS = 60, CHILDREN_MAX = 8 };

/* What is found of a check; in which way a golden outcome is another, a golden_failure has. */
typedef struct record {
    bool broken;
    law_breach breach;
} record;

typedef struct golden_failure {
    difference why;
    char *expected, *actual; /* lines for people, owned; NULL: the outcome itself is right */
} golden_failure;

/* What is found of a case. */
typedef struct finds {
    bool broken; /* whether a check is */
    record of[CHECKS];
    golden_failure golden; /* if of[GOLDEN].broken */
} finds;

/* What a child sends between two cases, of both. The finds follow if a check is broken. */
typedef struct note {
    size_t ended, begun; /* numbers of cases; what->count: none */
    bool broken;
} note;

typedef struct judge {
    child process;  /* it sends notes and finds */
    size_t suspect; /* the case that it has begun with; what->count: none */
} judge;

/* The numbers of the cases come to the children through one pipe, from which each takes the next
 * when it has ended one: so none is idle while there are cases left. */
typedef struct board {
    const selection *what;
    size_t children;
    size_t *order;     /* of the cases: the long ones first, for they may not come last */
    size_t given;      /* how many of them are in the pipe */
    int give, take;    /* the two ends of it; give: -1 when all are in */
    finds **found;     /* for each case: owned; NULL: all checks hold */
    bool *seen;        /* for each case: it was finished */
    child_end **death; /* for each case: the end of the child that it ended; owned, or NULL */
    bool lost;         /* a child could not go on */
} board;

/* -- in the child ------------------------------------------------------------------------------ */

/* What earlier cases have shown: the last subject of which CHUNK holds (no syntax: there is none),
 * and the calls of which EQUIVALENCE does. */
typedef struct memory {
    law_subject subject;
    fp_options options;
    hashes shown;
} memory;

static bool is_golden(const test_case *t, const fp_outcome *outcome, golden_failure *f)
{
    static const judged ALL = { true, true, true };
    difference d;

    if (golden_agrees(t, outcome, &f->why))
        return true;
    if (!judge_outcome(&t->expect, outcome, &ALL, &d)) {
        f->expected = expectation_lines(&t->expect, &ALL);
        f->actual = outcome_lines(outcome, &ALL);
    }
    return false;
}

static void check_case(const board *b, const test_case *t, memory *known, finds *found)
{
    const fp_options options = case_options(t);
    law_subject subject = { .syntax = t->syntax,
                            .options = &options,
                            .input = t->input,
                            .seed = b->what->seed,
                            .thorough = b->what->thorough,
                            .reading = law_reading_new(),
                            .shown = &known->shown };

    interrupt_alarm(CASE_SECONDS);
    if (known->subject.syntax)
        law_build_on(&subject, &known->subject);
    found->broken = !is_golden(t, law_outcome(&subject), &found->golden);
    found->of[GOLDEN].broken = found->broken;
    for (unsigned l = 0; l < LAW_OF_OURS; l++) {
        record *r = &found->of[1 + l];

        r->broken = l != LAW_TOTAL && wants_law(b->what, (law)l) &&
                    !law_holds((law)l, &subject, &r->breach);
        found->broken = found->broken || r->broken;
    }
    law_reading_free(subject.reading);
    subject.reading = NULL;
    known->options = options;
    known->subject = found->of[1 + LAW_CHUNK].broken ? (law_subject){ 0 } : subject;
    known->subject.options = &known->options;
}

static void send_finds(int out, const finds *found)
{
    child_send(out, found, sizeof *found);
    child_send_text(out, found->golden.expected);
    child_send_text(out, found->golden.actual);
}

static void finds_free(finds *found)
{
    free(found->golden.expected);
    free(found->golden.actual);
}

static int judge_cases(const void *context, int out)
{
    const board *b = context;
    const child given = { .in = b->take };
    const size_t none = b->what->count;
    note n = { .ended = none };
    memory known = { 0 };
    finds found = { 0 };

    if (b->give >= 0)
        close(b->give);
    do {
        if (!child_receive(&given, &n.begun, sizeof n.begun))
            n.begun = none;
        child_send(out, &n, sizeof n);
        if (n.broken)
            send_finds(out, &found);
        finds_free(&found);
        if (n.begun == none)
            return EXIT_AS_EXPECTED;
        memset(&found, 0, sizeof found); /* gaps between members are sent as well */
        check_case(b, b->what->cases[n.begun], &known, &found);
        n.broken = found.broken;
        n.ended = n.begun;
    } while (true);
}

/* -- in the parent ----------------------------------------------------------------------------- */

static _Noreturn void no_child(void)
{
    fprintf(stderr, "fencepost: cannot start a child process: %s\n", strerror(errno));
    exit(EXIT_ADAPTER);
}

static void start_judge(const board *b, judge *j)
{
    if (!child_start(&j->process, judge_cases, b))
        no_child();
    j->suspect = b->what->count;
}

/* Puts as many cases into the pipe as it holds; after the last is its end. */
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

/* The child has ended. If a case ended it, another goes on. One that could not go on has reported
 * why itself: that is not a fault of the parser. */
static void end_judge(board *b, judge *j)
{
    const child_end end = child_wait(&j->process);

    b->lost = b->lost || end.fate == CHILD_LOST;
    if (b->lost || j->suspect >= b->what->count)
        return;
    b->death[j->suspect] = xcalloc(1, sizeof end);
    *b->death[j->suspect] = end;
    start_judge(b, j);
}

/* NULL: the child ended before it sent all of them. */
static finds *take_finds(const child *from)
{
    finds *found = xcalloc(1, sizeof *found);
    const bool all = child_receive(from, found, sizeof *found);

    found->golden.expected = found->golden.actual = NULL; /* these were the child's */
    if (all && child_receive_text(from, &found->golden.expected) &&
        child_receive_text(from, &found->golden.actual))
        return found;
    finds_free(found);
    free(found);
    return NULL;
}

/* A case has ended, and another one begun. */
static void take_note(board *b, judge *j)
{
    note n;

    if (!child_receive(&j->process, &n, sizeof n) ||
        (n.broken && !(b->found[n.ended] = take_finds(&j->process)))) {
        end_judge(b, j);
        return;
    }
    if (n.ended < b->what->count)
        b->seen[n.ended] = true;
    j->suspect = n.begun;
}

/* What they have sent so far is kept. */
static void kill_judges(const board *b, judge *judges)
{
    for (size_t i = 0; i < b->children; i++)
        child_kill(&judges[i].process);
}

/* Returns whether they came to their end. */
static bool run_children(board *b)
{
    judge judges[CHILDREN_MAX] = { { .suspect = 0 } };
    struct pollfd polls[CHILDREN_MAX + 1];
    size_t busy;

    for (size_t i = 0; i < b->children; i++)
        start_judge(b, &judges[i]);
    do {
        busy = 0;
        polls[b->children] = (struct pollfd){ b->give, POLLOUT, 0 };
        for (size_t i = 0; i < b->children; i++) {
            polls[i] = (struct pollfd){ judges[i].process.in, POLLIN, 0 };
            busy += judges[i].process.pid != 0;
        }
        if (busy && poll(polls, (nfds_t)b->children + 1, INTERRUPT_TICK_MS) < 0 && errno != EINTR)
            exit(EXIT_ADAPTER);
        if (interrupt_stops()) {
            kill_judges(b, judges);
            return false;
        }
        if (b->give >= 0 && polls[b->children].revents)
            give_cases(b);
        for (size_t i = 0; i < b->children; i++)
            if (judges[i].process.pid && polls[i].revents)
                take_note(b, &judges[i]);
        if (b->lost) {
            kill_judges(b, judges);
            exit(EXIT_ADAPTER);
        }
    } while (busy);
    return true;
}

/* -- results ----------------------------------------------------------------------------------- */

static void say_golden(const test_case *t, const finds *found, on_result *say, void *context)
{
    const difference *why = &found->golden.why;
    result r = { .test = t, .check = "golden", .clause = t->clauses[0] };

    if (found->of[GOLDEN].broken) {
        r.verdict = why->fewer_calls  ? VERDICT_REFUSED
                    : why->more_calls ? VERDICT_ACCEPTED
                                      : VERDICT_WRONG;
        r.kind = difference_name(why->kind);
        r.harm = why->harm;
        r.clause = t->parts[why->part].first;
        r.advice = t->parts[why->part].level != LEVEL_MUST;
        r.sentence = why->sentence;
        r.expected = found->golden.expected;
        r.actual = found->golden.actual;
    }
    say(context, &r);
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

static void say_death(const test_case *t, child_end death, on_result *say, void *context)
{
    result r = { .test = t, .check = law_name(LAW_TOTAL), .clause = law_clause(LAW_TOTAL) };
    char *sentence = child_sentence(death, CASE_SECONDS);

    r.verdict = death.fate == CHILD_LATE ? VERDICT_TIMEOUT : VERDICT_CRASH;
    r.sentence = sentence;
    say(context, &r);
    free(sentence);
}

static void say_all(const board *b, on_result *say, void *context)
{
    static const finds NOTHING = { 0 };

    for (size_t i = 0; i < b->what->count; i++) {
        const test_case *t = b->what->cases[i];

        if (!b->seen[i] && !b->death[i]) /* the run was stopped */
            continue;
        if (!b->seen[i]) {
            say_death(t, *b->death[i], say, context);
            continue;
        }

        const finds *found = b->found[i] ? b->found[i] : &NOTHING;

        if (wants_golden(b->what))
            say_golden(t, found, say, context);
        for (unsigned l = 0; l < LAW_OF_OURS; l++)
            if (wants_law(b->what, (law)l))
                say_law(t, (law)l, &found->of[1 + l], say, context);
    }
}

/* Ends the run unless every case has a result: a missing one would look like a pass. */
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
    sign = sign ? sign : compare_bytes(a->prefix, b->prefix);
    sign = sign ? sign : (a->finish > b->finish) - (a->finish < b->finish);
    sign = sign ? sign : compare_bytes(a->finish_token, b->finish_token);
    sign = sign ? sign : (a->tokens.count > b->tokens.count) - (a->tokens.count < b->tokens.count);
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
    b.found = (finds **)xcalloc(what->count, sizeof *b.found);
    b.seen = xcalloc(what->count, sizeof *b.seen);
    b.death = (child_end **)xcalloc(what->count, sizeof *b.death);
    open_pipe(&b);
    if (run_children(&b))
        prove_complete(&b);
    close(b.take);
    if (b.give >= 0)
        close(b.give);
    say_all(&b, say, context);
    for (size_t i = 0; i < what->count; i++) {
        if (b.found[i])
            finds_free(b.found[i]);
        free(b.found[i]);
        free(b.death[i]);
    }
    free(b.order);
    free((void *)b.found);
    free(b.seen);
    free((void *)b.death);
}
