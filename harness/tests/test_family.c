/* SPDX-License-Identifier: Apache-2.0 */
/* test_family.c: pieces of a notation, the cases of a family in its members, and its clauses. */
#include "suite/family.h"
#include "suite/pieces.h"
#include "suite/spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

/* -- pieces ---------------------------------------------------------------------------------- */

static const struct {
    const char *syntax, *text, *filled; /* filled NULL: why is part of the sentence */
    const char *why;
} PIECES[] = {
    { "xml", "a «opener» b", "a <tool: b", NULL },
    { "xml", "«call ls»", "<tool:ls>\n</tool:ls>", NULL },
    { "xml", "«open ls»|«close ls»", "<tool:ls>\n|</tool:ls>", NULL },
    { "xml", "«bare-open ls»«bare-begin k»v«bare-end k»«closer ls»",
      "<tool:ls><param:k>v</param:k></tool:ls>", NULL },
    { "xml", "«arg k \"a\\nb\"»", "<param:k>\na\nb\n</param:k>\n", NULL },
    { "qwen3-coder", "«call ls {\"p\": \"v\"}»",
      "<tool_call>\n<function=ls>\n<parameter=p>\nv\n</parameter>\n</function>\n</tool_call>",
      NULL },
    { "qwen3-coder", "«inner ls {\"p\": \"v\"}»", "<parameter=p>\nv\n</parameter>\n", NULL },
    { "qwen3-coder", "«open ls»«begin p»v«end»«close»",
      "<tool_call>\n<function=ls>\n<parameter=p>\nv\n</parameter>\n</function>\n</tool_call>",
      NULL },
    { "qwen3-coder", "«opener»«bare-close»«closer»",
      "<tool_call></function></tool_call></tool_call>", NULL },
    { "toolcall-tag", "«open ls»«begin p»v«end p»«close ls»",
      "<toolcall(ls)>\n  <p>v</p>\n</toolcall(ls)>", NULL },
    { "hermes", "«call ls {\"p\": \"v\"}»",
      "<tool_call>\n{\"name\": \"ls\", \"arguments\": {\"p\": \"v\"}}\n</tool_call>", NULL },
    { "hermes", "«open»«inner ls»«close»",
      "<tool_call>\n{\"name\": \"ls\", \"arguments\": {}}\n</tool_call>", NULL },
    { "minimax-m2", "«section»«arg-opener»k«section-end»",
      "<minimax:tool_call><parameter name=\"k</minimax:tool_call>", NULL },
    { "deepseek-v4", "«json-begin k»", "<｜DSML｜parameter name=\"k\" string=\"false\">", NULL },
    { "xml", "«section»", NULL, "xml has no piece \"section\"" },
    { "xml", "«json-begin k»", NULL, "xml has no piece \"json-begin k\"" },
    { "xml", "«upper bare-open ls»", "<TOOL:LS>", NULL },
    { "xml", "«short bare-open ls»", "<tool:ls", NULL },
    { "xml", "«spaced bare-open ls»", "< tool:ls>", NULL },
    { "xml", "«first 3 opener»", "<to", NULL },
    { "xml", "«first 9 opener»", "<tool:", NULL },
    { "xml", "é«first 1 bare-begin é»|«first 9 bare-begin éé»", "é<|<param:éé", NULL },
    { "xml", "«first 0 opener»", NULL, "is not a number from 1 to 9" },
    { "xml", "«first opener»", NULL, "is not a number from 1 to 9" },
    { "xml", "«first 3 no»", NULL, "xml has no piece \"no\"" },
    { "xml", "«byte 41»«byte ff»", "A\xFF", NULL },
    { "xml", "«byte 4»", NULL, "\"4\" is not a byte, as FF is" },
    { "xml", "«byte 4g»", NULL, "is not a byte" },
    { "xml", "«byte 414»", NULL, "is not a byte" },
    { "xml", "", "", NULL },
    { "hermes", "«begin k»", NULL, "hermes has no piece \"begin k\"" },
    { "caret", "«opener»", NULL, "caret has no piece \"opener\"" },
    { "xml", "«no such»", NULL, "xml has no piece \"no such\"" },
    { "xml", "«call ls", NULL, "is not closed by »" },
    { "xml", "«call ls {»", NULL, "\"{\" is not a JSON object" },
    { "xml", "«arg k v»", NULL, "\"v\" is not a JSON value" },
    { "xml", "«call l,s»", NULL, "no name has such a byte" },
    { "xml", "«@a»", NULL, "only an input has labels, not \"@a\"" },
    { "xml", "«@a tight»", NULL, "only an input has labels, not \"@a\"" },
    { "xml", "«@a loose»", NULL, "xml has no piece \"@a loose\"" },
};

