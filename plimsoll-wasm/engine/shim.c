/*
 * The part of the engine that is plimsoll's own: what the host calls, what the host offers, and the natives the
 * prelude is built on. It is one translation unit with QuickJS because the natives look into its objects; the parts below
 * include nothing and stand in the order in which they need one another.
 *
 * Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 *
 * Everything that arrives here from the guest is hostile: no native trusts the type or the range of an argument.
 */
#include "quickjs.c"
#include "host.h"
#ifdef __wasm__
#include <wasi/api.h>
#endif

enum { STATUS_GO_ON = 0, STATUS_ENDED = 1, STATUS_INTERRUPTED = 2, STATUS_OUT_OF_MEMORY = 3 };
enum { FLAG_HAS_HOST = 1, FLAG_LAST_VALUE = 2 };
enum { CLOCK_WALL = 0, CLOCK_RUN = 1 };

/* the hooks of the prelude, in the order of `hook_names` */
enum { HOOK_START, HOOK_NEXT_TIMER, HOOK_RUN_TIMER, HOOK_NEXT_TICK, HOOK_HOST_REPLY, HOOK_UNCAUGHT, HOOK_REJECTION,
    HOOK_AFTER_JOBS, HOOK_LAST_VALUE, HOOK_BEFORE_EXIT, HOOK_IS_WAITING, HOOK_EXIT, HOOK_EXIT_CODE, HOOK_CLIENT,
    HOOK_COUNT };
static const char *const hook_names[HOOK_COUNT] = { "start", "nextTimer", "runTimer", "nextTick", "hostReply",
    "uncaught", "rejection", "afterJobs", "lastValue", "beforeExit", "isWaiting", "exit", "exitCode", "client" };

static JSRuntime *runtime;
static JSContext *context;
static JSValue hooks[HOOK_COUNT];

static BOOL image_time = TRUE; /* no clock, no randomness, no output while the heap image is made */
static int run_flags;
static int status;
static int exit_code;
static JSValue spare_error; /* thrown when there is no memory for an error that says so */
static BOOL is_module;
static BOOL is_async; /* the main source's value is the promise of its end */
static JSValue main_promise; /* pending until the main source's top-level await has settled */
static const char *main_source;
static size_t main_length;
static double time_origin;

#include "shim/platform.c"
#include "shim/ending.c"
#include "shim/output.c"
#include "shim/turns.c"
#include "shim/natives-run.c"
#include "shim/natives-values.c"
#include "shim/natives-text.c"
#include "shim/natives.c"
#include "shim/image.c"
#include "shim/reading.c"
#include "shim/run.c"
