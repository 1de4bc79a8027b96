/* SPDX-License-Identifier: Apache-2.0 */
/* gate_file.c: reads reports and baselines, and writes baselines (spec/baselines.md). */
#include "result/gate.h"

#include "base/hash.h"
#include "base/not_json.h"
#include "base/replace.h"
#include "result/gate_cause.h"
#include "result/record.h"
#include "result/report_path.h"
#include "result/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* -- common ------------------------------------------------------------------------------------ */

static gate_case *add_case(gate_side *side, const char *id)
{
    void *grown = side->cases;

    xgrow(&grown, &side->cap, side->count, sizeof *side->cases);
    side->cases = grown;
    side->cases[side->count] = (gate_case){ .id = xstrdup(id) };
    return &side->cases[side->count++];
}

static gate_check *add_check(gate_case *one, const char *check)
{
    void *grown = one->checks;

    xgrow(&grown, &one->cap, one->count, sizeof *one->checks);
    one->checks = grown;
    one->checks[one->count] = (gate_check){ .check = xstrdup(check) };
    return &one->checks[one->count++];
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const gate_case *)a)->id, ((const gate_case *)b)->id);
}

/* And by class, of a check that failed in several. */
static int by_check(const void *a, const void *b)
{
    const gate_check *x = a, *y = b;
    const int check = strcmp(x->check, y->check);

    return check ? check : strcmp(x->failure ? x->failure : "", y->failure ? y->failure : "");
}

/* Moves the checks of a case that was met twice, since `policies` comes after all other checks. */
static void join(gate_case *into, gate_case *more)
{
    for (size_t i = 0; i < more->count; i++) {
        gate_check *made = add_check(into, more->checks[i].check);

        free(made->check);
        *made = more->checks[i];
    }
    free(more->checks);
    free(more->id);
    free(more->comment);
    free(more->remark);
}

static void sort_cases(gate_side *side)
{
    size_t kept = 0;

    if (side->count)
        qsort(side->cases, side->count, sizeof *side->cases, by_id);
    for (size_t i = 0; i < side->count; i++) {
        if (kept && strcmp(side->cases[kept - 1].id, side->cases[i].id) == 0)
            join(&side->cases[kept - 1], &side->cases[i]);
        else
            side->cases[kept++] = side->cases[i];
    }
    side->count = kept;
    for (size_t i = 0; i < kept; i++)
        if (side->cases[i].count)
            qsort(side->cases[i].checks, side->cases[i].count, sizeof(gate_check), by_check);
}

static void add_trait(gate_side *side, const char *word, const char *value)
{
    char *trait = xformat("%s %s", word, value);

    json_object_set_new(side->traits, trait, json_true());
    free(trait);
}

/* -- reports ----------------------------------------------------------------------------------- */

static void take_run(gate_side *side, const json_t *line)
{
    const json_t *parser = record_get(line, OF_PARSER);
    static const char *const LISTS[][2] = { { "syntaxes", "syntax" },
                                            { "capabilities", "capability" } };
    const char *name;
    json_t *value;

    free(side->suite);
    side->suite = xstrdup(record_text(line, OF_SUITE) ? record_text(line, OF_SUITE) : "");
    for (size_t l = 0; l < sizeof LISTS / sizeof *LISTS; l++) {
        const json_t *list = json_object_get(parser, LISTS[l][0]);

        for (size_t i = 0; i < json_array_size(list); i++)
            if (json_is_string(json_array_get(list, i)))
                add_trait(side, LISTS[l][1], json_string_value(json_array_get(list, i)));
    }
    json_object_foreach ((json_t *)(uintptr_t)json_object_get(parser, "policies"), name, value) {
        char *pair = xformat("%s=%s", name, json_is_string(value) ? json_string_value(value) : "");

        add_trait(side, "policy", pair);
        free(pair);
    }
}

/* A reading counts by what it is: its class, and a digest of the outcome. Owned. */
static char *reading_of(const json_t *line, const char *class)
{
    const char *actual = record_text(line, OF_ACTUAL);
    const uint64_t hash = hash_bytes(HASH_START, actual, actual ? strlen(actual) : 0);

    return xformat("%s@%08x", class, (unsigned)(hash ^ hash >> 32));
}

