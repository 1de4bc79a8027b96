/* SPDX-License-Identifier: Apache-2.0 */
/* test_run.c: what each syntax promises in at_ease(), its leads and in_string(), and does in run(),
 * is what step() does, byte by byte. */
#include "eventlog.h"
#include "night.h"
#include "randomtext.h"

#include <fencepost/catalogue.h>
#include <fencepost/syntax.h>

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* What holds for one row is asked of many inputs; that rows with other leads behave the same, of
 * some. A careless row is caught at its first difference, so there may be many. By day there are
 * fewer, and careless are only some of the rows. */
enum {
    INPUTS = 1000,
    INPUTS_BY_DAY = 200,
    FEW_INPUTS = 200,
    FEW_BY_DAY = 40,
    CARELESS_BY_DAY = 4,
    CARELESS_INPUTS = 60000,
    INPUT_MAX = 1500,
    SEED = 20240607
};

static const char TOOLS[] = "{\"tools\":[{\"name\":\"a\"},{\"name\":\"x\"},{\"name\":\"path\"}]}";

/* How the runs differ from the bytes; NULL if they do not. */
typedef struct subject {
    const fp_syntax *syntax;
    const fp_options *options;
    const unsigned char *bytes;
    size_t len;
} subject;

static const char *compare_chunks(const subject *s, size_t chunk)
{
    eventlog whole_log = { 0 }, bytes_log = { 0 };
    fp_parser *whole = fp_parser_new(s->syntax, s->options, eventlog_sink, &whole_log);
    fp_syntax steps = *s->syntax; /* nothing but step() */
    fp_parser *bytes = NULL;
    const char *difference = NULL;

    steps.fast = NULL;
    bytes = fp_parser_new(&steps, s->options, eventlog_sink, &bytes_log);

    for (size_t at = 0; at < s->len && !difference;) {
        const size_t n = s->len - at < chunk ? s->len - at : chunk;

        fp_parser_feed(whole, s->bytes + at, n);
        for (size_t i = 0; i < n; i++)
            fp_parser_feed(bytes, s->bytes + at + i, 1);
        at += n;
        if (!fp_parser_equal(whole, bytes))
            difference = "the states differ at the end of a chunk";
        else if (!eventlog_equal(&whole_log, &bytes_log))
            difference = "the events differ at the end of a chunk";
    }
    fp_parser_finish(whole);
    fp_parser_finish(bytes);
    if (!difference && !eventlog_equal(&whole_log, &bytes_log))
        difference = "the events differ at the end of the input";
    if (!difference && !fp_parser_equal(whole, bytes))
        difference = "the states differ at the end of the input";
    fp_parser_free(whole);
    fp_parser_free(bytes);
    eventlog_free(&whole_log);
    eventlog_free(&bytes_log);
    return difference;
}

/* The first difference over the seeded inputs; *number is the input's. */
static const char *compare_inputs(const fp_syntax *syntax, size_t count, uint64_t seed,
                                  size_t *number)
{
    static const size_t CHUNKS[] = { SIZE_MAX, 64, 9, 8, 7, 3, 1 };
    fp_catalogue_error error;
    fp_catalogue *catalogue = fp_catalogue_read(fp_str_of(TOOLS), &error);
    const char *difference = NULL;

    for (*number = 0; *number < count && !difference; ++*number) {
        rng r = { seed + *number };
        unsigned char bytes[INPUT_MAX];
        const fp_options options = random_options(&r, syntax, catalogue);
        const subject s = { syntax, &options, bytes, random_text(&r, syntax, bytes, sizeof bytes) };

        for (size_t i = 0; i < sizeof CHUNKS / sizeof *CHUNKS && !difference; i++)
            difference = compare_chunks(&s, CHUNKS[i]);
    }
    fp_catalogue_free(catalogue);
    return difference;
}

static void runs_equal_steps(void **state)
{
    const fp_syntax *syntax = *state;
    size_t number;
    const char *difference =
        compare_inputs(syntax, by_day_and_night(INPUTS_BY_DAY, INPUTS), SEED, &number);

    if (difference)
        fail_msg("%s, input %zu of seed %d: %s", syntax->id, number - 1, (int)SEED, difference);
}

/* -- the checker itself: it catches leads left out, and those of another state ----------- */

