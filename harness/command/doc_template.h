/* SPDX-License-Identifier: Apache-2.0 */
/* doc_template.h: `fencepost doc --template FILE`: the page of a response template. */
#ifndef FENCEPOST_HARNESS_DOC_TEMPLATE_H
#define FENCEPOST_HARNESS_DOC_TEMPLATE_H

/* Prints the page as Markdown: the fields and what begins and ends them, texts with their messages,
 * and what `fencepost lint` finds. Returns the program's status: EXIT_USAGE where the file or the
 * template is wrong, which has been explained. */
int doc_template(const char *path);

#endif
