/* SPDX-License-Identifier: Apache-2.0 */
/* replay.c: drives a fuzz target without an engine: any compiler builds it, ctest runs it.
 *
 *     fuzz_x [--expect N] PATH…          each file, and each file in each directory, by name
 *     fuzz_x --loop N [--seed S]         N inputs from the seeds S, S + 1, …
 *            [--mutate FOLDER]           every other one a file of the folder, mutated
 *     fuzz_x --canary …                  with a planted fault, which must be reported
 *     fuzz_x --save FILE …               writes the input that fails to the file
 *     fuzz_x --repeat N PATH…            each file N times, to measure
 *     fuzz_x --input S                   writes the input of seed S, as it is
 *
 * Files are asked all laws; inputs of the loop as an engine's are (all_asked() in common.h).
 * What fails is named last; no input at all is a failure.
 */
#include "target.h"

#include <dirent.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECONDS = 20, INPUT_MAX = 1 << 20, GENERATED_MAX = 4096 };

/* -- naming what fails --------------------------------------------------------------------- */

static char current[4200]; /* for the handlers, which get no context */
static const uint8_t *current_data;
static size_t current_size;
static const char *save_path; /* NULL: the input is not saved */

static void save_current(void)
{
    const int file = save_path ? open(save_path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;

    if (save_path && (file < 0 || write(file, current_data, current_size) != (ssize_t)current_size))
        _exit(3);
    if (file >= 0)
        close(file);
}

static void name_current(void)
{
    static const char TEXT[] = "replay: this input fails: ";

    save_current();
    if (write(STDERR_FILENO, TEXT, sizeof TEXT - 1) < 0 ||
        write(STDERR_FILENO, current, strlen(current)) < 0 || write(STDERR_FILENO, "\n", 1) < 0)
        _exit(3);
}

static void on_signal(int number)
{
    name_current();
    signal(number, SIG_DFL);
    raise(number);
}

static volatile sig_atomic_t running; /* an input; more than 1: at the last alarm, too */

/* What runs at two alarms hangs: an input has SECONDS, and less than twice as many. So none costs
 * calls of the system, which would be a twentieth of what the quick gear takes. */
static void on_alarm(int number)
{
    if (running > 1)
        on_signal(number);
    running += running > 0;
    alarm(SECONDS);
}

/* There when a sanitizer is; it ends the program in its own way. */
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

static void watch_failures(void)
{
    struct sigaction each = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };

    sigaction(SIGALRM, &each, NULL);
    alarm(SECONDS);
    signal(SIGABRT, on_signal);
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(name_current);
        return;
    }
    signal(SIGSEGV, on_signal);
    signal(SIGBUS, on_signal);
    signal(SIGFPE, on_signal);
    signal(SIGILL, on_signal);
}

static void run(const uint8_t *data, size_t size)
{
    current_data = data;
    current_size = size;
    running = 1;
    LLVMFuzzerTestOneInput(data, size);
    running = 0;
}

/* -- files --------------------------------------------------------------------------------- */

static size_t fail(const char *path, const char *what)
{
    fprintf(stderr, "replay: %s: ", path);
    perror(what);
    exit(1);
}

/* Read into one place, which is not allocated for each file; run from a block of its own size. */
static size_t replay_file(const char *path, uint64_t times)
{
    static uint8_t data[INPUT_MAX];
    FILE *file = fopen(path, "rb");
    uint8_t *exact;
    size_t size;

    if (!file)
        return fail(path, "cannot be read");
    size = fread(data, 1, INPUT_MAX, file);
    if (ferror(file) || size == INPUT_MAX)
        return fail(path, "cannot be read whole");
    fclose(file);
    exact = malloc(size ? size : 1);
    if (!exact)
        return fail(path, "cannot be read: no memory");
    memcpy(exact, data, size);
    snprintf(current, sizeof current, "%s", path);
    for (uint64_t i = 0; i < times; i++)
        run(exact, size);
    free(exact);
    return (size_t)times;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static size_t replay_path(const char *path, uint64_t times)
{
    struct dirent **entries;
    struct stat info;
    size_t count = 0;
    int found;

    if (stat(path, &info) != 0)
        return fail(path, "cannot be read");
    if (!S_ISDIR(info.st_mode))
        return replay_file(path, times);
    found = scandir(path, &entries, is_visible, alphasort);
    if (found < 0)
        return fail(path, "cannot be read");
    for (int i = 0; i < found; i++) {
        char name[4096];

        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        if (stat(name, &info) == 0 && S_ISREG(info.st_mode))
            count += replay_file(name, times);
        free(entries[i]);
    }
    free(entries);
    return count;
}

/* -- generated and mutated inputs ---------------------------------------------------------- */

/* There when the target has a mutator. */
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                                                     unsigned int seed);

typedef struct stock {
    const char *folder; /* NULL: nothing is mutated */
    struct dirent **files;
    int count;
} stock;

