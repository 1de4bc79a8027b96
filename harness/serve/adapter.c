/* SPDX-License-Identifier: Apache-2.0 */
/* adapter.c: loads a parser from a shared object, and reports what is wrong with one that it
 * refuses.
 */
#include "serve/adapter.h"

#include "base/children.h"
#include "base/interrupt.h"
#include "base/object.h"
#include "base/util.h"

#include <fencepost/jsontext.h>
#include <fencepost/policy.h>

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
    LOAD_SECONDS = 10, /* for the object's own code that runs when it is loaded */
    ALL_CAPABILITIES = FP_ADAPTER_SPANS | FP_ADAPTER_DIAGNOSTICS | FP_ADAPTER_EVENTS |
                       FP_ADAPTER_BYTES | FP_ADAPTER_CATALOGUE | FP_ADAPTER_PREFIX |
                       FP_ADAPTER_MODES | FP_ADAPTER_FINISH | FP_ADAPTER_TOKENS,
    NEED_OPEN_AS = FP_ADAPTER_PREFIX | FP_ADAPTER_MODES | FP_ADAPTER_FINISH
};

typedef const fp_adapter *entry_function(void);

static const object_kind OBJECT = {
    .name = "shared object",
    .option = "--so ./libparser.so",
    .entry = "fp_adapter_entry",
    .remedy =
        "define it as fencepost/adapter.h says (in C++ with that header included, which makes "
        "it extern \"C\"), and let it be visible",
};

/* Of the struct, by its ABI. */
static const size_t SIZES[FP_ADAPTER_ABI + 1] = {
    [1] = offsetof(fp_adapter, reset),    [2] = offsetof(fp_adapter, open_as),
    [3] = offsetof(fp_adapter, open_as),  [4] = offsetof(fp_adapter, feed_token),
    [5] = offsetof(fp_adapter, readings), [6] = sizeof(fp_adapter),
};

static bool has_our_abi(const char *file, const fp_adapter *a)
{
    if (!a)
        return object_refuse(&OBJECT, file,
                             "fp_adapter_entry() returns NULL: return the address of a static "
                             "fp_adapter");
    if (!a->abi || a->abi > FP_ADAPTER_ABI)
        return object_refuse(&OBJECT, file,
                             "is built for adapter ABI %u, and this is fencepost " FP_VERSION
                             " with ABI %u: build it again, with the adapter.h of this version",
                             (unsigned)a->abi, (unsigned)FP_ADAPTER_ABI);
    if (a->size != SIZES[a->abi])
        return object_refuse(
            &OBJECT, file,
            "its fp_adapter has %u bytes, and in its ABI it has %zu: lay the struct "
            "out as it is there, and set size to its sizeof",
            (unsigned)a->size, SIZES[a->abi]);
    return true;
}

/* The one of ABI 4. */
static bool has_open_as(const fp_adapter *a)
{
    return a->abi >= 4 && a->open_as;
}

static bool has_all(const char *file, const fp_adapter *a)
{
    const struct {
        const char *name;
        bool there;
    } members[] = {
        { "name", a->name },
        { "version", a->version },
        { "language", a->language },
        { "syntaxes", a->syntaxes },
        { "open()", a->open || has_open_as(a) },
        { "feed()", a->feed },
        { "finish()", a->finish },
        { "close()", a->close },
    };

    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!members[i].there)
            return object_refuse(&OBJECT, file,
                                 "%s of its fp_adapter is NULL: fencepost/adapter.h says what it "
                                 "is",
                                 members[i].name);
    if (!*a->syntaxes)
        return object_refuse(&OBJECT, file,
                             "its fp_adapter names no syntaxes: name those that the parser reads; "
                             "`fencepost list` shows the ids");
    return true;
}

static bool check_claims(const char *file, const fp_adapter *a)
{
    if (a->unit > FP_ADAPTER_UNIT_CODEPOINT)
        return object_refuse(&OBJECT, file,
                             "its unit is %u: it may be FP_ADAPTER_UNIT_BYTE or "
                             "FP_ADAPTER_UNIT_CODEPOINT",
                             (unsigned)a->unit);
    if (a->capabilities & ~(uint32_t)ALL_CAPABILITIES)
        return object_refuse(&OBJECT, file,
                             "its capabilities are 0x%x, which has bits that mean nothing: or "
                             "those of fencepost/adapter.h",
                             (unsigned)a->capabilities);
    if ((a->capabilities & (uint32_t)NEED_OPEN_AS) && !has_open_as(a))
        return object_refuse(&OBJECT, file,
                             "it claims FP_ADAPTER_PREFIX, FP_ADAPTER_MODES or FP_ADAPTER_FINISH, "
                             "and has no open_as(), which is told of them: define it (ABI 4)");
    if ((a->capabilities & FP_ADAPTER_TOKENS) && (a->abi < 5 || !a->feed_token))
        return object_refuse(&OBJECT, file,
                             "it claims FP_ADAPTER_TOKENS, and has no feed_token(), which gets "
                             "them: define it (ABI 5)");
    if ((a->capabilities & FP_ADAPTER_BYTES) && a->unit != FP_ADAPTER_UNIT_BYTE)
        return object_refuse(&OBJECT, file,
                             "it claims FP_ADAPTER_BYTES, which needs FP_ADAPTER_UNIT_BYTE: what "
                             "is not UTF-8 has no characters");
    return true;
}

