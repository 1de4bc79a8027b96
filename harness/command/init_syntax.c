/* SPDX-License-Identifier: Apache-2.0 */
/* init_syntax.c: `fencepost init syntax ID` and `init plugin ID`: files from templates. */
#include "command/init_syntax.h"

#include "base/plugin.h"
#include "base/replace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char ROWS[] = "reference/syntaxes/rows.h";

/* What is written: its template, and that of a member of the family `tags`; where in the tree, and
 * where in the folder of a plugin. NULL: nothing. */
static const struct {
    const char *own, *tags;
    const char *tree, *plugin;
} FILES[] = {
    { "row.c.in", "tags.c.in", "reference/syntaxes/@id@.c", "@id@/@id@.c" },
    { "spec.md", "tags.md", "spec/@id@.md", "@id@/spec/@id@.md" },
    { "call.json", "tags.json", "corpus/@id@/call.json", "@id@/corpus/@id@/call.json" },
    { NULL, "family.json", "corpus/@id@/family.json", "@id@/corpus/@id@/family.json" },
    { "fault.txt.in", "fault.txt.in", "corpus/@id@/fault.txt", NULL },
    { "CMakeLists.txt.in", "CMakeLists.txt.in", NULL, "@id@/CMakeLists.txt" },
};
enum { FILE_COUNT = sizeof FILES / sizeof *FILES };

/* The id in its three spellings. */
typedef struct spelling {
    const char *id;    /* "my-tags" */
    char *clause;      /* "MY-TAGS" */
    char *row;         /* "FP_MY_TAGS" */
    char *plugin_line; /* what shows a plugin its row; "" in the tree */
    bool as_plugin;
    bool of_tags; /* a member of the family */
} spelling;

/* In capitals, with this in place of hyphens. */
static void raise_case(char *text, char hyphen)
{
    for (char *at = text; *at; at++) {
        if (*at == '-')
            *at = hyphen;
        else if (*at >= 'a' && *at <= 'z')
            *at = (char)(*at - 'a' + 'A');
    }
}

static spelling spell(const char *id, const char *family, bool as_plugin)
{
    spelling s = { .id = id,
                   .clause = xstrdup(id),
                   .row = xformat("FP_%s", id),
                   .as_plugin = as_plugin,
                   .of_tags = family != NULL };

    raise_case(s.clause, '-');
    raise_case(s.row, '_');
    s.plugin_line = as_plugin ? xformat("\nFP_PLUGIN(&%s);\n", s.row) : xstrdup("");
    return s;
}

/* -- templates -----------------------------------------------------------------------------------
 */

/* Writes what the word between two @ means; false if it means nothing. */
static bool write_word(FILE *out, const spelling *s, const char *word, size_t len)
{
    const struct {
        const char *word, *text;
    } WORDS[] = {
        { "id", s->id },
        { "ID", s->clause },
        { "ROW", s->row },
        { "INCLUDE", s->as_plugin ? "#include <fencepost/ascii.h>\n#include <fencepost/plugin.h>\n"
                                    "#include <fencepost/tags.h>\n"
                                  : "#include \"core/ascii.h\"\n#include \"engines/tags.h\"\n" },
        { "EXTERN", s->as_plugin ? "static " : "" },
        { "PLUGIN", s->plugin_line },
    };

    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strlen(WORDS[i].word) == len && memcmp(WORDS[i].word, word, len) == 0) {
            fputs(WORDS[i].text, out);
            return true;
        }
    return false;
}

static void fill_in(FILE *out, const spelling *s, const char *text)
{
    while (*text) {
        const size_t plain = strcspn(text, "@");
        const char *word = text + plain + 1;
        const size_t len = text[plain] ? strcspn(word, "@ \n") : 0;

        fwrite(text, 1, plain, out);
        text += plain;
        if (!*text)
            return;
        if (word[len] == '@' && write_word(out, s, word, len))
            text = word + len + 1;
        else
            fputc(*text++, out);
    }
}

static char *filled(const spelling *s, const char *text) /* owned */
{
    char *made;
    size_t size;
    FILE *out = xmemstream(&made, &size);

    fill_in(out, s, text);
    xmemstream_close(out, &made);
    return made;
}

/* -- files ---------------------------------------------------------------------------------------
 */

static bool make_folders(const char *path, problems *p)
{
    char *folder = xstrdup(path);
    bool good = true;

    for (char *slash = strchr(folder, '/'); good && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        good = mkdir(folder, 0777) == 0 || errno == EEXIST ||
               problem(p, folder, NULL, "cannot make this folder: %s", strerror(errno));
        *slash = '/';
    }
    free(folder);
    return good;
}

static bool write_text(const char *path, const char *text, problems *p)
{
    replacement r;

    if (!make_folders(path, p) || !replace_begin(&r, path, p))
        return false;
    fputs(text, r.out);
    return replace_end(&r, p);
}

