/* SPDX-License-Identifier: Apache-2.0 */
/* replace.c: writes a file next to its place, and moves it there when it is complete. */
#include "base/replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Why a write failed before now is forgotten: it is what one more byte meets. */
bool stream_arrived(FILE *stream)
{
    if (fflush(stream) != 0)
        return false;
    if (!ferror(stream))
        return true;
    errno = EIO;
    if (putc('\n', stream) != EOF)
        fflush(stream);
    return false;
}

static void forget(replacement *r)
{
    free(r->beside);
    free(r->path);
    *r = (replacement){ 0 };
}

static bool cannot(replacement *r, problems *p, int error)
{
    if (r->beside)
        unlink(r->beside);
    problem(p, r->path, NULL, "cannot write: %s", strerror(error));
    forget(r);
    return false;
}

/* The path of the file itself, and where it is written meanwhile. */
static void find_places(replacement *r, const char *path)
{
    struct stat status;
    const bool there = stat(path, &status) == 0;
    char *real = there ? realpath(path, NULL) : NULL;

    r->path = xstrdup(real ? real : path);
    r->beside = there && !S_ISREG(status.st_mode) ? NULL : xformat("%s.new", r->path);
    free(real);
}

/* The new file may be read and written by whom the old one could. */
static void keep_mode(const replacement *r)
{
    struct stat status;

    if (r->beside && stat(r->path, &status) == 0)
        fchmod(fileno(r->out), status.st_mode & 07777);
}

static bool begin(replacement *r, const char *path, FILE *instead, problems *p)
{
    const char *to;

    *r = (replacement){ 0 };
    find_places(r, path);
    to = r->beside ? r->beside : r->path;
    r->out = instead ? freopen(to, "wb", instead) : fopen(to, "wb");
    if (!r->out)
        need_memory_errno();
    if (!r->out)
        return cannot(r, p, errno);
    keep_mode(r);
    return true;
}

bool replace_begin(replacement *r, const char *path, problems *p)
{
    return begin(r, path, NULL, p);
}

bool replace_stdout(replacement *r, const char *path, problems *p)
{
    return begin(r, path, stdout, p);
}

bool replace_end(replacement *r, problems *p)
{
    bool good = stream_arrived(r->out);
    int error = errno;

    /* A file that has its name before it has its bytes would be empty after a loss of power. */
    if (good && r->beside && fsync(fileno(r->out)) != 0) {
        error = errno;
        good = false;
    }
    if (r->out != stdout && fclose(r->out) != 0 && good) {
        error = errno;
        good = false;
    }
    if (good && r->beside && rename(r->beside, r->path) != 0) {
        error = errno;
        good = false;
    }
    if (!good && r->out == stdout && !freopen("/dev/null", "wb", stdout))
        error = errno; /* what did not arrive is not tried again */
    if (!good)
        return cannot(r, p, error);
    forget(r);
    return true;
}
