/*
 * Exports for a run, in the order in which the host calls them.
 *
 * Part of shim.c. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */

EXPORT("ps_alloc") void *ps_alloc(uint32_t size)
{
    return js_malloc_rt(runtime, size);
}

EXPORT("ps_free") void ps_free(void *p)
{
    js_free_rt(runtime, p);
}

EXPORT("ps_begin") int ps_begin(int flags)
{
    JSValue result;

    image_time = FALSE;
    run_flags = flags;
    JS_UpdateStackTop(runtime);
    context->interrupt_counter = JS_INTERRUPT_COUNTER_INIT;
    plimsoll_random(&context->random_state, sizeof(context->random_state));
    if (context->random_state == 0)
        context->random_state = 1; /* the generator's one fixed point */
    time_origin = wall_millis();
    result = call_hook(HOOK_START, 0, NULL);
    if (JS_IsException(result))
        return uncaught();
    JS_FreeValue(context, result);
    return status;
}

/* the script that a host brings for its guests: trusted, and evaluated before the guest's source */
EXPORT("ps_client") int ps_client(const char *source, uint32_t length)
{
    JSValue text, result;
    if (status != STATUS_GO_ON)
        return status;
    text = JS_NewStringLen(context, source, length);
    if (JS_IsException(text))
        return uncaught();
    result = call_hook(HOOK_CLIENT, 1, (JSValueConst *)&text);
    JS_FreeValue(context, text);
    if (JS_IsException(result))
        return uncaught();
    JS_FreeValue(context, result);
    return status;
}

/* `source` has to end with a NUL at source[length]; it stays the run's and is not freed */
EXPORT("ps_eval") int ps_eval(const char *source, uint32_t length)
{
    JSValue code, result;
    JSPromiseData *promise;

    if (status != STATUS_GO_ON)
        return status;
    if (length >= 3 && !memcmp(source, "\xEF\xBB\xBF", 3)) {
        source += 3;
        length -= 3;
    }
    main_source = source;
    main_length = length;
    code = compile_main(source, length);
    result = JS_IsException(code) ? JS_EXCEPTION : JS_EvalFunction(context, code);
    if (JS_IsException(result))
        return uncaught() == STATUS_GO_ON ? drain() : status;

    promise = is_async ? promise_data(result) : NULL;
    if (promise) {
        /* its rejection is reported as the main source's, not as an unhandled one */
        if (promise->promise_state == JS_PROMISE_REJECTED)
            on_rejection(context, result, promise->promise_result, TRUE, NULL);
        promise->is_handled = TRUE;
        main_promise = result;
    } else {
        write_last_value(result);
        JS_FreeValue(context, result);
    }
    return drain();
}

EXPORT("ps_next_timer") double ps_next_timer(void)
{
    double millis = -1;
    JSValue result;
    if (status != STATUS_GO_ON)
        return -1;
    result = call_hook(HOOK_NEXT_TIMER, 0, NULL);
    if (JS_IsException(result)) {
        uncaught();
        return -1;
    }
    if (JS_IsNumber(result))
        JS_ToFloat64(context, &millis, result);
    JS_FreeValue(context, result);
    return millis;
}

EXPORT("ps_run_timers") int ps_run_timers(void)
{
    JSValue result;
    BOOL ran;
    while (status == STATUS_GO_ON) {
        result = call_hook(HOOK_RUN_TIMER, 0, NULL);
        ran = JS_IsException(result) || JS_ToBool(context, result);
        if (JS_IsException(result))
            uncaught();
        JS_FreeValue(context, result);
        if (!ran)
            break;
        drain();
    }
    return status;
}

EXPORT("ps_host_reply") int ps_host_reply(int id, const char *text, uint32_t length, int is_error)
{
    JSValue args[3], result;
    if (status != STATUS_GO_ON)
        return status;
    args[0] = JS_NewInt32(context, id);
    args[1] = JS_NewStringLen(context, text, length);
    if (JS_IsException(args[1]))
        return uncaught();
    args[2] = JS_NewBool(context, is_error);
    result = call_hook(HOOK_HOST_REPLY, 3, (JSValueConst *)args);
    JS_FreeValue(context, args[1]);
    if (JS_IsException(result))
        return uncaught();
    JS_FreeValue(context, result);
    return drain();
}

/* Calls a hook that runs handlers of the guest, and what they put on queues. */
static int run_handlers(int hook, int argc, JSValueConst *argv)
{
    JSValue result = call_hook(hook, argc, argv);
    if (JS_IsException(result))
        uncaught();
    JS_FreeValue(context, result);
    return drain();
}

/* Nothing is left that could wake the guest: it is asked for more ('beforeExit'), and if there is none the run ends. */
EXPORT("ps_finish") int ps_finish(void)
{
    JSValue unsettled, result;
    int32_t code = 0;
    BOOL waiting;

    if (run_handlers(HOOK_BEFORE_EXIT, 0, NULL) != STATUS_GO_ON)
        return status;
    result = call_hook(HOOK_IS_WAITING, 0, NULL);
    if (JS_IsException(result))
        return uncaught();
    waiting = JS_ToBool(context, result);
    JS_FreeValue(context, result);
    if (waiting)
        return status;

    unsettled = JS_NewBool(context, !JS_IsUndefined(main_promise));
    if (run_handlers(HOOK_EXIT, 1, (JSValueConst *)&unsettled) != STATUS_GO_ON)
        return status;
    result = call_hook(HOOK_EXIT_CODE, 0, NULL);
    if (JS_IsException(result))
        return uncaught();
    JS_ToInt32(context, &code, result);
    JS_FreeValue(context, result);
    return end_run(code);
}

EXPORT("ps_status") int ps_status(void)
{
    return status;
}

EXPORT("ps_exit_code") int ps_exit_code(void)
{
    return exit_code;
}
