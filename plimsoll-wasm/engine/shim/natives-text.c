/*
 * Natives for UTF-8.
 *
 * Part of shim.c. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */

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