/* Known failures are failures, and in a baseline as such; so are readings; advice is not. */
static bool take_result(gate_side *side, const json_t *line)
{
    const char *id = record_text(line, OF_CASE), *check = record_text(line, OF_CHECK);
    const char *judged_as = record_text(line, OF_VERDICT), *class = record_text(line, OF_CLASS);
    gate_case *last = side->count ? &side->cases[side->count - 1] : NULL;
    gate_check *one;

    if (!id || !check || !judged_as)
        return false;
    one = add_check(last && strcmp(last->id, id) == 0 ? last : add_case(side, id), check);
    one->place = side->results++;
    one->skipped = strcmp(judged_as, "skipped") == 0;
    one->known = strcmp(judged_as, "known") == 0;
    one->declared = strcmp(judged_as, verdict_name(VERDICT_DECLARED)) == 0;
    if (one->declared || strcmp(judged_as, verdict_name(VERDICT_DIFFERS)) == 0)
        one->failure = reading_of(line, class ? class : judged_as);
    else if (record_flag(line, OF_COUNTS) || one->known)
        one->failure = xstrdup(class ? class : judged_as);
    if (one->failure) {
        one->message = record_copy(line, OF_MESSAGE);
        one->command = record_command(line) ? xstrdup(record_command(line)) : NULL;
    }
    return true;
}

static bool take_line(gate_side *side, fp_str text, size_t number, problems *p)
{
    json_t *line = json_loadb(text.ptr, text.len, JSON_ALLOW_NUL, NULL);
    const char *record = record_text(line, OF_RECORD);
    char *place = NULL;
    bool good = record != NULL;

    if (record && strcmp(record, record_name(RECORD_RUN)) == 0)
        take_run(side, line);
    else if (record && strcmp(record, record_name(RECORD_RESULT)) == 0)
        good = take_result(side, line);
    else if (record && strcmp(record, record_name(RECORD_CAUSE)) == 0)
        good = gate_cause_take(side, line);
    else if (record && strcmp(record, record_name(RECORD_SUMMARY)) == 0)
        side->whole = !record_get(line, OF_STOPPED);
    if (!line) {
        not_json(side->name, text, number, p);
    } else if (!good) {
        place = xformat("line %zu", number);
        problem(p, side->name, place, "not a line of a report (spec/schema/report.schema.json)");
    }
    free(place);
    json_decref(line);
    return good;
}

/* A last line without LF is the trace of a killed run. */
static bool read_report(gate_side *side, fp_str text, problems *p)
{
    size_t number = 0;

    side->is_report = true;
    for (size_t at = 0; at < text.len;) {
        const char *end = memchr(text.ptr + at, '\n', text.len - at);
        const size_t len = end ? (size_t)(end - (text.ptr + at)) : 0;

        if (!end)
            break;
        if (!take_line(side, (fp_str){ text.ptr + at, len }, ++number, p))
            return false;
        at += len + 1;
    }
    return side->suite || problem(p, side->name, NULL, "a report begins with its run");
}

/* -- baselines --------------------------------------------------------------------------------- */

typedef struct words {
    char *text; /* parted in place */
    char *at;
} words;

/* The next word; NULL: none. */
static char *next_word(words *w)
{
    char *word;

    w->at += strspn(w->at, " \t\r");
    if (!*w->at)
        return NULL;
    word = w->at;
    w->at += strcspn(w->at, " \t\r");
    if (*w->at)
        *w->at++ = '\0';
    return word;
}

static bool read_checks(gate_case *one, words *w)
{
    for (char *word = next_word(w); word; word = next_word(w)) {
        char *equals = strchr(word, '=');
        gate_check *c;

        if (*word != '-' && (!equals || !equals[1]))
            return false;
        if (equals)
            *equals = '\0';
        c = add_check(one, *word == '-' ? word + 1 : word);
        c->skipped = *word == '-';
        c->failure = equals ? xstrdup(equals + 1) : NULL;
    }
    return true;
}

static void append(char **text, const char *line)
{
    char *longer = xformat("%s%s\n", *text ? *text : "", line);

    free(*text);
    *text = longer;
}

/* Reads the part of a line before its comment. A line that is only a comment belongs to the next
 * case, or to the head. */
static bool read_entry(gate_side *side, char *line, const char *remark, char **above)
{
    words w = { line, line };
    const char *word = next_word(&w), *value;
    gate_case *one;

    if (word && strcmp(word, "cause") == 0) {
        char *comment = *above;

        *above = NULL;
        return gate_cause_read(side, w.at, comment);
    }
    value = word ? next_word(&w) : NULL;
    if (!value)
        return false;
    if (strcmp(word, "case") != 0 && *above) {
        char *head = xformat("%s%s", side->head ? side->head : "", *above);

        free(side->head);
        side->head = head;
        free(*above);
        *above = NULL;
    }
    if (strcmp(word, "suite") == 0) {
        free(side->suite);
        side->suite = xstrdup(value);
        return !next_word(&w);
    }
    if (strcmp(word, "case") != 0) {
        add_trait(side, word, value);
        return (strcmp(word, "syntax") == 0 || strcmp(word, "capability") == 0 ||
                strcmp(word, "policy") == 0) &&
               !next_word(&w);
    }
    one = add_case(side, value);
    one->comment = *above;
    one->remark = remark ? xstrdup(remark) : NULL;
    *above = NULL;
    return read_checks(one, &w);
}

