/* SPDX-License-Identifier: Apache-2.0 */
/* lock_told.c: checks that the changelog names the changes that its readers must know. */
#include "lock/lock_change.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The part of the changelog under the first heading that says "unreleased". */
typedef struct section {
    fp_str heading, text;
} section;

static const char *line_end(const char *at)
{
    const char *end = strchr(at, '\n');

    return end ? end : at + strlen(at);
}

static bool is_unreleased(const char *line)
{
    const fp_str word = FP_STR("unreleased");

    for (const char *at = line, *end = line_end(line); at + word.len <= end; at++) {
        size_t i = 0;

        while (i < word.len && tolower((unsigned char)at[i]) == word.ptr[i])
            i++;
        if (i == word.len)
            return true;
    }
    return false;
}

static section unreleased(const char *text)
{
    section s = { 0 };

    for (const char *at = text; *at; at = line_end(at) + (*line_end(at) != '\0')) {
        const bool heading = strncmp(at, "## ", 3) == 0;

        if (heading && s.heading.ptr) {
            s.text.len = (size_t)(at - s.text.ptr);
            return s;
        }
        if (heading && is_unreleased(at)) {
            s.heading = (fp_str){ at, (size_t)(line_end(at) - at) };
            s.text = (fp_str){ line_end(at), strlen(line_end(at)) };
        }
    }
    return s;
}

/* What may stand within a clause id or the id of a case. */
static bool is_of_id(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '/' || c == '_';
}

/* "CARET-2.1" is not named by CARET-2.10; a full stop may end a sentence. */
static bool has_id(fp_str text, const char *id)
{
    const size_t len = strlen(id);

    for (size_t at = 0; at + len <= text.len; at++) {
        const char *behind = text.ptr + at + len, *end = text.ptr + text.len;
        const bool goes_on =
            behind < end && (is_of_id(*behind) || (*behind == '.' && behind + 1 < end &&
                                                   isalnum((unsigned char)behind[1])));

        if (memcmp(text.ptr + at, id, len) == 0 && !goes_on && (!at || !is_of_id(text.ptr[at - 1])))
            return true;
    }
    return false;
}

/* By itself, or among others: "CARET-2.*" and "CARET-*" name CARET-2.1. */
static bool names(fp_str text, const char *id)
{
    bool found = has_id(text, id);

    for (size_t i = 0; !found && id[i]; i++) {
        char *others;

        if (!strchr("-./", id[i]))
            continue;
        others = xformat("%.*s*", (int)i + 1, id);
        found = has_id(text, others);
        free(others);
    }
    return found;
}

/* The clause, or the case where no clause tells. */
static const char *to_be_named(const change *c)
{
    return *c->clause ? c->clause : (c->then ? c->then : c->now)->id;
}

static bool all_named(const changes *c, const char *path, const section *s, problems *p)
{
    const char *said = NULL;
    bool good = true;

    for (size_t i = 0; i < c->count; i++) {
        const char *id = to_be_named(&c->all[i]);

        if (!CHANGES[c->all[i].kind].needs_entry || names(s->text, id) ||
            (said && strcmp(said, id) == 0))
            continue;
        said = id;
        good = problem(
            p, path, NULL, "under \"%.*s\" nothing names %s (%s): say what changed, and why",
            (int)(s->heading.len - 3), s->heading.ptr + 3, id, CHANGES[c->all[i].kind].words);
    }
    return good;
}

bool changes_are_told(const changes *c, const char *changelog, problems *p)
{
    bool needed = false, good = true;
    fp_str bytes;
    char *text;
    section s;

    for (size_t i = 0; i < c->count; i++)
        needed = needed || CHANGES[c->all[i].kind].needs_entry;
    if (!needed)
        return true;
    if (!file_read(changelog, &bytes, p))
        return false;
    text = xformat("%.*s", (int)bytes.len, bytes.len ? bytes.ptr : "");
    free((char *)(uintptr_t)bytes.ptr);
    s = unreleased(text);
    if (s.heading.ptr)
        good = all_named(c, changelog, &s, p);
    else
        good = problem(p, changelog, NULL, "has no heading \"## … (unreleased)\" for the changes");
    free(text);
    return good;
}
