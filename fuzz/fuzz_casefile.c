/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_casefile.c: what holds of every case file (spec/schema/case-file.schema.json): it is read,
 * or refused with problems that begin with the file's name; a file that is accepted has what the
 * schema asks for; and with another layout, or with its members in another order, it reads the
 * same.
 */
#include "common.h"
#include "format.h"
#include "suite/corpus.h"
#include "target.h"
#include "templates.h"
#include "words.h"

#include <fencepost/json.h>

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

static const char FILE_NAME[] = "corpus/fuzz.json";
static const claim ERROR = { "ERROR", "case-file.schema.json", "format casefile" };
static const claim INVARIANT = { "INVARIANT", "case-file.schema.json", "format casefile" };
static const claim AGAIN = { "AGAIN", "case-file.schema.json", "format casefile" };

/* -- reading ----------------------------------------------------------------------------------- */

typedef struct reading {
    corpus *corpus;
    bool accepted;
    char *said; /* owned, NUL-terminated */
    size_t said_len;
} reading;

/* There are no catalogues here: a case that names one is refused. */
static reading read_json(json_t *json)
{
    reading r = { .corpus = corpus_new("/nowhere") };
    problems p = { .out = or_abort(open_memstream(&r.said, &r.said_len)) };

    r.accepted = corpus_read_file(r.corpus, FILE_NAME, json, &p);
    fclose(p.out);
    require(r.accepted == (p.count == 0), &ERROR,
            "it is refused without a problem, or not with one");
    return r;
}

static void reading_free(reading *r)
{
    corpus_free(r->corpus);
    free(r->said);
}

/* -- a case, as text that can be compared ------------------------------------------------------ */

static void add_bool(fp_json *out, bool value)
{
    fp_json_raw(out, value ? "+" : "-");
}

static void add_number(fp_json *out, uint64_t number)
{
    fp_json_raw(out, " ");
    fp_json_number(out, number);
}

static void add_call(fp_json *out, const expected_call *e)
{
    fp_json_call(out, &e->call);
    add_bool(out, e->judge_id);
    add_bool(out, e->judge_input);
    add_bool(out, e->judge_span);
}

static void add_expectation(fp_json *out, const expectation *e)
{
    fp_json_string(out, e->text);
    for (size_t i = 0; i < e->call_count; i++)
        add_call(out, &e->calls[i]);
    for (size_t i = 0; i < e->diagnostic_count; i++) {
        const expected_diagnostic *d = &e->diagnostics[i];

        fp_json_raw(out, fp_code_name(d->code));
        add_bool(out, d->judge_offset);
        add_number(out, d->offset);
        fp_json_raw(out, d->clause ? d->clause : "");
    }
    for (size_t i = 0; i < e->emit_count; i++) {
        fp_json_raw(out, fp_event_name(e->emits[i].event));
        add_number(out, e->emits[i].nth);
        add_number(out, e->emits[i].bytes);
        add_number(out, e->emits[i].at);
    }
}

static void add_policies(fp_json *out, const policy_set *set)
{
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        add_bool(out, set->given[i]);
        if (set->given[i])
            fp_json_raw(out, fp_policy_value_name((fp_policy)i, set->policies.of[i]));
    }
}

static void add_case(fp_json *out, const test_case *t)
{
    const size_t limits[] = { t->limits.name, t->limits.key,  t->limits.value,
                              t->limits.call, t->limits.held, t->limits.depth };

    fp_json_raw(out, t->id);
    fp_json_raw(out, t->title);
    fp_json_raw(out, level_name(t->level));
    for (size_t i = 0; i < t->clause_count; i++)
        fp_json_raw(out, t->clauses[i]);
    add_number(out, t->also_count);
    for (unsigned part = 0; part < PART_COUNT; part++)
        for (size_t i = 0; i < t->parts[part].count; i++)
            fp_json_raw(out, t->parts[part].ids[i]);
    for (size_t i = 0; i < t->refuse_count; i++)
        fp_json_raw(out, t->refuses[i]);
    for (size_t i = 0; i < t->alias_count; i++)
        fp_json_raw(out, t->aliases[i]);
    fp_json_string(out, t->input);
    add_policies(out, &t->policy);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        add_number(out, limits[i]);
    add_expectation(out, &t->expect);
    for (size_t i = 0; i < t->accept_count; i++) {
        fp_json_raw(out, t->accept[i].reason);
        add_policies(out, &t->accept[i].policy);
        add_expectation(out, &t->accept[i].expect);
    }
    add_bool(out, t->canonical);
    for (size_t i = 0; i < t->unrenderable_count; i++) {
        add_call(out, &t->unrenderable[i].expected);
        fp_json_raw(out, t->unrenderable[i].clause);
        add_number(out, t->unrenderable[i].byte);
        add_number(out, t->unrenderable[i].arg);
    }
    fp_json_raw(out, "\n");
}

