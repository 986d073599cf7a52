/*
 * Exports for making the heap image. There are no modules: an import is refused.
 *
 * Part of shim.c. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */

static JSModuleDef *refuse_module(JSContext *ctx, const char *name, void *opaque)
{
    JSValue error;
    JS_ThrowTypeError(ctx, "Cannot find module '%s': the sandbox has no modules", name);
    error = JS_GetException(ctx);
    JS_DefinePropertyValueStr(ctx, error, "code", JS_NewString(ctx, "ERR_MODULE_NOT_FOUND"), JS_PROP_C_W_E);
    JS_Throw(ctx, error);
    return NULL;
}

static char *keep_name(JSContext *ctx, const char *base, const char *name, void *opaque)
{
    return js_strdup(ctx, name);
}

/* ---- exports: making the heap image ---- */

EXPORT("ps_boot") int ps_boot(uint32_t stack_limit)
{
    runtime = JS_NewRuntime();
    if (!runtime)
        return -1;
    JS_SetMaxStackSize(runtime, stack_limit);
    JS_SetInterruptHandler(runtime, on_interrupt, NULL);
    JS_SetHostPromiseRejectionTracker(runtime, on_rejection, NULL);
    JS_SetModuleLoaderFunc(runtime, keep_name, refuse_module, NULL);
    context = JS_NewContext(runtime);
    if (!context)
        return -2;
    for (int i = 0; i < HOOK_COUNT; i++)
        hooks[i] = JS_UNDEFINED;
    main_promise = JS_UNDEFINED;
    JS_ThrowOutOfMemory(context);
    spare_error = JS_GetException(context);
    return 0;
}

/* Evaluates the prelude, an expression whose value is a function of the natives that returns the hooks. A failure is
   written to stderr: it ends the build, never a run. */
EXPORT("ps_prelude") int ps_prelude(const char *source, size_t length)
{
    JSValue function, native, result;

    JS_SetStripInfo(runtime, JS_STRIP_DEBUG);
    function = JS_Eval(context, source, length, "prelude.js", JS_EVAL_TYPE_GLOBAL);
    JS_SetStripInfo(runtime, 0);
    native = JS_NewObjectProto(context, JS_NULL);
    JS_SetPropertyFunctionList(context, native, natives, countof(natives));
    result = JS_IsException(function) ? JS_EXCEPTION : JS_Call(context, function, JS_UNDEFINED, 1, (JSValueConst *)&native);
    JS_FreeValue(context, function);
    JS_FreeValue(context, native);
    if (JS_IsException(result)) {
        JSValue error = JS_GetException(context);
        JSValue stack = JS_GetPropertyStr(context, error, "stack");
        write_value(2, error);
        plimsoll_write(2, "\n", 1);
        write_value(2, stack);
        JS_FreeValue(context, stack);
        JS_FreeValue(context, error);
        return 1;
    }
    for (int i = 0; i < HOOK_COUNT; i++)
        hooks[i] = JS_GetPropertyStr(context, result, hook_names[i]);
    JS_FreeValue(context, result);
    JS_RunGC(runtime);
    return 0;
}
