/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_policies.c: fencepost policies: proposes what a worker could declare, from its answers. */
#include "base/util.h"
#include "command/options.h"
#include "run/policy_probe.h"
#include "run/reading_probe.h"
#include "run/readings_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A policy may only show once others are known. */
enum { ROUNDS = 2, RESTARTS = 50 };

enum { SYNTAX, DEADLINE };

static const command_option OPTIONS[] = {
    [SYNTAX] = { "syntax", "S", "look at one of the worker's syntaxes only" },
    [DEADLINE] = { "deadline", "SECONDS", "how long it may take for an answer (default: 5)" },
    { NULL, NULL, NULL },
};

/* So many cases must decide between the values of a policy before one is proposed. */
enum { DECIDING_LEAST = 3 };

/* What was found in one syntax. */
typedef struct proposal {
    const fp_syntax *syntax;
    policy_set declared; /* what the worker declares, and for the rest the syntax's defaults */
    policy_set likely;   /* the values that together explain most */
    policy_set found;    /* of these those that are proposed */
    policy_sight sights[FP_POLICY_COUNT];
    policy_misses before, after; /* under what is declared; under what is proposed as well */
    reading_sights readings;     /* under what is proposed */
} proposal;

static policy_set declared_in(const wire_hello *hello, const fp_syntax *syntax)
{
    policy_set set = *wire_hello_policy(hello, syntax);
    const fp_options usual = fp_options_default(syntax);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (!set.given[i])
            set.policies.of[i] = usual.policies.of[i];
        set.given[i] = true;
    }
    return set;
}

/* Returns whether the value explains every case that can tell. */
static bool fits(const policy_sight *s, unsigned value)
{
    return s->able && s->explains[value] == s->able;
}

/* Looks at each policy, the others being those that are likely. */
static void look_at_each(policy_probe *probe, proposal *p, bool *in_doubt)
{
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        p->sights[i] = policy_probe_look(probe, (fp_policy)i, &p->likely);
        in_doubt[i] = p->sights[i].able && !fits(&p->sights[i], p->likely.policies.of[i]);
    }
}

static void look_at_all(const selection *what, session *worker, const spec *s, proposal *p)
{
    selection of = selection_of_syntax(what, p->syntax);
    policy_probe *probe = policy_probe_new(&of, worker);
    bool in_doubt[FP_POLICY_COUNT];
    policy_set proposed;

    p->likely = p->declared = declared_in(session_hello(worker), p->syntax);
    policy_probe_cut(probe);
    look_at_each(probe, p, in_doubt);
    for (unsigned round = 0; round < ROUNDS; round++) {
        policy_probe_fit(probe, p->syntax, &p->likely, in_doubt);
        look_at_each(probe, p, in_doubt);
    }
    p->found = p->declared;
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        const unsigned v = p->likely.policies.of[i];

        p->found.given[i] = fits(&p->sights[i], v) && p->sights[i].deciding >= DECIDING_LEAST;
        if (p->found.given[i])
            p->found.policies.of[i] = (uint8_t)v;
    }
    proposed = p->declared;
    proposed.policies = p->found.policies;
    p->before = policy_probe_misses(probe, &p->declared);
    p->after = policy_probe_misses(probe, &proposed);
    p->readings = reading_probe_look(probe, &of, worker, p->syntax, &proposed, s);
    policy_probe_free(probe);
    free(of.cases);
}

/* Some of the cases that the value does not explain. */
static void show_contradictions(const policy_sight *s, fp_policy policy, unsigned value)
{
    if (s->against[value])
        fprintf(stderr, "  but %s is answered as under %s\n", s->against[value]->id,
                fp_policy_value_name(policy, s->instead[value]));
    for (unsigned i = 0; i < POLICY_ODD_MAX && s->odd[i].test; i++) {
        const policy_as *as = s->odd[i].as;

        if (as[1].name)
            fprintf(stderr, "  but %s is answered as under %s %s, and as under %s %s\n",
                    s->odd[i].test->id, fp_policy_value_name(policy, as[0].value), as[0].name,
                    fp_policy_value_name(policy, as[1].value), as[1].name);
        else
            fprintf(stderr, "  but %s is answered as under no value\n", s->odd[i].test->id);
    }
}

