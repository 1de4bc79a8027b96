/* SPDX-License-Identifier: Apache-2.0 */
/* explain_why.c: details of a diagnostic that its clause leaves open. To find them, it parses
 * inputs and sets limits that differ in one thing each.
 */
#include "command/explain_why.h"

#include "base/not_json.h"
#include "base/values.h"
#include "command/options.h"

#include <fencepost/jsontext.h>
#include <fencepost/outcome.h>
#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

/* Returns whether parsing the input gives this diagnostic at this place. */
static bool diagnosed(const fp_syntax *syntax, const fp_options *options, fp_str input,
                      const fp_diagnostic *d)
{
    fp_outcome *outcome = NULL;
    bool found = false;

    need_memory(fp_parse(syntax, options, input, &outcome) == FP_OK);
    for (size_t i = 0; i < fp_outcome_diagnostic_count(outcome) && !found; i++) {
        const fp_diagnostic *one = fp_outcome_diagnostic(outcome, i);

        found = one->code == d->code && one->offset == d->offset;
    }
    fp_outcome_free(outcome);
    return found;
}

/* -- limits ---------------------------------------------------------------------------------- */

/* It is the one without which nothing is exceeded here. */
static char *why_limit(const fp_syntax *syntax, const fp_options *options, fp_str input,
                       const fp_diagnostic *d)
{
    for (size_t i = 0; i < GIVEN_LIMIT_COUNT; i++) {
        const char *name = GIVEN_LIMITS[i];
        fp_options without = *options;
        size_t *limit = fp_limits_field(&without.limits, fp_str_of(name));
        const size_t number = *limit;

        *limit = SIZE_MAX;
        if (!diagnosed(syntax, &without, input, d))
            return xformat("the limit `%s` is %zu %s: --limit %s=NUMBER sets another one", name,
                           number, strcmp(name, "depth") == 0 ? "levels" : "bytes", name);
    }
    return NULL;
}

/* -- types ----------------------------------------------------------------------------------- */

enum { DEPTH = 1024 };

/* A value of each kind. */
static const char *const SAMPLES[] = { "\"a\"", "0", "{}", "[]", "true", "null" };

enum { SAMPLE_COUNT = sizeof SAMPLES / sizeof *SAMPLES };

/* A place in a JSON value: a value, with the name of the member that it is, or is an item of; a key
 * that its object has already; or the end of an object. */
typedef struct json_place {
    fp_str key;    /* with its quotes; empty for the outermost value */
    fp_str value;  /* empty for a key, and for an end */
    bool item;     /* the value is in an array */
    bool repeated; /* the place is the key */
} json_place;

static bool holds(fp_str value, const char *at)
{
    return at >= value.ptr && at < value.ptr + value.len;
}

/* Goes to where the byte is: from the value, which is at the place, into a member or an item. False
 * if it is in none of them. */
static bool descend(json_place *p, const char *byte)
{
    const bool array = fp_jsontext_kind(p->value) == '[';
    fp_str key = p->key, value;

    for (size_t at = 0; array ? fp_jsontext_item(p->value, &at, &value)
                              : fp_jsontext_member(p->value, &at, &key, &value);) {
        if (!array && byte == key.ptr) {
            *p = (json_place){ .key = key, .repeated = true };
            return true;
        }
        if (holds(value, byte)) {
            *p = (json_place){ .key = key, .value = value, .item = array };
            return true;
        }
    }
    return false;
}

static json_place find_place(fp_str json, const char *byte)
{
    json_place p = { .value = json };

    while (p.value.ptr != byte && !p.repeated && strchr("[{", fp_jsontext_kind(p.value)) &&
           descend(&p, byte))
        ;
    if (!p.repeated && p.value.ptr != byte)
        p.value = (fp_str){ 0 };
    return p;
}

