/* SPDX-License-Identifier: Apache-2.0 */
/* planted_fuzzer.c: the planted bug that FENCEPOST_PLANTED names, for libFuzzer. What shows it is
 * told with the number of executions that it took. */
#include "mutate_libfuzzer.h"
#include "planted.h"
#include "target.h"

#include <stdio.h>
#include <stdlib.h>

/* Made once: an engine hands no context to its targets. */
static const planted_bug *bug;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("FENCEPOST_PLANTED");

    (void)argc;
    (void)argv;
    bug = name ? planted_find(name) : NULL;
    if (!bug) {
        fprintf(stderr, "planted: FENCEPOST_PLANTED must name a file of fuzz/planted/bugs\n");
        exit(2);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static size_t executions;
    const char *how = planted_shows(bug, data, size);

    executions++;
    if (how) {
        fprintf(stderr, "breach: PLANTED (%s), syntax %s: after %zu executions, %s\n", bug->name,
                bug->syntax, executions, how);
        abort();
    }
    return 0;
}

const fp_syntax *mutated_syntax(void)
{
    return fp_syntax_find(fp_str_of(bug->syntax));
}
