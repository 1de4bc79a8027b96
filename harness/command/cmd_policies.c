/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_policies.c: fencepost policies: what a worker could declare, by what it is seen to do. */
#include "base/util.h"
#include "command/options.h"
#include "run/policy_probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A policy may only show once another one is known. */
enum { ROUNDS = 2, RESTARTS = 50 };

enum { DEADLINE };

static const command_option OPTIONS[] = {
    [DEADLINE] = { "deadline", "SECONDS", "how long it may take for an answer (default: 5)" },
    { NULL, NULL, NULL },
};

/* So many cases must decide between the values of a policy before one is proposed. */
enum { DECIDING_LEAST = 3 };

/* What was found in one syntax. */
typedef struct proposal {
    const fp_syntax *syntax;
    policy_set likely; /* the value that explains most, where any explains something */
    policy_set found;  /* of these those that are proposed */
    policy_sight sights[FP_POLICY_COUNT];
} proposal;

/* The value that explains most; where several do, the declared one, or the syntax's default. */
static unsigned best_value(const policy_sight *s, const policy_set *said, const fp_syntax *syntax,
                           unsigned policy)
{
    const fp_options usual = fp_options_default(syntax);
    unsigned best = said->given[policy] ? said->policies.of[policy] : usual.policies.of[policy];

    for (unsigned v = 0; v < s->values; v++)
        if (s->explains[v] > s->explains[best])
            best = v;
    return best;
}

/* Whether the value explains every case that can tell. */
static bool fits(const policy_sight *s, unsigned value)
{
    return s->able && s->explains[value] == s->able;
}

static void look_at_all(const selection *what, session *worker, proposal *p)
{
    const policy_set *said = wire_hello_policy(session_hello(worker), p->syntax);
    selection of = selection_of_syntax(what, p->syntax);
    policy_probe *probe = policy_probe_new(&of, worker);

    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
            p->sights[i] = policy_probe_look(probe, (fp_policy)i, &p->likely);
            p->likely.given[i] = p->sights[i].telling > 0;
            p->likely.policies.of[i] = (uint8_t)best_value(&p->sights[i], said, p->syntax, i);
        }
    p->found = p->likely;
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        p->found.given[i] = fits(&p->sights[i], p->likely.policies.of[i]) &&
                            p->sights[i].deciding >= DECIDING_LEAST;
    policy_probe_free(probe);
    free(of.cases);
}

/* Some of the cases that the value does not explain. */
static void show_contradictions(const policy_sight *s, fp_policy policy, unsigned value)
{
    if (s->against[value])
        fprintf(stderr, "  but %s is answered as under %s\n", s->against[value]->id,
                fp_policy_value_name(policy, s->instead[value]));
    for (unsigned i = 0; i < POLICY_ODD_MAX && s->odd[i]; i++)
        fprintf(stderr, "  but %s is answered as under no value\n", s->odd[i]->id);
}

/* The other values that explain just as many cases, ", and so does recover"; owned. */
static char *as_well(const policy_sight *s, fp_policy policy, unsigned value)
{
    char *text = xstrdup("");

    for (unsigned v = 0; v < s->values; v++) {
        char *longer;

        if (v == value || s->explains[v] != s->explains[value])
            continue;
        longer = xformat("%s, and so does %s", text, fp_policy_value_name(policy, v));
        free(text);
        text = longer;
    }
    return text;
}

/* What one policy rests on. Whether that contradicts it: a case that no value explains is a
 * contradiction as well. */
static bool explain_policy(const policy_sight *s, fp_policy policy, unsigned value)
{
    const char *name = fp_policy_name(policy), *best = fp_policy_value_name(policy, value);
    char *others;

    fprintf(stderr, "%s: ", name);
    if (!s->dependent) {
        fprintf(stderr, "no case depends on it\n");
    } else if (!s->telling) {
        fprintf(
            stderr,
            "%zu cases depend on it, and none is answered as under any value; %s is the first\n",
            s->dependent, s->able ? s->odd[0]->id : s->unable->id);
    } else if (!fits(s, value)) {
        fprintf(stderr, "no value fits: %s explains %zu of the %zu cases that can tell\n", best,
                s->explains[value], s->able);
        show_contradictions(s, policy, value);
    } else if (s->deciding < DECIDING_LEAST) {
        fprintf(stderr,
                "too few cases to tell: %zu of the %zu that depend on it can, and %zu decide "
                "for %s\n",
                s->able, s->dependent, s->deciding, best);
    } else {
        others = as_well(s, policy, value);
        fprintf(stderr, "%s explains all %zu cases that can tell%s; %zu of them decide\n", best,
                s->able, others, s->deciding);
        free(others);
    }
    return s->telling && !fits(s, value);
}

/* On standard error what it rests on; returns how many policies no value explains wholly, or are
 * declared otherwise. */
