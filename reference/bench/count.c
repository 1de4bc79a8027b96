/* SPDX-License-Identifier: Apache-2.0 */
/* count: small fixed inputs through the reference parsers, for callgrind to count instructions.
 *
 *     bench-count [SYNTAX]
 *
 * Prints a line for each call of measure_parser(), "caret prose whole", in their order;
 * harness/bench/gate.py has callgrind write the instructions of each.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes: a body of 64 KiB, which ends, and the beginning of another. */
enum { INPUT = 96 * 1024 };

int main(int argc, char **argv)
{
    static const workload KINDS[] = { PROSE, TURNS, BODIES };

    if (argc > 2) {
        fputs("usage: bench-count [SYNTAX]\n", stderr);
        return 2;
    }
    for (size_t n = 0; workload_syntax(n); n++) {
        const fp_syntax *syntax = workload_syntax(n);

        if (argc == 2 && strcmp(argv[1], syntax->id) != 0)
            continue;
        for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
            const fp_str input = workload_make(KINDS[i], syntax, INPUT);

            measure_parser(syntax, input, input.len);
            printf("%s %s whole\n", syntax->id, workload_name(KINDS[i]));
            measure_parser(syntax, input, 4);
            printf("%s %s 4\n", syntax->id, workload_name(KINDS[i]));
            free((void *)(uintptr_t)input.ptr);
        }
    }
    return 0;
}
