/* SPDX-License-Identifier: Apache-2.0 */
/* test_selection.c: which cases `fencepost test` runs. */
#include "command/test_selection.h"

#include "base/nearest.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

static bool selects(const test_options *o, const test_case *t)
{
    if (!is_among(test_options_syntaxes(o), t->syntax))
        return false;
    for (size_t p = 0; p < o->pattern_count; p++) {
        if (glob_matches(o->patterns[p], t->id))
            return true;
        for (size_t i = 0; i < t->alias_count; i++)
            if (glob_matches(o->patterns[p], t->aliases[i]))
                return true;
    }
    return o->pattern_count == 0;
}

static bool cuts_fit(const test_options *o, const test_case *t)
{
    return !o->cut_count || o->cuts[o->cut_count - 1] <= t->input.len;
}

selection test_selection_of(const corpus *c, const test_options *o, adhoc *const *made,
                            size_t count)
{
    selection s = { .cuts = o->cuts,
                    .cut_count = o->cut_count,
                    .cut_name = o->cut_name,
                    .only_cut = o->only_cut,
                    .checks = o->checks,
                    .quick = o->quick,
                    .seed = o->seed,
                    .jobs = o->jobs };

    s.cases = xcalloc(corpus_count(c) + count + 1, sizeof *s.cases);
    for (size_t i = 0; i < count; i++)
        if (selects(o, adhoc_case(made[i])) && cuts_fit(o, adhoc_case(made[i])))
            s.cases[s.count++] = adhoc_case(made[i]);
    for (size_t i = 0; !made && i < corpus_count(c); i++)
        if (selects(o, corpus_case(c, i)) && cuts_fit(o, corpus_case(c, i)))
            s.cases[s.count++] = corpus_case(c, i);
    return s;
}

selection test_selection_share(const test_options *o, const selection *all)
{
    selection share = *all;
    const size_t step = o->shards ? o->shards : 1;

    share.cases = xcalloc(all->count + 1, sizeof *share.cases);
    share.count = 0;
    for (size_t i = o->shards ? o->shard - 1 : 0; i < all->count; i += step)
        share.cases[share.count++] = all->cases[i];
    share.thorough = o->thorough || all->count == 1;
    return share;
}

void test_selection_parsed(const test_options *o, const wire_hello *hello, selection *what)
{
    size_t kept = 0;

    for (size_t i = 0; i < what->count; i++)
        if (o->syntax_count || o->pattern_count || wire_hello_parses(hello, what->cases[i]->syntax))
            what->cases[kept++] = what->cases[i];
    what->count = kept;
}

const char **test_selection_syntaxes(const selection *what)
{
    const char **ids = xcalloc(what->count + 1, sizeof *ids);
    size_t count = 0;

    for (size_t i = 0; i < what->count; i++) {
        const char *id = fp_syntax_id(what->cases[i]->syntax);

        if (!count || strcmp(ids[count - 1], id) != 0) /* those of one are together */
            ids[count++] = id;
    }
    return ids;
}

/* -- what is read ------------------------------------------------------------------------------ */

bool test_makes_cases(const test_options *o)
{
    return o->has_input || o->generate;
}

/* The syntaxes that have golden cases, ended by NULL, owned: cases that are made up need none, so
 * that a parser can be tried by the laws before its first case is written. Reports which of those
 * that were asked for have none. */
static const fp_syntax **with_cases(const test_options *o, const char *data)
{
    const fp_syntax **only;
    size_t count = 0, found = 0;

    while (FP_SYNTAXES[count])
        count++;
    only = xcalloc(count + 1, sizeof *only);
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (!is_among(test_options_syntaxes(o), *s))
            continue;
        else if (corpus_has_cases(data, *s))
            only[found++] = *s;
        else
            fprintf(stderr,
                    "fencepost test: %s has no golden cases yet: corpus/%s/ is missing; only the "
                    "laws judge it\n",
                    fp_syntax_id(*s), fp_syntax_id(*s));
    return only;
}

/* The syntaxes whose cases can be selected, ended by NULL, owned; NULL: all can be, or something
 * else wants all. */
static const fp_syntax **only_syntaxes(const test_options *o, const char *data)
{
    const bool named = o->syntax_count > 0;
    const size_t count = named ? o->syntax_count : o->pattern_count;
    const fp_syntax **only;

    if (test_makes_cases(o))
        return with_cases(o, data);
    if (!count || o->known || o->against || o->format == &REPORT_HTML)
        return NULL;
    only = xcalloc(count + 1, sizeof *only);
    for (size_t i = 0; i < count; i++) {
        only[i] = named ? o->syntaxes[i] : case_syntax(o->patterns[i]);
        if (!only[i]) {
            free((void *)only);
            return NULL;
        }
    }
    return only;
}

bool test_selection_is_workers(const test_options *o)
{
    return o->worker && !o->so && !o->syntax_count && !o->pattern_count && !o->only_cut &&
           !o->known && !o->against && !test_makes_cases(o) && o->format != &REPORT_HTML;
}

/* Those of a worker, ended by NULL, owned. */
static const fp_syntax **syntaxes_of(const wire_hello *hello)
{
    const fp_syntax **only = xcalloc(hello->syntax_count + 1, sizeof *only);

    for (size_t i = 0; i < hello->syntax_count; i++)
        only[i] = hello->syntaxes[i];
    return only;
}

const fp_syntax **test_selection_read(const test_options *o, const char *data,
                                      const wire_hello *hello)
{
    return hello ? syntaxes_of(hello) : only_syntaxes(o, data);
}

/* -- nothing --------------------------------------------------------------------------------------
 */

/* The longest input that the options select, whatever --cut says; SIZE_MAX: they select none. */
static size_t longest_input(const test_options *o, const corpus *c)
{
    size_t longest = SIZE_MAX;

    if (o->has_input)
        return o->input.len;
    for (size_t i = 0; i < corpus_count(c); i++) {
        const test_case *t = corpus_case(c, i);

        if (selects(o, t) && (longest == SIZE_MAX || t->input.len > longest))
            longest = t->input.len;
    }
    return longest;
}

int test_selection_none(const command *self, const test_options *o, const corpus *c)
{
    const size_t longest = longest_input(o, c), count = corpus_count(c);
    const char *pattern = o->pattern_count ? o->patterns[0] : "";
    const char **ids;
    char *question;

    if (longest < SIZE_MAX)
        return command_usage_error(self, "--cut %zu: %s has only %zu byte%s",
                                   o->cuts[o->cut_count - 1],
                                   o->has_input ? "the input" : "the longest input of the cases",
                                   longest, longest == 1 ? "" : "s");
    ids = xcalloc(count, sizeof *ids);
    for (size_t i = 0; i < count; i++)
        ids[i] = corpus_case(c, i)->id;
    question = strpbrk(pattern, "*?") ? xstrdup("") : nearest_question(pattern, "", ids, count);
    command_usage_error(self, "no case%s%s matches --case %s%s%s", o->syntax_count ? " of " : "",
                        o->syntax_count ? fp_syntax_id(o->syntaxes[0]) : "", pattern, question,
                        *question ? "" : "; `fencepost list cases` shows all");
    free(question);
    free(ids);
    return EXIT_USAGE;
}
