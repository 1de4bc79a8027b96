/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_diff.c: `fencepost diff`: runs the same calls through several syntaxes, or the same inputs
 * through several parsers of one, or the same texts through several executors of a template.
 */
#include "base/interrupt.h"
#include "base/numbers.h"
#include "command/command.h"
#include "command/diff_by_template.h"
#include "command/options.h"
#include "diff/diff_syntaxes.h"
#include "diff/report_diff.h"
#include "generate/express.h"
#include "judge/adhoc.h"
#include "result/finding.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OPT_SYNTAXES,
    OPT_CALLS,
    OPT_STATS,
    OPT_SEED,
    OPT_LONGEST,
    OPT_PARSER,
    OPT_PARSERS,
    OPT_SYNTAX,
    OPT_CASES,
    OPT_GENERATE,
    OPT_INPUTS,
    OPT_TEXT,
    OPT_CATALOGUE,
    OPT_CUT,
    OPT_FORMAT,
    OPT_SHOW,
    OPT_BUDGET,
    OPT_DEADLINE,
    OPT_TEMPLATE,
    OPT_PROMPT,
    OPTION_COUNT
};

static const command_option OPTIONS[] = {
    [OPT_SYNTAXES] = { "syntaxes", "A,B,…", "these only (default: all)" },
    [OPT_CALLS] = { "calls", "N", "how many calls are generated (default: 100000)" },
    [OPT_STATS] = { "stats", NULL, "only print how often each feature of a call occurs" },
    [OPT_SEED] = { "seed", "S", "seed for calls, messages and cuts (default: 1)" },
    [OPT_LONGEST] = { "longest", "BYTES",
                      "about the length of the longest values (default: 3000, and one in 50,000 a "
                      "megabyte; with parsers 200)" },
    [OPT_PARSER] = { "parser", "SPEC",
                     "a parser: builtin, builtin:POLICY=VALUE,…, so:FILE or cmd:COMMAND LINE; give "
                     "two "
                     "or more" },
    [OPT_PARSERS] = { "parsers", "SPEC,SPEC", "the same; a comma in a SPEC needs --parser" },
    [OPT_SYNTAX] = { "syntax", "S", "the syntax that the parsers read" },
    [OPT_CASES] = { "cases", "GLOB",
                    "the inputs of the golden cases with such ids (the default: '*')" },
    [OPT_GENERATE] = { "generate", "N", "messages made from the seed, three of four edited" },
    [OPT_INPUTS] = { "inputs", "DIR",
                     "the files of a directory, each an input; a byte FF in them is a cut, as in a "
                     "fuzz corpus" },
    [OPT_TEXT] = { "text", "TEXT", "this input; \\n, \\t, \\r, \\\\, \\xNN are escapes" },
    [OPT_CATALOGUE] = { "catalogue", "TOOLS", "with --text: the tools on offer, a file or JSON" },
    [OPT_CUT] = { "cut", "A,B,…", "cut all inputs only at these bytes" },
    [OPT_FORMAT] = { "format", "F", "tty (the default), or json: spec/schema/diff.schema.json" },
    [OPT_SHOW] = { "show", "N", "how many differences are shown whole (default: 20)" },
    [OPT_BUDGET] = { "reduce-budget", "N",
                     "how many tests may be spent on smallest forms (default: 4000; 0: none)" },
    [OPT_DEADLINE] = { "deadline", "SECONDS", "for each answer of a parser (default: 5)" },
    [OPT_TEMPLATE] = { "template", "FILE",
                       "compare executors of response templates in place of parsers, on messages "
                       "made of the delimiters of this template, every other one changed; one "
                       "--parser is compared with builtin" },
    [OPT_PROMPT] = { "prompt", "TEXT", "with --template and --text: the prompt before it" },
    { NULL, NULL, NULL },
};

typedef struct request {
    const fp_syntax **syntaxes;
    size_t count, cap;
    size_t calls, seed, longest;
    bool stats;

    const char *specs[PANEL_MAX]; /* of parsers */
    size_t spec_count;
    char *lists; /* owned: the words of --parsers */
    const fp_syntax *syntax;
    const char *cases, *folder;
    size_t generate;
    fp_str text; /* owned */
    bool has_text;
    json_t *tools;
    size_t *cuts; /* owned */
    size_t cut_count;
    bool json;
    size_t show, budget, deadline;
    const char *template;
    given prompt; /* its prefix */

    bool given[OPTION_COUNT];
} request;

/* -- the same calls through several syntaxes --------------------------------------------------- */

