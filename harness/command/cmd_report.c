/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_report.c: fencepost report: joins JSON reports, shows them side by side, or in another
 * format.
 */
#include "base/replace.h"
#include "command/options.h"
#include "report/report.h"
#include "report/tally.h"
#include "result/merge.h"
#include "result/report_path.h"

#include <fencepost/syntax.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MERGE, FORMAT, OUTPUT, SHOW, TREND, EXPRESS };

static const command_option OPTIONS[] = {
    [MERGE] = { "merge", NULL, "join the reports of all shards of one run (`test --shard I/N`)" },
    [FORMAT] = { "format", "F", REPORT_FORMATS " (default: tty)" },
    [OUTPUT] = { "output", "FILE", "write to this file (default: standard output)" },
    [SHOW] = { "show", "N", "how many failures are shown whole (tty, markdown; default: 5)" },
    [TREND] = { "trend", NULL,
                "the reports are of one parser; they are put in order of time (html)" },
    [EXPRESS] = { "express", NULL, "add the table of `fencepost express` (html)" },
    { NULL, NULL, NULL },
};

typedef struct arguments {
    bool merge;
    const report_format *format;
    const char *output; /* NULL: standard output */
    size_t show;
    bool trend, express;
    char **files;
    size_t file_count;
} arguments;

static int read_option(const command *self, int option, const char *value, arguments *a)
{
    switch (option) {
    case MERGE:
        a->merge = true;
        return 0;
    case TREND:
        a->trend = true;
        return 0;
    case EXPRESS:
        a->express = true;
        return 0;
    case OUTPUT:
        a->output = value;
        return *value ? 0 : command_usage_error(self, "--output needs a file");
    case FORMAT:
        a->format = report_find(value);
        return 0;
    case SHOW:
        return given_number(self, OPTIONS[option].name, 0, SIZE_MAX, &a->show);
    default:
        return EXIT_USAGE;
    }
}

static int read_arguments(const command *self, int argc, char **argv, arguments *a)
{
    int option, error;

    *a = (arguments){ .format = report_find("tty"), .show = 5 };
    while ((option = command_next_option(self, argc, argv)) != -1)
        if ((error = read_option(self, option, optarg, a)) != 0)
            return error;
    a->files = argv + optind;
    a->file_count = (size_t)(argc - optind);
    if (!a->file_count)
        return command_usage_error(self, "say which reports (- is standard input)");
    if ((a->trend || a->express) && strcmp(a->format->name, "html") != 0)
        return command_usage_error(self, "--trend and --express are for --format html");
    if (a->trend && (a->merge || a->file_count < 2))
        return command_usage_error(self, "--trend takes several reports, the oldest first");
    if (a->file_count > 1 && !a->merge && !a->format->several)
        return command_usage_error(self, "--format %s takes one report, or several with --merge",
                                   a->format->name);
    return 0;
}

/* -- reading ----------------------------------------------------------------------------------- */

/* The first line of a report, read beforehand; NULL: it cannot be, or what is wrong with it is
 * found later. */
static json_t *first_line(const char *name)
{
    char *path = report_path(name), *line = NULL;
    FILE *file = strcmp(name, "-") == 0 ? NULL : fopen(path, "re");
    size_t size = 0;
    json_t *json = NULL;

    if (file && getline(&line, &size, file) > 0)
        json = json_loads(line, 0, NULL);
    if (file)
        fclose(file);
    free(line);
    free(path);
    return json;
}

/* Adds those that one report names to the list, which NULL ends. False: it names none, or one that
 * we do not have. */
static bool add_syntaxes(const json_t *head, const fp_syntax **list, size_t *count)
{
    const json_t *named = json_object_get(head, "syntaxes"), *one;
    size_t i;

    json_array_foreach (named, i, one) {
        const fp_syntax *syntax = json_is_string(one) ? fp_syntax_find(json_str(one)) : NULL;

        if (!syntax)
            return false;
        if (!*count || !is_among(list, syntax))
            list[(*count)++] = syntax;
    }
    return json_array_size(named) > 0;
}