/* Each "name=value", of a name once. */
static bool check_policies(const char *file, const char *const *policies)
{
    bool given[FP_POLICY_COUNT] = { false };

    for (size_t i = 0; policies && policies[i]; i++) {
        const size_t len = strcspn(policies[i], "=");
        fp_policy policy;
        unsigned value;

        if (policies[i][len] != '=' || !fp_policy_find((fp_str){ policies[i], len }, &policy) ||
            !fp_policy_value_find(policy, fp_str_of(policies[i] + len + 1), &value))
            return object_refuse(&OBJECT, file,
                                 "its policy \"%s\" is unknown: write \"unterminated=drop\"; "
                                 "spec/model.md, section 3, lists names and values",
                                 policies[i]);
        if (given[policy])
            return object_refuse(&OBJECT, file, "its policy %s is there twice: keep one",
                                 fp_policy_name(policy));
        given[policy] = true;
    }
    return true;
}

const fp_adapter *adapter_load(const char *file)
{
    entry_function *entry = NULL;
    void *symbol = object_open(&OBJECT, file);

    if (!symbol)
        return NULL;
    memcpy(&entry, &symbol, sizeof entry); /* C has no cast between the two */

    const fp_adapter *a = entry();

    if (has_our_abi(file, a) && has_all(file, a) && check_claims(file, a) &&
        check_policies(file, a->policies))
        return a;
    return NULL;
}

/* -- what came with later ABIs ---------------------------------------------------------------- */

static void render_by_adapter(const fp_adapter *self, const serve_request *r, fp_adapter_sink *sink)
{
    static const char WRONG[] = "\"call\" is not {\"name\", \"input\"} (PROTOCOL-6.1)";
    const fp_str name = fp_jsontext_get(r->call, "name"), input = fp_jsontext_get(r->call, "input");
    fp_json text = { 0 };
    bool lone = false;

    if (fp_jsontext_kind(name) == '"' && fp_jsontext_kind(input) == '{' &&
        fp_jsontext_decode(name, &text, &lone))
        self->render(self, sink, r->syntax.ptr, r->catalogue.ptr, r->catalogue.len,
                     &(fp_adapter_call){ .name = text.len ? text.ptr : "",
                                         .name_len = text.len,
                                         .input = input.ptr,
                                         .input_len = input.len,
                                         .complete = 1 });
    else
        sink->refuse(sink, WRONG, sizeof WRONG - 1);
    fp_json_free(&text);
}

const char *const *adapter_readings(const fp_adapter *a)
{
    return a->abi >= 6 ? a->readings : NULL;
}

void *adapter_open(const fp_adapter *a, fp_adapter_sink *sink, const fp_adapter_asked *asked)
{
    if (has_open_as(a))
        return a->open_as(a, sink, asked);
    return a->open(a, sink, asked->syntax, asked->catalogue, asked->catalogue_len);
}

serve_skills adapter_skills(const fp_adapter *a)
{
    if (a->abi < 2)
        return (serve_skills){ 0 };
    return (serve_skills){ .render = a->render ? render_by_adapter : NULL, .reset = a->reset };
}

/* -- in a child ------------------------------------------------------------------------------ */

/* False where the child did not come to its end, and was not refused by itself. */
static bool judge_child(const char *file, child_end end)
{
    if (end.fate == CHILD_DONE)
        return true;
    if (end.fate == CHILD_LOST) /* refused there, with the reason */
        return false;
    if (end.fate == CHILD_LEFT)
        return object_refuse(&OBJECT, file,
                             "ends the program, with status %d, when it is loaded: look at what "
                             "runs then, and at fp_adapter_entry()",
                             end.number);
    if (end.fate == CHILD_LATE)
        return object_refuse(&OBJECT, file,
                             "is not loaded within %d seconds: look at what runs then, and at "
                             "fp_adapter_entry()",
                             (int)LOAD_SECONDS);
    return object_refuse(&OBJECT, file,
                         "crashes (signal %d) when it is loaded: look at what runs then, and at "
                         "fp_adapter_entry()",
                         end.number);
}

static int try_loading(const void *context, int out)
{
    const char *file = context;

    (void)out;
    interrupt_alarm(LOAD_SECONDS);
    return adapter_load(file) ? EXIT_AS_EXPECTED : EXIT_ADAPTER;
}

bool adapter_try(const char *file)
{
    child trial;

    if (!child_start(&trial, try_loading, file))
        return object_refuse(&OBJECT, file, "cannot be tried: %s", strerror(errno));
    return judge_child(file, child_wait(&trial));
}
