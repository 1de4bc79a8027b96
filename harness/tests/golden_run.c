/* SPDX-License-Identifier: Apache-2.0 */
/* golden_run.c: every golden case on our own parsers, and nothing else, for lint/branches.py to see
 * which branches of reference/ are taken then.
 *
 * golden_run [--syntax ID] [--but ID] [--failing] [--every N]
 *
 * Each case is parsed whole, and again byte by byte, the first half with its roles told, the second
 * by a copy of the parser, and so by step() alone as well; calls are rendered where the case says
 * how, and the vault's cases resolved. --but leaves a case out.
 * --every takes of the cases that several syntaxes share one in so many.
 * --failing: nothing is judged; the same is done with each allocation failing in turn, so that what
 * is taken then, and not before, is known to wait for just that.
 */
#include "judge/golden.h"
#include "suite/vault_case.h"
#include "tests/failing_malloc.h"

#include <fencepost/render.h>
#include <fencepost/syntax.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- what is done with a case ------------------------------------------------------------------ */

/* The ranges of roles that are told: each begins where the one before it ends. */
typedef struct account {
    uint64_t end;
    bool broken;
} account;

static void take_role(void *context, fp_role role, const char *clause, uint64_t start, uint64_t end)
{
    account *a = context;

    (void)role;
    (void)clause;
    a->broken = a->broken || start != a->end || end < start;
    a->end = end;
}

static bool feed_bytes(fp_parser *parser, fp_str bytes)
{
    for (size_t i = 0; i < bytes.len; i++)
        if (fp_parser_feed(parser, bytes.ptr + i, 1) != FP_OK)
            return false;
    return true;
}

/* Byte by byte, the second half by a copy. NULL when memory is out. */
static fp_outcome *parse_bytes(const test_case *t, const fp_syntax *syntax, account *a)
{
    const fp_options options = case_options(t);
    const size_t half = t->input.len / 2;
    const fp_str first = { t->input.ptr, half };
    const fp_str rest = { t->input.ptr + half, t->input.len - half };
    fp_outcome *outcome = fp_outcome_new();
    fp_parser *parser = fp_parser_new(syntax, &options, fp_outcome_sink, outcome);
    fp_parser *copy = NULL;
    bool good = outcome && parser;

    if (good && options.policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP)
        fp_outcome_forget_cut(outcome);
    if (good) {
        fp_parser_trace(parser, take_role, a);
        good = feed_bytes(parser, first);
        copy = good ? fp_parser_clone(parser, fp_outcome_sink, outcome) : NULL;
    }
    if (copy)
        good = feed_bytes(copy, rest) && fp_parser_finish(copy) == FP_OK;
    fp_parser_free(copy);
    fp_parser_free(parser);
    if (good && copy)
        return outcome;
    fp_outcome_free(outcome);
    return NULL;
}

static bool bytes_hold(const test_case *t, const fp_syntax *syntax, difference *d)
{
    static const judged ALL = { true, true, true };
    account a = { 0 };
    fp_outcome *outcome = parse_bytes(t, syntax, &a);
    bool right;

    if (!outcome)
        end_out_of_memory();
    right = judge_outcome(&t->expect, outcome, &ALL, d) && !a.broken && a.end <= t->input.len;
    fp_outcome_free(outcome);
    return right;
}

/* The syntax without what makes it quick. */
static fp_syntax steps_of(const fp_syntax *syntax)
{
    fp_syntax steps = *syntax;

    steps.fast = NULL;
    return steps;
}

static bool holds(const test_case *t, difference *d)
{
    const fp_syntax steps = steps_of(t->syntax);
    fp_outcome *outcome = NULL;
    const bool right = golden_holds(t, &outcome, d);

    fp_outcome_free(outcome);
    return right && bytes_hold(t, t->syntax, d) && bytes_hold(t, &steps, d);
}

/* -- with allocations that fail ---------------------------------------------------------------- */

static void parse_whole(const test_case *t, fp_str catalogue)
{
    const fp_options options = case_options(t);
    fp_outcome *outcome = NULL;

    (void)catalogue;
    fp_parse(t->syntax, &options, t->input, &outcome);
    fp_outcome_free(outcome);
}

static void parse_cut(const test_case *t, fp_str catalogue)
{
    account a = { 0 };

    (void)catalogue;
    fp_outcome_free(parse_bytes(t, t->syntax, &a));
}

