/* SPDX-License-Identifier: Apache-2.0 */
/* init_syntax.h: the skeleton of a syntax, for the source tree or for a plugin. */
#ifndef FENCEPOST_HARNESS_INIT_SYNTAX_H
#define FENCEPOST_HARNESS_INIT_SYNTAX_H

#include "base/util.h"

/* Writes spec, row and first cases of a syntax with this id, and prints what to do next. In the
 * source tree, which is the current folder, its line is added to the table; for a plugin all is
 * written into a new folder that is called like the id. No file that is there is changed except the
 * table. family: "tags", of which it is a member then, or NULL. Returns an exit status; what went
 * wrong is reported. */
int init_syntax(const char *id, const char *family, bool as_plugin, problems *p);

#endif
