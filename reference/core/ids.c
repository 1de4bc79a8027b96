/* SPDX-License-Identifier: Apache-2.0 */
/* ids.c: ids for calls of notations that carry none (MODEL-1.10). */
#include "ascii.h"

#include <fencepost/ids.h>

#include <stdio.h>
#include <string.h>

static bool is_prefix(const char *prefix)
{
    const size_t len = strlen(prefix);

    for (size_t i = 0; i < len; i++)
        if (!fp_is_letter((unsigned char)prefix[i]) && !fp_is_digit((unsigned char)prefix[i]) &&
            prefix[i] != '_' && prefix[i] != '-')
            return false;
    return len && len <= FP_CALL_ID_PREFIX_MAX;
}

bool fp_call_id(const char *prefix, size_t number, char id[FP_CALL_ID_SIZE])
{
    id[0] = '\0';
    if (!number || !is_prefix(prefix))
        return false;
    snprintf(id, FP_CALL_ID_SIZE, "%s%zu", prefix, number);
    return true;
}
