/* SPDX-License-Identifier: Apache-2.0 */
/* wire_value.c: the protocol for readers of partial JSON (spec/protocol.md, section 7). */
#include "base/util.h"
#include "partial/partial_cases.h"
#include "template/template_cases.h"
#include "worker/wire_reader.h"

#include <stdlib.h>
#include <string.h>

/* -- hello ------------------------------------------------------------------------------------- */

static bool read_reads(const json_t *declared, wire_hello *hello, const wire_fault *fault)
{
    json_t *value;
    const char *name;

    json_object_foreach ((json_t *)(uintptr_t)declared, name, value) {
        char *why = NULL;

        if (!json_is_string(value))
            return wire_wrong(fault, "policy \"%.40s\" is not a string (PROTOCOL-7.2)", name);
        if (!partial_policies_set(&hello->reads, name, json_string_value(value), &why)) {
            wire_wrong(fault, "%s (PROTOCOL-7.2)", why);
            free(why);
            return false;
        }
    }
    return true;
}

bool wire_hello_subjects(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    const json_t *subjects = json_object_get(json, "subjects");
    const json_t *policies = json_object_get(json, "subject_policies"), *declared;
    const char *only = json_string_value(json_array_get(subjects, 0));

    hello->partial_json = only && strcmp(only, PARTIAL_SUBJECT) == 0;
    hello->templates = only && strcmp(only, TEMPLATE_SUBJECT) == 0;
    if (subjects && (json_array_size(subjects) != 1 || (!hello->partial_json && !hello->templates)))
        return wire_wrong(fault, "\"subjects\" is not [\"" PARTIAL_SUBJECT
                                 "\"] or [\"" TEMPLATE_SUBJECT "\"]: there is no other subject "
                                 "(PROTOCOL-7.1, PROTOCOL-8.1)");
    if (policies && !subjects)
        return wire_wrong(fault, "\"subject_policies\" is there, and \"subjects\" is not "
                                 "(PROTOCOL-7.2)");
    declared = json_object_get(policies, only);
    if (policies && (json_object_size(policies) != 1 || !json_is_object(declared)))
        return wire_wrong(fault,
                          "\"subject_policies\" is not {\"%s\": {…}}, the policies of that "
                          "subject (PROTOCOL-7.2)",
                          only);
    return !policies || (hello->templates ? wire_hello_templates(declared, hello, fault)
                                          : read_reads(declared, hello, fault));
}

/* -- answers ----------------------------------------------------------------------------------- */

enum { VALUE, NONE, ERROR, OTHER, DEEP, KINDS };
static const char *const NAMES[] = { "value", "none", "error", "other", "deep", NULL };

static const partial_answer_kind KIND_OF[KINDS] = { [VALUE] = PARTIAL_VALUE,
                                                    [NONE] = PARTIAL_NOTHING,
                                                    [ERROR] = PARTIAL_REFUSED,
                                                    [OTHER] = PARTIAL_OTHER,
                                                    [DEEP] = PARTIAL_DEEP };

/* Which of the members it has; KINDS if it has none, or several. */
static unsigned only_of(const fp_str of[READER_MEMBERS])
{
    unsigned found = KINDS, count = 0;

    for (unsigned i = 0; i < KINDS; i++) {
        found = of[i].len ? i : found;
        count += of[i].len > 0;
    }
    return count == 1 ? found : KINDS;
}

static bool read_one(reader *r, fp_str json)
{
    fp_str of[READER_MEMBERS] = { { 0 } };
    unsigned kind;
    char is;

    if (fp_jsontext_kind(json) != '{')
        return wire_wrong(&r->fault, "%snot an object (PROTOCOL-7.3)", reader_where(r));
    if (!reader_members(r, json, NAMES, "PROTOCOL-7.3", of))
        return false;
    kind = only_of(of);
    if (kind == KINDS)
        return wire_wrong(&r->fault,
                          "%sit has one of \"value\", \"none\", \"error\", \"other\" and \"deep\" "
                          "(PROTOCOL-7.3)",
                          reader_where(r));
    is = fp_jsontext_kind(of[kind]);
    if ((kind == NONE || kind == DEEP) && is != 't')
        return wire_wrong(&r->fault, "%s\"%s\" is not true (PROTOCOL-7.3)", reader_where(r),
                          NAMES[kind]);
    if ((kind == ERROR || kind == OTHER) && is != '"')
        return wire_wrong(&r->fault, "%s\"%s\" is not a string (PROTOCOL-7.3)", reader_where(r),
                          NAMES[kind]);
    return true;
}

bool reader_values(reader *r, wire_answer *answer)
{
    enum { ID, VALUES, REFUSAL, NANOSECONDS, WORK };
    static const char *const ASKED[] = { "id", "values", "error", NULL };
    static const char *const TIMED[] = { "id", "values", "error", "nanoseconds", "work", NULL };
    fp_str of[READER_MEMBERS] = { { 0 } }, json;
    size_t count = 0;

    if (!reader_members(r, r->line, r->asked->timed ? TIMED : ASKED, "PROTOCOL-7.3", of))
        return false;
    if (of[REFUSAL].len)
        return reader_refusal(r, answer);
    if (fp_jsontext_kind(of[VALUES]) != '[')
        return wire_wrong(&r->fault,
                          "\"values\" %s: an array, with one for each chunk "
                          "(PROTOCOL-7.3)",
                          of[VALUES].len ? "is not an array" : "is missing");
    for (size_t at = 0; fp_jsontext_item(of[VALUES], &at, &json); count++) {
        reader_begin(r, "values", count);
        if (!read_one(r, json))
            return false;
    }
    if (count != r->asked->chunks)
        return wire_wrong(&r->fault,
                          "\"values\" has %zu items, and there are %zu chunks "
                          "(PROTOCOL-7.3)",
                          count, r->asked->chunks);
    answer->values = of[VALUES];
    return !r->asked->timed || reader_cost(r, of[NANOSECONDS], of[WORK], answer);
}

bool wire_value_next(fp_str values, size_t *at, fp_json *text, partial_answer *answer)
{
    fp_str json, of = { 0 };
    unsigned kind = 0;
    bool lone = false;

    if (!fp_jsontext_item(values, at, &json))
        return false;
    for (; kind < KINDS; kind++) {
        of = fp_jsontext_get(json, NAMES[kind]);
        if (of.len)
            break;
    }
    *answer = (partial_answer){ KIND_OF[kind], of };
    if (kind == ERROR || kind == OTHER) {
        text->len = 0;
        need_memory(fp_jsontext_decode(of, text, &lone));
        answer->text = json_text(text);
    }
    return true;
}
