/* SPDX-License-Identifier: Apache-2.0 */
/* result_given.c: cases of a report that the corpus does not have. */
#include "result/result_given.h"

#include "judge/adhoc.h"
#include "partial/partial_cases.h"
#include "template/template_cases.h"
#include "result/record.h"

#include <stdlib.h>
#include <string.h>

typedef struct given_case {
    test_case test;
    json_t *facts;   /* the line with its title; NULL: none has come */
    json_t *failure; /* the line with its input; NULL: none has come */
    char *id;
} given_case;

bool given_input(const json_t *line, fp_str *input)
{
    const json_t *text = record_get(line, OF_INPUT);
    const json_t *base64 = record_get(line, OF_INPUT_BASE64);

    if (json_is_string(text)) {
        *input = xcopy(json_str(text));
        return true;
    }
    return json_is_string(base64) && base64_decode(json_str(base64), input);
}

policy_set policies_named(const json_t *object)
{
    policy_set set = { 0 };
    const char *name;
    json_t *value;

    json_object_foreach ((json_t *)(uintptr_t)object, name, value) {
        fp_policy policy;
        unsigned chosen;

        if (json_is_string(value) && fp_policy_find(fp_str_of(name), &policy) &&
            fp_policy_value_find(policy, json_str(value), &chosen)) {
            set.given[policy] = true;
            set.policies.of[policy] = (uint8_t)chosen;
        }
    }
    return set;
}

policy_set given_policies(const json_t *line)
{
    return policies_named(record_get(line, OF_POLICY));
}

/* The strings of an array, which keeps them; owned: free(). */
static const char **strings(const json_t *array, size_t *count)
{
    const char **all = xcalloc(json_array_size(array) + 1, sizeof *all);

    *count = 0;
    for (size_t i = 0; i < json_array_size(array); i++)
        if (json_is_string(json_array_get(array, i)))
            all[(*count)++] = json_string_value(json_array_get(array, i));
    return all;
}

static void take_facts(given_case *g, json_t *line)
{
    test_case *t = &g->test;
    const char *file = record_text(line, OF_FILE);
    const size_t at = record_number(line, OF_LINE);

    if (g->facts || !record_text(line, OF_TITLE))
        return;
    g->facts = json_incref(line);
    t->title = record_text(line, OF_TITLE);
    t->file = file ? file : "";
    t->line = at;
    t->clauses = strings(record_get(line, OF_CLAUSES), &t->clause_count);
    t->refuses = strings(record_get(line, OF_REFUSES), &t->refuse_count);
}

static void take_failure(given_case *g, json_t *line)
{
    test_case *t = &g->test;
    const json_t *catalogue = record_get(line, OF_CATALOGUE);

    if (g->failure || !given_input(line, &t->input))
        return;
    g->failure = json_incref(line);
    t->policy = given_policies(line);
    t->catalogue_name = json_string_value(catalogue);
    if (json_is_array(catalogue)) {
        t->catalogue_json = catalogue;
        t->catalogue = catalogue_of_tools(catalogue);
    }
}

static given_case *find(const given_cases *g, const char *id)
{
    for (size_t i = g->count; i > 0; i--) /* the last one first: results of a case stand together */
        if (strcmp(g->all[i - 1]->id, id) == 0)
            return g->all[i - 1];
    return NULL;
}

static given_case *add(given_cases *g, const char *id, const fp_syntax *syntax,
                       const char *strength)
{
    void *grown = (void *)g->all;
    given_case *made = xcalloc(1, sizeof *made);
    unsigned l = LEVEL_MUST;

    while (strength && l < LEVEL_MAY && strcmp(strength, level_name((level)l)) != 0)
        l++;
    made->id = xstrdup(id);
    made->test = (test_case){ .id = made->id,
                              .title = "",
                              .origin = "",
                              .feature = "",
                              .file = "",
                              .level = (level)l,
                              .syntax = syntax,
                              .input = fp_str_of("") };
    xgrow(&grown, &g->cap, g->count, sizeof(given_case *));
    g->all = (given_case **)grown;
    return g->all[g->count++] = made;
}

const test_case *given_case_read(given_cases *g, json_t *line)
{
    const char *id = record_text(line, OF_CASE), *name = record_text(line, OF_SYNTAX);
    const fp_syntax *syntax = name ? fp_syntax_find(fp_str_of(name)) : NULL;
    given_case *one = id ? find(g, id) : NULL;

    const bool template = name && strcmp(name, TEMPLATE_SUBJECT) == 0;
    const bool apart = template || (name && strcmp(name, PARTIAL_SUBJECT) == 0);

    if (!id || (!syntax && !apart))
        return NULL;
    if (!one)
        one = add(g, id, syntax, record_text(line, OF_LEVEL));
    if (apart)
        one->test.subject = template ? TEMPLATE_SUBJECT : PARTIAL_SUBJECT;
    take_facts(one, line);
    take_failure(one, line);
    return &one->test;
}

const test_case *given_case_find(const given_cases *g, const char *id)
{
    const given_case *one = find(g, id);

    return one ? &one->test : NULL;
}

const char *given_name(given_cases *g, const char *text)
{
    if (!g->names)
        g->names = json_object();
    if (!json_object_get(g->names, text))
        json_object_set_new(g->names, text, json_true());
    return json_object_iter_key(json_object_iter_at(g->names, text));
}

void given_cases_free(given_cases *g)
{
    for (size_t i = 0; i < g->count; i++) {
        given_case *one = g->all[i];

        if (one->failure)
            free((char *)(uintptr_t)one->test.input.ptr);
        fp_catalogue_free((fp_catalogue *)(uintptr_t)one->test.catalogue);
        free((void *)(uintptr_t)one->test.clauses);
        free((void *)(uintptr_t)one->test.refuses);
        json_decref(one->facts);
        json_decref(one->failure);
        free(one->id);
        free(one);
    }
    free((void *)g->all);
    json_decref(g->names);
}
