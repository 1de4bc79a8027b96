/* SPDX-License-Identifier: Apache-2.0 */
/* template_given.h: what --template is given: a file, or the template itself. */
#ifndef FENCEPOST_HARNESS_TEMPLATE_GIVEN_H
#define FENCEPOST_HARNESS_TEMPLATE_GIVEN_H

#include "base/util.h"

/* Reads it into *json, owned: free(ptr). What begins with a brace is the template; all else is the
 * name of a file. False with a problem. */
bool template_given_read(const char *given, fp_str *json, problems *p);

/* What messages call it: the file, or "--template". */
const char *template_given_name(const char *given);

#endif
