/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_vault.c: `fencepost vault`: resolves the references in a text from a store. */
#include "command/options.h"
#include "suite/vault_store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_STORE, OPT_MODE, OPT_THROW, OPT_MISSING, OPT_DEPTH };

static const command_option OPTIONS[] = {
    [OPT_STORE] = { "store", "FILE", "the entries, as JSON: {\"id\": \"content\", …}" },
    [OPT_MODE] = { "mode", "M", "resolve (if not given), simple, expand or analyse" },
    [OPT_THROW] = { "throw-on-missing", NULL, "resolve: fail if an entry is missing" },
    [OPT_MISSING] = { "on-missing", "TEXT",
                      "resolve: put this for a missing entry; '' for nothing" },
    [OPT_DEPTH] = { "max-depth", "N", "resolve: levels of references in references; 0 to 100, 3" },
    { NULL, NULL, NULL },
};

typedef enum mode { RESOLVE, SIMPLE, EXPAND, ANALYSE, MODE_COUNT } mode;

static const char *const MODES[MODE_COUNT] = { "resolve", "simple", "expand", "analyse" };

typedef struct request {
    const char *store_path; /* NULL: none */
    const char *path;
    mode mode;
    const char *for_resolve; /* an option that only resolve takes; NULL: none was given */
    fp_vault_options options;
} request;

/* -- options --------------------------------------------------------------------------------- */

/* The on_missing of fp_vault_options: every missing entry has the one text. */
static bool put_text(void *text, fp_str id, fp_str *put)
{
    (void)id;
    *put = fp_str_of(text);
    return true;
}

/* One of its choices. */
static mode read_mode(const char *word)
{
    unsigned m = 0;

    while (m + 1 < MODE_COUNT && strcmp(MODES[m], word) != 0)
        m++;
    return (mode)m;
}

static int read_option(const command *self, request *r, int option)
{
    switch (option) {
    case OPT_STORE:
        r->store_path = optarg;
        return EXIT_AS_EXPECTED;
    case OPT_MODE:
        r->mode = read_mode(optarg);
        return EXIT_AS_EXPECTED;
    case OPT_THROW:
        r->for_resolve = OPTIONS[option].name;
        r->options.throw_on_missing = true;
        return EXIT_AS_EXPECTED;
    case OPT_MISSING:
        r->for_resolve = OPTIONS[option].name;
        r->options.on_missing = put_text;
        r->options.context = optarg;
        return EXIT_AS_EXPECTED;
    default:
        r->for_resolve = OPTIONS[option].name;
        return given_number(self, OPTIONS[option].name, 0, FP_VAULT_DEPTH_MAX,
                            &r->options.max_depth);
    }
}

static int check(const command *self, const request *r)
{
    if (r->for_resolve && r->mode != RESOLVE)
        return command_usage_error(self, "--%s is for --mode resolve; %s takes no options",
                                   r->for_resolve, MODES[r->mode]);
    if (r->options.throw_on_missing && r->options.on_missing)
        return command_usage_error(
            self, "--throw-on-missing prints no text: leave it or --on-missing out");
    if (r->store_path && r->mode == ANALYSE)
        return command_usage_error(self, "--mode analyse asks no store: leave --store out");
    if (!r->store_path && r->mode != ANALYSE)
        return command_usage_error(self, "say where the entries are, as in --store store.json");
    if (r->store_path && strcmp(r->store_path, "-") == 0 && strcmp(r->path, "-") == 0)
        return command_usage_error(self,
                                   "the store and the text cannot both be standard input: name a "
                                   "file for one of them");
    return EXIT_AS_EXPECTED;
}

/* -- what is missing ------------------------------------------------------------------------- */

/* The first reference to the id in a text; false if there is none. */
static bool find_reference(fp_str text, fp_str id, fp_vault_ref *ref)
{
    for (size_t at = 0; fp_vault_find(text, at, ref, NULL); at = ref->at + ref->len)
        if (fp_str_equal(ref->id, id))
            return true;
    return false;
}

/* The entry in whose content the reference stands; NULL if it is in none. */
static const char *entry_with(const json_t *store, fp_str id)
{
    const char *name;
    json_t *entry;
    fp_vault_ref ref;

    json_object_foreach ((json_t *)(uintptr_t)store, name, entry) {
        const json_t *content = json_is_object(entry) ? json_object_get(entry, "content") : entry;

        if (find_reference(json_str(content), id, &ref))
            return name;
    }
    return NULL;
}

static size_t line_of(fp_str text, size_t at)
{
    size_t line = 1;

    for (size_t i = 0; i < at; i++)
        line += text.ptr[i] == '\n';
    return line;
}

