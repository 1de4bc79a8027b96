/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_gate.c: fencepost gate: compares a report with a baseline, for CI. */
#include "base/replace.h"
#include "base/visible.h"
#include "command/options.h"
#include "judge/adhoc.h"
#include "report/report_text.h"
#include "result/gate.h"

#include <stdlib.h>
#include <string.h>

enum { BASELINE, WRITE, FORMAT, OUTPUT, SHOW };

static const command_option OPTIONS[] = {
    [BASELINE] = { "baseline", "BASE", "what to compare with: a report, or a baseline file" },
    [WRITE] = { "write-baseline", "FILE", "write a baseline of the report, in place of comparing" },
    [FORMAT] = { "format", "F", "tty, markdown, or json (default: tty)" },
    [OUTPUT] = { "output", "FILE", "write to this file (default: standard output)" },
    [SHOW] = { "show", "N", "how many changes of each kind are shown (not json; default: 20)" },
    { NULL, NULL, NULL },
};

typedef struct gate_order {
    const char *baseline, *write, *output, *report;
    const char *format;
    size_t show;
} gate_order;

/* What is to be said. */
typedef struct gate_verdict {
    const gate_side *base, *now;
    const gate_change *changes;
    size_t count;
    size_t kinds[GATE_KINDS];
    size_t added;    /* cases that the baseline does not have */
    size_t of_known; /* failures that are not changes: the baseline has their causes */
    size_t show;
} gate_verdict;

static int read_option(const command *self, int option, const char *value, gate_order *o)
{
    static const char *const FORMATS[] = { "tty", "markdown", "json" };

    switch (option) {
    case BASELINE:
        o->baseline = value;
        return 0;
    case WRITE:
        o->write = value;
        return 0;
    case OUTPUT:
        o->output = value;
        return 0;
    case FORMAT:
        for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
            if (strcmp(value, FORMATS[i]) == 0)
                o->format = FORMATS[i];
        return 0;
    case SHOW:
        return given_number(self, OPTIONS[option].name, 0, SIZE_MAX, &o->show);
    default:
        return EXIT_USAGE;
    }
}

static int read_arguments(const command *self, int argc, char **argv, gate_order *o)
{
    int option, error;

    *o = (gate_order){ .format = "tty", .show = 20 };
    while ((option = command_next_option(self, argc, argv)) != -1)
        if ((error = read_option(self, option, optarg, o)) != 0)
            return error;
    if (optind + 1 != argc)
        return command_usage_error(self, "takes one report, which `test --report DIR` writes");
    o->report = argv[optind];
    if (!o->baseline == !o->write)
        return command_usage_error(self, "say --baseline BASE, or --write-baseline FILE");
    return 0;
}

/* -- for people -------------------------------------------------------------------------------- */

/* Of a change on one line: what was, and what is. */
static char *change_text(const gate_change *c)
{
    return xformat("%s%s%s: %s%s%s", c->subject, *c->check ? " " : "", c->check, c->was,
                   *c->was ? " → " : "", c->now);
}

static char *suites_text(const gate_verdict *v)
{
    char *was = text_escape(fp_str_of(v->base->suite)), *is = text_escape(fp_str_of(v->now->suite));
    char *text;

    if (strcmp(was, is) == 0)
        text = v->added ? xformat("cases that are not in the baseline: %zu", v->added) : NULL;
    else
        text =
            xformat("the baseline is of suite %s, the report of %s, with cases that the "
                    "baseline does not have: %zu; a minor version adds cases, and `fencepost test "
                    "--against-suite` "
                    "tells which expectations changed",
                    was, is, v->added);
    free(was);
    free(is);
    return text;
}

/* More failures than the baseline has, and no change; owned; NULL: there are none. */
static char *known_text(const gate_verdict *v)
{
    if (!v->of_known)
        return NULL;
    return xformat("%zu failure%s that the baseline does not have, of causes that it has",
                   v->of_known, v->of_known == 1 ? "" : "s");
}

static void print_change(const gate_change *c)
{
    char *text = change_text(c);

    printf("  %s\n", text);
    free(text);
    if (c->message) {
        text = visible_lines(fp_str_of(c->message));
        printf("    %s\n", text);
        free(text);
    }
    if (c->command)
        printf("    again: %s\n", c->command);
}

