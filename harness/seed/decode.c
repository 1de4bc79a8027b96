/* SPDX-License-Identifier: Apache-2.0 */
/* decode.c: decodes a fuzz input into text, cuts and options. */
#include "seed/decode.h"

#include "base/util.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

enum {
    OP_TOKENS = 0x03,
    OP_SPELT = 0x04,
    OP_PROMPT = 0x0E,
    OP_DEFAULTS = 0x10,
    OP_SMALL_LIMITS = 0x1F,
    OP_TARGETS = 0x24,
    OP_PREFIX = 0x2E,
    OP_LENGTH = 0x2F
};

/* Bytes: so many inputs need no more room. */
enum { DECODE_ROOM = 8192 };

/* What the controls change. */
static const struct control {
    unsigned char op;
    uint8_t policy, value;
} CONTROLS[] = {
    { OP_DEFAULTS, 0, 0 },
    { 0x11, FP_UNTERMINATED, FP_UNTERMINATED_RECOVER },
    { 0x12, FP_UNTERMINATED, FP_UNTERMINATED_DROP },
    { 0x13, FP_EXTRA_CALLS, FP_EXTRA_STOP },
    { 0x14, FP_EXTRA_CALLS, FP_EXTRA_ACCEPT },
    { 0x15, FP_TEXT_AFTER, FP_TEXT_AFTER_DROP },
    { 0x16, FP_TEXT_SPACE, FP_TEXT_SPACE_TRIMMED },
    { 0x17, FP_VALUE_FRAMING, FP_FRAMING_EXACT },
    { 0x18, FP_VALUE_FRAMING, FP_FRAMING_FIRST_NEWLINE },
    { 0x19, FP_VALUE_FRAMING, FP_FRAMING_EACH_SIDE },
    { 0x1A, FP_VALUE_FRAMING, FP_FRAMING_TRIMMED },
    { 0x1B, FP_CODE_FENCE, FP_CODE_FENCE_TEXT },
    { 0x1C, FP_CODE_FENCE, FP_CODE_FENCE_CALL },
    { 0x1D, FP_REASONING, FP_REASONING_OPAQUE },
    { 0x1E, FP_RECOVERY, FP_RECOVERY_LENIENT },
    { OP_SMALL_LIMITS, 0, 0 },
    { 0x20, FP_RECOVERY, FP_RECOVERY_STRICT },
    { 0x21, FP_UNKNOWN_TOOLS, FP_UNKNOWN_PASS },
    { 0x22, FP_UNKNOWN_TOOLS, FP_UNKNOWN_REPORT },
    { 0x23, FP_UNKNOWN_TOOLS, FP_UNKNOWN_DROP },
    { OP_TARGETS, 0, 0 },
    { OP_TYPES, FP_TYPES, FP_TYPES_SCHEMA },
    { 0x26, FP_TYPES, FP_TYPES_STRING },
    { 0x27, FP_UNTERMINATED, FP_UNTERMINATED_REPORT },
    { 0x28, FP_EXTRA_CALLS, FP_EXTRA_REPORT },
    { 0x29, FP_TEXT_AFTER, FP_TEXT_AFTER_KEEP },
    { 0x2A, FP_TEXT_SPACE, FP_TEXT_SPACE_EXACT },
    { 0x2B, FP_REASONING, FP_REASONING_PLAIN },
    { 0x2C, FP_REASONING, FP_REASONING_CHANNEL },
    { 0x2D, FP_REASONING, FP_REASONING_UNTIL_CALL },
    { OP_PREFIX, 0, 0 },
    { OP_LENGTH, 0, 0 },
    { OP_TOKENS, 0, 0 },
    { OP_SPELT, 0, 0 },
    { 0x05, FP_UNTERMINATED, FP_UNTERMINATED_TEXT },
    { OP_PROMPT, 0, 0 },
    { 0x06, FP_UNTERMINATED, FP_UNTERMINATED_WHOLE },
    { 0x07, FP_MALFORMED, FP_MALFORMED_TEXT },
    { 0x08, FP_MALFORMED, FP_MALFORMED_REPORT },
    { 0x09, FP_FALSE_OPENER, FP_FALSE_OPENER_DROP_REST },
    { 0x0D, FP_TEXT_SPACE, FP_TEXT_SPACE_TRIMMED_END },
    { 0x0B, FP_VALUE_FRAMING, FP_FRAMING_TRIMMED_START },
    { 0x0C, FP_VALUE_FRAMING, FP_FRAMING_TRIMMED_END },
    { 0x0F, FP_VALUE_FRAMING, FP_FRAMING_OWN_LINE },
};

