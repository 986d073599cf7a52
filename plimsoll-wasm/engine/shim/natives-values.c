/*
 * Natives that look into the engine's objects, for printing them without running code of theirs.
 *
 * Part of shim.c. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */

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