/* Says which entry is missing, and where it is referred to. */
static void say_missing(const request *r, fp_str text, const json_t *store, fp_str id)
{
    fp_vault_ref ref;
    problems p = { .by = "vault" };
    const char *entry;
    char *place;

    if (find_reference(text, id, &ref)) {
        place = xformat("line %zu", line_of(text, ref.at));
        problem(&p, r->path, place,
                "refers to \"%.*s\", which %s does not hold: add the entry, or leave out "
                "--throw-on-missing",
                (int)id.len, id.ptr, r->store_path);
    } else {
        entry = entry_with(store, id);
        place = xformat("the entry \"%s\"", entry ? entry : "?");
        problem(&p, r->store_path, place,
                "refers to \"%.*s\", which is not there: add the entry, or leave out "
                "--throw-on-missing",
                (int)id.len, id.ptr);
    }
    free(place);
}

/* -- the modes ------------------------------------------------------------------------------- */

static int out_of_memory(void)
{
    fputs("fencepost vault: out of memory\n", stderr);
    return EXIT_ADAPTER;
}

static int print_json(fp_json *json)
{
    const bool good = !json->failed;

    if (good) {
        fwrite(json->ptr, 1, json->len, stdout);
        putchar('\n');
    }
    fp_json_free(json);
    return good ? EXIT_AS_EXPECTED : out_of_memory();
}

static int resolve(const request *r, fp_vault_store entries, const json_t *store, fp_str text)
{
    fp_json json = { 0 };
    fp_vault_result *result;
    const fp_vault_status status = r->mode == EXPAND
                                       ? fp_vault_expand(entries, text, &result)
                                       : fp_vault_resolve(entries, &r->options, text, &result);
    int code = EXIT_UNEXPECTED;

    if (!result)
        return out_of_memory();
    if (status == FP_VAULT_THROWN) {
        say_missing(r, text, store, result->errors[0].ref_id);
    } else {
        (r->mode == EXPAND ? fp_vault_json_expand : fp_vault_json_resolve)(&json, result);
        code = print_json(&json);
    }
    fp_vault_result_free(result);
    return code;
}

static int simple(fp_vault_store entries, fp_str text)
{
    fp_str resolved;

    if (fp_vault_resolve_simple(entries, text, &resolved) != FP_VAULT_OK)
        return out_of_memory();
    if (resolved.len)
        fwrite(resolved.ptr, 1, resolved.len, stdout);
    free((char *)(uintptr_t)resolved.ptr);
    return EXIT_AS_EXPECTED;
}

static int analyse(fp_str text)
{
    fp_json json = { 0 };
    fp_vault_analysis *analysis;

    if (fp_vault_analyse(text, &analysis) != FP_VAULT_OK)
        return out_of_memory();
    fp_vault_json_analyse(&json, analysis);
    fp_vault_analysis_free(analysis);
    return print_json(&json);
}

/* -- the command ----------------------------------------------------------------------------- */

static int with_store(const request *r, fp_str text, problems *p)
{
    json_t *store = json_file(r->store_path, p);
    fp_vault_map *map = store ? vault_store_read(store, r->store_path, NULL, p) : NULL;
    int code = EXIT_USAGE;

    if (map && r->mode == SIMPLE)
        code = simple(fp_vault_map_store(map), text);
    else if (map)
        code = resolve(r, fp_vault_map_store(map), store, text);
    fp_vault_map_free(map);
    json_decref(store);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .path = "-", .options = FP_VAULT_OPTIONS_DEFAULT };
    problems p = { .by = "vault" };
    fp_str text;
    int option, code;

    while ((option = command_next_option(self, argc, argv)) >= 0)
        if (read_option(self, &r, option) != EXIT_AS_EXPECTED)
            return EXIT_USAGE;
    if (option == -2)
        return EXIT_USAGE;
    r.path = command_one_file(self, argc, argv);
    if (!r.path || check(self, &r) != EXIT_AS_EXPECTED || !file_read(r.path, &text, &p))
        return EXIT_USAGE;
    code = r.mode == ANALYSE ? analyse(text) : with_store(&r, text, &p);
    free((char *)(uintptr_t)text.ptr);
    return code;
}

const command CMD_VAULT = {
    .name = "vault",
    .summary = "replace the vault references in a text; print JSON",
    .usage = "--store FILE [--mode resolve] [--throw-on-missing | --on-missing TEXT] [--max-depth "
             "N] [FILE]\n"
             "--store FILE --mode simple|expand [FILE]\n"
             "--mode analyse [FILE]",
    .options = OPTIONS,
    .run = run,
    .unexpected = "An entry is missing, and --throw-on-missing was given.",
};