static void pieces_are_those_of_the_syntax(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++) {
        const fp_syntax *syntax = fp_syntax_find(fp_str_of(PIECES[i].syntax));
        fp_json out = { 0 };
        char *why = NULL;
        const bool done = pieces_fill(syntax, fp_str_of(PIECES[i].text), NULL, &out, &why);
        const fp_str text = { out.ptr ? out.ptr : "", out.len };

        if (done != (PIECES[i].filled != NULL) || done != (why == NULL))
            fail_msg("\"%s\" in %s: %s", PIECES[i].text, PIECES[i].syntax, why ? why : "no reason");
        if (done && !fp_str_equal(text, fp_str_of(PIECES[i].filled)))
            fail_msg("\"%s\" is \"%.*s\"", PIECES[i].text, (int)out.len, text.ptr);
        if (!done && why && !strstr(why, PIECES[i].why))
            fail_msg("\"%s\": %s", PIECES[i].text, why);
        free(why);
        fp_json_free(&out);
    }
}

/* -- a folder of data ------------------------------------------------------------------------ */

typedef struct folder {
    char dir[64];
} folder;

static void make(const folder *f, const char *name)
{
    char *path = xformat("%s/%s", f->dir, name);

    assert_int_equal(mkdir(path, 0700), 0);
    free(path);
}

static void write_file(const folder *f, const char *name, const char *text)
{
    char *path = xformat("%s/%s", f->dir, name);
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    free(path);
}

static void begin(folder *f)
{
    static const char *const FOLDERS[] = {
        "corpus", "corpus/families", "corpus/families/tags", "corpus/xml", "spec", "spec/families"
    };

    snprintf(f->dir, sizeof f->dir, "/tmp/fencepost-family-XXXXXX");
    assert_non_null(mkdtemp(f->dir));
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++)
        make(f, FOLDERS[i]);
}

static void end(const folder *f)
{
    char *command = xformat("rm -r %s", f->dir);

    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): a folder of this test */
    free(command);
}

/* -- cases ----------------------------------------------------------------------------------- */

static const char CASE[] =
    "{\"name\": \"one\", \"title\": \"before «opener»\", \"clauses\": [\"MODEL-1.1\"], "
    "\"level\": \"must\", \"input\": \"a «@b»«call ls»«@e»\", \"expect\": {\"text\": \"a \", "
    "\"calls\": [{\"name\": \"ls\", \"input\": {\"k\": \"«closer x»\"}, \"span\": [\"@b\", "
    "\"@e\"]}],"
    " \"emit\": [{\"event\": \"call_end\", \"nth\": 1, \"at\": \"@e\"}]}, \"origin\": \"o\"}";

/* The family's file with this one case, and the member's own, or NULL; what is reported is owned.
 */
static corpus *read_family(const folder *f, const char *one, const char *own, char **said)
{
    char *text = xformat("{\"family\": \"tags\", \"feature\": \"text\", \"cases\": [%s]}", one);
    corpus *c = corpus_new(f->dir);
    problems p = { 0 };
    size_t len;
    bool good;

    p.out = open_memstream(said, &len);
    write_file(f, "corpus/families/tags/text.json", text);
    if (own)
        write_file(f, "corpus/xml/family.json", own);
    good = family_read(c, f->dir, fp_syntax_find(FP_STR("xml")), &p);
    assert_int_equal(good, p.count == 0);
    fclose(p.out);
    free(text);
    return c;
}

static void a_case_is_one_of_the_member(void **state)
{
    folder f;
    char *said;
    corpus *c;
    const test_case *t;

    (void)state;
    begin(&f);
    c = read_family(&f, CASE, NULL, &said);
    assert_string_equal(said, "");
    assert_int_equal(corpus_count(c), 1);
    t = corpus_case(c, 0);
    assert_string_equal(t->id, "xml/text/one");
    assert_string_equal(t->title, "before <tool:");
    assert_true(fp_str_equal(t->input, FP_STR("a <tool:ls>\n</tool:ls>")));
    assert_int_equal(t->expect.calls[0].call.start, 2);
    assert_int_equal(t->expect.calls[0].call.end, 22);
    assert_int_equal(t->expect.emits[0].at, 22);
    assert_true(fp_str_equal(t->expect.calls[0].call.args[0].value.text, FP_STR("</tool:x>")));
    corpus_free(c);
    free(said);
    end(&f);
}

