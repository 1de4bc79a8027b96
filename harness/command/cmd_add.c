/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_add.c: fencepost add: makes a case from a finding of a JSON report or of the nightly fuzzing.
 * The case is marked as unconfirmed, and lint refuses it until a person removes the mark.
 */
#include "seed/decode_tools.h"
#include "base/not_json.h"
#include "base/replace.h"
#include "command/command.h"
#include "command/options.h"
#include "judge/adhoc.h"
#include "result/report_path.h"

#include <fencepost/json.h>
#include <fencepost/outcome.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FROM, FROM_FINDING, ID, FINDING, OUTPUT };

static const command_option OPTIONS[] = {
    [FROM] = { "from-failure", "REPORT", "a report of `fencepost test --format json`" },
    [FROM_FINDING] = { "from-finding", "DIR",
                       "a finding of fuzz/nightly: the folder that holds "
                       "finding.json" },
    [ID] = { "id", "ID", "the id of the case (default: SYNTAX/found/CLASS-HASH)" },
    [FINDING] = { "finding", "N", "which finding of the report (default: 1, the most frequent)" },
    [OUTPUT] = { "output", "FILE", "where to (default: corpus/SYNTAX/FEATURE.json; -: print it)" },
    { NULL, NULL, NULL },
};

typedef struct order {
    const char *report, *folder; /* one of them, the other one is NULL */
    const char *id, *output;
    size_t number;
} order;

/* -- the report -------------------------------------------------------------------------------- */

/* Whether a finding names its class and its clause, as each line of a report does: an id is made of
 * the one. */
static bool has_names(const json_t *finding)
{
    static const char *const NAMES[] = { "class", "clause" };
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-./";

    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        const json_t *name = json_object_get(finding, NAMES[i]);
        const char *text = json_string_value(name);

        if (!text || !*text || strspn(text, LETTERS) != json_string_length(name))
            return false;
    }
    return true;
}

/* The n-th finding of a report, owned, and the policies that the worker declared, owned. NULL with
 * the problem said. */
static json_t *read_finding(const order *o, char **declared, problems *p)
{
    size_t found = 0, line = 1;
    bool good = true;
    json_t *finding = NULL;
    char *file = report_path(o->report);
    fp_str bytes;
    const bool there = file_read(file, &bytes, p);

    *declared = xstrdup("");
    free(file);
    if (!there)
        return NULL;
    for (size_t at = 0; good && at < bytes.len && !finding; line++) {
        const char *lf = memchr(bytes.ptr + at, '\n', bytes.len - at);
        const size_t end = lf ? (size_t)(lf - bytes.ptr) : bytes.len;
        json_t *json = json_loadb(bytes.ptr + at, end - at, JSON_ALLOW_NUL, NULL);
        const char *kind = json_string_value(json_object_get(json, "record"));
        const char *policies = json_string_value(json_object_get(json, "policies"));

        if (policies) {
            free(*declared);
            *declared = xstrdup(policies);
        }
        if (kind && strcmp(kind, "finding") == 0 && ++found == o->number)
            finding = json_incref(json);
        if (!json && lf) /* a last line without LF is the trace of a killed run */
            good = not_json(o->report, (fp_str){ bytes.ptr + at, end - at }, line, p);
        json_decref(json);
        at = end + 1;
    }
    free((char *)(uintptr_t)bytes.ptr);
    if (finding && !has_names(finding)) {
        good = problem(p, o->report, NULL,
                       "finding %zu has no \"class\" and \"clause\" that are names", o->number);
        json_decref(finding);
        finding = NULL;
    }
    if (good && !finding)
        problem(p, o->report, NULL,
                "there are %zu findings here, and number %zu was asked for; a report is what "
                "`fencepost test --format json` prints, with --reduce-budget above 0",
                found, o->number);
    return finding;
}

/* Reads a folder of fuzz/nightly instead: returns finding.json, with the smallest input, its class
 * and its clause; owned. */
