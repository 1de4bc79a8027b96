/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory.c: every allocation fails, once and from then on. Nothing crashes or leaks, the
 * failure is said, and what can go on afterwards does.
 */
#include "failing_malloc.h"

#include <fencepost/catalogue.h>
#include <fencepost/json.h>
#include <fencepost/render.h>
#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* -- parsers ------------------------------------------------------------------------------- */

/* Each round did as it said; and there were at least so many, or the wrapping does not work. */
static size_t check_each(fail_job *job, const void *context, size_t least)
{
    const size_t count = fail_each(job, context);

    assert_in_range(count, least, SIZE_MAX - 1);
    return count;
}

typedef struct input {
    const char *syntax;
    const char *text;
    const char *policy, *value; /* NULL: the default */
} input;

#define TOOL "\xF0\x9F\x9B\xA0\xEF\xB8\x8F"
#define ENVELOPE "{\"thought\": \"t\", \"tool_calls\": [{\"tool\": \"a\", \"args\": "
#define LAST "\xF0\x9F\x94\x9A" /* after TOOL: the end marker of emoji-line */

static const input INPUTS[] = {
    { "caret", "just text\nand more\n", NULL, NULL },
    { "caret", "before\n^^^write\npath: a b\ncontent ---\n\nx\n\n--- content\n^^^\nafter", NULL,
      NULL },
    { "caret", "^^^list\nitems: [\n  a\n b  \n^^^x\n]\nother: y\nother: z\n^^^\n^^^again\n^^^\n",
      NULL, NULL },
    { "caret", "^^^cut\nk ---\nthe value never ends", "unterminated", "recover" },
    { "caret", "^^^cut\nk ---\nthe value never ends", "unterminated", "drop" },
    { "caret", "a\n^^^a\nk: v\n^^^\n^^^cut\nk ---\nthe value never ends", "unterminated", "text" },
    { "caret", "^^^a\nk: v\n^^^b\nk: v\n^^^\nmore", "malformed", "text" },
    { "caret", "^^^a\nk: v\n", "unterminated", "whole" },
    { "qwen3-coder",
      "<tool_call>\n<function=t>\n<parameter=k>\nv</parameter>\n\n</parameter>\n</function>\n</"
      "tool_call>",
      "value_framing", "own-line" },
    { "hermes",
      "a <tool_call>{\"name\": \"a\", \"arguments\": {\"k\": \"v\"}} <tool_call>{\"name\": \"b\"",
      "unterminated", "text" },
    { "caret", "  \n text \n\n^^^a\nk: v\n^^^\n\n text  \n", "text_space", "trimmed" },
    { "caret", "^^^a\nk ---\n\n  spaced  \n\n--- k\n^^^\n", "value_framing", "trimmed" },
    { "caret", "^^^a\n^^^\n^^^b\nx: y\n^^^\n", "extra_call", "stop" },
    { "caret", "^^^unknown\nk: v\nk: w\n^^^\n", "unknown_tool", "drop" },
    { "emoji-bracket", "text " TOOL " text " TOOL "[ok a=1 b]\nbody\n" TOOL "[/end] more", NULL,
      NULL },
    { "emoji-bracket", TOOL "[a]" TOOL "[b]x" TOOL "[/end]" TOOL "[c", NULL, NULL },
    { "emoji-bracket", "a " TOOL "[a] b \r\n " TOOL "[/end] c", "value_framing", "trimmed" },
    { "emoji-bracket", " a \n" TOOL "[a]b" TOOL "[/end]\n c \n", "text_space", "trimmed" },
    { "emoji-line", "text\n" TOOL "\n" TOOL " a b c \n\nbody\n" TOOL " list\nx\n" TOOL LAST "more",
      NULL, NULL },
    { "emoji-line", TOOL " list a \r", NULL, NULL },
    { "emoji-line", TOOL " a\nb" TOOL TOOL LAST "\n" TOOL LAST, "recovery", "lenient" },
    { "emoji-line", TOOL " a b\n c \r\n" TOOL LAST, "value_framing", "trimmed" },
    { "xml",
      "a <b> <tool:write>\n<param:path>p</param:path>\n<param:content>\nx < y\n</param:"
      "content>\n<param:path>q</param:path>\n</tool:write> b",
      NULL, NULL },
    { "xml", "<tool:a>no<param:k>v<param:k></param:k></tool:b><tool:a><tool:list", NULL, NULL },
    { "xml", "<tool:a><param:k>the value never ends</param:", "unterminated", "recover" },
    { "xml", "<tool:a></tool:a><tool:a><param:k>v</param:k></tool:a>", "extra_call", "stop" },
    { "xml",
      "<tool:write><param:n>1</param:n><param:l>a</param:l><param:l>b</param:l>"
      "<param:e>c</param:e></tool:write>",
      "types", "schema" },
    { "toolcall-tag",
      "a <b> <toolcall(write)>\n  <path>p</path>\n  <content>x < y</p>\n</content>\n"
      "<path>q</path>\n</toolcall(write)></toolcall(b)><toolcall(c d)>",
      NULL, NULL },
    { "toolcall-tag", "<toolcall(a)>\n<toolcall(list)> </toolcall(a)><toolcall(b", NULL, NULL },
    { "toolcall-tag", "<toolcall(a)><k>the value never ends</", "unterminated", "recover" },
    { "toolcall-tag", "<toolcall(a)></toolcall(a)><toolcall(a)>", "extra_call", "stop" },
    { "toolcall-tag", "<toolcall(a)><k>\n v \n</k></toolcall(a)>", "value_framing", "trimmed" },
    { "toolcall-tag", "<toolcall(d)><k>v</k><k>w</k> b", "unknown_tool", "drop" },
    { "hermes",
      "a <tool_call>\n{\"arguments\": {\"k\": \"v\", \"k\": 1}, \"name\": \"write\"}\n</tool_call> "
      "b"
      "<tool_call>{\"id\": 1}</tool_call></tool_call><tool_call>{x}</tool_call>",
      NULL, NULL },
    { "hermes", "<tool_call>{\"name\": \"a\", \"arguments\": {\"k\": \"never ends", "unterminated",
      "recover" },
    { "hermes",
      "<tool_call>{\"name\": \"a\", \"arguments\": \"{\\\"k\\\": 1}\"}<tool_call>{\"name\":1",
      "recovery", "lenient" },
    { "hermes",
      "<tool_call>{\"name\": \"a\", \"arguments\": {\"a key of more than sixteen bytes\": "
      "\"and a value with an escape, of more bytes than there is room for\\n\"}}</tool_call>",
      NULL, NULL },
    { "hermes",
      "<tool_call>{\"note\": \"held as long as there is no name\", \"name\": \"a\"}</tool_call>",
      NULL, NULL },
    { "json-envelope", "a\n" ENVELOPE "{\"k\": \"v\", \"l\": [1]}}]}\nb", NULL, NULL },
    { "json-envelope", ENVELOPE "{\"k\": \"v\", \"k\": 1, \"\\ud800\": {}", "unterminated",
      "recover" },
    { "json-envelope", ENVELOPE "\"{\\\"k\\\": \\\"v\\\"}\"}, {}]}", "recovery", "lenient" },
    { "qwen3-coder",
      "a <b> <tool_call>\n<function=write>\n<parameter=path>\np\n</parameter>\n<parameter=content>"
      "x < y</function></parameter>\n<parameter=path>q</parameter>\n</function>\n</tool_call> b",
      NULL, NULL },
    { "qwen3-coder",
      "<tool_call><function=a>no<parameter=k>v<parameter=l></parameter></parameter></tool_call>"
      "</tool_call><tool_call>{}</tool_call><tool_call><function=c d><tool_call> ",
      NULL, NULL },
    { "qwen3-coder", "<tool_call><function=a><parameter=k>the value never ends</para",
      "unterminated", "recover" },
    { "qwen3-coder",
      "<function=a><parameter=k>1<parameter=l>2</function>\n<function=b></tool_call><function=c d>",
      "recovery", "lenient" },
    { "qwen3-coder", "<tool_call><function=a><tool_call><function=b>", "extra_call", "stop" },
    { "shortcode", "text {{<a k=\"v\\\"w\" f k='x' />}} {{<b l=m>}}body{{</b>}} {{</c>}} {{<d",
      NULL, NULL },
    { "shortcode", "{{<a more_bytes_ /}} {{<a of_13_bytes__ />}}", NULL, NULL },
    { "shortcode", "a {{<reasoning_text>}} {{</reasoning_text>}} b {{<a>}}cut", "text_space",
      "trimmed" },
    { "shortcode", "{{<a/>}} in the middle               blanks wait {{<a/>}}", "text_space",
      "trimmed" },
    { "shortcode", "{{<reasoning_text>}}{{<a />}}{{</reasoning_text>}}{{<a f />}}", "reasoning",
      "opaque" },
    { "native-anthropic",
      "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":"
      "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"write\",\"input\":{\"k\":\"v\"}}}\n\n"
      "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":"
      "{\"type\":\"tool_use\",\"id\":\"u\",\"name\":\"list\"}}\n\n"
      "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":"
      "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"a\\\": [1\"}}\n\n"
      "data: {\"type\":\"content_block_delta\",\"delta\":"
      "{\"type\":\"text_delta\",\"text\":\"between \\u00e9\"}}\n\n"
      "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
      "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":"
      "{\"type\":\"input_json_delta\",\"partial_json\":\"]}\"}}\n\n"
      "data: {\"type\":\"content_block_stop\",\"index\":1}\n\n",
      NULL, NULL },
    { "native-anthropic",
      "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":"
      "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"write\",\"input\":{\"k\":\"v\"}}}\n\n"
      "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":"
      "{\"type\":\"tool_use\",\"id\":\"u\",\"name\":\"list\"}}\n\n"
      "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":"
      "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"a\\\": [1\"}}\n\n",
      "unterminated", "recover" },
    { "native-anthropic",
      "{\"content\":[{\"type\":\"text\",\"text\":\"t\"},"
      "{\"type\":\"tool_use\",\"name\":\"write\",\"input\":{\"a\":\"b\",\"c\":{}}},"
      "{\"type\":\"tool_use\",\"name\":\"a\"}]}",
      "extra_call", "stop" },
    { "native-openai",
      "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\","
      "\"function\":{\"name\":\"write\",\"arguments\":\"{\\\"k\\\":\"}}]}}]}\n\n"
      "data: {\"choices\":[{\"delta\":{\"content\":\"t\",\"tool_calls\":["
      "{\"index\":1,\"id\":\"d\",\"function\":{\"name\":\"a\",\"arguments\":\"{\\\"x\\\":\"}}]}}]}"
      "\n\n"
      "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":1,"
      "\"function\":{\"arguments\":\"2}\"}},"
      "{\"id\":\"e\",\"function\":{\"name\":\"list\"}}]}}]}\n\n"
      "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
      NULL, NULL },
    { "native-openai",
      "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\","
      "\"function\":{\"name\":\"write\",\"arguments\":\"{\\\"k\\\":\"}}]}}]}\n\n"
      "data: {\"choices\":[{\"delta\":{\"content\":\"t\",\"tool_calls\":["
      "{\"index\":1,\"id\":\"d\",\"function\":{\"name\":\"a\",\"arguments\":\"{\\\"x\\\":\"}}]}}]}"
      "\n\n"
      "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":1,"
      "\"function\":{\"arguments\":\"2}\"}},"
      "{\"id\":\"e\",\"function\":{\"name\":\"list\"}}]}}]}\n\n",
      "unterminated", "drop" },
    { "native-openai",
      "{\"choices\":[{\"message\":{\"content\":\"t\",\"tool_calls\":["
      "{\"function\":{\"name\":\"write\",\"arguments\":\"{\\\"k\\\": \\\"v\\\"}\"}}]}}]}",
      NULL, NULL },
};

