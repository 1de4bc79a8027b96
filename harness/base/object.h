/* SPDX-License-Identifier: Apache-2.0 */
/* object.h: opens shared objects that the user names, or refuses them with reason and remedy. */
#ifndef FENCEPOST_HARNESS_OBJECT_H
#define FENCEPOST_HARNESS_OBJECT_H

#include <stdbool.h>

/* What an object is for. */
typedef struct object_kind {
    const char *name;   /* "plugin" */
    const char *option; /* how one is named: "--plugin build/my.so" */
    const char *entry;  /* the function that it exports */
    const char *remedy; /* if it does not: "define …" */
} object_kind;

/* Loads the object, which stays loaded until the program ends, and returns the address of its entry
 * function. NULL, with the reason on standard error, if that fails. */
void *object_open(const object_kind *kind, const char *file);

/* Prints "fencepost: plugin FILE: text" to standard error. Returns false, for the caller to return.
 */
__attribute__((format(printf, 3, 4))) bool object_refuse(const object_kind *kind, const char *file,
                                                         const char *format, ...);

#endif
