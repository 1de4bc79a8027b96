/* SPDX-License-Identifier: Apache-2.0 */
/* test_corpus.c: what is read from case files; and that what is wrong in one is refused, by name.
 */
#include "suite/corpus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* -- messages -------------------------------------------------------------------------------- */

/* Standard error, sent to a file for a while. */
typedef struct hearing {
    FILE *said;
    int terminal;
} hearing;

static void hearing_begin(hearing *h)
{
    h->said = tmpfile();
    h->terminal = dup(STDERR_FILENO);
    assert_non_null(h->said);
    assert_true(h->terminal >= 0);
    fflush(stderr);
    dup2(fileno(h->said), STDERR_FILENO);
}

/* Owned: free(). */
static char *hearing_end(hearing *h)
{
    char *text;
    long len;

    fflush(stderr);
    dup2(h->terminal, STDERR_FILENO);
    close(h->terminal);
    assert_int_equal(fseek(h->said, 0, SEEK_END), 0);
    len = ftell(h->said);
    assert_true(len >= 0);
    text = xcalloc((size_t)len + 1, 1);
    rewind(h->said);
    assert_int_equal(fread(text, 1, (size_t)len, h->said), len);
    fclose(h->said);
    return text;
}

/* -- one file -------------------------------------------------------------------------------- */

/* JSON with ' for ". */
static const char GOOD[] =
    "{'syntax': 'caret', 'feature': 'f', 'cases': [\n"
    "{'id': 'caret/f/a', 'aliases': ['caret/f/old'], 'title': 't', 'level': 'should',\n"
    " 'clauses': ['CARET-1.1', 'CARET-1.2'], 'refuses': ['CARET-1.2'], 'origin': 'o',\n"
    " 'input': 'in', 'catalogue': 'files', 'policy': {'extra_call': 'stop'},\n"
    " 'limits': {'value': 9},\n"
    " 'expect': {'text': 'tx',\n"
    "  'calls': [{'name': 'n', 'input': {'k': 'v'}, 'span': [0, 2]},\n"
    "            {'name': 'm', 'complete': false}],\n"
    "  'diagnostics': [{'code': 'bad-name', 'offset': 7, 'clause': 'CARET-1.2'},\n"
    "                  {'code': 'bad-line', 'offset': 1}],\n"
    "  'emit': [{'event': 'text', 'bytes': 3, 'at': 4}, {'event': 'call_end', 'nth': 1, 'at': "
    "'end'}]},\n"
    " 'accept': [{'reason': 'r', 'policy': {'types': 'schema'},\n"
    "             'expect': {'text': 'other', 'calls': []}}]},\n"
    "{'id': 'caret/f/b', 'title': 't', 'level': 'must', 'clauses': ['CARET-1.1'], 'origin': 'o',\n"
    " 'input_base64': '/w==',\n"
    " 'expect': {'text_base64': '/v8=',\n"
    "  'calls': [{'name_base64': 'YQ==', 'input': {'l': ['x', 'y']}, 'input_base64': {'b': "
    "'YmI='},\n"
    "             'input_parts': {'p': ['x', {'repeat': 'yz', 'times': 2}]}}]}},\n"
    "{'id': 'caret/f/c', 'title': 't', 'level': 'may', 'clauses': ['CARET-1.1'], 'origin': 'o',\n"
    " 'input_parts': [{'repeat': 'ab', 'times': 3}, 'c'],\n"
    " 'expect': {'text_parts': ['', 'd'], 'calls': []}}],\n"
    "'removed': [{'id': 'caret/f/gone', 'reason': 'r'}]}\n";

/* The file with one piece of it replaced, and with its quotes; owned: free(). */
static char *altered(const char *find, const char *replace)
{
    const char *at = strstr(GOOD, find);
    char *text;

    assert_non_null(at);
    text = xformat("%.*s%s%s", (int)(at - GOOD), GOOD, replace, at + strlen(find));
    for (char *c = strchr(text, '\''); c; c = strchr(c, '\''))
        *c = '"';
    return text;
}

/* An owned corpus of this one file. */
static corpus *read_text(const char *text, bool *good, problems *p)
{
    corpus *c = corpus_new(FP_SOURCE_DIR);
    json_error_t error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);

    if (!json)
        fail_msg("line %d: %s", error.line, error.text);
    *good = corpus_read_file(c, "corpus/caret/f.json", json, p);
    return c;
}