static const char TOOLS[] =
    "{\"tools\":[{\"name\":\"write\",\"description\":\"d\",\"inputSchema\":{\"type\":\"object\","
    "\"properties\":{\"n\":{\"type\":\"integer\"},\"l\":{\"type\":\"array\"},"
    "\"e\":{\"enum\":[\"a\"]}}}},"
    "{\"name\":\"a\"},{\"name\":\"list\"}]}";

/* A job's input, with what it needs made beforehand. */
typedef struct subject {
    const fp_syntax *syntax;
    fp_options options;
    fp_str text;
} subject;

static subject subject_of(const input *in, const fp_catalogue *catalogue)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(in->syntax));
    subject s = { syntax, fp_options_default(syntax), fp_str_of(in->text) };
    fp_policy policy;
    unsigned value;

    s.options.catalogue = catalogue;
    if (in->policy) {
        assert_true(fp_policy_find(fp_str_of(in->policy), &policy));
        assert_true(fp_policy_value_find(policy, fp_str_of(in->value), &value));
        s.options.policies.of[policy] = (uint8_t)value;
    }
    return s;
}

static void digest_bytes(uint64_t *digest, fp_str bytes)
{
    for (size_t i = 0; i < bytes.len; i++)
        *digest = (*digest ^ (unsigned char)bytes.ptr[i]) * 1099511628211u;
    *digest = (*digest ^ bytes.len) * 1099511628211u;
}

