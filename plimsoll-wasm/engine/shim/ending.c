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

/* What QuickJS' own error of missing memory has in `u.opaque`, where errors have nothing and no guest can put anything. */
static char out_of_memory_mark;

static BOOL is_out_of_memory(JSValueConst error)
{
    JSObject *p;
    if (JS_VALUE_GET_TAG(error) != JS_TAG_OBJECT)
        return FALSE;
    p = JS_VALUE_GET_OBJ(error);
    return p->class_id == JS_CLASS_ERROR && p->u.opaque == &out_of_memory_mark;
}

/* called by QuickJS (see patch.py) with that error in flight, or with null where there was not even memory for it */
void plimsoll_mark_out_of_memory(JSRuntime *rt)
{
    if (JS_VALUE_GET_TAG(rt->current_exception) == JS_TAG_OBJECT)
        JS_VALUE_GET_OBJ(rt->current_exception)->u.opaque = &out_of_memory_mark;
    else
        rt->current_exception = JS_DupValueRT(rt, spare_error);
}

/* called by QuickJS when it has no memory for a name */
void plimsoll_no_atom(void)
{
    if (context)
        JS_ThrowOutOfMemory(context);
}

static int end_out_of_memory(void)
{
    if (status == STATUS_GO_ON) {
        status = STATUS_OUT_OF_MEMORY;
        poll_soon();
    }
    return status;
}

/* called by QuickJS when a job could not be queued: what the guest waits for would never come */
void plimsoll_job_lost(void)
{
    end_out_of_memory();
}