/* The other values that explain just as many cases, ", and so does recover"; owned. */
static char *as_well(const proposal *p, fp_policy policy, unsigned value)
{
    const policy_sight *s = &p->sights[policy];
    char *text = xstrdup("");

    for (unsigned v = 0; v < s->values; v++) {
        char *longer;

        if (v == value || s->explains[v] != s->explains[value] ||
            !fp_syntax_allows(p->syntax, policy, v))
            continue;
        longer = xformat("%s, and so does %s", text, fp_policy_value_name(policy, v));
        free(text);
        text = longer;
    }
    return text;
}

/* What one policy rests on. Whether that contradicts it: a case that no value explains is a
 * contradiction as well. */
static bool explain_policy(const proposal *p, fp_policy policy)
{
    const policy_sight *s = &p->sights[policy];
    const unsigned value = p->likely.policies.of[policy];
    const char *name = fp_policy_name(policy), *best = fp_policy_value_name(policy, value);
    char *others;

    fprintf(stderr, "%s: ", name);
    if (!s->dependent) {
        fprintf(stderr, "no case depends on it\n");
    } else if (!s->able) {
        fprintf(stderr,
                "%zu cases depend on it, and each is answered in another way than under any value; "
                "%s is the first\n",
                s->dependent, s->unable->id);
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
        others = as_well(p, policy, value);
        fprintf(stderr, "%s explains all %zu cases that can tell%s; %zu of them decide\n", best,
                s->able, others, s->deciding);
        free(others);
    }
    return s->able && !fits(s, value);
}

/* On standard error what it rests on; returns how many policies no value explains wholly, or are
 * declared otherwise. */
static size_t explain(const proposal *p, const policy_set *said)
{
    size_t contradictions = 0;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        const unsigned v = p->likely.policies.of[i];

        contradictions += explain_policy(p, (fp_policy)i);
        if (p->found.given[i] && said->given[i] && said->policies.of[i] != v) {
            contradictions++;
            fprintf(stderr, "  but it declares %s\n",
                    fp_policy_value_name((fp_policy)i, said->policies.of[i]));
        }
    }
    return contradictions;
}

/* How much the declaration as a whole explains, next to what is declared already. */
static void show_misses(const proposal *p)
{
    fprintf(stderr, "together: %zu of %zu answers are read otherwise", p->after.missed,
            p->after.answers);
    if (p->before.missed != p->after.missed)
        fprintf(stderr, "; without this declaration %zu are", p->before.missed);
    fprintf(stderr, "\n");
}

/* What each reading rests on, and why one is not proposed. */
static void explain_readings(const reading_sights *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const reading_sight *r = &s->all[i];

        if (!r->differ)
            continue;
        fprintf(stderr, "reading %s: %zu case%s read otherwise, %zu as the spec has it\n",
                r->clause, r->differ, r->differ == 1 ? " is" : "s are", r->agree);
        if (r->fault)
            fprintf(stderr, "  but %s is wrong whatever is declared\n", r->fault->id);
        else if (r->other)
            fprintf(stderr, "  but %s is read in another way than %s, or not always in one way\n",
                    r->other->id, r->first->id);
        else if (!r->allowed)
            fprintf(stderr, "  but a policy declares it\n");
        else if (!r->covered)
            fprintf(stderr, "  but in each of them something differs that cannot be declared\n");
    }
}

/* -- the declaration --------------------------------------------------------------------------- */

/* Returns whether all syntaxes in which the policy was seen have one value; *at is one of these. */
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

/* What it reads otherwise in one syntax; alone: it is the only one. */
static void print_readings(const proposal *p, bool alone, const char **before)
{
    const char *comma = "";

    for (size_t i = 0; i < p->readings.count; i++) {
        if (!reading_is_proposed(&p->readings.all[i]))
            continue;
        if (!*comma && alone)
            printf(", \"readings\": [");
        else if (!*comma)
            printf("%s\"%s\": [", *before, fp_syntax_id(p->syntax));
        printf("%s\"%s\"", comma, p->readings.all[i].clause);
        comma = ", ";
    }
    if (!*comma)
        return;
    printf("]");
    *before = ", ";
}

static void print_declaration(const proposal *all, size_t count)
{
    const char *comma = "", *before = ", \"syntax_policies\": {";
    const char *const unused = before, *const readings = ", \"syntax_readings\": {";
    size_t at;

    printf("{\"policies\": {");
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (is_common(all, count, i, &at))
            print_policy(&all[at].found, i, &comma);
    printf("}");
    for (size_t i = 0; i < count; i++)
        print_own(all, count, i, &before);
    if (before != unused)
        printf("}");
    before = readings;
    for (size_t i = 0; i < count; i++)
        print_readings(&all[i], count == 1, &before);
    printf(count > 1 && before != readings ? "}}\n" : "}\n");
}

