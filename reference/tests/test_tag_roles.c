/* SPDX-License-Identifier: Apache-2.0 */
/* test_tag_roles.c: what each byte of a notation made of tags is, and the clause that gives it. */
#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT = 400 };

static const char LETTERS[FP_ROLE_COUNT + 1] = "TMNKVBSF"; /* of roles */

typedef struct row {
    const char *title;
    const char *syntax;
    void (*set)(fp_options *options); /* NULL: as the syntax has them */
    const char *pieces; /* of the input: the letter of the role, the clause's number, a space, the
                           bytes, and `|` */
} row;

static void lenient(fp_options *options)
{
    options->policies.of[FP_RECOVERY] = FP_RECOVERY_LENIENT;
}

static void stop(fp_options *options)
{
    options->policies.of[FP_EXTRA_CALLS] = FP_EXTRA_STOP;
}

static void short_names(fp_options *options)
{
    options->limits.name = 2;
}

static void short_tags(fp_options *options)
{
    options->limits.held = 20;
}

/* clang-format off */
static const row ROWS[] = {
    { "a call", "xml", NULL,
      "Tf6.1 I |Mf2.1 <tool:|N1.2 x|Mf2.1 >|Bf3.1 \n|Mf3.2 <param:|K1.2 k|Mf3.2 >|Vf4.1 v|"
      "Mf4.2 </param:|Kf4.2 k|Mf4.2 >|Mf3.3 </tool:|Nf3.3 x|Mf3.3 >|Tf6.1 .|" },
    { "a block that is broken", "xml", NULL,
      "Mf2.1 <tool:|N1.2 x|Mf2.1 >|S3.4 y|Bf3.1  |S3.4 </param:k>|Mf3.3 </tool:|Nf3.3 x|"
      "Mf3.3 >|" },
    { "tags in a value", "xml", NULL,
      "Mf2.1 <tool:|N1.2 x|Mf2.1 >|Mf3.2 <param:|K1.2 k|Mf3.2 >|"
      "Vf4.1 <tool:y><param:k|V4.4 >|Vf4.1 </tool:x|V4.5 >|Mf4.2 </param:|Kf4.2 k|Mf4.2 >|Mf3.3 </tool:|"
      "Nf3.3 x|Mf3.3 >|" },
    { "an end tag that ends nothing", "xml", NULL,
      "Tf6.1 </tool:x|Tf2.4 >|" },
    { "a block in a block", "xml", NULL,
      "Mf2.1 <tool:|N1.2 x|Mf2.1 ><tool:|N1.2 y|Mf2.1 >|Mf3.3 </tool:|Nf3.3 y|Mf3.3 >|" },
    { "the end tag of another", "xml", NULL,
      "Mf2.1 <tool:|N1.2 x|Mf2.1 >|M3.5 </tool:|N3.5 y|M3.5 >|" },
    { "blanks in tags", "xml", lenient,
      "Mf2.1 <tool:|N1.2 x|B1.3  |Mf2.1 >|Mf3.3 </tool:|Nf3.3 x|B1.3  |Mf3.3 >|" },
    { "no name", "xml", NULL,
      "Tf2.3 <tool:|Tf6.1 !|" },
    { "a block more than is allowed", "xml", stop,
      "Mf2.1 <tool:|N1.2 x|Mf2.1 >|Mf3.3 </tool:|Nf3.3 x|Mf3.3 >|T6.3 <tool:x>|" },
    { "a block that the input ends", "xml", NULL,
      "Mf2.1 <tool:|N1.2 x|Mf2.1 >|Sf7.1 <param|" },
    { "a value that the input ends", "xml", NULL,
      "Mf2.1 <tool:|N1.2 x|Mf2.1 >|Mf3.2 <param:|K1.2 k|Mf3.2 >|Vf7.1 </param|" },
    { "a tag that the input ends", "xml", NULL,
      "Tf7.2 <tool:x|" },
    { "a name over its limit", "xml", short_names,
      "T7.3 <tool:xy|Tf6.1 z>|" },
    { "a tag over the limit", "xml", short_tags,
      "T7.5 <tool:xxxxxxxxxxxxxxx|Tf6.1 >|" },
    { "a call", "qwen3-coder", NULL,
      "Tf6.1 I |Mf2.1 <tool_call>|Bf3.1 \n|Mf2.1 <function=|N1.2 x|Mf2.1 >|Bf3.1 \n|"
      "Mf3.2 <parameter=|K1.7 k|Mf3.2 >|Vf4.1 v|Mf4.2 </parameter>|"
      "Mf3.3 </function></tool_call>|Tf6.1 .|" },
    { "a call without its frame", "qwen3-coder", lenient,
      "Tf6.1 I |M5.1 <function=|N1.2 x|M5.1 >|Mf3.2 <parameter=|K1.7 k|Mf3.2 >|Vf4.1 v|"
      "M5.2 <parameter=|K1.7 l|M5.2 >|Vf4.1 w|M5.2 </function>|Tf6.1 .|" },
    { "tags of a lenient block", "qwen3-coder", lenient,
      "Mf2.1 <tool_call>|Bf3.1 \n|Mf2.1 <function=|N1.2 x|Mf2.1 >|M5.1 <function=|N1.2 y|M5.1 >|"
      "Mf3.2 <parameter=|K1.7 k|Mf3.2 >|Vf4.1 v|Mf4.2 </parameter>|Mf3.3 </function>|Bf3.1 \n|"
      "Mf3.3 </tool_call>|Tf6.1 </tool_call|Tf2.4 >|Tf6.1 </function|Tf2.4 >|" },
    { "a lenient block whose function is open", "qwen3-coder", lenient,
      "Mf2.1 <tool_call><function=|N1.2 x|Mf2.1 >|M5.3 </tool_call>|" },
    { "a lenient block in a block", "qwen3-coder", lenient,
      "Mf2.1 <tool_call><function=|N1.2 x|Mf2.1 ><tool_call><function=|N1.2 y|Mf2.1 >|"
      "Mf3.3 </function></tool_call>|" },
    { "tags in a value", "qwen3-coder", NULL,
      "Mf2.1 <tool_call><function=|N1.2 x|Mf2.1 >|Mf3.2 <parameter=|K1.7 k|Mf3.2 >|"
      "Vf4.1 <function=y></function|V4.5 >|Vf4.1 </tool_call|V4.5 >|Vf4.1 <parameter|V4.4 =|"
      "Vf4.1 k></parameter|V4.4 >|Mf4.2 </parameter>|Mf3.3 </function></tool_call>|" },
    { "tags in a lenient value", "qwen3-coder", lenient,
      "Mf2.1 <tool_call><function=|N1.2 x|Mf2.1 >|Mf3.2 <parameter=|K1.7 k|Mf3.2 >|"
      "Vf4.1 </tool_call|V4.5 >|Mf4.2 </parameter>|Mf3.3 </function></tool_call>|" },
    { "tags that end nothing", "qwen3-coder", NULL,
      "Tf6.1 <function=x></function|Tf2.4 >|Tf6.1 </tool_call|Tf2.4 >|" },
    { "another notation", "qwen3-coder", NULL,
      "Tf6.1 I |T2.4 <tool_call>\n{<tool_call><function=x></tool_call>|Tf6.1 .|" },
    { "another notation in a lenient block", "qwen3-coder", lenient,
      "Mf2.1 <tool_call><function=|N1.2 x|Mf2.1 >|T2.4 <tool_call>[</tool_call>|Tf6.1 .|" },
    { "a block in a block", "qwen3-coder", NULL,
      "Mf2.1 <tool_call><function=|N1.2 x|Mf2.1 ><tool_call>|Bf3.1 \n|Mf2.1 <function=|N1.2 y|"
      "Mf2.1 >|Mf3.3 </function></tool_call>|" },
    { "a block that is broken", "qwen3-coder", NULL,
      "Mf2.1 <tool_call>|Bf3.1 \n|Mf2.1 <function=|N1.2 x|Mf2.1 >|S3.4 y|Bf3.1  |"
      "S3.4 </parameter>|Mf3.3 </function></tool_call>|" },
    { "the end of a block whose function is open", "qwen3-coder", NULL,
      "Mf2.1 <tool_call>|Bf3.1 \n|Mf2.1 <function=|N1.2 x|Mf2.1 >|M3.5 </tool_call>|" },
    { "no function", "qwen3-coder", NULL,
      "Tf2.3 <tool_call>|Tf6.1 !|" },
    { "no name", "qwen3-coder", NULL,
      "Tf2.3 <tool_call><function=|Tf6.1 !|" },
    { "no name of a function alone", "qwen3-coder", lenient,
      "T5.1 <function=|Tf6.1 !|" },
    { "a block more than is allowed", "qwen3-coder", stop,
      "Mf2.1 <tool_call>|Bf3.1 \n|Mf2.1 <function=|N1.2 x|Mf2.1 >|"
      "Mf3.3 </function></tool_call>|T6.3 <tool_call><function=x>|" },
    { "a block that the input ends", "qwen3-coder", NULL,
      "Mf2.1 <tool_call>|Bf3.1 \n|Mf2.1 <function=|N1.2 x|Mf2.1 >|Sf7.1 <param|" },
    { "a value that the input ends", "qwen3-coder", NULL,
      "Mf2.1 <tool_call>|Bf3.1 \n|Mf2.1 <function=|N1.2 x|Mf2.1 >|Mf3.2 <parameter=|K1.7 k|"
      "Mf3.2 >|Vf7.1 </param|" },
    { "a tag that the input ends", "qwen3-coder", NULL,
      "F7.6 <tool_call><function=x|" },
    { "a name over its limit", "qwen3-coder", short_names,
      "T7.3 <tool_call><function=xy|Tf6.1 z>|" },
    { "a tag over the limit", "qwen3-coder", short_tags,
      "T7.5 <tool_call><function=|Tf6.1 x>|" },
    { "a call", "toolcall-tag", NULL,
      "Tf6.1 I |Mf2.1 <toolcall(|N1.2 x|Mf2.1 )>|Bf1.2 \n |Mf3.2 <|K1.2 k|Mf3.2 >|Vf4.1 v|"
      "Mf4.2 </|Kf4.2 k|Mf4.2 >|Bf1.2 \n|Mf3.3 </toolcall(|Nf3.3 x|Mf3.3 )>|Tf6.1 .|" },
    { "blanks in tags", "toolcall-tag", lenient,
      "Mf2.1 <toolcall(|B1.4  |N1.2 x|B1.4  |Mf2.1 )|B1.4  |Mf2.1 >|Mf3.3 </toolcall(|"
      "Nf3.3 x|Mf3.3 )>|" },
    { "an end tag that ends nothing", "toolcall-tag", NULL,
      "Tf6.1 </toolcall(x)|Tf2.4 >|" },
    { "no name", "toolcall-tag", NULL,
      "Tf2.3 <toolcall(|Tf6.1 !|" },
    { "a block more than is allowed", "toolcall-tag", stop,
      "Mf2.1 <toolcall(|N1.2 x|Mf2.1 )>|Mf3.3 </toolcall(|Nf3.3 x|Mf3.3 )>|"
      "T6.3 <toolcall(x)>|" },
    { "a block that the input ends", "toolcall-tag", NULL,
      "Mf2.1 <toolcall(|N1.2 x|Mf2.1 )>|Sf7.1 <k|" },
    { "a value that the input ends", "toolcall-tag", NULL,
      "Mf2.1 <toolcall(|N1.2 x|Mf2.1 )>|Mf3.2 <|K1.2 k|Mf3.2 >|Vf7.1 </|" },
    { "a tag that the input ends", "toolcall-tag", NULL,
      "Tf7.2 <toolcall(x|" },
    { "a name over its limit", "toolcall-tag", short_names,
      "T7.3 <toolcall(xy|Tf6.1 z)>|" },
    { "a tag over the limit", "toolcall-tag", short_tags,
      "T7.5 <toolcall(xxxxxxxxxxx|Tf6.1 )>|" },
};
/* clang-format on */

