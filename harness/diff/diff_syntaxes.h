/* SPDX-License-Identifier: Apache-2.0 */
/* diff_syntaxes.h: generates calls, renders each in every syntax, parses it again and compares. */
#ifndef FENCEPOST_HARNESS_DIFF_SYNTAXES_H
#define FENCEPOST_HARNESS_DIFF_SYNTAXES_H

#include <fencepost/catalogue.h>
#include <fencepost/syntax.h>

typedef struct diff_config {
    const fp_syntax *const *syntaxes; /* ended by NULL */
    const fp_catalogue *catalogue;    /* of corpus/catalogues/express.json */
    uint64_t calls, seed;
    size_t longest; /* bytes of a value */
    bool megabytes; /* rarely, a value has a megabyte */
    bool quiet;     /* no line on how far it is */
} diff_config;

/* Runs, and prints the differences, each shrunk, and how many calls each syntax carried and
 * refused. Half of the calls are read as strings, half by their tools' schemas. A refusal whose
 * clause the expressibility table does not know is a difference too. Returns the number of
 * differences; stops after ten. */
size_t diff_syntaxes(const diff_config *config);

/* Prints how often each feature occurs in so many generated calls. */
void diff_stats(const diff_config *config);

#endif