static const fp_syntax *original; /* at_ease() and run() get no context */

static const char *const NOTHING[] = { NULL };

/* Copies a row with its speed, which can then be changed. */
static void copy_row(fp_syntax *row, fp_speed *fast, const fp_syntax *from)
{
    *row = *from;
    *fast = *from->fast;
    row->fast = fast;
}

static void missing_leads_are_caught(void **state)
{
    const fp_syntax *syntax = *state;
    size_t number;

    for (size_t i = 0; i < FP_LEADS_MAX && syntax->fast->leads[i]; i++) {
        fp_syntax careless;
        fp_speed fast;

        copy_row(&careless, &fast, syntax);
        if (!syntax->fast->leads[i][0])
            continue; /* nothing leads anywhere, so nothing can be missing */
        fast.leads[i] = NOTHING;
        assert_non_null(compare_inputs(&careless, CARELESS_INPUTS, SEED, &number));
    }
}

static unsigned wrong_ease(const void *state)
{
    const unsigned n = original->fast->at_ease(state);

    return n < FP_LEADS_MAX && original->fast->leads[n] ? n + 1 : 1;
}

static void wrong_ease_is_caught(void **state)
{
    fp_syntax careless;
    fp_speed fast;
    size_t number;

    original = *state;
    copy_row(&careless, &fast, original);
    fast.at_ease = wrong_ease;
    if (fast.leads[1]) /* else there may be no wrong answer */
        assert_non_null(compare_inputs(&careless, CARELESS_INPUTS, SEED, &number));
}

/* Sees no quotes and no backslashes. */
static size_t blind_run(void *state, fp_out *out, const char *bytes, size_t len)
{
    char seen[INPUT_MAX];

    memcpy(seen, bytes, len);
    for (size_t i = 0; i < len; i++)
        if (seen[i] == '"' || seen[i] == '\\')
            seen[i] = 'x';
    return original->fast->run(state, out, seen, len);
}

/* Takes the bytes, and does not say so of the last. */
static size_t forgetful_run(void *state, fp_out *out, const char *bytes, size_t len)
{
    const size_t n = original->fast->run(state, out, bytes, len);

    return n ? n - 1 : 0;
}

/* Where the build checks the core's invariants, or memory, what a run() leaves out of account ends
 * the process before the comparison. */
