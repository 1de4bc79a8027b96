/* SPDX-License-Identifier: Apache-2.0 */
/* leads_skip_avx2.c: leads_skip.c once more, for processors with AVX2. */
#include "leads.h"

#ifdef __x86_64__
#define FP_LEADS_AVX2
#include "leads_skip.c" /* NOLINT(bugprone-suspicious-include): that is the point */
#endif
