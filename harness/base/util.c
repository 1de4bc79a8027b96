/* SPDX-License-Identifier: Apache-2.0 */
/* util.c: files, base64, memory, and problems with files. */
#include "base/util.h"

#include "base/embedded.h"
#include "base/not_json.h"

#include <fencepost/render.h>
#include <fencepost/syntax.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool problem(problems *p, const char *file, const char *place, const char *format, ...)
{
    FILE *out = p->out ? p->out : stderr;
    va_list args;

    p->count++;
    if (!p->out && p->by)
        fprintf(out, "fencepost %s: ", p->by);
    if (file)
        fprintf(out, "%s: ", file);
    if (place)
        fprintf(out, "%s: ", place);
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    fputc('\n', out);
    return false;
}

/* -- memory ---------------------------------------------------------------------------------- */

_Noreturn void end_out_of_memory(void)
{
    fputs("fencepost: out of memory\n", stderr);
    exit(EXIT_ADAPTER);
}

void need_memory(bool enough)
{
    if (!enough)
        end_out_of_memory();
}

void need_memory_errno(void)
{
    need_memory(errno != ENOMEM);
}

void need_memory_reason(const char *text)
{
    need_memory(strcmp(text, fp_status_text(FP_NO_MEMORY)) != 0);
}

fp_str json_text(const fp_json *json)
{
    need_memory(!json->failed);
    return (fp_str){ json->ptr, json->len };
}

bool xrender(const fp_syntax *syntax, const fp_options *options, const fp_call *call, fp_json *out,
             fp_refusal *refusal)
{
    const bool rendered = fp_render(syntax, options, call, out, refusal);

    need_memory(!out->failed);
    return rendered;
}

void xsay(const fp_syntax *syntax, fp_str words, fp_json *out)
{
    fp_json_raw(out, syntax->message.before ? syntax->message.before : "");
    fp_json_bytes(out, words);
    fp_json_raw(out, syntax->message.after ? syntax->message.after : "");
    need_memory(!out->failed);
}

const char *const *xmarkers(const fp_syntax *syntax, fp_derived *derived)
{
    const char *const *markers = fp_syntax_markers(syntax, derived);

    need_memory(!derived->failed);
    return markers;
}

const char *const *xcompletions(const fp_syntax *syntax, fp_derived *derived)
{
    const char *const *completions = fp_syntax_completions(syntax, derived);

    need_memory(!derived->failed);
    return completions;
}

static void *or_die(void *memory)
{
    if (memory)
        return memory;
    end_out_of_memory();
}

void *xcalloc(size_t count, size_t size)
{
    return or_die(calloc(count ? count : 1, size ? size : 1));
}

char *xstrdup(const char *text)
{
    return or_die(strdup(text));
}

void *xrealloc(void *old, size_t size)
{
    return or_die(realloc(old, size ? size : 1));
}

FILE *xmemstream(char **text, size_t *size)
{
    return or_die(open_memstream(text, size));
}

/* Closing allocates too, and may fail without saying it. */
void xmemstream_close(FILE *stream, char *const *text)
{
    const bool failed = ferror(stream) != 0;

    need_memory(fclose(stream) == 0 && !failed && *text);
}

fp_str xcopy(fp_str bytes)
{
    char *copy = xcalloc(bytes.len + 1, 1);

    if (bytes.len)
        memcpy(copy, bytes.ptr, bytes.len);
    return (fp_str){ copy, bytes.len };
}

void xgrow(void **array, size_t *cap, size_t count, size_t size)
{
    if (count < *cap)
        return;
    *cap = *cap ? *cap * 2 : 8;
    *array = *cap > SIZE_MAX / size ? or_die(NULL) : xrealloc(*array, *cap * size);
}

char *xformat(const char *format, ...)
{
    va_list args;
    char *text;

    va_start(args, format);
    const int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    text = xcalloc(len < 0 ? 1 : (size_t)len + 1, 1);
    va_start(args, format);
    if (len > 0)
        vsnprintf(text, (size_t)len + 1, format, args);
    va_end(args);
    return text;
}

