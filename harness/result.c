/* SPDX-License-Identifier: Apache-2.0 */
/* result.c: names and commands of results, and the table of formats. */
#include "result.h"

#include "plugin.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

const char *verdict_name(verdict v)
{
    static const char *const NAMES[VERDICT_COUNT] = { "pass",  "wrong",   "refused",  "accepted",
                                                      "crash", "timeout", "protocol", "skipped" };

    return NAMES[v];
}

bool result_failed(const result *r)
{
    return r->verdict != VERDICT_PASS && r->verdict != VERDICT_SKIPPED;
}

bool result_counts(const result *r, bool strict)
{
    return result_failed(r) && (strict || !r->advice);
}

const report_format *report_find(const char *name)
{
    static const report_format *const FORMATS[] = { &REPORT_TTY, &REPORT_TAP, &REPORT_JSON };

    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
        if (strcmp(FORMATS[i]->name, name) == 0)
            return FORMATS[i];
    return NULL;
}

/* Appends to an owned text. */
static char *joined(char *text, const char *more)
{
    char *both = xformat("%s%s", text, more);

    free(text);
    return both;
}

/* The word as a shell reads it back. */
static char *shell_word(const char *word)
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

/* The options that load the plugins again. */
static char *with_plugins(char *command)
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

char *result_command(const run_info *info, const result *r)
{
    char *command = joined(with_plugins(xstrdup("fencepost")), " test --case ");

    command = joined(command, r->test->id);
    for (size_t i = 0; i < r->cut_count; i++) {
        char *offset = xformat(i ? ",%zu" : " --cut %zu", r->cuts[i]);

        command = joined(command, offset);
        free(offset);
    }
    if (strcmp(r->check, "RENAMING") == 0) {
        char *seed = xformat(" --seed %llu", (unsigned long long)info->seed);

        command = joined(command, seed);
        free(seed);
    }
    if (info->worker)
        command = joined(command, " --");
    for (const char *const *word = info->worker; word && *word; word++) {
        char *quoted = shell_word(*word);

        command = joined(joined(command, " "), quoted);
        free(quoted);
    }
    return command;
}
