/* SPDX-License-Identifier: Apache-2.0 */
/* terminal.c: whether it has colours, and how wide it is. */
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_COLUMNS = 80, LEAST_COLUMNS = 20, MOST_COLUMNS = 1000 };

/* Where the choice is kept: a worker that is this program, too, is to know it. */
static const char CHOICE[] = "FENCEPOST_COLOR";

bool terminal_choose_colours(const char *when)
{
    if (strcmp(when, "auto") != 0 && strcmp(when, "always") != 0 && strcmp(when, "never") != 0)
        return false;
    return setenv(CHOICE, when, 1) == 0;
}

static bool has_colours(void)
{
    const char *when = getenv(CHOICE), *none = getenv("NO_COLOR"), *term = getenv("TERM");

    if (when && strcmp(when, "always") == 0)
        return true;
    if ((when && strcmp(when, "never") == 0) || (none && *none))
        return false;
    return isatty(STDOUT_FILENO) && !(term && strcmp(term, "dumb") == 0);
}

shades terminal_shades(void)
{
    if (has_colours())
        return (shades){ "\033[31;1m", "\033[32;1m", "\033[1m", "\033[2m", "\033[0m" };
    return (shades){ "", "", "", "", "" };
}

size_t terminal_width(FILE *stream)
{
    const char *given = getenv("COLUMNS");
    const int fd = fileno(stream);
    struct winsize size = { 0 };
    unsigned long columns;

    if (fd < 0 || !isatty(fd))
        return 0;
    columns = given ? strtoul(given, NULL, 10) : 0;
    if (!columns)
        columns = ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
    if (!columns)
        columns = USUAL_COLUMNS;
    return columns < LEAST_COLUMNS  ? LEAST_COLUMNS
           : columns > MOST_COLUMNS ? MOST_COLUMNS
                                    : columns;
}

size_t terminal_page(FILE *stream)
{
    const size_t width = terminal_width(stream);

    return width ? width : USUAL_COLUMNS;
}
