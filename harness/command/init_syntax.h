/* SPDX-License-Identifier: Apache-2.0 */
/* init_syntax.h: the skeleton of a syntax, for the source tree or for a plugin. */
#ifndef FENCEPOST_HARNESS_INIT_SYNTAX_H
#define FENCEPOST_HARNESS_INIT_SYNTAX_H

#include "base/util.h"

/* Writes spec, row and first cases of a syntax with this id, and prints what to do next. The
 * current folder must be the source tree, and the syntax is added to its table; a plugin goes to a
 * new folder named like the id. No existing file is changed except the table. family: "tags", to
 * make it a member, or NULL. Returns an exit status; problems are reported. */
int init_syntax(const char *id, const char *family, bool as_plugin, problems *p);

#endif
