/* SPDX-License-Identifier: Apache-2.0 */
/* pieces.c: texts of a family, with the pieces of one member filled in. */
#include "suite/pieces.h"

#include "base/values.h"
#include "suite/rendering.h"

#include <fencepost/syntax.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const fp_str BEGIN = { "\xC2\xAB", 2 }, END = { "\xC2\xBB", 2 };

typedef struct label {
    char *name;
    size_t offset;
} label;

typedef struct filling {
    const fp_syntax *syntax;
    labels *found;
    fp_json *out;
    char **why;
} filling;

/* -- labels ------------------------------------------------------------------------------------ */

void labels_free(labels *l)
{
    for (size_t i = 0; i < l->count; i++)
        free(((label *)l->items)[i].name);
    free(l->items);
    *l = (labels){ 0 };
}

bool labels_find(const labels *l, fp_str name, size_t *offset)
{
    for (size_t i = 0; i < l->count; i++) {
        const label *one = (const label *)l->items + i;

        if (!fp_str_equal(fp_str_of(one->name), name))
            continue;
        *offset = one->offset;
        return true;
    }
    return false;
}

static bool fail(const filling *f, char *why)
{
    *f->why = why;
    return false;
}

/* Without the blanks at its end. */
static size_t tight_length(const fp_json *text)
{
    size_t len = text->len;

    while (len && text->ptr[len - 1] && strchr(" \t\r\n", text->ptr[len - 1]))
        len--;
    return len;
}

static bool add_label(const filling *f, fp_str name, bool tight)
{
    size_t offset;

    if (!f->found)
        return fail(f, xformat("only an input has labels, not \"@%.*s\"", (int)name.len, name.ptr));
    if (labels_find(f->found, name, &offset))
        return fail(f, xformat("the label @%.*s is there twice", (int)name.len, name.ptr));
    xgrow(&f->found->items, &f->found->cap, f->found->count, sizeof(label));
    ((label *)f->found->items)[f->found->count++] =
        (label){ xformat("%.*s", (int)name.len, name.ptr),
                 tight ? tight_length(f->out) : f->out->len };
    return true;
}

/* -- words ------------------------------------------------------------------------------------- */

/* Takes the bytes up to the next blank, and the blank, off the front. */
static fp_str take_word(fp_str *text)
{
    const char *blank = memchr(text->ptr, ' ', text->len);
    const size_t len = blank ? (size_t)(blank - text->ptr) : text->len;
    const fp_str word = { text->ptr, len };

    text->ptr += blank ? len + 1 : len;
    text->len -= blank ? len + 1 : len;
    return word;
}

static bool is_word(fp_str word, const char *name)
{
    return fp_str_equal(word, fp_str_of(name));
}

static bool find_piece(fp_str word, fp_block_piece *piece)
{
    static const char *const WORDS[FP_PIECE_COUNT] = {
        [FP_PIECE_OPEN] = "open",
        [FP_PIECE_CLOSE] = "close",
        [FP_PIECE_BEGIN] = "begin",
        [FP_PIECE_END] = "end",
        [FP_PIECE_BARE_OPEN] = "bare-open",
        [FP_PIECE_BARE_CLOSE] = "bare-close",
        [FP_PIECE_BARE_BEGIN] = "bare-begin",
        [FP_PIECE_BARE_END] = "bare-end",
        [FP_PIECE_OPENER] = "opener",
        [FP_PIECE_CLOSER] = "closer",
        [FP_PIECE_SECTION] = "section",
        [FP_PIECE_SECTION_END] = "section-end",
        [FP_PIECE_JSON_BEGIN] = "json-begin",
        [FP_PIECE_ARG_OPENER] = "arg-opener",
        [FP_PIECE_NAME_KEY] = "name",
        [FP_PIECE_ARGUMENTS_KEY] = "arguments",
        [FP_PIECE_NAME_IS] = "name-is",
        [FP_PIECE_ARGUMENTS_ARE] = "arguments-are",
        [FP_PIECE_NEXT] = "next",
    };

    for (unsigned i = 0; i < FP_PIECE_COUNT; i++) {
        *piece = (fp_block_piece)i;
        if (is_word(word, WORDS[i]))
            return true;
    }
    return false;
}