/* What differs from the baseline, and is not a change. */
static void print_no_changes(const gate_verdict *v)
{
    char *suites = suites_text(v), *known = known_text(v);

    if (known || suites)
        printf("%s%s%s%s%s", v->count ? "\n" : "", known ? known : "", known ? "\n" : "",
               suites ? suites : "", suites ? "\n" : "");
    free(known);
    free(suites);
}

static void say_tty(const gate_verdict *v)
{
    size_t shown = 0;

    for (size_t i = 0; i < v->count; i++) {
        const gate_change *c = &v->changes[i];

        shown = i && v->changes[i - 1].kind == c->kind ? shown + 1 : 0;
        if (!shown)
            printf("%s%s: %zu\n", i ? "\n" : "", gate_kind_title(c->kind), v->kinds[c->kind]);
        if (shown == v->show)
            printf("  … and %zu more (--show N)\n", v->kinds[c->kind] - shown);
        if (shown < v->show)
            print_change(c);
    }
    print_no_changes(v);
    if (v->count)
        printf("%zu changes. Where they are meant: fencepost gate --write-baseline %s %s\n",
               v->count, v->base->name, v->now->name);
    else
        printf("as in the baseline\n");
}

static void markdown_changes(fp_json *out, const gate_verdict *v)
{
    size_t shown = 0;

    for (size_t i = 0; i < v->count; i++) {
        const gate_change *c = &v->changes[i];
        char *text;

        shown = i && v->changes[i - 1].kind == c->kind ? shown + 1 : 0;
        if (!shown)
            text_format(out, "\n**%s: %zu**\n\n", gate_kind_title(c->kind), v->kinds[c->kind]);
        if (shown == v->show)
            text_format(out, "- … and %zu more\n", v->kinds[c->kind] - shown);
        if (shown >= v->show)
            continue;
        text = change_text(c);
        fp_json_raw(out, "- <code>");
        markdown_text(out, text);
        fp_json_raw(out, "</code>");
        free(text);
        if (c->message) {
            fp_json_raw(out, " ");
            markdown_text(out, c->message);
        }
        if (c->command) {
            fp_json_raw(out, "  \n  again: <code>");
            markdown_text(out, c->command);
            fp_json_raw(out, "</code>");
        }
        fp_json_raw(out, "\n");
    }
}

static void say_markdown(const gate_verdict *v)
{
    char *suites = suites_text(v), *known = known_text(v);
    fp_json out = { 0 };

    if (v->count)
        text_format(&out, "### ❌ Gate: %zu changes against the baseline\n", v->count);
    else
        fp_json_raw(&out, "### ✅ Gate: as in the baseline\n");
    markdown_changes(&out, v);
    if (known)
        text_format(&out, "\n%s\n", known);
    if (suites) {
        fp_json_raw(&out, "\n");
        markdown_text(&out, suites);
        fp_json_raw(&out, "\n");
    }
    text_put(&out);
    free(known);
    free(suites);
}

/* -- JSON (spec/schema/gate.schema.json) ------------------------------------------------------- */

static void member(fp_json *out, const char *before, const char *text)
{
    fp_json_raw(out, before);
    fp_json_string(out, fp_str_of(text));
}

static void say_json(const gate_verdict *v)
{
    fp_json out = { 0 };

    fp_json_raw(&out, v->count ? "{\"asExpected\":false" : "{\"asExpected\":true");
    member(&out, ",\"suite\":{\"baseline\":", v->base->suite);
    member(&out, ",\"report\":", v->now->suite);
    text_format(&out, "},\"casesAdded\":%zu,\"knownCauses\":%zu,\"counts\":{", v->added,
                v->of_known);
    for (unsigned k = 0; k < GATE_KINDS; k++)
        text_format(&out, "%s\"%s\":%zu", k ? "," : "", gate_kind_name((gate_kind)k), v->kinds[k]);
    fp_json_raw(&out, "},\"changes\":[");
    for (size_t i = 0; i < v->count; i++) {
        const gate_change *c = &v->changes[i];

        member(&out, i ? ",\n{\"kind\":" : "\n{\"kind\":", gate_kind_name(c->kind));
        member(&out, ",\"subject\":", c->subject);
        if (*c->check)
            member(&out, ",\"check\":", c->check);
        member(&out, ",\"was\":", c->was);
        member(&out, ",\"now\":", c->now);
        if (c->message)
            member(&out, ",\"message\":", c->message);
        if (c->command)
            member(&out, ",\"command\":", c->command);
        fp_json_raw(&out, "}");
    }
    fp_json_raw(&out, "]}\n");
    text_put(&out);
}

