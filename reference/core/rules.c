/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c: what a catalogue demands of an argument beyond its type. */
#include "rules.h"

#include "ascii.h"
#include "catalogue_read.h"

#include <fencepost/json.h>
#include <fencepost/jsontext.h>

#include <regex.h>
#include <stdlib.h>
#include <string.h>

/* Of an argument that is named twice the first rules count. */
bool fp_rules_of(const fp_tool *tool, const fp_index *names, fp_str *rules)
{
    const fp_str all = fp_jsontext_get(tool->textual, "validators");
    fp_json name = { 0 };
    fp_str key, value;
    bool lone = false, good = true;

    for (size_t at = 0; good && all.len && fp_jsontext_member(all, &at, &key, &value);) {
        size_t found;

        name.len = 0;
        good = fp_jsontext_decode(key, &name, &lone);
        found = fp_index_find(names, (fp_str){ name.ptr, name.len });
        for (; fp_index_is(names, found, (fp_str){ name.ptr, name.len }); found++)
            if (!rules[names->entries[found].place].len)
                rules[names->entries[found].place] = value;
    }
    fp_json_free(&name);
    return good;
}

/* -- patterns -------------------------------------------------------------------------------- */

/* Escapes like \d are words of other dialects, which POSIX may take for letters. */
static bool is_posix(const char *regex)
{
    for (; *regex; regex++) {
        if (*regex != '\\')
            continue;
        regex++;
        if (!*regex || fp_is_letter((unsigned char)*regex) || fp_is_digit((unsigned char)*regex))
            return false;
    }
    return true;
}

/* The text as a NUL-terminated copy; NULL when memory is out. */
static char *terminated(fp_str text)
{
    char *copy = malloc(text.len + 1);

    if (!copy)
        return NULL;
    if (text.len)
        memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    return copy;
}

static fp_pattern_result run_regex(const char *expression, const char *subject, size_t len)
{
    regex_t regex;
    const int wrong = regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB);

    if (wrong == REG_ESPACE) /* GCOVR_EXCL_BR_LINE: it is libc that allocates */
        return FP_PATTERN_NO_MEMORY;
    if (wrong)
        return FP_PATTERN_UNKNOWN;

    const bool found = strlen(subject) == len && regexec(&regex, subject, 0, NULL, 0) == 0;

    regfree(&regex);
    return found ? FP_PATTERN_MATCHES : FP_PATTERN_DIFFERS;
}

static fp_pattern_result try_regex(const char *expression, fp_str text)
{
    fp_pattern_result result = FP_PATTERN_NO_MEMORY;
    char *subject = terminated(text);

    if (subject)
        result = run_regex(expression, subject, text.len);
    free(subject);
    return result;
}

fp_pattern_result fp_pattern_try(fp_str pattern, fp_pattern_extent extent, fp_str text)
{
    const bool whole = extent == FP_PATTERN_WHOLE;
    fp_pattern_result result = FP_PATTERN_UNKNOWN;
    fp_json regex = { 0 };
    bool lone = false;

    if (fp_jsontext_kind(pattern) != '"')
        return FP_PATTERN_UNKNOWN;
    fp_json_raw(&regex, whole ? "^(" : "");
    fp_jsontext_decode(pattern, &regex, &lone);
    fp_json_raw(&regex, whole ? ")$" : "");
    fp_json_bytes(&regex, (fp_str){ "", 1 }); /* the NUL */
    if (regex.failed)
        result = FP_PATTERN_NO_MEMORY;
    else if (strlen(regex.ptr) + 1 == regex.len && is_posix(regex.ptr))
        result = try_regex(regex.ptr, text);
    fp_json_free(&regex);
    return result;
}

/* -- validators ------------------------------------------------------------------------------ */

typedef enum fitness { UNFIT, FIT, NO_MEMORY } fitness;

static fitness is_boolean(fp_str value)
{
    const char kind = fp_jsontext_kind(value);

    return kind == 't' || kind == 'f' ? FIT : UNFIT;
}

static fitness is_count(fp_str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (!fp_is_digit((unsigned char)value.ptr[i]))
            return UNFIT;
    return FIT;
}

