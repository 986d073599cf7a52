/*
 * Text on its way out of the engine.
 *
 * Part of shim.c. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */

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
