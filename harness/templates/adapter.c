/* SPDX-License-Identifier: Apache-2.0 */
/* A Fencepost worker, protocol 1. Fill in parse(), then: cc adapter.c -ljansson -o adapter */
#include <jansson.h>
#include <string.h>
#include <unistd.h>
/* Feed a fresh parser the chunks (an array of strings, which may hold NUL) in turn, end its input,
 * and return {"text": "...", "calls": [{"name": "...", "input": {...}}]}, or {"error": "why"}. */
static json_t *parse(const char *syntax, const json_t *chunks)
{
    return syntax && chunks ? json_pack("{ss}", "error", "not filled in yet") : NULL;
}
int main(void)
{
    json_t *request, *answer, *id, *list, *item;
    const char *op, *syntax;
    FILE *answers = fdopen(dup(1), "w");
    dup2(2, 1); /* whatever else prints, prints to standard error */
    while (json_unpack(request = json_loadf(stdin, JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, NULL),
                       "{ss so s?s s?o s?o}", "op", &op, "id", &id, "syntax", &syntax, "chunks",
                       &list, "protocols", &list) == 0 &&
           strcmp(op, "bye") != 0) {
        size_t i, spoken = 0;
        json_array_foreach (list, i, item)
            spoken |= json_integer_value(item) == 1;
        answer = strcmp(op, "parse") == 0 ? parse(syntax, list)
                 : !spoken                ? NULL
                           : json_pack("{si ss ss ss s[s] ss}", "protocol", 1, "name", "my-parser",
                                       "version", "0", "language", "c", "syntaxes", "caret", "unit",
                                       "codepoint");
        answer = answer ? answer : json_pack("{ss}", "error", "not protocol 1, or not UTF-8");
        json_object_set(answer, "id", id), json_dumpf(answer, answers, JSON_COMPACT);
        fputs("\n", answers), fflush(answers), json_decref(answer), json_decref(request);
    }
}
