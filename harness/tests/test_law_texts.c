/* SPDX-License-Identifier: Apache-2.0 */
/* test_law_texts.c: where SURROUNDING puts words, and in which form. */
#include "base/util.h"
#include "law/laws.h"
#include "law/law_texts.h"

#include <fencepost/parser.h>
#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HERMES "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"
#define SAID "<|start|>assistant<|channel|>final<|message|>Some plain words.<|end|>"
#define CALL "<|start|>assistant<|channel|>commentary to=functions.f<|message|>{}<|call|>"
#define FIRST "<|channel|>commentary to=functions.f<|message|>{}<|call|>"
#define BLOCK "<atem:invoke name=\"f\">\n</atem:invoke>\n"
#define SECTION(blocks)                                                                         \
    "<|start|>assistant to=f<|message|><atem:function_calls>\n" blocks "</atem:function_calls>" \
    "<|eom|>"
#define SPOKEN "<|start|>assistant<|message|>Some plain words.<|eom|>"

typedef struct row {
    const char *name;
    const char *syntax;
    const char *input;
    const char *text; /* the input with words; NULL: nowhere in it can words be put */
} row;

static row ROWS[] = {
    { "words on lines of their own", "hermes", HERMES,
      "Some plain words.\n" HERMES "\nSome plain words." },
    { "before and after a message", "harmony", CALL, SAID CALL SAID },
    { "between two messages", "harmony", CALL CALL, SAID CALL SAID CALL SAID },
    { "nothing before what continues a header of the prompt", "harmony", FIRST, FIRST SAID },
    { "nothing between messages that text parts", "harmony", CALL "\n" CALL,
      SAID CALL "\n" CALL SAID },
    { "nothing in a message", "harmony", "<|channel|>final<|message|>Hi", NULL },
    { "nothing between the calls of one message", "glimmer", SECTION(BLOCK BLOCK),
      SPOKEN SECTION(BLOCK BLOCK) SPOKEN },
    { "a document", "native-openai", "{\"choices\": []}", NULL },
};

static void puts_words(void **state)
{
    const row *r = *state;
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(r->syntax));
    fp_options options = fp_options_default(syntax);
    const law_subject s = { .syntax = syntax,
                            .options = &options,
                            .engine = &LAW_REFERENCE,
                            .input = fp_str_of(r->input) };
    fp_json text = { 0 };
    insertions put;
    const bool any = law_text_surrounded(&s, &text, &put);

    assert_int_equal(any, r->text != NULL);
    if (any) {
        char *made = xformat("%.*s", (int)json_text(&text).len, json_text(&text).ptr);

        assert_string_equal(made, r->text);
        free(made);
    }
    fp_json_free(&text);
}

int main(void)
{
    enum { COUNT = sizeof ROWS / sizeof *ROWS };
    struct CMUnitTest tests[COUNT];

    for (size_t i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){ ROWS[i].name, puts_words, NULL, NULL, &ROWS[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