/* All cases, and the ids that were. */
static fp_json digest(const corpus *c)
{
    fp_json out = { 0 };

    for (size_t i = 0; i < corpus_total(c); i++)
        add_case(&out, corpus_any(c, i));
    for (size_t i = 0; i < corpus_removed_count(c); i++) {
        fp_json_raw(&out, corpus_removed(c, i));
        fp_json_raw(&out, "\n");
    }
    if (out.failed)
        abort();
    return out;
}

/* -- what is true of one ----------------------------------------------------------------------- */

static void check_said(const reading *r)
{
    require(r->said_len > 0, &ERROR, "it is refused, and no problem is said");
    require(strncmp(r->said, FILE_NAME, sizeof FILE_NAME - 1) == 0 &&
                r->said[sizeof FILE_NAME - 1] == ':',
            &ERROR, "a problem does not begin with the file's name");
    require(r->said[r->said_len - 1] == '\n', &ERROR, "a problem does not end with its line");
}

/* Words of small letters, digits and hyphens, so many of them, slashes between. */
static bool is_id(const char *id, size_t words)
{
    size_t seen = 1;

    for (const char *c = id; *c; c++) {
        if (*c == '/')
            seen++;
        else if (!((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '-'))
            return false;
    }
    return seen == words && *id != '/' && !strstr(id, "//") && id[strlen(id) - 1] != '/';
}

static void check_expectation(const expectation *e)
{
    bool offsets = true;

    for (size_t i = 0; i < e->call_count; i++) {
        require(e->calls[i].call.start <= e->calls[i].call.end, &INVARIANT,
                "a span ends before it begins");
        require(e->calls[i].judge_input || !e->calls[i].call.complete, &INVARIANT,
                "a complete call without an input");
    }
    for (size_t i = 0; i < e->diagnostic_count; i++)
        offsets = offsets && e->diagnostics[i].judge_offset;
    for (size_t i = 1; offsets && i < e->diagnostic_count; i++)
        require(e->diagnostics[i - 1].offset <= e->diagnostics[i].offset, &INVARIANT,
                "diagnostics do not stand by offset");
    for (size_t i = 0; i < e->emit_count; i++)
        require((e->emits[i].nth != 0) != (e->emits[i].bytes != 0), &INVARIANT,
                "an emit counts both or neither");
}

static void check_case(const test_case *t)
{
    require(is_id(t->id, 3), &INVARIANT, "an id that is not syntax/feature/name");
    require(strncmp(t->id, case_subject(t), strlen(case_subject(t))) == 0, &INVARIANT,
            "an id of another syntax");
    require(t->clause_count > 0 && *t->title && *t->origin, &INVARIANT,
            "no clause, no title or no origin");
    require(t->also_count < t->clause_count, &INVARIANT, "no clause that judges");
    for (unsigned part = 0; part < PART_COUNT; part++)
        require(t->parts[part].first && t->parts[part].level == t->level, &INVARIANT,
                "a part that is judged by nothing");
    require(!t->canonical || t->expect.call_count == 1, &INVARIANT, "canonical without one call");
    require(!t->catalogue_name, &INVARIANT, "a catalogue that is not there is taken");
    if (!t->syntax)
        return;
    check_expectation(&t->expect);
    for (size_t i = 0; i < t->accept_count; i++)
        check_expectation(&t->accept[i].expect);
}

/* -- the same again ---------------------------------------------------------------------------- */

/* Whether the order of members tells something: of several arguments, or in one that is JSON. */
static bool has_order(const expectation *e)
{
    for (size_t i = 0; i < e->call_count; i++) {
        const fp_call *call = &e->calls[i].call;

        if (call->arg_count > 1 || (call->arg_count && call->args[0].value.kind == FP_VALUE_JSON))
            return true;
    }
    return false;
}

static bool any_has_order(const corpus *c)
{
    for (size_t i = 0; i < corpus_total(c); i++) {
        const test_case *t = corpus_any(c, i);

        if (has_order(&t->expect))
            return true;
        for (size_t k = 0; k < t->accept_count; k++)
            if (has_order(&t->accept[k].expect))
                return true;
    }
    return false;
}

/* The JSON with other blanks, and its members by name if their order tells nothing. */
static json_t *laid_out_anew(const json_t *json, bool ordered)
{
    const size_t by_name = ordered ? 0 : JSON_SORT_KEYS;
    char *text = json_dumps(json, by_name | JSON_INDENT(3) | JSON_REAL_PRECISION(17));
    json_t *again = text ? json_loads(text, JSON_ALLOW_NUL, NULL) : NULL;

    free(text);
    return again;
}

static void check_again(const reading *r, const json_t *json)
{
    json_t *anew = laid_out_anew(json, r->accepted && any_has_order(r->corpus));
    fp_json first = { 0 }, second = { 0 };
    reading again;

    if (!anew)
        return;
    again = read_json(anew);
    require(again.accepted == r->accepted, &AGAIN,
            "with another layout, it is accepted, or refused");
    if (r->accepted) {
        first = digest(r->corpus);
        second = digest(again.corpus);
        if (canary_planted() && second.len) /* the planted fault: the last byte is lost */
            second.len--;
        require(fp_str_equal((fp_str){ first.ptr, first.len }, (fp_str){ second.ptr, second.len }),
                &AGAIN,
                canary_planted() ? "the planted fault is noticed"
                                 : "with another layout, it reads as something else");
    }
    fp_json_free(&first);
    fp_json_free(&second);
    reading_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = exact_copy(data, size);
    reading r = { 0 };
    problems p = { .out = or_abort(open_memstream(&r.said, &r.said_len)) };
    json_t *json = json_file_of(FILE_NAME, (fp_str){ copy, size }, &p);

    fclose(p.out);
    free(copy);
    if (!json) {
        check_said(&r);
        free(r.said);
        return 0;
    }
    free(r.said);
    r = read_json(json);
    if (!r.accepted)
        check_said(&r);
    for (size_t i = 0; r.accepted && i < corpus_total(r.corpus); i++)
        check_case(corpus_any(r.corpus, i));
    require(!r.accepted || corpus_total(r.corpus), &INVARIANT, "a file without cases is taken");
    check_again(&r, json);
    reading_free(&r);
    return 0;
}

/* -- inputs from a seed ---------------------------------------------------------------------- */

static const char *const DOCUMENTS[] = {
    "{\"syntax\":\"caret\",\"feature\":\"fence\",\"cases\":[{\"id\":\"caret/fence/two\",\"title\":"
    "\"two\",\"clauses\":[\"CARET-2.1\",\"CARET-2.2\"],\"refuses\":[\"CARET-2.2\"],\"level\":"
    "\"must\",\"input\":\"^^^a\\nk: v\\n^^^\\n\",\"expect\":{\"text\":\"\",\"calls\":[{\"name\":"
    "\"a\",\"input\":{\"k\":\"v\"},\"span\":[0,13]}],\"diagnostics\":[{\"code\":\"bad-name\","
    "\"offset\":3,\"clause\":\"CARET-2.2\"},{\"code\":\"bad-line\",\"offset\":1}],\"emit\":[{"
    "\"event\":\"call_begin\",\"nth\":1,\"at\":5},{\"event\":\"arg_data\",\"bytes\":1,\"at\":"
    "\"end\"}]},\"origin\":\"seed 1\"}]}",
    "{\"syntax\":\"xml\",\"feature\":\"tag\",\"cases\":[{\"id\":\"xml/tag/b\",\"title\":\"t\","
    "\"clauses\":{\"calls\":[\"TAGS-2.1\"],\"diagnostics\":[\"TAGS-2.3\"]},\"also\":[\"XML-1.2\"],"
    "\"level\":\"should\",\"input_base64\":\"/w==\",\"policy\":{"
    "\"unterminated\":\"drop\",\"types\":\"schema\"},\"limits\":{\"name\":8},\"expect\":{"
    "\"text_base64\":\"/w==\",\"calls\":[]},\"accept\":[{\"reason\":\"r\",\"policy\":{"
    "\"text_space\":\"trimmed\"},\"expect\":{\"text\":\"\",\"calls\":[{\"name_base64\":\"YQ==\","
    "\"complete\":false}]}}],\"aliases\":[\"xml/tag/old\"],\"origin\":\"o\"}],\"removed\":[{\"id\":"
    "\"xml/tag/gone\",\"reason\":\"twice\"}]}",
    "{\"syntax\":\"hermes\",\"feature\":\"object\",\"cases\":[{\"id\":\"hermes/object/"
    "c\",\"title\":"
    "\"t\",\"clauses\":[\"OBJECT-2.1\"],\"level\":\"may\",\"input_parts\":[\"a\",{\"repeat\":\"b\","
    "\"times\":3}],\"expect\":{\"text_parts\":[\"a\",{\"repeat\":\"b\",\"times\":3}],\"calls\":[{"
    "\"name\":\"n\",\"input_json\":\"{\\\"a\\\":1e400}\",\"id\":\"x\"}]},\"canonical\":true,"
    "\"unrenderable\":[{\"call\":{\"name\":\"\",\"input\":{}},\"clause\":\"OBJECT-2.2\",\"byte\":0}"
    "],"
    "\"origin\":\"o\"}]}",
    "{\"kind\":\"vault\",\"feature\":\"depth\",\"cases\":[{\"id\":\"vault/depth/"
    "a\",\"title\":\"t\","
    "\"clauses\":[\"VAULT-3.1\"],\"level\":\"must\",\"input\":\"{{<vaultref id=\\\"a\\\" />}}\","
    "\"store\":{\"a\":\"b\"},\"options\":{\"maxDepth\":2},\"expect\":{\"resolvedText\":\"b\"},"
    "\"origin\":\"o\"}]}",
    NULL
};

static const templates TEMPLATES = { DOCUMENTS, CASEFILE_WORDS };

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    return templates_input(&TEMPLATES, seed, data, cap);
}
