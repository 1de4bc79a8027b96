/* SPDX-License-Identifier: Apache-2.0 */
/* express.c: which feature of a call survives in which syntax. */
#include "generate/express.h"

#include "base/util.h"
#include "generate/carry.h"

#include <stdlib.h>
#include <string.h>

typedef struct trial {
    carrier carrier;
    expressed *result;
} trial;

/* Of a text that is long, its beginning and its length. */
static void write_text(fp_json *json, fp_str text)
{
    enum { LONGEST = 300, SHOWN = 20 };
    char shown[80];

    if (text.len > LONGEST) {
        snprintf(shown, sizeof shown, "%.*s… (%zu bytes)", SHOWN, text.ptr, text.len);
        text = fp_str_of(shown);
    }
    fp_json_string(json, text);
}

/* {"name": …, "input": …}; owned. */
static char *call_text(const fp_call *call)
{
    fp_json json = { 0 };
    char *text;

    fp_json_raw(&json, "{\"name\":");
    write_text(&json, call->name);
    fp_json_raw(&json, ",\"input\":{");
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_arg *arg = &call->args[i];

        fp_json_raw(&json, i ? "," : "");
        write_text(&json, arg->key);
        fp_json_raw(&json, ":");
        if (arg->value.kind == FP_VALUE_STRING)
            write_text(&json, arg->value.text);
        else
            fp_json_value(&json, &arg->value);
    }
    fp_json_raw(&json, "}}");
    need_memory(!json.failed);
    text = xformat("%.*s", (int)json.len, json.ptr);
    fp_json_free(&json);
    return text;
}

/* The shortest stays. */
static void keep_witness(expressed *e, const fp_call *call, const fp_refusal *refusal)
{
    char *text = call_text(call);

    if (e->witness && strlen(e->witness) <= strlen(text)) {
        free(text);
        return;
    }
    free(e->witness);
    e->witness = text;
    e->clause = refusal ? refusal->clause : NULL;
    e->reason = refusal ? refusal->reason : "it comes back as something else";
}

static void try_call(void *context, const fp_call *call)
{
    trial *t = context;

    t->result->tried++;
    switch (carry(&t->carrier, call)) {
    case CARRIED:
        t->result->carried++;
        break;
    case REFUSED:
        keep_witness(t->result, call, &t->carrier.refusal);
        break;
    case LOST:
        t->result->lost++;
        keep_witness(t->result, call, NULL);
        break;
    }
}

void express(const feature *f, const fp_syntax *syntax, const fp_catalogue *catalogue, expressed *e)
{
    fp_options options = fp_options_default(syntax);
    trial t = { .result = e };

    *e = (expressed){ 0 };
    options.catalogue = catalogue;
    options.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
    carrier_open(&t.carrier, syntax, &options);
    feature_calls(f, syntax, try_call, &t);
    carrier_free(&t.carrier);
}

void expressed_free(expressed *e)
{
    free(e->witness);
}

const char *expressed_word(const expressed *e)
{
    return e->carried == e->tried ? "yes" : e->carried ? "partly" : "no";
}

fp_catalogue *express_catalogue(problems *p)
{
    char *data = data_dir(p);
    char *path = data ? xformat("%s/corpus/catalogues/express.json", data) : NULL;
    fp_catalogue_error error = { 0 };
    fp_catalogue *catalogue = NULL;
    fp_str json = { 0 };

    if (path && file_read(path, &json, p)) {
        catalogue = fp_catalogue_read(json, &error);
        if (!catalogue) {
            need_memory_reason(error.text);
            problem(p, path, NULL, "%s", error.text);
        }
    }
    free((char *)(uintptr_t)json.ptr);
    free(path);
    free(data);
    return catalogue;
}
