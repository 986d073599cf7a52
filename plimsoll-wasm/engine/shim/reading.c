/*
 * How a source is read: as a script, as a script with top-level await, or as a module.
 *
 * Part of shim.c. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */

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

static JSValue compile_as(const char *source, size_t length, int reading)
{
    return JS_Eval(context, source, length, "agent.js", reading | JS_EVAL_FLAG_COMPILE_ONLY);
}

/*
 * A script that reads a variable called await, which nothing declares, is read again with await as the operator, and is that
 * if it parses: `await (async () => {...})()` was meant so. Anything else that a script may do with the name stays.
 */
static JSValue prefer_operator(JSValue script, const char *source, size_t length)
{
    JSValue code;

    if (!await_is_read)
        return script;
    code = compile_as(source, length, JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_ASYNC);
    if (JS_IsException(code)) {
        JS_FreeValue(context, JS_GetException(context));
        return script;
    }
    is_async = TRUE;
    JS_FreeValue(context, script);
    return code;
}

/* A source is what it parses as, never what words in it suggest: script, script with top-level await, or module. */
static JSValue compile_main(const char *source, size_t length)
{
    static const int readings[] = { JS_EVAL_TYPE_GLOBAL, JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_ASYNC, JS_EVAL_TYPE_MODULE };
    JSValue best = JS_UNINITIALIZED, code, error;
    int64_t best_position = -1, position;

    for (int i = 0; i < countof(readings); i++) {
        await_is_read = FALSE;
        code = compile_as(source, length, readings[i]);
        if (!JS_IsException(code)) {
            JS_FreeValue(context, best);
            is_module = readings[i] == JS_EVAL_TYPE_MODULE;
            is_async = readings[i] != JS_EVAL_TYPE_GLOBAL;
            return is_async ? code : prefer_operator(code, source, length);
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
