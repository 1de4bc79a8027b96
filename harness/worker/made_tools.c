/* SPDX-License-Identifier: Apache-2.0 */
/* made_tools.c: makes a catalogue for a parser that does nothing without tools (PROTOCOL-2.9). */
#include "worker/made_tools.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

/* What has been found: for each name an object of its keys, and the name of the open call. */
typedef struct found {
    json_t *tools;
    char *open; /* owned; NULL: none */
} found;

static json_t *keys_of(found *f, const char *name)
{
    json_t *keys = json_object_get(f->tools, name);

    if (!keys) {
        keys = json_object();
        json_object_set_new(f->tools, name, keys);
    }
    return keys;
}

/* NULL where the bytes cannot be a member's name. */
static char *as_name(fp_str bytes)
{
    return bytes.len && is_utf8(bytes) && !memchr(bytes.ptr, '\0', bytes.len)
               ? xformat("%.*s", (int)bytes.len, bytes.ptr)
               : NULL;
}

static void add_key(found *f, fp_str bytes)
{
    char *key = f->open ? as_name(bytes) : NULL;

    if (key)
        json_object_set_new(keys_of(f, f->open), key, json_object());
    free(key);
}

/* An fp_sink. Keys that are in no arg_begin, as those that a catalogue gives, are in the call. */
static int take(void *context, const fp_event *event)
{
    found *f = context;

    if (event->type == FP_EVENT_CALL_BEGIN) {
        free(f->open);
        f->open = as_name(event->data);
        if (f->open)
            keys_of(f, f->open);
    } else if (event->type == FP_EVENT_ARG_BEGIN) {
        add_key(f, event->data);
    } else if (event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT) {
        for (size_t i = 0; i < event->call->arg_count; i++)
            add_key(f, event->call->args[i].key);
    }
    return 0;
}

static void read_input(found *f, const fp_syntax *syntax, const fp_options *options, fp_str input)
{
    fp_parser *parser = fp_parser_new(syntax, options, take, f);

    need_memory(parser && fp_parser_feed(parser, input.ptr, input.len) == FP_OK &&
                fp_parser_finish(parser) == FP_OK);
    fp_parser_free(parser);
    free(f->open);
    f->open = NULL;
}

/* Adds a member whose name begins like this and is not there yet. */
static void add_decoy(json_t *object, const char *begin)
{
    char *name = xstrdup(begin);

    while (json_object_get(object, name)) {
        char *longer = xformat("%s_", name);

        free(name);
        name = longer;
    }
    json_object_set_new(object, name, json_object());
    free(name);
}

static json_t *tool_of(const char *name, json_t *keys)
{
    add_decoy(keys, "unused");
    return json_pack("{s:s, s:{s:s, s:O}}", "name", name, "inputSchema", "type", "object",
                     "properties", keys);
}

json_t *made_tools(const fp_syntax *syntax, fp_str input)
{
    found f = { .tools = json_object() };
    fp_options options = fp_options_default(syntax);
    json_t *tools = json_array(), *keys;
    const char *name;

    read_input(&f, syntax, &options, input);
    /* What is quoted, and what only a lenient parser reads, may be named as well. */
    options.policies.of[FP_CODE_FENCE] = FP_CODE_FENCE_CALL;
    options.policies.of[FP_REASONING] = FP_REASONING_PLAIN;
    options.policies.of[FP_EXTRA_CALLS] = FP_EXTRA_ACCEPT;
    options.policies.of[FP_RECOVERY] = FP_RECOVERY_LENIENT;
    read_input(&f, syntax, &options, input);
    add_decoy(f.tools, "find_nothing");
    add_decoy(f.tools, "do_nothing");
    json_object_foreach (f.tools, name, keys)
        json_array_append_new(tools, tool_of(name, keys));
    json_decref(f.tools);
    return tools;
}
