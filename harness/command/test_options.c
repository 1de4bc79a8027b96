/* SPDX-License-Identifier: Apache-2.0 */
/* test_options.c: reads the command line of `fencepost test`. */
#include "command/test_options.h"

#include "base/numbers.h"
#include "base/repeat.h"
#include "command/notation_table.h"
#include "command/test_partial.h"
#include "judge/adhoc.h"
#include "report/report.h"
#include "result/finding.h"
#include "run/wanted.h"
#include "template/template_cases.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* RESTARTS: a worker that dies on every case is not restarted for ever. */
enum {
    RESTARTS = 200,
    JOBS_MAX = 1024,
    SHARDS_MAX = 100000,
    MEMORY_MAX = 1 << 29,
    GENERATE_MAX = 100000,
    TIME_MAX = 10 * 1000 * 1000 /* seconds */
};

enum {
    SYNTAX,
    CASE,
    FORMAT,
    STRICT,
    THOROUGH,
    DEADLINE,
    CUT,
    SHOW,
    SO,
    SEED,
    JOBS,
    SHARD,
    RESTART,
    MEMORY,
    INPUT,
    TEXT,
    PROMPT,
    POLICY,
    CATALOGUE,
    BUDGET,
    KNOWN,
    UPDATE_KNOWN,
    GENERATE,
    AGAINST,
    REPORT,
    TIME,
    ONLY,
    QUICK,
    AS,
    SUBJECT,
    TEMPLATE,
};

const command_option TEST_OPTIONS[] = {
    [SYNTAX] = { "syntax", "ID",
                 "only the cases of this syntax; may be repeated (default: those that the worker "
                 "parses)" },
    [CASE] = { "case", "GLOB",
               "only cases whose id matches (* is any text, / included); may be repeated" },
    [FORMAT] = { "format", "F", REPORT_FORMATS " (default: tty)" },
    [STRICT] = { "strict", NULL, "count failures of SHOULD and MAY clauses too" },
    [THOROUGH] = { "thorough", NULL,
                   "built-in parsers only: prove CHUNK for chunks of any length, not just up to 20 "
                   "bytes" },
    [DEADLINE] = { "deadline", "SECONDS", "how long a worker may take for an answer (default: 5)" },
    [CUT] = { "cut", "OFFSETS",
              "only this cutting: byte offsets, 3,17,17; or its name in a report, 'size 3'" },
    [SHOW] = { "show", "N", "how many failures are shown whole (tty; default: 5)" },
    [SO] = { "so", "FILE", "test the parser in this shared object (fencepost/adapter.h)" },
    [SEED] = { "seed", "N",
               "seed for generated inputs; printed in the report (default: 1; for a worker, a new "
               "one each time)" },
    [JOBS] = { "jobs", "N",
               "run N workers in parallel (default: 1; our own parsers: one for each core)" },
    [SHARD] = { "shard", "I/N",
                "only every N-th case, beginning with the I-th; `report --merge` joins them" },
    [GENERATE] = { "generate", "N",
                   "instead of the golden cases, N messages of each syntax, generated from "
                   "--seed" },
    [RESTART] = { "restarts", "N",
                  "how often a worker that died is started again, in all (default: 200)" },
    [MEMORY] = { "memory", "MIB", "how much address space a worker may have (default: all)" },
    [INPUT] = { "input", "FILE", "test this input instead of the golden cases; needs --syntax" },
    [TEXT] = { "text", "TEXT", "the same, given here; \\n, \\t, \\r, \\\\, \\xNN are escapes" },
    [PROMPT] = { "prompt", "TEXT",
                 "with --input: what the prompt ended with, as <think>\\n (MODEL-5.5)" },
    [POLICY] = { "policy", "NAME=VALUE", "with --input: a policy of the built-in parser" },
    [CATALOGUE] = { "catalogue", "TOOLS", "with --input: the tools on offer, a file or JSON" },
    [BUDGET] = { "reduce-budget", "N",
                 "how many tests may be spent on smallest forms (default: 4000; 0: none)" },
    [KNOWN] = { "known", "FILE", "known failures (spec/known-failures.md), which do not count" },
    [UPDATE_KNOWN] = { "update-known", NULL, "write that file again, from what fails now" },
    [AGAINST] = { "against-suite", "DIR",
                  "show what changes since the suite in DIR, an older checkout or "
                  "share/fencepost" },
    [REPORT] = { "report", "DIR",
                 "also write DIR/report.jsonl, from which `fencepost report` makes all other "
                 "formats" },
    [TIME] = { "time", "DURATION",
               "how long the run may take, 90s, 5m or 1h; it then ends in order, and states what "
               "it "
               "did not try" },
    [ONLY] = { "only", "CHECKS",
               "only these checks: golden, policies, or laws, as golden,CHUNK,PREFIX" },
    [QUICK] = { "quick", NULL,
                "a worker only: golden outcomes, two cuttings of each input, and the laws on short "
                "inputs" },
    [AS] = { "as", "ENGINE:NAME",
             "only the cases of what this parser of an inference engine reads, as vllm:hermes "
             "(fencepost list notations)" },
    [SUBJECT] = { "subject", "NAME",
                  "in place of parsers: partial-json, readers of partial JSON "
                  "(spec/partial-json.md), or response-template, executors of response templates "
                  "(spec/response-template.md)" },
    [TEMPLATE] = { "template", "FILE",
                   "executors of response templates, on messages made of the delimiters of this "
                   "template, or of that of a tokenizer_config.json; with --text, on one text" },
    { NULL, NULL, NULL },
};

