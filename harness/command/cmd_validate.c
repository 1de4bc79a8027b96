/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_validate.c: `fencepost validate`: checks the calls of a text against a catalogue. */
#include "base/members.h"
#include "base/values.h"
#include "command/options.h"

#include <fencepost/outcome.h>
#include <fencepost/validate.h>

#include <stdlib.h>

enum { OPT_SYNTAX, OPT_TOOL, OPT_CATEGORY, OPT_POLICY, OPT_CATALOGUE };

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "the syntax of the text (needed)" },
    [OPT_TOOL] = { "tool", "NAME", "only the calls of this tool; may be given for several" },
    [OPT_CATEGORY] = { "category", "NAME",
                       "only the calls of the tools of this category; may be given for several" },
    [OPT_POLICY] = { "policy", "NAME=VALUE", "set a policy; may be given for several" },
    [OPT_CATALOGUE] = { "catalogue", "FILE", "tools on offer (needed); may be given for several" },
    { NULL, NULL, NULL },
};

typedef struct request {
    const char **tools; /* names, borrowed */
    size_t tool_count, tool_cap;
    given given;
} request;

/* Calls of one tool, or of all. */
typedef struct tally {
    size_t count, valid;
} tally;

/* What is asked for: the calls of some tools, of categories of tools, or all. */
typedef struct wanted {
    const fp_catalogue *catalogue;
    const request *request;
} wanted;

static bool is_wanted(const wanted *w, const fp_tool *tool)
{
    const request *r = w->request;

    for (size_t i = 0; i < r->tool_count; i++)
        if (fp_str_equal(tool->name, fp_str_of(r->tools[i])))
            return true;
    return !r->tool_count && categories_hold(&r->given.categories, tool);
}

/* A call of a tool that the catalogue lacks is nobody's, and so wanted where all are. */
static bool is_wanted_call(const wanted *w, const fp_call *call)
{
    const fp_tool *tool = fp_catalogue_find(w->catalogue, call->name);

    return tool ? is_wanted(w, tool)
                : !w->request->tool_count && !w->request->given.categories.count;
}

/* {"name", …, "validation": {…}} */
static void write_operation(fp_json *json, const fp_tool *tool, const fp_call *call, tally *t)
{
    bool valid = false;

    fp_json_raw(json, t->count++ ? ",{\"call\":" : "{\"call\":");
    fp_json_call(json, call);
    fp_json_raw(json, ",\"validation\":");
    fp_validate(tool, call, json, &valid);
    fp_json_raw(json, "}");
    t->valid += valid;
}

/* {"toolId", "count", "operations", "validCount", "invalidCount", except for the last brace */
static tally write_tool(fp_json *json, const fp_tool *tool, const fp_outcome *o)
{
    tally t = { 0 };

    fp_json_raw(json, "{\"toolId\":");
    fp_json_string(json, tool->name);
    fp_json_raw(json, ",\"operations\":[");
    for (size_t i = 0; i < fp_outcome_call_count(o); i++)
        if (fp_str_equal(fp_outcome_call(o, i)->name, tool->name))
            write_operation(json, tool, fp_outcome_call(o, i), &t);
    fp_json_raw(json, "]");
    member_number(json, "count", t.count);
    member_number(json, "validCount", t.valid);
    member_number(json, "invalidCount", t.count - t.valid);
    return t;
}

/* Calls of tools that the catalogue lacks: they are invalid. */
static size_t write_unknown(fp_json *json, const wanted *w, const fp_outcome *o)
{
    size_t count = 0;

    fp_json_raw(json, ",\"unknown\":[");
    for (size_t i = 0; i < fp_outcome_call_count(o); i++) {
        const fp_call *call = fp_outcome_call(o, i);

        if (fp_catalogue_has(w->catalogue, call->name) || !is_wanted_call(w, call))
            continue;
        fp_json_raw(json, count++ ? "," : "");
        fp_json_call(json, call);
    }
    fp_json_raw(json, "]");
    return count;
}

/* Returns whether the offset is in a call that nobody asked for. */
static bool is_elsewhere(const wanted *w, const fp_outcome *o, uint64_t offset)
{
    for (size_t i = 0; i < fp_outcome_call_count(o); i++) {
        const fp_call *call = fp_outcome_call(o, i);

        if (offset >= call->start && offset < call->end)
            return !is_wanted_call(w, call);
    }
    return false;
}

/* CATALOGUE-3.7: whether it speaks of a call that is there, and so has been validated. */
static bool is_of_call(fp_code code)
{
    return code == FP_EXTRA_CALL || code == FP_UNKNOWN_TOOL || code == FP_MISSING_ARGUMENT ||
           code == FP_BAD_TYPE;
}

/* Returns how many tell that text was nearly a call. */
static size_t write_diagnostics(fp_json *json, const wanted *w, const fp_outcome *o)
{
    size_t count = 0, near = 0;

    fp_json_raw(json, ",\"diagnostics\":[");
    for (size_t i = 0; i < fp_outcome_diagnostic_count(o); i++) {
        const fp_diagnostic *diagnostic = fp_outcome_diagnostic(o, i);

        if (is_elsewhere(w, o, diagnostic->offset))
            continue;
        fp_json_raw(json, count++ ? "," : "");
        fp_json_diagnostic(json, diagnostic);
        near += !is_of_call(diagnostic->code);
    }
    fp_json_raw(json, "]");
    return near;
}

