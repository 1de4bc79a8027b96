/* SPDX-License-Identifier: Apache-2.0 */
/* report_file.c: the master report of a run, as a file. */
#include "report/report_file.h"

#include "base/replace.h"
#include "result/report_path.h"

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

/* The report that was there before, while a new one grows in its place. */
static char *path_before(const char *path)
{
    return xformat("%s.old", path);
}

FILE *report_file_open(const char *dir, problems *p)
{
    char *path = report_in(dir), *before = path_before(path);
    const bool moved = make_folder(dir) && rename(path, before) == 0;
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");

    if (!file) {
        problem(p, path, NULL, "cannot write the report: %s", strerror(errno));
        if (fd >= 0)
            close(fd);
        if (moved && rename(before, path) != 0)
            problem(p, before, NULL, "this is the report that was there before");
    }
    free(before);
    free(path);
    return file;
}

/* Takes away the beginning of a line that could not be written whole. */
static void keep_whole_lines(const char *path)
{
    problems p = { 0 };
    fp_str bytes;

    if (!file_read(path, &bytes, &p))
        return;
    size_t len = bytes.len;

    while (len && bytes.ptr[len - 1] != '\n')
        len--;
    if (len < bytes.len && truncate(path, (off_t)len) != 0)
        problem(&p, path, NULL, "its last line is not whole: %s", strerror(errno));
    free((char *)(uintptr_t)bytes.ptr);
}

bool report_file_close(FILE *file, const char *dir, problems *p)
{
    char *path = report_in(dir), *before = path_before(path);
    bool good = stream_arrived(file);
    int error = errno;

    if (fclose(file) != 0 && good) {
        error = errno;
        good = false;
    }
    if (good) {
        unlink(before);
    } else {
        keep_whole_lines(path);
        problem(p, path, NULL, "the report could not be written: %s%s%s", strerror(error),
                path_exists(before) ? "; the one before it is " : "",
                path_exists(before) ? before : "");
    }
    free(before);
    free(path);
    return good;
}