/* -- values ---------------------------------------------------------------------------------- */

static bool read_cuts(const char *text, test_options *o)
{
    o->only_cut = true;
    free(o->cuts);
    o->cuts = NULL;
    o->cut_count = 0;
    o->cut_name = *text >= '0' && *text <= '9' ? NULL : text;
    if (o->cut_name)
        return *text;
    return given_cuts(text, &o->cuts, &o->cut_count);
}

/* "90", "90s", "5m", "1h" */
static bool read_time(const char *text, test_options *o)
{
    static const char UNITS[] = "smh";
    static const size_t SECONDS[] = { 1, 60, 3600 };
    char *end;
    const unsigned long count = strtoul(text, &end, 10);
    const char *known = *end ? strchr(UNITS, *end) : UNITS;

    if (*text < '0' || *text > '9' || !known || (*end && end[1]) || !count || count > TIME_MAX ||
        count * SECONDS[known - UNITS] > TIME_MAX)
        return false;
    o->time = text;
    o->seconds = (unsigned)(count * SECONDS[known - UNITS]);
    return true;
}

/* "2/3" */
static bool read_shard(const char *text, test_options *o)
{
    char *slash;
    const unsigned long shard = strtoul(text, &slash, 10);
    const char *after = *slash == '/' ? slash + 1 : "";

    o->shard = shard;
    return *text >= '1' && *text <= '9' && given_size(after, &o->shards) &&
           o->shards < SHARDS_MAX && o->shard <= o->shards;
}

/* -- options --------------------------------------------------------------------------------- */

/* What a number may be, and where it goes. */
static int read_number_option(const command *self, int option, test_options *o)
{
    const char *name = TEST_OPTIONS[option].name;
    size_t seed;
    int error;

    switch (option) {
    case SHOW:
        return given_number(self, name, 0, SIZE_MAX, &o->show);
    case SEED:
        error = given_number(self, name, 0, SIZE_MAX, &seed);
        o->seed = error ? 0 : seed;
        o->seeded = true;
        return error;
    case BUDGET:
        return given_number(self, name, 0, SIZE_MAX, &o->budget);
    case GENERATE:
        return given_number(self, name, 1, GENERATE_MAX, &o->generate);
    case RESTART:
        return given_number(self, name, 0, INT_MAX, &o->restarts);
    case JOBS:
        return given_number(self, name, 1, JOBS_MAX, &o->jobs);
    default:
        return given_number(self, name, 1, MEMORY_MAX, &o->memory);
    }
}

/* The options that give an input in place of cases. */
static int read_input_option(const command *self, int option, const char *value, test_options *o)
{
    char *name = xformat(" --%s ", TEST_OPTIONS[option].name);
    problems p = { .by = "test" };

    o->typed = with_option(o->typed ? o->typed : xstrdup(""), name, xstrdup(value));
    free(name);
    switch (option) {
    case INPUT:
    case TEXT:
        if (o->has_input)
            return command_usage_error(self, "one --input or --text is enough");
        o->has_input = true;
        if (option == INPUT)
            return file_read(value, &o->input, &p) ? 0 : EXIT_USAGE;
        return text_unescape(value, &o->input)
                   ? 0
                   : command_usage_error(self, "--text: \\ goes before n, t, r, \\ or xNN only");
    case PROMPT:
        return given_prompt(self, &o->given, value);
    case CATALOGUE:
        json_decref(o->tools);
        o->tools = tools_read(value, &p);
        return o->tools ? 0 : EXIT_USAGE;
    default:
        return given_policy(self, &o->given, value);
    }
}

static void add_syntax(test_options *o, const fp_syntax *syntax)
{
    if (is_among(o->syntaxes, syntax))
        return;
    o->syntaxes = xrealloc((void *)o->syntaxes, (o->syntax_count + 2) * sizeof *o->syntaxes);
    o->syntaxes[o->syntax_count++] = syntax;
    o->syntaxes[o->syntax_count] = NULL;
}

