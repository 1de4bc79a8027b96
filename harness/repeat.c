/* SPDX-License-Identifier: Apache-2.0 */
/* repeat.c: pieces of a shell command that runs something again. */
#include "repeat.h"

#include "plugin.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

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
    char *out;

    if (*word && strspn(word, PLAIN) == strlen(word))
        return xstrdup(word);
    out = xstrdup("'");
    for (; *word; word++) {
        const char one[2] = { *word, '\0' };

        out = joined(out, *word == '\'' ? "'\\''" : one);
    }
    return joined(out, "'");
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
    for (size_t i = 0; i < count; i++) {
        char *offset = xformat(i ? ",%zu" : " --cut %zu", cuts[i]);

        command = joined(command, offset);
        free(offset);
    }
    return command;
}

char *with_option(char *command, const char *option, char *text)
{
    char *quoted = shell_word(text);

    command = joined(joined(command, option), quoted);
    free(quoted);
    free(text);
    return command;
}