static void stock_open(stock *s, const char *folder)
{
    s->folder = folder;
    s->files = NULL;
    s->count = folder ? scandir(folder, &s->files, is_visible, alphasort) : 0;
    if (!folder)
        return;
    if (!LLVMFuzzerCustomMutator) {
        fprintf(stderr, "replay: this target has no mutator, so nothing can be mutated\n");
        exit(2);
    }
    if (s->count <= 0)
        fail(folder, "has no files to mutate");
}

static void stock_close(stock *s)
{
    for (int i = 0; i < s->count; i++)
        free(s->files[i]);
    free(s->files);
}

/* The beginning of the seed's file, mutated. */
static size_t mutated(const stock *s, uint64_t seed, uint8_t *data)
{
    char name[4096];
    FILE *file;
    size_t size;

    snprintf(name, sizeof name, "%s/%s", s->folder,
             s->files[seed / 2 % (uint64_t)s->count]->d_name);
    file = fopen(name, "rb");
    if (!file)
        return fail(name, "cannot be read");
    size = fread(data, 1, GENERATED_MAX, file);
    if (ferror(file))
        return fail(name, "cannot be read");
    fclose(file);
    return LLVMFuzzerCustomMutator(data, size, GENERATED_MAX, (unsigned)seed);
}

/* The seed alone decides, with the folder, whether and how an input is mutated: each can be run
 * again alone. */
static size_t loop(uint64_t count, uint64_t seed, const char *folder)
{
    uint8_t *data = malloc(GENERATED_MAX);
    stock s;

    if (!data)
        return fail("--loop", "no memory");
    stock_open(&s, folder);
    for (uint64_t i = 0; i < count; i++) {
        const bool mutates = folder && (seed + i) % 2;
        const size_t size =
            mutates ? mutated(&s, seed + i, data) : fuzz_generate(seed + i, data, GENERATED_MAX);

        snprintf(current, sizeof current, "--loop 1 --seed %" PRIu64 "%s%s", seed + i,
                 folder ? " --mutate " : "", folder ? folder : "");
        run(data, size);
    }
    stock_close(&s);
    free(data);
    return (size_t)count;
}

static int write_input(uint64_t seed)
{
    uint8_t *data = malloc(GENERATED_MAX);
    size_t size;

    if (!data)
        return (int)fail("--input", "no memory");
    size = fuzz_generate(seed, data, GENERATED_MAX);
    fwrite(data, 1, size, stdout);
    free(data);
    return 0;
}

/* -- the program --------------------------------------------------------------------------- */

typedef struct request {
    bool loops, expects, input;
    uint64_t count, seed, expected, times;
    const char *mutate; /* the folder */
} request;

/* A number, or the program ends. */
static uint64_t number_of(const char *text)
{
    char *end;
    const uint64_t number = strtoull(text, &end, 10);

    if (end == text || *end || *text == '-') {
        fprintf(stderr, "replay: '%s' is not a number\n", text);
        exit(2);
    }
    return number;
}

static request read_options(int argc, char **argv)
{
    static const struct option OPTIONS[] = {
        { "loop", required_argument, NULL, 'l' },
        { "seed", required_argument, NULL, 's' },
        { "expect", required_argument, NULL, 'e' },
        { "canary", no_argument, NULL, 'c' },
        { "save", required_argument, NULL, 'w' },
        { "input", required_argument, NULL, 'i' },
        { "mutate", required_argument, NULL, 'm' },
        { "repeat", required_argument, NULL, 'r' },
        { NULL, 0, NULL, 0 },
    };
    request r = { .seed = 1, .times = 1 };

    for (int o; (o = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        if (o == 'l') {
            r.loops = true;
            r.count = number_of(optarg);
        } else if (o == 's') {
            r.seed = number_of(optarg);
        } else if (o == 'e') {
            r.expects = true;
            r.expected = number_of(optarg);
        } else if (o == 'r') {
            r.times = number_of(optarg);
        } else if (o == 'm') {
            r.mutate = optarg;
        } else if (o == 'c') {
            setenv("FENCEPOST_FUZZ_CANARY", "1", 0); /* or the one that is asked for */
        } else if (o == 'w') {
            save_path = optarg;
        } else if (o == 'i') {
            r.input = true;
            r.seed = number_of(optarg);
        } else {
            exit(2); /* getopt_long() has said why */
        }
    }
    return r;
}

int main(int argc, char **argv)
{
    const request r = read_options(argc, argv);
    size_t count = 0;

    setenv("FENCEPOST_FUZZ_ASK", r.loops ? "share" : "all", 0);
    LLVMFuzzerInitialize(&argc, &argv);
    if (r.input)
        return write_input(r.seed);
    watch_failures();
    if (r.loops)
        count += loop(r.count, r.seed, r.mutate);
    for (int i = optind; i < argc; i++)
        count += replay_path(argv[i], r.times);
    printf("replay: %zu inputs, no breach\n", count);
    if (count == 0 || (r.expects && count != r.expected)) {
        fprintf(stderr, "replay: %zu inputs are not what was expected\n", count);
        return 1;
    }
    return 0;
}
