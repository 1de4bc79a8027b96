/* SPDX-License-Identifier: Apache-2.0 */
/* lock_now.c: computes with our own parsers what policies, clauses and inputs mean now. */
#include "lock/lock.h"

#include "seed/decode.h"
#include "base/hash.h"
#include "judge/eventlog.h"

#include <fencepost/json.h>
#include <fencepost/syntax.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Of a longer meaning the beginning is kept, and a digest. */
enum { MEANING_MAX = 600, MEANING_KEPT = 400 };

/* -- digests ------------------------------------------------------------------------------------
 */

static char *digest(uint64_t hash)
{
    return xformat("%016" PRIx64, hash);
}

static uint64_t hash_str(uint64_t hash, fp_str bytes)
{
    return hash_bytes(hash_bytes(hash, &bytes.len, sizeof bytes.len), bytes.ptr, bytes.len);
}

static uint64_t hash_options(uint64_t hash, const fp_options *options)
{
    const uint64_t limits[] = { options->limits.name, options->limits.key,  options->limits.value,
                                options->limits.call, options->limits.held, options->limits.depth };

    /* The policies of the first editions are hashed together; later ones where they matter. */
    hash = hash_bytes(hash, &options->policies, FP_MARKERS);
    if (options->policies.of[FP_MARKERS] != FP_MARKERS_TEXT)
        hash = hash_bytes(hash, &options->policies.of[FP_MARKERS], 1);
    for (size_t i = 0; i < options->token_count; i++)
        hash = hash_str(hash_bytes(hash, &options->tokens[i].at, sizeof options->tokens[i].at),
                        options->tokens[i].text);
    if (options->prefix.len)
        hash = hash_str(hash, options->prefix);
    if (options->finish != FP_FINISH_STOP)
        hash = hash_bytes(hash, &options->finish, sizeof options->finish);
    if (options->finish == FP_FINISH_TOKEN)
        hash = hash_str(hash, options->finish_token);
    return hash_bytes(hash, limits, sizeof limits);
}

/* The beginning ends between two characters. */
static char *abridged(const char *text, size_t len)
{
    size_t kept = len;

    if (len > MEANING_MAX)
        for (kept = MEANING_KEPT; kept > 0 && ((unsigned char)text[kept] & 0xC0) == 0x80;)
            kept--;
    if (kept == len)
        return xformat("%.*s", (int)len, text);
    return xformat("%.*s… %zu bytes, %016" PRIx64, (int)kept, text, len,
                   hash_bytes(HASH_START, text, len));
}

/* -- an input ------------------------------------------------------------------------------------
 */

/* An fp_sink: the events without the clauses that diagnostics follow from. Those are in the
 * outcome; a clause that moves to another page moves no event. */
static int log_event(void *context, const fp_event *event)
{
    fp_event without = *event;

    if (event->type == FP_EVENT_DIAGNOSTIC)
        without.diagnostic.clause = "";
    return eventlog_sink(context, &without);
}

/* What comes out, and after which byte. */
static uint64_t hash_of_events(const fp_syntax *syntax, const fp_options *options, fp_str input)
{
    eventlog log = { 0 };
    fp_parser *parser = fp_parser_new(syntax, options, log_event, &log);
    uint64_t hash = HASH_START;

    need_memory(parser != NULL);
    for (size_t i = 0; i <= input.len; i++) {
        const fp_status status =
            i < input.len ? fp_parser_feed(parser, input.ptr + i, 1) : fp_parser_finish(parser);

        need_memory(status == FP_OK);
        if (log.len) {
            hash = hash_bytes(hash, &i, sizeof i);
            hash = hash_str(hash, (fp_str){ log.ptr, log.len });
        }
        eventlog_clear(&log);
    }
    fp_parser_free(parser);
    eventlog_free(&log);
    return hash;
}

char *lock_events(const fp_syntax *syntax, const fp_options *options, fp_str input)
{
    return digest(hash_of_events(syntax, options, input));
}

static void add_meaning(lock_line *line, const fp_syntax *syntax, const fp_options *options,
                        fp_str input)
{
    fp_outcome *outcome;
    fp_json json = { 0 };

    need_memory(fp_parse(syntax, options, input, &outcome) == FP_OK);
    fp_json_outcome(&json, outcome);
    need_memory(!json.failed);
    lock_set(&line->meaning, abridged(json.ptr, json.len));
    lock_set(&line->events, lock_events(syntax, options, input));
    fp_json_free(&json);
    fp_outcome_free(outcome);
}

/* -- policies, clauses, cases --------------------------------------------------------------------
 */

static void add_policies(lock *now, const fp_syntax *syntax)
{
    const fp_options options = fp_options_default(syntax);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        lock_line *line;

        if (!syntax->policies[i].clause)
            continue;
        line = lock_add(now, LOCK_POLICY, fp_policy_name((fp_policy)i));
        lock_set(&line->clauses, xstrdup(syntax->policies[i].clause));
        lock_set(&line->meaning,
                 xstrdup(fp_policy_value_name((fp_policy)i, options.policies.of[i])));
    }
}

static void add_clause(lock *now, const clause *c)
{
    lock_line *line = lock_add(now, LOCK_CLAUSE, c->id);

    lock_set(&line->level, xstrdup(level_name(c->level)));
    lock_set(&line->input, digest(hash_str(HASH_START, fp_str_of(c->rest))));
    if (c->basis != BASIS_NONE)
        lock_set(&line->events, xstrdup(spec_basis(c)));
    lock_set(&line->meaning, xstrdup(c->sentence));
}