/* Proposes for the syntaxes given. */
static int propose(const selection *what, session *worker, const spec *s,
                   const fp_syntax *const *syntaxes, size_t count)
{
    proposal *all = xcalloc(count, sizeof *all);
    size_t contradictions = 0;
    int code = EXIT_ADAPTER;

    for (size_t i = 0; i < count; i++) {
        all[i].syntax = syntaxes[i];
        look_at_all(what, worker, s, &all[i]);
        if (count > 1)
            fprintf(stderr, "%sin %s:\n", i ? "\n" : "", fp_syntax_id(all[i].syntax));
        contradictions += explain(&all[i], wire_hello_policy(session_hello(worker), all[i].syntax));
        show_misses(&all[i]);
        explain_readings(&all[i].readings);
    }
    if (session_lost(worker)) {
        fprintf(stderr, "fencepost policies: %s\n", session_lost(worker));
    } else {
        print_declaration(all, count);
        code = contradictions ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
    }
    for (size_t i = 0; i < count; i++)
        free(all[i].readings.all);
    free(all);
    return code;
}

/* The same for all that the worker parses, or for the one of these that is asked for. */
static int propose_asked(const selection *what, session *worker, const spec *s,
                         const fp_syntax *only)
{
    const wire_hello *hello = session_hello(worker);

    if (!only)
        return propose(what, worker, s, hello->syntaxes, hello->syntax_count);
    if (wire_hello_parses(hello, only))
        return propose(what, worker, s, &only, 1);
    fprintf(stderr, "fencepost policies: the worker does not parse %s\n", fp_syntax_id(only));
    return EXIT_USAGE;
}

/* With the worker, once it is known to be one. */
static int ask_worker(session *worker, corpus *c, const spec *s, const fp_syntax *only)
{
    selection what = { .cases = xcalloc(corpus_count(c) + 1, sizeof *what.cases) };
    int code;

    for (; what.count < corpus_count(c); what.count++)
        what.cases[what.count] = corpus_case(c, what.count);
    code = readings_check("policies", s, session_hello(worker))
               ? propose_asked(&what, worker, s, only)
               : EXIT_ADAPTER;
    free(what.cases);
    return code;
}

static int open_and_propose(char *const *argv, int deadline_ms, const fp_syntax *only)
{
    problems p = { .by = "policies" };
    session_config config = SESSION_CONFIG_DEFAULT;
    char error[SESSION_ERROR_SIZE], *data = data_dir(&p);
    corpus *c = data ? corpus_load(data, &p) : NULL;
    spec *s = c ? spec_load(data, &p) : NULL;
    session *worker;
    int code = EXIT_USAGE;

    if (s) {
        spec_grade(s, c);
        config.argv = argv;
        config.restarts = RESTARTS;
        config.deadline_ms = deadline_ms;
        worker = session_open(&config, error, sizeof error);
        if (worker && smoke_test(worker, error, sizeof error)) {
            code = ask_worker(worker, c, s, only);
        } else {
            fprintf(stderr, "fencepost policies: the worker cannot be used: %s\n", error);
            code = EXIT_ADAPTER;
        }
        session_close(worker);
    }
    spec_free(s);
    corpus_free(c);
    free(data);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    const fp_syntax *only = NULL;
    double deadline = 5;
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0) {
        if (option == DEADLINE && given_seconds(self, OPTIONS[option].name, &deadline))
            return EXIT_USAGE;
        if (option == SYNTAX && !(only = fp_syntax_find(fp_str_of(optarg))))
            return command_unknown_syntax(self, optarg);
    }
    if (option == -2)
        return EXIT_USAGE;
    if (optind >= argc || strcmp(argv[optind - 1], "--") != 0)
        return command_usage_error(self, "the worker's command comes after --");
    return open_and_propose(argv + optind, (int)(deadline * 1000), only);
}

static const command_example EXAMPLES[] = {
    { "fencepost policies -- python3 adapter.py", "what it could declare" },
    { NULL, NULL },
};

const command CMD_POLICIES = {
    .name = "policies",
    .summary = "propose the policies and readings that a worker should declare",
    .usage = "[--syntax S] [--deadline SECONDS] -- WORKER ARGS...",
    .options = OPTIONS,
    .run = run,
    .unexpected = "A policy contradicts what the worker declares, or some of its answers.",
    .examples = EXAMPLES,
};