/* -- what is traced -------------------------------------------------------------------------- */

typedef struct traced {
    const char *input;
    const char *syntax;
    char pieces[TEXT];
    char head[TEXT]; /* of the last piece: all before its bytes */
} traced;

static void add(char *text, const char *bytes, size_t len)
{
    const size_t used = strlen(text);

    assert_true(len < TEXT - used);
    memcpy(text + used, bytes, len);
    text[used + len] = '\0';
}

/* The number of a clause, which is one of the syntax, or, with an f before it, of its family. */
static const char *number_of(const char *clause, const char *syntax, char *number, size_t size)
{
    static const char FAMILY[] = "TAGS-";
    const bool of_family = strncmp(clause, FAMILY, sizeof FAMILY - 1) == 0;

    for (; !of_family && *syntax; syntax++, clause++)
        assert_int_equal(*clause, *syntax >= 'a' ? *syntax - 'a' + 'A' : *syntax);
    assert_true(of_family || *clause == '-');
    snprintf(number, size, "%s%s", of_family ? "f" : "",
             clause + (of_family ? sizeof FAMILY - 1 : 1));
    return number;
}

/* Ranges of one role and clause are one piece. */
static void note_range(void *context, fp_role role, const char *clause, uint64_t start,
                       uint64_t end)
{
    traced *t = context;
    char head[TEXT], number[TEXT];
    size_t used;

    assert_non_null(clause);
    snprintf(head, sizeof head, "%c%.100s ", LETTERS[role],
             number_of(clause, t->syntax, number, sizeof number));
    used = strlen(t->pieces);
    if (strcmp(head, t->head) == 0)
        t->pieces[used - 1] = '\0'; /* the end of the piece before */
    else
        add(t->pieces, head, strlen(head));
    memcpy(t->head, head, sizeof head);
    add(t->pieces, t->input + start, (size_t)(end - start));
    add(t->pieces, "|", 1);
}