/* The syntaxes that the reports are about, ended by NULL, owned: most of the time goes into reading
 * cases. NULL: all, of which a page tells, or nobody knows before. */
static const fp_syntax **syntaxes_to_read(const arguments *a)
{
    const fp_syntax **list = xcalloc(FP_SYNTAXES_MAX + 1, sizeof *list);
    bool named = strcmp(a->format->name, "html") != 0;
    size_t count = 0;

    for (size_t i = 0; named && i < a->file_count; i++) {
        json_t *head = first_line(a->files[i]);

        named = add_syntaxes(head, list, &count);
        json_decref(head);
    }
    if (named)
        return list;
    free((void *)list);
    return NULL;
}

static bool open_all(const arguments *a, report_source *sources, const corpus *c, const spec *s,
                     problems *p)
{
    bool good = true;

    for (size_t i = 0; i < a->file_count; i++) {
        const char *name = a->files[i];
        char *path = report_path(name);
        const int fd = strcmp(name, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY);

        if (fd < 0)
            good = problem(p, path, NULL, "cannot read: %s", strerror(errno));
        free(path);
        source_open(&sources[i], name, fd, 0, &(source_world){ c, NULL, s });
    }
    return good;
}

static bool has_syntax(const report_source *s, const char *id)
{
    size_t i;
    json_t *one;

    json_array_foreach (record_get(s->run, OF_SYNTAXES), i, one)
        if (json_is_string(one) && strcmp(json_string_value(one), id) == 0)
            return true;
    return false;
}

/* Returns whether each can be shown as it is; what another suite judged may have other cases and
 * clauses.
 */
static bool all_usable(const arguments *a, const report_source *sources, problems *p)
{
    bool good = true;

    for (size_t i = 0; i < a->file_count; i++) {
        good = merge_usable(&sources[i], p) && good;
        if (good && sources[i].foreign)
            fprintf(stderr,
                    "fencepost report: %s was judged by suite %s, and this is %s: clauses are "
                    "quoted as they are now\n",
                    sources[i].name, source_text(&sources[i], OF_SUITE), FP_VERSION);
    }
    return good;
}

/* The parser's name in a report; it may have come by another version. */
static const char *parser_of(const report_source *s)
{
    const char *name = json_string_value(json_object_get(record_get(s->run, OF_PARSER), "name"));

    return name ? name : source_text(s, OF_SUBJECT);
}

static int by_start(const void *a, const void *b)
{
    return strcmp(source_text(a, OF_STARTED), source_text(b, OF_STARTED));
}

/* Puts the reports of a trend in order, the oldest first, and says so where they were not. Where
 * one does not tell when it was made, the order is that of the command line. */
static void sort_trend(const arguments *a, report_source *sources)
{
    bool dated = true, sorted = true;

    for (size_t i = 0; i < a->file_count; i++) {
        dated = dated && *source_text(&sources[i], OF_STARTED);
        sorted = sorted && (!i || by_start(&sources[i - 1], &sources[i]) <= 0);
    }
    if (!dated || sorted)
        return;
    qsort(sources, a->file_count, sizeof *sources, by_start);
    fprintf(stderr, "fencepost report: --trend: put in order, the oldest first:");
    for (size_t i = 0; i < a->file_count; i++)
        fprintf(stderr, "%s %s", i ? "," : "", sources[i].name);
    fprintf(stderr, "\n");
}

/* Says where reports are not a trend: of several parsers. They are shown all the same: a parser may
 * have got another name. */
static void note_trend(const arguments *a, const report_source *sources)
{
    for (size_t i = 1; i < a->file_count; i++) {
        const report_source *before = &sources[i - 1], *after = &sources[i];

        if (strcmp(parser_of(before), parser_of(after)) != 0)
            fprintf(stderr, "fencepost report: %s is of %s, and %s of %s: is that one parser?\n",
                    before->name, parser_of(before), after->name, parser_of(after));
    }
}

