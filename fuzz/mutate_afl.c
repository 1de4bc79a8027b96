/* SPDX-License-Identifier: Apache-2.0 */
/* mutate_afl.c: the mutator as a shared object for AFL++:
 *
 *     cmake --preset fuzz-afl-mutator && cmake --build --preset fuzz-afl-mutator
 *     export FENCEPOST_FUZZ_SYNTAX=caret
 *     AFL_CUSTOM_MUTATOR_LIBRARY=$PWD/build/fuzz-afl-mutator/fuzz/mutate_afl.so afl-fuzz …
 *
 * AFL++ goes on mutating by itself beside it, unless AFL_CUSTOM_MUTATOR_ONLY says otherwise.
 */
#include "mutate_afl.h"

#include "base/rng.h"
#include "seed/mutate.h"

#include <stdio.h>
#include <stdlib.h>

struct afl_mutator {
    const fp_syntax *syntax;
    rng rng;
    uint8_t *data; /* what was made last */
    size_t cap;
};

afl_mutator *afl_custom_init(void *afl, unsigned int seed)
{
    const char *id = getenv("FENCEPOST_FUZZ_SYNTAX");
    const fp_syntax *syntax = id ? fp_syntax_find(fp_str_of(id)) : NULL;
    afl_mutator *m = syntax ? calloc(1, sizeof *m) : NULL;

    (void)afl;
    if (!syntax)
        fprintf(stderr, "mutate_afl: FENCEPOST_FUZZ_SYNTAX must be the id of a syntax, as in "
                        "FENCEPOST_FUZZ_SYNTAX=caret\n");
    if (m) {
        m->syntax = syntax;
        m->rng = (rng){ seed };
    }
    return m;
}

/* NOLINTNEXTLINE(readability-function-size): the engine asks for seven parameters */
size_t afl_custom_fuzz(afl_mutator *m, uint8_t *data, size_t size, uint8_t **out, uint8_t *other,
                       size_t other_size, size_t max_size)
{
    const mutating what = { .syntax = m->syntax,
                            .kinds = MUTATE_ALL,
                            .input = { size ? (const char *)data : "", size },
                            .other = { other_size ? (const char *)other : "", other_size } };

    *out = NULL;
    if (max_size > m->cap) {
        uint8_t *grown = realloc(m->data, max_size);

        if (!grown)
            return 0;
        m->data = grown;
        m->cap = max_size;
    }
    *out = m->data;
    return mutate(&what, rng_next(&m->rng), m->data, max_size);
}

void afl_custom_deinit(afl_mutator *m)
{
    if (m)
        free(m->data);
    free(m);
}
