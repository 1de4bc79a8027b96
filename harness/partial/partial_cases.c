/* SPDX-License-Identifier: Apache-2.0 */
/* partial_cases.c: the cases of readers of partial JSON. */
#include "partial/partial_cases.h"

#include "partial/partial_judge.h"
#include "partial/partial_made.h"
#include "partial/partial_value.h"

#include <stdlib.h>
#include <string.h>

/* A text of repeated pieces may have so many bytes. */
enum { TEXT_MOST = 1 << 21 };

typedef struct partial_case {
    test_case test;
    const json_t *json; /* of a file; NULL: it was made up */
    const char **clauses;
    char *bytes; /* of the text; owned */
    char *id;    /* owned where there is no JSON */
} partial_case;

struct partial_cases {
    partial_case *all;
    size_t count, cap;
    json_t *files; /* keeps what the cases borrow */
};

static void case_free(partial_case *one)
{
    free((void *)one->clauses);
    free(one->bytes);
    free(one->id);
}

void partial_cases_free(partial_cases *c)
{
    for (size_t i = 0; c && i < c->count; i++)
        case_free(&c->all[i]);
    if (!c)
        return;
    free(c->all);
    json_decref(c->files);
    free(c);
}

size_t partial_cases_count(const partial_cases *c)
{
    return c->count;
}

const test_case *partial_case_at(const partial_cases *c, size_t index)
{
    return &c->all[index].test;
}

const json_t *partial_case_answers(const partial_cases *c, size_t index)
{
    const json_t *answers = json_object_get(c->all[index].json, "answers");

    return json_is_array(answers) ? answers : NULL;
}

static partial_case *add_case(partial_cases *c)
{
    void *grown = c->all;

    xgrow(&grown, &c->cap, c->count, sizeof *c->all);
    c->all = grown;
    c->all[c->count] = (partial_case){ .test = { .title = "",
                                                 .origin = "",
                                                 .feature = "",
                                                 .file = "",
                                                 .level = LEVEL_MUST,
                                                 .subject = PARTIAL_SUBJECT } };
    return &c->all[c->count++];
}

/* -- files ------------------------------------------------------------------------------------- */

/* A file that is read. */
typedef struct file_reader {
    partial_cases *cases;
    const char *file;
    const char *place; /* the id, once it is known */
    problems *p;
} file_reader;

static bool wrong(const file_reader *r, const char *what)
{
    return problem(r->p, r->file, r->place, "%s", what);
}

/* [["[", 128], ["]", 128]]: pieces, and how often each comes. */
static bool read_pieces(const file_reader *r, const json_t *pieces, fp_str *text)
{
    fp_json all = { 0 };
    bool good = json_array_size(pieces) > 0;

    for (size_t i = 0; good && i < json_array_size(pieces); i++) {
        const json_t *pair = json_array_get(pieces, i), *piece = json_array_get(pair, 0);
        const json_int_t times = json_integer_value(json_array_get(pair, 1));

        good = json_array_size(pair) == 2 && json_string_length(piece) > 0 && times > 0;
        for (json_int_t k = 0; good && k < times; k++) {
            fp_json_bytes(&all, json_str(piece));
            good = all.len <= TEXT_MOST;
        }
    }
    *text = json_text(&all);
    return good || wrong(r, "its \"text\" is an array, and not of pairs of a piece and how often "
                            "it comes");
}

static bool read_text(const file_reader *r, const json_t *text, partial_case *one)
{
    const json_t *encoded = json_object_get(text, "base64");
    fp_str bytes = { 0 };

    if (json_is_array(text)) {
        if (!read_pieces(r, text, &bytes)) {
            free((char *)(uintptr_t)bytes.ptr);
            return false;
        }
    } else if (json_is_string(text)) {
        bytes = xcopy(json_str(text));
    } else if (!json_is_string(encoded) || json_object_size(text) != 1 ||
               !base64_decode(json_str(encoded), &bytes)) {
        return wrong(r, "its \"text\" is not a string, {\"base64\": \"…\"} or an array of pieces");
    }
    one->bytes = (char *)(uintptr_t)bytes.ptr;
    one->test.input = bytes;
    return true;
}