static size_t explain(const proposal *p, const policy_set *said)
{
    size_t contradictions = 0;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        const unsigned v = p->likely.policies.of[i];

        contradictions += explain_policy(&p->sights[i], (fp_policy)i, v);
        if (p->found.given[i] && said->given[i] && said->policies.of[i] != v) {
            contradictions++;
            fprintf(stderr, "  but it declares %s\n",
                    fp_policy_value_name((fp_policy)i, said->policies.of[i]));
        }
    }
    return contradictions;
}

/* -- the declaration --------------------------------------------------------------------------- */

/* Whether all syntaxes in which the policy was seen have one value; *at is one of these. */
static bool is_common(const proposal *all, size_t count, unsigned policy, size_t *at)
{
    *at = count;
    for (size_t i = 0; i < count; i++) {
        if (!all[i].found.given[policy])
            continue;
        if (*at < count && all[*at].found.policies.of[policy] != all[i].found.policies.of[policy])
            return false;
        *at = i;
    }
    return *at < count;
}

static void print_policy(const policy_set *set, unsigned policy, const char **comma)
{
    printf("%s\"%s\": \"%s\"", *comma, fp_policy_name((fp_policy)policy),
           fp_policy_value_name((fp_policy)policy, set->policies.of[policy]));
    *comma = ", ";
}

/* Those of one syntax that are not those of all. */
static void print_own(const proposal *all, size_t count, size_t index, const char **before)
{
    const char *comma = "";
    size_t at;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (!all[index].found.given[i] || is_common(all, count, i, &at))
            continue;
        if (!*comma)
            printf("%s\"%s\": {", *before, fp_syntax_id(all[index].syntax));
        print_policy(&all[index].found, i, &comma);
    }
    if (*comma) {
        printf("}");
        *before = ", ";
    }
}

static void print_declaration(const proposal *all, size_t count)
{
    const char *comma = "", *before = ", \"syntax_policies\": {";
    const char *const unused = before;
    size_t at;

    printf("{\"policies\": {");
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (is_common(all, count, i, &at))
            print_policy(&all[at].found, i, &comma);
    printf("}");
    for (size_t i = 0; i < count; i++)
        print_own(all, count, i, &before);
    printf(before == unused ? "}\n" : "}}\n");
}

static int propose(const selection *what, session *worker)
{
    const wire_hello *hello = session_hello(worker);
    proposal *all = xcalloc(hello->syntax_count, sizeof *all);
    size_t contradictions = 0;
    int code = EXIT_ADAPTER;

    for (size_t i = 0; i < hello->syntax_count; i++) {
        all[i].syntax = hello->syntaxes[i];
        look_at_all(what, worker, &all[i]);
        if (hello->syntax_count > 1)
            fprintf(stderr, "%sin %s:\n", i ? "\n" : "", fp_syntax_id(all[i].syntax));
        contradictions += explain(&all[i], wire_hello_policy(hello, all[i].syntax));
    }
    if (session_lost(worker)) {
        fprintf(stderr, "fencepost policies: %s\n", session_lost(worker));
    } else {
        print_declaration(all, hello->syntax_count);
        code = contradictions ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
    }
    free(all);
    return code;
}

static int open_and_propose(char *const *argv, int deadline_ms)
{
    problems p = { .by = "policies" };
    session_config config = SESSION_CONFIG_DEFAULT;
    char error[SESSION_ERROR_SIZE], *data = data_dir(&p);
    corpus *c = data ? corpus_load(data, &p) : NULL;
    selection what = { 0 };
    session *worker;
    int code = EXIT_USAGE;

    if (c) {
        config.argv = argv;
        config.restarts = RESTARTS;
        config.deadline_ms = deadline_ms;
        worker = session_open(&config, error, sizeof error);
        if (worker && smoke_test(worker, error, sizeof error)) {
            what.cases = xcalloc(corpus_count(c), sizeof *what.cases);
            while (what.count < corpus_count(c)) {
                what.cases[what.count] = corpus_case(c, what.count);
                what.count++;
            }
            code = propose(&what, worker);
        } else {
            fprintf(stderr, "fencepost policies: the worker cannot be used: %s\n", error);
            code = EXIT_ADAPTER;
        }
        session_close(worker);
    }
    free(what.cases);
    corpus_free(c);
    free(data);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    double deadline = 5;
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0)
        if (given_seconds(self, OPTIONS[option].name, &deadline))
            return EXIT_USAGE;
    if (option == -2)
        return EXIT_USAGE;
    if (optind >= argc || strcmp(argv[optind - 1], "--") != 0)
        return command_usage_error(self, "the worker's command comes after --");
    return open_and_propose(argv + optind, (int)(deadline * 1000));
}

static const command_example EXAMPLES[] = {
    { "fencepost policies -- python3 adapter.py", "what it could declare" },
    { NULL, NULL },
};

const command CMD_POLICIES = {
    .name = "policies",
    .summary = "propose the policies that a worker declares, by what it answers",
    .usage = "[--deadline SECONDS] -- WORKER ARGS...",
    .options = OPTIONS,
    .run = run,
    .unexpected = "A policy contradicts what the worker declares, or some of its answers.",
    .examples = EXAMPLES,
};
