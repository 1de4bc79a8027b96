/* SPDX-License-Identifier: Apache-2.0 */
/* test_files.c: what is read, and what is refused: files without end, and what is not a file. */
#include "base/util.h"
#include "result/result_read.h"
#include "suite/corpus.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST = 200000 };

/* A folder, and what is read of what is in it. */
typedef struct world {
    char folder[64];
    char *path;
    problems p;
    char *said;
    size_t len;
    fp_str bytes;
} world;

static void begin(world *w)
{
    *w = (world){ .folder = "/tmp/test_files.XXXXXX" };
    assert_non_null(mkdtemp(w->folder));
    w->path = xformat("%s/it", w->folder);
    w->p.out = open_memstream(&w->said, &w->len);
    assert_non_null(w->p.out);
}

/* What was said after the path. */
static void end(world *w, const char *expected)
{
    char *whole = *expected ? xformat("%s: %s\n", w->path, expected) : xstrdup("");

    assert_int_equal(fclose(w->p.out), 0);
    assert_string_equal(w->said, whole);
    assert_int_equal(w->p.count, *expected != '\0');
    unlink(w->path);
    rmdir(w->folder);
    free(whole);
    free(w->said);
    free(w->path);
    free((char *)(uintptr_t)w->bytes.ptr);
}

static void write_bytes(const char *path, size_t count)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    for (size_t i = 0; i < count; i++)
        fputc((char)('a' + i % 26), file);
    assert_int_equal(fclose(file), 0);
}

static void reads_what_there_is(void **state)
{
    static const size_t SIZES[] = { 0, 1, 65535, 65536, 131072, MOST };

    (void)state;
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        world w;

        begin(&w);
        write_bytes(w.path, SIZES[i]);
        assert_true(file_read_most(w.path, MOST, &w.bytes, &w.p));
        assert_int_equal(w.bytes.len, SIZES[i]);
        assert_true(!SIZES[i] || w.bytes.ptr[SIZES[i] - 1] == (char)('a' + (SIZES[i] - 1) % 26));
        end(&w, "");
    }
}

static const char TOO_LARGE[] =
    "more than 200000 bytes, and no file that is read here may have more: "
    "is it the right one?";

static void refuses_a_byte_more(void **state)
{
    world w;

    (void)state;
    begin(&w);
    write_bytes(w.path, MOST + 1);
    assert_false(file_read_most(w.path, MOST, &w.bytes, &w.p));
    end(&w, TOO_LARGE);
}

static void refuses_what_has_no_end(void **state)
{
    world w;

    (void)state;
    begin(&w);
    assert_int_equal(symlink("/dev/zero", w.path), 0);
    assert_false(file_read_most(w.path, MOST, &w.bytes, &w.p));
    end(&w, TOO_LARGE);
}

static void refuses_a_pipe_in_a_folder(void **state)
{
    world w;

    (void)state;
    begin(&w);
    assert_int_equal(mkfifo(w.path, 0600), 0);
    assert_false(file_read_plain(w.path, &w.bytes, &w.p)); /* which nobody writes to */
    end(&w, "a pipe, where a plain file belongs: remove it");
}

static void refuses_a_device_in_a_folder(void **state)
{
    world w;

    (void)state;
    begin(&w);
    assert_int_equal(symlink("/dev/zero", w.path), 0);
    assert_null(json_file_plain(w.path, &w.p));
    end(&w, "a device, where a plain file belongs: remove it");
}

static void refuses_a_folder_in_a_folder(void **state)
{
    world w;

    (void)state;
    begin(&w);
    assert_int_equal(symlink("/", w.path), 0);
    assert_false(file_read_plain(w.path, &w.bytes, &w.p));
    end(&w, "a folder, where a plain file belongs: remove it");
}

static void refuses_a_socket_in_a_folder(void **state)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    world w;

    (void)state;
    begin(&w);
    snprintf(at.sun_path, sizeof at.sun_path, "%s", w.path);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&at, sizeof at), 0);
    assert_false(file_read_plain(w.path, &w.bytes, &w.p));
    close(fd);
    end(&w, "a socket, where a plain file belongs: remove it");
}

/* The suite does not wait for one. */
static void refuses_a_pipe_among_cases(void **state)
{
    world w;
    char *outer, *folder, *fifo;

    (void)state;
    begin(&w);
    outer = xformat("%s/corpus", w.folder);
    folder = xformat("%s/caret", outer);
    fifo = xformat("%s/pipe.json", folder);
    assert_int_equal(mkdir(outer, 0700), 0);
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    corpus_free(corpus_load(w.folder, &w.p));
    fflush(w.p.out);
    assert_non_null(strstr(w.said, "pipe.json: a pipe, where a plain file belongs: remove it\n"));
    fclose(w.p.out);
    unlink(fifo);
    rmdir(folder);
    rmdir(outer);
    rmdir(w.folder);
    free(fifo);
    free(folder);
    free(outer);
    free(w.said);
    free(w.path);
}

/* A line of a report without an end. */
static void refuses_a_line_without_end(void **state)
{
    report_source source;
    const int fd = open("/dev/zero", O_RDONLY);

    (void)state;
    assert_true(fd >= 0);
    source_open(&source, "it", fd, 0, &(source_world){ NULL, NULL, NULL });
    assert_string_equal(source.wrong, "line 0: after it come more than 128 MiB without a line end");
    source_close(&source);
}

/* What a shell's <(…) is. */
static void reads_a_pipe_that_is_named(void **state)
{
    int ends[2];
    world w;

    (void)state;
    begin(&w);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "{}", 2), 2);
    close(ends[1]);
    free(w.path);
    w.path = xformat("/dev/fd/%d", ends[0]);
    assert_true(file_read(w.path, &w.bytes, &w.p));
    assert_true(fp_str_equal(w.bytes, FP_STR("{}")));
    close(ends[0]);
    end(&w, "");
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(reads_what_there_is),
        cmocka_unit_test(refuses_a_byte_more),
        cmocka_unit_test(refuses_what_has_no_end),
        cmocka_unit_test(refuses_a_pipe_in_a_folder),
        cmocka_unit_test(refuses_a_device_in_a_folder),
        cmocka_unit_test(refuses_a_folder_in_a_folder),
        cmocka_unit_test(refuses_a_pipe_among_cases),
        cmocka_unit_test(refuses_a_line_without_end),
        cmocka_unit_test(refuses_a_socket_in_a_folder),
        cmocka_unit_test(reads_a_pipe_that_is_named),
    };

    return cmocka_run_group_tests(TESTS, NULL, NULL);
}