static void assert_str(fp_str have, const char *want)
{
    assert_int_equal(have.len, strlen(want));
    assert_memory_equal(have.ptr ? have.ptr : "", want, have.len);
}

/* -- good files ------------------------------------------------------------------------------ */

static void check_first(const test_case *t)
{
    const fp_options options = case_options(t);

    assert_string_equal(t->id, "caret/f/a");
    assert_string_equal(t->title, "t");
    assert_string_equal(t->origin, "o");
    assert_string_equal(t->feature, "f");
    assert_string_equal(t->file, "corpus/caret/f.json");
    assert_string_equal(fp_syntax_id(t->syntax), "caret");
    assert_int_equal(t->level, LEVEL_SHOULD);
    assert_int_equal(t->alias_count, 1);
    assert_int_equal(t->clause_count, 2);
    assert_string_equal(t->clauses[1], "CARET-1.2");
    assert_int_equal(t->refuse_count, 1);
    assert_string_equal(t->refuses[0], "CARET-1.2");
    assert_str(t->input, "in");
    assert_string_equal(t->catalogue_name, "files");
    assert_true(json_is_array(t->catalogue_json));
    assert_int_equal(json_array_size(t->catalogue_json), fp_catalogue_count(t->catalogue));
    assert_true(t->policy.given[FP_EXTRA_CALLS]);
    assert_false(t->policy.given[FP_TYPES]);
    assert_int_equal(options.policies.of[FP_EXTRA_CALLS], FP_EXTRA_STOP);
    assert_int_equal(options.limits.value, 9);
    assert_int_equal(options.limits.key, FP_LIMITS_DEFAULT.key);
    assert_ptr_equal(options.catalogue, t->catalogue);
}

static void check_expectation(const test_case *t)
{
    const expectation *e = &t->expect;

    assert_str(e->text, "tx");
    assert_int_equal(e->call_count, 2);
    assert_true(e->calls[0].call.complete && e->calls[0].judge_input && e->calls[0].judge_span);
    assert_str(e->calls[0].call.name, "n");
    assert_int_equal(e->calls[0].call.end, 2);
    assert_false(e->calls[1].call.complete || e->calls[1].judge_input || e->calls[1].judge_span);
    assert_int_equal(e->diagnostic_count, 2); /* by offset now */
    assert_int_equal(e->diagnostics[0].code, FP_BAD_LINE);
    assert_null(e->diagnostics[0].clause);
    assert_int_equal(e->diagnostics[1].offset, 7);
    assert_string_equal(e->diagnostics[1].clause, "CARET-1.2");
    assert_int_equal(e->emit_count, 2);
    assert_int_equal(e->emits[0].event, FP_EVENT_TEXT);
    assert_int_equal(e->emits[0].bytes, 3);
    assert_int_equal(e->emits[0].at, 4);
    assert_int_equal(e->emits[1].nth, 1);
    assert_true(e->emits[1].at == EMIT_AT_END);
    assert_int_equal(t->accept_count, 1);
    assert_string_equal(t->accept[0].reason, "r");
    assert_true(t->accept[0].policy.given[FP_TYPES]);
    assert_str(t->accept[0].expect.text, "other");
}

static void check_other_forms(const test_case *b, const test_case *c)
{
    const fp_call *call = &b->expect.calls[0].call;

    assert_int_equal(b->level, LEVEL_MUST);
    assert_str(b->input, "\xFF");
    assert_str(b->expect.text, "\xFE\xFF");
    assert_str(call->name, "a");
    assert_int_equal(call->arg_count, 3);
    assert_int_equal(call->args[0].value.kind, FP_VALUE_LIST);
    assert_int_equal(call->args[0].value.item_count, 2);
    assert_str(call->args[0].value.items[1], "y");
    assert_str(call->args[1].value.text, "bb");
    assert_str(call->args[2].value.text, "xyzyz");
    assert_int_equal(c->level, LEVEL_MAY);
    assert_str(c->input, "abababc");
    assert_str(c->expect.text, "d");
}