/* A sink that allocates nothing. */
static int digest_event(void *digest, const fp_event *event)
{
    digest_bytes(digest, fp_str_of(fp_event_name(event->type)));
    digest_bytes(digest, event->data);
    for (size_t i = 0; event->call && i < event->call->arg_count; i++) {
        digest_bytes(digest, event->call->args[i].key);
        digest_bytes(digest, event->call->args[i].value.text);
    }
    return 0;
}

static fp_status parse(fp_parser *parser, fp_str text, size_t chunk)
{
    fp_status status = FP_OK;

    for (size_t at = 0; at < text.len; at += chunk)
        status =
            fp_parser_feed(parser, text.ptr + at, text.len - at < chunk ? text.len - at : chunk);
    assert_int_equal(fp_parser_feed(parser, "", 0), status);
    if (status != FP_OK) /* what there would be room for is not taken either */
        assert_int_equal(fp_parser_feed(parser, "x", 1), status);
    return fp_parser_finish(parser);
}

static uint64_t expected_digest(const subject *s, size_t chunk)
{
    uint64_t digest = 0;
    fp_parser *parser = fp_parser_new(s->syntax, &s->options, digest_event, &digest);

    assert_int_equal(parse(parser, s->text, chunk), FP_OK);
    fp_parser_free(parser);
    return digest;
}