static void render(const test_case *t, fp_str catalogue)
{
    const fp_options options = case_options(t);
    fp_json text = { 0 };
    fp_refusal refusal;

    (void)catalogue;
    if (t->canonical)
        fp_render(t->syntax, &options, &t->expect.calls[0].call, &text, &refusal);
    fp_json_free(&text);
    for (size_t i = 0; i < t->unrenderable_count; i++) {
        text = (fp_json){ 0 };
        fp_render(t->syntax, &options, &t->unrenderable[i].expected.call, &text, &refusal);
        fp_json_free(&text);
    }
}

static void read_catalogue(const test_case *t, fp_str catalogue)
{
    fp_catalogue_error error;

    (void)t;
    fp_catalogue_free(fp_catalogue_read(catalogue, &error));
}

typedef void job(const test_case *t, fp_str catalogue);

/* Runs the job with the first, the second, … allocation failing, until none does any more. */
static void run_in_rounds(job *run, const test_case *t, fp_str catalogue)
{
    fail_rounds rounds = { 0 };

    while (fail_next(&rounds)) {
        run(t, catalogue);
        fail_switch(FAIL_NEVER);
    }
}

/* Long inputs say no more here, and take the square of their length. */
static void fail_in(const test_case *t)
{
    enum { LONG = 1024 };

    if (t->input.len > LONG)
        return;
    run_in_rounds(parse_whole, t, (fp_str){ 0 });
    run_in_rounds(parse_cut, t, (fp_str){ 0 });
    run_in_rounds(render, t, (fp_str){ 0 });
}

static void fail_in_catalogue(const test_case *t)
{
    char *tools = json_dumps(t->catalogue_json, JSON_COMPACT);
    char *text = tools ? xformat("{\"tools\":%s}", tools) : NULL;

    if (!text)
        end_out_of_memory();
    run_in_rounds(read_catalogue, t, fp_str_of(text));
    free(text);
    free(tools);
}

/* -- all cases --------------------------------------------------------------------------------- */

static bool judge_case(const test_case *t, problems *p)
{
    difference d = { .sentence = "byte by byte, it comes otherwise" };

    if (t->vault)
        return vault_case_holds(t, p);
    return holds(t, &d) || problem(p, t->file, t->id, "%s", d.sentence);
}

/* What is asked for; NULL: all, none. */
typedef struct asked {
    const char *syntax;
    const char *but;
    bool failing;
    size_t every; /* of the cases that several syntaxes share one in so many */
} asked;

/* Returns whether the case is in no folder of its syntax: every member of a family has it, or every
 * syntax. */
static bool is_shared(const test_case *t)
{
    char *folder = xformat("corpus/%s/", case_subject(t));
    const bool own = strncmp(t->file, folder, strlen(folder)) == 0;

    free(folder);
    return !own;
}

static void run_all(const corpus *c, const asked *a, problems *p)
{
    const fp_catalogue *last = NULL;
    size_t count = 0;

    for (size_t i = 0; i < corpus_total(c); i++) {
        const test_case *t = corpus_any(c, i);

        if ((i % a->every != 0 && is_shared(t)) ||
            (a->syntax && strcmp(case_subject(t), a->syntax) != 0) ||
            (a->but && strcmp(t->id, a->but) == 0))
            continue;
        count++;
        if (!a->failing) {
            judge_case(t, p);
        } else if (!t->vault) {
            if (t->catalogue && t->catalogue != last)
                fail_in_catalogue(t);
            last = t->catalogue;
            fail_in(t);
        }
    }
    printf("cases %zu\n", count);
}

int main(int argc, char **argv)
{
    problems p = { 0 };
    asked a = { .every = 1 };
    char *data = data_dir(&p);
    corpus *c;

    for (int i = 1; i < argc; i++) {
        a.failing = a.failing || strcmp(argv[i], "--failing") == 0;
        if (strcmp(argv[i], "--syntax") == 0 && i + 1 < argc)
            a.syntax = argv[++i];
        else if (strcmp(argv[i], "--but") == 0 && i + 1 < argc)
            a.but = argv[++i];
        else if (strcmp(argv[i], "--every") == 0 && i + 1 < argc)
            a.every = strtoul(argv[++i], NULL, 10);
    }
    if (!a.every)
        problem(&p, "--every", NULL, "it takes a number from 1 on");
    c = data && a.every ? corpus_load(data, &p) : NULL;
    if (!c)
        return EXIT_ADAPTER;
    if (a.but && !corpus_find(c, a.but))
        problem(&p, a.but, NULL, "there is no such case");
    run_all(c, &a, &p);
    corpus_free(c);
    free(data);
    return p.count ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}
