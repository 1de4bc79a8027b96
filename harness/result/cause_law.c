/* SPDX-License-Identifier: Apache-2.0 */
/* cause_law.c: the mechanism of a failure of a law: how the law is broken, without what the answer
 * quotes.
 */
#include "result/cause_law.h"

#include "base/visible.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of what is wrong with a delta that a sentence shows. */
enum { DELTA_GLANCE = 80 };

static const char BESIDE[] = "when something else comes before or after it";

bool is_check(const result *r, law l)
{
    return strcmp(r->check, law_name(l)) == 0;
}

/* The first byte after what a law quotes of an answer, which begins here: a string, or an object of
 * JSON with the strings in it. */
static const char *after_quoted(const char *text)
{
    size_t depth = 0;
    bool quoted = false;

    do {
        if (quoted && *text == '\\' && text[1])
            text++;
        else if (*text == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += *text == '{' ? 1 : *text == '}' ? (size_t)-1 : 0;
        text++;
    } while (*text && (quoted || depth));
    return text;
}

char *way_of(const char *sentence)
{
    const char *asked = strstr(sentence, "; asked:");
    const char *end = asked ? asked : sentence + strlen(sentence), *at = sentence;
    char *way = xcalloc((size_t)(end - sentence) + 1, 1);
    size_t count = 0;

    while (at < end) {
        const unsigned char byte = (unsigned char)*at;

        if (byte == '"' || byte == '{') {
            at = after_quoted(at);
            continue;
        }
        if (byte < 0x80 && !isdigit(byte))
            way[count++] = (char)byte;
        at++;
    }
    return way;
}

/* The name of an event that comes after these words in the sentence; empty: there is none. */
static fp_str event_after(const char *sentence, const char *words)
{
    const char *found = strstr(sentence, words);
    fp_str name = { found ? found + strlen(words) : "", 0 };
    fp_event_type type;

    name.len = strspn(name.ptr, "abcdefghijklmnopqrstuvwxyz_");
    return fp_event_find(name, &type) ? name : (fp_str){ "", 0 };
}

/* What is wrong with a delta: what the sentence has after the delta's place. NULL: it names none.
 */
static char *delta_in(const result *r)
{
    const char *place = strstr(r->sentence, "]: ");
    const fp_str said = fp_str_of(place ? place + 3 : "");
    const fp_str shown = visible_beginning(said, DELTA_GLANCE);

    if (!said.len)
        return NULL;
    return xformat("(%.*s%s)", (int)shown.len, shown.ptr, shown.len < said.len ? "…" : "");
}

/* Which events the law is about, in brackets; owned. NULL: the sentence names none. */
static char *events_in(const result *r, const char *way)
{
    const fp_str late = event_after(way, "bytes: "), expected = event_after(way, ": expected "),
                 got = event_after(way, ", got ");

    if (is_check(r, LAW_PROMPT) && late.len)
        return xformat("(%.*s)", (int)late.len, late.ptr);
    if (is_check(r, LAW_DELTA))
        return delta_in(r);
    if (!is_check(r, LAW_PREFIX) || !expected.len || !got.len)
        return NULL;
    if (fp_str_equal(expected, got))
        return xformat("(another %.*s)", (int)got.len, got.ptr);
    return xformat("(%.*s in place of %.*s)", (int)got.len, got.ptr, (int)expected.len,
                   expected.ptr);
}

/* Which of the two paths differs, for a sentence: the one that is named first is at fault, or both
 * are. */
static const char *when_paths_differ(const char *way)
{
    if (strncmp(way, "the streaming path answers", 26) == 0)
        return "on its streaming path, which differs from the one-shot path";
    if (strncmp(way, "the one-shot path answers", 25) == 0)
        return "on its one-shot path, which differs from the streaming path";
    return "on one of its two paths, and not on the other";
}

/* Both put something beside the input. */
static bool is_beside(const result *r)
{
    return is_check(r, LAW_CONCATENATION) || is_check(r, LAW_SURROUNDING);
}

/* When the law is looked at. */
static const char *when_of_law(const result *r)
{
    static const struct {
        law law;
        const char *when;
    } ROWS[] = {
        { LAW_ACCOUNT, "when all bytes of the input are accounted for" },
        { LAW_CONCATENATION, BESIDE },
        { LAW_SURROUNDING, BESIDE },
        { LAW_ROUND_TRIP, "when a call is rendered and read again" },
        { LAW_EQUIVALENCE, "when the same call is rendered for this syntax" },
        { LAW_RENAMING, "when the names are changed" },
        { LAW_ISOLATION, "when a parser is used again, or together with another" },
    };

    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (is_check(r, ROWS[i].law))
            return ROWS[i].when;
    return "";
}

bool carries_calls(const result *r)
{
    return is_check(r, LAW_ROUND_TRIP) || is_check(r, LAW_EQUIVALENCE) || is_check(r, LAW_RENAMING);
}

mechanism law_mechanism(const result *r, const char *mark)
{
    mechanism m = { .follows = true };
    char *way = way_of(r->sentence);

    if (carries_calls(r) && mark && r->harm) {
        m.key = xformat("%s argument %s", harm_name(r->harm), mark);
        m.when = xformat("when an argument holds %s", mark);
    } else if (is_check(r, LAW_TRUNCATION)) {
        m.truncation = true;
        m.key = xformat("%s end", r->check);
        m.when = xstrdup("when the input ends inside a block");
    } else if (is_check(r, LAW_LINEAR)) {
        m.key = xstrdup(r->check);
        m.when = xstrdup("");
        m.follows = false;
    } else {
        /* Of PARITY what follows tells which path is right, where one is. */
        if (is_check(r, LAW_PARITY))
            way[strcspn(way, ",")] = '\0';
        if (is_beside(r)) /* blanks that text loses there tell of nothing graver */
            m.key = xstrdup(r->harm == HARM_WHITE_SPACE ? "beside blanks" : "beside");
        else
            m.key = xformat("%s %s", r->check, way);
        m.when = events_in(r, way);
        if (!m.when)
            m.when = xstrdup(is_check(r, LAW_PARITY) ? when_paths_differ(way) : when_of_law(r));
    }
    free(way);
    return m;
}
