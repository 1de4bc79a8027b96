/* SPDX-License-Identifier: Apache-2.0 */
/* choices.h: the words that an option or an operand may be, where they are few. */
#ifndef FENCEPOST_HARNESS_CHOICES_H
#define FENCEPOST_HARNESS_CHOICES_H

#include "command/command.h"

/* The words that the option of that command may be given, with blanks between them; option NULL:
 * what its operand may be. NULL if it may be anything. */
const char *choices_of(const char *command_name, const char *option);

/* Returns whether word is one of the words, or begins with one that a colon ends. */
bool choices_have(const char *words, const char *word);

/* The usage error for a word that is none of those that choices_of() gives, which is not NULL. */
int choices_refuse(const command *self, const char *option, const char *word);

#endif
