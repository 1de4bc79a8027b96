/* SPDX-License-Identifier: Apache-2.0 */
/* choices.h: the words that an option or an operand may be, if they are few. */
#ifndef FENCEPOST_HARNESS_CHOICES_H
#define FENCEPOST_HARNESS_CHOICES_H

#include "command/command.h"

/* Returns the words that an option of the command accepts, with blanks between them; option NULL:
 * those of its operand. NULL if anything is accepted. */
const char *choices_of(const char *command_name, const char *option);

/* Returns whether word is one of the words, or begins with one that a colon ends. */
bool choices_have(const char *words, const char *word);

/* The usage error for a word that is not in choices_of(), which is not NULL. */
int choices_refuse(const command *self, const char *option, const char *word);

#endif