static int read_syntax(const command *self, const char *value, test_options *o)
{
    const fp_syntax *syntax;

    if (given_syntax(self, value, &syntax))
        return EXIT_USAGE;
    add_syntax(o, syntax);
    return 0;
}

/* What the engine's parser of this name reads; name: after the colon. */
static int read_name(const command *self, const notations *n, const char *id, const char *name,
                     test_options *o)
{
    const size_t before = o->syntax_count;
    size_t index;

    if (!notations_find_engine(n, id, &index))
        return notation_refuse_engine(self, n, id);
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (notations_reads(n, index, name, *s))
            add_syntax(o, *s);
    return o->syntax_count > before ? 0 : notation_refuse_name(self, n, index, name);
}

/* "vllm:hermes" */
static int read_as(const command *self, const char *value, test_options *o)
{
    const char *colon = strchr(value, ':');
    problems p = { .by = "test" };
    char *data, *id;
    notations *n;
    int status = EXIT_USAGE;

    if (!colon || !colon[1])
        return command_usage_error(
            self,
            "--as '%s' is not ENGINE:NAME, as vllm:hermes; `fencepost list notations` has "
            "them",
            value);
    data = data_dir(&p);
    n = data ? notations_load(data, &p) : NULL;
    id = xformat("%.*s", (int)(colon - value), value);
    if (n)
        status = read_name(self, n, id, colon + 1, o);
    free(id);
    notations_free(n);
    free(data);
    return status;
}

/* The options that make a run smaller, in forms of their own. */
static int read_extent(const command *self, int option, const char *value, test_options *o)
{
    if (option == CUT && !read_cuts(value, o))
        return command_usage_error(self,
                                   "--cut '%s' is neither an ascending list of byte offsets, as "
                                   "3,17, nor the name of a cutting",
                                   value);
    if (option == SHARD && !read_shard(value, o))
        return command_usage_error(self, "--shard '%s' is not I/N, with I from 1 to N, as 2/3",
                                   value);
    if (option == TIME && !read_time(value, o))
        return command_usage_error(self, "--time '%s' is not a duration, as 90s, 5m or 1h", value);
    return 0;
}

/* "golden,CHUNK" */
static int read_only(const command *self, const char *value, test_options *o)
{
    const char *wrong;
    char *names;

    o->only = value;
    if (wanted_read(value, &o->checks, &wrong))
        return 0;
    names = wanted_names();
    command_usage_error(self, "--only: there is no check '%.*s'; there are %s",
                        (int)strcspn(wrong, ","), wrong, names);
    free(names);
    return EXIT_USAGE;
}

static int read_option(const command *self, int option, const char *value, test_options *o)
{
    switch (option) {
    case SYNTAX:
        return read_syntax(self, value, o);
    case AS:
        return read_as(self, value, o);
    case CASE:
        o->patterns[o->pattern_count++] = value;
        return 0;
    case FORMAT:
        o->format = report_find(value);
        return 0;
    case STRICT:
        o->strict = true;
        return 0;
    case THOROUGH:
        o->thorough = true;
        return 0;
    case DEADLINE:
        return given_seconds(self, TEST_OPTIONS[option].name, &o->deadline);
    case SUBJECT:
    case TEMPLATE:
        *(option == SUBJECT ? &o->subject : &o->template) = value;
        return 0;
    case SO:
        o->so = value;
        return 0;
    case QUICK:
        o->quick = true;
        return 0;
    case ONLY:
        return read_only(self, value, o);
    case KNOWN:
        o->known = value;
        return 0;
    case AGAINST:
        o->against = value;
        return 0;
    case REPORT:
        o->report = value;
        return *value ? 0 : command_usage_error(self, "--report needs a folder");
    case UPDATE_KNOWN:
        o->update_known = true;
        return 0;
    case CUT:
    case SHARD:
    case TIME:
        return read_extent(self, option, value, o);
    case INPUT:
    case TEXT:
    case PROMPT:
    case POLICY:
    case CATALOGUE:
        return read_input_option(self, option, value, o);
    default:
        return read_number_option(self, option, o);
    }
}

/* -- all ------------------------------------------------------------------------------------- */

/* A shared object is tested like any worker: this very program serves it. */
static void serve_so(test_options *o)
{
    o->so_worker[0] = program_path();
    if (!*o->so_worker[0]) {
        free(o->so_worker[0]);
        o->so_worker[0] = xstrdup("fencepost"); /* that of the PATH */
    }
    o->so_worker[1] = xstrdup("serve");
    o->so_worker[2] = xstrdup("--so");
    o->so_worker[3] = xstrdup(o->so);
    o->worker = o->so_worker;
}