enum { CHANGES = sizeof CONTROLS / sizeof *CONTROLS };

/* After what the table has, the catalogues; that of the targets has two controls. */
const size_t CONTROL_COUNT = CHANGES + TOOLS_COUNT;

unsigned char control_op(size_t index)
{
    return index < CHANGES ? CONTROLS[index].op : (unsigned char)(OP_TOOLS + index - CHANGES);
}

static void offer(decoded *d, const decode_tools *tools, size_t index)
{
    d->options.catalogue = tools ? tools->of[index] : NULL;
    d->catalogue = tools ? decode_tools_name(index) : NULL;
}

/* The text since the last control that told of tokens: notes those that are in it. */
static void end_tokens(decoded *d, const fp_syntax *syntax)
{
    if (d->telling)
        token_list_spelt(&d->tokens, syntax, (fp_str){ d->text + d->told, d->len - d->told },
                         d->told);
    d->told = d->len;
}

/* `v8;` sets the limit of values to 8. How many bytes that is; 0: none stands here. */
static size_t set_limit(fp_limits *limits, const unsigned char *data, size_t size)
{
    static const char *const NAMES[] = { "name", "key", "value", "call", "held", "depth" };
    enum { DIGITS = 7 };
    const char *letter = size ? strchr(LIMIT_LETTERS, data[0]) : NULL;
    size_t limit = 0, at = 1;

    for (; at < size && at <= DIGITS && data[at] >= '0' && data[at] <= '9'; at++)
        limit = limit * 10 + (size_t)(data[at] - '0');
    if (!letter || !*letter || !limit || at == size || data[at] != ';')
        return 0;
    *fp_limits_field(limits, fp_str_of(NAMES[letter - LIMIT_LETTERS])) = limit;
    return at + 1;
}

/* Marks in the text from here on are tokens, or are spelt, under `markers: token`. */
static void tell_tokens(decoded *d, const fp_syntax *syntax, bool tokens)
{
    end_tokens(d, syntax);
    if (syntax->tokens)
        d->options.policies.of[FP_MARKERS] = FP_MARKERS_TOKEN;
    d->telling = tokens;
}

/* What came so far was the prompt: its cuts and tokens are nobody's. */
static void end_prompt(decoded *d)
{
    if (d->len)
        memcpy(d->prompt + d->prompt_len, d->text, d->len);
    d->prompt_len += d->len;
    d->len = d->cut_count = d->tokens.count = d->told = 0;
}

/* Returns whether op is a control of one byte; then the options obey it. */
static bool obey(decoded *d, const fp_syntax *syntax, const decode_tools *tools, unsigned char op)
{
    size_t i = 0;

    while (i < CONTROL_COUNT && control_op(i) != op)
        i++;
    if (i == CONTROL_COUNT)
        return false;
    if (i >= CHANGES || op == OP_TARGETS) {
        offer(d, tools, i >= CHANGES ? i - CHANGES : TOOLS_OF_TARGETS);
    } else if (op == OP_DEFAULTS) {
        d->options = fp_options_default(syntax);
        d->catalogue = NULL;
    } else if (op == OP_PREFIX) { /* the prompt has opened reasoning */
        d->options.prefix = syntax->reasoning ? fp_str_of(syntax->reasoning->open[0]) : FP_STR("");
    } else if (op == OP_PROMPT) {
        end_prompt(d);
    } else if (op == OP_TOKENS || op == OP_SPELT) {
        tell_tokens(d, syntax, op == OP_TOKENS);
    } else if (op == OP_LENGTH) {
        d->options.finish = FP_FINISH_LENGTH;
    } else if (op == OP_SMALL_LIMITS) {
        d->options.limits =
            (fp_limits){ .name = 8, .key = 8, .value = 16, .call = 24, .held = 16, .depth = 4 };
    } else if (fp_syntax_allows(syntax, (fp_policy)CONTROLS[i].policy, CONTROLS[i].value)) {
        d->options.policies.of[CONTROLS[i].policy] = CONTROLS[i].value;
    }
    return true;
}

