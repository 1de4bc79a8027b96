/* SPDX-License-Identifier: Apache-2.0 */
/* lead.c: what each match of a pattern begins with, found by asking PCRE2: so most places are
 * decided by a few bytes, without a search.
 *
 * A search that is told that more may come, and does not ask for it, stays what it is whatever
 * comes. So if "<" may be the beginning of a match, and of "<" with one byte more only "<|", then a
 * "<" before another byte begins none.
 */
#include "parts.h"

#include <string.h>

enum { ASCII = 0x80 };

/* The bytes of ASCII that are tried: those of the pattern's text, and for each class two that it
 * has. Whatever takes another byte takes two of these: a range its ends, a class those two. */
static void choose(fp_str source, bool tried[ASCII])
{
    static const char OF_CLASSES[] = "01azAZ_ \n\t-<";

    memset(tried, 0, ASCII);
    for (size_t i = 0; i < sizeof OF_CLASSES - 1; i++)
        tried[(unsigned char)OF_CLASSES[i]] = true;
    for (size_t i = 0; i < source.len; i++)
        if ((unsigned char)source.ptr[i] < ASCII)
            tried[(unsigned char)source.ptr[i]] = true;
}

/* A byte that the text of the pattern does not show: \x41, \u0041, \f, \r, [\b]. */
static bool hides_bytes(fp_str source)
{
    for (size_t i = 0; i + 1 < source.len; i++)
        if (source.ptr[i] == '\\' && strchr("xufrb", source.ptr[++i]))
            return true;
    return false;
}

/* The one byte of ASCII that a match may continue with after the lead; 0: there are several, or
 * none, or a match may end here, or memory is out: then *good is false. */
static unsigned char next_byte(fp_tpl_matcher *m, const fp_tpl_pattern *pattern,
                               const bool tried[ASCII], bool *good)
{
    char text[FP_TPL_LEAD_MOST + 1];
    const size_t len = pattern->lead_len + 1U;
    unsigned char only = 0;

    memcpy(text, pattern->lead, pattern->lead_len);
    for (unsigned c = 1; c < ASCII; c++) {
        fp_tpl_found found;

        if (!tried[c])
            continue;
        text[pattern->lead_len] = (char)c;
        found = fp_tpl_try(m, pattern, (fp_str){ text, len }, 0, false, false);
        if (found == FP_TPL_NONE)
            continue;
        *good = found != FP_TPL_NO_MEMORY;
        if (found != FP_TPL_PENDING || only)
            return 0;
        only = (unsigned char)c;
    }
    return only;
}

static bool learn(fp_tpl_pattern *pattern)
{
    fp_tpl_matcher m = { .memory = NULL };
    bool tried[ASCII], good = fp_tpl_matcher_init(&m, 1);
    unsigned char c = 0;

    choose(pattern->source, tried);

    do {
        c = good ? next_byte(&m, pattern, tried, &good) : 0;
        if (c)
            pattern->lead[pattern->lead_len++] = (char)c;
    } while (c && pattern->lead_len < FP_TPL_LEAD_MOST);
    fp_tpl_matcher_free(&m);
    return good;
}

bool fp_tpl_learn_lead(fp_tpl_pattern *pattern)
{
    return !pattern->code || pattern->empty || pattern->looks_back ||
           hides_bytes(pattern->source) || learn(pattern);
}
