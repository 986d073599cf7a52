/*
 * Natives for what a run does to the outside: output, exit, time, calls to the host.
 *
 * Part of shim.c. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */

static JSValue refuse_at_image_time(JSContext *ctx)
{
    return JS_ThrowTypeError(ctx, "not available while the heap image is made");
}

/* The bytes [offset, offset + length) of an ArrayBuffer, or NULL with an exception. Reading the numbers may run code of
   the guest, which may detach the buffer: so they come first, and nothing may run between this and the pointer's use. */
static uint8_t *buffer_range(JSContext *ctx, JSValueConst buffer, JSValueConst offset, JSValueConst length, int64_t *size)
{
    size_t total;
    int64_t from;
    uint8_t *data;
    if (JS_ToInt64(ctx, &from, offset) || JS_ToInt64(ctx, size, length))
        return NULL;
    data = JS_GetArrayBuffer(ctx, &total, buffer);
    if (!data && JS_HasException(ctx))
        return NULL;
    if (from < 0 || *size < 0 || from > (int64_t)total || *size > (int64_t)total - from) {
        JS_ThrowRangeError(ctx, "outside of the buffer");
        return NULL;
    }
    return data ? data + from : (uint8_t *)"";
}

static JSValue native_write(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    int32_t fd;
    size_t length;
    const char *text;
    if (image_time)
        return refuse_at_image_time(ctx);
    if (JS_ToInt32(ctx, &fd, argv[0]))
        return JS_EXCEPTION;
    text = to_utf8(ctx, &length, argv[1]);
    if (!text)
        return JS_EXCEPTION;
    plimsoll_write(fd, text, length);
    JS_FreeCString(ctx, text);
    return JS_UNDEFINED;
}

static JSValue native_write_bytes(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    int32_t fd;
    int64_t length;
    uint8_t *data;
    if (image_time)
        return refuse_at_image_time(ctx);
    if (JS_ToInt32(ctx, &fd, argv[0]))
        return JS_EXCEPTION;
    data = buffer_range(ctx, argv[1], argv[2], argv[3], &length);
    if (!data)
        return JS_EXCEPTION;
    plimsoll_write(fd, (const char *)data, length);
    return JS_UNDEFINED;
}

static JSValue native_exit(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    int32_t code;
    if (JS_ToInt32(ctx, &code, argv[0]))
        return JS_EXCEPTION;
    end_run(code);
    poll_soon();
    JS_ThrowInternalError(ctx, "exit");
    JS_SetUncatchableError(ctx, ctx->rt->current_exception, TRUE);
    return JS_EXCEPTION;
}

enum { TIME_NOW, TIME_WALL, TIME_ORIGIN };

static JSValue native_time(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv, int magic)
{
    if (image_time)
        return refuse_at_image_time(ctx);
    switch (magic) {
    case TIME_NOW:
        return JS_NewFloat64(ctx, (double)(plimsoll_clock(CLOCK_RUN) / 1000) / 1000);
    case TIME_WALL:
        return JS_NewFloat64(ctx, wall_millis());
    default:
        return JS_NewFloat64(ctx, time_origin);
    }
}

static JSValue native_host_call(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    int32_t id;
    size_t length;
    int refused;
    const char *text;
    if (!(run_flags & FLAG_HAS_HOST))
        return JS_ThrowTypeError(ctx, "this run has no host");
    if (JS_ToInt32(ctx, &id, argv[0]))
        return JS_EXCEPTION;
    text = to_utf8(ctx, &length, argv[1]);
    if (!text)
        return JS_EXCEPTION;
    refused = plimsoll_host_call(id, text, length);
    JS_FreeCString(ctx, text);
    return refused ? JS_ThrowTypeError(ctx, "the host took no call") : JS_UNDEFINED;
}

static JSValue native_has_host(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    return JS_NewBool(ctx, (run_flags & FLAG_HAS_HOST) != 0);
}

static JSValue native_is_module(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    return JS_NewBool(ctx, is_module);
}

/* an array of two; takes both values over */
static JSValue new_pair(JSContext *ctx, JSValue first, JSValue second)
{
    JSValue pair = JS_NewArray(ctx);
    if (JS_IsException(pair)) {
        JS_FreeValue(ctx, first);
        JS_FreeValue(ctx, second);
        return pair;
    }
    if (JS_DefinePropertyValueUint32(ctx, pair, 0, first, JS_PROP_C_W_E) < 0) {
        JS_FreeValue(ctx, second);
        JS_FreeValue(ctx, pair);
        return JS_EXCEPTION;
    }
    if (JS_DefinePropertyValueUint32(ctx, pair, 1, second, JS_PROP_C_W_E) < 0) {
        JS_FreeValue(ctx, pair);
        return JS_EXCEPTION;
    }
    return pair;
}
