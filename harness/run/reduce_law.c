/* SPDX-License-Identifier: Apache-2.0 */
/* reduce_law.c: candidates judged by a law on our own parsers, each in a child process: a parser
 * that breaks a law may break the process as well.
 */
#include "base/interrupt.h"
#include "judge/adhoc.h"
#include "law/laws.h"
#include "run/run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 20, HOLDS = 0, BROKEN = 1 };

/* The law of this name; LAW_COUNT: it is none. */
static law law_of(const char *name)
{
    unsigned l = 0;

    while (l < LAW_COUNT && strcmp(law_name((law)l), name) != 0)
        l++;
    return (law)l;
}

static _Noreturn void child_main(law l, const law_subject *subject, int out)
{
    law_breach breach;

    interrupt_alarm(SECONDS);
    if (law_holds(l, subject, &breach))
        _exit(HOLDS);
    _exit(write(out, breach.text, strlen(breach.text)) < 0 ? EXIT_ADAPTER : BROKEN);
}

/* What the child says, or what became of it. */
static failing heard(int in, pid_t child)
{
    char text[256] = "";
    const ssize_t len = read(in, text, sizeof text - 1);
    int status = 0;

    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return (failing){ .verdict = VERDICT_SKIPPED };
    if (WIFEXITED(status) && WEXITSTATUS(status) == HOLDS)
        return (failing){ .verdict = VERDICT_PASS };
    if (WIFEXITED(status) && WEXITSTATUS(status) == BROKEN && len > 0)
        return (failing){ .verdict = VERDICT_WRONG, .sentence = xstrdup(text) };
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_ADAPTER)
        exit(EXIT_ADAPTER); /* out of memory, as it has said */
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return (failing){ .verdict = VERDICT_TIMEOUT,
                          .sentence = xformat("no answer within %d seconds", SECONDS) };
    return (failing){ .verdict = VERDICT_CRASH,
                      .sentence = WIFSIGNALED(status)
                                      ? xformat("the parser died: %s", strsignal(WTERMSIG(status)))
                                      : xformat("the parser ended its process, status %d",
                                                WEXITSTATUS(status)) };
}

static failing in_a_child(law l, const law_subject *subject)
{
    int ends[2];
    failing f;
    pid_t child;

    fflush(NULL);
    if (pipe(ends) != 0)
        return (failing){ .verdict = VERDICT_SKIPPED };
    child = fork();
    if (child == 0)
        child_main(l, subject, ends[1]);
    close(ends[1]);
    f = child < 0 ? (failing){ .verdict = VERDICT_SKIPPED } : heard(ends[0], child);
    close(ends[0]);
    return f;
}

static failing judge_by_law(void *context, const finding *f, const candidate *c)
{
    const uint64_t *seed = context;
    const law l = law_of(f->check);
    fp_options options = fp_options_default(f->test->syntax);
    fp_catalogue *catalogue = c->tools ? catalogue_of_tools(c->tools) : NULL;
    failing seen = { .verdict = VERDICT_PASS };

    options.policies = c->policies;
    options.catalogue = catalogue;
    if (l == LAW_COUNT || l == LAW_LINEAR)
        seen.verdict = VERDICT_SKIPPED;
    else if (!c->tools || catalogue)
        seen = in_a_child(l, &(law_subject){ .syntax = f->test->syntax,
                                             .options = &options,
                                             .input = c->input,
                                             .seed = *seed,
                                             .thorough = true });
    fp_catalogue_free(catalogue);
    return seen;
}

void findings_reduce_laws(findings *f, uint64_t seed, size_t budget)
{
    findings_reduce(f, judge_by_law, &seed, budget);
}
