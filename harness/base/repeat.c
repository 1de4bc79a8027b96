/* SPDX-License-Identifier: Apache-2.0 */
/* repeat.c: pieces of a shell command that runs something again. */
#include "base/repeat.h"

#include "base/plugin.h"
#include "base/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUOTED_QUOTE = 4, OFFSET_LEN = 32 }; /* bytes: of a quote in a word, of an offset at most */

char *joined(char *text, const char *more)
{
    char *both = xformat("%s%s", text, more);

    free(text);
    return both;
}

char *shell_word(const char *word)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./=:,+@%";
    char *quoted, *at;

    if (*word && strspn(word, PLAIN) == strlen(word))
        return xstrdup(word);
    at = quoted = xcalloc(strlen(word) * QUOTED_QUOTE + 3, 1);
    *at++ = '\'';
    for (; *word; word++) {
        const size_t len = *word == '\'' ? QUOTED_QUOTE : 1;

        memcpy(at, *word == '\'' ? "'\\''" : word, len);
        at += len;
    }
    *at = '\'';
    return quoted;
}

char *with_plugins(char *command)
{
    for (size_t i = 0; i < plugin_count(); i++) {
        char *file = shell_word(plugin_at(i)->file), *data = shell_word(plugin_at(i)->data);

        command = joined(joined(command, " --plugin "), file);
        command = joined(joined(command, " --plugin-data "), data);
        free(file);
        free(data);
    }
    return command;
}

char *with_cuts(char *command, const size_t *cuts, size_t count)
{
    char *offsets = xcalloc(count + 1, OFFSET_LEN);
    char *at = offsets;

    for (size_t i = 0; i < count; i++)
        at += snprintf(at, OFFSET_LEN, i ? ",%zu" : " --cut %zu", cuts[i]);
    command = joined(command, offsets);
    free(offsets);
    return command;
}

size_t cuts_length(const size_t *cuts, size_t count)
{
    char *list = with_cuts(xstrdup(""), cuts, count);
    const size_t length = strlen(list);

    free(list);
    return length;
}

char *with_option(char *command, const char *option, char *text)
{
    char *quoted = shell_word(text);

    command = joined(joined(command, option), quoted);
    free(quoted);
    free(text);
    return command;
}
