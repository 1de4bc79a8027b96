/* SPDX-License-Identifier: Apache-2.0 */
/* plugin.h: syntaxes from shared objects (fencepost/plugin.h), and where their data are. */
#ifndef FENCEPOST_HARNESS_PLUGIN_H
#define FENCEPOST_HARNESS_PLUGIN_H

#include "base/util.h"

#include <fencepost/plugin.h>

typedef struct plugin {
    char *file; /* as it was given */
    char *data; /* the directory that holds its spec/ and corpus/ */
    const fp_syntax *const *syntaxes;
} plugin;

/* Loads the shared object and adds its syntaxes to the table. data: where its spec/ and corpus/
 * are; NULL: in its folder. False, with the reason and the remedy on standard error. */
bool plugin_load(const char *file, const char *data);

/* The plugins, in the order in which they were loaded. */
size_t plugin_count(void);
const plugin *plugin_at(size_t index);

/* The plugin that the syntax is from, or NULL: the library has it; vault cases have none. */
const plugin *plugin_of(const fp_syntax *syntax);

/* The directory that holds spec/ and corpus/ for the syntax: its plugin's, or data. */
const char *plugin_data(const fp_syntax *syntax, const char *data);

/* Why a new syntax cannot have this id, as a clause that follows "it"; NULL: it can. Static. */
const char *syntax_id_fault(const char *id);

#endif
