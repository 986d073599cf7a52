/*
 * The part of the engine that is plimsoll's own: what the host calls, what the host offers, and the natives the
 * prelude is built on. It is one translation unit with QuickJS because the natives look into its objects.
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
    HOOK_AFTER_JOBS, HOOK_LAST_VALUE, HOOK_FINISH, HOOK_CLIENT, HOOK_COUNT };
static const char *const hook_names[HOOK_COUNT] = { "start", "nextTimer", "runTimer", "nextTick", "hostReply",
    "uncaught", "rejection", "afterJobs", "lastValue", "finish", "client" };

static JSRuntime *runtime;
static JSContext *context;
static JSValue hooks[HOOK_COUNT];

static BOOL image_time = TRUE; /* no clock, no randomness, no output while the heap image is made */
static int run_flags;
static int status;
static int exit_code;
static BOOL memory_refused; /* an allocation failed since the run began */
static BOOL is_module;
static BOOL is_async; /* the main source's value is the promise of its end */
static JSValue main_promise; /* pending until the main source's top-level await has settled */
static const char *main_source;
static size_t main_length;
static double time_origin;

/* ---- time and randomness come from the host only ---- */

int gettimeofday(struct timeval *restrict tv, void *restrict zone)
{
    int64_t ns = image_time ? 0 : plimsoll_clock(CLOCK_WALL);
    tv->tv_sec = ns / 1000000000;
    tv->tv_usec = ns % 1000000000 / 1000;
    return 0;
}

int clock_gettime(clockid_t id, struct timespec *ts)
{
    int64_t ns = image_time ? 0 : plimsoll_clock(CLOCK_WALL);
    ts->tv_sec = ns / 1000000000;
    ts->tv_nsec = ns % 1000000000;
    return 0;
}

