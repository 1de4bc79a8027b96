/* SPDX-License-Identifier: Apache-2.0 */
/* gate_cause.c: the causes of a report or a baseline. A cause is identified by its keys, which are
 * the same in another run, not by its failures, whose number varies.
 */
#include "result/gate_cause.h"

#include "base/visible.h"
#include "result/record.h"

#include <stdlib.h>
#include <string.h>

static gate_cause *add_cause(gate_side *side, size_t count)
{
    void *grown = side->causes;

    xgrow(&grown, &side->cause_cap, side->cause_count, sizeof *side->causes);
    side->causes = grown;
    side->causes[side->cause_count] = (gate_cause){ .count = count };
    return &side->causes[side->cause_count++];
}

static void add_key(gate_cause *one, const char *key)
{
    one->keys = xrealloc(one->keys, (one->key_count + 1) * sizeof *one->keys);
    one->keys[one->key_count++] = xstrdup(key);
}

/* -- reading ----------------------------------------------------------------------------------- */

bool gate_cause_take(gate_side *side, const json_t *line)
{
    const json_t *keys = record_get(line, OF_KEYS), *results = record_get(line, OF_RESULTS);
    gate_cause *one = add_cause(side, record_number(line, OF_COUNT));

    for (size_t i = 0; i < json_array_size(keys); i++)
        if (json_is_string(json_array_get(keys, i)))
            add_key(one, json_string_value(json_array_get(keys, i)));
    one->sentence = record_copy(line, OF_SENTENCE);
    one->command = record_command(line) ? xstrdup(record_command(line)) : NULL;
    one->results = json_deep_copy(results);
    return one->key_count && one->sentence && json_is_array(results);
}

void gate_causes_link(gate_side *side)
{
    size_t *cause_of = xcalloc(side->results + 1, sizeof *cause_of);

    for (size_t i = 0; i < side->cause_count; i++)
        for (size_t k = 0; k < json_array_size(side->causes[i].results); k++) {
            const json_int_t place = json_integer_value(json_array_get(side->causes[i].results, k));

            if (place >= 0 && (size_t)place < side->results)
                cause_of[place] = i + 1;
        }
    for (size_t i = 0; i < side->count; i++)
        for (size_t k = 0; k < side->cases[i].count; k++) {
            gate_check *check = &side->cases[i].checks[k];

            if (check->failure && cause_of[check->place])
                check->cause = &side->causes[cause_of[check->place] - 1];
        }
    free(cause_of);
}

bool gate_cause_read(gate_side *side, char *words, char *comment)
{
    char *rest, *word, *end;
    gate_cause *one = add_cause(side, 0);

    one->comment = comment;
    word = strtok_r(words, " \t\r", &rest);
    if (!word)
        return false;
    one->count = strtoull(word, &end, 10);
    if (*end || strspn(word, "0123456789") != strlen(word))
        return false;
    while ((word = strtok_r(NULL, " \t\r", &rest)))
        add_key(one, word);
    return one->key_count > 0;
}

/* -- comparing --------------------------------------------------------------------------------- */

static const gate_cause *find(const gate_side *side, const gate_cause *like)
{
    for (size_t i = 0; i < side->cause_count; i++)
        for (size_t k = 0; k < side->causes[i].key_count; k++)
            for (size_t l = 0; l < like->key_count; l++)
                if (strcmp(side->causes[i].keys[k], like->keys[l]) == 0)
                    return &side->causes[i];
    return NULL;
}

bool gate_cause_is_known(const gate_side *side, const gate_cause *one)
{
    return find(side, one) != NULL;
}

/* -- writing ----------------------------------------------------------------------------------- */

static void put_cause(FILE *out, const gate_cause *one)
{
    char *sentence = visible_line(fp_str_of(one->sentence));

    fprintf(out, "cause %zu", one->count);
    for (size_t k = 0; k < one->key_count; k++)
        fprintf(out, " %s", one->keys[k]);
    fprintf(out, "  # %s\n", sentence);
    free(sentence);
}

/* A comment stays where its cause has one of the keys that it had, and is written once. */
void gate_causes_put(FILE *out, const gate_side *report, const gate_side *old)
{
    for (size_t i = 0; i < report->cause_count; i++) {
        for (size_t k = 0; k < old->cause_count; k++)
            if (old->causes[k].comment && find(report, &old->causes[k]) == &report->causes[i])
                fputs(old->causes[k].comment, out);
        put_cause(out, &report->causes[i]);
    }
    for (size_t k = 0; k < old->cause_count; k++)
        if (old->causes[k].comment && !find(report, &old->causes[k]))
            fputs(old->causes[k].comment, out);
}

void gate_causes_free(gate_side *side)
{
    for (size_t i = 0; i < side->cause_count; i++) {
        gate_cause *one = &side->causes[i];

        for (size_t k = 0; k < one->key_count; k++)
            free(one->keys[k]);
        free(one->keys);
        free(one->sentence);
        free(one->command);
        free(one->comment);
        free(one->told);
        json_decref(one->results);
    }
    free(side->causes);
}