static tally write_all(fp_json *json, const wanted *w, const fp_outcome *o)
{
    const fp_catalogue *c = w->catalogue;
    tally all = { 0 };
    size_t tools = 0;

    fp_json_raw(json, "{\"byTool\":{");
    for (size_t i = 0; i < fp_catalogue_count(c); i++) {
        const fp_tool *tool = fp_catalogue_tool(c, i);
        const size_t start = json->len;
        tally t;

        if (!is_wanted(w, tool))
            continue;
        fp_json_raw(json, tools ? "," : "");
        fp_json_string(json, tool->name);
        fp_json_raw(json, ":");
        t = write_tool(json, tool, o);
        fp_json_raw(json, "}");
        if (!t.count)
            json->len = start; /* only the tools that were called */
        tools += t.count > 0;
        all.count += t.count;
        all.valid += t.valid;
    }
    fp_json_raw(json, "}");
    all.count += write_unknown(json, w, o);
    member_number(json, "toolCount", tools);
    member_number(json, "totalOperations", all.count);
    member_number(json, "validOperations", all.valid);
    member_number(json, "invalidOperations", all.count - all.valid);
    return all;
}

static int no_such_tool(const command *self, const char *name, const fp_catalogue *c)
{
    const size_t count = fp_catalogue_count(c);
    char **names = xcalloc(count, sizeof *names);

    for (size_t i = 0; i < count; i++)
        names[i] = (char *)(uintptr_t)xcopy(fp_catalogue_tool(c, i)->name).ptr;
    command_no_such(self, "tool", name, (const char *const *)names, count);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    return EXIT_USAGE;
}

static int check_tools(const command *self, const request *r)
{
    for (size_t i = 0; i < r->tool_count; i++)
        if (!fp_catalogue_find(r->given.catalogue, fp_str_of(r->tools[i])))
            return no_such_tool(self, r->tools[i], r->given.catalogue);
    return given_check_categories(self, &r->given);
}

/* One tool that is asked for has its own shape: parseToolOperations() of seed 5. */
static int validate(const command *self, const request *r, fp_str input)
{
    const fp_options options = given_options(&r->given, r->given.syntax);
    const wanted w = { r->given.catalogue, r };
    fp_outcome *outcome = NULL;
    fp_json json = { 0 }, printed = { 0 };
    tally t = { 0 };
    size_t near;

    if (check_tools(self, r) != EXIT_AS_EXPECTED)
        return EXIT_USAGE;
    need_memory(fp_parse(r->given.syntax, &options, input, &outcome) == FP_OK);
    t = r->tool_count == 1
            ? write_tool(&json, fp_catalogue_find(w.catalogue, fp_str_of(r->tools[0])), outcome)
            : write_all(&json, &w, outcome);
    near = write_diagnostics(&json, &w, outcome);
    fp_json_raw(&json, "}");
    need_memory(!json.failed);
    utf8_write(&printed, json_text(&json));
    fwrite(json_text(&printed).ptr, 1, printed.len, stdout);
    putchar('\n');
    fp_json_free(&printed);
    fp_json_free(&json);
    fp_outcome_free(outcome);
    return t.valid == t.count && !near ? EXIT_AS_EXPECTED : EXIT_UNEXPECTED;
}

/* A command_take. */
static int take_option(const command *self, void *context, int option)
{
    request *r = context;
    void *tools = r->tools;

    (void)self;
    (void)option;
    xgrow(&tools, &r->tool_cap, r->tool_count, sizeof *r->tools);
    r->tools = tools;
    r->tools[r->tool_count++] = optarg;
    return EXIT_AS_EXPECTED;
}

static int validate_file(const command *self, request *r, const char *path)
{
    problems p = { .by = "validate" };
    fp_str input;
    int status;

    if (!given_load(&r->given, &p) || !file_read(path, &input, &p))
        return EXIT_USAGE;
    status = validate(self, r, input);
    free((char *)(uintptr_t)input.ptr);
    return status;
}

static int validate_as_asked(const command *self, request *r, int argc, char **argv)
{
    const char *path;

    if (given_read(self, &r->given, argc, argv, take_option, r) != EXIT_AS_EXPECTED)
        return EXIT_USAGE;
    if (!r->given.catalogue_count)
        return command_usage_error(self, "say which tools there are: --catalogue FILE");
    if (r->tool_count && r->given.categories.count)
        return command_usage_error(self,
                                   "name tools or categories, not both: leave --category out");
    path = command_one_file(self, argc, argv);
    return path ? validate_file(self, r, path) : EXIT_USAGE;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .given.limits = FP_LIMITS_DEFAULT };
    const int status = validate_as_asked(self, &r, argc, argv);

    free(r.tools);
    given_free(&r.given);
    return status;
}

const command CMD_VALIDATE = {
    .name = "validate",
    .summary = "parse a text and check its calls against their schemas",
    .usage = "--syntax S --catalogue FILE… [--tool NAME… | --category NAME…] "
             "[--policy NAME=VALUE]… [FILE]",
    .options = OPTIONS,
    .run = run,
    .unexpected = "A call does not fit its schema, or text was nearly a call.",
};
