/* SPDX-License-Identifier: Apache-2.0 */
/* diagnosis.c: compares failures with those of mutants. */
#include "result/diagnosis.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the vectors tell apart. */
enum { GOLDEN, CHUNK, CHECKS };
static const char *const NAMES[CHECKS] = { "golden", "CHUNK" };

/* One bool for each case of the syntax. */
typedef struct vector {
    bool *of[CHECKS];
} vector;

typedef struct mutant {
    const char *id, *says; /* borrowed from the JSON */
    bool asked[CHECKS];    /* else nobody knows what it fails there */
    vector fails;
} mutant;

/* What is known of a syntax, and what has come of it. */
typedef struct field {
    const char *syntax; /* borrowed from the JSON */
    const char **cases; /* sorted */
    size_t case_count;
    mutant *mutants;
    size_t mutant_count;
    vector judged, failed;
} field;

struct diagnosis {
    json_t *json;
    size_t chunk_bytes; /* the mutants were asked about CHUNK on no longer inputs */
    field *fields;
    size_t count;
};

/* -- reading ----------------------------------------------------------------------------------- */

static vector vector_new(size_t count)
{
    vector v;

    for (size_t c = 0; c < CHECKS; c++)
        v.of[c] = xcalloc(count + 1, sizeof(bool));
    return v;
}

static void vector_free(vector *v)
{
    for (size_t c = 0; c < CHECKS; c++)
        free(v->of[c]);
}

/* "0-4 7 9-11": the places that are set. False if that is not what the text is. */
static bool read_places(const json_t *json, bool *of, size_t count)
{
    const char *at = json_string_value(json);

    while (at && *at) {
        char *end;
        const size_t first = strtoul(at, &end, 10);
        const size_t last = *end == '-' ? strtoul(end + 1, &end, 10) : first;

        if (end == at || last < first || last >= count || (*end && *end != ' '))
            return false;
        for (size_t i = first; i <= last; i++)
            of[i] = true;
        at = *end ? end + 1 : end;
    }
    return at != NULL;
}

static bool read_mutant(const json_t *json, mutant *m, size_t count)
{
    m->id = json_string_value(json_object_get(json, "id"));
    m->says = json_string_value(json_object_get(json, "says"));
    m->fails = vector_new(count);
    for (size_t c = 0; c < CHECKS; c++) {
        const json_t *places = json_object_get(json, NAMES[c]);

        m->asked[c] = places != NULL;
        if (places && !read_places(places, m->fails.of[c], count))
            return false;
    }
    return m->id && m->says;
}

static bool read_field(const char *syntax, const json_t *json, field *f)
{
    const json_t *cases = json_object_get(json, "cases");
    const json_t *mutants = json_object_get(json, "mutants");

    f->syntax = syntax;
    f->case_count = json_array_size(cases);
    f->cases = xcalloc(f->case_count + 1, sizeof *f->cases);
    f->judged = vector_new(f->case_count);
    f->failed = vector_new(f->case_count);
    for (size_t i = 0; i < f->case_count; i++) {
        f->cases[i] = json_string_value(json_array_get(cases, i));
        if (!f->cases[i] || (i && strcmp(f->cases[i - 1], f->cases[i]) >= 0))
            return false;
    }
    f->mutant_count = json_array_size(mutants);
    f->mutants = xcalloc(f->mutant_count + 1, sizeof *f->mutants);
    for (size_t i = 0; i < f->mutant_count; i++)
        if (!read_mutant(json_array_get(mutants, i), &f->mutants[i], f->case_count))
            return false;
    return f->case_count && f->mutant_count;
}

static bool read_all(diagnosis *d)
{
    json_t *syntaxes = json_object_get(d->json, "syntaxes");
    const char *name;
    json_t *value;

    d->chunk_bytes = (size_t)json_integer_value(json_object_get(d->json, "chunk_bytes"));
    d->fields = xcalloc(json_object_size(syntaxes) + 1, sizeof *d->fields);
    json_object_foreach (syntaxes, name, value) {
        if (!read_field(name, value, &d->fields[d->count++]))
            return false;
    }
    return d->count && d->chunk_bytes;
}