static json_t *read_folder(const order *o, problems *p)
{
    char *path = xformat("%s/finding.json", o->folder);
    fp_str bytes = { 0 };
    json_t *whole = file_read(path, &bytes, p) ? json_file_of(path, bytes, p) : NULL;
    json_t *finding = json_deep_copy(json_object_get(whole, "input"));
    const json_t *clause = json_object_get(whole, "clause"),
                 *title = json_object_get(whole, "title");

    if (json_is_object(finding) && json_string_length(clause) && json_is_string(title)) {
        json_object_set(finding, "clause", (json_t *)(uintptr_t)clause);
        json_object_set(finding, "title", (json_t *)(uintptr_t)title);
        json_object_set_new(finding, "class", json_string("breach"));
    } else if (whole) {
        problem(p, path, NULL,
                "it tells of no input of a syntax and no clause: of findings of other classes, and "
                "of other targets, no case can be made");
        json_decref(finding);
        finding = NULL;
    }
    json_decref(whole);
    free((char *)(uintptr_t)bytes.ptr);
    free(path);
    return finding;
}

/* "unterminated: drop, xml.code_fence: call", and the policies of the finding on top. */
static void read_policies(const json_t *finding, const char *declared, policy_set *set)
{
    const char *name;
    json_t *value;
    fp_policy policy;
    unsigned which;

    const char *syntax = json_string_value(json_object_get(finding, "syntax"));
    const size_t id = syntax ? strlen(syntax) : 0;

    while (*declared) {
        const bool own = id && strncmp(declared, syntax, id) == 0 && declared[id] == '.';

        declared += own ? id + 1 : 0;

        const size_t len = strcspn(declared, ":"), end = strcspn(declared, ",");

        if (len + 2 <= end && fp_policy_find((fp_str){ declared, len }, &policy) &&
            fp_policy_value_find(policy, (fp_str){ declared + len + 2, end - len - 2 }, &which)) {
            set->given[policy] = true;
            set->policies.of[policy] = (uint8_t)which;
        }
        declared += end + (declared[end] ? 1 : 0);
        declared += strspn(declared, " ");
    }
    json_object_foreach (json_object_get(finding, "policy"), name, value) {
        if (fp_policy_find(fp_str_of(name), &policy) && json_is_string(value) &&
            fp_policy_value_find(policy, json_str(value), &which)) {
            set->given[policy] = true;
            set->policies.of[policy] = (uint8_t)which;
        }
    }
}

static bool read_input(const json_t *finding, fp_str *input)
{
    const json_t *text = json_object_get(finding, "input");

    if (text)
        *input = xcopy(json_str(text));
    return text || base64_decode(json_str(json_object_get(finding, "input_base64")), input);
}

/* -- the case ---------------------------------------------------------------------------------- */

static void add_bytes(json_t *object, const char *name, fp_str bytes)
{
    char *base64 = is_utf8(bytes) ? NULL : base64_encode(bytes);
    char *member = xformat("%s%s", name, base64 ? "_base64" : "");

    json_object_set_new(object, member,
                        base64 ? json_string(base64)
                               : json_stringn(bytes.len ? bytes.ptr : "", bytes.len));
    free(member);
    free(base64);
}

/* As it is written, where JSON values are among the arguments: no number is rounded. */
static void add_call_input(json_t *json, const fp_call *call)
{
    fp_json written = { 0 };
    bool typed = false;
    fp_str text;

    for (size_t i = 0; i < call->arg_count; i++)
        typed = typed || call->args[i].value.kind == FP_VALUE_JSON;
    fp_json_input(&written, call);
    text = json_text(&written);
    json_object_set_new(json, typed ? "input_json" : "input",
                        typed ? json_stringn(text.ptr, text.len)
                              : json_loadb(text.ptr, text.len, JSON_ALLOW_NUL, NULL));
    fp_json_free(&written);
}