/* The text of a template with the id in it; owned; NULL with a problem. */
static char *text_of(const spelling *s, const char *data, const char *template, problems *p)
{
    char *path = xformat("%s/harness/templates/syntax/%s", data, template);
    fp_str bytes;
    char *text = NULL;

    if (file_read_plain(path, &bytes, p)) {
        const fp_str ended = xcopy(bytes);

        text = filled(s, ended.ptr);
        free((char *)(uintptr_t)ended.ptr);
        free((char *)(uintptr_t)bytes.ptr);
    }
    free(path);
    return text;
}

static const char *template_of(const spelling *s, size_t file)
{
    return s->of_tags ? FILES[file].tags : FILES[file].own;
}

static char *path_of(const spelling *s, size_t file) /* owned; NULL: not written */
{
    const char *path = s->as_plugin ? FILES[file].plugin : FILES[file].tree;

    return path && template_of(s, file) ? filled(s, path) : NULL;
}

/* Before anything is written: nothing is in its place. */
static bool places_are_free(const spelling *s, problems *p)
{
    bool good = true;

    for (size_t i = 0; i < FILE_COUNT; i++) {
        char *path = path_of(s, i);

        if (path && path_exists(path))
            good = problem(p, path, NULL, "it is there already: nothing was written");
        free(path);
    }
    return good;
}

static bool write_files(const spelling *s, const char *data, problems *p)
{
    bool good = true;

    for (size_t i = 0; good && i < FILE_COUNT; i++) {
        char *path = path_of(s, i);
        char *text = path ? text_of(s, data, template_of(s, i), p) : NULL;

        good = !path || (text && write_text(path, text, p));
        if (good && path)
            printf("wrote %s\n", path);
        free(text);
        free(path);
    }
    return good;
}

/* -- the table -----------------------------------------------------------------------------------
 */

/* Adds the line before the first that comes after it, or after the last. */
static bool add_row(const spelling *s, problems *p)
{
    char *line = xformat("ROW(%s)", s->row);
    fp_str bytes;
    bool good = file_read_plain(ROWS, &bytes, p), added = false, among = false;
    replacement r;

    if (good && replace_begin(&r, ROWS, p)) {
        for (size_t at = 0; at < bytes.len;) {
            const char *end = memchr(bytes.ptr + at, '\n', bytes.len - at);
            const size_t len = end ? (size_t)(end - bytes.ptr) + 1 - at : bytes.len - at;
            const bool row = strncmp(bytes.ptr + at, "ROW(", 4) == 0;

            if (!added && (row ? strncmp(bytes.ptr + at, line, strlen(line)) > 0 : among)) {
                fprintf(r.out, "%s\n", line);
                added = true;
            }
            among = among || row;
            fwrite(bytes.ptr + at, 1, len, r.out);
            at += len;
        }
        good = replace_end(&r, p);
    }
    if (good)
        printf("wrote %s: %s\n", ROWS, line);
    free((char *)(uintptr_t)bytes.ptr);
    free(line);
    return good;
}

/* -- all of it -----------------------------------------------------------------------------------
 */

static void print_next(const spelling *s)
{
    if (s->as_plugin)
        printf("\nNext:\n"
               "  cmake -S %s -B %s/build && cmake --build %s/build\n"
               "  fencepost --plugin %s/build/%s.so lint --add-ids\n"
               "  fencepost --plugin %s/build/%s.so test --syntax %s\n",
               s->id, s->id, s->id, s->id, s->id, s->id, s->id, s->id);
    else
        printf("\nNext:\n"
               "  ./dev build release\n"
               "  build/release/harness/fencepost test --syntax %s --generate 1000\n"
               "  ./dev generated\n"
               "  build/release/harness/fencepost lock\n"
               "CONTRIBUTING.md, \"Adding a syntax\", has every step.\n",
               s->id);
}

int init_syntax(const char *id, const char *family, bool as_plugin, problems *p)
{
    const char *fault = syntax_id_fault(id);
    char *data = NULL;
    spelling s;
    bool good;

    if (fault) {
        problem(p, NULL, NULL, "the id \"%s\" %s", id, fault);
        return EXIT_USAGE;
    }
    if (!as_plugin && !path_exists(ROWS)) {
        problem(
            p, ROWS, NULL,
            "it is not here: run this in Fencepost's source tree, or `fencepost init plugin %s` "
            "anywhere",
            id);
        return EXIT_USAGE;
    }
    s = spell(id, family, as_plugin);
    data = data_dir(p);
    good =
        data && places_are_free(&s, p) && write_files(&s, data, p) && (as_plugin || add_row(&s, p));
    if (good)
        print_next(&s);
    free(s.clause);
    free(s.row);
    free(s.plugin_line);
    free(data);
    return good ? EXIT_AS_EXPECTED : EXIT_USAGE;
}
