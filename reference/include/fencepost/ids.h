/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/ids.h: makes ids for calls of notations that carry none (MODEL-1.10). */
#ifndef FENCEPOST_IDS_H
#define FENCEPOST_IDS_H

#include <fencepost/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of the longest prefix, and of the longest id with its NUL. */
enum { FP_CALL_ID_PREFIX_MAX = 40, FP_CALL_ID_SIZE = 64 };

/* Writes the id of a call, NUL-terminated: the prefix, then the number of the call in its message,
 * from 1. It depends on nothing else, so it is the same however the message is cut. False, with an
 * empty id, if the prefix is empty, too long, or has a byte other than A-Z a-z 0-9 _ -; or if the
 * number is 0. */
bool fp_call_id(const char *prefix, size_t number, char id[FP_CALL_ID_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
