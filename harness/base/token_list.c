/* SPDX-License-Identifier: Apache-2.0 */
/* token_list.c: special tokens in an input. */
#include "base/token_list.h"

#include "base/values.h"

#include <stdlib.h>
#include <string.h>

static const char TOKEN[] = "token:";

enum { TOKEN_LENGTH = sizeof TOKEN - 1 };

bool finish_read(const char *word, fp_finish *finish, fp_str *token)
{
    *token = (fp_str){ 0 };
    *finish = strcmp(word, "length") == 0 ? FP_FINISH_LENGTH : FP_FINISH_STOP;
    if (strncmp(word, TOKEN, TOKEN_LENGTH) != 0)
        return *finish == FP_FINISH_LENGTH || strcmp(word, "stop") == 0;
    *finish = FP_FINISH_TOKEN;
    *token = fp_str_of(word + TOKEN_LENGTH);
    return token->len > 0;
}

char *finish_text(fp_finish finish, fp_str token)
{
    if (finish == FP_FINISH_TOKEN)
        return xformat("%s%.*s", TOKEN, (int)token.len, token.ptr);
    return xstrdup(finish == FP_FINISH_LENGTH ? "length" : "stop");
}

const char *policy_needs(fp_policy policy)
{
    if (policy == FP_UNTERMINATED || policy == FP_MALFORMED)
        return "blocks with text beside them";
    if (policy == FP_VALUE_FRAMING || policy == FP_FALSE_OPENER)
        return "known parser that makes this choice";
    return policy == FP_MARKERS ? "marks that are tokens" : "marks of reasoning";
}

const char *policy_needs_by(fp_policy policy)
{
    if (policy == FP_UNTERMINATED)
        return "MODEL-3.23";
    if (policy == FP_MALFORMED)
        return "MODEL-3.25";
    if (policy == FP_VALUE_FRAMING)
        return "MODEL-3.5";
    if (policy == FP_FALSE_OPENER)
        return "MODEL-3.26";
    return policy == FP_MARKERS ? "MODEL-7.2" : "MODEL-5.1";
}

void token_list_free(token_list *list)
{
    free(list->of);
    *list = (token_list){ 0 };
}

void token_list_add(token_list *list, size_t at, size_t len)
{
    void *grown = list->of;

    xgrow(&grown, &list->cap, list->count, sizeof *list->of);
    list->of = grown;
    list->of[list->count++] = (fp_token){ .at = at, .text = { NULL, len } };
}

/* The length of the token that the text begins with; 0: it begins with none. */
static size_t token_at(const fp_syntax *syntax, fp_str text)
{
    for (const char *const *token = syntax->tokens; *token; token++) {
        const size_t len = strlen(*token);

        if (len <= text.len && memcmp(text.ptr, *token, len) == 0)
            return len;
    }
    return 0;
}

void token_list_spelt(token_list *list, const fp_syntax *syntax, fp_str text, size_t offset)
{
    for (size_t at = 0; syntax->tokens && at < text.len;) {
        const size_t len = token_at(syntax, (fp_str){ text.ptr + at, text.len - at });

        if (len)
            token_list_add(list, offset + at, len);
        at += len ? len : 1;
    }
}

bool token_is_begun(const fp_syntax *syntax, fp_str text)
{
    for (const char *const *token = syntax->tokens; token && *token; token++)
        for (size_t n = strlen(*token) - 1; n > 0; n--)
            if (n <= text.len && memcmp(text.ptr + text.len - n, *token, n) == 0)
                return true;
    return false;
}

void token_list_view(token_list *list, fp_str input)
{
    for (size_t i = 0; i < list->count; i++)
        list->of[i].text.ptr = input.ptr + list->of[i].at;
}

bool token_lists_equal(const fp_token *a, size_t a_count, const fp_token *b, size_t b_count)
{
    bool same = a_count == b_count;

    for (size_t i = 0; same && i < a_count; i++)
        same = a[i].at == b[i].at && fp_str_equal(a[i].text, b[i].text);
    return same;
}

static bool wrong(char **why, size_t index, const char *what)
{
    *why = xformat("its item %zu %s", index + 1, what);
    return false;
}

static bool read_piece(token_list *list, const json_t *piece, const fp_syntax *syntax,
                       fp_json *input, size_t index, char **why)
{
    const json_t *token = json_object_get(piece, "token");
    const json_t *tokenized = json_object_get(piece, "tokenized");
    const json_t *string = token ? token : tokenized ? tokenized : piece;
    const size_t from = input->len;

    if (!json_is_string(string) || (json_is_object(piece) && json_object_size(piece) != 1))
        return wrong(why, index,
                     "is neither a string nor {\"token\": TEXT} nor {\"tokenized\": TEXT} "
                     "(MODEL-7.1)");
    fp_json_bytes(input, json_str(string));
    need_memory(!input->failed);
    if (token && input->len == from)
        return wrong(why, index, "is a token of no bytes (MODEL-7.1)");
    if (token)
        token_list_add(list, from, input->len - from);
    else if (tokenized)
        token_list_spelt(list, syntax, json_str(string), from);
    return true;
}

bool token_list_read(token_list *list, const json_t *pieces, const fp_syntax *syntax,
                     fp_json *input, char **why)
{
    size_t i;
    json_t *piece;

    if (!json_is_array(pieces)) {
        *why = xstrdup("it is not an array (MODEL-7.1)");
        return false;
    }
    if (!syntax) {
        *why = xstrdup("it is an array: only a text in a syntax has tokens (MODEL-7.1)");
        return false;
    }
    if (!syntax->tokens) {
        *why = xformat("%s has no marks that are tokens, so a token in its input is text like any "
                       "other (MODEL-7.2)",
                       fp_syntax_id(syntax));
        return false;
    }
    json_array_foreach (pieces, i, piece)
        if (!read_piece(list, piece, syntax, input, i, why))
            return false;
    return true;
}