/* Returns whether the clause belongs in the file of this name. */
static bool belongs(const clause *c, const char *name)
{
    if (strcmp(name, "spec") != 0)
        return spec_clause_in(c->id, name);
    for (size_t i = 0; i < lock_file_count(); i++)
        if (strcmp(lock_file_name(i), "spec") != 0 && spec_clause_in(c->id, lock_file_name(i)))
            return false;
    return true;
}

static char *joined(const char *const *words, size_t count)
{
    fp_json text = { 0 };
    char *owned;

    for (size_t i = 0; i < count; i++) {
        fp_json_raw(&text, i ? "," : "");
        fp_json_raw(&text, words[i]);
    }
    need_memory(!text.failed);
    owned = xformat("%.*s", (int)text.len, text.len ? text.ptr : "");
    fp_json_free(&text);
    return owned;
}

static uint64_t hash_json(uint64_t hash, const json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS) : NULL;

    if (text)
        hash = hash_str(hash, fp_str_of(text));
    free(text);
    return hash;
}

static void add_vault_case(lock_line *line, const test_case *t)
{
    json_t *setting = json_copy((json_t *)(uintptr_t)t->vault);
    char *expect = json_dumps(json_object_get(setting, "expect"),
                              JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);

    need_memory(expect != NULL);
    for (const char *const *member = (const char *const[]){ "id", "title", "clauses", "refuses",
                                                            "level", "origin", "expect", NULL };
         *member; member++)
        json_object_del(setting, *member);
    lock_set(&line->input, digest(hash_json(HASH_START, setting)));
    lock_set(&line->meaning, abridged(expect, strlen(expect)));
    free(expect);
    json_decref(setting);
}

/* "must", or, where the parts weigh otherwise, "must:must:should" for calls, text and diagnostics;
 * owned. */
static char *levels_of(const test_case *t)
{
    const part_clauses *parts = t->parts;
    const level calls = parts[PART_CALLS].level, text = parts[PART_TEXT].level;

    if (calls == text && calls == parts[PART_DIAGNOSTICS].level)
        return xstrdup(level_name(calls));
    return xformat("%s:%s:%s", level_name(calls), level_name(text),
                   level_name(parts[PART_DIAGNOSTICS].level));
}

static void add_case(lock *now, const test_case *t)
{
    lock_line *line = lock_add(now, LOCK_CASE, t->id);

    lock_set(&line->level, levels_of(t));
    lock_set(&line->clauses, joined(t->clauses, t->clause_count));
    if (t->vault) {
        add_vault_case(line, t);
    } else {
        const fp_options options = case_options(t);
        uint64_t hash = hash_str(hash_options(HASH_START, &options), t->input);

        lock_set(&line->input, digest(hash_json(hash, t->catalogue_json)));
        add_meaning(line, t->syntax, &options, t->input);
    }
}

/* -- seeds of the fuzzers ------------------------------------------------------------------------
 */

static bool add_seed(lock *now, const fp_syntax *syntax, const decode_tools *tools,
                     const char *folder, const char *name, problems *p)
{
    char *path = xformat("%s/%s", folder, name);
    fp_str bytes;
    const bool good = file_read_plain(path, &bytes, p);

    if (good) {
        lock_line *line = lock_add(now, LOCK_SEED, name);
        decoded d = decode(syntax, tools, (const unsigned char *)bytes.ptr, bytes.len);

        lock_set(&line->input, digest(hash_str(HASH_START, bytes)));
        add_meaning(line, syntax, &d.options, (fp_str){ d.text, d.len });
        decoded_free(&d);
        free((char *)(uintptr_t)bytes.ptr);
    }
    free(path);
    return good;
}

bool lock_has_seeds(const char *data)
{
    bool has = false;

    for (const fp_syntax *const *s = FP_SYNTAXES; !has && *s; s++) {
        char *path = xformat("%s/corpus/%s/seeds", data, fp_syntax_id(*s));

        has = path_exists(path);
        free(path);
    }
    return has;
}

static bool add_seeds(lock *now, const fp_syntax *syntax, const char *data, problems *p)
{
    char *folder = xformat("%s/corpus/%s/seeds", data, fp_syntax_id(syntax));
    decode_tools tools = decode_tools_read();
    char **names = path_exists(folder) ? dir_names(folder, "", p) : NULL;
    bool good = names || !path_exists(folder);

    for (char **name = names; good && name && *name; name++)
        good = add_seed(now, syntax, &tools, folder, *name, p);
    names_free(names);
    decode_tools_free(&tools);
    free(folder);
    return good;
}

/* -- all of it -----------------------------------------------------------------------------------
 */

bool lock_now(const char *name, const spec *s, const corpus *c, lock *now, problems *p)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(name));
    bool good = true;

    if (syntax)
        add_policies(now, syntax);
    for (size_t i = 0; i < spec_clause_count(s); i++)
        if (belongs(spec_clause(s, i), name))
            add_clause(now, spec_clause(s, i));
    for (size_t i = 0; i < corpus_total(c); i++)
        if (strcmp(case_subject(corpus_any(c, i)), name) == 0)
            add_case(now, corpus_any(c, i));
    if (syntax && lock_has_seeds(spec_data(s)))
        good = add_seeds(now, syntax, spec_data(s), p);
    lock_sort(now);
    return good;
}
