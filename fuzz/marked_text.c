/* SPDX-License-Identifier: Apache-2.0 */
/* marked_text.c: seeded inputs of one syntax, in the form of decode.h. */
#include "marked_text.h"

#include "seed/decode.h"
#include "tests/randomtext.h"

size_t marked_text(const fp_syntax *syntax, uint64_t seed, uint8_t *data, size_t cap)
{
    enum { TEXT_MAX = 400 };
    unsigned char text[TEXT_MAX];
    rng r = { seed };
    const size_t len = random_text(&r, syntax, text, sizeof text);
    const size_t rarity = 2 + rng_below(&r, 30);
    size_t n = 0;

    for (size_t controls = rng_below(&r, 3); controls > 0 && n + 2 <= cap; controls--) {
        data[n++] = MARK_CONTROL;
        data[n++] = control_op(rng_below(&r, CONTROL_COUNT));
    }
    for (size_t i = 0; i < len && n + 3 <= cap; i++) {
        if (rng_below(&r, rarity) == 0)
            data[n++] = MARK_CUT;
        if (text[i] == MARK_CUT || text[i] == MARK_CONTROL) {
            data[n++] = MARK_CONTROL;
            data[n++] = text[i] == MARK_CUT ? OP_FF : OP_FE;
        } else {
            data[n++] = text[i];
        }
    }
    return n;
}
