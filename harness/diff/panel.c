/* SPDX-License-Identifier: Apache-2.0 */
/* panel.c: asks several parsers of one syntax the same questions. */
#include "diff/panel.h"

#include "base/plugin.h"
#include "judge/judge.h"
#include "run/run.h"
#include "serve/adapter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

enum { RESTARTS = 200 };

typedef struct member {
    const char *spec;
    char **argv; /* owned, and its words; ended by NULL */
    session *session;
} member;

struct panel {
    const fp_syntax *syntax;
    member members[PANEL_MAX];
    size_t count;
};

void answers_free(answers *a)
{
    for (size_t i = 0; i < PANEL_MAX; i++)
        answer_free(&a->of[i]);
}

/* -- command lines ----------------------------------------------------------------------------- */

static void add_word(member *m, size_t *count, char *word)
{
    m->argv[(*count)++] = word;
}

/* "NAME=VALUE,NAME=VALUE", each as an option. */
static void add_policies(member *m, size_t *count, const char *policies)
{
    while (*policies) {
        const size_t len = strcspn(policies, ",");

        add_word(m, count, xstrdup("--policy"));
        add_word(m, count, xformat("%.*s", (int)len, policies));
        policies += len + (policies[len] ? 1 : 0);
    }
}

/* This very program, with its plugins, serves its own parsers, with these policies, or a shared
 * object's. */
static void serve_line(member *m, const char *so, const char *policies)
{
    size_t count = 0;
    char *program = program_path();

    if (!*program) {
        free(program);
        program = xstrdup("fencepost"); /* that of the PATH */
    }
    m->argv = xcalloc(plugin_count() * 4 + 5 + strlen(policies) + 2, sizeof *m->argv);
    add_word(m, &count, program);
    for (size_t i = 0; i < plugin_count(); i++) {
        add_word(m, &count, xstrdup("--plugin"));
        add_word(m, &count, xstrdup(plugin_at(i)->file));
        add_word(m, &count, xstrdup("--plugin-data"));
        add_word(m, &count, xstrdup(plugin_at(i)->data));
    }
    add_word(m, &count, xstrdup("serve"));
    if (so) {
        add_word(m, &count, xstrdup("--so"));
        add_word(m, &count, xstrdup(so));
    }
    add_policies(m, &count, policies);
}

char **panel_words(const char *parser)
{
    const char *command = parser + strlen(PANEL_COMMAND);
    char **argv;
    wordexp_t words;
    const int failed = wordexp(command, &words, WRDE_NOCMD);

    need_memory(failed != WRDE_NOSPACE);
    if (failed || !words.we_wordc) {
        fprintf(
            stderr,
            "fencepost diff: '%s' is not a command line: for pipes and the like write cmd:sh -c "
            "'…'\n",
            parser);
        return NULL;
    }
    argv = xcalloc(words.we_wordc + 1, sizeof *argv);
    for (size_t i = 0; i < words.we_wordc; i++)
        argv[i] = xstrdup(words.we_wordv[i]);
    wordfree(&words);
    return argv;
}

