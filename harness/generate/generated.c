/* SPDX-License-Identifier: Apache-2.0 */
/* generated.c: generates cases from a seed. */
#include "generate/generated.h"

#include "generate/edit.h"
#include "generate/message.h"

#include <stdlib.h>

enum { LONGEST = 200, CALLS_MAX = 3 };

/* An edited message, or as it is if none of a few edits finds something to change. */
static void spoil(const fp_syntax *syntax, rng *r, fp_str other, fp_json *text)
{
    fp_json edited = { 0 };

    for (size_t i = 0; i < EDIT_COUNT; i++) {
        const edit *e = &EDITS[rng_below(r, EDIT_COUNT)];

        if (!edit_apply(e, syntax, json_text(text), other, r, &edited))
            continue;
        fp_json_free(text);
        *text = edited;
        return;
    }
    fp_json_free(&edited);
}

static adhoc *make_case(const fp_syntax *syntax, generator *g, rng *r, size_t number,
                        const policy_set *policy, problems *p)
{
    fp_json text = { 0 }, other = { 0 };
    adhoc *made;

    message_make(g, syntax, NULL, 1 + rng_below(r, CALLS_MAX), &text);
    message_make(g, syntax, NULL, 1, &other);
    if (number % 2)
        spoil(syntax, r, json_text(&other), &text);
    need_memory(!text.failed);
    made = adhoc_new(syntax, FP_STR(""), (fp_str){ text.len ? text.ptr : "", text.len }, NULL,
                     policy, p);
    if (made)
        adhoc_rename(made, &(adhoc_name){ xformat("%s/generated/%zu", fp_syntax_id(syntax), number),
                                          "a message made up from a seed",
                                          "fencepost test --generate", "generated" });
    fp_json_free(&text);
    fp_json_free(&other);
    return made;
}

adhoc **generated_cases(const fp_syntax *const *only, size_t each, uint64_t seed,
                        const policy_set *policy, size_t *made, problems *p)
{
    size_t syntaxes = 0;
    adhoc **cases;
    bool good = true;

    while (FP_SYNTAXES[syntaxes])
        syntaxes++;
    cases = xcalloc(syntaxes * each + 1, sizeof *cases);
    *made = 0;
    for (const fp_syntax *const *s = FP_SYNTAXES; good && *s; s++) {
        generator *g = generator_new(seed, LONGEST);
        rng r = { seed };

        for (size_t i = 0; good && is_among(only, *s) && i < each; i++) {
            cases[*made] = make_case(*s, g, &r, i, policy, p);
            good = cases[*made] != NULL;
            *made += good;
        }
        generator_free(g);
    }
    if (good)
        return cases;
    while (*made)
        adhoc_free(cases[--*made]);
    free(cases);
    return NULL;
}