static bool parse_and_reset(const subject *s, size_t chunk)
{
    uint64_t digest = 0;
    fp_parser *parser = fp_parser_new(s->syntax, &s->options, digest_event, &digest);
    const fp_status status = parser ? parse(parser, s->text, chunk) : FP_NO_MEMORY;

    fail_switch(FAIL_NEVER);
    assert_true(status == FP_OK || status == FP_NO_MEMORY);
    if (parser) {
        assert_int_equal(fp_parser_finish(parser), status == FP_OK ? FP_FINISHED : FP_NO_MEMORY);
        fp_parser_reset(parser);
        digest = 0;
        assert_int_equal(parse(parser, s->text, chunk), FP_OK);
        assert_true(digest == expected_digest(s, chunk));
    }
    fp_parser_free(parser);
    return status == FP_OK;
}

static bool parse_whole_job(const void *context)
{
    return parse_and_reset(context, SIZE_MAX / 2);
}

static bool parse_bytes_job(const void *context)
{
    return parse_and_reset(context, 1);
}

static bool parse_pieces_job(const void *context)
{
    return parse_and_reset(context, 7);
}

/* Two parsers in the same state say the same of the rest, whose length is given. */
static void check_twins(const subject *s, fp_parser *twins[2], uint64_t digests[2], size_t rest)
{
    assert_true(fp_parser_equal(twins[0], twins[1]));
    for (size_t i = 0; i < 2; i++) {
        digests[i] = 0;
        fp_parser_feed(twins[i], s->text.ptr + s->text.len - rest, rest);
    }
    assert_true(digests[0] == digests[1]);
    assert_true(fp_parser_equal(twins[0], twins[1]));
}

