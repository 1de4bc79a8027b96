/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_report.c: fencepost report: JSON reports, joined, and in another form. */
#include "command.h"
#include "merge.h"
#include "tally.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MERGE, FORMAT, SHOW };

static const command_option OPTIONS[] = {
    [MERGE] = { "merge", NULL, "join the reports of all shards of one run (`test --shard I/N`)" },
    [FORMAT] = { "format", "F", "tty, tap, or json (default: tty)" },
    [SHOW] = { "show", "N", "how many failures are shown whole (tty; default: 5)" },
    { NULL, NULL, NULL },
};

typedef struct arguments {
    bool merge;
    const report_format *format;
    size_t show;
    char **files;
    size_t file_count;
} arguments;

static int read_option(const command *self, int option, const char *value, arguments *a)
{
    char *end;

    switch (option) {
    case MERGE:
        a->merge = true;
        return 0;
    case FORMAT:
        a->format = report_find(value);
        return a->format ? 0
                         : command_usage_error(
                               self, "unknown format '%s'; there are tty, tap, json", value);
    case SHOW:
        a->show = (size_t)strtoull(value, &end, 10);
        if (*value >= '0' && *value <= '9' && !*end)
            return 0;
        return command_usage_error(self, "--show '%s' is no number", value);
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
    if (a->file_count > 1 && !a->merge)
        return command_usage_error(self, "takes one report, or several with --merge");
    return 0;
}

static bool open_all(const arguments *a, report_source *sources, findings *found, const corpus *c,
                     const spec *s, problems *p)
{
    bool good = true;

    for (size_t i = 0; i < a->file_count; i++) {
        const char *name = a->files[i];
        const int fd = strcmp(name, "-") == 0 ? dup(STDIN_FILENO) : open(name, O_RDONLY);

        if (fd < 0)
            good = problem(p, name, NULL, "cannot read: %s", strerror(errno));
        source_open(&sources[i], name, fd, 0, c, NULL, s);
        sources[i].findings = found;
    }
    return good;
}

/* The worker's command, as run_info has it; owned: free. NULL: none. */
static const char **worker_of(const report_source *s)
{
    const json_t *words = json_object_get(s->run, "worker");
    const size_t count = json_array_size(words);
    const char **worker = count ? xcalloc(count + 1, sizeof *worker) : NULL;

    for (size_t i = 0; i < count; i++)
        worker[i] = json_string_value(json_array_get(words, i));
    return worker;
}

/* Why the report is not whole: a shard is missing, or one was not run to its end. Owned. */
static char *why_partial(const report_source *sources, size_t count, size_t missing)
{
    return missing ? xformat("%zu of %zu shards are missing", missing, count + missing)
                   : merge_stopped(sources, count, "report");
}

static int write_report(const arguments *a, report_source *sources, size_t missing, const spec *s,
                        findings *found)
{
    const char **worker = worker_of(&sources[0]);
    run_info info = { .subject = source_text(&sources[0], "subject"),
                      .worker = worker,
                      .policies = source_text(&sources[0], "policies"),
                      .spec = s,
                      .strict = json_is_true(json_object_get(sources[0].run, "strict")),
                      .seed = source_number(&sources[0], "seed"),
                      .show = a->show };
    tally t = { .format = a->format, .reporter = { .info = &info }, .strict = info.strict };
    size_t shard[2];
    char *partial;
    int code;

    source_shard(&sources[0], shard);
    if (!a->merge && json_object_get(sources[0].run, "shard")) {
        info.shard = shard[0];
        info.shards = shard[1];
    }
    for (size_t i = 0; i < a->file_count; i++)
        info.selected += source_number(&sources[i], "selected");
    a->format->begin(&t.reporter);
    merge_results(sources, a->file_count, tally_result, &t);
    findings_join(found);
    t.findings = found;
    partial = why_partial(sources, a->file_count, missing);
    if (partial)
        fprintf(stderr, "fencepost report: not the whole run: %s\n", partial);
    code = tally_end(&t, merge_restarts(sources, a->file_count), partial);
    free(partial);
    free(worker);
    return code;
}

static int report(const arguments *a, const corpus *c, const spec *s, problems *p)
{
    report_source *sources = xcalloc(a->file_count, sizeof *sources);
    findings *found = findings_new();
    size_t missing = 0;
    int code = EXIT_USAGE;

    if (open_all(a, sources, found, c, s, p) && merge_sort(sources, a->file_count, &missing, p))
        code = write_report(a, sources, a->merge ? missing : 0, s, found);
    else
        findings_free(found);
    for (size_t i = 0; i < a->file_count; i++)
        source_close(&sources[i]);
    free(sources);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    problems p = { 0 };
    arguments a;
    int code = read_arguments(self, argc, argv, &a);
    char *data = code ? NULL : data_dir(&p);
    corpus *c = data ? corpus_load(data, &p) : NULL;
    spec *s = c ? spec_load(data, &p) : NULL;

    if (s)
        code = report(&a, c, s, &p);
    else if (!code)
        code = EXIT_USAGE;
    spec_free(s);
    corpus_free(c);
    free(data);
    return code;
}

const command CMD_REPORT = {
    .name = "report",
    .summary = "show a JSON report in another form, or join those of shards",
    .usage = "[OPTIONS] FILE | --merge [OPTIONS] FILE...",
    .options = OPTIONS,
    .run = run,
};
