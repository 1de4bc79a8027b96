/* SPDX-License-Identifier: Apache-2.0 */
/* options.c: a syntax, policies, limits and catalogues given on the command line. */
#include "command/options.h"

#include "base/not_json.h"
#include "base/numbers.h"
#include "command/choices.h"
#include "judge/adhoc.h"

#include <fencepost/jsontext.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const GIVEN_LIMITS[] = { "name", "key", "value", "call", "held", "depth" };

enum { VALUES_MAX = 16 };

/* -- numbers --------------------------------------------------------------------------------- */

int given_number(const command *self, const char *option, size_t least, size_t most, size_t *number)
{
    size_t value = 0;

    if ((strcmp(optarg, "0") == 0 || given_size(optarg, &value)) && value >= least &&
        value <= most) {
        *number = value;
        return EXIT_AS_EXPECTED;
    }
    if (most < SIZE_MAX)
        return command_usage_error(self, "--%s '%s' is not a whole number from %zu to %zu", option,
                                   optarg, least, most);
    return command_usage_error(self, "--%s '%s' is not a whole number from %zu on", option, optarg,
                               least);
}

int given_seconds(const command *self, const char *option, double *seconds)
{
    enum { MOST = 99999 };
    const bool begins = strspn(optarg, "+-.0123456789") > 0; /* not a word that strtod knows */
    char *end;

    *seconds = strtod(optarg, &end);
    if (!begins || *end)
        return command_usage_error(self, "--%s '%s' is not a number of seconds", option, optarg);
    if (!(*seconds > 0 && *seconds <= MOST))
        return command_usage_error(self, "--%s '%s' must be more than 0 seconds, and at most %d",
                                   option, optarg, MOST);
    return EXIT_AS_EXPECTED;
}

/* -- policies and limits --------------------------------------------------------------------- */

/* The argument up to its =. */
static char *name_of(const char *argument)
{
    return xformat("%.*s", (int)strcspn(argument, "="), argument);
}

static int wrong_policy(const command *self, const char *argument)
{
    const char *names[FP_POLICY_COUNT];
    char *name = name_of(argument);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        names[i] = fp_policy_name((fp_policy)i);
    command_no_such(self, "policy", name, names, FP_POLICY_COUNT);
    free(name);
    return EXIT_USAGE;
}

static int wrong_value(const command *self, const char *value, fp_policy policy)
{
    const char *values[VALUES_MAX];
    char *what = xformat("value of %s called", fp_policy_name(policy));
    unsigned count = 0;

    for (; count < VALUES_MAX && fp_policy_value_name(policy, count); count++)
        values[count] = fp_policy_value_name(policy, count);
    command_no_such(self, what, value, values, count);
    free(what);
    return EXIT_USAGE;
}

int given_policy(const command *self, given *g, const char *argument)
{
    const size_t len = strcspn(argument, "=");
    fp_policy policy;
    unsigned value;

    if (!fp_policy_find((fp_str){ argument, len }, &policy))
        return wrong_policy(self, argument);
    if (argument[len] != '=')
        return command_usage_error(self, "--policy %s: write NAME=VALUE, as in %s=%s", argument,
                                   argument, fp_policy_value_name(policy, 0));
    if (!fp_policy_value_find(policy, fp_str_of(argument + len + 1), &value))
        return wrong_value(self, argument + len + 1, policy);
    if (g->policy_given[policy] && g->policies.of[policy] != value)
        return command_usage_error(self,
                                   "--policy %s: it was %s before, and a parser has one value of a "
                                   "policy (MODEL-3.20); give one of them",
                                   argument, fp_policy_value_name(policy, g->policies.of[policy]));
    g->policy_given[policy] = true;
    g->policies.of[policy] = (uint8_t)value;
    return EXIT_AS_EXPECTED;
}

int given_limit(const command *self, given *g, const char *argument)
{
    const size_t len = strcspn(argument, "=");
    size_t *field = fp_limits_field(&g->limits, (fp_str){ argument, len });

    if (!field) {
        char *name = name_of(argument);

        command_no_such(self, "limit", name, GIVEN_LIMITS, GIVEN_LIMIT_COUNT);
        free(name);
        return EXIT_USAGE;
    }
    if (argument[len] != '=' || !given_size(argument + len + 1, field))
        return command_usage_error(self,
                                   "--limit %s: write NAME=NUMBER, a whole number from 1 on, as in "
                                   "value=4096",
                                   argument);
    return EXIT_AS_EXPECTED;
}

int given_syntax(const command *self, const char *id, const fp_syntax **syntax)
{
    *syntax = fp_syntax_find(fp_str_of(id));
    return *syntax ? EXIT_AS_EXPECTED : command_unknown_syntax(self, id);
}

