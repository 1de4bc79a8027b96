/* SPDX-License-Identifier: Apache-2.0 */
/* plugin.c: loads syntaxes from shared objects, and reports what is wrong with those that it
 * refuses.
 */
#include "base/plugin.h"

#include "base/object.h"
#include "base/util.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What was loaded; it stays until the program ends. */
static plugin *plugins;
static size_t count, cap;

static const object_kind PLUGIN = {
    .name = "plugin",
    .option = "--plugin build/my.so",
    .entry = FP_PLUGIN_ENTRY,
    .remedy = "put FP_PLUGIN(&YOUR_SYNTAX); of fencepost/plugin.h into one of its files",
};

/* -- the shared object ------------------------------------------------------------------------- */

/* Returns whether it was built against headers like ours. */
static bool has_our_abi(const char *file, const fp_plugin *given)
{
    static const fp_plugin OURS = { FP_PLUGIN_HEAD, NULL };

    if (!given)
        return object_refuse(&PLUGIN, file,
                             FP_PLUGIN_ENTRY " returns NULL: let FP_PLUGIN() define it");
    if (given->abi != OURS.abi)
        return object_refuse(&PLUGIN, file,
                             "is built for plugin ABI %u, and this is fencepost " FP_VERSION
                             " with ABI %u: build it again, against the headers of this version",
                             (unsigned)given->abi, (unsigned)OURS.abi);
    if (memcmp(given, &OURS, offsetof(fp_plugin, syntaxes)) != 0)
        return object_refuse(
            &PLUGIN, file,
            "is built against other headers than fencepost " FP_VERSION
            " (a row of the table has %u bytes there, and %u here): build it again, "
            "against the headers of this version",
            (unsigned)given->syntax_size, (unsigned)OURS.syntax_size);
    if (!given->syntaxes || !*given->syntaxes)
        return object_refuse(&PLUGIN, file,
                             "brings no syntax: name one in FP_PLUGIN(&YOUR_SYNTAX);");
    return true;
}

/* -- its rows ---------------------------------------------------------------------------------- */

/* Lower-case words of letters and digits, with single hyphens between. */
static bool is_id(const char *id)
{
    static const char WORD[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    size_t len;

    while ((len = strspn(id, WORD)) > 0 && id[len] == '-')
        id += len + 1;
    return len > 0 && !id[len];
}

const char *syntax_id_fault(const char *id)
{
    static const char *const OURS[] = { "catalogue", "catalogues",   "equivalence",
                                        "law",       "lock",         "laws",
                                        "model",     "partial",      "spec",
                                        "protocol",  "template",     "templates",
                                        "vault",     "partial-json", "response-template" };

    if (!is_id(id))
        return "cannot be an id, which has lower-case letters and digits, with single hyphens "
               "between, for it names spec/ID.md, corpus/ID/ and the clauses ID-1.1";
    for (size_t i = 0; i < sizeof OURS / sizeof *OURS; i++)
        if (strcmp(id, OURS[i]) == 0)
            return "is the name of something else: choose another";
    return fp_syntax_find(fp_str_of(id))
               ? "is taken (`fencepost list` shows all): choose another, or name a plugin once"
               : NULL;
}

static bool check_id(const char *file, const char *id)
{
    const char *fault = syntax_id_fault(id ? id : "");

    return !fault || object_refuse(&PLUGIN, file, "the id \"%s\" %s", id ? id : "", fault);
}

static bool check_row(const char *file, const fp_syntax *s)
{
    fp_json why = { 0 };
    bool good;

    if (!check_id(file, s->id))
        return false;
    good = fp_syntax_check(s, &why);
    need_memory(!why.failed);
    if (!good)
        object_refuse(&PLUGIN, file, "%s: %.*s", s->id, (int)why.len, why.ptr);
    fp_json_free(&why);
    return good;
}

/* -- loading ----------------------------------------------------------------------------------- */

static char *folder_of(const char *file)
{
    const char *slash = strrchr(file, '/');

    return slash ? xformat("%.*s", slash == file ? 1 : (int)(slash - file), file) : xstrdup(".");
}

bool plugin_load(const char *file, const char *data)
{
    fp_plugin_function *entry = NULL;
    void *symbol = object_open(&PLUGIN, file);
    void *grown = plugins;

    if (!symbol)
        return false;
    memcpy(&entry, &symbol, sizeof entry); /* C has no cast between the two */

    const fp_plugin *given = entry();

    if (!has_our_abi(file, given))
        return false;
    for (const fp_syntax *const *s = given->syntaxes; *s; s++) {
        if (!check_row(file, *s))
            return false;
        if (!fp_syntax_add(*s))
            return object_refuse(&PLUGIN, file, "there is no room for %s: %d syntaxes at most",
                                 (*s)->id, FP_SYNTAXES_MAX);
    }
    xgrow(&grown, &cap, count, sizeof *plugins);
    plugins = grown;
    plugins[count++] =
        (plugin){ xstrdup(file), data ? xstrdup(data) : folder_of(file), given->syntaxes };
    return true;
}

/* -- looking ----------------------------------------------------------------------------------- */

size_t plugin_count(void)
{
    return count;
}

const plugin *plugin_at(size_t index)
{
    return &plugins[index];
}

const plugin *plugin_of(const fp_syntax *syntax)
{
    for (size_t i = 0; i < count; i++)
        for (const fp_syntax *const *s = plugins[i].syntaxes; *s; s++)
            if (*s == syntax)
                return &plugins[i];
    return NULL;
}

const char *plugin_data(const fp_syntax *syntax, const char *data)
{
    const plugin *from = plugin_of(syntax);

    return from ? from->data : data;
}
