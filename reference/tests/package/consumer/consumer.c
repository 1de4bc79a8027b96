/* SPDX-License-Identifier: Apache-2.0 */
/* consumer.c: what a user of the installed library writes: prints the name of each call. */
#include <fencepost/outcome.h>
#include <fencepost/parser.h>

#include <stdio.h>

int main(void)
{
    const fp_syntax *caret = fp_syntax_find(fp_str_of("caret"));
    fp_outcome *outcome = NULL;

    if (!caret || fp_parse(caret, NULL, FP_STR("^^^list_projects\n^^^\n"), &outcome) != FP_OK)
        return 1;
    for (size_t i = 0; i < fp_outcome_call_count(outcome); i++) {
        const fp_str name = fp_outcome_call(outcome, i)->name;
        printf("%.*s\n", (int)name.len, name.ptr);
    }
    fp_outcome_free(outcome);
    return 0;
}
