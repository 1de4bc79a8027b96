/* SPDX-License-Identifier: Apache-2.0 */
/* report_file.c: the master report of a run, as a file. */
#include "report/report_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As `mkdir -p`. */
static bool make_folder(const char *dir)
{
    char *path = xstrdup(dir);
    bool made = true;

    for (char *at = path + 1; *path && made; at++) {
        const char end = *at;

        if (end && end != '/')
            continue;
        *at = '\0';
        made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *at = end;
        if (!end)
            break;
    }
    free(path);
    return made;
}

static char *path_in(const char *dir)
{
    return xformat("%s/report.jsonl", dir);
}

FILE *report_file_open(const char *dir, problems *p)
{
    char *path = path_in(dir);
    const int fd =
        make_folder(dir) ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");

    if (!file) {
        problem(p, path, NULL, "cannot write the report: %s", strerror(errno));
        if (fd >= 0)
            close(fd);
    }
    free(path);
    return file;
}

bool report_file_close(FILE *file, const char *dir, problems *p)
{
    const bool failed = ferror(file) != 0;
    bool good = fclose(file) == 0 && !failed;

    if (!good) {
        char *path = path_in(dir);

        problem(p, path, NULL, "the report could not be written: %s", strerror(errno));
        free(path);
    }
    return good;
}
