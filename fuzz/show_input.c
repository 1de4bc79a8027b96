/* SPDX-License-Identifier: Apache-2.0 */
/* show_input.c: what an input means, as one line of JSON. */
#include "show_input.h"

#include "base/util.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

static json_t *policies_of(const fp_options *options, const fp_options *usual)
{
    json_t *policy = json_object();

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (options->policies.of[i] != usual->policies.of[i])
            json_object_set_new(
                policy, fp_policy_name((fp_policy)i),
                json_string(fp_policy_value_name((fp_policy)i, options->policies.of[i])));
    return policy;
}

static json_t *limits_of(const fp_limits *l, const fp_limits *usual)
{
    if (memcmp(l, usual, sizeof *l) == 0)
        return json_object();
    return json_pack("{s:I,s:I,s:I,s:I,s:I,s:I}", "name", (json_int_t)l->name, "key",
                     (json_int_t)l->key, "value", (json_int_t)l->value, "call", (json_int_t)l->call,
                     "held", (json_int_t)l->held, "depth", (json_int_t)l->depth);
}

static void add_text(json_t *json, fp_str text)
{
    char *base64 = is_utf8(text) ? NULL : base64_encode(text);

    if (base64)
        json_object_set_new(json, "input_base64", json_string(base64));
    else
        json_object_set_new(json, "input", json_stringn(text.ptr, text.len));
    free(base64);
}

void show_input(const fp_syntax *syntax, const decoded *d)
{
    const char *wanted = getenv("FENCEPOST_FUZZ_SHOW");
    const fp_options usual = fp_options_default(syntax);
    json_t *json, *cuts;

    if (!wanted || strcmp(wanted, "1") != 0)
        return;
    json = json_object();
    cuts = json_array();
    json_object_set_new(json, "syntax", json_string(fp_syntax_id(syntax)));
    add_text(json, (fp_str){ d->text, d->len });
    for (size_t i = 0; i < d->cut_count; i++)
        json_array_append_new(cuts, json_integer((json_int_t)d->cuts[i]));
    json_object_set_new(json, "cuts", cuts);
    json_object_set_new(json, "policy", policies_of(&d->options, &usual));
    if (d->options.prefix.len)
        json_object_set_new(json, "prefix",
                            json_stringn(d->options.prefix.ptr, d->options.prefix.len));
    if (d->options.token_count)
        json_object_set_new(json, "tokens", json_integer((json_int_t)d->options.token_count));
    if (d->options.finish == FP_FINISH_LENGTH)
        json_object_set_new(json, "finish", json_string("length"));
    json_object_set_new(json, "limits", limits_of(&d->options.limits, &usual.limits));
    json_object_set_new(json, "catalogue", d->catalogue ? json_string(d->catalogue) : json_null());
    fputs("input: ", stderr);
    json_dumpf(json, stderr, JSON_COMPACT);
    fputc('\n', stderr);
    json_decref(json);
}
