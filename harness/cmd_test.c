/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_test.c: fencepost test: the suite, on our own parsers or on a worker. */
#include "adhoc.h"
#include "command.h"
#include "finding.h"
#include "known.h"
#include "options.h"
#include "policy_probe.h"
#include "run.h"
#include "suite_preview.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A worker that dies on every case is not started anew for ever. */
enum { RESTARTS = 200 };

enum {
    SYNTAX,
    CASE,
    FORMAT,
    STRICT,
    DEADLINE,
    CUT,
    SHOW,
    INPUT,
    TEXT,
    POLICY,
    CATALOGUE,
    BUDGET,
    KNOWN,
    UPDATE_KNOWN,
    AGAINST,
};

static const command_option OPTIONS[] = {
    [SYNTAX] = { "syntax", "ID", "only the cases of this syntax" },
    [CASE] = { "case", "GLOB",
               "only cases whose id matches (* is any text, / included); may be given again" },
    [FORMAT] = { "format", "F", "tty, tap, or json (default: tty)" },
    [STRICT] = { "strict", NULL, "SHOULD and MAY count too" },
    [DEADLINE] = { "deadline", "SECONDS", "how long a worker may take for an answer (default: 5)" },
    [CUT] = { "cut", "OFFSETS", "only this cutting: byte offsets, 3,17,17" },
    [SHOW] = { "show", "N", "how many failures are shown whole (tty; default: 5)" },
    [INPUT] = { "input", "FILE", "no case, but this input, of --syntax" },
    [TEXT] = { "text", "TEXT", "the same, given here; \\n, \\t, \\r, \\\\, \\xNN are escapes" },
    [POLICY] = { "policy", "NAME=VALUE", "of --input: a policy of our own parser" },
    [CATALOGUE] = { "catalogue", "TOOLS", "of --input: the tools on offer, a file or JSON" },
    [BUDGET] = { "reduce-budget", "N",
                 "how many tests may be spent on smallest forms (default: 4000; 0: none)" },
    [KNOWN] = { "known", "FILE", "known failures (spec/known-failures.md), which do not count" },
    [UPDATE_KNOWN] = { "update-known", NULL, "write that file anew from what fails" },
    [AGAINST] = { "against-suite", "DIR",
                  "what changes since the suite in DIR, an older checkout or share/fencepost" },
    { NULL, NULL, NULL },
};

typedef struct arguments {
    const fp_syntax *syntax;
    const char **patterns;
    size_t pattern_count;
    const report_format *format;
    bool strict;
    double deadline;
    size_t *cuts;
    size_t cut_count;
    bool only_cut;
    size_t show;
    size_t budget;
    fp_str input; /* --input, --text: owned */
    bool has_input;
    json_t *tools;       /* --catalogue */
    given given;         /* --policy */
    const char *against; /* --against-suite */
    suite_preview *preview;
    const char *known;
    bool update_known;
    known *list;   /* what that file says */
    bool lost;     /* the worker was, so that not all is judged */
    char **worker; /* ended by NULL; NULL: our own parsers */
} arguments;

/* -- arguments --------------------------------------------------------------------------------- */

static bool read_cuts(const char *text, arguments *a)
{
    size_t last = 0;

    a->only_cut = true;
    a->cuts = xcalloc(strlen(text) + 1, sizeof *a->cuts);
    while (*text) {
        char *end;
        const unsigned long long at = strtoull(text, &end, 10);

        if (end == text || (*end && *end != ',') || at < last)
            return false;
        a->cuts[a->cut_count++] = last = (size_t)at;
        text = *end ? end + 1 : end;
    }
    return a->cut_count > 0;
}

static bool read_number(const char *text, size_t *number)
{
    char *end;

    *number = (size_t)strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end;
}

/* The options that give an input in place of cases. */
static int read_input_option(const command *self, int option, const char *value, arguments *a)
{
    problems p = { 0 };

    switch (option) {
    case INPUT:
    case TEXT:
        if (a->has_input)
            return command_usage_error(self, "one --input or --text is enough");
        a->has_input = true;
        if (option == INPUT)
            return file_read(value, &a->input, &p) ? 0 : EXIT_USAGE;
        return text_unescape(value, &a->input)
                   ? 0
                   : command_usage_error(self, "--text: \\ stands before n, t, r, \\ or xNN only");
    case CATALOGUE:
        json_decref(a->tools);
        a->tools = tools_read(value, &p);
        return a->tools ? 0 : EXIT_USAGE;
    case POLICY:
        return given_policy(self, &a->given, value);
    default:
        return EXIT_USAGE;
    }
}

