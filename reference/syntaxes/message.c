/* SPDX-License-Identifier: Apache-2.0 */
/* message.c: messages as documents. */
#include "syntaxes/message.h"

#include <fencepost/syntax.h>

extern const fp_syntax FP_JSON_ENVELOPE;
extern const fp_syntax FP_NATIVE_ANTHROPIC;
extern const fp_syntax FP_NATIVE_OPENAI;

typedef struct document {
    const fp_syntax *syntax;
    message_renderer *render;
    bool joins_text;
} document;

static const document *document_of(const fp_syntax *syntax)
{
    static const document ROWS[] = {
        { &FP_JSON_ENVELOPE, fp_env_render_message, true },
        { &FP_NATIVE_ANTHROPIC, fp_native_anthropic_message, false },
        { &FP_NATIVE_OPENAI, fp_native_openai_message, true },
    };

    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (ROWS[i].syntax == syntax)
            return &ROWS[i];
    return NULL;
}

bool fp_message_is_document(const fp_syntax *syntax)
{
    return document_of(syntax) != NULL;
}

bool fp_message_joins_text(const fp_syntax *syntax)
{
    const document *row = document_of(syntax);

    return row && row->joins_text;
}

bool fp_message_text(fp_rendering *r, const fp_piece *pieces, size_t count, size_t *at,
                     const char *clause)
{
    fp_json all = { 0 };
    bool good = true;

    for (*at = 0; *at < count; ++*at) {
        const fp_str text = pieces[*at].call ? (fp_str){ 0 } : pieces[*at].text;
        const size_t valid = fp_utf8_valid(text);

        if (valid < text.len) {
            good = fp_render_refuse(r, FP_PART_CALL, 0, valid, clause,
                                    "JSON cannot carry text that is not UTF-8");
            break;
        }
        fp_json_bytes(&all, text);
    }
    if (good)
        fp_json_string(r->text, (fp_str){ all.ptr, all.len });
    r->text->failed = r->text->failed || all.failed;
    fp_json_free(&all);
    return good;
}

bool fp_render_message(const fp_syntax *syntax, const fp_options *options,
                       const fp_message *message, fp_json *text, fp_refusal *refusal, size_t *piece)
{
    const fp_options defaults = fp_options_default(syntax);
    const document *row = document_of(syntax);
    fp_rendering r = {
        .syntax = syntax, .options = options ? options : &defaults, .text = text, .refusal = refusal
    };

    *refusal = (fp_refusal){ 0 };
    *piece = 0;
    if (!row)
        return fp_render_refuse(&r, FP_PART_CALL, 0, 0, "LAW-8.2",
                                "a message of the syntax is text with blocks in it");
    return row->render(&r, message->pieces, message->count, piece) && !text->failed;
}
