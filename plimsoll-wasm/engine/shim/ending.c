/*
 * How a run ends: at a poll, by exit, or for want of memory.
 *
 * Part of shim.c. Copyright the plimsoll authors. Licensed under the Apache License, Version 2.0.
 */

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