diagnosis *diagnosis_new(const char *data, problems *p)
{
    char *path = xformat("%s/harness/mutants/vectors.json", data);
    json_t *json = access(path, R_OK) == 0 ? json_file(path, p) : NULL;
    diagnosis *d = json ? xcalloc(1, sizeof *d) : NULL;

    if (d) {
        d->json = json;
        if (!read_all(d)) {
            problem(p, path, NULL, "is not what `./dev mutants --hand --vectors` writes");
            diagnosis_free(d);
            d = NULL;
        }
    }
    free(path);
    return d;
}

void diagnosis_free(diagnosis *d)
{
    if (!d)
        return;
    for (size_t i = 0; i < d->count; i++) {
        field *f = &d->fields[i];

        for (size_t m = 0; f->mutants && m < f->mutant_count; m++)
            vector_free(&f->mutants[m].fails);
        vector_free(&f->judged);
        vector_free(&f->failed);
        free(f->mutants);
        free((void *)f->cases);
    }
    free(d->fields);
    json_decref(d->json);
    free(d);
}

/* -- taking ------------------------------------------------------------------------------------ */

static int compare_ids(const void *id, const void *place)
{
    return strcmp(id, *(const char *const *)place);
}

static field *field_of(diagnosis *d, const char *syntax)
{
    for (size_t i = 0; i < d->count; i++)
        if (strcmp(d->fields[i].syntax, syntax) == 0)
            return &d->fields[i];
    return NULL;
}

void diagnosis_take(void *diagnosis_, const result *r)
{
    diagnosis *d = diagnosis_;
    field *f = field_of(d, case_subject(r->test));
    const size_t check = strcmp(r->check, NAMES[CHUNK]) == 0 ? CHUNK : GOLDEN;
    const char **place;
    size_t at;

    if (!f || r->verdict == VERDICT_SKIPPED || strcmp(r->check, NAMES[check]) != 0 ||
        (check == CHUNK && r->test->input.len > d->chunk_bytes))
        return;
    place = bsearch(r->test->id, f->cases, f->case_count, sizeof *f->cases, compare_ids);
    if (!place)
        return;
    at = (size_t)(place - f->cases);
    f->judged.of[check][at] = true;
    f->failed.of[check][at] = result_failed(r);
}

/* -- finding ----------------------------------------------------------------------------------- */

static likeness compare(const field *f, const mutant *m)
{
    size_t common = 0, its_own = 0, other = 0;

    for (size_t c = 0; c < CHECKS; c++)
        for (size_t i = 0; i < f->case_count; i++) {
            const bool fails = f->failed.of[c][i], would = m->fails.of[c][i];

            if (!m->asked[c] || !f->judged.of[c][i])
                continue;
            common += fails && would;
            its_own += would && !fails;
            other += fails && !would;
        }
    return (likeness){
        .syntax = f->syntax,
        .mutant = m->id,
        .says = m->says,
        .similarity = common < LIKE_COMMON
                          ? 0
                          : (double)common / ((double)common + (double)its_own + (double)other / 4),
    };
}

/* Puts it where it belongs among the count likest; returns how many there are now. */
static size_t insert(likeness *out, size_t count, likeness l)
{
    size_t at = count;

    while (at > 0 && out[at - 1].similarity < l.similarity)
        at--;
    if (at == LIKENESSES_MAX)
        return count;
    if (count == LIKENESSES_MAX)
        count--;
    memmove(out + at + 1, out + at, (count - at) * sizeof *out);
    out[at] = l;
    return count + 1;
}

size_t diagnosis_find(const diagnosis *d, likeness out[LIKENESSES_MAX])
{
    size_t count = 0;

    for (size_t i = 0; i < d->count; i++)
        for (size_t m = 0; m < d->fields[i].mutant_count; m++) {
            const likeness l = compare(&d->fields[i], &d->fields[i].mutants[m]);

            if (l.similarity >= LIKE_ENOUGH)
                count = insert(out, count, l);
        }
    return count;
}