/* Clones in the middle of the text, where a call is open in most inputs; and what was fed less, or
 * more, is brought there. */
static bool twin_job(const subject *s, size_t fed)
{
    const fail_mode wanted = fail_switch(FAIL_NEVER);
    const size_t half = s->text.len / 2;
    uint64_t digests[2] = { 0 };
    fp_parser *twins[2] = { 0 };
    bool made;

    twins[0] = fp_parser_new(s->syntax, &s->options, digest_event, &digests[0]);
    fp_parser_feed(twins[0], s->text.ptr, half);
    if (fed) {
        twins[1] = fp_parser_new(s->syntax, &s->options, digest_event, &digests[1]);
        fp_parser_feed(twins[1], s->text.ptr, fed);
    }
    fail_switch(wanted);
    if (fed)
        made = fp_parser_assign(twins[1], twins[0]);
    else
        made = (twins[1] = fp_parser_clone(twins[0], digest_event, &digests[1])) != NULL;
    fail_switch(FAIL_NEVER);
    if (made)
        check_twins(s, twins, digests, s->text.len - half);
    fp_parser_free(twins[0]);
    fp_parser_free(twins[1]);
    return made;
}

static bool clone_job(const void *context)
{
    return twin_job(context, 0);
}

static bool assign_job(const void *context)
{
    return twin_job(context, 1);
}

static bool assign_back_job(const void *context)
{
    const subject *s = context;

    return twin_job(s, s->text.len);
}

/* The outcome, and its JSON. */
static bool outcome_job(const void *context)
{
    const subject *s = context;
    fp_outcome *outcome;
    fp_json json = { 0 };
    const fp_status status = fp_parse(s->syntax, &s->options, s->text, &outcome);
    bool succeeded = status == FP_OK;

    assert_true(succeeded == (outcome != NULL));
    assert_true(succeeded || status == FP_NO_MEMORY);
    if (outcome) {
        fp_json_outcome(&json, outcome);
        succeeded = !json.failed;
    }
    fp_json_free(&json);
    fp_outcome_free(outcome);
    return succeeded;
}

/* -- rendering ----------------------------------------------------------------------------- */

/* A call that every syntax can carry is written, or memory is said to be out; never anything else.
 */
static bool render_job(const void *context)
{
    const fp_call call = { .name = FP_STR("write"), .complete = true };
    fp_json text = { 0 };
    fp_refusal refusal;
    const bool rendered = fp_render(context, NULL, &call, &text, &refusal);

    const bool enough = !text.failed;

    fp_json_free(&text);
    assert_true(enough ? rendered || refusal.reason : !rendered);
    return enough;
}

/* Under a limit for which a parser is asked. */
static bool limited_render_job(const void *context)
{
    const fp_call call = { .name = FP_STR("write"), .complete = true };
    fp_options options = fp_options_default(context);
    fp_json text = { 0 };
    fp_refusal refusal;

    options.limits.name = call.name.len;

    const bool rendered = fp_render(context, &options, &call, &text, &refusal);

    assert_int_equal(rendered, !text.failed);
    fp_json_free(&text);
    return rendered;
}

/* By a renderer that is kept, two calls. */
static bool kept_render_job(const void *context)
{
    const fp_call call = { .name = FP_STR("write"), .complete = true };
    const fp_options options = fp_options_default(context);
    fp_renderer *renderer = fp_renderer_new(context, &options);
    fp_json text = { 0 };
    fp_refusal refusal;
    const bool rendered = renderer && fp_renderer_render(renderer, &call, &text, &refusal) &&
                          fp_renderer_render(renderer, &call, &text, &refusal);

    assert_int_equal(rendered, renderer && !text.failed);
    fp_renderer_free(renderer);
    fp_json_free(&text);
    return rendered;
}