/* The worker's command, as run_info has it; owned: free. NULL: none. */
static const char **worker_of(const report_source *s)
{
    const json_t *words = record_get(s->run, OF_WORKER);
    const size_t count = json_array_size(words);
    const char **worker = count ? xcalloc(count + 1, sizeof *worker) : NULL;

    for (size_t i = 0; i < count; i++) {
        worker[i] = json_string_value(json_array_get(words, i));
        if (!worker[i])
            worker[i] = "";
    }
    return worker;
}

/* -- writing ----------------------------------------------------------------------------------- */

/* Why the report is not whole: a shard is missing, or one was not run to its end. Owned. */
static char *why_partial(const report_source *sources, size_t count, size_t missing)
{
    return missing ? xformat("%zu of %zu shards are missing", missing, count + missing)
                   : merge_stopped(sources, count, "report");
}

/* The syntaxes that one of the sources names, as run_info has them; owned. */
static const char **syntaxes_of(const report_source *sources, size_t count)
{
    size_t all = 0, found = 0;
    const char **ids;

    while (FP_SYNTAXES[all])
        all++;
    ids = xcalloc(all + 1, sizeof *ids);
    for (size_t k = 0; k < all; k++) {
        const char *id = fp_syntax_id(FP_SYNTAXES[k]);
        bool named = false;

        for (size_t i = 0; i < count; i++)
            named = named || has_syntax(&sources[i], id);
        if (named)
            ids[found++] = id;
    }
    return ids;
}

static run_info info_of(const arguments *a, const report_source *sources, size_t count,
                        const spec *s)
{
    const report_source *first = &sources[0];
    run_info info = { .subject = source_text(first, OF_SUBJECT),
                      .policies = source_text(first, OF_POLICIES),
                      .parser = record_get(first->run, OF_PARSER),
                      .suite = source_text(first, OF_SUITE),
                      .started = record_text(first->run, OF_STARTED),
                      .spec = s,
                      .corpus = first->corpus,
                      .strict = record_flag(first->run, OF_STRICT),
                      .seed = source_number(first, OF_SEED),
                      .only = record_text(first->run, OF_ONLY),
                      .quick = record_flag(first->run, OF_QUICK),
                      .show = a->show,
                      .trend = a->trend,
                      .express = a->express };

    if (!a->merge && record_get(first->run, OF_SHARD)) {
        size_t shard[2];

        source_shard(first, shard);
        info.shard = shard[0];
        info.shards = shard[1];
    }
    for (size_t i = 0; i < count; i++)
        info.selected += source_number(&sources[i], OF_SELECTED);
    return info;
}

/* The report's file, where another report shown beside it is of a parser of the same name; else
 * NULL. */
static const char *told_by(const arguments *a, const report_source *sources, size_t index)
{
    const char *subject = source_text(&sources[index], OF_SUBJECT);

    for (size_t i = 0; !a->trend && i < a->file_count; i++)
        if (i != index && strcmp(source_text(&sources[i], OF_SUBJECT), subject) == 0)
            return sources[index].name;
    return NULL;
}

/* The smallest forms of all sources, put together; they are the sources' no more. */
static findings *joined_findings(report_source *sources, size_t count)
{
    findings *all = findings_new();

    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sources[i].found_count; k++) {
            findings_add(all, sources[i].found[k]);
            free(sources[i].found[k]);
        }
        sources[i].found_count = 0;
    }
    findings_leave(all, merge_unreduced(sources, count));
    findings_join(all);
    return all;
}

/* What makes one report. */
typedef struct one_report {
    report_source *sources;
    size_t count, missing;
    const char *told; /* its file, where the parser's name is not enough; or NULL */
} one_report;

