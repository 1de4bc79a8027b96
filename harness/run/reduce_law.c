/* SPDX-License-Identifier: Apache-2.0 */
/* reduce_law.c: judges candidates by a law on our own parsers, each in a child process: a parser
 * that breaks a law may break the process as well.
 */
#include "base/children.h"
#include "base/interrupt.h"
#include "judge/adhoc.h"
#include "law/laws.h"
#include "run/run.h"

#include <stdlib.h>
#include <string.h>

enum { SECONDS = 20 };

/* Returns the law of this name; LAW_OF_OURS: there is none. */
static law law_of(const char *name)
{
    unsigned l = 0;

    while (l < LAW_OF_OURS && strcmp(law_name((law)l), name) != 0)
        l++;
    return (law)l;
}

typedef struct asked {
    law law;
    const law_subject *subject;
} asked;

/* In the child: sends how the law is broken, NULL if it holds. */
static int ask_law(const void *context, int out)
{
    const asked *a = context;
    law_breach breach;

    interrupt_alarm(SECONDS);
    child_send_text(out, law_holds(a->law, a->subject, &breach) ? NULL : breach.text);
    return EXIT_AS_EXPECTED;
}

static failing in_a_child(law l, const law_subject *subject)
{
    failing f = { .verdict = VERDICT_PASS };
    child trial;
    child_end end;
    bool answered;

    if (!child_start(&trial, ask_law, &(asked){ l, subject }))
        return (failing){ .verdict = VERDICT_SKIPPED };
    answered = child_receive_text(&trial, &f.sentence);
    end = child_wait(&trial);
    if (end.fate == CHILD_LOST)
        exit(EXIT_ADAPTER); /* it has reported why */
    if (answered && end.fate == CHILD_DONE) {
        f.verdict = f.sentence ? VERDICT_WRONG : VERDICT_PASS;
        return f;
    }
    failing_free(&f);
    return (failing){ .verdict = end.fate == CHILD_LATE ? VERDICT_TIMEOUT : VERDICT_CRASH,
                      .sentence = child_sentence(end, SECONDS) };
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
    options.prefix = f->test->prefix;
    options.finish = f->test->finish;
    options.finish_token = f->test->finish_token;
    if (l == LAW_OF_OURS || l == LAW_LINEAR)
        seen.verdict = VERDICT_SKIPPED;
    else if (!c->tools || catalogue)
        seen = in_a_child(l, &(law_subject){ .syntax = f->test->syntax,
                                             .options = &options,
                                             .input = c->input,
                                             .seed = *seed,
                                             .thorough = true });
    seen.harm = l < LAW_COUNT ? law_harm(l) : HARM_NONE;
    fp_catalogue_free(catalogue);
    return seen;
}

void findings_reduce_laws(findings *f, uint64_t seed, size_t budget)
{
    findings_reduce(f, judge_by_law, &seed, budget);
}
