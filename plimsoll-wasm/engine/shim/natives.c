/*
 * The other natives, and the list of all that the prelude is given.
 *
 * Part of shim.c. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */

static JSValue native_random_fill(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    int64_t length;
    uint8_t *data;
    if (image_time)
        return refuse_at_image_time(ctx);
    data = buffer_range(ctx, argv[0], argv[1], argv[2], &length);
    if (!data)
        return JS_EXCEPTION;
    plimsoll_random(data, length);
    return JS_UNDEFINED;
}

static JSValue native_detach(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    size_t size;
    if (!JS_GetArrayBuffer(ctx, &size, argv[0]) && size != 0)
        return JS_EXCEPTION;
    JS_DetachArrayBuffer(ctx, argv[0]);
    return JS_UNDEFINED;
}

static JSValue native_capture_stack(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    if (JS_VALUE_GET_TAG(argv[0]) != JS_TAG_OBJECT)
        return JS_ThrowTypeError(ctx, "not an object");
    build_backtrace(ctx, argv[0], NULL, 0, 0, JS_BACKTRACE_FLAG_SKIP_FIRST_LEVEL);
    return JS_UNDEFINED;
}

static JSValue native_source_line(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    int32_t line;
    const char *p = main_source, *end = p ? p + main_length : p, *eol;
    if (JS_ToInt32(ctx, &line, argv[0]))
        return JS_EXCEPTION;
    if (!p || line < 1)
        return JS_UNDEFINED;
    while (--line > 0) {
        p = memchr(p, '\n', end - p);
        if (!p)
            return JS_UNDEFINED;
        p++;
    }
    eol = memchr(p, '\n', end - p);
    return JS_NewStringLen(ctx, p, (eol ? eol : end) - p);
}

static JSValue microtask_job(JSContext *ctx, int argc, JSValueConst *argv)
{
    return JS_Call(ctx, argv[0], JS_UNDEFINED, 0, NULL);
}

static JSValue native_enqueue(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    if (!JS_IsFunction(ctx, argv[0]))
        return JS_ThrowTypeError(ctx, "not a function");
    if (JS_EnqueueJob(ctx, microtask_job, 1, argv) < 0)
        return JS_ThrowOutOfMemory(ctx);
    return JS_UNDEFINED;
}

/* own keys of an array or typed array that are no index, without making one for each element: strings, then symbols */
static JSValue native_extra_keys(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    BOOL enumerable_only = JS_ToBool(ctx, argv[1]);
    JSObject *p;
    JSShapeProperty *prs;
    JSValue array;
    uint32_t count = 0, i, index;
    JSAtomKindEnum kind;

    if (JS_VALUE_GET_TAG(argv[0]) != JS_TAG_OBJECT)
        return JS_ThrowTypeError(ctx, "not an object");
    array = JS_NewArray(ctx);
    if (JS_IsException(array))
        return array;
    p = JS_VALUE_GET_OBJ(argv[0]);
    for (int symbols = 0; symbols < 2; symbols++) {
        for (i = 0, prs = get_shape_prop(p->shape); i < p->shape->prop_count; i++, prs++) {
            if (prs->atom == JS_ATOM_NULL || enumerable_only && !(prs->flags & JS_PROP_ENUMERABLE))
                continue;
            kind = JS_AtomGetKind(ctx, prs->atom);
            if (symbols ? kind != JS_ATOM_KIND_SYMBOL : kind != JS_ATOM_KIND_STRING || JS_AtomIsArrayIndex(ctx, &index, prs->atom))
                continue;
            if (JS_DefinePropertyValueUint32(ctx, array, count++, JS_AtomToValue(ctx, prs->atom), JS_PROP_C_W_E) < 0) {
                JS_FreeValue(ctx, array);
                return JS_EXCEPTION;
            }
        }
    }
    return array;
}

static JSValue native_append(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    if (JS_VALUE_GET_TAG(argv[0]) != JS_TAG_OBJECT || JS_VALUE_GET_OBJ(argv[0])->class_id != JS_CLASS_ARRAY)
        return JS_ThrowTypeError(ctx, "not an array");
    return append_own(ctx, argv[0], argc - 1, argv + 1);
}

static JSValue native_memory_used(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    return JS_NewInt64(ctx, ctx->rt->malloc_state.malloc_size);
}

static JSValue native_is_out_of_memory(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    return JS_NewBool(ctx, is_out_of_memory(argv[0]));
}

static const JSCFunctionListEntry natives[] = {
    JS_CFUNC_DEF("write", 2, native_write),
    JS_CFUNC_DEF("writeBytes", 4, native_write_bytes),
    JS_CFUNC_DEF("exit", 1, native_exit),
    JS_CFUNC_MAGIC_DEF("now", 0, native_time, TIME_NOW),
    JS_CFUNC_MAGIC_DEF("wallNow", 0, native_time, TIME_WALL),
    JS_CFUNC_MAGIC_DEF("timeOrigin", 0, native_time, TIME_ORIGIN),
    JS_CFUNC_DEF("hostCall", 2, native_host_call),
    JS_CFUNC_DEF("hasHost", 0, native_has_host),
    JS_CFUNC_DEF("isModule", 0, native_is_module),
    JS_CFUNC_DEF("promiseState", 1, native_promise_state),
    JS_CFUNC_DEF("proxyDetails", 1, native_proxy_details),
    JS_CFUNC_DEF("className", 1, native_class_name),
    JS_CFUNC_DEF("functionKind", 1, native_function_kind),
    JS_CFUNC_DEF("collectionEntries", 2, native_collection_entries),
    JS_CFUNC_DEF("collectionIsPairs", 1, native_collection_is_pairs),
    JS_CFUNC_DEF("collectionSize", 1, native_collection_size),
    JS_CFUNC_DEF("utf8Encode", 1, native_utf8_encode),
    JS_CFUNC_DEF("utf8Decode", 4, native_utf8_decode),
    JS_CFUNC_DEF("randomFill", 3, native_random_fill),
    JS_CFUNC_DEF("detach", 1, native_detach),
    JS_CFUNC_DEF("captureStack", 1, native_capture_stack),
    JS_CFUNC_DEF("sourceLine", 1, native_source_line),
    JS_CFUNC_DEF("enqueue", 1, native_enqueue),
    JS_CFUNC_DEF("extraKeys", 2, native_extra_keys),
    JS_CFUNC_DEF("append", 2, native_append),
    JS_CFUNC_DEF("memoryUsed", 0, native_memory_used),
    JS_CFUNC_DEF("isOutOfMemory", 1, native_is_out_of_memory),
};