/* Writes it; *r is that of the report before, whose state it keeps. */
static int write_one(const arguments *a, const one_report *one, const spec *s, reporter *r)
{
    report_source *sources = one->sources;
    const size_t count = one->count;
    const char *told = one->told;
    char *subject = xformat("%s%s%s%s", source_text(sources, OF_SUBJECT), told ? " [" : "",
                            told ? told : "", told ? "]" : "");
    const char **worker = worker_of(&sources[0]), **syntaxes = syntaxes_of(sources, count);
    run_info info = info_of(a, sources, count, s);
    tally t = { .format = a->format, .reporter = *r, .strict = info.strict };
    problems p = { .by = "report" };
    char *partial;
    int code;

    info.worker = worker;
    info.subject = subject;
    info.file = sources->name;
    info.told_by = told;
    info.syntaxes = syntaxes;
    t.reporter.info = &info;
    t.reporter.count = 0;
    t.diagnosis = worker ? diagnosis_new(spec_data(s), &p) : NULL;
    tally_begin(&t);
    merge_results(sources, count, tally_result, &t);
    t.findings = joined_findings(sources, count);
    t.summary.stale = merge_stale(sources, count);
    partial = why_partial(sources, count, one->missing);
    if (partial)
        fprintf(stderr, "fencepost report: not the whole run: %s\n", partial);
    code = tally_end(&t, merge_restarts(sources, count), partial);
    r->state = t.reporter.state;
    diagnosis_free(t.diagnosis);
    free(partial);
    free(syntaxes);
    free(worker);
    free(subject);
    return code;
}

/* All in one, or each for itself. */
static int write_all(const arguments *a, report_source *sources, size_t missing, const spec *s)
{
    const one_report merged = { sources, a->file_count, missing, NULL };
    reporter r = { .of = a->merge ? 1 : a->file_count };
    int code = EXIT_AS_EXPECTED;

    if (a->merge)
        return write_one(a, &merged, s, &r);
    for (; r.index < r.of; r.index++) {
        const one_report one = { &sources[r.index], 1, 0, told_by(a, sources, r.index) };

        if (write_one(a, &one, s, &r) != EXIT_AS_EXPECTED)
            code = EXIT_UNEXPECTED;
    }
    return code;
}

/* Writes to standard output, or to the file of --output. */
static int write_output(const arguments *a, report_source *sources, size_t missing, const spec *s,
                        problems *p)
{
    replacement r;
    int code;

    if (!a->output)
        return write_all(a, sources, missing, s);
    if (!replace_stdout(&r, a->output, p))
        return EXIT_ADAPTER;
    code = write_all(a, sources, missing, s);
    return replace_end(&r, p) ? code : EXIT_ADAPTER;
}

static int report(const arguments *a, const corpus *c, const spec *s, problems *p)
{
    report_source *sources = xcalloc(a->file_count, sizeof *sources);
    size_t missing = 0;
    int code = EXIT_USAGE;

    if (open_all(a, sources, c, s, p) &&
        (a->merge ? merge_sort(sources, a->file_count, &missing, p) : all_usable(a, sources, p))) {
        if (a->trend) {
            sort_trend(a, sources);
            note_trend(a, sources);
        }
        code = write_output(a, sources, missing, s, p);
    }
    for (size_t i = 0; i < a->file_count; i++)
        source_close(&sources[i]);
    free(sources);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    problems p = { .by = "report" };
    arguments a;
    int code = read_arguments(self, argc, argv, &a);
    char *data = code ? NULL : data_dir(&p);
    const fp_syntax **only = data ? syntaxes_to_read(&a) : NULL;
    corpus *c = data ? corpus_load_of(data, only, &p) : NULL;
    spec *s = c ? spec_load(data, &p) : NULL;

    if (s)
        code = report(&a, c, s, &p);
    else if (!code)
        code = EXIT_USAGE;
    spec_free(s);
    corpus_free(c);
    free((void *)only);
    free(data);
    return code;
}

static const command_example EXAMPLES[] = {
    { "fencepost report --format html run >page.html", "a page for a browser" },
    { "fencepost report --merge --format markdown 1 2 3", "three shards as one run" },
    { NULL, NULL },
};

const command CMD_REPORT = {
    .name = "report",
    .summary = "show JSON reports in another format, side by side, or joined",
    .usage = "[OPTIONS] REPORT...\n--merge [OPTIONS] REPORT...",
    .options = OPTIONS,
    .run = run,
    .unexpected = "The reports have unexpected results.",
    .examples = EXAMPLES,
    .colours = true,
};