static int read_option(const command *self, int option, const char *value, arguments *a)
{
    char *end;

    switch (option) {
    case SYNTAX:
        a->syntax = fp_syntax_find(fp_str_of(value));
        return a->syntax ? 0 : command_unknown_syntax(self, value);
    case CASE:
        a->patterns[a->pattern_count++] = value;
        return 0;
    case FORMAT:
        a->format = report_find(value);
        return a->format ? 0
                         : command_usage_error(
                               self, "unknown format '%s'; there are tty, tap, json", value);
    case STRICT:
        a->strict = true;
        return 0;
    case DEADLINE:
        a->deadline = strtod(value, &end);
        if (*value && !*end && a->deadline > 0 && a->deadline < 100000)
            return 0;
        return command_usage_error(self, "--deadline '%s' is no number of seconds", value);
    case CUT:
        return read_cuts(value, a)
                   ? 0
                   : command_usage_error(self, "--cut '%s' is no ascending list of byte offsets",
                                         value);
    case SHOW:
        return read_number(value, &a->show)
                   ? 0
                   : command_usage_error(self, "--show '%s' is no number", value);
    case BUDGET:
        return read_number(value, &a->budget)
                   ? 0
                   : command_usage_error(self, "--reduce-budget '%s' is no number", value);
    case KNOWN:
        a->known = value;
        return 0;
    case AGAINST:
        a->against = value;
        return 0;
    case UPDATE_KNOWN:
        a->update_known = true;
        return 0;
    default:
        return read_input_option(self, option, value, a);
    }
}

static int read_arguments(const command *self, int argc, char **argv, arguments *a)
{
    int option, error;

    *a = (arguments){
        .format = report_find("tty"), .deadline = 5, .show = 5, .budget = REDUCE_BUDGET
    };
    a->patterns = xcalloc((size_t)argc, sizeof *a->patterns);
    while ((option = command_next_option(self, argc, argv)) != -1)
        if ((error = read_option(self, option, optarg, a)) != 0)
            return error;
    if (optind < argc && strcmp(argv[optind - 1], "--") != 0)
        return command_usage_error(self, "unexpected '%s'; a worker's command stands behind --",
                                   argv[optind]);
    if (optind == argc && strcmp(argv[argc - 1], "--") == 0)
        return command_usage_error(self, "there is no worker's command behind --");
    if (optind < argc)
        a->worker = argv + optind;
    if (a->only_cut && !a->worker)
        return command_usage_error(self, "--cut needs a worker behind --; our own parsers are "
                                         "proved for every cutting");
    if (a->has_input && (!a->syntax || a->pattern_count))
        return command_usage_error(self, "--input and --text need --syntax, and no --case");
    if (a->against && (a->has_input || a->only_cut || a->known))
        return command_usage_error(self, "--against-suite takes no --input, --cut or --known");
    if (a->update_known && !a->known)
        return command_usage_error(self, "--update-known needs --known FILE");
    return 0;
}

/* -- selection --------------------------------------------------------------------------------- */

static bool selects(const arguments *a, const test_case *t)
{
    if (a->syntax && t->syntax != a->syntax)
        return false;
    for (size_t p = 0; p < a->pattern_count; p++) {
        if (glob_matches(a->patterns[p], t->id))
            return true;
        for (size_t i = 0; i < t->alias_count; i++)
            if (glob_matches(a->patterns[p], t->aliases[i]))
                return true;
    }
    return a->pattern_count == 0;
}

static bool cuts_fit(const arguments *a, const test_case *t)
{
    return !a->only_cut || a->cuts[a->cut_count - 1] <= t->input.len;
}

/* one: NULL, or the case that takes the place of all. */
static selection select_cases(const corpus *c, const arguments *a, const adhoc *one)
{
    selection s = { .cuts = a->cuts, .cut_count = a->cut_count, .only_cut = a->only_cut };

    s.cases = xcalloc(corpus_count(c) + 1, sizeof *s.cases);
    if (one && cuts_fit(a, adhoc_case(one)))
        s.cases[s.count++] = adhoc_case(one);
    for (size_t i = 0; !one && i < corpus_count(c); i++)
        if (selects(a, corpus_case(c, i)) && cuts_fit(a, corpus_case(c, i)))
            s.cases[s.count++] = corpus_case(c, i);
    return s;
}

/* -- running ----------------------------------------------------------------------------------- */

typedef struct tally {
    const arguments *arguments;
    reporter reporter;
    run_summary summary;
    clause_count *clauses;
    size_t clause_cap;
    const test_case *last;
    findings *findings;
} tally;