/* -- calls ------------------------------------------------------------------------------------- */

static bool render_call(const filling *f, const fp_call *call, fp_json *text)
{
    fp_refusal refusal;
    const bool done = xrender(f->syntax, NULL, call, text, &refusal);

    if (done)
        return true;
    *f->why = refusal_text(&refusal, call);
    return false;
}

/* The length of a piece of this name. */
static size_t length_of(const filling *f, fp_block_piece piece, fp_str name)
{
    fp_json text = { 0 };

    fp_syntax_piece(f->syntax, piece, name, &text);
    need_memory(!text.failed);

    const size_t len = text.len;

    fp_json_free(&text);
    return len;
}

/* The call as it is written, or what it has between opening and closing. */
static bool add_call(const filling *f, const fp_call *call, bool inner)
{
    const size_t front = inner ? length_of(f, FP_PIECE_OPEN, call->name) : 0;
    const size_t back = inner ? length_of(f, FP_PIECE_CLOSE, call->name) : 0;
    fp_json text = { 0 };
    const bool done = render_call(f, call, &text);

    if (done && front + back <= text.len)
        fp_json_bytes(f->out, (fp_str){ text.ptr + front, text.len - front - back });
    fp_json_free(&text);
    return done;
}

/* "NAME INPUT" */
static bool fill_call(const filling *f, fp_str rest, bool inner)
{
    fp_call call = { .name = xcopy(take_word(&rest)), .complete = true };
    bool done = !rest.len || call_add_json(&call, rest);

    if (done)
        done = add_call(f, &call, inner);
    else
        *f->why = xformat("\"%.*s\" is not a JSON object", (int)rest.len, rest.ptr);
    call_free(&call);
    return done;
}

/* "KEY VALUE": a block of this argument alone, without what is around the argument. */
static bool fill_arg(const filling *f, fp_str rest)
{
    const fp_str key = take_word(&rest);
    char *input = xformat("{\"%.*s\":%.*s}", (int)key.len, key.ptr, (int)rest.len, rest.ptr);
    fp_call call = { .name = xcopy(fp_str_of("f")), .complete = true };
    bool done = call_add_json(&call, fp_str_of(input));

    if (done)
        done = add_call(f, &call, true);
    else
        *f->why = xformat("\"%.*s\" is not a JSON value", (int)rest.len, rest.ptr);
    call_free(&call);
    free(input);
    return done;
}

/* A mark of reasoning. */
static bool fill_mark(const filling *f, fp_str what)
{
    const fp_reasoning_marks *marks = f->syntax->reasoning;
    const bool opens = is_word(what, "think");

    if (!marks || (!opens && !is_word(what, "think-end")))
        return false;
    fp_json_raw(f->out, opens ? marks->open[0] : marks->close);
    return true;
}

/* Two hexadecimal digits. */
static bool fill_byte(const filling *f, fp_str digits)
{
    char byte[3] = { 0 };

    if (digits.len != 2 || !isxdigit((unsigned char)digits.ptr[0]) ||
        !isxdigit((unsigned char)digits.ptr[1]))
        return fail(f, xformat("\"%.*s\" is not a byte, as FF is", (int)digits.len, digits.ptr));
    memcpy(byte, digits.ptr, digits.len);
    *byte = (char)strtoul(byte, NULL, 16);
    fp_json_bytes(f->out, (fp_str){ byte, 1 });
    return true;
}

/* -- the whole --------------------------------------------------------------------------------- */

/* The clause that gives the syntax this policy. */
static bool fill_clause(const filling *f, fp_str name)
{
    fp_policy policy;

    if (!fp_policy_find(name, &policy) || !f->syntax->policies[policy].clause)
        return fail(f, xformat("the row of %s has no clause about the policy \"%.*s\": name one in "
                               "its \"policies\", and in the table of policies on its page",
                               fp_syntax_id(f->syntax), (int)name.len, name.ptr));
    fp_json_raw(f->out, f->syntax->policies[policy].clause);
    return true;
}