/* Returns whether each of "NAME=VALUE,NAME=VALUE" is a policy. */
static bool are_policies(const char *policies)
{
    while (*policies) {
        const size_t len = strcspn(policies, ","), name = strcspn(policies, "=");
        fp_policy policy;
        unsigned value;

        if (name >= len || !fp_policy_find((fp_str){ policies, name }, &policy) ||
            !fp_policy_value_find(policy, (fp_str){ policies + name + 1, len - name - 1 }, &value))
            return false;
        policies += len + (policies[len] ? 1 : 0);
    }
    return true;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Fills the member's command line; an exit code, with the reason said, if there is none. */
static int read_spec(member *m)
{
    if (strcmp(m->spec, "builtin") == 0) {
        serve_line(m, NULL, "");
    } else if (begins(m->spec, "builtin:") && are_policies(m->spec + 8)) {
        serve_line(m, NULL, m->spec + 8);
    } else if (begins(m->spec, "so:") && m->spec[3]) {
        if (!adapter_try(m->spec + 3))
            return EXIT_ADAPTER;
        serve_line(m, m->spec + 3, "");
    } else if (begins(m->spec, PANEL_COMMAND) && m->spec[4]) {
        m->argv = panel_words(m->spec);
        return m->argv ? EXIT_AS_EXPECTED : EXIT_USAGE;
    } else {
        fprintf(stderr,
                "fencepost diff: '%s' is not a parser: write builtin, builtin:POLICY=VALUE with "
                "policies of "
                "spec/model.md, so:FILE or cmd:COMMAND LINE\n",
                m->spec);
        return EXIT_USAGE;
    }
    return EXIT_AS_EXPECTED;
}

/* -- the panel --------------------------------------------------------------------------------- */

static int start(member *m, const fp_syntax *syntax, int deadline_ms)
{
    char error[SESSION_ERROR_SIZE];
    session_config config = SESSION_CONFIG_DEFAULT;
    int code = read_spec(m);

    if (code)
        return code;
    config.argv = m->argv;
    config.deadline_ms = deadline_ms;
    config.restarts = RESTARTS;
    m->session = session_open(&config, error, sizeof error);
    if (!m->session || !smoke_test(m->session, error, sizeof error)) {
        fprintf(stderr, "fencepost diff: the parser %s cannot be used: %s\n", m->spec, error);
        return EXIT_ADAPTER;
    }
    if (wire_hello_parses(session_hello(m->session), syntax))
        return EXIT_AS_EXPECTED;
    fprintf(stderr, "fencepost diff: the parser %s does not parse %s\n", m->spec,
            fp_syntax_id(syntax));
    return EXIT_USAGE;
}

panel *panel_open(const char *const *specs, size_t count, const fp_syntax *syntax, int deadline_ms,
                  int *code)
{
    panel *p = xcalloc(1, sizeof *p);

    p->syntax = syntax;
    *code = EXIT_AS_EXPECTED;
    for (size_t i = 0; i < count && i < PANEL_MAX && !*code; i++) {
        p->members[p->count].spec = specs[i];
        *code = start(&p->members[p->count++], syntax, deadline_ms);
    }
    if (!*code)
        return p;
    panel_close(p);
    return NULL;
}

void panel_close(panel *p)
{
    for (size_t i = 0; p && i < p->count; i++) {
        member *m = &p->members[i];

        session_close(m->session);
        for (char **word = m->argv; word && *word; word++)
            free(*word);
        free(m->argv);
    }
    free(p);
}

size_t panel_count(const panel *p)
{
    return p->count;
}

const char *panel_spec(const panel *p, size_t parser)
{
    return p->members[parser].spec;
}

const wire_hello *panel_hello(const panel *p, size_t parser)
{
    return session_hello(p->members[parser].session);
}

const fp_syntax *panel_syntax(const panel *p)
{
    return p->syntax;
}

bool panel_takes_tools(const panel *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (!panel_hello(p, i)->catalogue)
            return false;
    return true;
}

bool panel_takes_bytes(const panel *p)
{
    size_t count = 0;

    for (size_t i = 0; i < p->count; i++)
        count += panel_hello(p, i)->bytes;
    return count >= 2;
}

unsigned panel_restarts(const panel *p)
{
    unsigned restarts = 0;

    for (size_t i = 0; i < p->count; i++)
        restarts += session_restarts(p->members[i].session);
    return restarts;
}

const char *panel_lost(const panel *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (session_lost(p->members[i].session))
            return session_lost(p->members[i].session);
    return NULL;
}

char *panel_stopped(const panel *p)
{
    char *stopped = NULL;

    for (size_t i = 0; i < p->count && !stopped; i++)
        stopped = session_stopped(p->members[i].session);
    return stopped;
}

/* -- asking ------------------------------------------------------------------------------------ */

void panel_ask(panel *p, const panel_question *question, answers *a)
{
    const cutting cut = { .name = "given", .at = question->cuts, .count = question->cut_count };
    const session_request request = { .syntax = p->syntax,
                                      .input = question->input,
                                      .cut = question->cuts ? &cut : NULL,
                                      .catalogue = panel_takes_tools(p) ? question->tools : NULL };

    for (size_t i = 0; i < p->count; i++) {
        a->of[i].asked = wire_can_take(panel_hello(p, i), question->input, request.cut);
        if (a->of[i].asked)
            session_ask(p->members[i].session, &request, answer_keep, NULL, &a->of[i]);
    }
}

void panel_drain(panel *p)
{
    for (size_t i = 0; i < p->count; i++)
        session_drain(p->members[i].session);
}