static bool read_clauses(const file_reader *r, const json_t *clauses, partial_case *one)
{
    one->clauses = xcalloc(json_array_size(clauses) + 1, sizeof *one->clauses);
    for (size_t i = 0; i < json_array_size(clauses); i++) {
        one->clauses[i] = json_string_value(json_array_get(clauses, i));
        if (!one->clauses[i])
            return wrong(r, "its \"clauses\" are not strings");
    }
    one->test.clauses = one->clauses;
    one->test.clause_count = json_array_size(clauses);
    return one->test.clause_count > 0 || wrong(r, "it cites no clause");
}

static bool read_case(file_reader *r, const json_t *json)
{
    static const char *const MEMBERS[] = { "id",      "title",   "clauses", "text",
                                           "answers", "witness", "origin",  NULL };
    partial_case *one = add_case(r->cases);
    const json_t *text = json_object_get(json, "text"), *answers = json_object_get(json, "answers");

    one->json = json;
    one->test.id = json_string_value(json_object_get(json, "id"));
    one->test.title = json_string_value(json_object_get(json, "title"));
    one->test.origin = json_string_value(json_object_get(json, "origin"));
    one->test.file = r->file;
    r->place = one->test.id ? one->test.id : "a case";
    if (!json_only(json, MEMBERS, r->file, r->place, r->p))
        return false;
    if (!one->test.id || !one->test.title || !one->test.origin)
        return wrong(r, "a case has an \"id\", a \"title\" and an \"origin\", which are strings");
    if (json_is_array(answers) == json_is_array(text))
        return wrong(r, "it has \"answers\", an array, if its text is not made of pieces, and only "
                        "then");
    return read_text(r, text, one) && read_clauses(r, json_object_get(json, "clauses"), one);
}

static void read_file(partial_cases *c, const char *data, const char *name, problems *p)
{
    static const char *const MEMBERS[] = { "kind", "feature", "cases", NULL };
    char *path = xformat("%s/corpus/%s/%s", data, PARTIAL_SUBJECT, name);
    char *file = xformat("corpus/%s/%s", PARTIAL_SUBJECT, name);
    json_t *json = json_file_plain(path, p), *kept = json_string(file);
    file_reader r = { .cases = c, .file = json_string_value(kept), .p = p };
    const json_t *cases = json_object_get(json, "cases");
    const char *kind = json_string_value(json_object_get(json, "kind"));

    json_array_append_new(c->files, json);
    json_array_append_new(c->files, kept);
    if (json && json_only(json, MEMBERS, r.file, NULL, p) &&
        (!kind || strcmp(kind, PARTIAL_SUBJECT) != 0 || !json_array_size(cases)))
        problem(p, r.file, NULL, "its \"kind\" is not \"%s\", or it has no \"cases\"",
                PARTIAL_SUBJECT);
    for (size_t i = 0; i < json_array_size(cases); i++)
        read_case(&r, json_array_get(cases, i));
    free(path);
    free(file);
}

partial_cases *partial_cases_load(const char *data, problems *p)
{
    const size_t before = p->count;
    char *folder = xformat("%s/corpus/%s", data, PARTIAL_SUBJECT);
    char **names = dir_names(folder, ".json", p);
    partial_cases *c = xcalloc(1, sizeof *c);

    c->files = json_array();
    for (char **name = names; name && *name; name++)
        read_file(c, data, *name, p);
    if (p->count == before && !c->count)
        problem(p, folder, NULL, "no cases here");
    names_free(names);
    free(folder);
    if (p->count == before)
        return c;
    partial_cases_free(c);
    return NULL;
}

/* -- without a file ---------------------------------------------------------------------------- */

static void add_made(partial_cases *c, fp_str text, char *id)
{
    static const char *const CLAUSES[] = { "PARTIAL-1.4" };
    partial_case *one = add_case(c);

    one->bytes = (char *)(uintptr_t)text.ptr;
    one->id = id;
    one->test.id = id;
    one->test.title = "JSON that was made up";
    one->test.input = text;
    one->clauses = xcalloc(1, sizeof *one->clauses);
    one->clauses[0] = CLAUSES[0];
    one->test.clauses = one->clauses;
    one->test.clause_count = 1;
}