static void count_clause(tally *t, const char *id)
{
    void *grown = t->clauses;
    size_t i = 0;

    while (i < t->summary.clause_count && strcmp(t->clauses[i].clause, id) != 0)
        i++;
    if (i == t->summary.clause_count) {
        xgrow(&grown, &t->clause_cap, i, sizeof *t->clauses);
        t->clauses = grown;
        t->clauses[i] = (clause_count){ id, 0 };
        t->summary.clause_count++;
    }
    t->clauses[i].count++;
}

static int by_count(const void *a, const void *b)
{
    const clause_count *x = a, *y = b;

    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->clause, y->clause);
}

/* The failures that count are worth the reduction. */
static void take_failure(tally *t, result *r)
{
    if (t->arguments->budget && result_counts(r, t->arguments->strict))
        findings_take(t->findings, r);
    if (r->verdict != VERDICT_KNOWN)
        count_clause(t, r->clause);
}

static void take_result(void *context, const result *said)
{
    tally *t = context;
    char *failure = result_failed(said) ? failure_class(said->verdict, said->kind) : NULL;
    result copy = *said, *r = &copy;

    r->failure = failure;
    if (t->arguments->list &&
        known_takes(t->arguments->list, r, result_counts(r, t->arguments->strict)))
        r->verdict = VERDICT_KNOWN;
    if (strcmp(r->check, "policies") != 0) { /* a case that was counted before */
        t->summary.cases += r->test != t->last;
        t->last = r->test;
    }
    t->summary.verdicts[r->verdict]++;
    t->summary.cuttings += r->tried;
    t->summary.advice += result_failed(r) && r->advice;
    if (failure)
        take_failure(t, r);
    t->summary.counted += result_counts(r, t->arguments->strict);
    t->arguments->format->result(&t->reporter, r);
    free(failure);
}

/* "unterminated: drop, code_fence: call"; owned. */
static char *policies_text(const policy_set *set)
{
    char *text = xstrdup("");

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        char *longer;

        if (!set->given[i])
            continue;
        longer = xformat("%s%s%s: %s", text, *text ? ", " : "", fp_policy_name((fp_policy)i),
                         fp_policy_value_name((fp_policy)i, set->policies.of[i]));
        free(text);
        text = longer;
    }
    return text;
}

/* The failures in their smallest forms, on the worker, or on our own parsers. */
static void reduce_failures(tally *t, session *worker)
{
    const arguments *a = t->arguments;

    if (a->budget && worker)
        findings_reduce_worker(t->findings, worker, a->budget);
    else if (a->budget)
        findings_reduce_laws(t->findings, a->budget);
    for (size_t i = 0; i < findings_count(t->findings); i++)
        a->format->finding(&t->reporter, findings_at(t->findings, i));
    t->summary.unreduced = findings_left(t->findings);
    findings_free(t->findings);
}