static bool is_caught(const fp_syntax *careless)
{
    enum { UNNOTICED = 77 };
    const pid_t child = fork();
    size_t number;
    int status = 0;

    if (child == 0) {
        fclose(stderr);
        _exit(compare_inputs(careless, CARELESS_INPUTS, SEED, &number) ? 0 : UNNOTICED);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? WTERMSIG(status) == SIGABRT : WEXITSTATUS(status) != UNNOTICED;
}

static void wrong_runs_are_caught(void **state)
{
    fp_syntax careless;
    fp_speed fast;

    original = *state;
    copy_row(&careless, &fast, original);
    fast.run = blind_run;
    assert_true(is_caught(&careless));
    fast.run = forgetful_run;
    assert_true(is_caught(&careless));
}

static fp_in_string always_held(const void *state)
{
    (void)state;
    return FP_STRING_HELD;
}

static fp_in_string always_payload(const void *state)
{
    (void)state;
    return FP_STRING_PAYLOAD;
}

/* Payload only counts where an argument is open between two bytes. */
static void wrong_strings_are_caught(void **state)
{
    fp_syntax careless;
    fp_speed fast;
    size_t number;

    copy_row(&careless, &fast, *state);
    fast.in_string = always_held;
    assert_non_null(compare_inputs(&careless, CARELESS_INPUTS, SEED, &number));
    fast.in_string = always_payload;
    if (!careless.encoded)
        assert_non_null(compare_inputs(&careless, CARELESS_INPUTS, SEED, &number));
}

/* Leads that are too short are slow and not wrong. */
static void short_leads_pass(void **state)
{
    static char first[FP_LEADS_MAX][8][2];
    static const char *lists[FP_LEADS_MAX][8];
    const fp_syntax *syntax = *state;
    fp_syntax modest;
    fp_speed fast;
    size_t number;

    copy_row(&modest, &fast, syntax);
    for (size_t i = 0; i < FP_LEADS_MAX && syntax->fast->leads[i]; i++) {
        for (size_t k = 0; k < 7 && syntax->fast->leads[i][k]; k++) {
            first[i][k][0] = syntax->fast->leads[i][k][0];
            lists[i][k] = first[i][k];
        }
        fast.leads[i] = lists[i];
    }
    assert_null(
        compare_inputs(&modest, by_day_and_night(FEW_BY_DAY, FEW_INPUTS), SEED + INPUTS, &number));
}

/* The generator reaches what it is for: calls begun, ended and cut, and diagnostics; where there
 * are no calls, text and reasoning. */
static int count_event(void *counts, const fp_event *event)
{
    ((size_t *)counts)[event->type]++;
    return 0;
}

static void inputs_reach_calls(void **state)
{
    /* Reasoning is an event for an eighth of the options. */
    const size_t many = 8 * by_day_and_night(INPUTS_BY_DAY, INPUTS);
    const size_t least = many / by_day_and_night(40, 20); /* fewer inputs are less alike */
    size_t counts[FP_EVENT_COUNT] = { 0 };

    for (size_t i = 0; i < many; i++) {
        rng r = { SEED + i };
        unsigned char bytes[INPUT_MAX];
        const fp_options options = random_options(&r, *state, NULL);
        fp_parser *parser = fp_parser_new(*state, &options, count_event, counts);

        fp_parser_feed(parser, bytes, random_text(&r, *state, bytes, sizeof bytes));
        fp_parser_finish(parser);
        fp_parser_free(parser);
    }
    if (!((const fp_syntax *)*state)->reasoning)
        counts[FP_EVENT_REASONING] = many;
    counts[FP_EVENT_REASONING] *= 10; /* of these, where marks need not be tokens */
    for (unsigned type = 0; type < FP_EVENT_COUNT; type++)
        if (counts[type] <= least &&
            (fp_syntax_has_calls(*state) || type == FP_EVENT_TEXT || type == FP_EVENT_REASONING))
            fail_msg("%s: only %zu in %zu inputs", fp_event_name((fp_event_type)type), counts[type],
                     many);
}

/* A test, and of which syntaxes. */
typedef struct row {
    const char *name;
    CMUnitTestFunction function;
    bool leads, runs, strings; /* those that have them; else all */
    bool careless;             /* the row is made so */
} row;

static const row ROWS[] = {
    { "runs_equal_steps", runs_equal_steps, false, false, false, false },
    { "missing_leads_are_caught", missing_leads_are_caught, true, false, false, true },
    { "wrong_ease_is_caught", wrong_ease_is_caught, true, false, false, true },
    { "short_leads_pass", short_leads_pass, true, false, false, false },
    { "wrong_runs_are_caught", wrong_runs_are_caught, false, true, false, true },
    { "wrong_strings_are_caught", wrong_strings_are_caught, false, false, true, true },
    { "inputs_reach_calls", inputs_reach_calls, false, false, false, false },
};

enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

int main(void)
{
    static char names[ROW_COUNT * FP_SYNTAXES_MAX][80];
    struct CMUnitTest tests[ROW_COUNT * FP_SYNTAXES_MAX];
    const size_t careless = by_day_and_night(CARELESS_BY_DAY, 1);
    size_t count = 0;

    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const fp_speed *fast = (*s)->fast;
        const bool all = (size_t)(s - FP_SYNTAXES) % careless == 0;

        if (!fast)
            continue;
        for (size_t i = 0; i < ROW_COUNT; i++) {
            if ((ROWS[i].careless && !all) || (ROWS[i].leads && !fast->at_ease) ||
                (ROWS[i].runs && !fast->run) || (ROWS[i].strings && !fast->in_string))
                continue;
            assert_true(count < sizeof tests / sizeof *tests);
            snprintf(names[count], sizeof names[count], "%s: %s", (*s)->id, ROWS[i].name);
            tests[count] = (struct CMUnitTest){ .name = names[count],
                                                .test_func = ROWS[i].function,
                                                .initial_state = (void *)(uintptr_t)*s };
            count++;
        }
    }
    /* cmocka's own macro wants an array of fixed size. */
    return _cmocka_run_group_tests("run", tests, count, NULL, NULL);
}