int given_prompt(const command *self, given *g, const char *argument)
{
    free((char *)(uintptr_t)g->prefix.ptr);
    return text_unescape(argument, &g->prefix)
               ? EXIT_AS_EXPECTED
               : command_usage_error(self, "--prompt %s: an escape is \\n, \\t, \\r, \\\\ or \\xNN",
                                     argument);
}

static int given_finish(const command *self, given *g, const char *argument)
{
    if (finish_read(argument, &g->finish, &g->finish_token))
        return EXIT_AS_EXPECTED;
    if (strncmp(argument, "token:", strlen("token:")) == 0)
        return command_usage_error(self,
                                   "--finish %s: write token:TEXT, as in token:<|im_end|> "
                                   "(MODEL-6.3)",
                                   argument);
    return choices_refuse(self, "finish", argument);
}

static int given_tokens(const command *self, given *g, const char *argument)
{
    if (!choices_have(choices_of(self->name, "tokens"), argument))
        return choices_refuse(self, "tokens", argument);
    g->tokens_as = strcmp(argument, "json") == 0 ? TOKENS_JSON : TOKENS_MARKS;
    return EXIT_AS_EXPECTED;
}

bool given_text(const given *g, const char *path, fp_str *input, token_list *tokens, problems *p)
{
    fp_str file;
    fp_json bytes = { 0 };
    char *why = NULL;
    json_error_t wrong;
    json_t *pieces;
    bool good;

    if (!file_read(path, &file, p))
        return false;
    if (g->tokens_as != TOKENS_JSON) {
        *input = file;
        if (g->tokens_as == TOKENS_MARKS)
            token_list_spelt(tokens, g->syntax, file, 0);
        token_list_view(tokens, file);
        return true;
    }
    pieces = json_loadb(file.ptr, file.len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &wrong);
    free((char *)(uintptr_t)file.ptr);
    good = token_list_read(tokens, pieces, g->syntax, &bytes, &why);
    json_decref(pieces);
    if (!good)
        problem(p, path, NULL, "as JSON of texts and tokens: %s", pieces ? why : wrong.text);
    *input = xcopy((fp_str){ bytes.len ? bytes.ptr : "", bytes.len });
    token_list_view(tokens, *input);
    fp_json_free(&bytes);
    free(why);
    return good;
}

/* The reading of a command's options: where each goes. */
typedef struct reading {
    given *given;
    command_take *take;
    void *request;
} reading;

/* A command_take. */
static int take_given(const command *self, void *request, int option)
{
    reading *r = request;
    const char *name = command_option_at(self, (size_t)option)->name;

    if (strcmp(name, "syntax") == 0)
        return given_syntax(self, optarg, &r->given->syntax);
    if (strcmp(name, "policy") == 0)
        return given_policy(self, r->given, optarg);
    if (strcmp(name, "limit") == 0)
        return given_limit(self, r->given, optarg);
    if (strcmp(name, "catalogue") == 0)
        given_catalogue(r->given, optarg);
    else if (strcmp(name, "category") == 0)
        categories_add(&r->given->categories, optarg);
    else if (strcmp(name, "prompt") == 0)
        return given_prompt(self, r->given, optarg);
    else if (strcmp(name, "finish") == 0)
        return given_finish(self, r->given, optarg);
    else if (strcmp(name, "tokens") == 0)
        return given_tokens(self, r->given, optarg);
    else
        return r->take(self, r->request, option);
    return EXIT_AS_EXPECTED;
}

static bool has_option(const command *self, const char *name)
{
    const command_option *option;

    for (size_t i = 0; (option = command_option_at(self, i)) != NULL; i++)
        if (strcmp(option->name, name) == 0)
            return true;
    return false;
}

int given_check_reasoning(const command *self, const given *g, const fp_syntax *syntax)
{
    const char *id = fp_syntax_id(syntax);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (g->policy_given[i] && !fp_syntax_allows(syntax, (fp_policy)i, g->policies.of[i]))
            return command_usage_error(self, "%s has no %s, which %s=%s needs (%s)", id,
                                       policy_needs((fp_policy)i), fp_policy_name((fp_policy)i),
                                       fp_policy_value_name((fp_policy)i, g->policies.of[i]),
                                       policy_needs_by((fp_policy)i));
    if (g->tokens_as && !syntax->tokens)
        return command_usage_error(
            self, "%s has no marks that are tokens, so --tokens finds none in it (MODEL-7.2)", id);
    if (g->prefix.len && !fp_syntax_allows(syntax, FP_REASONING, FP_REASONING_CHANNEL))
        return command_usage_error(
            self, "%s has no marks of reasoning, and a prefix opens nothing in it (MODEL-5.5)", id);
    return EXIT_AS_EXPECTED;
}