static bool fill_one(const filling *f, fp_str what)
{
    fp_str rest = what;
    const fp_str word = take_word(&rest);
    fp_block_piece piece;

    if (word.len > 1 && word.ptr[0] == '@' && (word.len == what.len || is_word(rest, "tight")))
        return add_label(f, (fp_str){ word.ptr + 1, word.len - 1 }, is_word(rest, "tight"));
    if (is_word(word, "call") || is_word(word, "inner"))
        return fill_call(f, rest, is_word(word, "inner"));
    if (is_word(word, "arg"))
        return fill_arg(f, rest);
    if (is_word(word, "byte"))
        return fill_byte(f, rest);
    if (is_word(word, "clause"))
        return fill_clause(f, rest);
    if (fill_mark(f, what))
        return true;
    if (find_piece(word, &piece) && fp_syntax_piece(f->syntax, piece, rest, f->out))
        return true;
    return fail(
        f, xformat("%s has no piece \"%.*s\"", fp_syntax_id(f->syntax), (int)what.len, what.ptr));
}

/* A look-alike of what has been written from here on. */
static void disguise(fp_json *out, size_t from, fp_str how)
{
    if (is_word(how, "short") && out->len > from)
        out->len--;
    for (size_t i = from; is_word(how, "upper") && i < out->len; i++)
        out->ptr[i] = (char)toupper((unsigned char)out->ptr[i]);
    if (is_word(how, "spaced") && out->len > from) {
        fp_json_raw(out, " ");
        need_memory(!out->failed);
        memmove(out->ptr + from + 2, out->ptr + from + 1, out->len - from - 2);
        out->ptr[from + 1] = ' ';
    }
}

/* "3 PIECE" */
static bool fill_first(const filling *f, fp_str what)
{
    fp_str rest = what;
    const fp_str number = take_word(&rest);
    const bool digit = number.len == 1 && isdigit((unsigned char)*number.ptr);
    size_t left = digit ? (size_t)(*number.ptr - '0') : 0;
    const size_t from = f->out->len;
    size_t at = from;

    if (!left)
        return fail(f, xformat("\"%.*s\" is not a number from 1 to 9, and a piece", (int)what.len,
                               what.ptr));
    if (!fill_one(f, rest))
        return false;
    for (; at < f->out->len; at++) /* a byte 10xxxxxx continues a character */
        if (((unsigned char)f->out->ptr[at] & 0xC0) != 0x80 && !left--)
            break;
    f->out->len = at;
    return true;
}

static bool fill(const filling *f, fp_str what)
{
    fp_str rest = what;
    const fp_str word = take_word(&rest);
    const size_t from = f->out->len;

    if (is_word(word, "first"))
        return fill_first(f, rest);
    if (!is_word(word, "upper") && !is_word(word, "short") && !is_word(word, "spaced"))
        return fill_one(f, what);
    if (!fill_one(f, rest))
        return false;
    disguise(f->out, from, word);
    return true;
}

/* The offset of the mark from here on; the length if it is not there. */
static size_t find(fp_str text, size_t from, fp_str mark)
{
    for (size_t i = from; i + mark.len <= text.len; i++) {
        const char *first = memchr(text.ptr + i, mark.ptr[0], text.len - mark.len + 1 - i);

        if (!first)
            break;
        i = (size_t)(first - text.ptr);
        if (memcmp(first, mark.ptr, mark.len) == 0)
            return i;
    }
    return text.len;
}

bool pieces_in(fp_str text)
{
    return find(text, 0, BEGIN) < text.len;
}

bool pieces_fill(const fp_syntax *syntax, fp_str text, labels *found, fp_json *out, char **why)
{
    const filling f = { syntax, found, out, why };

    for (size_t at = 0; at < text.len;) {
        const size_t begin = find(text, at, BEGIN);
        const size_t end = find(text, begin, END);

        fp_json_bytes(out, (fp_str){ text.ptr + at, begin - at });
        if (begin == text.len)
            break;
        if (end == text.len)
            return fail(&f, xstrdup("a piece that begins with « is not closed by »"));
        if (!fill(&f, (fp_str){ text.ptr + begin + 2, end - begin - 2 }))
            return false;
        at = end + 2;
    }
    need_memory(!out->failed);
    return true;
}
