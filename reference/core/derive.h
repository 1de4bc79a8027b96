/* SPDX-License-Identifier: Apache-2.0 */
/* derive.h: what the engines that derive words and colours share beyond fencepost/derive.h. */
#ifndef FENCEPOST_CORE_DERIVE_H
#define FENCEPOST_CORE_DERIVE_H

#include <fencepost/derive.h>

/* The text as a string, which is empty when memory is out; the buffer is freed. */
const char *fp_derived_string(fp_derived *derived, fp_json *text);

#endif
