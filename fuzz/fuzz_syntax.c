/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_syntax.c: one input of one syntax (FUZZ_SYNTAX), in two gears (gears.h). */
#include "seed/decode.h"
#include "gears.h"
#include "marked_text.h"
#include "mutate_libfuzzer.h"
#include "show_input.h"
#include "target.h"

#include <jansson.h>

#include <stdlib.h>

/* Made once, by LLVMFuzzerInitialize(): an engine hands no context to its targets. */
static const fp_syntax *syntax;
static decode_tools tools;
static decode_room room;
static gears both;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    json_object_seed(1); /* or hashes, and with them coverage, differ from run to run */
    syntax = fp_syntax_find(FP_STR(FUZZ_SYNTAX));
    tools = decode_tools_read();
    if (!syntax)
        abort();
    both = gears_open(syntax, "syntax " FUZZ_SYNTAX, *argc, *argv);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const decoded d = decode_in(&room, syntax, &tools, data, size);

    show_input(syntax, &d);
    gears_run(&both, &d);
    return 0;
}

/* -- inputs from a seed -------------------------------------------------------------------- */

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    return marked_text(syntax, seed, data, cap);
}

/* -- what the mutator asks --------------------------------------------------------------------- */

const fp_syntax *mutated_syntax(void)
{
    return syntax;
}
