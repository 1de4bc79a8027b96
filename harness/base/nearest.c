/* SPDX-License-Identifier: Apache-2.0 */
/* nearest.c: the distance between names is the number of typing errors between them: a letter
 * added, left out or replaced, or two neighbours swapped.
 */
#include "base/nearest.h"

#include "base/util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    LONGEST = 127,
    SHORTEST = 3, /* of shorter words any other one would be near */
    MOST = 4,     /* typing errors */
    FAR = 1000
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The optimal string alignment; each row is of one letter of a. */
static size_t distance(const char *a, const char *b)
{
    const size_t rows = strlen(a), columns = strlen(b);
    size_t table[3][LONGEST + 1]; /* the row before the last, the last one, and the new one */

    if (rows > LONGEST || columns > LONGEST)
        return FAR;
    for (size_t k = 0; k <= columns; k++)
        table[0][k] = k;
    for (size_t i = 1; i <= rows; i++) {
        const size_t *before = table[(i + 1) % 3], *last = table[(i - 1) % 3];
        size_t *row = table[i % 3];

        row[0] = i;
        for (size_t k = 1; k <= columns; k++) {
            row[k] =
                least(least(last[k] + 1, row[k - 1] + 1), last[k - 1] + !same(a[i - 1], b[k - 1]));
            if (i > 1 && k > 1 && same(a[i - 1], b[k - 2]) && same(a[i - 2], b[k - 1]))
                row[k] = least(row[k], before[k - 2] + 1);
        }
    }
    return table[rows % 3][columns];
}

/* Returns whether word begins a part of the name, which is not the first. */
static bool begins_part(const char *word, size_t len, const char *name)
{
    for (const char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && strncasecmp(at + 1, word, len) == 0)
            return true;
    return false;
}

/* How far the name is: FAR if it is not near. A beginning is nearer than an error, and the
 * beginning of a part than two. */
static size_t nearness(const char *word, const char *name)
{
    enum { EQUAL, BEGINNING, ERROR, PART };
    const size_t len = strlen(word), allowed = least(1 + len / 6, MOST);
    size_t errors;

    if (strcasecmp(word, name) == 0)
        return EQUAL;
    if (len && strncasecmp(name, word, len) == 0)
        return BEGINNING;
    if (len < SHORTEST)
        return FAR;
    errors = distance(word, name);
    if (errors > 1 && begins_part(word, len, name))
        return PART;
    return errors <= allowed ? errors * ERROR : FAR;
}

size_t nearest_names(const char *word, const char *const *names, size_t count,
                     const char *best[NEAREST_MAX])
{
    size_t found = 0, nearest = FAR;

    for (size_t i = 0; i < count; i++) {
        const size_t n = nearness(word, names[i]);

        if (n < nearest) {
            nearest = n;
            found = 0;
        }
        if (n == nearest && n < FAR && found < NEAREST_MAX)
            best[found++] = names[i];
    }
    return found;
}

char *nearest_question(const char *word, const char *prefix, const char *const *names, size_t count)
{
    const char *best[NEAREST_MAX];
    const size_t found = nearest_names(word, names, count, best);
    char *text = xstrdup("");

    for (size_t i = 0; i < found; i++) {
        const char *before = i == 0 ? ", did you mean " : i + 1 == found ? " or " : ", ";
        char *longer =
            xformat("%s%s%s%s%s", text, before, prefix, best[i], i + 1 == found ? "?" : "");

        free(text);
        text = longer;
    }
    return text;
}