static void a_label_leaves_blanks_out(void **state)
{
    static const char EVENTS[] =
        "{\"name\": \"one\", \"title\": \"t\", \"clauses\": [\"MODEL-1.1\"], \"level\": \"must\", "
        "\"input\": \" \\t«@none tight»«open ls»«@begun tight»«close ls»«@e tight»\", \"expect\": "
        "{\"text\": \" \\t\", \"calls\": [{\"name\": \"ls\", \"input\": {}, \"span\": [\"@none\", "
        "\"@begun\"]}], \"emit\": [{\"event\": \"call_end\", \"nth\": 1, \"at\": \"@e\"}]}, "
        "\"origin\": \"o\"}";
    folder f;
    char *said;
    corpus *c;
    const test_case *t;

    (void)state;
    begin(&f);
    c = read_family(&f, EVENTS, NULL, &said);
    assert_string_equal(said, "");
    t = corpus_case(c, 0);
    assert_int_equal(t->expect.calls[0].call.start, 0);
    assert_int_equal(t->expect.calls[0].call.end, 11);
    assert_int_equal(t->expect.emits[0].at, 22);
    corpus_free(c);
    free(said);
    end(&f);
}

static void bytes_need_not_be_utf8(void **state)
{
    static const char BYTES[] =
        "{\"name\": \"one\", \"title\": \"t\", \"clauses\": [\"MODEL-1.1\"], \"level\": \"must\", "
        "\"input\": \"«byte FF»«@b»«call ls»«@e»«byte 80»\", \"expect\": {\"text\": \"«byte "
        "ff»«byte 80»\", "
        "\"calls\": [{\"name\": \"ls\", \"input\": {}, \"span\": [\"@b\", \"@e\"]}]}, \"origin\": "
        "\"o\"}";
    folder f;
    char *said;
    corpus *c;
    const test_case *t;

    (void)state;
    begin(&f);
    c = read_family(&f, BYTES, NULL, &said);
    assert_string_equal(said, "");
    t = corpus_case(c, 0);
    assert_true(fp_str_equal(t->input, FP_STR("\xFF<tool:ls>\n</tool:ls>\x80")));
    assert_true(fp_str_equal(t->expect.text, FP_STR("\xFF\x80")));
    assert_int_equal(t->expect.calls[0].call.start, 1);
    corpus_free(c);
    free(said);
    end(&f);
}

static void a_member_renames_or_refuses(void **state)
{
    folder f;
    char *said;
    corpus *c;

    (void)state;
    begin(&f);
    c = read_family(&f, CASE, "{\"ids\": {\"text/one\": \"tag/first\"}}", &said);
    assert_string_equal(said, "");
    assert_string_equal(corpus_case(c, 0)->id, "xml/tag/first");
    assert_string_equal(corpus_case(c, 0)->feature, "tag");
    corpus_free(c);
    free(said);
    c = read_family(&f, CASE, "{\"refused\": {\"text/one\": \"it has no text\"}}", &said);
    assert_string_equal(said, "");
    assert_int_equal(corpus_count(c), 0);
    corpus_free(c);
    free(said);
    end(&f);
}

static const struct {
    const char *one, *own, *said;
} DEFECTS[] = {
    { "{\"id\": \"xml/text/one\"}", NULL, "has a \"name\", and no \"id\"" },
    { "{\"name\": \"one\", \"input\": \"«nothing»\"}", NULL,
      "text.json: one: in xml: xml has no piece \"nothing\"" },
    { "{\"name\": \"one\", \"title\": \"«@a»\", \"input\": \"\"}", NULL,
      "only an input has labels" },
    { "{\"name\": \"one\", \"input\": \"«@a»«@a»\"}", NULL, "the label @a is there twice" },
    { "{\"name\": \"one\", \"input\": \"\", \"expect\": {\"diagnostics\": [{\"offset\": \"@z\"}]}}",
      NULL, "there is no label @z in the input" },
    { "{\"name\": \"one\", \"input\": \"\"}", NULL, "\"title\" is missing" },
    { "{\"name\": \"one\", \"title\": \"«byte FF»\", \"input\": \"\"}", NULL, "is not UTF-8" },
    { NULL, "{\"refused\": {\"text/two\": \"why\"}}", "the family tags has no such case" },
    { NULL, "{\"ids\": {\"text/one\": 1}}", "its value is not a string" },
    { NULL, "{\"other\": {}}", "other" },
};

