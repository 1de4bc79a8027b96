/* SPDX-License-Identifier: Apache-2.0 */
/* repeat.h: pieces of a shell command that runs something again. Texts are owned: free(). */
#ifndef FENCEPOST_HARNESS_REPEAT_H
#define FENCEPOST_HARNESS_REPEAT_H

#include <stddef.h>

/* Appends to an owned text, which is taken over. */
char *joined(char *text, const char *more);

/* Returns the word quoted for a shell. */
char *shell_word(const char *word);

/* Each returns the command, which is taken over, with more options: those that load the plugins
 * again; --cut, if there are cuts; an option with a word, which is quoted and taken over too. */
char *with_plugins(char *command);
char *with_cuts(char *command, const size_t *cuts, size_t count);

/* Returns the length of the list of cuts in a command, in bytes. */
size_t cuts_length(const size_t *cuts, size_t count);
char *with_option(char *command, const char *option, char *text);

#endif
