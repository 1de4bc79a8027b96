/* SPDX-License-Identifier: Apache-2.0 */
/* finding_read.c: a finding of a JSON report, as report_finding.c writes it, read back. */
#include "adhoc.h"
#include "finding.h"
#include "laws.h"

#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *json, const char *name)
{
    return json_string_value(json_object_get(json, name));
}

static char *copy_of(const json_t *json, const char *name)
{
    return text_of(json, name) ? xstrdup(text_of(json, name)) : NULL;
}

static void read_policies(const json_t *json, finding *f)
{
    const fp_options usual = fp_options_default(f->test->syntax);
    const char *name;
    json_t *value;

    f->form.policies = usual.policies;
    json_object_foreach (json_object_get(json, "policy"), name, value) {
        fp_policy policy;
        unsigned which;

        if (fp_policy_find(fp_str_of(name), &policy) && json_is_string(value) &&
            fp_policy_value_find(policy, json_str(value), &which))
            f->form.policies.of[policy] = (uint8_t)which;
    }
}

static bool read_form(const json_t *json, finding *f)
{
    const json_t *text = json_object_get(json, "input"), *cuts = json_object_get(json, "cuts");

    f->form.is_cut = cuts != NULL;
    f->form.cut_count = json_array_size(cuts);
    f->form.cuts = xcalloc(f->form.cut_count, sizeof *f->form.cuts);
    for (size_t i = 0; i < f->form.cut_count; i++)
        f->form.cuts[i] = (size_t)json_integer_value(json_array_get(cuts, i));
    f->form.tools = json_incref(json_object_get(json, "catalogue"));
    read_policies(json, f);
    if (text)
        f->form.input = xcopy(json_str(text));
    return text || base64_decode(json_str(json_object_get(json, "input_base64")), &f->form.input);
}

static void read_cases(const json_t *json, const corpus *c, finding *f)
{
    const json_t *cases = json_object_get(json, "cases");

    for (size_t i = 0; i < json_array_size(cases) && f->case_count < FINDING_CASES; i++) {
        const char *id = json_string_value(json_array_get(cases, i));
        const test_case *t = id ? corpus_find(c, id) : NULL;

        if (t)
            f->cases[f->case_count++] = t;
    }
    f->test = f->case_count ? f->cases[0] : NULL;
}

static bool read_verdict(const char *failure, finding *f)
{
    const size_t len = strcspn(failure, "/");

    for (unsigned v = 0; v < VERDICT_COUNT; v++) {
        const char *name = verdict_name((verdict)v);

        if (strlen(name) == len && strncmp(name, failure, len) == 0) {
            f->verdict = (verdict)v;
            return true;
        }
    }
    return false;
}

bool finding_read(const json_t *json, const char *check, const char *clause_id, const corpus *c,
                  finding *f)
{
    *f = (finding){ .check = check,
                    .clause = clause_id,
                    .failure = copy_of(json, "class"),
                    .advice = json_is_true(json_object_get(json, "advice")),
                    .minimal = json_is_true(json_object_get(json, "minimal")),
                    .tries = (size_t)json_integer_value(json_object_get(json, "tries")),
                    .count = (size_t)json_integer_value(json_object_get(json, "count")),
                    .fails = { .sentence = copy_of(json, "message"),
                               .expected = copy_of(json, "expected"),
                               .actual = copy_of(json, "actual") } };
    read_cases(json, c, f);
    if (!check || !clause_id || !f->failure || !f->test || !f->fails.sentence ||
        !read_verdict(f->failure, f) || !read_form(json, f)) {
        finding_free(f);
        return false;
    }
    f->shape = candidate_shape(&f->form);
    return true;
}