/* Exit code of a run, from its tally. */
static int finish(tally *t)
{
    if (t->summary.clause_count)
        qsort(t->clauses, t->summary.clause_count, sizeof *t->clauses, by_count);
    t->summary.clauses = t->clauses;
    t->arguments->format->end(&t->reporter, &t->summary);
    free(t->clauses);
    return t->summary.counted ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

static void preview_builtin(void *context, const selection *what, on_result *say, void *sayer)
{
    (void)context;
    run_builtin(what, say, sayer);
}

static void preview_worker(void *context, const selection *what, on_result *say, void *sayer)
{
    run_worker(what, context, say, sayer);
}

static int test_builtin(const arguments *a, const selection *what, const spec *s)
{
    const run_info info = { .subject = "built-in parsers",
                            .policies = "",
                            .show = a->show,
                            .spec = s,
                            .strict = a->strict };
    tally t = { .arguments = a, .reporter = { .info = &info } };

    if (a->preview)
        return suite_preview_run(a->preview, what, a->strict, preview_builtin, NULL);
    t.findings = findings_new();
    a->format->begin(&t.reporter);
    run_builtin(what, take_result, &t);
    reduce_failures(&t, NULL);
    return finish(&t);
}

/* A worker that parses none of the selected cases' syntaxes would be green for nothing. */
static bool parses_any(const wire_hello *hello, const selection *what)
{
    for (size_t i = 0; i < what->count; i++)
        if (wire_hello_parses(hello, what->cases[i]->syntax))
            return true;
    return false;
}

/* A worker that is in order, owned; NULL, with what is wrong said. */
static session *start_worker(const arguments *a)
{
    session_config config = SESSION_CONFIG_DEFAULT;
    char error[SESSION_ERROR_SIZE];
    session *worker;

    config.argv = a->worker;
    config.restarts = RESTARTS;
    config.deadline_ms = (int)(a->deadline * 1000);
    worker = session_open(&config, error, sizeof error);
    if (!worker) {
        fprintf(stderr, "fencepost test: the worker cannot be used: %s\n", error);
        return NULL;
    }
    if (smoke_test(worker, error, sizeof error))
        return worker;
    fprintf(stderr,
            "fencepost test: the adapter failed its smoke test: %s\n"
            "Nothing was tested. Mend the adapter first; spec/protocol.md says what to answer.\n",
            error);
    session_close(worker);
    return NULL;
}

static int test_worker(arguments *a, const selection *what, const spec *s)
{
    session *worker = start_worker(a);
    int code;

    if (!worker)
        return EXIT_ADAPTER;

    const wire_hello *hello = session_hello(worker);

    if (a->preview) {
        code = suite_preview_run(a->preview, what, a->strict, preview_worker, worker);
        session_close(worker);
        return code;
    }
    if (!parses_any(hello, what)) {
        fprintf(stderr,
                "fencepost test: nothing to test: %s parses none of the selected cases' "
                "syntaxes\n",
                hello->name);
        session_close(worker);
        return EXIT_USAGE;
    }

    char *subject = xformat("%s %s (%s)", hello->name, hello->version, hello->language);
    char *policies = policies_text(&hello->policy);
    const run_info info = {
        subject, (const char *const *)a->worker, policies, s, a->strict, a->show
    };
    tally t = { .arguments = a, .reporter = { .info = &info }, .findings = findings_new() };

    a->format->begin(&t.reporter);
    run_worker(what, worker, take_result, &t);
    if (!a->only_cut)
        policies_check(what, worker, take_result, &t);

    char *lost = session_lost(worker) ? xstrdup(session_lost(worker)) : NULL;

    a->lost = lost != NULL;
    reduce_failures(&t, worker);
    code = finish(&t);
    if (lost) { /* before anything was reduced, which may lose it as well */
        fprintf(stderr, "fencepost test: %s\n", lost);
        free(lost);
        code = EXIT_UNEXPECTED;
    }
    session_close(worker);
    free(subject);
    free(policies);
    return code;
}

/* The one case that --input or --text gives; NULL with the problem said. */
static adhoc *given_case(const arguments *a, problems *p)
{
    policy_set policy = { .policies = a->given.policies };

    memcpy(policy.given, a->given.policy_given, sizeof policy.given);
    return adhoc_new(a->syntax, a->input, a->tools, &policy, p);
}

/* What the file of known failures comes to, once all is judged: code, or what it becomes. */
static int settle_known(const arguments *a, const corpus *c, const selection *what, int code)
{
    problems p = { 0 };

    if (!a->list || code > EXIT_UNEXPECTED || a->lost)
        return code;
    if (!a->update_known)
        return known_stale(a->list, c, what, &p) ? EXIT_UNEXPECTED : code;
    return known_update(a->list, c, what, &p) ? EXIT_AS_EXPECTED : EXIT_ADAPTER;
}

static void free_arguments(arguments *a)
{
    suite_preview_free(a->preview);
    known_free(a->list);
    free((char *)(uintptr_t)a->input.ptr);
    json_decref(a->tools);
    free(a->cuts);
    free(a->patterns);
}

static int run(const command *self, int argc, char **argv)
{
    problems p = { 0 };
    arguments a;
    int code = read_arguments(self, argc, argv, &a);
    char *data = code ? NULL : data_dir(&p);
    corpus *c = data ? corpus_load(data, &p) : NULL;
    spec *s = c ? spec_load(data, &p) : NULL;
    adhoc *one = s && a.has_input ? given_case(&a, &p) : NULL;

    if (s && a.known)
        a.list = known_read(a.known, a.update_known, &p);
    if (s && a.against)
        a.preview = suite_preview_new(a.against, c, &p);
    if (s && (one || !a.has_input) && (a.list || !a.known) && (a.preview || !a.against)) {
        selection what = select_cases(c, &a, one);

        if (!what.count)
            code = command_usage_error(self, "no case matches; `fencepost list cases` shows all");
        else if (a.worker)
            code = test_worker(&a, &what, s);
        else
            code = test_builtin(&a, &what, s);
        code = settle_known(&a, c, &what, code);
        free(what.cases);
    } else if (!code) {
        code = EXIT_USAGE;
    }
    adhoc_free(one);
    spec_free(s);
    corpus_free(c);
    free(data);
    free_arguments(&a);
    return code;
}

const command CMD_TEST = {
    .name = "test",
    .summary = "run the suite on the built-in parsers, or on a worker",
    .usage = "[OPTIONS] [-- WORKER ARGS...]",
    .options = OPTIONS,
    .run = run,
};