static void defects_are_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof DEFECTS / sizeof *DEFECTS; i++) {
        const char *one = DEFECTS[i].one ? DEFECTS[i].one : CASE;
        folder f;
        char *said;

        begin(&f);
        corpus_free(read_family(&f, one, DEFECTS[i].own, &said));
        if (!strstr(said, DEFECTS[i].said))
            fail_msg("\"%s\" is not in: %s", DEFECTS[i].said, said);
        free(said);
        end(&f);
    }
}

/* -- clauses --------------------------------------------------------------------------------- */

static const char PAGE[] = "# F\n\n## 2. A\n\n### TAGS-2.1\n**MUST.** «bare-open NAME» opens.\n";

static void a_clause_has_the_pieces_of_a_member(void **state)
{
    const fp_syntax *xml = fp_syntax_find(FP_STR("xml"));
    problems p = { 0 };
    folder f;
    spec *s;

    (void)state;
    begin(&f);
    write_file(&f, "spec/families/tags.md", PAGE);
    write_file(&f, "spec/xml.md",
               "# X\n\n## 2. A\n\n### TAGS-2.4 is TAGS-2.1\nIts own words.\n\n## 3. B\n\n"
               "| clause | moved to |\n|---|---|\n| `XML-2.5` | `TAGS-2.1` |\n");
    s = spec_load(f.dir, &p);
    assert_non_null(s);
    assert_string_equal(spec_find(s, "TAGS-2.1")->sentence, "«bare-open NAME» opens.");
    assert_string_equal(spec_find(s, "TAGS-2.1")->file, "spec/families/tags.md");
    assert_string_equal(spec_find_for(s, "TAGS-2.1", xml)->sentence, "<tool:NAME> opens.");
    assert_string_equal(spec_find_for(s, "TAGS-2.1", xml)->rest, "In xml: Its own words.");
    assert_null(spec_find(s, "TAGS-2.4"));
    assert_string_equal(spec_find_moved(s, "TAGS-2.4")->to, "TAGS-2.1");
    assert_string_equal(spec_find_moved(s, "XML-2.5")->to, "TAGS-2.1");
    assert_null(spec_find_moved(s, "XML-2.6"));
    assert_true(spec_clause_of("TAGS-2.1", xml));
    assert_false(spec_clause_of("TAGS-2.1", fp_syntax_find(FP_STR("hermes"))));
    spec_free(s);
    end(&f);
}

static void a_piece_that_a_member_lacks_is_reported(void **state)
{
    size_t len;
    char *said;
    problems p = { .out = open_memstream(&said, &len) };
    folder f;

    (void)state;
    begin(&f);
    write_file(&f, "spec/families/tags.md", "# F\n\n## 2. A\n\n### TAGS-2.1\n**MUST.** «wrong».\n");
    assert_null(spec_load(f.dir, &p));
    fclose(p.out);
    assert_non_null(strstr(said, "spec/families/tags.md:5: TAGS-2.1, for its member "));
    free(said);
    end(&f);
}

static void whose_clause_it_is(void **state)
{
    const fp_syntax *caret = fp_syntax_find(FP_STR("caret"));

    (void)state;
    assert_true(spec_clause_of("CARET-2.1", caret));
    assert_false(spec_clause_of("CARETS-2.1", caret));
    assert_false(spec_clause_of("CARET-LINE-2.1", caret));
    assert_false(spec_clause_of("CARE-2.1", caret));
    assert_false(spec_clause_of("", caret));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_those_of_the_syntax),
        cmocka_unit_test(a_case_is_one_of_the_member),
        cmocka_unit_test(a_label_leaves_blanks_out),
        cmocka_unit_test(bytes_need_not_be_utf8),
        cmocka_unit_test(a_member_renames_or_refuses),
        cmocka_unit_test(defects_are_reported),
        cmocka_unit_test(a_clause_has_the_pieces_of_a_member),
        cmocka_unit_test(whose_clause_it_is),
        cmocka_unit_test(a_piece_that_a_member_lacks_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