static void reads_everything(void **state)
{
    char *text = altered("'f'", "'f'");
    problems p = { 0 };
    bool good;
    corpus *c = read_text(text, &good, &p);

    (void)state;
    assert_true(good);
    assert_int_equal(p.count, 0);
    assert_int_equal(corpus_count(c), 3);
    check_first(corpus_case(c, 0));
    check_expectation(corpus_case(c, 0));
    check_other_forms(corpus_case(c, 1), corpus_case(c, 2));
    assert_ptr_equal(corpus_find(c, "caret/f/b"), corpus_case(c, 1));
    assert_ptr_equal(corpus_find(c, "caret/f/old"), corpus_case(c, 0));
    assert_null(corpus_find(c, "caret/f/gone"));
    assert_int_equal(corpus_removed_count(c), 1);
    assert_string_equal(corpus_removed(c, 0), "caret/f/gone");
    corpus_free(c);
    free(text);
}

/* -- bad files ------------------------------------------------------------------------------- */

typedef struct defect {
    const char *name;
    const char *find; /* is replaced, where it stands first */
    const char *replace;
    const char *said;
} defect;

static const defect DEFECTS[] = {
    /* the file */
    { "unknown member of a file", "'feature'", "'features': 1, 'feature'",
      "corpus/caret/f.json: unknown member \"features\"" },
    { "unknown syntax", "'caret'", "'carrot'", "\"syntax\" names no syntax" },
    { "syntax is not a string", "'caret'", "5", "\"syntax\" names no syntax" },
    { "no feature", "'feature': 'f', ", "", "\"feature\" is missing" },
    { "tombstones in an object", "[{'id': 'caret/f/gone', 'reason': 'r'}]", "{}",
      "not an array of tomb" },
    { "a tombstone without reason", ", 'reason': 'r'}]", "}]", "removed: a tombstone is" },
    { "a tombstone with more", "'caret/f/gone'", "'caret/f/gone', 'by': 'me'", "a tombstone is" },

    /* the case */
    { "unknown member of a case", "'title'", "'titel': 't', 'title'",
      "f.json: caret/f/a: unknown member \"titel\"" },
    { "no id", "'id': 'caret/f/b', ", "", "a case has no \"id\"" },
    { "id is not a string", "'caret/f/b'", "5", "a case has no \"id\"" },
    { "id of another syntax", "'caret/f/b'", "'emoji-bracket/f/b'", "the id is not caret/f/NAME" },
    { "id of another feature", "'caret/f/b'", "'caret/g/b'", "the id is not caret/f/NAME" },
    { "id without name", "'caret/f/b'", "'caret/f/'", "the id is not caret/f/NAME" },
    { "id with a blank", "'caret/f/b'", "'caret/f/b c'", "the id is not caret/f/NAME" },
    { "id that is too deep", "'caret/f/b'", "'caret/f/b/c'", "the id is not caret/f/NAME" },
    { "no title", "'title': 't', ", "", "caret/f/a: \"title\" is missing" },
    { "empty title", "'title': 't'", "'title': ''", "\"title\" is missing" },
    { "no origin", ", 'origin': 'o'", "", "\"origin\" is missing" },
    { "no level", ", 'level': 'should'", "", "\"level\" is none of must, should, may" },
    { "unknown level", "'should'", "'Should'", "\"level\" is none of" },
    { "no clauses", "'clauses': ['CARET-1.1'], 'origin'", "'origin'", "\"clauses\" is missing" },
    { "empty clauses", "['CARET-1.1'], 'origin'", "[], 'origin'", "\"clauses\" is not an array" },
    { "clauses is a string", "['CARET-1.1'], 'origin'", "'CARET-1.1', 'origin'",
      "\"clauses\" is not an array" },
    { "a clause is a number", "['CARET-1.1'], 'origin'", "[1.1], 'origin'",
      "\"clauses\" holds something but strings" },
    { "refuses what it does not cite", "'refuses': ['CARET-1.2']", "'refuses': ['CARET-1.3']",
      "\"refuses\" names CARET-1.3, \"clauses\" does not" },
    { "empty aliases", "['caret/f/old']", "[]", "\"aliases\" is not an array, or is an empty one" },
    /* the input */
    { "no input", "'input': 'in', ", "", "caret/f/a: \"input\" is missing" },
    { "input is not a string", "'input': 'in'", "'input': null", "\"input\" is not a string" },
    { "two inputs", "'input': 'in'", "'input': 'in', 'input_base64': ''",
      "\"input\" is given twice" },
    { "input of parts as well", "'input_base64': '/w=='", "'input_base64': '', 'input_parts': ['']",
      "\"input\" is given twice" },
    { "base64 that breaks off", "'/w=='", "'/w='", "\"input_base64\" is not base64" },
    { "base64 with a blank", "'/w=='", "'/w= '", "\"input_base64\" is not base64" },
    { "base64 with loose bits", "'/w=='", "'/x=='", "\"input_base64\" is not base64" },
    { "base64 that is a number", "'/w=='", "64", "\"input_base64\" is not base64" },
    { "no parts", "[{'repeat': 'ab', 'times': 3}, 'c']", "[]", "\"input_parts\" is not an array" },
    { "a part is a number", "'times': 3}, 'c'", "'times': 3}, 5", "\"input_parts\" is not an" },
    { "repeated not at all", "'times': 3", "'times': 0", "\"input_parts\" is not an" },
    { "repeated without times", ", 'times': 3", "", "\"input_parts\" is not an" },
    { "repeated with more", "'times': 3", "'times': 3, 'by': 1", "\"input_parts\" is not an" },
    { "unknown catalogue", "'files'", "'nowhere'", "catalogues/nowhere.json: cannot read" },
    { "catalogue elsewhere", "'files'", "'../x'", "\"catalogue\" is not the name of a file" },
    { "catalogue is not a string", "'files'", "[]", "\"catalogue\" is not a string" },
    /* policies and limits */
    { "unknown policy", "'extra_call'", "'extra_calls'", "unknown policy \"extra_calls\"" },
    { "unknown value of a policy", "'stop'", "'halt'", "unknown value of policy \"extra_call\"" },
    { "value of another policy", "'stop'", "'drop'", "unknown value of policy \"extra_call\"" },
    { "a foreign policy", "'extra_call': 'stop'", "'reasoning': 'channel'", "(MODEL-5.1)" },
    { "a finish", "'expect'", "'finish': 'stop', 'expect'", "(MODEL-6.1)" },
    { "tokens in a syntax without any", "'input': 'in'", "'input': ['in']", "(MODEL-7.2)" },
    { "a prefix of nothing", "'expect'", "'prefix': 'a', 'expect'", "(MODEL-5.5)" },
    { "a policy is true", "'stop'", "true", "unknown value of policy \"extra_call\"" },
    { "no policies", "{'extra_call': 'stop'}", "{}", "\"policy\" is not an object, or is empty" },
    { "policy is a string", "{'extra_call': 'stop'}", "'stop'", "\"policy\" is not an object" },
    { "unknown limit", "{'value'", "{'values'", "\"limits\": \"values\" is wrong" },
    { "a limit of nothing", "'value': 9", "'value': 0", "\"limits\": \"value\" is wrong" },
    { "half a limit", "'value': 9", "'value': 9.5", "\"limits\": \"value\" is wrong" },
    { "no limits", "{'value': 9}", "{}", "\"limits\" is not an object, or is empty" },

    /* what is expected */
    { "no expect", "'expect': {'text_parts': ['', 'd'], 'calls': []}",
      "'policy': {'types': 'string'}", "caret/f/c: \"expect\" is missing" },
    { "expect is an array", "{'text_parts': ['', 'd'], 'calls': []}", "[]",
      "\"expect\" is missing" },
    { "unknown member of expect", "'emit'", "'emits'", "unknown member \"emits\"" },
    { "no text", "'text': 'tx',", "", "\"expect\" has no \"text\"" },
    { "two texts", "'text': 'tx'", "'text': 'tx', 'text_base64': ''", "\"text\" is given twice" },
    { "text is not a string", "'text': 'tx'", "'text': ['tx']", "\"text\" is not a string" },
    { "bad text_base64", "'/v8='", "'/v8'", "\"text_base64\" is not base64" },
    { "no calls", "'text_parts': ['', 'd'], 'calls': []", "'text_parts': ['', 'd']",
      "\"expect\" has no array \"calls\"" },
    { "calls is an object", "'d'], 'calls': []", "'d'], 'calls': {}", "has no array \"calls\"" },
    { "a call is a string", "'d'], 'calls': []", "'d'], 'calls': ['n']", "a call of \"calls\"" },
    { "unknown member of a call", "'span'", "'spam'", "unknown member \"spam\"" },
    { "a call without name", "'name': 'm', ", "", "a call has no \"name\"" },
    { "a call with two names", "'name': 'm'", "'name': 'm', 'name_base64': ''",
      "\"name\" is given twice" },
    { "bad name_base64", "'YQ=='", "'YQ'", "\"name_base64\" is not base64" },
    { "complete without input", ", 'complete': false", "", "a complete call has no \"input\"" },
    { "complete is a string", "'complete': false", "'complete': 'no'",
      "\"complete\" is neither true nor false" },
    { "bad value of input_base64", "'YmI='", "['YmI=', 'Y']", "a value of \"input_base64\"" },
    { "bad value of input_parts", "'times': 2", "'times': -2", "a value of \"input_parts\"" },
    { "a span of one", "[0, 2]", "[0]", "\"span\" is not [start, end]" },
    { "a clause is not a string", "'clause': 'CARET-1.2'", "'clause': 5",
      "\"clause\" of a diagnostic" },
    { "input is an array", "'input': {'k': 'v'}", "'input': []", "\"input\" of a call is not" },
    { "input_parts of a call is a string",
      "'input_parts': {'p': ['x', {'repeat': 'yz', 'times': 2}]}", "'input_parts': 'x'",
      "\"input_parts\" of a call is not" },
    { "a span below 0", "[0, 2]", "[-1, 2]", "\"span\" is not" },
    { "a span backwards", "[0, 2]", "[2, 0]", "\"span\" is not" },
    { "a span of strings", "[0, 2]", "['0', '2']", "\"span\" is not [start, end]" },

    /* diagnostics and emit */
    { "unknown code", "'bad-line'", "'bad-lines'", "has the unknown code \"bad-lines\"" },
    { "no code", "'code': 'bad-line', ", "", "a diagnostic has the unknown code" },
    { "unknown member of a diagnostic", "'clause'", "'clauses'", "unknown member \"clauses\"" },
    { "a diagnostic is a string", "{'code': 'bad-line', 'offset': 1}", "'bad-line'",
      "a diagnostic is wrong" },
    { "an offset below 0", "'offset': 1", "'offset': -1", "\"offset\" of a diagnostic" },
    { "an offset of a half", "'offset': 1", "'offset': 0.5", "\"offset\" of a diagnostic" },
    { "unknown event", "'call_end'", "'call_ends'", "names no event of MODEL-2.1" },
    { "event without number", ", 'nth': 1", "", "other events by \"nth\"" },
    { "event number 0", "'nth': 1", "'nth': 0", "other events by \"nth\"" },
    { "text by number", "'bytes': 3", "'nth': 3", "counts text, reasoning and arg_data" },
    { "text by number as well", "'bytes': 3", "'bytes': 3, 'nth': 1", "\"emit\" counts text" },
    { "out at no place", "'at': 4", "'at': 'start'", "\"at\" of a row of \"emit\"" },
    { "out before the beginning", "'at': 4", "'at': -4", "\"at\" of a row of \"emit\"" },
    { "never out", ", 'at': 4", "", "\"at\" of a row of \"emit\"" },
    { "unknown member of emit", "'at': 4", "'at': 4, 'in': 1", "unknown member \"in\"" },
    { "a row of emit is a string", "{'event': 'text', 'bytes': 3, 'at': 4}", "'text'",
      "a row of \"emit\" is wrong" },

    /* what else is accepted */
    { "no reason", "'reason': 'r', 'policy'", "'policy'", "caret/f/a: \"reason\" is missing" },
    { "unknown member of accept", "'reason': 'r', 'policy'", "'reason': 'r', 'policies'",
      "unknown member \"policies\"" },
    { "unknown policy of accept", "{'types'", "{'type'", "unknown policy \"type\"" },
    { "accept without expect", ",\n             'expect': {'text': 'other', 'calls': []}", "",
      "\"expect\" is missing" },
    { "accepts a string", "'accept': [", "'accept': ['r', ", "\"reason\" is missing" },
};

