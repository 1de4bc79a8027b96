/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_serve.c: `fencepost serve`: a worker for our own parsers, or for a shared object. */
#include "command/options.h"
#include "serve/adapter.h"
#include "serve/serve.h"

enum { OPT_SO, OPT_POLICY };

static const command_option OPTIONS[] = {
    [OPT_SO] = { "so", "FILE", "the parser in this shared object (fencepost/adapter.h)" },
    [OPT_POLICY] = { "policy", "NAME=VALUE",
                     "a policy of our own parsers, which they declare; may be given for several" },
    { NULL, NULL, NULL },
};

static int serve_own(const given *g)
{
    serve_builtin *b = serve_builtin_new(g->policy_given, &g->policies);
    const int status = serve(&b->adapter, &SERVE_BUILTIN_SKILLS);

    serve_builtin_free(b);
    return status;
}

static int run(const command *self, int argc, char **argv)
{
    given g = { .limits = FP_LIMITS_DEFAULT };
    const char *so = NULL;
    bool any_policy = false;
    const fp_adapter *adapter;
    serve_skills skills;
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0) {
        if (option == OPT_SO)
            so = optarg;
        else if (given_policy(self, &g, optarg) != EXIT_AS_EXPECTED)
            return EXIT_USAGE;
        any_policy = any_policy || option == OPT_POLICY;
    }
    if (option == -2)
        return EXIT_USAGE;
    if (optind < argc)
        return command_usage_error(self, "unexpected '%s'; requests come on standard input",
                                   argv[optind]);
    if (so && any_policy)
        return command_usage_error(self, "--policy is for our own parsers; a shared object "
                                         "declares its policies itself");
    if (!so)
        return serve_own(&g);
    adapter = adapter_load(so);
    if (!adapter)
        return EXIT_ADAPTER;
    skills = adapter_skills(adapter);
    return serve(adapter, &skills);
}

const command CMD_SERVE = {
    .name = "serve",
    .summary = "be a worker: for the built-in parsers, or a shared object",
    .usage = "[--so FILE | [--policy NAME=VALUE]…]",
    .options = OPTIONS,
    .run = run,
};
