/* SPDX-License-Identifier: Apache-2.0 */
/* randomtext.c: seeded inputs and options. */
#include "randomtext.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

/* splitmix64. */
uint64_t rng_next(rng *r)
{
    uint64_t z = r->state += 0x9E3779B97F4A7C15u;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

size_t rng_below(rng *r, size_t n)
{
    return n ? (size_t)(rng_next(r) % n) : 0;
}

size_t random_pieces(rng *r, const char *const *pieces, size_t count, char *text, size_t cap)
{
    const size_t joined = 1 + rng_below(r, 9);
    size_t len = 0;

    for (size_t i = 0; i < joined; i++) {
        const fp_str piece = fp_str_of(pieces[rng_below(r, count)]);

        if (len + piece.len > cap)
            break;
        memcpy(text + len, piece.ptr, piece.len);
        len += piece.len;
    }
    return len;
}

typedef struct text {
    unsigned char *bytes;
    size_t len, cap;
    const char *const *markers, *const *completions; /* of the syntax */
} text;

static void add(text *t, const char *bytes, size_t len)
{
    if (len > t->cap - t->len)
        len = t->cap - t->len;
    memcpy(t->bytes + t->len, bytes, len);
    t->len += len;
}

static const char *pick(rng *r, const char *const *list)
{
    size_t count = 0;

    while (list[count])
        count++;
    return count ? list[rng_below(r, count)] : "";
}

/* A marker, a prefix or a suffix of one, or one with a byte changed. */
static void add_marker(rng *r, text *t, const char *marker)
{
    const size_t len = strlen(marker);
    const size_t at = rng_below(r, len + 1);
    const unsigned char byte = (unsigned char)rng_next(r);

    switch (rng_below(r, 8)) {
    case 0:
        add(t, marker, at);
        break;
    case 1:
        add(t, marker + at, len - at);
        break;
    case 2:
        add(t, marker, at);
        add(t, (const char *)&byte, 1);
        if (at < len)
            add(t, marker + at + 1, len - at - 1);
        break;
    default:
        add(t, marker, len);
        break;
    }
}

static void add_word(rng *r, text *t, size_t longest)
{
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz_0123456789.,:;-";

    for (size_t n = 1 + rng_below(r, longest); n > 0; n--)
        add(t, &LETTERS[rng_below(r, rng_below(r, 8) ? 26 : sizeof LETTERS - 1)], 1);
}

/* Where what is acted on is long, pieces of it seldom come together. */
typedef struct events {
    const char *id; /* of the syntax */
    const char *events[8];
} events;

static const events EVENTS[] = {
    { "native-anthropic",
      { "\n\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":"
        "\"tool_use\",\"id\":\"t\",\"name\":\"a\"}}\n\n",
        "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n",
        "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":"
        "\"input_json_delta\",\"partial_json\":\"{\\\"path\\\":\\\"a b\\\\nc\\\"}\"}}\n\n",
        "\n\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":"
        "\"text_delta\",\"text\":\"a\\n\\ud83d\\ude00 b\"}}\n\n",
        "{\"content\":[{\"type\":\"text\",\"text\":\"a\\nb\"},{\"type\":\"tool_use\",\"name\":"
        "\"x\",\"input\":{\"path\":\"a\\tb\"}}]}" } },
    { "native-openai",
      { "\n\ndata: "
        "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":"
        "{\"name\":\"a\",\"arguments\":\"\"}}]}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":"
        "\"{\\\"path\\\":\\\"a b\\\\nc\\\"}\"}}]}}]}\n\n",
        "\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"a\\n\\ud83d\\ude00 b\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n",
        "data: [DONE]\n\n",
        "{\"choices\":[{\"message\":{\"content\":\"a\\nb\",\"tool_calls\":[{\"id\":\"c\","
        "\"function\":"
        "{\"name\":\"x\",\"arguments\":\"{\\\"path\\\":1}\"}}]}}]}" } },
};

/* One of them, whole or not. */
static void add_event(rng *r, const fp_syntax *syntax, text *t)
{
    for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++)
        if (strcmp(EVENTS[i].id, fp_syntax_id(syntax)) == 0)
            add_marker(r, t, pick(r, EVENTS[i].events));
}

