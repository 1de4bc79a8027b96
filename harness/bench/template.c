/* SPDX-License-Identifier: Apache-2.0 */
/* template.c: bench-template TEMPLATE TEXT CHUNK: how long our executor of response templates takes
 * for a text, fed so many bytes at a time (0: at once). Prints the processor time of one pass, in
 * seconds, in the fastest of some rounds; and the message, which template.py compares.
 */
#include "base/util.h"
#include "base/values.h"

#include <fencepost/template.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Rounds, and how long one takes at least. */
enum { ROUNDS = 7 };
static const double ROUND_SECONDS = 0.02;

static double now(void)
{
    struct timespec t = { 0 };

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* An fp_template_sink: looks at each event, as who streams does. */
static void count(void *context, const fp_template_event *event)
{
    *(size_t *)context += event->data.len + 1;
}

static void read_text(const fp_template *t, fp_str text, size_t chunk, fp_json *message)
{
    size_t counted = 0;
    const fp_template_options options = { .sink = count, .context = &counted };
    fp_template_parser *p = fp_template_parser_new(t, &options);

    need_memory(p);
    for (size_t at = 0; at < text.len;) {
        const size_t left = text.len - at, len = chunk && chunk < left ? chunk : left;

        fp_template_feed(p, text.ptr + at, len);
        at += len;
    }
    if (fp_template_finish(p))
        fp_json_raw(message, "null");
    else
        fp_template_message(p, message);
    need_memory(!message->failed);
    fp_template_parser_free(p);
}

/* The time of one pass in a round of so many. */
static double round_of(const fp_template *t, fp_str text, size_t chunk, size_t passes)
{
    const double began = now();

    for (size_t i = 0; i < passes; i++) {
        fp_json message = { 0 };

        read_text(t, text, chunk, &message);
        fp_json_free(&message);
    }
    return (now() - began) / (double)passes;
}

static double fastest(const fp_template *t, fp_str text, size_t chunk)
{
    const double once = round_of(t, text, chunk, 3);
    const size_t passes = 1 + (size_t)(ROUND_SECONDS / (once > 1e-9 ? once : 1e-9));
    double least = round_of(t, text, chunk, passes);

    for (int i = 1; i < ROUNDS; i++) {
        const double next = round_of(t, text, chunk, passes);

        least = next < least ? next : least;
    }
    return least;
}

int main(int argc, char **argv)
{
    problems p = { .by = "bench" };
    fp_template_error error = { .fault = FP_TEMPLATE_FINE };
    fp_str json = { 0 }, text = { 0 };
    fp_json message = { 0 };
    fp_template *t = NULL;

    if (argc != 4) {
        fputs("usage: bench-template TEMPLATE TEXT CHUNK\n", stderr);
        return EXIT_USAGE;
    }
    if (file_read(argv[1], &json, &p) && file_read(argv[2], &text, &p))
        t = fp_template_load(json, &error);
    if (t) {
        const size_t chunk = strtoul(argv[3], NULL, 10);

        read_text(t, text, chunk, &message);
        printf("%.9f\n%.*s\n", fastest(t, text, chunk), (int)json_text(&message).len,
               json_text(&message).ptr);
    } else if (error.fault) {
        fprintf(stderr, "bench-template: %s: %s\n", argv[1], error.reason);
    }
    fp_json_free(&message);
    fp_template_free(t);
    free((char *)(uintptr_t)json.ptr);
    free((char *)(uintptr_t)text.ptr);
    return t ? EXIT_AS_EXPECTED : EXIT_USAGE;
}