static json_t *expected_json(const fp_outcome *o)
{
    json_t *expect = json_object(), *calls = json_array(), *diagnostics = json_array();

    add_bytes(expect, "text", fp_outcome_text(o));
    if (fp_outcome_reasoning(o).len)
        add_bytes(expect, "reasoning", fp_outcome_reasoning(o));
    for (size_t i = 0; i < fp_outcome_call_count(o); i++) {
        const fp_call *call = fp_outcome_call(o, i);
        json_t *json = json_object();

        add_bytes(json, "name", call->name);
        if (call->complete)
            add_call_input(json, call);
        json_object_set_new(json, "span",
                            json_pack("[I,I]", (json_int_t)call->start, (json_int_t)call->end));
        if (!call->complete)
            json_object_set_new(json, "complete", json_false());
        json_array_append_new(calls, json);
    }
    for (size_t i = 0; i < fp_outcome_diagnostic_count(o); i++) {
        const fp_diagnostic *d = fp_outcome_diagnostic(o, i);

        json_array_append_new(diagnostics, json_pack("{s:s,s:I}", "code", fp_code_name(d->code),
                                                     "offset", (json_int_t)d->offset));
    }
    json_object_set_new(expect, "calls", calls);
    if (json_array_size(diagnostics))
        json_object_set(expect, "diagnostics", diagnostics);
    json_decref(diagnostics);
    return expect;
}

/* The limits that a finding of fuzz/nightly has; false: they are wrong. */
static bool read_limits(const json_t *finding, fp_limits *limits, problems *p)
{
    const char *name;
    json_t *value;

    json_object_foreach (json_object_get(finding, "limits"), name, value) {
        size_t *field = fp_limits_field(limits, fp_str_of(name));

        if (!field || json_integer_value(value) < 1)
            return problem(p, "the finding", "limits",
                           "\"%s\" is not a limit, or its value is not a number from 1 up", name);
        *field = (size_t)json_integer_value(value);
    }
    return true;
}

/* The policies that differ from the syntax's defaults. */
static void add_policies(json_t *json, const test_case *t)
{
    const fp_options usual = fp_options_default(t->syntax), own = case_options(t);
    json_t *policy = json_object();

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (own.policies.of[i] != usual.policies.of[i])
            json_object_set_new(
                policy, fp_policy_name((fp_policy)i),
                json_string(fp_policy_value_name((fp_policy)i, own.policies.of[i])));
    if (json_object_size(policy))
        json_object_set(json, "policy", policy);
    json_decref(policy);
}

static uint32_t hash_of(fp_str bytes)
{
    uint32_t hash = UINT32_C(0x811C9DC5);

    for (size_t i = 0; i < bytes.len; i++)
        hash = (hash ^ (unsigned char)bytes.ptr[i]) * UINT32_C(0x01000193); /* FNV-1a */
    return hash;
}

/* "caret/found/wrong-value-1a2b3c4d"; owned. */
static char *usual_id(const json_t *finding, const test_case *t)
{
    char *class = xstrdup(json_string_value(json_object_get(finding, "class")));
    char *id;

    for (char *slash; (slash = strchr(class, '/'));)
        *slash = '-';
    id = xformat("%s/found/%s-%08x", fp_syntax_id(t->syntax), class, (unsigned)hash_of(t->input));
    free(class);
    return id;
}

/* The catalogue of corpus/catalogues that the finding of a fuzzer names, or NULL. */
static const char *offered_name(const json_t *finding)
{
    const char *name = json_string_value(json_object_get(finding, "catalogue"));

    for (size_t i = 0; name && i < TOOLS_COUNT; i++)
        if (strcmp(name, decode_tools_name(i)) == 0)
            return decode_tools_name(i);
    return NULL;
}

static json_t *texts_json(const char *const *texts, size_t count)
{
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_string(texts[i]));
    return array;
}

/* By what the case is judged, as its file has it; owned. */
static json_t *judging_json(const test_case *t)
{
    static const case_part ORDER[PART_COUNT] = { PART_TEXT, PART_CALLS, PART_DIAGNOSTICS };
    json_t *parts;

    if (!case_in_parts(t))
        return texts_json(t->clauses, t->clause_count - t->also_count);
    parts = json_object();
    for (size_t i = 0; i < PART_COUNT; i++) {
        const part_clauses *part = &t->parts[ORDER[i]];

        if (part->count)
            json_object_set_new(parts, part_name(ORDER[i]), texts_json(part->ids, part->count));
    }
    return parts;
}

