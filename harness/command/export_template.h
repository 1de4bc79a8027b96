/* SPDX-License-Identifier: Apache-2.0 */
/* export_template.h: `fencepost export --subject response-template`: the cases of executors of
 * response templates as plain data (spec/schema/export-template.schema.json). */
#ifndef FENCEPOST_HARNESS_EXPORT_TEMPLATE_H
#define FENCEPOST_HARNESS_EXPORT_TEMPLATE_H

#include <stdbool.h>

/* Prints a line for each case, with ways to cut its text if asked. Returns the exit status. */
int export_template(bool cuts);

#endif