/* By itself: in the brackets of FP_PATTERN_WHOLE more would do, as `a)(b`. */
static fitness is_regex(fp_str value)
{
    switch (fp_pattern_try(value, FP_PATTERN_ANYWHERE, FP_STR(""))) {
    case FP_PATTERN_NO_MEMORY:
        return NO_MEMORY;
    case FP_PATTERN_UNKNOWN:
        return UNFIT;
    case FP_PATTERN_MATCHES:
    case FP_PATTERN_DIFFERS:
        break;
    }
    return FIT;
}

static fitness is_array(fp_str value)
{
    return fp_jsontext_kind(value) == '[' ? FIT : UNFIT;
}

static fitness is_normalization(fp_str value)
{
    return fp_jsontext_is(value, FP_STR("trim")) || fp_jsontext_is(value, FP_STR("lowercase"))
               ? FIT
               : UNFIT;
}

/* CATALOGUE-3.4 */
static const struct {
    const char *name;
    fitness (*judge)(fp_str value);
    const char *wanted;
} RULES[] = {
    { "identifier", is_boolean, "true or false" },
    { "pattern", is_regex, "a POSIX extended regular expression (\\d and the like are not)" },
    { "maxLength", is_count, "a whole number" },
    { "minLength", is_count, "a whole number" },
    { "noScript", is_boolean, "true or false" },
    { "oneOf", is_array, "an array of names of arguments" },
    { "normalize", is_normalization, "\"trim\" or \"lowercase\"" },
};

static bool check_rule(const fp_tool *tool, fp_str arg, fp_str name, fp_str value,
                       fp_catalogue_error *error)
{
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
        if (!fp_jsontext_is(name, fp_str_of(RULES[i].name)))
            continue;

        const fitness judged = RULES[i].judge(value);

        if (judged == NO_MEMORY)
            return fp_catalogue_refuse(error, 0, "out of memory");
        if (judged == UNFIT)
            return fp_catalogue_refuse(
                error, 0, "tool \"%.*s\": validators of %.*s: \"%s\" is %.*s, not %s",
                SHORT(tool->name), SHORT(arg), RULES[i].name, SHORT(value), RULES[i].wanted);
        return true;
    }
    return fp_catalogue_refuse(
        error, 0,
        "tool \"%.*s\": validators of %.*s: %.*s is not a rule; the rules are "
        "identifier, pattern, maxLength, minLength, noScript, oneOf "
        "and normalize",
        SHORT(tool->name), SHORT(arg), SHORT(name));
}

static bool is_arg(const fp_tool *tool, fp_str json_name)
{
    for (size_t i = 0; i < tool->arg_count; i++)
        if (fp_jsontext_is(json_name, tool->args[i].name))
            return true;
    return false;
}

static bool check_rules(const fp_tool *tool, fp_str arg, fp_str rules, fp_catalogue_error *error)
{
    fp_str name, value;

    if (fp_jsontext_kind(rules) != '{')
        return fp_catalogue_refuse(error, 0,
                                   "tool \"%.*s\": the validators of %.*s are not an object",
                                   SHORT(tool->name), SHORT(arg));
    for (size_t at = 0; fp_jsontext_member(rules, &at, &name, &value);)
        if (!check_rule(tool, arg, name, value, error))
            return false;

    const fp_str names = fp_jsontext_get(rules, "oneOf");

    for (size_t at = 0; names.len && fp_jsontext_item(names, &at, &value);)
        if (!is_arg(tool, value))
            return fp_catalogue_refuse(error, 0,
                                       "tool \"%.*s\": validators of %.*s: \"oneOf\" names %.*s, "
                                       "which is not an argument",
                                       SHORT(tool->name), SHORT(arg), SHORT(value));
    return true;
}

bool fp_rules_check(const fp_tool *tool, fp_str validators, fp_catalogue_error *error)
{
    fp_str arg, rules;

    if (fp_jsontext_kind(validators) != '{')
        return fp_catalogue_refuse(error, 0, "tool \"%.*s\": \"validators\" is not an object",
                                   SHORT(tool->name));
    for (size_t at = 0; fp_jsontext_member(validators, &at, &arg, &rules);) {
        if (!is_arg(tool, arg))
            return fp_catalogue_refuse(
                error, 0, "tool \"%.*s\": \"validators\" names %.*s, which is not an argument",
                SHORT(tool->name), SHORT(arg));
        if (!check_rules(tool, arg, rules, error))
            return false;
    }
    return true;
}
