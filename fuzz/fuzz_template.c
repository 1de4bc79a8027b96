/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_template.c: what holds of every response template and every text
 * (spec/response-template.md): a template is loaded, or refused with a reason; a text has an
 * answer, and its message is JSON; and whole, byte by byte, as it is marked, and once more, it is
 * the same answer.
 *
 * An input is a template up to the first line end, and then a text; FF marks a cut in it.
 */
#include "common.h"
#include "format.h"
#include "target.h"
#include "template/parts.h"

#include <fencepost/jsontext.h>
#include <fencepost/template_make.h>

#include <stdlib.h>
#include <string.h>

/* STEPS: of one attempt, so that one input does not take minutes. */
enum { CUT = 0xff, TEXT_MOST = 2048, STEPS = 2000, LEVELS_MOST = 2 * FP_TPL_DEPTH_MAX };

static const claim TOTAL = { "TOTAL", "TEMPLATE-10.2", "format template" };
static const claim CHUNK = { "CHUNK", "TEMPLATE-10.1", "format template" };
static const claim ISOLATION = { "ISOLATION", "TEMPLATE-10.3", "format template" };

/* What comes of a text. Pieces of a region that follow each other are one. */
typedef struct answer {
    fp_template_fault fault;
    fp_json events, message;
    bool in_piece;
} answer;

typedef enum way { WHOLE, MARKED, BYTES } way;

static fp_str str_of(const fp_json *json)
{
    return (fp_str){ json->len ? json->ptr : "", json->len };
}

static void free_answer(answer *a)
{
    fp_json_free(&a->events);
    fp_json_free(&a->message);
}

/* An fp_template_sink. Lengths keep what an event holds apart from the next one. */
static void take_event(void *context, const fp_template_event *event)
{
    answer *a = context;
    const bool piece = event->type == FP_TEMPLATE_REGION_CHUNK;

    if (event->type == FP_TEMPLATE_REGION_MALFORMED)
        return;
    if (!piece || !a->in_piece) {
        fp_json_raw(&a->events, event->type == FP_TEMPLATE_REGION_OPEN ? "\nopen "
                                : !piece                               ? "\nclose "
                                : event->dirty                         ? "\ndirty "
                                                                       : "\nchunk ");
        fp_json_string(&a->events, event->field);
        fp_json_raw(&a->events, " ");
    }
    if (event->type != FP_TEMPLATE_REGION_OPEN)
        fp_json_bytes(&a->events, event->data);
    a->in_piece = piece;
}

/* Feeds a text without its marks; each piece is alone in its memory. */
static void feed(fp_template_parser *p, fp_str marked, way how)
{
    size_t start = 0;

    for (size_t i = 0; i <= marked.len; i++) {
        const bool mark = i < marked.len && (unsigned char)marked.ptr[i] == CUT;
        const bool ends = mark || i == marked.len;

        if (ends || how == BYTES) {
            const size_t len = i - start + (ends ? 0 : 1);
            char *piece = exact_copy(marked.ptr + start, len);

            fp_template_feed(p, piece, len);
            free(piece);
            start = i + 1;
        }
    }
}

/* The text without its marks; owned. */
static char *unmarked(fp_str marked, size_t *len)
{
    char *text = or_abort(malloc(marked.len + 1));

    *len = 0;
    for (size_t i = 0; i < marked.len; i++)
        if ((unsigned char)marked.ptr[i] != CUT)
            text[(*len)++] = marked.ptr[i];
    return text;
}

static answer read_text(const fp_template *t, fp_str text, way how, bool lenient)
{
    static const fp_template_policies LENIENT = { .malformed = FP_TEMPLATE_MALFORMED_TEXT };
    answer a = { .fault = FP_TEMPLATE_FINE };
    const fp_template_options options = { .policies = lenient ? &LENIENT : NULL,
                                          .sink = take_event,
                                          .context = &a };
    fp_template_parser *p = or_abort(fp_template_parser_new(t, &options));

    fp_tpl_let_steps(p, STEPS);
    feed(p, text, how);
    a.fault = fp_template_finish(p);
    if (a.fault == FP_TEMPLATE_NO_MEMORY)
        abort();
    require(!a.fault == !fp_template_parser_error(p)->reason[0], &TOTAL,
            "a fault and its reason come together");
    if (!a.fault)
        fp_template_message(p, &a.message);
    fp_template_parser_free(p);
    if (a.events.failed || a.message.failed)
        abort();
    return a;
}

static void same(const answer *a, const answer *b, const claim *law, const char *sentence)
{
    require(a->fault == b->fault &&
                (a->fault || (fp_str_equal(str_of(&a->message), str_of(&b->message)) &&
                              fp_str_equal(str_of(&a->events), str_of(&b->events)))),
            law, canary_planted() ? "the planted fault is noticed" : sentence);
}

/* The planted fault: what is marked loses its last byte. */
static fp_str spoiled(fp_str marked)
{
    return (fp_str){ marked.ptr, marked.len - (canary_planted() && marked.len) };
}