static void each_allocation_of_a_rendering(void **state)
{
    (void)state;
    check_each(kept_render_job, fp_syntax_find(FP_STR("caret")), 3);
    check_each(kept_render_job, fp_syntax_find(FP_STR("hermes")), 3);
    check_each(limited_render_job, fp_syntax_find(FP_STR("caret")), 2);
    check_each(limited_render_job, fp_syntax_find(FP_STR("hermes")), 2);
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (fp_syntax_has_calls(*s))
            check_each(render_job, *s, 1);
}

/* -- the tests ----------------------------------------------------------------------------- */

static fail_job *const JOBS[] = { parse_whole_job, parse_bytes_job, parse_pieces_job, clone_job,
                                  assign_job,      assign_back_job, outcome_job };

static void each_allocation(void **state)
{
    const input *in = *state;
    fp_catalogue_error error;
    fp_catalogue *catalogue = fp_catalogue_read(fp_str_of(TOOLS), &error);
    const subject s = subject_of(in, catalogue);
    size_t failures = 0;

    for (size_t i = 0; i < sizeof JOBS / sizeof *JOBS; i++)
        failures += check_each(JOBS[i], &s, 0);
    fp_catalogue_free(catalogue);
    assert_true(failures >= 8);
}

/* Under each value of each policy too, and of each with blanks that wait: what waits is kept in two
 * places, one of which may have got its memory alone. */
static void each_allocation_under_each_policy(void **state)
{
    const input *in = *state;
    fp_catalogue_error error;
    fp_catalogue *catalogue = fp_catalogue_read(fp_str_of(TOOLS), &error);
    const subject usual = subject_of(in, catalogue);

    for (unsigned space = 0; fp_policy_value_name(FP_TEXT_SPACE, space); space++)
        for (unsigned p = 0; p < FP_POLICY_COUNT; p++)
            for (unsigned v = 0; fp_policy_value_name((fp_policy)p, v); v++) {
                subject s = usual;

                s.options.policies.of[FP_TEXT_SPACE] = (uint8_t)space;
                s.options.policies.of[p] = (uint8_t)v;
                if (v != usual.options.policies.of[p] || p == FP_TEXT_SPACE)
                    check_each(parse_bytes_job, &s, 1);
            }
    fp_catalogue_free(catalogue);
}

/* No bytes have no place; clang's sanitizer sees an offset that is added to it. */
static void no_bytes_come(void **state)
{
    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        fp_parser *p = fp_parser_new(*s, NULL, NULL, NULL);

        assert_non_null(p);
        assert_int_equal(fp_parser_feed(p, NULL, 0), FP_OK);
        assert_int_equal(fp_parser_feed(p, "a", 1), FP_OK);
        assert_int_equal(fp_parser_feed(p, NULL, 0), FP_OK);
        assert_int_equal(fp_parser_finish(p), FP_OK);
        fp_parser_free(p);
    }
}

int main(void)
{
    enum { COUNT = sizeof INPUTS / sizeof *INPUTS };
    static char names[2 * COUNT][60];
    enum { FIRST = 2 };
    struct CMUnitTest tests[FIRST + 2 * COUNT] = { cmocka_unit_test(each_allocation_of_a_rendering),
                                                   cmocka_unit_test(no_bytes_come) };

    for (size_t i = 0; i < COUNT; i++) {
        snprintf(names[COUNT + i], sizeof names[i], "%s: input %zu, each policy", INPUTS[i].syntax,
                 i);
        tests[FIRST + COUNT + i] =
            (struct CMUnitTest){ .name = names[COUNT + i],
                                 .test_func = each_allocation_under_each_policy,
                                 .initial_state = (void *)(uintptr_t)&INPUTS[i] };
        snprintf(names[i], sizeof names[i], "%s: input %zu", INPUTS[i].syntax, i);
        tests[FIRST + i] = (struct CMUnitTest){ .name = names[i],
                                                .test_func = each_allocation,
                                                .initial_state = (void *)(uintptr_t)&INPUTS[i] };
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
