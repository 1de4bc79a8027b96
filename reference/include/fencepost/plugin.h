/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/plugin.h: syntaxes from outside, in a shared object that a program loads.
 *
 *     #include <fencepost/plugin.h>
 *     static const fp_syntax MINE = { .id = "mine", … };
 *     FP_PLUGIN(&MINE);
 *
 * The object needs these headers only: the program that loads it has the functions, so it is linked
 * with no library of Fencepost's (fencepost::plugin for CMake, `pkg-config --cflags fencepost`).
 * In its folder, or where --plugin-data says, are spec/ID.md and corpus/ID/ of its syntaxes.
 */
#ifndef FENCEPOST_PLUGIN_H
#define FENCEPOST_PLUGIN_H

#include <fencepost/syntax.h>

#ifdef __cplusplus
extern "C" {
#endif

/* This number grows with every change to the headers that an object built before it would misread:
 * a field, the order of an enum, the meaning of a function. A new function is not such a change:
 * where it is missing, the linker reports it. */
enum { FP_PLUGIN_ABI = 13 };

/* For a program that loads it. Whether a row can be used: it has what parser, renderer and lists
 * need, and its engine can read its table. Else the reason, a sentence that names the member, is
 * appended to *why. What the functions of the row do is not looked at. */
bool fp_syntax_check(const fp_syntax *syntax, fp_json *why);

typedef struct fp_plugin {
    uint32_t abi;  /* this and the next stay where they are, whatever the number is */
    uint32_t size; /* of this struct */
    uint32_t syntax_size, call_size, event_size, rendering_size, limits_size;
    const fp_syntax *const *syntaxes; /* ended by NULL; static, as is all that they point to */
} fp_plugin;

/* The one function that the object exports. Static. */
#define FP_PLUGIN_ENTRY "fp_plugin_entry"
typedef const fp_plugin *fp_plugin_function(void);

#define FP_PLUGIN_HEAD                                                                      \
    FP_PLUGIN_ABI, sizeof(fp_plugin), sizeof(fp_syntax), sizeof(fp_call), sizeof(fp_event), \
        sizeof(fp_rendering), sizeof(fp_limits)

/* Defines that function, for the rows whose addresses are given. */
#define FP_PLUGIN(...)                                                            \
    fp_plugin_function fp_plugin_entry;                                           \
    __attribute__((visibility("default"))) const fp_plugin *fp_plugin_entry(void) \
    {                                                                             \
        static const fp_syntax *const rows[] = { __VA_ARGS__, NULL };             \
        static const fp_plugin plugin = { FP_PLUGIN_HEAD, rows };                 \
                                                                                  \
        return &plugin;                                                           \
    }                                                                             \
    fp_plugin_function fp_plugin_entry

#ifdef __cplusplus
}
#endif

#endif
