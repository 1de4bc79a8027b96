/* SPDX-License-Identifier: Apache-2.0 */
/* cause_error.h: the mechanism of an error in place of an answer. */
#ifndef FENCEPOST_HARNESS_CAUSE_ERROR_H
#define FENCEPOST_HARNESS_CAUSE_ERROR_H

#include "result/cause_mark.h"

mechanism error_mechanism(const result *r);

#endif
