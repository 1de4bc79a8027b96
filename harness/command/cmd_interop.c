/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_interop.c: fencepost interop: shows from reports what each parser does, clause by clause. */
#include "base/replace.h"
#include "command/options.h"
#include "report/interop_report.h"
#include "result/merge.h"
#include "result/report_path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT, OUTPUT, SYNTAX, DECISIONS, SHOW };

static const command_option OPTIONS[] = {
    [FORMAT] = { "format", "F", "markdown, html or json (default: markdown)" },
    [OUTPUT] = { "output", "FILE", "write to this file (default: standard output)" },
    [SYNTAX] = { "syntax", "S", "clauses of this syntax only" },
    [DECISIONS] = { "decisions", NULL, "only clauses that are Decisions" },
    [SHOW] = { "show", "N", "how many inputs of each clause are shown (default: 2)" },
    { NULL, NULL, NULL },
};

typedef struct arguments {
    void (*write)(const interop_view *view);
    const char *output; /* NULL: standard output */
    interop_view view;
} arguments;

static int read_format(const char *format, arguments *a)
{
    static const struct {
        const char *name;
        void (*write)(const interop_view *view);
    } FORMATS[] = { { "markdown", interop_markdown },
                    { "html", interop_html },
                    { "json", interop_json } };

    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
        if (strcmp(format, FORMATS[i].name) == 0)
            a->write = FORMATS[i].write;
    return 0;
}

/* A command_take. */
static int read_option(const command *self, void *request, int option)
{
    arguments *a = request;

    switch (option) {
    case FORMAT:
        return read_format(optarg, a);
    case OUTPUT:
        a->output = optarg;
        return *optarg ? 0 : command_usage_error(self, "--output needs a file");
    case SYNTAX:
        return given_syntax(self, optarg, &a->view.only);
    case DECISIONS:
        a->view.decisions = true;
        return 0;
    default:
        return given_number(self, OPTIONS[SHOW].name, 0, SIZE_MAX, &a->view.inputs);
    }
}

/* -- reading ----------------------------------------------------------------------------------- */

/* Why the report cannot be used, in a problem; true if it can. Another suite has other clauses. */
static bool is_usable(const report_source *s, problems *p)
{
    if (!merge_usable(s, p))
        return false;
    if (s->foreign)
        return problem(p, s->name, NULL,
                       "judged by suite %s, and this is %s: its clauses may differ",
                       source_text(s, OF_SUITE), FP_VERSION);
    return true;
}

static bool add_report(interop *t, report_source *s, const corpus *c, problems *p)
{
    const run_info info = { .subject = source_text(s, OF_SUBJECT),
                            .policies = source_text(s, OF_POLICIES),
                            .parser = record_get(s->run, OF_PARSER) };
    size_t parser;

    if (!is_usable(s, p))
        return false;
    parser = interop_parser_add(t, &info, s->name);
    for (; s->has_result; source_next(s))
        interop_add(t, parser, &s->result, c);
    t->parsers[parser].partial = !s->summary || record_get(s->summary, OF_STOPPED);
    return !s->wrong || problem(p, s->name, NULL, "%s", s->wrong);
}

static bool read_report(interop *t, const char *name, const corpus *c, const spec *s, problems *p)
{
    char *path = report_path(name);
    const int fd = strcmp(name, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY);
    report_source source;
    bool good;

    if (fd < 0)
        problem(p, path, NULL, "cannot read: %s", strerror(errno));
    free(path);
    if (fd < 0)
        return false;
    source_open(&source, name, fd, 0, &(source_world){ c, NULL, s });
    good = add_report(t, &source, c, p);
    source_close(&source);
    return good;
}

static int write_output(const arguments *a, const interop_view *view, problems *p)
{
    replacement r;

    if (a->output && !replace_stdout(&r, a->output, p))
        return EXIT_ADAPTER;
    a->write(view);
    return !a->output || replace_end(&r, p) ? EXIT_AS_EXPECTED : EXIT_ADAPTER;
}

static int make(const arguments *a, char *const *reports, const corpus *c, const spec *s,
                problems *p)
{
    interop table = { 0 };
    interop_view view = a->view;
    bool good = true;
    int code = EXIT_USAGE;

    for (; *reports; reports++)
        good = read_report(&table, *reports, c, s, p) && good;
    if (good) {
        interop_sort(&table, s);
        view.table = &table;
        code = write_output(a, &view, p);
    }
    interop_free(&table);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    problems p = { .by = "interop" };
    arguments a = { .write = interop_markdown, .view = { .inputs = 2 } };
    int code = command_read_options(self, argc, argv, read_option, &a);
    char *data;
    corpus *c;
    spec *s;

    if (!code && optind == argc)
        code = command_usage_error(self, "say which reports, which `test --report DIR` writes");
    data = code ? NULL : data_dir(&p);
    c = data ? corpus_load(data, &p) : NULL;
    s = c ? spec_load(data, &p) : NULL;
    if (s)
        code = make(&a, argv + optind, c, s, &p);
    else if (!code)
        code = EXIT_USAGE;
    spec_free(s);
    corpus_free(c);
    free(data);
    return code;
}

static const command_example EXAMPLES[] = {
    { "fencepost interop --format html a/report.jsonl b/report.jsonl >page.html",
      "a page for a browser" },
    { "fencepost interop --decisions a b", "how two parsers handle each Decision" },
    { NULL, NULL },
};

const command CMD_INTEROP = {
    .name = "interop",
    .summary = "show from reports what each parser does, clause by clause",
    .usage = "[OPTIONS] REPORT...",
    .options = OPTIONS,
    .run = run,
    .examples = EXAMPLES,
};
