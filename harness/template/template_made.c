/* SPDX-License-Identifier: Apache-2.0 */
/* template_made.c: the cases of a template that the user gives. */
#include "template/template_made.h"

#include "template/template_given.h"

#include <fencepost/jsontext.h>
#include <fencepost/template_make.h>

#include <stdlib.h>

#ifdef FP_TEMPLATE

/* A template has been loaded from it, and so it is JSON. */
static fp_str template_in(fp_str json)
{
    const fp_str inner = fp_jsontext_get(json, "response_template");

    return inner.len ? inner : fp_jsontext_trim(json);
}

bool template_file_read(const char *path, template_file *f, problems *p)
{
    fp_template_error error;
    fp_template *t;

    *f = (template_file){ .path = template_given_name(path) };
    if (!template_given_read(path, &f->bytes, p))
        return false;
    t = fp_template_load(f->bytes, &error);
    need_memory(t || error.fault != FP_TEMPLATE_NO_MEMORY);
    if (!t)
        return problem(p, f->path, NULL, "%s", error.reason);
    f->template = template_in(f->bytes);
    fp_template_free(t);
    return true;
}

/* What each kind of message is about, first of all. */
static const struct {
    const char *title, *clause;
} KINDS[] = {
    [FP_TEMPLATE_MADE_WHOLE] = { "whole regions", "TEMPLATE-3.1" },
    [FP_TEMPLATE_MADE_PAYLOAD] = { "delimiters in the content of regions", "TEMPLATE-3.1" },
    [FP_TEMPLATE_MADE_LOOKALIKE] = { "pieces of delimiters between regions", "TEMPLATE-3.4" },
    [FP_TEMPLATE_MADE_CUT] = { "a message that ends early", "TEMPLATE-3.9" },
    [FP_TEMPLATE_MADE_CHANGED] = { "a character that is missing, or comes twice", "TEMPLATE-3.4" },
    [FP_TEMPLATE_MADE_PREFIX] = { "a message that begins in the prompt", "TEMPLATE-8.2" },
};

template_cases *template_cases_made(const template_file *f, size_t count, uint64_t seed)
{
    template_cases *c = template_cases_none();
    fp_template_error error;
    fp_template_maker *m = fp_template_maker_new(f->bytes, &error);

    need_memory(m);
    for (size_t i = 0; i < count; i++) {
        fp_template_made made;
        char *id;

        need_memory(fp_template_make(m, seed, i, &made));
        id = xformat(TEMPLATE_SUBJECT "/made/%s-%zu", fp_template_made_name(made.kind), i + 1);
        template_cases_add(c, f->template,
                           &(template_text){ id, KINDS[made.kind].title, KINDS[made.kind].clause,
                                             made.prefix, made.text });
        free(id);
    }
    fp_template_maker_free(m);
    return c;
}

#else

bool template_file_read(const char *path, template_file *f, problems *p)
{
    *f = (template_file){ .path = path };
    return problem(p, path, NULL,
                   "this program was built without PCRE2, which the executor of response templates "
                   "needs");
}

template_cases *template_cases_made(const template_file *f, size_t count, uint64_t seed)
{
    (void)f;
    (void)count;
    (void)seed;
    return template_cases_none();
}

#endif

void template_file_free(template_file *f)
{
    free((char *)(uintptr_t)f->bytes.ptr);
    f->bytes = (fp_str){ 0 };
}

template_cases *template_cases_given(const template_file *f, fp_str prefix, fp_str text)
{
    template_cases *c = template_cases_none();

    template_cases_add(c, f->template,
                       &(template_text){ TEMPLATE_SUBJECT "/given", "the text that was given",
                                         "TEMPLATE-3.1", prefix, text });
    return c;
}