static bool read_line(gate_side *side, char *line, size_t number, char **above, problems *p)
{
    char *hash = strchr(line, '#'), *place;
    char *remark = hash ? xstrdup(hash) : NULL;
    bool good = true;

    if (hash)
        *hash = '\0';
    if (line[strspn(line, " \t\r")])
        good = read_entry(side, line, remark, above);
    else if (remark)
        append(above, remark);
    if (!good) {
        place = xformat("line %zu", number);
        problem(p, side->name, place,
                "a line of a baseline is \"suite V\", \"syntax S\", \"capability C\", \"policy "
                "P=V\", \"cause N KEY\" or \"case ID [CHECK=CLASS] [-CHECK]\"");
        free(place);
    }
    free(remark);
    return good;
}

static bool read_baseline(gate_side *side, fp_str text, problems *p)
{
    char *all = xcalloc(text.len + 1, 1), *above = NULL;
    size_t number = 0;
    bool good = true;

    if (text.len)
        memcpy(all, text.ptr, text.len);
    side->whole = true;
    for (char *line = all; good && *line;) {
        char *end = strchr(line, '\n');

        if (end)
            *end = '\0';
        good = read_line(side, line, ++number, &above, p);
        line = end ? end + 1 : line + strlen(line);
    }
    side->tail = above;
    free(all);
    if (good && !side->suite)
        good = problem(p, side->name, NULL,
                       "neither a report nor a baseline, which has a line \"suite V\"");
    return good;
}

bool gate_read(const char *path, gate_side *side, problems *p)
{
    char *file = report_path(path);
    fp_str text;
    bool good;

    *side = (gate_side){ .name = path, .traits = json_object() };
    good = file_read(file, &text, p);
    free(file);
    if (!good)
        return false;
    good = text.len && *text.ptr == '{' ? read_report(side, text, p) : read_baseline(side, text, p);
    free((char *)(uintptr_t)text.ptr);
    sort_cases(side);
    gate_causes_link(side);
    return good;
}

/* -- writing ----------------------------------------------------------------------------------- */

static const char HEAD[] =
    "# What is expected of a parser: `fencepost gate --baseline THIS REPORT` tells what differs.\n"
    "# Update it with `fencepost gate --write-baseline THIS REPORT`; comments stay.\n";

static void put_case(FILE *out, const gate_case *one, const gate_case *before)
{
    if (before && before->comment)
        fputs(before->comment, out);
    fprintf(out, "case %s", one->id);
    for (size_t i = 0; i < one->count; i++) {
        if (one->checks[i].failure)
            fprintf(out, " %s=%s", one->checks[i].check, one->checks[i].failure);
        else if (one->checks[i].skipped)
            fprintf(out, " -%s", one->checks[i].check);
    }
    fprintf(out, "%s%s\n", before && before->remark ? "  " : "",
            before && before->remark ? before->remark : "");
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void put_traits(FILE *out, json_t *traits)
{
    const char **sorted = xcalloc(json_object_size(traits) + 1, sizeof *sorted);
    const char *trait;
    json_t *value;
    size_t count = 0;

    json_object_foreach (traits, trait, value) {
        (void)value;
        sorted[count++] = trait;
    }
    if (count)
        qsort(sorted, count, sizeof *sorted, by_text);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s\n", sorted[i]);
    free(sorted);
}

static void put_baseline(FILE *out, const gate_side *report, const gate_side *old)
{
    fputs(old->head ? old->head : HEAD, out);
    fprintf(out, "suite %s\n", report->suite);
    put_traits(out, report->traits);
    gate_causes_put(out, report, old);
    for (size_t i = 0; i < report->count; i++)
        put_case(out, &report->cases[i], gate_find(old, report->cases[i].id));
    for (size_t i = 0; i < old->count; i++) /* whose case is gone */
        if (old->cases[i].comment && !gate_find(report, old->cases[i].id))
            fputs(old->cases[i].comment, out);
    if (old->tail)
        fputs(old->tail, out);
}

bool gate_write(const char *path, const gate_side *report, problems *p)
{
    gate_side old = { .name = path };
    bool good = access(path, F_OK) != 0 || gate_read(path, &old, p);
    replacement r;

    good = good && replace_begin(&r, path, p);
    if (good) {
        put_baseline(r.out, report, &old);
        good = replace_end(&r, p);
    }
    gate_side_free(&old);
    return good;
}
