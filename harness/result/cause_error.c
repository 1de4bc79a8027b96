/* SPDX-License-Identifier: Apache-2.0 */
/* cause_error.c: the mechanism of an error in place of an answer: what its message has about the
 * check that failed.
 */
#include "result/cause_error.h"

#include "base/visible.h"
#include "result/cause_law.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of an error that a sentence shows. */
enum { GLANCE = 80 };

/* A text without the quotes around it; a long one is shown without its end. */
static fp_str without_quotes(fp_str text)
{
    const bool begins = text.len > 1 && text.ptr[0] == '"';
    const bool ends = begins && text.ptr[text.len - 1] == '"';

    return begins ? (fp_str){ text.ptr + 1, text.len - 1 - ends } : text;
}

/* Up to the next ": ", or all. */
static size_t length_of_part(fp_str text)
{
    for (size_t i = 0; i + 1 < text.len; i++)
        if (text.ptr[i] == ':' && text.ptr[i + 1] == ' ')
            return i;
    return text.len;
}

static bool equals(fp_str text, const char *other)
{
    return text.len == strlen(other) && memcmp(text.ptr, other, text.len) == 0;
}

/* Returns whether the message tells of the input, and not of the check that refused it: it is that
 * of a JSON reader, which names what it met, or empty, or quotes the input and nothing else. Both
 * are parts of one string, which a NUL ends. */
static bool tells_input(fp_str type, fp_str message)
{
    const bool json = equals(type, "SyntaxError") && strstr(message.ptr, "JSON");

    return json || equals(type, "JSONDecodeError") || !message.len ||
           strchr("{[<\\", message.ptr[0]);
}

/* What of an error is the same whatever the input: its first part, without names of types before it
 * ("TypeError: "), and with the next one where it only tells a line. The last of these names alone,
 * where what follows tells of the input. */
static fp_str gist_of(fp_str error)
{
    size_t len = length_of_part(error);
    fp_str type = { error.ptr, 0 };

    while (len < error.len && isalpha((unsigned char)error.ptr[0]) &&
           !memchr(error.ptr, ' ', len)) {
        type = (fp_str){ error.ptr, len };
        error = (fp_str){ error.ptr + len + 2, error.len - len - 2 };
        len = length_of_part(error);
    }
    if (type.len && tells_input(type, error))
        return type;
    if (len && len < error.len && isdigit((unsigned char)error.ptr[len - 1]))
        len += 2 + length_of_part((fp_str){ error.ptr + len + 2, error.len - len - 2 });
    return (fp_str){ error.ptr, len };
}

/* What a parser reports in place of an answer tells which of its checks refused the input. */
mechanism error_mechanism(const result *r)
{
    const fp_str gist = gist_of(without_quotes(fp_str_of(r->sentence)));
    const fp_str shown = visible_beginning(gist, GLANCE);
    char *error = xformat("%.*s", (int)gist.len, gist.ptr), *way = way_of(error);
    const mechanism m = {
        .key = xformat("error %s", way),
        .when = xformat("with the error \"%.*s%s\"", (int)shown.len, shown.ptr,
                        shown.len < gist.len ? "…" : ""),
    };

    free(way);
    free(error);
    return m;
}