enum { DEFECT_COUNT = sizeof DEFECTS / sizeof *DEFECTS };

static void is_refused(void **state)
{
    const defect *d = *state;
    char *text = altered(d->find, d->replace), *said;
    problems p = { 0 };
    hearing h;
    corpus *c;
    bool good;

    hearing_begin(&h);
    c = read_text(text, &good, &p);
    said = hearing_end(&h);
    if (!strstr(said, d->said))
        fail_msg("said: %s", said);
    assert_false(good);
    assert_true(p.count > 0);
    assert_true(corpus_count(c) < 3); /* the one that is wrong is left out, */
    corpus_free(c);                   /* the others are read for their problems */
    free(said);
    free(text);
}

/* Whole files, for what no replacement in the good one gives. */
static void other_files_are_refused(void **state)
{
    static const struct {
        const char *text, *said;
    } FILES[] = {
        { "[]", "f.json: a case file is an object" },
        { "{}", "\"syntax\" names no syntax" },
        { "{\"syntax\": \"caret\", \"feature\": \"f\", \"cases\": []}",
          "\"cases\" is missing or empty" },
        { "{\"syntax\": \"caret\", \"feature\": \"f\", \"cases\": {\"a\": 1}}",
          "\"cases\" is missing or empty" },
        { "{\"syntax\": \"caret\", \"feature\": \"f\", \"cases\": [5]}", "a case has no \"id\"" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        problems p = { 0 };
        hearing h;
        bool good;

        hearing_begin(&h);
        corpus_free(read_text(FILES[i].text, &good, &p));

        char *said = hearing_end(&h);

        if (!strstr(said, FILES[i].said))
            fail_msg("said: %s", said);
        assert_false(good);
        assert_int_equal(p.count, 1);
        free(said);
    }
}

/* -- the folders ----------------------------------------------------------------------------- */

static void corpus_is_there(void **state)
{
    problems p = { 0 };
    corpus *c = corpus_load(FP_SOURCE_DIR, &p);
    size_t syntaxes = 0;

    (void)state;
    assert_non_null(c);
    assert_int_equal(p.count, 0);
    for (size_t i = 0; i < corpus_count(c); i++) {
        const test_case *t = corpus_case(c, i);

        assert_ptr_equal(corpus_find(c, t->id), t);
        syntaxes += i == 0 || t->syntax != corpus_case(c, i - 1)->syntax;
    }
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        syntaxes--;
    assert_int_equal(syntaxes, 0); /* each has cases, in one run */
    assert_true(corpus_count(c) > 1000);
    corpus_free(c);
}

#define ONE(syntax, feature, name)                                                               \
    "{\"syntax\": \"" syntax "\", \"feature\": \"" feature "\", \"cases\": [{\"id\": \"" syntax  \
    "/" feature "/" name "\", \"title\": \"t\", \"clauses\": [\"X-1.1\"], \"level\": \"must\", " \
    "\"input\": \"\", \"expect\": {\"text\": \"\", \"calls\": []}, \"origin\": \"o\"}]}\n"

/* Beside one file g.json of every other syntax: two files of corpus/caret/; NULL: none. */
typedef struct folder {
    const char *name;
    const char *files[2][2]; /* name, content */
    const char *said;        /* NULL: all is good */
} folder;

static const folder FOLDERS[] = {
    { "good", { { "f.json", ONE("caret", "f", "a") }, { "notes.txt", "not read" } }, NULL },
    { "empty", { { NULL, NULL }, { NULL, NULL } }, "corpus/caret: there is no case file here" },
    { "no case file", { { "f.txt", "" }, { NULL, NULL } }, "there is no case file here" },
    { "file and feature differ",
      { { "g.json", ONE("caret", "f", "a") }, { NULL, NULL } },
      "corpus/caret/g.json: its \"feature\" is \"f\"" },
    { "an id in two files",
      { { "f.json", ONE("caret", "f", "a") }, { "g.json", ONE("caret", "f", "a") } },
      "caret/f/a: another case has this id (corpus/caret/f.json)" },
    { "folder and syntax differ",
      { { "f.json", ONE("emoji-bracket", "f", "a") }, { NULL, NULL } },
      "f.json: its \"syntax\" is \"emoji-bracket\"" },
    { "not JSON",
      { { "f.json", "{\"syntax\": \"caret\",\n \"feature\" \"f\"}" }, { NULL, NULL } },
      "f.json: line 2, column " },
    { "a key twice",
      { { "f.json", "{\"syntax\": \"caret\", \"syntax\": \"caret\"}" }, { NULL, NULL } },
      "duplicate object key" },
    { "nothing in the file",
      { { "f.json", "" }, { NULL, NULL } },
      "f.json: line 1, column 1: not" },
};

enum { FOLDER_COUNT = sizeof FOLDERS / sizeof *FOLDERS };

static void put(const char *dir, const char *name, const char *content)
{
    char *path = xformat("%s/%s", dir, name);

    if (content) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(content, file);
        assert_int_equal(fclose(file), 0);
    } else {
        assert_int_equal(mkdir(path, 0700), 0);
    }
    free(path);
}