/* -- the command ------------------------------------------------------------------------------- */

static int say(const gate_order *o, const gate_verdict *v, problems *p)
{
    replacement r;

    if (o->output && !replace_stdout(&r, o->output, p))
        return EXIT_ADAPTER;
    if (strcmp(o->format, "json") == 0)
        say_json(v);
    else if (strcmp(o->format, "markdown") == 0)
        say_markdown(v);
    else
        say_tty(v);
    if (o->output && !replace_end(&r, p))
        return EXIT_ADAPTER;
    return v->count ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

/* Only a case that is missing may have another name, which the corpus knows. */
static corpus *corpus_if_needed(const gate_side *base, const gate_side *now, problems *p)
{
    bool missing = false;
    char *data;
    corpus *c;

    for (size_t i = 0; i < base->count && !missing; i++)
        missing = !gate_find(now, base->cases[i].id);
    data = missing ? data_dir(p) : NULL;
    c = data ? corpus_load(data, p) : NULL;
    free(data);
    return c;
}

static int compare(const gate_order *o, gate_side *now, problems *p)
{
    gate_side base;
    gate_change *changes = NULL;
    gate_verdict v = { .base = &base, .now = now, .show = o->show };
    int code = EXIT_USAGE;

    if (gate_read(o->baseline, &base, p)) {
        corpus *c = corpus_if_needed(&base, now, p);

        v.count = gate_compare(&base, now, c, &changes, &v.of_known);
        v.changes = changes;
        for (size_t i = 0; i < v.count; i++)
            v.kinds[changes[i].kind]++;
        for (size_t i = 0; i < now->count; i++)
            v.added += !now->cases[i].met;
        code = say(o, &v, p);
        corpus_free(c);
    }
    free(changes);
    gate_side_free(&base);
    return code;
}

/* A run that did not come to its end, or had no case, is nothing to hold others to. */
static int write_baseline(const gate_order *o, const gate_side *now, problems *p)
{
    if (!now->whole) {
        problem(p, now->name, NULL, "the run did not come to its end; it makes no baseline");
        return EXIT_UNEXPECTED;
    }
    return gate_write(o->write, now, p) ? EXIT_AS_EXPECTED : EXIT_ADAPTER;
}

static int gate(const gate_order *o, problems *p)
{
    gate_side now;
    int code = EXIT_USAGE;

    if (gate_read(o->report, &now, p)) {
        if (!now.is_report)
            problem(p, o->report, NULL, "not a report, which `fencepost test --report DIR` writes");
        else if (!now.count && now.whole)
            problem(p, o->report, NULL, "the report has no result: nothing was selected");
        else
            code = o->write ? write_baseline(o, &now, p) : compare(o, &now, p);
    }
    gate_side_free(&now);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    problems p = { .by = "gate" };
    gate_order o;
    const int code = read_arguments(self, argc, argv, &o);

    return code ? code : gate(&o, &p);
}

static const command_example EXAMPLES[] = {
    { "fencepost gate --write-baseline baseline.txt run", "what is expected from now on" },
    { "fencepost gate --baseline baseline.txt run", "what is new, gone or weaker" },
    { NULL, NULL },
};

const command CMD_GATE = {
    .name = "gate",
    .summary = "compare a report with a baseline: new, gone, or weaker",
    .usage = "--baseline BASE [OPTIONS] REPORT\n--write-baseline FILE REPORT",
    .options = OPTIONS,
    .run = run,
    .unexpected = "Something is new or weaker.",
    .examples = EXAMPLES,
};