static void check_text(const fp_template *t, fp_str marked)
{
    size_t len, wrong;
    char *bytes = unmarked(marked, &len);
    const fp_str text = { bytes, len };
    const bool lenient = len % 2;
    answer whole = read_text(t, text, WHOLE, lenient), again = read_text(t, text, WHOLE, lenient);
    answer cut, each;

    require(whole.fault || fp_jsontext_valid(str_of(&whole.message), LEVELS_MOST, &wrong), &TOTAL,
            "the message is not JSON");
    same(&whole, &again, &ISOLATION, "once more it is another answer");
    free_answer(&again);
    each = read_text(t, text, BYTES, lenient);
    same(&whole, &each, &CHUNK, "byte by byte it is another answer");
    free_answer(&each);
    cut = read_text(t, spoiled(marked), MARKED, lenient);
    same(&whole, &cut, &CHUNK, "as it is cut it is another answer");
    free_answer(&cut);
    free_answer(&whole);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    const size_t template_len = end ? (size_t)(end - data) : size;
    const size_t text_len = end ? size - template_len - 1 : 0;
    char *json = exact_copy(data, template_len);
    fp_template_error error;
    fp_template *t = fp_template_load((fp_str){ json, template_len }, &error);

    if (!t && error.fault == FP_TEMPLATE_NO_MEMORY)
        abort();
    require(t || error.reason[0], &TOTAL, "a template is refused without a reason");
    free(json);
    if (t && text_len <= TEXT_MOST) {
        char *text = exact_copy(end ? end + 1 : data, text_len);

        check_text(t, (fp_str){ text, text_len });
        free(text);
    }
    fp_template_free(t);
    return 0;
}

/* -- inputs from a seed ------------------------------------------------------------------------ */

static const char *const TEMPLATES[] = {
    "{\"start_anchor\":\"<A>\",\"fields\":{\"t\":{\"open\":\"<think>\",\"close\":\"</think>\"},"
    "\"c\":{\"close\":[\"<e>\",\"<e>\\n\"]}}}",
    "{\"start_anchor\":\"<A>\",\"fields\":{\"call\":{\"open\":[\"<c\",\"<c>\"],\"close\":\"</c>\","
    "\"repeats\":true,\"content\":\"json\"},\"c\":{}}}",
    "{\"start_anchor\":\"<A>\",\"defaults\":{\"l\":[1]},\"fields\":{\"l\":{\"open_pattern\":"
    "\"\\\\[(?P<n>\\\\w+)\\\\]\\\\s*\",\"close_pattern\":\"\\\\[/"
    "(?:l|ll)\\\\]|\\\\Z\",\"repeats\":true,"
    "\"transform\":{\"n\":\"{n}\",\"v\":\"{content}\"}}}}",
    "{\"start_anchor_pattern\":\"<A> ?\",\"fields\":{\"x\":{\"open\":\"<f>\",\"close_pattern\":"
    "\"</f>(?=\\\\n|$)\",\"content\":\"xml-inline\",\"content_args\":{\"tag_pattern\":"
    "\"<(?P<key>\\\\w+)>(?P<value>.*?)</\\\\w>\",\"merge_duplicates\":true}},"
    "\"r\":{\"close_pattern\":\"\\\\n{2,3}\"}}}",
    "{\"start_anchor\":\"<A>\",\"fields\":{\"k\":{\"open\":\"«\",\"close\":\"»\",\"content\":"
    "\"kv-lines\"},\"j\":{\"open\":\"$\",\"close\":\"$$\",\"repeats\":true,\"join\":\"-\"},"
    "\"n\":{\"open\":\"#\",\"close_pattern\":\"\\\\b\",\"content\":\"int\"}}}",
};

enum { TEMPLATE_COUNT = sizeof TEMPLATES / sizeof *TEMPLATES };

static uint64_t next_number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Writes the text with marks between some of its bytes. */
static size_t put_marked(fp_str text, uint64_t *state, uint8_t *data, size_t cap)
{
    const uint64_t rare = 1 + next_number(state) % 12;
    size_t len = 0;

    for (size_t i = 0; i < text.len && len + 2 <= cap; i++) {
        if (!(next_number(state) % rare))
            data[len++] = CUT;
        data[len++] = (uint8_t)text.ptr[i];
    }
    return len;
}

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    uint64_t state = seed + 1;
    const fp_str template = fp_str_of(TEMPLATES[seed % TEMPLATE_COUNT]);
    fp_template_error error;
    fp_template_maker *m = or_abort(fp_template_maker_new(template, &error));
    fp_template_made made;
    size_t len = template.len < cap ? template.len : cap;

    if (!fp_template_make(m, seed, seed / TEMPLATE_COUNT, &made))
        abort();
    memcpy(data, template.ptr, len);
    if (len < cap)
        data[len++] = '\n';
    len += put_marked(made.text, &state, data + len, cap - len);
    fp_template_maker_free(m);
    if (len && !(next_number(&state) % 4))
        data[next_number(&state) % len] ^= (uint8_t)(1 + next_number(&state) % 127);
    return len;
}
