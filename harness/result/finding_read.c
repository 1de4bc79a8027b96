/* SPDX-License-Identifier: Apache-2.0 */
/* finding_read.c: findings, read back from a report. */
#include "result/finding_read.h"

#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static char *copy_of(const json_t *line, const char *key)
{
    const char *text = text_of(line, key);

    return text ? xstrdup(text) : NULL;
}

static size_t number_of(const json_t *line, const char *key)
{
    const json_int_t number = json_integer_value(json_object_get(line, key));

    return number > 0 ? (size_t)number : 0;
}

static void read_cases(const report_source *s, const json_t *line, finding *f)
{
    const json_t *cases = json_object_get(line, "cases");

    for (size_t i = 0; i < json_array_size(cases) && f->case_count < FINDING_CASES; i++) {
        const char *id = json_string_value(json_array_get(cases, i));
        const test_case *t = id ? source_case(s, id) : NULL;

        if (t)
            f->cases[f->case_count++] = t;
    }
    f->test = f->case_count ? f->cases[0] : NULL;
}

/* Those that are not given are the syntax's defaults. */
static fp_policies policies_of(const json_t *line, const fp_syntax *syntax)
{
    const policy_set set = given_policies(line);
    fp_options options = fp_options_default(syntax);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (set.given[i])
            options.policies.of[i] = set.policies.of[i];
    return options.policies;
}

static bool read_form(const json_t *line, finding *f)
{
    const json_t *cuts = json_object_get(line, "cuts");
    candidate *form = &f->form;

    if (!given_input(line, &form->input))
        return false;
    form->is_cut = cuts != NULL;
    form->cut_count = json_array_size(cuts);
    form->cuts = xcalloc(form->cut_count + 1, sizeof *form->cuts);
    for (size_t i = 0; i < form->cut_count; i++)
        form->cuts[i] = (size_t)json_integer_value(json_array_get(cuts, i));
    form->tools = json_incref(json_object_get(line, "catalogue"));
    form->policies = policies_of(line, f->test->syntax);
    return true;
}

bool finding_read(report_source *s, const json_t *line, finding *f)
{
    const char *failure = text_of(line, "class");

    *f = (finding){ .check = source_check(text_of(line, "check")),
                    .clause = source_clause(s, text_of(line, "clause")),
                    .advice = json_is_true(json_object_get(line, "advice")),
                    .minimal = json_is_true(json_object_get(line, "minimal")),
                    .tries = number_of(line, "tries"),
                    .count = number_of(line, "count") };
    read_cases(s, line, f);
    if (!f->test || !f->check || !f->clause || !text_of(line, "message") || !failure ||
        !source_class(failure, &f->verdict, &f->kind) || !read_form(line, f))
        return false;
    f->failure = xstrdup(failure);
    f->shape = candidate_shape(&f->form);
    f->fails = (failing){ .verdict = f->verdict,
                          .kind = f->kind,
                          .sentence = copy_of(line, "message"),
                          .expected = copy_of(line, "expected"),
                          .actual = copy_of(line, "actual") };
    return true;
}
