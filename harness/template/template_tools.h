/* SPDX-License-Identifier: Apache-2.0 */
/* template_tools.h: the file of --tools, by which arguments are cast (TEMPLATE-7). */
#ifndef FENCEPOST_HARNESS_TEMPLATE_TOOLS_H
#define FENCEPOST_HARNESS_TEMPLATE_TOOLS_H

#include "base/util.h"

/* Reads it; *tools is owned in any case. False, explained in the name of the command `by`: it
 * cannot be read, or is not a JSON array, and would be as if there were no tools. */
bool template_tools_read(const char *by, const char *path, fp_str *tools);

#endif