/* The input with other text in place of a piece of it; owned. */
static fp_str replaced(fp_str input, fp_str piece, fp_str by)
{
    const size_t before = (size_t)(piece.ptr - input.ptr);
    const size_t after = input.len - before - piece.len;
    char *text = xcalloc(before + by.len + after + 1, 1);

    memcpy(text, input.ptr, before);
    memcpy(text + before, by.ptr, by.len);
    memcpy(text + before + by.len, piece.ptr + piece.len, after);
    return (fp_str){ text, before + by.len + after };
}

/* "a string or null": the kinds of value that would not be wrong here; owned, "" for none. */
static char *kinds_wanted(const fp_syntax *syntax, const fp_options *options, fp_str input,
                          fp_str value, const fp_diagnostic *d)
{
    char *list = xstrdup("");

    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        const fp_str sample = fp_str_of(SAMPLES[i]), other = replaced(input, value, sample);

        if (fp_jsontext_kind(sample) != fp_jsontext_kind(value) &&
            !diagnosed(syntax, options, other, d)) {
            char *longer = xformat("%s%s%s", list, *list ? " or " : "", json_kind_name(sample));

            free(list);
            list = longer;
        }
        free((char *)(uintptr_t)other.ptr);
    }
    return list;
}

static char *why_type(const fp_syntax *syntax, const fp_options *options, fp_str input,
                      const json_place *p, const fp_diagnostic *d)
{
    char *wanted = kinds_wanted(syntax, options, input, p->value, d), *why = NULL;
    const char *item = p->item ? "an item of " : "";

    if (*wanted && p->key.len)
        why = xformat("it is JSON, but %sthe member %.*s has to be %s, and is %s", item,
                      (int)p->key.len, p->key.ptr, wanted, json_kind_name(p->value));
    else if (*wanted)
        why =
            xformat("it is JSON, but it has to be %s, and is %s", wanted, json_kind_name(p->value));
    free(wanted);
    return why;
}

/* -- documents, and the data of events ------------------------------------------------------------
 */

/* The JSON that holds the byte: the input, or the line of it, after a field's name. */
static fp_str json_around(fp_str input, size_t byte)
{
    static const char DATA[] = "data:";
    size_t start = byte, end = byte;

    if (input.len && strchr("{[", *fp_jsontext_trim(input).ptr))
        return fp_jsontext_trim(input);
    while (start && input.ptr[start - 1] != '\n')
        start--;
    while (end < input.len && input.ptr[end] != '\n' && input.ptr[end] != '\r')
        end++;
    if (end - start > strlen(DATA) && memcmp(input.ptr + start, DATA, strlen(DATA)) == 0)
        start += strlen(DATA);
    return fp_jsontext_trim((fp_str){ input.ptr + start, end - start });
}

/* Without the place, which the diagnostic names. */
static char *reason_not_json(fp_str json)
{
    static const char BEGIN[] = "not JSON: ";
    char *text = not_json_text(json, 1);
    const char *reason = strstr(text, BEGIN);
    char *copy = xstrdup(reason ? reason : text);

    free(text);
    return copy;
}

static char *why_json(const fp_syntax *syntax, const fp_options *options, fp_str input,
                      const fp_diagnostic *d)
{
    const size_t byte = d->offset < input.len ? (size_t)d->offset : input.len;
    const fp_str json = json_around(input, byte);
    size_t wrong;

    if (!json.len)
        return NULL;
    if (!fp_jsontext_valid(json, DEPTH, &wrong))
        return reason_not_json(json);

    const json_place p = find_place(json, input.ptr + byte);

    if (p.repeated)
        return xformat("it is JSON, but its object has the member %.*s already", (int)p.key.len,
                       p.key.ptr);
    if (p.value.len)
        return why_type(syntax, options, input, &p, d);
    return byte < input.len && input.ptr[byte] == '}'
               ? xstrdup("it is JSON, but the object that ends here lacks a member that it needs")
               : NULL;
}

char *explain_why(const fp_syntax *syntax, const fp_options *options, fp_str input,
                  const fp_diagnostic *d)
{
    if (d->code == FP_LIMIT_EXCEEDED)
        return why_limit(syntax, options, input, d);
    if (d->code == FP_INVALID_JSON && syntax->document)
        return why_json(syntax, options, input, d);
    return NULL;
}
