/* SPDX-License-Identifier: Apache-2.0 */
/* template_cases.c: the cases of response templates. They are read as JSON text, since jansson
 * would round their numbers.
 */
#include "template/template_cases.h"

#include "template/template_answer.h"

#include <fencepost/jsontext.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct template_cases {
    template_case *all;
    size_t count, cap;
    char **kept; /* what the cases borrow; owned */
    size_t kept_count, kept_cap;
    fp_str features, impossible; /* JSON: each pair of features, these left out, has a case … */
    const char *pairs_file;      /* … in this file; NULL: none has such lists */
};

void template_cases_free(template_cases *c)
{
    for (size_t i = 0; c && i < c->count; i++)
        free((void *)c->all[i].test.clauses);
    for (size_t i = 0; c && i < c->kept_count; i++)
        free(c->kept[i]);
    if (!c)
        return;
    free((void *)c->kept);
    free(c->all);
    free(c);
}

size_t template_cases_count(const template_cases *c)
{
    return c->count;
}

const template_case *template_case_at(const template_cases *c, size_t index)
{
    return &c->all[index];
}

const template_case *template_case_of(const test_case *test)
{
    return (const template_case *)((const char *)test - offsetof(template_case, test));
}

static char *keep(template_cases *c, char *text)
{
    void *grown = (void *)c->kept;

    xgrow(&grown, &c->kept_cap, c->kept_count, sizeof *c->kept);
    c->kept = grown;
    c->kept[c->kept_count++] = text;
    return text;
}

/* The next case, zeroed. */
static template_case *new_case(template_cases *c)
{
    void *grown = c->all;

    xgrow(&grown, &c->cap, c->count, sizeof *c->all);
    c->all = grown;
    c->all[c->count] = (template_case){ .tools = { 0 } };
    return &c->all[c->count++];
}

/* What a JSON string stands for, with a NUL after it; len 0 and "" for what is not a string. */
static fp_str decoded(template_cases *c, fp_str json)
{
    fp_json text = { 0 };
    bool lone = false;

    if (fp_jsontext_kind(json) == '"')
        need_memory(fp_jsontext_decode(json, &text, &lone));
    fp_json_bytes(&text, (fp_str){ "", 1 });
    need_memory(!text.failed);
    return (fp_str){ keep(c, text.ptr), text.len - 1 };
}

/* A file that is read. */
typedef struct file_reader {
    template_cases *cases;
    const spec *spec;
    const char *file;
    problems *p;
} file_reader;

static bool wrong(const file_reader *r, const template_case *one, const char *what)
{
    return problem(r->p, r->file, *one->test.id ? one->test.id : "a case", "%s", what);
}

static bool read_clauses(const file_reader *r, fp_str clauses, template_case *one)
{
    size_t count = 0;
    fp_str item;

    for (size_t at = 0; fp_jsontext_kind(clauses) == '[' && fp_jsontext_item(clauses, &at, &item);)
        count++;
    one->test.clauses = xcalloc(count + 1, sizeof *one->test.clauses);
    one->decided = count > 0;
    for (size_t at = 0, i = 0; count && fp_jsontext_item(clauses, &at, &item); i++) {
        const clause *cited;

        one->test.clauses[i] = decoded(r->cases, item).ptr;
        cited = spec_find(r->spec, one->test.clauses[i]);
        one->decided = one->decided && cited && cited->decision && !cited->argument;
    }
    one->test.clause_count = count;
    return count || wrong(r, one, "it cites no clause");
}

static bool read_policies(const file_reader *r, fp_str policies, template_case *one)
{
    fp_str key, value;

    one->has_policies = policies.len > 0;
    for (size_t at = 0;
         fp_jsontext_kind(policies) == '{' && fp_jsontext_member(policies, &at, &key, &value);) {
        char *why = NULL;

        if (template_policies_set(&one->policies, decoded(r->cases, key), decoded(r->cases, value),
                                  &why))
            continue;
        wrong(r, one, why);
        free(why);
        return false;
    }
    return true;
}