/* How many bytes after FE are a control, which the options then obey. */
static size_t control(decoded *d, const fp_syntax *syntax, const decode_tools *tools,
                      const unsigned char *data, size_t size)
{
    const size_t len = set_limit(&d->options.limits, data, size);

    return len ? len : size && obey(d, syntax, tools, data[0]);
}

size_t control_length(const unsigned char *data, size_t size)
{
    decoded d = { 0 };
    const size_t len =
        size && data[0] == MARK_CONTROL ? control(&d, FP_SYNTAXES[0], NULL, data + 1, size - 1) : 0;

    return len ? len + 1 : 0;
}

/* How many bytes come before any that may be special. */
static size_t plain_bytes(const unsigned char *data, size_t size)
{
    size_t n = 0;

    while (n < size && data[n] < MARK_CONTROL)
        n++;
    return n;
}

/* Writes to d->text and d->cuts, which have room for size items each. */
static void read_input(decoded *d, const fp_syntax *syntax, const decode_tools *tools,
                       const unsigned char *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char next = i + 1 < size ? data[i + 1] : 0;
        size_t len = plain_bytes(data + i, size - i);

        if (len) {
            memcpy(d->text + d->len, data + i, len);
            d->len += len;
            i += len - 1;
        } else if (data[i] == MARK_CUT) {
            d->cuts[d->cut_count++] = d->len;
        } else if (data[i] == MARK_CONTROL && (next == OP_FE || next == OP_FF)) {
            d->text[d->len++] = (char)(next == OP_FE ? MARK_CONTROL : MARK_CUT);
            i++;
        } else if (data[i] == MARK_CONTROL &&
                   (len = control(d, syntax, tools, data + i + 1, size - i - 1)) > 0) {
            i += len;
        } else {
            d->text[d->len++] = (char)data[i];
        }
    }
    end_tokens(d, syntax);
}

/* Once text and prompt are where they stay. */
static void show_views(decoded *d, const fp_syntax *syntax)
{
    if (d->prompt_len)
        d->options.prefix = (fp_str){ d->prompt, syntax->reasoning ? d->prompt_len : 0 };
    token_list_view(&d->tokens, (fp_str){ d->text, d->len });
    d->options.tokens = d->tokens.of;
    d->options.token_count = d->tokens.count;
}

decoded decode(const fp_syntax *syntax, const decode_tools *tools, const unsigned char *data,
               size_t size)
{
    decoded d = { .text = xcalloc(size + 1, 1),
                  .cuts = xcalloc(size + 1, sizeof *d.cuts),
                  .prompt = xcalloc(size + 1, 1),
                  .options = fp_options_default(syntax) };

    read_input(&d, syntax, tools, data, size);
    d.text = xrealloc(d.text, d.len);
    d.prompt = xrealloc(d.prompt, d.prompt_len);
    show_views(&d, syntax);
    return d;
}

static void make_room(decode_room *room, size_t size)
{
    if (size < room->size)
        return;
    decode_room_free(room);
    room->size = 2 * size < DECODE_ROOM ? DECODE_ROOM : 2 * size;
    room->text = xcalloc(room->size, 1);
    room->prompt = xcalloc(room->size, 1);
    room->cuts = xcalloc(room->size, sizeof *room->cuts);
}

decoded decode_in(decode_room *room, const fp_syntax *syntax, const decode_tools *tools,
                  const unsigned char *data, size_t size)
{
    decoded d = { .options = fp_options_default(syntax) };

    make_room(room, size);
    d.text = room->text;
    d.prompt = room->prompt;
    d.cuts = room->cuts;
    d.tokens = room->tokens;
    d.tokens.count = 0;
    read_input(&d, syntax, tools, data, size);
    d.text = room->text + room->size - d.len;
    memmove(d.text, room->text, d.len);
    d.prompt = room->prompt + room->size - d.prompt_len;
    memmove(d.prompt, room->prompt, d.prompt_len);
    room->tokens = d.tokens;
    show_views(&d, syntax);
    return d;
}

void decode_room_free(decode_room *room)
{
    free(room->text);
    free(room->prompt);
    free(room->cuts);
    token_list_free(&room->tokens);
    *room = (decode_room){ 0 };
}

void decoded_free(decoded *d)
{
    free(d->text);
    free(d->prompt);
    free(d->cuts);
    token_list_free(&d->tokens);
    *d = (decoded){ 0 };
}
