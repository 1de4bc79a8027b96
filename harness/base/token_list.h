/* SPDX-License-Identifier: Apache-2.0 */
/* token_list.h: the places of special tokens in an input (MODEL-7.1), as files, commands and fuzz
 * inputs give them. */
#ifndef FENCEPOST_HARNESS_TOKEN_LIST_H
#define FENCEPOST_HARNESS_TOKEN_LIST_H

#include "base/util.h"

#include <fencepost/syntax.h>

/* Reads how an input ended: "stop", "length" or "token:TEXT", of which *token is a view. False for
 * any other word. */
bool finish_read(const char *word, fp_finish *finish, fp_str *token);

/* Writes how an input ended; owned: free(). */
char *finish_text(fp_finish finish, fp_str token);

/* Return what a syntax lacks if it cannot have a value of the policy (fp_syntax_allows()), and the
 * clause that says so; static. */
const char *policy_needs(fp_policy policy);
const char *policy_needs_by(fp_policy policy);

/* Zero it to begin; token_list_free(). */
typedef struct token_list {
    fp_token *of; /* ascending */
    size_t count, cap;
} token_list;

void token_list_free(token_list *list);

/* Adds a token after all others. */
void token_list_add(token_list *list, size_t at, size_t len);

/* Adds each token of the syntax that is spelt in the text, as a tokenizer would; offset is where
 * the text begins in the input. */
void token_list_spelt(token_list *list, const fp_syntax *syntax, fp_str text, size_t offset);

/* Returns whether the text ends with a proper prefix of a token of the syntax, and so may cut one.
 */
bool token_is_begun(const fp_syntax *syntax, fp_str text);

/* Makes the texts of the tokens views of the input, once that is complete. */
void token_list_view(token_list *list, fp_str input);

/* Returns whether the two have the same tokens at the same places. */
bool token_lists_equal(const fp_token *a, size_t a_count, const fp_token *b, size_t b_count);

/* Reads an array of pieces: a text, {"token": TEXT}, or {"tokenized": TEXT}, a text in which each
 * spelling of a token is that token. Appends the bytes to *input. False with *why, which is owned,
 * if the array is wrong. */
bool token_list_read(token_list *list, const json_t *pieces, const fp_syntax *syntax,
                     fp_json *input, char **why);

#endif
