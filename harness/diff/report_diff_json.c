/* SPDX-License-Identifier: Apache-2.0 */
/* report_diff_json.c: reports the differences of parsers as JSON Lines
 * (spec/schema/diff.schema.json).
 */
#include "diff/report_diff.h"

#include "base/members.h"

#include <fencepost/json.h>

#include <stdio.h>
#include <stdlib.h>

static void put(fp_json *line)
{
    fp_json_raw(line, "}\n");
    need_memory(!line->failed);
    fwrite(line->ptr, 1, line->len, stdout);
    fp_json_free(line);
}

/* A comma, but before the first. */
static void next(fp_json *line, bool *any)
{
    fp_json_raw(line, *any ? "," : "");
    *any = true;
}

static void put_run(const diff_report *r)
{
    fp_json line = { 0 };

    fp_json_raw(&line, "{\"record\":\"run\"");
    member_text(&line, "suite", FP_VERSION);
    member_text(&line, "syntax", fp_syntax_id(panel_syntax(r->panel)));
    member_number(&line, "seed", r->question->sources.seed);
    member_key(&line, "parsers");
    for (size_t i = 0; i < panel_count(r->panel); i++) {
        const wire_hello *hello = panel_hello(r->panel, i);

        fp_json_raw(&line, i ? ",{\"spec\":" : "[{\"spec\":");
        fp_json_string(&line, fp_str_of(panel_spec(r->panel, i)));
        member_text(&line, "name", hello->name);
        member_text(&line, "version", hello->version);
        member_text(&line, "language", hello->language);
        fp_json_raw(&line, "}");
    }
    fp_json_raw(&line, "]");
    put(&line);
}

/* -- a difference ------------------------------------------------------------------------------ */

static void add_parsers(fp_json *line, const diff_report *r, const separation *s, size_t group)
{
    bool any = false;

    fp_json_raw(line, "[");
    for (size_t i = 0; i < panel_count(r->panel); i++) {
        if (s->group[i] != group)
            continue;
        next(line, &any);
        fp_json_number(line, i + 1);
    }
    fp_json_raw(line, "]");
}

static void add_form(fp_json *line, const candidate *c)
{
    member_bytes(line, "input", c->input);
    if (c->is_cut)
        member_numbers(line, "cuts", c->cuts, c->cut_count);
    member_json(line, "catalogue", c->tools);
}

static void add_origins(fp_json *line, const cluster *c)
{
    bool any = false;

    member_key(line, "origins");
    fp_json_raw(line, "{");
    for (size_t i = 0; i < origin_count(); i++) {
        if (!c->origins[i])
            continue;
        next(line, &any);
        fp_json_string(line, fp_str_of(origin_name(i)));
        fp_json_raw(line, ":");
        fp_json_number(line, c->origins[i]);
    }
    fp_json_raw(line, "}");
}

static void add_readings(fp_json *line, const diff_report *r, const told *t)
{
    member_key(line, "readings");
    for (size_t g = 0; g < t->groups; g++) {
        fp_json_raw(line, g ? ",{\"parsers\":" : "[{\"parsers\":");
        add_parsers(line, r, &t->cluster->how, g);
        member_text(line, "reading", t->lines[g]);
        if (t->as[g])
            member_text(line, "as", t->as[g]);
        fp_json_raw(line, "}");
    }
    fp_json_raw(line, "]");
    member_text(line, "reference", t->reference_lines);
    member_texts(line, "clauses", t->reference.clauses, t->reference.clause_count);
}

static void put_cluster(const diff_report *r, const cluster *c)
{
    told t = tell(r, c);
    fp_json line = { 0 };

    fp_json_raw(&line, "{\"record\":\"difference\"");
    member_text(&line, "severity", severity_name(c->how.severity));
    member_text(&line, "kind", c->how.kind);
    add_form(&line, &c->form);
    member_number(&line, "count", c->count);
    add_origins(&line, c);
    member_text(&line, "source", c->source);
    member_number(&line, "tries", c->tries);
    member_flag(&line, "minimal", c->minimal);
    member_text(&line, "message", t.how.sentence);
    add_readings(&line, r, &t);
    member_text(&line, "command", t.command);
    put(&line);
    told_free(&t);
}

/* -- the end ----------------------------------------------------------------------------------- */

static void put_row(const diff_report *r, size_t origin)
{
    const origin_row *row = &r->differences->rows[origin];
    const size_t count = panel_count(r->panel);
    fp_json line = { 0 };
    bool any = false;

    if (!row->inputs)
        return;
    fp_json_raw(&line, "{\"record\":\"origin\"");
    member_text(&line, "origin", origin_name(origin));
    member_number(&line, "inputs", row->inputs);
    member_number(&line, "separated", row->separated);
    member_key(&line, "pairs");
    fp_json_raw(&line, "[");
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++) {
            if (!row->pairs[i][k])
                continue;
            next(&line, &any);
            fp_json_raw(&line, "{\"parsers\":[");
            fp_json_number(&line, i + 1);
            fp_json_raw(&line, ",");
            fp_json_number(&line, k + 1);
            fp_json_raw(&line, "]");
            member_number(&line, "count", row->pairs[i][k]);
            fp_json_raw(&line, "}");
        }
    fp_json_raw(&line, "]");
    put(&line);
}

static void put_summary(const diff_report *r)
{
    const differences *d = r->differences;
    fp_json line = { 0 };
    bool any = false;

    fp_json_raw(&line, "{\"record\":\"summary\"");
    member_number(&line, "inputs", d->inputs);
    member_number(&line, "not_compared", d->not_compared);
    member_number(&line, "separated", d->separated);
    member_number(&line, "differences", d->cluster_count);
    member_key(&line, "severities");
    fp_json_raw(&line, "{");
    for (unsigned s = SEVERITY_COUNT; s-- > 1;) {
        next(&line, &any);
        fp_json_string(&line, fp_str_of(severity_name((severity)s)));
        fp_json_raw(&line, ":");
        fp_json_number(&line, d->by_severity[s]);
    }
    fp_json_raw(&line, "}");
    member_number(&line, "restarts", panel_restarts(r->panel));
    if (d->stopped)
        member_text(&line, "stopped", d->stopped);
    put(&line);
}

void diff_report_json(const diff_report *r)
{
    put_run(r);
    for (size_t i = 0; i < r->differences->cluster_count; i++)
        put_cluster(r, &r->differences->clusters[i]);
    for (size_t i = 0; i < origin_count(); i++)
        put_row(r, i);
    put_summary(r);
}