static void add_clauses(json_t *json, const json_t *finding, const test_case *origin)
{
    json_t *one;

    if (origin) {
        json_object_set_new(json, "clauses", judging_json(origin));
        if (origin->also_count)
            json_object_set_new(
                json, "also",
                texts_json(origin->clauses + origin->clause_count - origin->also_count,
                           origin->also_count));
        return;
    }
    one = json_array();
    json_array_append(one, json_object_get(finding, "clause"));
    json_object_set_new(json, "clauses", one);
}

/* What the case is derived from gives its clauses, its level and its catalogue. */
static void add_origin(json_t *json, const json_t *finding, const test_case *origin)
{
    const char *first = json_string_value(json_array_get(json_object_get(finding, "cases"), 0));
    char *text;

    add_clauses(json, finding, origin);
    json_object_set_new(json, "level",
                        json_string(level_name(origin ? origin->level : LEVEL_MUST)));
    if (json_object_get(finding, "title")) {
        json_object_set(json, "title", json_object_get(finding, "title"));
        return;
    }
    text =
        xformat("the smallest form of %s, found in %s",
                json_string_value(json_object_get(finding, "class")), first ? first : "a report");
    json_object_set_new(json, "title", json_string(text));
    free(text);
}

/* A case file with the one case; owned. options: the case's, with the finding's limits. */
static json_t *case_file(const order *o, const json_t *finding, const test_case *t, const corpus *c,
                         fp_options options)
{
    const char *first = json_string_value(json_array_get(json_object_get(finding, "cases"), 0));
    const test_case *origin = first ? corpus_find(c, first) : NULL;
    char *id = o->id ? xstrdup(o->id) : usual_id(finding, t);
    const char *slash = strchr(id, '/'), *end = slash ? strchr(slash + 1, '/') : NULL;
    json_t *json = json_object(), *file;
    json_t *limits = json_object_get(finding, "limits");
    fp_outcome *said = NULL;

    options.prefix = json_str(json_object_get(finding, "prefix"));
    json_object_set_new(json, "id", json_string(id));
    add_origin(json, finding, origin);
    add_bytes(json, "input", t->input);
    if (options.prefix.len)
        add_bytes(json, "prefix", options.prefix);
    if (origin && origin->catalogue_name && json_object_get(finding, "catalogue")) {
        json_object_set_new(json, "catalogue", json_string(origin->catalogue_name));
        options.catalogue = origin->catalogue;
    } else if (offered_name(finding)) {
        json_object_set_new(json, "catalogue", json_string(offered_name(finding)));
    }
    add_policies(json, t);
    if (json_object_size(limits))
        json_object_set(json, "limits", limits);
    need_memory(fp_parse(t->syntax, &options, t->input, &said) == FP_OK);
    json_object_set_new(json, "expect", expected_json(said));
    json_object_set_new(
        json, "origin",
        json_string(o->folder ? "found by fuzzing, reduced" : "a failure, reduced"));
    json_object_set_new(json, "unconfirmed",
                        json_string("\"expect\" is what the reference parser reads: correct it by "
                                    "the clauses, then take this line away"));
    file = json_pack("{s:s,s:o,s:[o]}", "syntax", fp_syntax_id(t->syntax), "feature",
                     end ? json_stringn(slash + 1, (size_t)(end - slash - 1)) : json_string(""),
                     "cases", json);
    fp_outcome_free(said);
    free(id);
    return file;
}

/* Returns whether the file is one that the corpus takes; says what is wrong with it. */
static bool is_good(const char *data, json_t *file, problems *p)
{
    corpus *c = corpus_new(data);
    const bool good = corpus_read_file(c, "the new case", json_incref(file), p);

    corpus_free(c);
    return good;
}

static int write_file(const char *path, const json_t *file, problems *p)
{
    replacement r;

    if (strcmp(path, "-") == 0) {
        json_dumpf(file, stdout, JSON_INDENT(2));
        putchar('\n');
        return EXIT_AS_EXPECTED;
    }
    if (access(path, F_OK) == 0) {
        problem(p, path, NULL, "it is there already; give --id another feature, or --output -");
        return EXIT_USAGE;
    }
    if (!replace_begin(&r, path, p))
        return EXIT_ADAPTER;
    json_dumpf(file, r.out, JSON_INDENT(2));
    putc('\n', r.out);
    if (!replace_end(&r, p))
        return EXIT_ADAPTER;
    printf("%s: written; confirm \"expect\" by the clauses and take \"unconfirmed\" away, then "
           "fencepost lint --add-ids\n",
           path);
    return EXIT_AS_EXPECTED;
}