static void take_away(const char *dir, const char *name)
{
    char *path = xformat("%s/%s", dir, name);

    assert_int_equal(remove(path), 0);
    free(path);
}

static size_t syntax_count(void)
{
    size_t count = 0;

    for (; FP_SYNTAXES[count]; count++)
        continue;
    return count;
}

/* Makes, or takes away, the folder of each syntax but caret, with one case in it. */
static void other_folders(const char *dir, bool make)
{
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const char *id = fp_syntax_id(*s);
        char *dir_name = xformat("corpus/%s", id), *file = xformat("corpus/%s/g.json", id);
        char *json = xformat(ONE("%s", "g", "a"), id, id);

        if (strcmp(id, "caret") != 0 && make) {
            put(dir, dir_name, NULL);
            put(dir, file, json);
        } else if (strcmp(id, "caret") != 0) {
            take_away(dir, file);
            take_away(dir, dir_name);
        }
        free(json);
        free(file);
        free(dir_name);
    }
}

static void load_folders(const char *dir, const char *expected)
{
    problems p = { 0 };
    hearing h;

    hearing_begin(&h);

    corpus *c = corpus_load(dir, &p);
    char *said = hearing_end(&h);

    if (expected ? !strstr(said, expected) : *said != '\0')
        fail_msg("said: %s", said);
    assert_int_equal(c == NULL, expected != NULL);
    assert_int_equal(p.count > 0, expected != NULL);
    if (c)
        assert_int_equal(corpus_count(c), syntax_count());
    corpus_free(c);
    free(said);
}

