/* SPDX-License-Identifier: Apache-2.0 */
/* choice_table.c: what real parsers choose, and how each of it is declared. A row for each choice
 * that measuring real parsers has shown, under the name that it had then.
 */
#include "command/choice_table.h"

#include <stdio.h>

typedef struct choice {
    const char *name, *what, *how, *why;
} choice;

static const choice CHOICES[] = {
    { "unterminated", "what becomes of a block that the input ends", "policy `unterminated`", "" },
    { "extra_call", "a block where there should be no further one", "policy `extra_call`", "" },
    { "text_after", "text after a call", "policy `text_after`", "" },
    { "text_space", "blanks at the ends of text", "policy `text_space`", "" },
    { "text_space: trimmed-with-calls", "text is trimmed in a message with calls only",
      "reading MODEL-1.13",
      "an outcome does not say where its text was, so that no value could be held to it" },
    { "value_framing", "line ends and blanks around a value", "policy `value_framing`", "" },
    { "value_end", "a value ends at an end tag on a line of its own", "`value_framing: own-line`",
      "what ends a value and what frames it is one choice" },
    { "unknown_tool", "a name that is not in the catalogue", "policy `unknown_tool`", "" },
    { "code_fence", "a block in a code fence", "policy `code_fence`", "" },
    { "types", "values get the types of their schemas", "policy `types`", "" },
    { "types: unions", "a text becomes JSON where a string is allowed, too", "reading MODEL-3.13",
      "engines contradict each other, and only a string is true to every text" },
    { "types: Python literals", "what is read as a value of a type beyond `True` and `False`",
      "reading MODEL-3.14, reading MODEL-3.19", "each value is true to what was written" },
    { "recovery", "deviations that do no harm", "policy `recovery`", "" },
    { "argument_forms: parameters, string", "arguments in another member, or a string of JSON",
      "`recovery: lenient`", "" },
    { "argument_forms: null, missing", "a call without arguments is not one", "reading OBJECT-5.1",
      "" },
    { "reasoning", "what is between marks of thought", "policy `reasoning`", "" },
    { "markers", "marks are tokens, or their bytes", "policy `markers`", "" },
    { "malformed: text, report", "a broken block", "policy `malformed`", "" },
    { "malformed: drop", "a broken block is dropped", "`unterminated: drop`",
      "a parser that drops open calls drops broken ones" },
    { "malformed: refuse", "a message with a broken block is an error", "reading MODEL-1.14", "" },
    { "false_opener", "an opening mark in prose", "policy `false_opener`", "" },
    { "broken_block", "bytes before the first value of a block are skipped",
      "reading QWEN3-CODER-3.10, reading TAGS-1.2",
      "between two values it stays a finding: it is mostly the rest of a value that quoted an end "
      "tag" },
    { "call_end: at the end of input", "a call is whole without its end tag",
      "`unterminated: whole`", "" },
    { "call_end: before something else", "a call is whole with its object, whatever follows",
      "reading OBJECT-6.1, reading OBJECT-7.2, reading OBJECT-8.2", "" },
    { "duplicate_key", "of a key that is there twice the last one counts",
      "reading OBJECT-5.5, reading OBJECT-4.5", "" },
    { "names", "a name is any bytes", "reading QWEN3-CODER-1.2", "" },
    { "keys", "a key is any bytes", "nothing", "the clause allows it: QWEN3-CODER-1.7" },
    { "opener_blank", "a line end is needed after the opener", "nothing",
      "only cases about layout have other blanks, and no clause asks for them" },
    { "blanks", "blanks are what Unicode calls white space",
      "reading OBJECT-1.8, reading OBJECT-7.2, reading TAGS-1.2", "" },
    { "output: constrained", "only what the template's grammar can produce is read",
      "`output` of `hello`", "PROTOCOL-2.12: other inputs are skipped" },
};

void choice_table_print(void)
{
    puts(
        "\n## What real parsers choose, and how it is declared\n\n"
        "A *policy* has a value for each reading, and our own parser reads in each of them. A "
        "*reading* is a clause that the parser\nreads in a way of its own (PROTOCOL-2.14): the "
        "clauses here are those of `hermes` and `qwen3-coder`, and in another\nnotation it is the "
        "clause that its failures name. What is worth a policy: that several parsers share it, and "
        "that\na user sees it in each message; or that bytes or calls are lost by it. The others "
        "would be values for one parser each.\n\n"
        "| choice | what it is | declared by | why so |\n|---|---|---|---|");
    for (size_t i = 0; i < sizeof CHOICES / sizeof *CHOICES; i++)
        printf("| `%s` | %s | %s | %s |\n", CHOICES[i].name, CHOICES[i].what, CHOICES[i].how,
               CHOICES[i].why);
}