/* -- the command ------------------------------------------------------------------------------- */

static int add_case(const order *o, const json_t *finding, const test_case *t, const char *data,
                    problems *p)
{
    fp_options options = case_options(t);
    corpus *c = read_limits(finding, &options.limits, p) ? corpus_load(data, p) : NULL;
    json_t *file = c ? case_file(o, finding, t, c, options) : NULL;
    char *usual = file ? xformat("%s/corpus/%s/%s.json", data, fp_syntax_id(t->syntax),
                                 json_string_value(json_object_get(file, "feature")))
                       : NULL;
    const bool good = file && is_good(data, file, p);
    const int code = good ? write_file(o->output ? o->output : usual, file, p) : EXIT_USAGE;

    free(usual);
    json_decref(file);
    corpus_free(c);
    return code;
}

/* The tools that were on offer when a fuzzer found it; owned, or NULL. */
static json_t *offered(const json_t *finding, const char *data, problems *p)
{
    const char *name = offered_name(finding);
    char *path = xformat("%s/corpus/catalogues/%s.json", data, name ? name : "");
    json_t *tools = name ? tools_read(path, p) : NULL;

    free(path);
    return tools;
}

static int add_as_asked(const order *o)
{
    problems p = { .by = "add" };
    char *declared = NULL, *data = data_dir(&p);
    json_t *finding = !data       ? NULL
                      : o->folder ? read_folder(o, &p)
                                  : read_finding(o, &declared, &p);
    const fp_syntax *syntax =
        finding ? fp_syntax_find(json_str(json_object_get(finding, "syntax"))) : NULL;
    policy_set policy = { 0 };
    fp_str input = { 0 };
    json_t *tools = NULL;
    adhoc *a = NULL;
    int code = EXIT_USAGE;

    if (finding && !syntax)
        problem(&p, o->report ? o->report : o->folder, NULL,
                "the finding is of no syntax that exists here: of another subject no case is made");
    if (syntax && read_input(finding, &input)) {
        read_policies(finding, declared ? declared : "", &policy);
        tools = offered(finding, data, &p);
        a = adhoc_new(syntax, json_str(json_object_get(finding, "prefix")), input, tools, &policy,
                      &p);
    }
    if (a)
        code = add_case(o, finding, adhoc_case(a), data, &p);
    adhoc_free(a);
    json_decref(tools);
    free((char *)(uintptr_t)input.ptr);
    json_decref(finding);
    free(declared);
    free(data);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    order o = { .number = 1 };
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0) {
        if (option == FROM)
            o.report = optarg;
        else if (option == FROM_FINDING)
            o.folder = optarg;
        else if (option == ID)
            o.id = optarg;
        else if (option == OUTPUT)
            o.output = optarg;
        else if (given_number(self, OPTIONS[option].name, 1, SIZE_MAX, &o.number))
            return EXIT_USAGE;
    }
    if (option == -2)
        return EXIT_USAGE;
    if (!o.report == !o.folder || optind < argc)
        return command_usage_error(self, "say which report, as in --from-failure report.jsonl, or "
                                         "which finding, as in --from-finding DIR");
    return add_as_asked(&o);
}

static const command_example EXAMPLES[] = {
    { "fencepost add --from-failure run/report.jsonl --output -",
      "print the most frequent failure as a case" },
    { NULL, NULL },
};

const command CMD_ADD = {
    .name = "add",
    .summary = "make a case from a reduced failure",
    .usage = "--from-failure REPORT.jsonl [--finding N] [--id ID] [--output FILE]\n"
             "--from-finding DIR [--id ID] [--output FILE]",
    .options = OPTIONS,
    .run = run,
    .examples = EXAMPLES,
};