static void loads_folders(void **state)
{
    const folder *f = *state;
    char dir[] = "/tmp/fencepost-corpus-XXXXXX";

    assert_non_null(mkdtemp(dir));
    put(dir, "corpus", NULL);
    put(dir, "corpus/caret", NULL);
    other_folders(dir, true);
    for (size_t i = 0; i < 2 && f->files[i][0]; i++) {
        char *name = xformat("corpus/caret/%s", f->files[i][0]);

        put(dir, name, f->files[i][1]);
        free(name);
    }
    load_folders(dir, f->said);
    for (size_t i = 0; i < 2 && f->files[i][0]; i++) {
        char *name = xformat("corpus/caret/%s", f->files[i][0]);

        take_away(dir, name);
        free(name);
    }
    other_folders(dir, false);
    take_away(dir, "corpus/caret");
    load_folders(dir, "corpus/caret: this folder is missing");
    take_away(dir, "corpus");
    assert_int_equal(rmdir(dir), 0);
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(reads_everything),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(corpus_is_there),
    };
    struct CMUnitTest tests[DEFECT_COUNT + FOLDER_COUNT];

    for (size_t i = 0; i < DEFECT_COUNT; i++)
        tests[i] = (struct CMUnitTest){ .name = DEFECTS[i].name,
                                        .test_func = is_refused,
                                        .initial_state = (void *)(uintptr_t)&DEFECTS[i] };
    for (size_t i = 0; i < FOLDER_COUNT; i++)
        tests[DEFECT_COUNT + i] =
            (struct CMUnitTest){ .name = FOLDERS[i].name,
                                 .test_func = loads_folders,
                                 .initial_state = (void *)(uintptr_t)&FOLDERS[i] };
    return cmocka_run_group_tests(TESTS, NULL, NULL) +
           cmocka_run_group_tests_name("defects", tests, NULL, NULL);
}