static void add_syntax(request *r, const fp_syntax *syntax)
{
    void *syntaxes = r->syntaxes;

    xgrow(&syntaxes, &r->cap, r->count, sizeof *r->syntaxes);
    r->syntaxes = syntaxes;
    r->syntaxes[r->count++] = syntax;
}

/* "caret,xml" */
static int read_syntaxes(const command *self, request *r, const char *list)
{
    char *ids = xstrdup(list), *rest = NULL;
    int status = EXIT_AS_EXPECTED;

    for (char *id = strtok_r(ids, ",", &rest); id && !status; id = strtok_r(NULL, ",", &rest)) {
        const fp_syntax *syntax = NULL;

        status = given_syntax(self, id, &syntax);
        if (!status)
            add_syntax(r, syntax);
    }
    free(ids);
    return status;
}

static int through_syntaxes(request *r)
{
    problems p = { .by = "diff" };
    fp_catalogue *catalogue = express_catalogue(&p);
    size_t found = 0;

    if (!catalogue)
        return EXIT_USAGE;
    if (!r->count)
        for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
            if (fp_syntax_has_calls(*s))
                add_syntax(r, *s);
    add_syntax(r, NULL);

    const diff_config config = { .syntaxes = r->syntaxes,
                                 .catalogue = catalogue,
                                 .calls = r->calls,
                                 .seed = r->seed,
                                 .longest = r->longest ? r->longest : 3000,
                                 .megabytes = !r->longest,
                                 .quiet = !isatty(STDERR_FILENO) };

    if (r->stats)
        diff_stats(&config);
    else
        found = diff_syntaxes(&config);
    fp_catalogue_free(catalogue);
    return found ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

/* -- the same inputs through several parsers --------------------------------------------------- */

static int add_parser(const command *self, request *r, const char *parser)
{
    if (r->spec_count == PANEL_MAX)
        return command_usage_error(self, "there may be %d parsers, and no more", PANEL_MAX);
    r->specs[r->spec_count++] = parser;
    return EXIT_AS_EXPECTED;
}

/* Returns whether another parser follows this comma. If not, the comma is part of the last one. */
static bool begins_spec(const char *text)
{
    const size_t word = strcspn(text, ",");

    return strncmp(text, "so:", 3) == 0 || strncmp(text, "cmd:", 4) == 0 ||
           strncmp(text, "builtin:", 8) == 0 ||
           (word == strlen("builtin") && strncmp(text, "builtin", word) == 0);
}

static int read_parsers(const command *self, request *r, const char *list)
{
    char *parser = xstrdup(list);
    int status = EXIT_AS_EXPECTED;

    if (r->lists) {
        free(parser);
        return command_usage_error(self, "one --parsers is enough");
    }
    r->lists = parser;
    for (char *at = parser; *at && !status; at++) {
        if (*at != ',' || !begins_spec(at + 1))
            continue;
        *at = '\0';
        status = add_parser(self, r, parser);
        parser = at + 1;
    }
    return status ? status : add_parser(self, r, parser);
}

/* The questions that the request comes to; everything is borrowed. */
static diff_question question_of(const request *r, const panel *p, const corpus *c)
{
    const bool other = r->generate || r->folder || r->has_text;

    return (diff_question){ .sources = { .syntax = r->syntax,
                                         .cases = r->cases || !other ? c : NULL,
                                         .pattern = r->cases ? r->cases : "*",
                                         .generate = r->generate,
                                         .longest = r->longest ? r->longest : 200,
                                         .utf8 = !panel_takes_bytes(p),
                                         .seed = r->seed,
                                         .folder = r->folder,
                                         .text = r->has_text ? &r->text : NULL,
                                         .tools = r->tools },
                            .cuts = r->cuts,
                            .cut_count = r->cut_count,
                            .budget = r->budget };
}

static int ask_panel(const command *self, const request *r, panel *p, const corpus *c,
                     const spec *s)
{
    const diff_question question = question_of(r, p, c);
    differences *d = diff_parsers(p, &question);
    const diff_report report = { p, &question, d, s, r->show };
    int code = d->separated || d->stopped ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;

    if (d->unread)
        code = EXIT_USAGE;
    else if (!d->inputs && !d->stopped)
        code = command_usage_error(self, "no case matches --cases %s, and there is no other input",
                                   question.sources.pattern);
    else if (r->json)
        diff_report_json(&report);
    else
        diff_report_tty(&report);
    differences_free(d);
    return code;
}

static int through_parsers(const command *self, const request *r)
{
    problems trouble = { .by = "diff" };
    const fp_syntax *const only[] = { r->syntax, NULL };
    char *data = data_dir(&trouble);
    corpus *c = data ? corpus_load_of(data, r->syntax ? only : NULL, &trouble) : NULL;
    spec *s = c ? spec_load(data, &trouble) : NULL;
    int code = EXIT_USAGE;
    panel *p = NULL;

    interrupt_hold();
    if (s)
        p = panel_open(r->specs, r->spec_count, r->syntax, (int)r->deadline * 1000, &code);
    if (p)
        code = ask_panel(self, r, p, c, s);
    panel_close(p);
    spec_free(s);
    corpus_free(c);
    free(data);
    return code;
}

/* -- options ----------------------------------------------------------------------------------- */

static int read_text_option(const command *self, request *r, int option)
{
    problems p = { .by = "diff" };

    if (option == OPT_CATALOGUE) {
        json_decref(r->tools);
        r->tools = tools_read(optarg, &p);
        return r->tools ? EXIT_AS_EXPECTED : EXIT_USAGE;
    }
    if (option == OPT_CUT) {
        free(r->cuts);
        return given_cuts(optarg, &r->cuts, &r->cut_count)
                   ? EXIT_AS_EXPECTED
                   : command_usage_error(
                         self, "--cut '%s' is not an ascending list of byte offsets", optarg);
    }
    if (r->has_text)
        return command_usage_error(self, "one --text is enough");
    r->has_text = true;
    return text_unescape(optarg, &r->text)
               ? EXIT_AS_EXPECTED
               : command_usage_error(self, "--text: \\ goes before n, t, r, \\ or xNN only");
}

/* Where the number of an option goes. */
static size_t *number_of(request *r, int option)
{
    switch (option) {
    case OPT_CALLS:
        return &r->calls;
    case OPT_SEED:
        return &r->seed;
    case OPT_LONGEST:
        return &r->longest;
    case OPT_GENERATE:
        return &r->generate;
    case OPT_SHOW:
        return &r->show;
    case OPT_DEADLINE:
        return &r->deadline;
    default:
        return &r->budget;
    }
}

static int read_option(const command *self, request *r, int option)
{
    switch (option) {
    case OPT_SYNTAXES:
        return read_syntaxes(self, r, optarg);
    case OPT_STATS:
        r->stats = true;
        return EXIT_AS_EXPECTED;
    case OPT_PARSER:
        return add_parser(self, r, optarg);
    case OPT_PARSERS:
        return read_parsers(self, r, optarg);
    case OPT_TEMPLATE:
        r->template = optarg;
        return EXIT_AS_EXPECTED;
    case OPT_PROMPT:
        return given_prompt(self, &r->prompt, optarg);
    case OPT_SYNTAX:
        return given_syntax(self, optarg, &r->syntax);
    case OPT_CASES:
        r->cases = optarg;
        return EXIT_AS_EXPECTED;
    case OPT_INPUTS:
        if (r->folder)
            return command_usage_error(self, "one --inputs is enough: put all in one directory");
        r->folder = optarg;
        return EXIT_AS_EXPECTED;
    case OPT_TEXT:
    case OPT_CATALOGUE:
    case OPT_CUT:
        return read_text_option(self, r, option);
    case OPT_FORMAT:
        r->json = strcmp(optarg, "json") == 0;
        return EXIT_AS_EXPECTED;
    default:
        return given_number(self, OPTIONS[option].name, option != OPT_BUDGET && option != OPT_SHOW,
                            option == OPT_DEADLINE ? INT_MAX / 1000 : SIZE_MAX,
                            number_of(r, option));
    }
}

/* Whether nobody's executor is there but ours. */
static bool all_ours(const request *r)
{
    for (size_t i = 0; i < r->spec_count; i++)
        if (strcmp(r->specs[i], "builtin") != 0)
            return false;
    return true;
}

static int check_template(const command *self, const request *r)
{
    static const int NONE_OF[] = {
        OPT_SYNTAXES, OPT_CALLS,  OPT_STATS,     OPT_LONGEST, OPT_SYNTAX,
        OPT_CASES,    OPT_INPUTS, OPT_CATALOGUE, OPT_CUT,     OPT_FORMAT
    };

    for (size_t i = 0; i < sizeof NONE_OF / sizeof *NONE_OF; i++)
        if (r->given[NONE_OF[i]])
            return command_usage_error(
                self,
                "--template goes with --parser, --generate, --seed, --text, --prompt, --show, "
                "--reduce-budget and --deadline, and not with --%s",
                OPTIONS[NONE_OF[i]].name);
    if (!r->spec_count)
        return command_usage_error(self, "--template needs --parser: an executor that is compared "
                                         "with ours, as cmd:COMMAND LINE");
    if (r->has_text && r->generate)
        return command_usage_error(self, "--text takes the place of --generate");
    if (r->given[OPT_PROMPT] && !r->has_text)
        return command_usage_error(self, "--prompt needs --text");
    if (all_ours(r))
        return command_usage_error(self,
                                   "--parser builtin alone compares our executor with itself: "
                                   "name another one, as cmd:COMMAND LINE");
    return EXIT_AS_EXPECTED;
}

/* One executor is compared with ours. */
static int through_executors(request *r)
{
    enum { TEXTS = 500 };
    const template_diff what = { .template = r->template,
                                 .specs = r->specs,
                                 .spec_count = r->spec_count == 1 ? 2 : r->spec_count,
                                 .has_text = r->has_text,
                                 .text = r->text,
                                 .prefix = r->prompt.prefix,
                                 .generate = r->generate ? r->generate : TEXTS,
                                 .seed = r->seed,
                                 .show = r->show,
                                 .budget = r->budget,
                                 .deadline = r->deadline };

    if (r->spec_count == 1) {
        r->specs[1] = r->specs[0];
        r->specs[0] = "builtin";
    }
    return diff_by_template(&what);
}

/* Checks that the options can be combined: those before --seed are for syntaxes, those after
 * --longest for parsers. */
static int check(const command *self, const request *r)
{
    const bool parsers = r->spec_count > 0;

    if (r->template)
        return check_template(self, r);
    if (r->given[OPT_PROMPT])
        return command_usage_error(self, "--prompt needs --template");
    for (int i = 0; i < OPTION_COUNT; i++) {
        const bool of_syntaxes = i<OPT_SEED, of_parsers = i> OPT_LONGEST;

        if (r->given[i] && (parsers ? of_syntaxes : of_parsers))
            return command_usage_error(self, "--%s %s --parser", OPTIONS[i].name,
                                       parsers ? "does not go with" : "needs");
    }
    if (parsers && r->spec_count < 2)
        return command_usage_error(self,
                                   "two parsers are needed: give another --parser, as in --parser "
                                   "builtin");
    if (parsers && !r->syntax)
        return command_no_syntax(self);
    if (r->tools && !r->has_text)
        return command_usage_error(self, "--catalogue needs --text");
    return EXIT_AS_EXPECTED;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .calls = 100000, .seed = 1, .show = 20, .budget = REDUCE_BUDGET, .deadline = 5 };
    int option, status = EXIT_AS_EXPECTED;

    while (!status && (option = command_next_option(self, argc, argv)) != -1) {
        status = option < 0 ? EXIT_USAGE : read_option(self, &r, option);
        if (option >= 0)
            r.given[option] = true;
    }
    if (!status && optind < argc)
        status = command_usage_error(self, "takes no operand, and was given %s", argv[optind]);
    if (!status)
        status = check(self, &r);
    if (!status && r.template)
        status = through_executors(&r);
    else if (!status)
        status = r.spec_count ? through_parsers(self, &r) : through_syntaxes(&r);
    free(r.syntaxes);
    free(r.lists);
    free((char *)(uintptr_t)r.text.ptr);
    given_free(&r.prompt);
    json_decref(r.tools);
    free(r.cuts);
    return status;
}

static const command_example EXAMPLES[] = {
    { "fencepost diff --syntax hermes --parser builtin --parser 'cmd:./mine'",
      "your parser compared with ours" },
    { "fencepost diff --template template.json --parser 'cmd:python3 executor.py'",
      "your executor of response templates compared with ours" },
    { NULL, NULL },
};

const command CMD_DIFF = {
    .name = "diff",
    .summary = "compare syntaxes on generated calls, or parsers on inputs",
    .usage = "[--syntaxes A,B,…] [--calls N] [--seed S] [--longest BYTES] [--stats]\n"
             "--syntax S --parser SPEC --parser SPEC … [--cases GLOB] [--generate N] "
             "[--inputs DIR] [--text TEXT] [OPTIONS]\n"
             "--template FILE --parser SPEC … [--generate N] [--text TEXT] [--prompt TEXT] "
             "[OPTIONS]",
    .options = OPTIONS,
    .run = run,
    .unexpected = "There are differences.",
    .examples = EXAMPLES,
    .colours = true,
};
