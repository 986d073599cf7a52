/*
 * Calling the prelude's hooks, and what runs between two waits: ticks, promise jobs, the main source's end.
 *
 * Part of shim.c. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */

static JSValue call_hook(int hook, int argc, JSValueConst *argv)
{
    if (status != STATUS_GO_ON || !JS_IsFunction(context, hooks[hook]))
        return JS_UNDEFINED;
    return JS_Call(context, hooks[hook], JS_UNDEFINED, argc, argv);
}

/* Reports the exception in flight, which ends the run, unless the guest has a handler for such: then it goes on. */
static int uncaught(void)
{
    JSValue error, code;
    int32_t number = 1;

    error = JS_GetException(context);
    if (status != STATUS_GO_ON) {
        JS_FreeValue(context, error);
        return status;
    }
    if (is_out_of_memory(error)) {
        JS_FreeValue(context, error);
        return end_out_of_memory();
    }
    code = call_hook(HOOK_UNCAUGHT, 1, (JSValueConst *)&error);
    if (status == STATUS_GO_ON && JS_IsException(code)) {
        JSValue second = JS_GetException(context);
        if (is_out_of_memory(second)) {
            end_out_of_memory();
        } else {
            /* the prelude failed itself: the plain text is better than nothing */
            plimsoll_write(2, "Uncaught ", 9);
            write_value(2, error);
            plimsoll_write(2, "\n", 1);
            end_run(1);
        }
        JS_FreeValue(context, second);
    } else if (JS_IsNumber(code)) {
        JS_ToInt32(context, &number, code);
        end_run(number);
    }
    JS_FreeValue(context, code);
    JS_FreeValue(context, error);
    return status;
}

static void on_rejection(JSContext *ctx, JSValueConst promise, JSValueConst reason, BOOL handled, void *opaque)
{
    JSValueConst args[3] = { promise, reason, JS_NewBool(ctx, handled) };
    JSValue pending = ctx->rt->current_exception, result;

    /* the tracker is called in the middle of things: an exception in flight has to survive it */
    ctx->rt->current_exception = JS_UNINITIALIZED;
    result = call_hook(HOOK_REJECTION, 3, args);
    if (JS_IsException(result)) {
        JSValue error = JS_GetException(ctx);
        /* nobody would ever hear of this rejection */
        if (is_out_of_memory(error))
            end_out_of_memory();
        JS_FreeValue(ctx, error);
    }
    JS_FreeValue(ctx, result);
    ctx->rt->current_exception = pending;
}

static JSPromiseData *promise_data(JSValueConst value)
{
    return JS_VALUE_GET_TAG(value) == JS_TAG_OBJECT ? JS_GetOpaque(value, JS_CLASS_PROMISE) : NULL;
}

/* process.nextTick's queue and the microtasks, until both are empty */
static void run_jobs(void)
{
    JSContext *ctx;
    JSValue result;
    BOOL again;
    int done;

    do {
        result = call_hook(HOOK_NEXT_TICK, 0, NULL);
        again = JS_IsException(result) || JS_ToBool(context, result);
        if (JS_IsException(result))
            uncaught();
        JS_FreeValue(context, result);
        while (status == STATUS_GO_ON && (done = JS_ExecutePendingJob(runtime, &ctx)) != 0) {
            again = TRUE;
            if (done < 0 || js_poll_interrupts(context))
                uncaught();
        }
    } while (again && status == STATUS_GO_ON);
}

static void write_last_value(JSValueConst value)
{
    JSValue text;
    if (!(run_flags & FLAG_LAST_VALUE) || JS_IsUndefined(value))
        return;
    text = call_hook(HOOK_LAST_VALUE, 1, &value);
    if (JS_IsException(text))
        JS_FreeValue(context, JS_GetException(context));
    else if (JS_IsString(text))
        write_value(3, text);
    JS_FreeValue(context, text);
}

/* Notices that the main source's top-level await has settled. Returns whether code of the guest ran. */
static BOOL settle_main(void)
{
    JSPromiseData *promise = promise_data(main_promise);
    JSValue result;

    if (!promise || promise->promise_state == JS_PROMISE_PENDING)
        return FALSE;
    result = JS_DupValue(context, promise->promise_result);
    if (promise->promise_state == JS_PROMISE_REJECTED) {
        JS_Throw(context, result);
        uncaught();
    } else {
        if (!is_module && JS_IsObject(result)) {
            /* QuickJS wraps the completion value of a script with top-level await into {value} */
            JSValue value = JS_GetPropertyStr(context, result, "value");
            write_last_value(value);
            JS_FreeValue(context, value);
        }
        JS_FreeValue(context, result);
    }
    JS_FreeValue(context, main_promise);
    main_promise = JS_UNDEFINED;
    return TRUE;
}

/* Reports the rejections that nobody handled. Returns whether code of the guest ran. */
static BOOL after_jobs(void)
{
    JSValue result = call_hook(HOOK_AFTER_JOBS, 0, NULL);
    BOOL ran = JS_IsException(result) || JS_VALUE_GET_TAG(result) == JS_TAG_BOOL;

    if (JS_IsException(result)) {
        uncaught();
    } else if (JS_IsNumber(result)) {
        int32_t code = 1;
        JS_ToInt32(context, &code, result);
        end_run(code);
    }
    JS_FreeValue(context, result);
    return ran;
}

/* what runs between two waits; what it starts itself included */
static int drain(void)
{
    BOOL again;
    do {
        run_jobs();
        if (status != STATUS_GO_ON)
            break;
        again = settle_main();
        again |= after_jobs();
    } while (again && status == STATUS_GO_ON);
    return status;
}
