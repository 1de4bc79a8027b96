/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_report.c: what holds of every JSON report that is read back
 * (spec/schema/report.schema.json): its results are of cases and clauses that there are, and whole;
 * what cannot be understood is said with its line; and it reads the same however the reads are cut,
 * and with the members of its lines in another order.
 *
 * In an input FF marks where a read ends; so a report is an input, and any file is.
 */
#include "common.h"
#include "format.h"
#include "law/cuts.h"
#include "result/result_read.h"
#include "suite/spec_read.h"
#include "target.h"
#include "templates.h"
#include "words.h"

#include <fcntl.h>
#include <fencepost/json.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MARK_CUT = 0xFF, SHORT = 128 };

static const claim ERROR = { "ERROR", "report.schema.json", "format report" };
static const claim INVARIANT = { "INVARIANT", "report.schema.json", "format report" };
static const claim CHUNK = { "CHUNK", "report.schema.json", "format report" };
static const claim AGAIN = { "AGAIN", "report.schema.json", "format report" };

/* A suite of one case and one clause; made once, by suite_cases(). */
static const char CASES[] =
    "{\"syntax\":\"caret\",\"feature\":\"fence\",\"cases\":[{\"id\":\"caret/fence/a\","
    "\"title\":\"t\",\"clauses\":[\"CARET-2.1\"],\"level\":\"must\",\"input\":"
    "\"^^^a\\nk: v\\n^^^\\n\",\"expect\":{\"text\":\"\",\"calls\":[]},"
    "\"origin\":\"o\"}]}";
static corpus *cases;
static clause CLAUSE = { .id = (char[]){ "CARET-2.1" }, .file = (char[]){ "spec/caret.md" } };
static spec suite = { .clauses = { .items = &CLAUSE, .count = 1, .cap = 1 } };

/* What the descriptor `fake` yields, a piece a read: the target's own, while it reads. */
static struct source {
    int fake;
    const char *bytes;
    size_t len, at;
    cutting cuts;
    size_t cut; /* the next of them */
} source = { .fake = -1 };

static const corpus *suite_cases(void)
{
    problems p = { 0 };

    if (cases)
        return cases;
    cases = corpus_new("/nowhere");
    if (!corpus_read_file(cases, "corpus/caret/fence.json", json_loads(CASES, 0, NULL), &p))
        abort();
    return cases;
}

/* -- reads that are cut ------------------------------------------------------------------------ */

/* The linker's names (--wrap=read). */
/* NOLINTBEGIN(bugprone-reserved-identifier) */
ssize_t __real_read(int fd, void *bytes, size_t size);
ssize_t __wrap_read(int fd, void *bytes, size_t size);