partial_cases *partial_cases_made(size_t count, uint64_t seed)
{
    partial_cases *c = xcalloc(1, sizeof *c);

    for (size_t i = 0; i < count; i++)
        add_made(c, partial_made_text(seed, i), xformat("%s/made/%zu", PARTIAL_SUBJECT, i + 1));
    return c;
}

partial_cases *partial_cases_given(fp_str text, const char *id)
{
    partial_cases *c = xcalloc(1, sizeof *c);

    add_made(c, xcopy(text), xstrdup(id));
    c->all[0].test.title = "the text that was given";
    return c;
}

/* -- lint -------------------------------------------------------------------------------------- */

static bool same_answer(const json_t *says, const partial_answer *ours)
{
    if (json_is_string(says))
        return ours->kind == PARTIAL_VALUE && partial_texts_equal(json_str(says), ours->text);
    return ours->kind == (json_is_null(says) ? PARTIAL_NOTHING : PARTIAL_REFUSED);
}

static void check_answers(const partial_case *one, const json_t *answers, problems *p)
{
    const partial_policies usual = { 0 };
    fp_partial *ours = fp_partial_new();
    fp_json text = { 0 };
    const json_t *now = NULL;
    size_t step = 0;
    bool good = true;

    need_memory(ours);
    for (size_t i = 0; good && i <= one->test.input.len; i++) {
        const json_t *next = json_array_get(answers, step);
        partial_answer answer;

        if (next && json_integer_value(json_array_get(next, 0)) == (json_int_t)i) {
            now = json_array_get(next, 1);
            step++;
        }
        answer = partial_ours(ours, &usual, &text);
        good = now && same_answer(now, &answer);
        if (!good)
            problem(p, one->test.file, one->test.id,
                    "after %zu bytes our own reader answers otherwise: correct \"answers\"", i);
        if (i < one->test.input.len)
            need_memory(fp_partial_feed(ours, one->test.input.ptr + i, 1) == FP_OK);
    }
    if (good && step != json_array_size(answers))
        problem(p, one->test.file, one->test.id,
                "\"answers\" is not an array of [bytes, answer], ascending, within the text");
    fp_partial_free(ours);
    fp_json_free(&text);
}

static void check_id(const partial_cases *c, size_t index, problems *p)
{
    const test_case *t = &c->all[index].test;
    const char *name = strrchr(t->file, '/') + 1;
    char *begin = xformat("%s/%.*s/", PARTIAL_SUBJECT, (int)strcspn(name, "."), name);

    if (strncmp(t->id, begin, strlen(begin)) != 0)
        problem(p, t->file, t->id, "its id does not begin with %s", begin);
    for (size_t i = 0; i < index; i++)
        if (strcmp(c->all[i].test.id, t->id) == 0)
            problem(p, t->file, t->id, "is the id of two cases");
    free(begin);
}

static bool cites(const partial_case *one, const char *clause_id)
{
    for (size_t i = 0; i < one->test.clause_count; i++)
        if (strcmp(one->clauses[i], clause_id) == 0)
            return true;
    return false;
}

static void check_clause(const partial_cases *c, const clause *required, problems *p)
{
    size_t i = 0;

    while (i < c->count && !cites(&c->all[i], required->id))
        i++;
    if (i == c->count && spec_clause_in(required->id, "partial"))
        problem(p, required->file, required->id, "has no case: add one to corpus/%s",
                PARTIAL_SUBJECT);
}

void partial_cases_check(const partial_cases *c, const spec *s, problems *p)
{
    for (size_t i = 0; i < c->count; i++) {
        const partial_case *one = &c->all[i];
        const json_t *answers = partial_case_answers(c, i);

        check_id(c, i, p);
        for (size_t k = 0; k < one->test.clause_count; k++)
            if (!spec_find(s, one->clauses[k]) || !spec_clause_in(one->clauses[k], "partial"))
                problem(p, one->test.file, one->test.id,
                        "cites %s, which is not a clause of spec/%s.md", one->clauses[k],
                        PARTIAL_SUBJECT);
        if (answers)
            check_answers(one, answers, p);
    }
    for (size_t i = 0; i < spec_clause_count(s); i++)
        check_clause(c, spec_clause(s, i), p);
}