#ifdef __wasm__
/* The C library's streams would import the host's files. There are none, and nothing writes to a stream. */
__wasi_errno_t __wasi_fd_close(__wasi_fd_t fd)
{
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_seek(__wasi_fd_t fd, __wasi_filedelta_t offset, __wasi_whence_t whence, __wasi_filesize_t *position)
{
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_write(__wasi_fd_t fd, const __wasi_ciovec_t *vectors, size_t count, __wasi_size_t *written)
{
    return __WASI_ERRNO_BADF;
}
#endif

static double wall_millis(void)
{
    return (double)(plimsoll_clock(CLOCK_WALL) / 1000) / 1000;
}

/* ---- ending a run ---- */

/* makes the next poll come at once, so that guest code reached on the way out (an iterator's return(), say) stops too */
static void poll_soon(void)
{
    context->interrupt_counter = 1;
}

static int on_interrupt(JSRuntime *rt, void *opaque)
{
    if (status == STATUS_GO_ON && !image_time && plimsoll_interrupt())
        status = STATUS_INTERRUPTED;
    if (status == STATUS_GO_ON)
        return 0;
    poll_soon();
    return 1;
}

static int end_run(int code)
{
    if (status == STATUS_GO_ON) {
        status = STATUS_ENDED;
        exit_code = code & 255;
    }
    return status;
}

/* called by QuickJS (see patch.py) whenever an allocation fails */
void plimsoll_out_of_memory(void)
{
    memory_refused = TRUE;
}

/* Whether an uncaught value is QuickJS' own report of missing memory: the error it makes, or the null it throws when
   it cannot even make that. A guest's `throw null` without any failed allocation is not. */
static BOOL is_out_of_memory(JSValueConst error)
{
    JSObject *p;
    JSProperty *pr;
    JSShapeProperty *prs;
    JSString *message;

    if (!memory_refused)
        return FALSE;
    if (JS_IsNull(error))
        return TRUE;
    if (JS_VALUE_GET_TAG(error) != JS_TAG_OBJECT)
        return FALSE;
    p = JS_VALUE_GET_OBJ(error);
    if (p->class_id != JS_CLASS_ERROR)
        return FALSE;
    prs = find_own_property(&pr, p, JS_ATOM_message);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL || JS_VALUE_GET_TAG(pr->u.value) != JS_TAG_STRING)
        return FALSE;
    message = JS_VALUE_GET_STRING(pr->u.value);
    return !message->is_wide_char && message->len == 13 && !memcmp(message->u.str8, "out of memory", 13);
}

/* ---- output ---- */

/* QuickJS encodes a lone surrogate as three bytes ED A0..BF xx, which is not UTF-8: U+FFFD is as long */
static void replace_surrogates(char *text, size_t length)
{
    uint8_t *p = (uint8_t *)text, *end = p + length;
    while (end - p >= 3 && (p = memchr(p, 0xED, end - p - 2)) != NULL) {
        if (p[1] >= 0xA0) {
            p[0] = 0xEF;
            p[1] = 0xBF;
            p[2] = 0xBD;
        }
        p += 3;
    }
}

static const char *to_utf8(JSContext *ctx, size_t *length, JSValueConst value)
{
    const char *text = JS_ToCStringLen(ctx, length, value);
    if (text && JS_VALUE_GET_TAG(value) == JS_TAG_STRING && *length == JS_VALUE_GET_STRING(value)->len)
        return text; /* ASCII: the string's own bytes, to be left alone */
    if (text)
        replace_surrogates((char *)text, *length);
    return text;
}

static void write_value(int fd, JSValueConst value)
{
    size_t length;
    const char *text = to_utf8(context, &length, value);
    if (text) {
        plimsoll_write(fd, text, length);
        JS_FreeCString(context, text);
    } else {
        JS_FreeValue(context, JS_GetException(context));
    }
}

/* ---- calling the prelude ---- */

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
        status = STATUS_OUT_OF_MEMORY;
        JS_FreeValue(context, error);
        return status;
    }
    code = call_hook(HOOK_UNCAUGHT, 1, (JSValueConst *)&error);
    if (status == STATUS_GO_ON && JS_IsException(code)) {
        JSValue second = JS_GetException(context);
        if (is_out_of_memory(second)) {
            status = STATUS_OUT_OF_MEMORY;
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
    if (JS_IsException(result))
        JS_FreeValue(ctx, JS_GetException(ctx));
    JS_FreeValue(ctx, result);
    ctx->rt->current_exception = pending;
}

static JSPromiseData *promise_data(JSValueConst value)
{
    return JS_VALUE_GET_TAG(value) == JS_TAG_OBJECT ? JS_GetOpaque(value, JS_CLASS_PROMISE) : NULL;
}

/* runs process.nextTick's queue and the microtasks until both are empty, then what the prelude does after them */
static int drain(void)
{
    JSContext *ctx;
    JSPromiseData *promise;
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
    if (status != STATUS_GO_ON)
        return status;

    promise = promise_data(main_promise);
    if (promise && promise->promise_state != JS_PROMISE_PENDING) {
        result = JS_DupValue(context, promise->promise_result);
        done = promise->promise_state;
        JS_FreeValue(context, main_promise);
        main_promise = JS_UNDEFINED;
        if (done == JS_PROMISE_REJECTED) {
            JS_Throw(context, result);
            if (uncaught() != STATUS_GO_ON)
                return status;
            result = JS_UNDEFINED;
        }
        if ((run_flags & FLAG_LAST_VALUE) && !is_module && JS_IsObject(result)) {
            /* QuickJS wraps the completion value of a script with top-level await into {value} */
            JSValue value = JS_GetPropertyStr(context, result, "value");
            if (!JS_IsUndefined(value) && !JS_IsException(value)) {
                JSValue text = call_hook(HOOK_LAST_VALUE, 1, (JSValueConst *)&value);
                if (JS_IsString(text))
                    write_value(3, text);
                JS_FreeValue(context, text);
            }
            JS_FreeValue(context, value);
        }
        JS_FreeValue(context, result);
    }

    result = call_hook(HOOK_AFTER_JOBS, 0, NULL);
    if (JS_IsException(result))
        return uncaught();
    if (JS_IsNumber(result)) {
        int32_t code = 1;
        JS_ToInt32(context, &code, result);
        end_run(code);
    }
    JS_FreeValue(context, result);
    return status;
}

/* ---- natives ---- */

static JSValue refuse_at_image_time(JSContext *ctx)
{
    return JS_ThrowTypeError(ctx, "not available while the heap image is made");
}

/* the bytes [offset, offset + length) of an ArrayBuffer, or NULL with an exception */
static uint8_t *buffer_range(JSContext *ctx, JSValueConst buffer, JSValueConst offset, JSValueConst length, int64_t *size)
{
    size_t total;
    int64_t from;
    uint8_t *data = JS_GetArrayBuffer(ctx, &total, buffer);
    if (!data && total != 0)
        return NULL;
    if (JS_ToInt64(ctx, &from, offset) || JS_ToInt64(ctx, size, length))
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

static JSValue native_promise_state(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    JSPromiseData *promise = promise_data(argv[0]);
    if (!promise)
        return JS_UNDEFINED;
    return new_pair(ctx, JS_NewInt32(ctx, promise->promise_state), JS_DupValue(ctx, promise->promise_result));
}

static JSValue native_proxy_details(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    JSProxyData *proxy;
    if (JS_VALUE_GET_TAG(argv[0]) != JS_TAG_OBJECT || !(proxy = JS_GetOpaque(argv[0], JS_CLASS_PROXY)))
        return JS_UNDEFINED;
    if (proxy->is_revoked)
        return new_pair(ctx, JS_NULL, JS_NULL);
    return new_pair(ctx, JS_DupValue(ctx, proxy->target), JS_DupValue(ctx, proxy->handler));
}

static JSValue native_class_name(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    JSObject *p;
    if (JS_VALUE_GET_TAG(argv[0]) != JS_TAG_OBJECT)
        return JS_NewString(ctx, "");
    p = JS_VALUE_GET_OBJ(argv[0]);
    switch (p->class_id) {
    case JS_CLASS_PROXY:
        return JS_NewString(ctx, "Proxy");
    case JS_CLASS_MAPPED_ARGUMENTS:
        return JS_NewString(ctx, "Arguments");
    case JS_CLASS_MODULE_NS:
        return JS_NewString(ctx, "Module");
    default:
        if (JS_IsFunction(ctx, argv[0]))
            return JS_NewString(ctx, "Function");
        return JS_AtomToString(ctx, ctx->rt->class_array[p->class_id].class_name);
    }
}

static JSValue native_function_kind(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    JSFunctionBytecode *b = NULL;
    const char *kind = "";
    if (JS_VALUE_GET_TAG(argv[0]) == JS_TAG_OBJECT)
        b = JS_GetFunctionBytecode(argv[0]);
    if (b) {
        switch (b->func_kind) {
        case JS_FUNC_GENERATOR:
            kind = "generator";
            break;
        case JS_FUNC_ASYNC:
            kind = "async";
            break;
        case JS_FUNC_ASYNC_GENERATOR:
            kind = "async generator";
            break;
        default:
            if (b->has_debug && b->debug.source && b->debug.source_len > 5 && !memcmp(b->debug.source, "class", 5) && !lre_is_id_continue_byte(b->debug.source[5]))
                kind = "class";
        }
    }
    return JS_NewString(ctx, kind);
}

/* the map behind a Map, a Set or an iterator over one, and the record an iterator stands at */
static JSMapState *map_of(JSValueConst value, BOOL *is_set, BOOL *is_pairs, JSMapRecord **from)
{
    JSObject *p;
    JSMapIteratorData *it;
    JSMapState *map;

    *from = NULL;
    if (JS_VALUE_GET_TAG(value) != JS_TAG_OBJECT)
        return NULL;
    p = JS_VALUE_GET_OBJ(value);
    switch (p->class_id) {
    case JS_CLASS_MAP:
    case JS_CLASS_SET:
        *is_set = p->class_id == JS_CLASS_SET;
        *is_pairs = !*is_set;
        return p->u.map_state;
    case JS_CLASS_MAP_ITERATOR:
    case JS_CLASS_SET_ITERATOR:
        it = p->u.map_iterator_data;
        if (!it || JS_IsUndefined(it->obj))
            return NULL;
        *is_set = p->class_id == JS_CLASS_SET_ITERATOR;
        *is_pairs = it->kind == JS_ITERATOR_KIND_KEY_AND_VALUE;
        map = JS_VALUE_GET_OBJ(it->obj)->u.map_state;
        *from = it->cur_record;
        return map;
    default:
        return NULL;
    }
}

static BOOL is_values_iterator(JSValueConst value)
{
    JSObject *p = JS_VALUE_GET_OBJ(value);
    return p->class_id == JS_CLASS_MAP_ITERATOR && p->u.map_iterator_data->kind == JS_ITERATOR_KIND_VALUE;
}

/* an exhausted or foreign iterator still has a class: no entries rather than "not a collection" */
static BOOL is_collection(JSValueConst value)
{
    int id;
    if (JS_VALUE_GET_TAG(value) != JS_TAG_OBJECT)
        return FALSE;
    id = JS_VALUE_GET_OBJ(value)->class_id;
    return id == JS_CLASS_MAP || id == JS_CLASS_SET || id == JS_CLASS_MAP_ITERATOR || id == JS_CLASS_SET_ITERATOR;
}

static struct list_head *first_record(JSMapState *map, JSMapRecord *from)
{
    return from ? from->link.next : map->records.next;
}

static JSValue native_collection_entries(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    BOOL is_set, is_pairs, values;
    JSMapRecord *from, *record;
    JSMapState *map;
    struct list_head *el;
    JSValue array;
    int64_t limit;
    uint32_t count = 0;

    if (!is_collection(argv[0]))
        return JS_UNDEFINED;
    if (JS_ToInt64(ctx, &limit, argv[1]))
        return JS_EXCEPTION;
    array = JS_NewArray(ctx);
    if (JS_IsException(array))
        return array;
    map = map_of(argv[0], &is_set, &is_pairs, &from);
    if (!map)
        return array;
    values = is_values_iterator(argv[0]);
    for (el = first_record(map, from); el != &map->records && (int64_t)count < limit; el = el->next) {
        record = list_entry(el, JSMapRecord, link);
        if (record->empty)
            continue;
        if (JS_DefinePropertyValueUint32(ctx, array, count++, JS_DupValue(ctx, values ? record->value : record->key), JS_PROP_C_W_E) < 0)
            goto fail;
        if (is_pairs && JS_DefinePropertyValueUint32(ctx, array, count++, JS_DupValue(ctx, is_set ? record->key : record->value), JS_PROP_C_W_E) < 0)
            goto fail;
    }
    return array;
fail:
    JS_FreeValue(ctx, array);
    return JS_EXCEPTION;
}

static JSValue native_collection_is_pairs(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    BOOL is_set, is_pairs = FALSE;
    JSMapRecord *from;
    return JS_NewBool(ctx, map_of(argv[0], &is_set, &is_pairs, &from) && is_pairs);
}

static JSValue native_collection_size(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    BOOL is_set, is_pairs;
    JSMapRecord *from;
    struct list_head *el;
    uint32_t count = 0;
    JSMapState *map = map_of(argv[0], &is_set, &is_pairs, &from);
    if (!map)
        return JS_NewInt32(ctx, 0);
    for (el = first_record(map, from); el != &map->records; el = el->next)
        count += !list_entry(el, JSMapRecord, link)->empty;
    return JS_NewInt64(ctx, count);
}

static JSValue native_utf8_encode(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    size_t length;
    JSValue buffer;
    const char *text = to_utf8(ctx, &length, argv[0]);
    if (!text)
        return JS_EXCEPTION;
    buffer = JS_NewArrayBufferCopy(ctx, (const uint8_t *)text, length);
    JS_FreeCString(ctx, text);
    return buffer;
}

/* One code point of WHATWG's "UTF-8 decode": at a fault the maximal valid prefix is consumed and -1 returned. */
static int32_t decode_one(const uint8_t **position, const uint8_t *end)
{
    const uint8_t *p = *position;
    uint32_t lead = *p++, value;
    uint8_t low = 0x80, high = 0xBF;
    int more;

    if (lead < 0x80) {
        *position = p;
        return lead;
    }
    if (lead >= 0xC2 && lead <= 0xDF) {
        more = 1;
        value = lead & 0x1F;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        more = 2;
        value = lead & 0x0F;
        if (lead == 0xE0)
            low = 0xA0;
        if (lead == 0xED)
            high = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        more = 3;
        value = lead & 0x07;
        if (lead == 0xF0)
            low = 0x90;
        if (lead == 0xF4)
            high = 0x8F;
    } else {
        *position = p;
        return -1;
    }
    while (more--) {
        if (p == end || *p < low || *p > high) {
            *position = p;
            return -1;
        }
        value = value << 6 | (*p++ & 0x3F);
        low = 0x80;
        high = 0xBF;
    }
    *position = p;
    return value;
}

static JSValue native_utf8_decode(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    int64_t length;
    int32_t c;
    uint32_t count = 0;
    uint16_t *units;
    JSValue text;
    BOOL fatal = JS_ToBool(ctx, argv[3]);
    const uint8_t *p = buffer_range(ctx, argv[0], argv[1], argv[2], &length), *end, *q;

    if (!p)
        return JS_EXCEPTION;
    end = p + length;
    for (q = p; q < end && *q < 0x80; q++)
        ;
    if (q == end) {
        if (length > JS_STRING_LEN_MAX)
            return JS_ThrowInternalError(ctx, "string too long");
        return js_new_string8_len(ctx, (const char *)p, length);
    }
    if (length > JS_STRING_LEN_MAX)
        return JS_ThrowInternalError(ctx, "string too long");
    units = js_malloc(ctx, length * sizeof(*units)); /* no byte gives more than one unit */
    if (!units)
        return JS_EXCEPTION;
    while (p < end) {
        c = decode_one(&p, end);
        if (c < 0 && fatal) {
            js_free(ctx, units);
            return JS_ThrowTypeError(ctx, "The encoded data was not valid for encoding utf-8");
        }
        if (c < 0)
            c = 0xFFFD;
        if (c >= 0x10000) {
            units[count++] = 0xD800 + ((c - 0x10000) >> 10);
            c = 0xDC00 + ((c - 0x10000) & 0x3FF);
        }
        units[count++] = c;
    }
    text = js_new_string16_len(ctx, units, count);
    js_free(ctx, units);
    return text;
}

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

static JSValue native_memory_used(JSContext *ctx, JSValueConst this_val, int argc, JSValueConst *argv)
{
    return JS_NewInt64(ctx, ctx->rt->malloc_state.malloc_size);
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
    JS_CFUNC_DEF("memoryUsed", 0, native_memory_used),
};

/* ---- modules: there is nothing to import ---- */

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

/* ---- exports: a run ---- */

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

/* the position a SyntaxError was found at, for choosing the reading that got furthest */
static int64_t error_position(JSValueConst error)
{
    JSValue line = JS_UNDEFINED, column = JS_UNDEFINED;
    int32_t l = 0, c = 0;
    if (JS_VALUE_GET_TAG(error) == JS_TAG_OBJECT) {
        line = JS_GetProperty(context, error, JS_ATOM_lineNumber);
        column = JS_GetProperty(context, error, JS_ATOM_columnNumber);
        JS_ToInt32(context, &l, line);
        JS_ToInt32(context, &c, column);
        JS_FreeValue(context, line);
        JS_FreeValue(context, column);
    }
    return (int64_t)l << 32 | (uint32_t)c;
}

static BOOL is_syntax_error(JSValueConst error)
{
    JSObject *p;
    if (JS_VALUE_GET_TAG(error) != JS_TAG_OBJECT)
        return FALSE;
    p = JS_VALUE_GET_OBJ(error);
    return p->class_id == JS_CLASS_ERROR && p->shape->proto && p->shape->proto == JS_VALUE_GET_OBJ(context->native_error_proto[JS_SYNTAX_ERROR]);
}

/* A source is what it parses as, never what words in it suggest: script, script with top-level await, or module. */
static JSValue compile_main(const char *source, size_t length)
{
    static const int readings[] = { JS_EVAL_TYPE_GLOBAL, JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_ASYNC, JS_EVAL_TYPE_MODULE };
    JSValue best = JS_UNINITIALIZED, code, error;
    int64_t best_position = -1, position;

    for (int i = 0; i < countof(readings); i++) {
        code = JS_Eval(context, source, length, "agent.js", readings[i] | JS_EVAL_FLAG_COMPILE_ONLY);
        if (!JS_IsException(code)) {
            is_module = readings[i] == JS_EVAL_TYPE_MODULE;
            is_async = readings[i] != JS_EVAL_TYPE_GLOBAL;
            JS_FreeValue(context, best);
            return code;
        }
        error = JS_GetException(context);
        if (!is_syntax_error(error)) {
            /* out of memory, too deep, interrupted, or a module that is not there: another reading is no better */
            JS_FreeValue(context, best);
            JS_Throw(context, error);
            return JS_EXCEPTION;
        }
        position = error_position(error);
        if (position > best_position) {
            JS_FreeValue(context, best);
            best = error;
            best_position = position;
        } else {
            JS_FreeValue(context, error);
        }
    }
    JS_Throw(context, best);
    return JS_EXCEPTION;
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
        if ((run_flags & FLAG_LAST_VALUE) && !JS_IsUndefined(result)) {
            JSValue text = call_hook(HOOK_LAST_VALUE, 1, (JSValueConst *)&result);
            if (JS_IsException(text))
                JS_FreeValue(context, JS_GetException(context));
            else if (JS_IsString(text))
                write_value(3, text);
            JS_FreeValue(context, text);
        }
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

/* nothing is left that could wake the guest */
EXPORT("ps_finish") int ps_finish(void)
{
    JSValue unsettled, result;
    int32_t code = 0;
    if (status != STATUS_GO_ON)
        return status;
    unsettled = JS_NewBool(context, !JS_IsUndefined(main_promise));
    result = call_hook(HOOK_FINISH, 1, (JSValueConst *)&unsettled);
    if (JS_IsException(result))
        return uncaught();
    if (JS_IsNumber(result))
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
