/* SPDX-License-Identifier: Apache-2.0 */
/* executors.c: asks executors of response templates the same. */
#include "diff/executors.h"

#include "worker/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESTARTS = 200 };

typedef struct executor {
    const char *spec;
    char **argv;      /* owned, and its words; ended by NULL; NULL: it is ours */
    session *session; /* the same */
    template_policies policies;
} executor;

struct executors {
    executor all[PANEL_MAX];
    size_t count;
};

void executions_free(executions *e)
{
    for (size_t i = 0; i < PANEL_MAX; i++) {
        template_answer_free(&e->of[i].answer);
        free(e->of[i].failure);
    }
    *e = (executions){ .of[0].failure = NULL };
}

/* -- how they are started ---------------------------------------------------------------------- */

/* "NAME=VALUE,NAME=VALUE" */
static int read_policies(executor *x, const char *policies)
{
    while (*policies) {
        const size_t len = strcspn(policies, ","), name = strcspn(policies, "=");
        const size_t end = name < len ? name : len, value = end + (end < len);
        char *why = NULL;

        if (!template_policies_set(&x->policies, (fp_str){ policies, end },
                                   (fp_str){ policies + value, len - value }, &why)) {
            fprintf(stderr, "fencepost diff: '%s': %s\n", x->spec, why);
            free(why);
            return EXIT_USAGE;
        }
        policies += len + (policies[len] ? 1 : 0);
    }
    return EXIT_AS_EXPECTED;
}

static int start_worker(executor *x, int deadline_ms)
{
    char error[SESSION_ERROR_SIZE];
    session_config config = SESSION_CONFIG_DEFAULT;

    x->argv = panel_words(x->spec);
    if (!x->argv)
        return EXIT_USAGE;
    config.argv = x->argv;
    config.deadline_ms = deadline_ms;
    config.restarts = RESTARTS;
    config.partial_json = true;
    x->session = session_open(&config, error, sizeof error);
    if (!x->session) {
        fprintf(stderr, "fencepost diff: %s cannot be used: %s\n", x->spec, error);
        return EXIT_ADAPTER;
    }
    x->policies = session_hello(x->session)->executes;
    if (session_hello(x->session)->templates)
        return EXIT_AS_EXPECTED;
    fprintf(stderr, "fencepost diff: the hello of %s does not have the subject %s (PROTOCOL-8.1)\n",
            x->spec, TEMPLATE_SUBJECT);
    return EXIT_USAGE;
}

static int start(executor *x, int deadline_ms)
{
    static const char BUILTIN[] = "builtin";
    const size_t len = sizeof BUILTIN - 1;

    if (strncmp(x->spec, BUILTIN, len) == 0 && (!x->spec[len] || x->spec[len] == ':'))
        return read_policies(x, x->spec + len + (x->spec[len] == ':'));
    if (strncmp(x->spec, PANEL_COMMAND, strlen(PANEL_COMMAND)) == 0)
        return start_worker(x, deadline_ms);
    fprintf(stderr,
            "fencepost diff: '%s' is not an executor of response templates: write builtin, "
            "builtin:POLICY=VALUE with policies of spec/response-template.md, or cmd:COMMAND "
            "LINE\n",
            x->spec);
    return EXIT_USAGE;
}

executors *executors_open(const char *const *specs, size_t count, int deadline_ms, int *code)
{
    executors *x = xcalloc(1, sizeof *x);

    *code = EXIT_AS_EXPECTED;
    for (size_t i = 0; i < count && i < PANEL_MAX && !*code; i++) {
        x->all[x->count].spec = specs[i];
        *code = start(&x->all[x->count++], deadline_ms);
    }
    if (!*code)
        return x;
    executors_close(x);
    return NULL;
}

void executors_close(executors *x)
{
    for (size_t i = 0; x && i < x->count; i++) {
        session_close(x->all[i].session);
        for (char **word = x->all[i].argv; word && *word; word++)
            free(*word);
        free(x->all[i].argv);
    }
    free(x);
}

size_t executors_count(const executors *x)
{
    return x->count;
}

const char *executors_spec(const executors *x, size_t i)
{
    return x->all[i].spec;
}

char *executors_name(const executors *x, size_t i)
{
    const executor *one = &x->all[i];
    const wire_hello *hello = one->session ? session_hello(one->session) : NULL;
    char *policies = template_policies_text(&one->policies);
    char *name = hello ? xformat("%s %s (%s)%s%s", hello->name, hello->version, hello->language,
                                 *policies ? ", declared " : "", policies)
                       : xformat("our own executor%s%s", *policies ? ", under " : "", policies);

    free(policies);
    return name;
}

/* -- asking ------------------------------------------------------------------------------------ */

/* An on_reply. */
static void on_answer(void *context, void *token, const reply *got)
{
    execution *e = token;
    const char *why = got->sentence;

    (void)context;
    if (got->kind == REPLY_OUTCOME && template_answer_read(got->values, &e->answer, &why))
        return;
    e->failure =
        xformat("%s%s%s", reply_kind_name(got->kind == REPLY_OUTCOME ? REPLY_PROTOCOL : got->kind),
                why ? ": " : "", why ? why : "");
}

void executors_ask(executors *x, const template_case *one, executions *e)
{
    const session_request request = { .op = WIRE_TEMPLATE,
                                      .input = one->test.input,
                                      .prefix = one->test.prefix,
                                      .template = one->template };

    for (size_t i = 0; i < x->count; i++)
        if (x->all[i].session)
            session_ask(x->all[i].session, &request, on_answer, NULL, &e->of[i]);
        else
            e->of[i].answer = template_own_answer(one, &x->all[i].policies, NULL);
    for (size_t i = 0; i < x->count; i++)
        if (x->all[i].session)
            session_drain(x->all[i].session);
}

bool executors_agree(const executors *x, const executions *e, size_t i, size_t k)
{
    const execution *a = &e->of[i], *b = &e->of[k];

    if (a->failure || b->failure)
        return a->failure && b->failure && strcmp(a->failure, b->failure) == 0;
    return template_answers_equal(&a->answer, &b->answer,
                                  x->all[i].policies.numbers_double ||
                                      x->all[k].policies.numbers_double);
}

char *executors_stopped(const executors *x)
{
    char *stopped = NULL;

    for (size_t i = 0; i < x->count && !stopped; i++)
        stopped = x->all[i].session ? session_stopped(x->all[i].session) : NULL;
    return stopped;
}
