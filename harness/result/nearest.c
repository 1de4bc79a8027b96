/* SPDX-License-Identifier: Apache-2.0 */
/* nearest.c: the distance between names is the number of typing errors between them: a letter
 * added, left out, or another one. */
#include "result/nearest.h"

#include <string.h>

enum { LONGEST = 127, FAR = 1000 };

static size_t least(size_t a, size_t b, size_t c)
{
    const size_t ab = a < b ? a : b;

    return ab < c ? ab : c;
}

static size_t distance(const char *a, const char *b)
{
    const size_t rows = strlen(a), columns = strlen(b);
    size_t row[LONGEST + 1];

    if (rows > LONGEST || columns > LONGEST)
        return FAR;
    for (size_t k = 0; k <= columns; k++)
        row[k] = k;
    for (size_t i = 1; i <= rows; i++) {
        size_t corner = row[0];

        row[0] = i;
        for (size_t k = 1; k <= columns; k++) {
            const size_t above = row[k];

            row[k] = least(above + 1, row[k - 1] + 1, corner + (a[i - 1] != b[k - 1]));
            corner = above;
        }
    }
    return row[columns];
}

/* The distance, 0 for a name that has the word within; FAR if it is not near. */
static size_t nearness(const char *word, const char *name)
{
    const size_t errors = distance(word, name);

    if (*word && strstr(name, word))
        return 0;
    return errors <= 1 + strlen(word) / 6 ? errors : FAR;
}

size_t nearest_names(const char *word, const char *const *names, size_t count,
                     const char *best[NEAREST_MAX])
{
    size_t errors[NEAREST_MAX], found = 0;

    for (size_t i = 0; i < count; i++) {
        const size_t n = nearness(word, names[i]);
        size_t at = found;

        if (n == FAR)
            continue;
        while (at > 0 && n < errors[at - 1])
            at--;
        if (at == NEAREST_MAX)
            continue;
        if (found < NEAREST_MAX)
            found++;
        for (size_t k = found - 1; k > at; k--) {
            errors[k] = errors[k - 1];
            best[k] = best[k - 1];
        }
        errors[at] = n;
        best[at] = names[i];
    }
    return found;
}