int given_read(const command *self, given *g, int argc, char **argv, command_take *take,
               void *request)
{
    reading r = { .given = g, .take = take, .request = request };

    if (command_read_options(self, argc, argv, take_given, &r) != EXIT_AS_EXPECTED)
        return EXIT_USAGE;
    if (!g->syntax && has_option(self, "syntax"))
        return command_no_syntax(self);
    return g->syntax ? given_check_reasoning(self, g, g->syntax) : EXIT_AS_EXPECTED;
}

fp_options given_options(const given *g, const fp_syntax *syntax)
{
    fp_options options = fp_options_default(syntax);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (g->policy_given[i])
            options.policies.of[i] = g->policies.of[i];
    options.limits = g->limits;
    options.catalogue = g->catalogue;
    options.prefix = g->prefix;
    options.finish = g->finish;
    options.finish_token = g->finish_token;
    return options;
}

/* -- catalogues ------------------------------------------------------------------------------ */

void given_catalogue(given *g, const char *path)
{
    void *paths = (void *)(uintptr_t)g->catalogue_paths;

    xgrow(&paths, &g->catalogue_cap, g->catalogue_count, sizeof *g->catalogue_paths);
    g->catalogue_paths = paths;
    g->catalogue_paths[g->catalogue_count++] = path;
}

/* Reads one catalogue; NULL after reporting a problem. */
static fp_catalogue *read_one(const char *path, fp_str json, problems *p)
{
    enum { DEPTH = 128 }; /* that of the library */
    fp_catalogue_error error = { 0 };
    size_t wrong;

    if (!fp_jsontext_valid(json, DEPTH, &wrong)) {
        not_json(path, json, 1, p);
        return NULL;
    }

    fp_catalogue *catalogue = fp_catalogue_read(json, &error);
    char *place = error.line ? xformat("line %zu", error.line) : NULL;

    if (!catalogue) {
        need_memory_reason(error.text);
        problem(p, path, place, "%s", error.text);
    }
    free(place);
    return catalogue;
}

/* CATALOGUE-1.4: names the types that JSON Schema lacks: a slip of the pen would go unnoticed. */
static void warn_of_types(const char *path, const fp_catalogue *catalogue)
{
    for (size_t i = 0; i < fp_catalogue_count(catalogue); i++) {
        const fp_tool *tool = fp_catalogue_tool(catalogue, i);

        for (size_t k = 0; k < tool->arg_count; k++) {
            const fp_tool_arg *arg = &tool->args[k];

            if (arg->unknown_type.len)
                fprintf(
                    stderr,
                    "%s: warning: tool \"%.*s\": \"%.*s\" allows any value, for JSON Schema has "
                    "no type %.*s: name string, integer, number, boolean, null, array or object\n",
                    path, (int)tool->name.len, tool->name.ptr, (int)arg->name.len, arg->name.ptr,
                    (int)arg->unknown_type.len, arg->unknown_type.ptr);
        }
    }
}

/* Adds the tools of a file that has been read well to the text of one catalogue for all. */
static void add_tools(fp_json *all, fp_str json)
{
    const fp_str tools = fp_jsontext_get(json, "tools");
    fp_str tool;

    for (size_t at = 0; fp_jsontext_item(tools, &at, &tool);) {
        need_memory(!all->failed);
        fp_json_raw(all, all->ptr[all->len - 1] == '[' ? "" : ",");
        fp_json_bytes(all, tool);
    }
}

bool given_load(given *g, problems *p)
{
    fp_json all = { 0 };
    bool good = true;

    fp_json_raw(&all, "{\"tools\":[");
    for (size_t i = 0; good && i < g->catalogue_count; i++) {
        const char *path = g->catalogue_paths[i];
        fp_catalogue *one = NULL;
        fp_str json = { 0 };

        good = file_read(path, &json, p) && (one = read_one(path, json, p)) != NULL;
        if (good) {
            warn_of_types(path, one);
            add_tools(&all, json);
        }
        fp_catalogue_free(one);
        free((char *)(uintptr_t)json.ptr);
    }
    fp_json_raw(&all, "]}");
    need_memory(!all.failed);
    if (good && g->catalogue_count) {
        g->catalogue = read_one(g->catalogue_paths[g->catalogue_count - 1], json_text(&all), p);
        good = g->catalogue != NULL;
    }
    fp_json_free(&all);
    return good;
}

int given_check_categories(const command *self, const given *g)
{
    const char *unknown = categories_unknown(&g->categories, g->catalogue);
    size_t count;
    char **names;

    if (!unknown)
        return EXIT_AS_EXPECTED;
    names = categories_list(g->catalogue, &count);
    if (count)
        command_no_such(self, "category", unknown, (const char *const *)names, count);
    else
        command_usage_error(self, "no tool of the catalogue has a category: leave --category out");
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    return EXIT_USAGE;
}

void given_free(given *g)
{
    categories_free(&g->categories);
    free((char *)(uintptr_t)g->prefix.ptr);
    fp_catalogue_free(g->catalogue);
    free((void *)(uintptr_t)g->catalogue_paths);
}
