/* SPDX-License-Identifier: Apache-2.0 */
/* project.h: a small project in a temporary directory: specs and cases of all syntaxes. */
#ifndef FENCEPOST_HARNESS_TESTS_PROJECT_H
#define FENCEPOST_HARNESS_TESTS_PROJECT_H

#include <stddef.h>

enum { MAX_MADE = 256 };

typedef struct project {
    char dir[64];
    char *made[MAX_MADE]; /* files and folders, in the order in which they were made */
    size_t made_count;
} project;

/* Writes a project in which the linter finds nothing. */
void project_begin(project *pr);

/* Removes it. */
void project_end(project *pr);

/* Writes a file, and creates its folders. */
void project_write(project *pr, const char *name, const char *content);

/* Returns the text of a file, owned. */
char *project_read(const project *pr, const char *name);

#endif