/* -- files ----------------------------------------------------------------------------------- */

bool path_is_folder(const char *path)
{
    const char *rest;
    size_t at = 0, len;
    struct stat status;

    if (embedded_path(path, &rest))
        return embedded_next(rest, &at, &len) != NULL;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool path_exists(const char *path)
{
    const char *rest;

    if (embedded_path(path, &rest))
        return embedded_find(rest) || path_is_folder(path);
    return access(path, F_OK) == 0;
}

static bool is_data_dir(const char *path)
{
    char *corpus = xformat("%s/corpus", path);
    const bool found = path_is_folder(corpus);

    free(corpus);
    return found;
}

char *program_path(void)
{
    char path[4096];
    const ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);

    path[len > 0 ? len : 0] = '\0';
    return xstrdup(path);
}

/* What is in the program goes first: a folder may be of another version. Else, in a build tree, the
 * source tree's data; else those installed beside the program, wherever that was moved to; else
 * where it was meant to be installed. Owned. */
static char *usual_data_dir(void)
{
    char *program, *slash, *beside;

    if (EMBEDDED_FILES[0].path)
        return xstrdup(EMBEDDED_DIR);
    program = program_path();
    if (*FP_BUILD_DIR && strncmp(program, FP_BUILD_DIR "/", sizeof FP_BUILD_DIR) == 0) {
        free(program);
        return xstrdup(FP_DATA_DIR_BUILD);
    }
    slash = strrchr(program, '/');
    if (slash)
        *slash = '\0';
    beside = xformat("%s/../share/fencepost", program);
    free(program);
    if (is_data_dir(beside))
        return beside;
    free(beside);
    return xstrdup(FP_DATA_DIR_INSTALL);
}

char *data_dir(problems *p)
{
    const char *given = getenv("FENCEPOST_DATA");
    char *path = given && *given ? xstrdup(given) : usual_data_dir();

    if (is_data_dir(path))
        return path;
    problem(p, path, NULL,
            "no corpus here; set FENCEPOST_DATA to the directory that holds corpus/ and spec/");
    free(path);
    return NULL;
}

static bool read_embedded(const char *path, const char *rest, fp_str *bytes, problems *p)
{
    const embedded_file *file = embedded_find(rest);

    if (!file)
        return problem(p, path, NULL, "cannot read: %s", strerror(ENOENT));
    *bytes = xcopy((fp_str){ file->begin, (size_t)(file->end - file->begin) });
    return true;
}

static bool cannot_read(const char *path, problems *p)
{
    const int error = errno;

    need_memory_errno();
    return problem(p, path, NULL, "cannot read: %s", strerror(error));
}

static bool too_large(const char *path, size_t most, problems *p)
{
    return problem(p, path, NULL,
                   "more than %zu bytes, and no file that is read here may have more: is it the "
                   "right one?",
                   most);
}

/* The rest of the file into an owned *bytes, not more than most. */
static bool read_rest(int fd, const char *path, size_t most, fp_str *bytes, problems *p)
{
    enum { PIECE = 65536 };
    char *buffer = NULL;
    size_t len = 0, cap = 0;
    ssize_t n;

    do {
        if (cap - len < PIECE) {
            cap = cap ? cap * 2 : (size_t)2 * PIECE;
            buffer = xrealloc(buffer, cap);
        }
        do
            n = read(fd, buffer + len, cap - len);
        while (n < 0 && errno == EINTR);
        len += n > 0 ? (size_t)n : 0;
    } while (n > 0 && len <= most);
    if (n == 0) {
        *bytes = (fp_str){ buffer, len };
        return true;
    }
    free(buffer);
    return n < 0 ? cannot_read(path, p) : too_large(path, most, p);
}

