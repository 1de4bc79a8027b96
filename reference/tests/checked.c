/* SPDX-License-Identifier: Apache-2.0 */
/* checked.c: a library that was built with FP_CHECK_STATE ends the program when a step leaves the
 * core in a state that cannot be: here a syntax gives a role to bytes that were not read.
 */
#include <fencepost/syntax.h>

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void step(void *state, fp_out *out, unsigned char byte)
{
    (void)state;
    if (byte == '!')
        fp_out_mark_byte(out, FP_ROLE_FRAMING);
    fp_out_payload(out, byte);
}

static void finish(void *state, fp_out *out)
{
    (void)state;
    (void)out;
}

static const fp_syntax SYNTAX = { .id = "counts-twice", .step = step, .finish = finish };

/* Feeds the input in a child process. Returns the signal that ended it; 0: none did. */
static int signal_of(const char *input, size_t len)
{
    const pid_t child = fork();
    int status = 0;

    if (child == 0) {
        const struct rlimit none = { 0, 0 };
        fp_parser *parser = fp_parser_new(&SYNTAX, NULL, NULL, NULL);

        setrlimit(RLIMIT_CORE, &none);
        fp_parser_feed(parser, input, len);
        fp_parser_free(parser);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
    const int good = signal_of("text", 4), bad = signal_of("te!t", 4);

    printf("sound: signal %d; broken: signal %d\n", good, bad);
    return good == 0 && bad == SIGABRT ? 0 : 1;
}
