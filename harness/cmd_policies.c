/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_policies.c: fencepost policies: what a worker could declare, by what it is seen to do. */
#include "command.h"
#include "policy_probe.h"
#include "util.h"

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

/* The value that explains most; the least surprising one where several do. */
static unsigned best_value(const policy_sight *s)
{
    unsigned best = 0;

    for (unsigned v = 1; v < s->values; v++)
        if (s->explains[v] > s->explains[best])
            best = v;
    return best;
}

static void look_at_all(policy_probe *p, policy_set *found, policy_sight *sights)
{
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
            sights[i] = policy_probe_look(p, (fp_policy)i, found);
            found->given[i] = sights[i].telling > 0;
            found->policies.of[i] = (uint8_t)best_value(&sights[i]);
        }
}

/* On standard error what it rests on; returns how many policies no value explains wholly, or are
 * declared otherwise. */
static size_t explain(const policy_set *found, const policy_sight *sights, const policy_set *said)
{
    size_t contradictions = 0;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        const unsigned v = found->policies.of[i];
        const policy_sight *s = &sights[i];
        const char *name = fp_policy_name((fp_policy)i);

        if (!s->telling) {
            fprintf(stderr, "%s: no case tells\n", name);
            continue;
        }
        fprintf(stderr, "%s: %s explains %zu of %zu cases that tell\n", name,
                fp_policy_value_name((fp_policy)i, v), s->explains[v], s->telling);
        if (s->against[v]) {
            contradictions++;
            fprintf(stderr, "  but %s is answered as under %s\n", s->against[v]->id,
                    fp_policy_value_name((fp_policy)i, s->instead[v]));
        }
        if (said->given[i] && said->policies.of[i] != v) {
            contradictions++;
            fprintf(stderr, "  but it declares %s\n",
                    fp_policy_value_name((fp_policy)i, said->policies.of[i]));
        }
    }
    return contradictions;
}

static void print_declaration(const policy_set *found)
{
    const char *comma = "";

    printf("{\"policies\": {");
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (!found->given[i])
            continue;
        printf("%s\"%s\": \"%s\"", comma, fp_policy_name((fp_policy)i),
               fp_policy_value_name((fp_policy)i, found->policies.of[i]));
        comma = ", ";
    }
    printf("}}\n");
}

static int propose(const selection *what, session *worker)
{
    policy_probe *p = policy_probe_new(what, worker);
    policy_sight sights[FP_POLICY_COUNT];
    policy_set found = { 0 };
    size_t contradictions;

    look_at_all(p, &found, sights);
    policy_probe_free(p);
    if (session_lost(worker)) {
        fprintf(stderr, "fencepost policies: %s\n", session_lost(worker));
        return EXIT_ADAPTER;
    }
    contradictions = explain(&found, sights, &session_hello(worker)->policy);
    print_declaration(&found);
    return contradictions ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

static int open_and_propose(char *const *argv, int deadline_ms)
{
    problems p = { 0 };
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

    while ((option = command_next_option(self, argc, argv)) >= 0) {
        char *end;

        deadline = strtod(optarg, &end);
        if (!*optarg || *end || !(deadline > 0 && deadline < 100000))
            return command_usage_error(self, "--deadline '%s' is no number of seconds", optarg);
    }
    if (option == -2)
        return EXIT_USAGE;
    if (optind >= argc || strcmp(argv[optind - 1], "--") != 0)
        return command_usage_error(self, "the worker's command stands behind --");
    return open_and_propose(argv + optind, (int)(deadline * 1000));
}

const command CMD_POLICIES = {
    .name = "policies",
    .summary = "propose the policies that a worker declares, by what it answers",
    .usage = "[--deadline SECONDS] -- WORKER ARGS...",
    .options = OPTIONS,
    .run = run,
};