/* The whole of an open file, which is closed. */
static bool read_all(int fd, const char *path, size_t most, fp_str *bytes, problems *p)
{
    struct stat status;
    bool good;

    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && (uintmax_t)status.st_size > most)
        good = too_large(path, most, p);
    else
        good = read_rest(fd, path, most, bytes, p);
    if (fd != STDIN_FILENO)
        close(fd);
    return good;
}

bool file_read_most(const char *path, size_t most, fp_str *bytes, problems *p)
{
    const char *rest;
    int fd;

    if (embedded_path(path, &rest))
        return read_embedded(path, rest, bytes, p);
    fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    return fd < 0 ? cannot_read(path, p) : read_all(fd, path, most, bytes, p);
}

bool file_read(const char *path, fp_str *bytes, problems *p)
{
    return file_read_most(path, FILE_MOST, bytes, p);
}

static bool not_plain(const char *path, mode_t mode, problems *p)
{
    return problem(p, path, NULL, "%s, where a plain file belongs: remove it",
                   S_ISDIR(mode)    ? "a folder"
                   : S_ISFIFO(mode) ? "a pipe"
                   : S_ISSOCK(mode) ? "a socket"
                                    : "a device");
}

bool file_read_plain(const char *path, fp_str *bytes, problems *p)
{
    struct stat status = { 0 };
    const char *rest;
    int fd;

    if (embedded_path(path, &rest))
        return read_embedded(path, rest, bytes, p);
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would be waited for */
    if (fd < 0 && errno == ENXIO)
        return not_plain(path, S_IFSOCK, p);
    if (fd < 0)
        return cannot_read(path, p);
    if (fstat(fd, &status) != 0 || S_ISREG(status.st_mode))
        return read_all(fd, path, FILE_MOST, bytes, p);
    close(fd);
    return not_plain(path, status.st_mode, p);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool ends_with(const char *text, const char *suffix)
{
    const size_t len = strlen(text), tail = strlen(suffix);

    return len >= tail && strcmp(text + len - tail, suffix) == 0;
}

static char **embedded_names(const char *folder, const char *suffix)
{
    void *names = NULL;
    size_t count = 0, cap = 0, at = 0, len;

    for (const char *name; (name = embedded_next(folder, &at, &len));) {
        char *whole = xformat("%.*s", (int)len, name);

        if (!ends_with(whole, suffix)) {
            free(whole);
            continue;
        }
        xgrow(&names, &cap, count + 1, sizeof(char *));
        ((char **)names)[count++] = whole;
    }
    xgrow(&names, &cap, count, sizeof(char *));
    ((char **)names)[count] = NULL;
    return names;
}

char **dir_names(const char *path, const char *suffix, problems *p)
{
    const char *rest;

    if (embedded_path(path, &rest))
        return embedded_names(rest, suffix);

    DIR *dir = opendir(path);
    void *names = NULL;
    size_t count = 0, cap = 0;

    if (!dir) {
        need_memory_errno();
        problem(p, path, NULL, "cannot read: %s", strerror(errno));
        return NULL;
    }
    for (const struct dirent *entry; (entry = readdir(dir));) {
        if (entry->d_name[0] == '.' || !ends_with(entry->d_name, suffix))
            continue;
        xgrow(&names, &cap, count + 1, sizeof(char *));
        ((char **)names)[count++] = xstrdup(entry->d_name);
    }
    closedir(dir);
    xgrow(&names, &cap, count, sizeof(char *));
    ((char **)names)[count] = NULL;
    qsort(names, count, sizeof(char *), compare_names);
    return names;
}

void names_free(char **names)
{
    for (char **name = names; name && *name; name++)
        free(*name);
    free(names);
}

/* -- JSON ------------------------------------------------------------------------------------ */

static json_t *json_of(bool read, const char *path, fp_str bytes, problems *p)
{
    json_t *json;

    if (!read)
        return NULL;
    json = json_file_of(path, bytes, p);
    free((char *)(uintptr_t)bytes.ptr);
    return json;
}

json_t *json_file(const char *path, problems *p)
{
    fp_str bytes = { 0 };
    const bool read = file_read(path, &bytes, p);

    return json_of(read, path, bytes, p);
}

json_t *json_file_plain(const char *path, problems *p)
{
    fp_str bytes = { 0 };
    const bool read = file_read_plain(path, &bytes, p);

    return json_of(read, path, bytes, p);
}

json_t *json_file_of(const char *path, fp_str bytes, problems *p)
{
    json_t *json = json_loadb(bytes.ptr ? bytes.ptr : "", bytes.len,
                              JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);

    if (!json)
        not_json(path, bytes, 1, p);
    return json;
}

fp_str json_str(const json_t *string)
{
    return (fp_str){ json_string_value(string), json_string_length(string) };
}

bool json_only(const json_t *object, const char *const *names, const char *file, const char *place,
               problems *p)
{
    bool only = true;

    for (void *it = json_object_iter((json_t *)(uintptr_t)object); it;
         it = json_object_iter_next((json_t *)(uintptr_t)object, it)) {
        const char *const *name = names;

        while (*name && strcmp(*name, json_object_iter_key(it)) != 0)
            name++;
        if (!*name)
            only = problem(p, file, place, "unknown member \"%s\"", json_object_iter_key(it));
    }
    return only;
}

/* -- base64 ---------------------------------------------------------------------------------- */

static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
enum { PAD = 64 };

static bool decode_four(const char *four, bool last, unsigned char *three, size_t *count)
{
    uint32_t bits = 0;
    size_t pad = 0;

    for (size_t i = 0; i < 4; i++) {
        const char *at = four[i] ? strchr(ALPHABET, four[i]) : NULL;

        if (four[i] == '=' && last && i >= 2)
            pad++;
        else if (!at || pad || four[i] == '=')
            return false;
        bits = bits << 6 | (at && four[i] != '=' ? (uint32_t)(at - ALPHABET) : 0);
    }
    three[0] = (unsigned char)(bits >> 16);
    three[1] = (unsigned char)(bits >> 8);
    three[2] = (unsigned char)bits;
    *count = 3 - pad;
    return (pad < 1 || !three[2]) && (pad < 2 || !three[1]);
}

bool base64_decode(fp_str text, fp_str *bytes)
{
    unsigned char *out = xcalloc(text.len / 4 * 3 + 3, 1);
    size_t len = 0, n = 0;
    bool good = text.len % 4 == 0;

    for (size_t i = 0; good && i < text.len; i += 4, len += n)
        good = decode_four(text.ptr + i, i + 4 == text.len, out + len, &n);
    *bytes = (fp_str){ (char *)out, len };
    if (!good) {
        free(out);
        *bytes = (fp_str){ 0 };
    }
    return good;
}

char *base64_encode(fp_str bytes)
{
    const unsigned char *b = (const unsigned char *)bytes.ptr;
    char *text = xcalloc((bytes.len + 2) / 3 * 4 + 1, 1);
    char *out = text;

    for (size_t i = 0; i < bytes.len; i += 3) {
        const size_t n = bytes.len - i < 3 ? bytes.len - i : 3;
        const uint32_t bits = (uint32_t)b[i] << 16 | (n > 1 ? (uint32_t)b[i + 1] << 8 : 0) |
                              (n > 2 ? (uint32_t)b[i + 2] : 0);

        *out++ = ALPHABET[bits >> 18];
        *out++ = ALPHABET[bits >> 12 & 63];
        *out++ = ALPHABET[n > 1 ? bits >> 6 & 63 : PAD];
        *out++ = ALPHABET[n > 2 ? bits & 63 : PAD];
    }
    return text;
}

bool is_utf8(fp_str bytes)
{
    return fp_utf8_valid(bytes) == bytes.len;
}

/* -- globs ----------------------------------------------------------------------------------- */

bool glob_matches(const char *pattern, const char *text)
{
    const char *star = NULL, *retry = NULL;

    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            retry = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) { /* let the last star take one character more */
            pattern = star + 1;
            text = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}