/* A whole block, as the renderer writes it, of the arguments that the syntax can carry. */
static void add_block(rng *r, const fp_syntax *syntax, text *t)
{
    const fp_str plain = FP_STR("a b"), escaped = FP_STR("a \n b\"c\\d"); /* where it is JSON */
    const fp_arg named[] = { { FP_STR("path"), { .text = rng_below(r, 2) ? plain : escaped } } };
    const fp_arg unnamed[] = { { FP_STR("raw_args"), { .text = FP_STR("a b") } },
                               { FP_STR("body"), { .text = FP_STR("c") } } };
    const bool has_names = rng_below(r, 2);
    const fp_call call = { .name = FP_STR("x"),
                           .args = has_names ? named : unnamed,
                           .arg_count = has_names ? 1 : 2,
                           .complete = true };
    fp_json block = { 0 };
    fp_refusal refusal;

    if (fp_render(syntax, NULL, &call, &block, &refusal))
        add(t, block.ptr, block.len);
    fp_json_free(&block);
}

static void add_piece(rng *r, const fp_syntax *syntax, text *t)
{
    static const char *const COMMON[] = { "\n",    "\n",       "\n",      "\r\n",     "\r",
                                          " ",     " ",        "\t",      "```",      "~~~",
                                          "\n```", "\n```c\n", "<think>", "</think>", "<",
                                          "`",     "path",     "\na",     "x",        "\n\n",
                                          "\n  ",  ": ",       NULL };
    const unsigned char byte = (unsigned char)rng_next(r);

    if (syntax->document && rng_below(r, 3)) {
        add_event(r, syntax, t);
        return;
    }
    switch (rng_below(r, 12)) {
    case 0:
    case 1:
    case 2:
        add_marker(r, t, pick(r, t->markers));
        break;
    case 3: /* mostly where a line begins: what opens a call does so in many syntaxes */
        add(t, "\n", rng_below(r, 4) != 0);
        add_marker(r, t, pick(r, t->completions));
        break;
    case 4:
        add(t, "\n", rng_below(r, 2));
        add_block(r, syntax, t);
        break;
    case 7:
        add_word(r, t, 40);
        break;
    case 5:
        add_word(r, t, 6);
        break;
    case 6:
        add(t, (const char *)&byte, 1);
        break;
    default:
        add_marker(r, t, pick(r, COMMON));
        break;
    }
}

size_t random_text(rng *r, const fp_syntax *syntax, unsigned char *bytes, size_t cap)
{
    const size_t most = rng_below(r, syntax->document ? 2 : 8) ? cap / 8 : cap;
    fp_derived derived = { 0 };
    text t = { bytes, 0, rng_below(r, most + 1), fp_syntax_markers(syntax, &derived),
               fp_syntax_completions(syntax, &derived) };

    if (derived.failed)
        abort();
    if (syntax->stands == FP_STANDS_FIRST && rng_below(r, 4)) { /* or else it is text as a whole */
        add_block(r, syntax, &t);
        if (rng_below(r, 2))
            t.len -= rng_below(r, t.len + 1);
    }
    while (t.len < t.cap)
        add_piece(r, syntax, &t);
    fp_derived_free(&derived);
    return t.len;
}

static size_t policy_values(fp_policy policy)
{
    size_t count = 0;

    while (fp_policy_value_name(policy, (unsigned)count))
        count++;
    return count;
}

fp_options random_options(rng *r, const fp_syntax *syntax, const fp_catalogue *catalogue)
{
    fp_options options = fp_options_default(syntax);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (rng_below(r, 4) == 0)
            options.policies.of[i] = (uint8_t)rng_below(r, policy_values((fp_policy)i));
    if (rng_below(r, 4) == 0) {
        options.limits.name = rng_below(r, 12);
        options.limits.key = rng_below(r, 12);
        options.limits.value = rng_below(r, 40);
        options.limits.call = rng_below(r, 60);
        options.limits.held = rng_below(r, 40);
    }
    if (rng_below(r, 2))
        options.catalogue = catalogue;
    return options;
}