int test_options_worker(const command *self, int argc, char **argv, test_options *o)
{
    if (optind < argc && strcmp(argv[optind - 1], "--") != 0)
        return command_usage_error(self, "unexpected '%s'; a worker's command comes after --",
                                   argv[optind]);
    if (optind == argc && strcmp(argv[argc - 1], "--") == 0)
        return command_usage_error(self, "there is no worker's command after --");
    if (optind < argc && o->so)
        return command_usage_error(self, "--so names the parser, and so does what comes after "
                                         "--; give one of them");
    if (optind < argc)
        o->worker = argv + optind;
    if (o->so)
        serve_so(o);
    return 0;
}

/* Checks that the options about an input of the user's own can be combined. */
static int check_input(const command *self, const test_options *o)
{
    if (o->given.prefix.len && !o->has_input)
        return command_usage_error(self, "--prompt is what goes before --input or --text: give one "
                                         "of them");
    if (!o->has_input)
        return 0;
    if (o->pattern_count)
        return command_usage_error(self, "--input and --text take the place of cases: leave --case "
                                         "out");
    if (!o->syntax_count)
        return command_usage_error(self, "--input and --text need the syntax of the input: add "
                                         "--syntax, for example --syntax hermes");
    if (o->syntax_count > 1)
        return command_usage_error(self, "--input and --text are of one syntax: give one --syntax");
    return given_check_reasoning(self, &o->given, *o->syntaxes);
}

/* Checks that the options can be combined. */
static int check(const command *self, const test_options *o)
{
    int error;

    if (o->memory && !o->worker)
        return command_usage_error(self, "--memory needs a worker after --");
    if (o->thorough && o->worker)
        return command_usage_error(self, "--thorough is for our own parsers; a worker cannot be "
                                         "cloned, and gets the listed cuttings");
    if (o->quick && !o->worker)
        return command_usage_error(self, "--quick needs a worker after --; our own parsers are "
                                         "quick");
    if (o->only_cut && !o->worker)
        return command_usage_error(self, "--cut needs a worker after --; our own parsers are "
                                         "proved for every cutting");
    if (o->template && o->subject && strcmp(o->subject, TEMPLATE_SUBJECT) != 0)
        return command_usage_error(self, "--template is about executors of response templates, and "
                                         "--subject is not");
    error = o->subject ? test_partial_check(self, o) : check_input(self, o);
    if (error)
        return error;
    if (o->generate && (o->has_input || o->known || o->against || o->shards))
        return command_usage_error(self, "--generate takes no --input, --known, --shard or "
                                         "--against-suite");
    if (o->against && (o->has_input || o->only_cut || o->known || o->report || o->seconds))
        return command_usage_error(self, "--against-suite takes no --input, --cut, --known, "
                                         "--report or --time");
    if (o->update_known && !o->known)
        return command_usage_error(self, "--update-known needs --known FILE");
    return 0;
}

void test_options_begin(test_options *o, int argc)
{
    *o = (test_options){ .format = report_find("tty"),
                         .deadline = 5,
                         .show = 5,
                         .restarts = RESTARTS,
                         .budget = REDUCE_BUDGET };
    o->syntaxes = xcalloc(1, sizeof *o->syntaxes);
    o->patterns = xcalloc((size_t)argc, sizeof *o->patterns);
}

int test_options_take(const command *self, const char *name, const char *value, test_options *o)
{
    int option = 0;

    while (strcmp(TEST_OPTIONS[option].name, name) != 0)
        option++;
    return read_option(self, option, value, o);
}

int test_options_read(const command *self, int argc, char **argv, test_options *o)
{
    int option, status;

    test_options_begin(o, argc);
    while ((option = command_next_option(self, argc, argv)) != -1) {
        status = option < 0 ? EXIT_USAGE : read_option(self, option, optarg, o);
        if (status)
            return status;
    }
    status = test_options_worker(self, argc, argv, o);
    if (o->template && !o->subject)
        o->subject = TEMPLATE_SUBJECT;
    if (!o->seeded) /* shards have one seed */
        o->seed = o->worker && !o->shards ? (uint64_t)time(NULL) : 1;
    return status ? status : check(self, o);
}

void test_options_free(test_options *o)
{
    for (size_t i = 0; o->so_worker[i]; i++)
        free(o->so_worker[i]);
    free((char *)(uintptr_t)o->input.ptr);
    json_decref(o->tools);
    given_free(&o->given);
    free(o->typed);
    free(o->cuts);
    free(o->patterns);
    free((void *)o->syntaxes);
}

session_config test_options_session(const test_options *o)
{
    session_config config = SESSION_CONFIG_DEFAULT;

    config.argv = o->worker;
    config.restarts = (unsigned)o->restarts;
    config.deadline_ms = (int)(o->deadline * 1000);
    config.memory_limit = o->memory << 20;
    return config;
}

const fp_syntax *const *test_options_syntaxes(const test_options *o)
{
    return o->syntax_count ? o->syntaxes : NULL;
}