ssize_t __wrap_read(int fd, void *bytes, size_t size)
{
    size_t end = source.len;

    if (fd != source.fake || fd < 0)
        return __real_read(fd, bytes, size);
    while (source.cut < source.cuts.count && source.cuts.at[source.cut] <= source.at)
        source.cut++;
    if (source.cut < source.cuts.count)
        end = source.cuts.at[source.cut];
    size = size < end - source.at ? size : end - source.at;
    if (size)
        memcpy(bytes, source.bytes + source.at, size);
    source.at += size;
    return (ssize_t)size;
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* -- a report, as text that can be compared ---------------------------------------------------- */

static void check_result(const result *r)
{
    if (!r->test || !r->clause || !r->check)
        breach(&INVARIANT, "a result without case, clause or check");
    require(r->verdict < VERDICT_COUNT && r->suspect < SUSPECT_COUNT, &INVARIANT,
            "an unknown verdict or suspect");
    require(r->verdict == VERDICT_PASS || r->sentence, &INVARIANT, "a failure without a sentence");
    require(!r->cut_count || r->cuts, &INVARIANT, "cuts that are not there");
    for (size_t i = 0; r->cuts && i < r->cut_count; i++)
        require(r->cuts[i] <= r->test->input.len && (!i || r->cuts[i - 1] <= r->cuts[i]),
                &INVARIANT, "cuts that are none of the input");
}

static void add_text(fp_json *out, const char *text)
{
    if (text)
        fp_json_string(out, fp_str_of(text));
    fp_json_raw(out, ";");
}

static void add_number(fp_json *out, uint64_t number)
{
    fp_json_number(out, number);
    fp_json_raw(out, ";");
}

static void add_result(fp_json *out, const result *r)
{
    add_text(out, r->check);
    add_number(out, r->verdict);
    add_text(out, r->kind);
    add_number(out, r->advice);
    add_text(out, r->sentence);
    add_text(out, r->cut_name);
    for (size_t i = 0; i < r->cut_count; i++)
        add_number(out, r->cuts[i]);
    add_number(out, r->tried);
    add_number(out, r->failed);
    add_text(out, r->expected);
    add_text(out, r->actual);
    add_text(out, r->basis);
    fp_json_string(out, r->stderr_tail);
    add_number(out, r->suspect);
    fp_json_raw(out, "\n");
}

static void add_json(fp_json *out, const json_t *json)
{
    char *text = json ? json_dumps(json, JSON_SORT_KEYS | JSON_COMPACT) : NULL;

    fp_json_raw(out, text ? text : "-");
    fp_json_raw(out, "\n");
    free(text);
}

static void check_wrong(const report_source *s, size_t lines)
{
    static const char LINE[] = "line ", COLUMN[] = ", column ";
    unsigned long number;
    char *rest;

    if (!s->wrong)
        return;
    require(strncmp(s->wrong, LINE, sizeof LINE - 1) == 0, &ERROR, "what is wrong has no line");
    number = strtoul(s->wrong + sizeof LINE - 1, &rest, 10);
    require(number >= 1 && number <= lines, &ERROR, "what is wrong names a line that is not there");
    if (strncmp(rest, COLUMN, sizeof COLUMN - 1) == 0)
        require(strtoul(rest + sizeof COLUMN - 1, &rest, 10) >= 1, &ERROR,
                "what is wrong names a column that is not there");
    require(*rest == ':', &ERROR, "what is wrong has no sentence after its place");
}

/* All that is read of it. */
static fp_json read_report(fp_str bytes, const cutting *cuts)
{
    fp_json out = { 0 };
    report_source s;
    size_t shard[2], lines = 1;

    for (size_t i = 0; i < bytes.len; i++)
        lines += bytes.ptr[i] == '\n';
    source = (struct source){
        .fake = open("/dev/null", O_RDONLY), .bytes = bytes.ptr, .len = bytes.len, .cuts = *cuts
    };
    if (source.fake < 0)
        abort();
    source_open(&s, "report.jsonl", source.fake, 0, &(source_world){ suite_cases(), NULL, &suite });
    source_shard(&s, shard);
    add_json(&out, s.run);
    add_text(&out, source_text(&s, OF_SUBJECT));
    add_number(&out, source_number(&s, OF_SELECTED));
    add_number(&out, shard[0]);
    add_number(&out, shard[1]);
    for (; s.has_result; source_next(&s)) {
        check_result(&s.result);
        add_result(&out, &s.result);
    }
    add_json(&out, s.summary);
    add_text(&out, s.wrong);
    check_wrong(&s, lines);
    require(s.ended, &INVARIANT, "there is no result, and it has not ended");
    source_close(&s);
    source.fake = -1;
    if (out.failed)
        abort();
    return out;
}

static void check_same(const fp_json *first, fp_str bytes, const cutting *cut, const claim *c,
                       const char *sentence)
{
    fp_json second = read_report(bytes, cut);

    require(fp_str_equal((fp_str){ first->ptr, first->len }, (fp_str){ second.ptr, second.len }), c,
            canary_planted() ? "the planted fault is noticed" : sentence);
    fp_json_free(&second);
}

/* The report with the members of each line in the order of their names; empty if a line is not an
 * object. */
static fp_json sorted(fp_str report)
{
    fp_json out = { 0 };

    for (size_t at = 0; at < report.len;) {
        const char *lf = memchr(report.ptr + at, '\n', report.len - at);
        const size_t end = lf ? (size_t)(lf - report.ptr) : report.len;
        json_t *json = lf ? json_loadb(report.ptr + at, end - at, JSON_ALLOW_NUL, NULL) : NULL;
        char *text = json ? json_dumps(json, JSON_SORT_KEYS | JSON_REAL_PRECISION(17)) : NULL;

        json_decref(json);
        if (!text) {
            out.len = 0;
            return out;
        }
        fp_json_raw(&out, text);
        fp_json_raw(&out, "\n");
        free(text);
        at = end + 1;
    }
    return out;
}

static void check_report(fp_str bytes, const cutting *marked, const cutting *pieces)
{
    static const cutting WHOLE = { .name = "" };
    /* the planted fault: the last line is read without its end */
    const fp_str again = { bytes.ptr, canary_planted() && bytes.len ? bytes.len - 1 : bytes.len };
    fp_json whole = read_report(bytes, &WHOLE);
    fp_json anew = sorted(bytes);

    check_same(&whole, again, marked, &CHUNK, "the marked cuts change what is read");
    check_same(&whole, bytes, pieces, &CHUNK, "short reads change what is read");
    if (anew.len)
        check_same(&whole, (fp_str){ anew.ptr, anew.len }, &WHOLE, &AGAIN,
                   "the order of members changes what is read");
    fp_json_free(&anew);
    fp_json_free(&whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t piece = size <= SHORT ? 1 : 1 + size % 64; /* each read costs system calls */
    size_t *marks = or_abort(malloc((size + 1) * sizeof *marks));
    size_t *edges = or_abort(malloc((size + 1) * sizeof *edges));
    char *unmarked = exact_copy(data, size), *bytes;
    cutting marked = { .at = marks }, pieces = { .at = edges };
    size_t len = 0;

    for (size_t i = 0; i < size; i++) {
        if (data[i] == MARK_CUT)
            marks[marked.count++] = len;
        else
            unmarked[len++] = (char)data[i];
    }
    for (; (pieces.count + 1) * piece < len; pieces.count++)
        edges[pieces.count] = (pieces.count + 1) * piece;
    bytes = exact_copy(unmarked, len);
    check_report((fp_str){ bytes, len }, &marked, &pieces);
    free(bytes);
    free(unmarked);
    free(marks);
    free(edges);
    return 0;
}

/* -- inputs from a seed ---------------------------------------------------------------------- */

static const char *const DOCUMENTS[] = {
    "{\"record\":\"run\",\"suite\":\"0.1.0\",\"subject\":\"built-in "
    "parsers\",\"policies\":\"\",\"seed\":1,"
    "\"selected\":1,\"shard\":[1,2],\"strict\":false}\n"
    "{\"record\":\"result\",\"case\":\"caret/fence/"
    "a\",\"check\":\"golden\",\"clause\":\"CARET-2.1\","
    "\"level\":\"must\",\"verdict\":\"wrong\",\"class\":\"wrong/value\",\"message\":\"differs\","
    "\"counts\":true,\"suspect\":\"parser\",\"cut\":\"two-way at 3\",\"cuts\":[3,5],\"cuttings\":7,"
    "\"cuttings_failed\":2,\"expected\":\"e\",\"actual\":\"a\",\"basis\":\"b\",\"stderr\":\"s\"}\n"
    "{\"record\":\"summary\",\"cases\":1,\"verdicts\":{\"pass\":0,\"wrong\":1}}\n",
    "{\"record\":\"run\",\"subject\":\"w\",\"worker\":[\"python3\",\"a.py\"],\"selected\":2}\n"
    "{\"record\":\"result\",\"case\":\"caret/fence/"
    "a\",\"check\":\"CHUNK\",\"clause\":\"CARET-2.1\","
    "\"verdict\":\"pass\",\"cuttings\":3}\n"
    "{\"record\":\"finding\",\"form\":{}}\n"
    "{\"record\":\"result\",\"case\":\"caret/fence/"
    "a\",\"check\":\"TOTAL\",\"clause\":\"CARET-2.1\","
    "\"verdict\":\"skipped\",\"message\":\"m\",\"advice\":true}\n"
    "{\"record\":\"summary\"}\n",
    "{\"record\":\"run\"}\n{\"record\":\"summary\"}\n{\"record\":\"run\"}\n",
    "{\"record\":\"run\"}\n{\"record\":\"result\",\"case\":\"caret/fence/b\"}\n", NULL
};

static const templates TEMPLATES = { DOCUMENTS, REPORT_WORDS };

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    return templates_input(&TEMPLATES, seed, data, cap);
}