/* -- rows ------------------------------------------------------------------------------------ */

/* The bytes of all pieces. */
static void read_input(const char *pieces, char *input)
{
    while (*pieces) {
        const char *bytes = strchr(pieces, ' ') + 1;
        const size_t len = strcspn(bytes, "|");

        add(input, bytes, len);
        pieces = bytes + len + 1;
    }
}

static void check(const row *r)
{
    const fp_syntax *syntax = fp_syntax_find((fp_str){ r->syntax, strlen(r->syntax) });
    fp_options options = fp_options_default(syntax);
    char input[TEXT] = "";
    traced t = { .input = input, .syntax = r->syntax };
    fp_parser *parser;

    read_input(r->pieces, input);
    if (r->set)
        r->set(&options);
    parser = fp_parser_new(syntax, &options, NULL, NULL);
    assert_non_null(parser);
    fp_parser_trace(parser, note_range, &t);
    assert_int_equal(fp_parser_feed(parser, input, strlen(input)), FP_OK);
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    fp_parser_free(parser);
    if (strcmp(t.pieces, r->pieces) != 0)
        fail_msg("%s: %s: it is\n%s\nnot\n%s", r->syntax, r->title, t.pieces, r->pieces);
}

static void every_byte_has_its_role_and_clause(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        check(&ROWS[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_byte_has_its_role_and_clause) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