static bool read_case(file_reader *r, fp_str json)
{
    static const char *const KEYS[] = { "id",   "title", "clauses", "template", "prefix",
                                        "text", "tools", "policy",  "expect",   "origin" };
    template_cases *c = r->cases;
    template_case *one = new_case(c);
    fp_str key, value;

    *one = (template_case){ .test = { .id = decoded(c, fp_jsontext_get(json, "id")).ptr,
                                      .title = decoded(c, fp_jsontext_get(json, "title")).ptr,
                                      .origin = decoded(c, fp_jsontext_get(json, "origin")).ptr,
                                      .feature = "",
                                      .file = r->file,
                                      .level = LEVEL_MUST,
                                      .subject = TEMPLATE_SUBJECT,
                                      .prefix = decoded(c, fp_jsontext_get(json, "prefix")),
                                      .input = decoded(c, fp_jsontext_get(json, "text")) },
                            .json = json,
                            .template = fp_jsontext_get(json, "template"),
                            .tools = fp_jsontext_get(json, "tools"),
                            .expect = fp_jsontext_get(json, "expect") };
    for (size_t at = 0;
         fp_jsontext_kind(json) == '{' && fp_jsontext_member(json, &at, &key, &value);) {
        size_t i = 0;

        while (i < sizeof KEYS / sizeof *KEYS && !fp_jsontext_is(key, fp_str_of(KEYS[i])))
            i++;
        if (i == sizeof KEYS / sizeof *KEYS)
            return wrong(r, one, "it has a member that cases of templates do not have");
    }
    if (!*one->test.id || !*one->test.title || !*one->test.origin || !one->template.len ||
        fp_jsontext_kind(one->expect) != '{')
        return wrong(r, one, "it lacks one of id, title, origin, template and expect");
    return read_clauses(r, fp_jsontext_get(json, "clauses"), one) &&
           read_policies(r, fp_jsontext_get(json, "policy"), one);
}

enum { DEPTH_MOST = 512 };

static void read_file(template_cases *c, const spec *s, const char *data, const char *name,
                      problems *p)
{
    char *path = xformat("%s/corpus/%s/%s", data, TEMPLATE_SUBJECT, name);
    file_reader r = { c, s, keep(c, xformat("corpus/%s/%s", TEMPLATE_SUBJECT, name)), p };
    fp_str bytes = { 0 }, cases, one;
    size_t at = 0;

    if (file_read_plain(path, &bytes, p)) {
        keep(c, (char *)(uintptr_t)bytes.ptr);
        if (!fp_jsontext_valid(bytes, DEPTH_MOST, &at)) {
            problem(p, r.file, NULL, "it is not JSON: see byte %zu", at);
        } else {
            cases = fp_jsontext_get(bytes, "cases");
            if (!fp_jsontext_is(fp_jsontext_get(bytes, "kind"), FP_STR(TEMPLATE_SUBJECT)) ||
                fp_jsontext_kind(cases) != '[')
                problem(p, r.file, NULL, "its \"kind\" is not \"%s\", or it has no \"cases\"",
                        TEMPLATE_SUBJECT);
            else
                for (at = 0; fp_jsontext_item(cases, &at, &one);)
                    read_case(&r, one);
            if (fp_jsontext_kind(fp_jsontext_get(bytes, "features")) == '[') {
                c->features = fp_jsontext_get(bytes, "features");
                c->impossible = fp_jsontext_get(bytes, "impossible");
                c->pairs_file = r.file;
            }
        }
    }
    free(path);
}

template_cases *template_cases_load(const char *data, const spec *s, problems *p)
{
    const size_t before = p->count;
    char *folder = xformat("%s/corpus/%s", data, TEMPLATE_SUBJECT);
    char **names = dir_names(folder, ".json", p);
    template_cases *c = xcalloc(1, sizeof *c);

    for (char **name = names; name && *name; name++)
        read_file(c, s, data, *name, p);
    if (p->count == before && !c->count)
        problem(p, folder, NULL, "no cases here");
    names_free(names);
    free(folder);
    if (p->count == before)
        return c;
    template_cases_free(c);
    return NULL;
}

/* -- cases that are made ----------------------------------------------------------------------- */

template_cases *template_cases_none(void)
{
    return xcalloc(1, sizeof(template_cases));
}

static fp_str kept(template_cases *c, fp_str text)
{
    const fp_str copy = xcopy(text);

    keep(c, (char *)(uintptr_t)copy.ptr);
    return copy;
}

void template_cases_add(template_cases *c, fp_str template, const template_text *made)
{
    template_case *one = new_case(c);

    one->test = (test_case){ .id = keep(c, xstrdup(made->id)),
                             .title = made->title,
                             .origin = "fencepost test --template",
                             .feature = "",
                             .file = "",
                             .level = LEVEL_MUST,
                             .subject = TEMPLATE_SUBJECT,
                             .prefix = kept(c, made->prefix),
                             .input = kept(c, made->text) };
    one->template = template;
    one->test.clauses = xcalloc(2, sizeof *one->test.clauses);
    one->test.clauses[0] = made->clause;
    one->test.clause_count = 1;
}

/* -- lint -------------------------------------------------------------------------------------- */

