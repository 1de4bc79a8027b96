/* SPDX-License-Identifier: Apache-2.0 */
/* format.c: how the targets of formats start. */
#include "format.h"

#include "common.h"
#include "target.h"

#include <jansson.h>

static volatile bool canary;

bool canary_planted(void)
{
    return canary;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    json_object_seed(1); /* or hashes, and with them coverage, differ from run to run */
    canary = canary_asked();
    return 0;
}