static void check_id(const template_cases *c, size_t index, problems *p)
{
    const test_case *t = &c->all[index].test;
    const char *name = strrchr(t->file, '/') + 1;
    char *begin = xformat("%s/%.*s/", TEMPLATE_SUBJECT, (int)strcspn(name, "."), name);

    if (strncmp(t->id, begin, strlen(begin)) != 0)
        problem(p, t->file, t->id, "its id does not begin with %s", begin);
    for (size_t i = 0; i < index; i++)
        if (strcmp(c->all[i].test.id, t->id) == 0)
            problem(p, t->file, t->id, "is the id of two cases");
    free(begin);
}

/* Returns whether a list of pairs has these two, in either order. */
static bool is_impossible(fp_str list, fp_str a, fp_str b)
{
    fp_str entry, first, second;

    for (size_t at = 0; fp_jsontext_kind(list) == '[' && fp_jsontext_item(list, &at, &entry);) {
        const fp_str pair = fp_jsontext_get(entry, "pair");
        size_t in = 0;

        if (fp_jsontext_kind(pair) == '[' && fp_jsontext_item(pair, &in, &first) &&
            fp_jsontext_item(pair, &in, &second) &&
            ((fp_str_equal(first, a) && fp_str_equal(second, b)) ||
             (fp_str_equal(first, b) && fp_str_equal(second, a))))
            return true;
    }
    return false;
}

/* Features are words, so that between their quotes they are what they stand for. */
static bool has_pair(const template_cases *c, fp_str a, fp_str b)
{
    char *id = xformat("%s/pairs/%.*s-and-%.*s", TEMPLATE_SUBJECT, (int)a.len - 2, a.ptr + 1,
                       (int)b.len - 2, b.ptr + 1);
    bool found = false;

    for (size_t i = 0; i < c->count && !found; i++)
        found = strcmp(c->all[i].test.id, id) == 0;
    free(id);
    return found;
}

static void check_pairs(const template_cases *c, problems *p)
{
    fp_str a, b;

    for (size_t at = 0; c->pairs_file && fp_jsontext_item(c->features, &at, &a);)
        for (size_t next = at; fp_jsontext_item(c->features, &next, &b);) {
            const bool has = has_pair(c, a, b) || has_pair(c, b, a);
            const bool impossible = is_impossible(c->impossible, a, b);

            if (has == impossible)
                problem(p, c->pairs_file, NULL,
                        has ? "the pair %.*s and %.*s has a case, and is listed as impossible"
                            : "the pair %.*s and %.*s has no case",
                        (int)a.len, a.ptr, (int)b.len, b.ptr);
        }
}

static void check_expected(const template_case *one, problems *p)
{
    template_answer ours = template_own_answer(one, &one->policies, NULL);

    if (ours.kind != TEMPLATE_NO_ANSWER && !template_answer_is_expected(&ours, one))
        problem(p, one->test.file, one->test.id,
                "our own executor answers otherwise: correct \"expect\"");
    template_answer_free(&ours);
}

static bool is_cited(const template_cases *c, const char *clause_id)
{
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->all[i].test.clause_count; k++)
            if (strcmp(c->all[i].test.clauses[k], clause_id) == 0)
                return true;
    return false;
}

void template_cases_check(const template_cases *c, const spec *s, problems *p)
{
    /* what the text of a case cannot tell: unit tests of the executor do */
    static const char *const APART[] = { "TEMPLATE-2.4", "TEMPLATE-2.5", "TEMPLATE-9.5",
                                         "TEMPLATE-9.6", "TEMPLATE-9.7" };

    for (size_t i = 0; i < c->count; i++) {
        const template_case *one = &c->all[i];

        check_id(c, i, p);
        for (size_t k = 0; k < one->test.clause_count; k++)
            if (!spec_find(s, one->test.clauses[k]) ||
                !spec_clause_in(one->test.clauses[k], "template"))
                problem(p, one->test.file, one->test.id,
                        "cites %s, which is not a clause of spec/%s.md", one->test.clauses[k],
                        TEMPLATE_SUBJECT);
        check_expected(one, p);
    }
    check_pairs(c, p);
    for (size_t i = 0; i < spec_clause_count(s); i++) {
        const clause *required = spec_clause(s, i);
        bool apart = false;

        for (size_t k = 0; k < sizeof APART / sizeof *APART; k++)
            apart = apart || strcmp(required->id, APART[k]) == 0;
        if (spec_clause_in(required->id, "template") && !apart && !is_cited(c, required->id))
            problem(p, required->file, required->id, "has no case: add one to corpus/%s",
                    TEMPLATE_SUBJECT);
    }
}
