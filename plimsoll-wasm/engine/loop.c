/*
 * The interpreter loop that split.py puts in place of QuickJS' JS_CallInternal.
 *
 * HotSpot never compiles a method above 8,000 bytes of bytecode, and stops inlining into one that reaches 8,000 with
 * what it inlines. So the loop handles the hot opcodes in as little code as it can; every other opcode is a function
 * of its own (js_op_N, moved by split.py), reached through js_slow. An opcode that is handled here only for its usual
 * operands says SLOW for the rest, which starts it again from its beginning: nothing may have changed by then, neither
 * pc nor sp.
 *
 * Adapted from QuickJS, Copyright (c) 2017-2025 Fabrice Bellard, Copyright (c) 2017-2025 Charlie Gordon, under the MIT
 * licence reproduced in LICENSE.quickjs.
 */

static JSValue JS_CallInternal(JSContext *caller_ctx, JSValueConst func_obj, JSValueConst this_obj,
                               JSValueConst new_target, int argc, JSValue *argv, int flags);

static inline BOOL number_of(JSValueConst value, double *number)
{
    uint32_t tag = JS_VALUE_GET_TAG(value);
    if (tag == JS_TAG_INT)
        *number = JS_VALUE_GET_INT(value);
    else if (JS_TAG_IS_FLOAT64(tag))
        *number = JS_VALUE_GET_FLOAT64(value);
    else
        return FALSE;
    return TRUE;
}

/* sp[-2] = sp[-2] op sp[-1] for two numbers that are not both int; FALSE: something else is there */
static __attribute__((noinline)) int js_two_numbers(JSValue *sp, int opcode)
{
    double x, y;
    JSValue result;

    if (!number_of(sp[-2], &x) || !number_of(sp[-1], &y))
        return FALSE;
    switch (opcode) {
    case OP_add: result = JS_NewFloat64(NULL, x + y); break;
    case OP_sub: result = JS_NewFloat64(NULL, x - y); break;
    case OP_mul: result = JS_NewFloat64(NULL, x * y); break;
    case OP_div: result = JS_NewFloat64(NULL, x / y); break;
    case OP_lt: result = JS_NewBool(NULL, x < y); break;
    case OP_lte: result = JS_NewBool(NULL, x <= y); break;
    case OP_gt: result = JS_NewBool(NULL, x > y); break;
    case OP_gte: result = JS_NewBool(NULL, x >= y); break;
    case OP_eq: case OP_strict_eq: result = JS_NewBool(NULL, x == y); break;
    case OP_neq: case OP_strict_neq: result = JS_NewBool(NULL, x != y); break;
    default: return FALSE;
    }
    sp[-2] = result;
    return TRUE;
}

/* Unwinds to the nearest handler: returns the new sp, and the new pc in sf->x_pc. NULL: there is none, and sf->x_sp is
   the stack that the caller has to free, or NULL in a generator, whose own caller frees it. */
static __attribute__((noinline)) JSValue *js_unwind(JSContext *ctx, JSStackFrame *sf, JSFunctionBytecode *b, JSValue *sp,
                                                    const uint8_t *pc)
{
    JSRuntime *rt = ctx->rt;
    JSValue *stack_buf = sf->var_buf + b->var_count;

    if (is_backtrace_needed(ctx, rt->current_exception)) {
        sf->cur_pc = pc;
        build_backtrace(ctx, rt->current_exception, NULL, 0, 0, 0);
    }
    if (!JS_IsUncatchableError(ctx, rt->current_exception)) {
        while (sp > stack_buf) {
            JSValue val = *--sp;
            JS_FreeValue(ctx, val);
            if (JS_VALUE_GET_TAG(val) == JS_TAG_CATCH_OFFSET) {
                int pos = JS_VALUE_GET_INT(val);
                if (pos == 0) {
                    JS_FreeValue(ctx, sp[-1]);
                    sp--;
                    JS_IteratorClose(ctx, sp[-1], TRUE);
                } else {
                    *sp++ = rt->current_exception;
                    rt->current_exception = JS_UNINITIALIZED;
                    sf->x_pc = b->byte_code_buf + pos;
                    return sp;
                }
            }
        }
    }
    if (b->func_kind != JS_FUNC_NORMAL) {
        sf->cur_pc = pc;
        sf->cur_sp = sp;
        sp = NULL;
    }
    sf->x_sp = sp;
    return NULL;
}

#undef BREAK
#define BREAK continue
#define SLOW goto slow

/* Runs from pc, or from an exception when pc is NULL. Leaves in sf->x_sp the stack that the caller has to free, or NULL
   when a generator was suspended. */
static __attribute__((noinline)) JSValue js_loop(JSContext *ctx, JSStackFrame *sf, JSFunctionBytecode *b, JSVarRef **var_refs,
                                                 JSValue *var_buf, JSValue *arg_buf, JSValue *sp, const uint8_t *pc)
{
    int opcode, idx, call_argc, res;
    JSValue ret_val, *pval, v, op1, op2;
    int64_t r;

    if (!pc) {
        pc = sf->cur_pc;
        goto exception;
    }
    for (;;) {
        switch (opcode = *pc++) {
        case OP_push_i32: idx = get_u32(pc); pc += 4; goto push_int;
        case OP_push_minus1: case OP_push_0: case OP_push_1: case OP_push_2: case OP_push_3:
        case OP_push_4: case OP_push_5: case OP_push_6: case OP_push_7:
            idx = opcode - OP_push_0;
            goto push_int;
        case OP_push_i16: idx = get_i16(pc); pc += 2; goto push_int;
        case OP_push_i8: idx = get_i8(pc); pc += 1;
        push_int: v = JS_NewInt32(ctx, idx); goto push;
        case OP_push_const: v = b->cpool[get_u32(pc)]; pc += 4; goto push_dup;
        case OP_push_const8: v = b->cpool[*pc++]; goto push_dup;
        case OP_undefined: v = JS_UNDEFINED; goto push;
        case OP_null: v = JS_NULL; goto push;
        case OP_push_false: v = JS_FALSE; goto push;
        case OP_push_true: v = JS_TRUE; goto push;
        case OP_push_this:
            v = sf->x_this;
            if (JS_VALUE_GET_TAG(v) != JS_TAG_OBJECT)
                SLOW;
            goto push_dup;
        case OP_drop: v = *--sp; goto free_v;
        case OP_dup: v = sp[-1]; goto push_dup;

        case OP_call0: case OP_call1: case OP_call2: case OP_call3:
            call_argc = opcode - OP_call0;
            goto call_function;
        case OP_call: case OP_tail_call:
            call_argc = get_u16(pc);
            pc += 2;
        call_function:
            op1 = JS_UNDEFINED;
            idx = 1;
            goto call;
        case OP_call_method: case OP_tail_call_method:
            call_argc = get_u16(pc);
            pc += 2;
            op1 = sp[-call_argc - 2];
            idx = 2;
        call:
            sf->cur_pc = pc;
            pval = sp - call_argc;
            ret_val = JS_CallInternal(ctx, pval[-1], op1, JS_UNDEFINED, call_argc, pval, 0);
            if (unlikely(JS_IsException(ret_val)))
                goto exception;
            if (unlikely(opcode == OP_tail_call || opcode == OP_tail_call_method))
                goto done;
            pval -= idx;
            do {
                v = *--sp;
                JS_FreeValue(ctx, v);
            } while (sp != pval);
            v = ret_val;
            goto push;
        case OP_return: ret_val = *--sp; goto done;
        case OP_return_undef: ret_val = JS_UNDEFINED; goto done;

        case OP_get_var_undef: case OP_get_var:
            idx = get_u32(pc);
            pc += 4;
            sf->cur_pc = pc;
            v = JS_GetGlobalVar(ctx, idx, opcode - OP_get_var_undef);
            goto push_checked;
        case OP_put_var:
            idx = get_u32(pc);
            pc += 4;
            sf->cur_pc = pc;
            sp--;
            res = JS_SetGlobalVar(ctx, idx, sp[0], 0);
            if (unlikely(res < 0))
                goto exception;
            BREAK;

        case OP_get_loc: idx = get_u16(pc); pc += 2; goto get_loc;
        case OP_get_loc8: idx = *pc++; goto get_loc;
        case OP_get_loc0: case OP_get_loc1: case OP_get_loc2: case OP_get_loc3:
            idx = opcode - OP_get_loc0;
        get_loc: v = var_buf[idx]; goto push_dup;
        case OP_get_arg: idx = get_u16(pc); pc += 2; goto get_arg;
        case OP_get_arg0: case OP_get_arg1: case OP_get_arg2: case OP_get_arg3:
            idx = opcode - OP_get_arg0;
        get_arg: v = arg_buf[idx]; goto push_dup;
        case OP_get_var_ref: idx = get_u16(pc); pc += 2; goto get_var_ref;
        case OP_get_var_ref0: case OP_get_var_ref1: case OP_get_var_ref2: case OP_get_var_ref3:
            idx = opcode - OP_get_var_ref0;
        get_var_ref: v = *var_refs[idx]->pvalue; goto push_dup;
        case OP_get_loc_check: v = var_buf[get_u16(pc)]; goto get_checked;
        case OP_get_var_ref_check:
            v = *var_refs[get_u16(pc)]->pvalue;
        get_checked:
            if (unlikely(JS_IsUninitialized(v)))
                SLOW;
            pc += 2;
        push_dup:
            if (JS_VALUE_HAS_REF_COUNT(v))
                ((JSRefCountHeader *)JS_VALUE_GET_PTR(v))->ref_count++;
        push:
            *sp++ = v;
            BREAK;

        case OP_put_loc: pval = &var_buf[get_u16(pc)]; pc += 2; goto put;
        case OP_put_loc8: pval = &var_buf[*pc++]; goto put;
        case OP_put_loc0: case OP_put_loc1: case OP_put_loc2: case OP_put_loc3:
            pval = &var_buf[opcode - OP_put_loc0];
            goto put;
        case OP_put_arg0: case OP_put_arg1: case OP_put_arg2: case OP_put_arg3:
            pval = &arg_buf[opcode - OP_put_arg0];
            goto put;
        case OP_put_var_ref0: case OP_put_var_ref1: case OP_put_var_ref2: case OP_put_var_ref3:
            pval = var_refs[opcode - OP_put_var_ref0]->pvalue;
            goto put;
        case OP_put_loc_check: pval = &var_buf[get_u16(pc)]; goto put_checked;
        case OP_put_var_ref_check:
            pval = var_refs[get_u16(pc)]->pvalue;
        put_checked:
            if (unlikely(JS_IsUninitialized(*pval)))
                SLOW;
            pc += 2;
        put:
            v = *pval;
            *pval = *--sp;
            goto free_v;
        case OP_set_loc8: pval = &var_buf[*pc++]; goto set;
        case OP_set_loc0: case OP_set_loc1: case OP_set_loc2: case OP_set_loc3:
            pval = &var_buf[opcode - OP_set_loc0];
        set:
            v = *pval;
            *pval = JS_DupValue(ctx, sp[-1]);
        free_v:
            JS_FreeValue(ctx, v);
            BREAK;

        case OP_goto: pc += (int32_t)get_u32(pc); goto poll;
        case OP_goto16: pc += (int16_t)get_u16(pc); goto poll;
        case OP_goto8:
            pc += (int8_t)pc[0];
        poll:
            if (unlikely(--ctx->interrupt_counter <= 0)) {
                if (__js_poll_interrupts(ctx))
                    goto exception;
            }
            BREAK;
        case OP_if_true8: case OP_if_false8:
            op1 = sp[-1];
            if (unlikely((uint32_t)JS_VALUE_GET_TAG(op1) > JS_TAG_UNDEFINED))
                SLOW;
            sp--;
            res = JS_VALUE_GET_INT(op1);
            if (opcode == OP_if_true8)
                res = !res;
        jump_unless:
            if (res)
                pc += 1;
            else
                pc += (int8_t)pc[0];
            goto poll;
        case OP_lnot:
            op1 = sp[-1];
            if (unlikely((uint32_t)JS_VALUE_GET_TAG(op1) > JS_TAG_UNDEFINED))
                SLOW;
            sp--;
            res = !JS_VALUE_GET_INT(op1);
            goto push_bool;

        case OP_get_length: idx = JS_ATOM_length; goto get_field;
        case OP_get_field:
            idx = get_u32(pc);
            pc += 4;
        get_field:
            sf->cur_pc = pc;
            v = JS_GetProperty(ctx, sp[-1], idx);
            if (unlikely(JS_IsException(v)))
                goto exception;
            op1 = sp[-1];
            sp[-1] = v;
            v = op1;
            goto free_v;
        case OP_get_field2:
            idx = get_u32(pc);
            pc += 4;
            sf->cur_pc = pc;
            v = JS_GetProperty(ctx, sp[-1], idx);
        push_checked:
            if (unlikely(JS_IsException(v)))
                goto exception;
            goto push;
        case OP_put_field:
            idx = get_u32(pc);
            pc += 4;
            sf->cur_pc = pc;
            res = JS_SetPropertyInternal(ctx, sp[-2], idx, sp[-1], sp[-2], JS_PROP_THROW_STRICT);
            sp -= 2;
            goto put_done;
        case OP_put_array_el:
            sf->cur_pc = pc;
            res = JS_SetPropertyValue(ctx, sp[-3], sp[-2], sp[-1], JS_PROP_THROW_STRICT);
            sp -= 3;
        put_done:
            v = *sp;
            if (likely(res >= 0))
                goto free_v;
            JS_FreeValue(ctx, v);
            goto exception;
        case OP_get_array_el:
            sf->cur_pc = pc;
            v = JS_GetPropertyValue(ctx, sp[-2], sp[-1]);
            sp--;
            op1 = sp[-1];
            sp[-1] = v;
            if (unlikely(JS_IsException(v))) {
                JS_FreeValue(ctx, op1);
                goto exception;
            }
            v = op1;
            goto free_v;

        case OP_add:
            op1 = sp[-2];
            op2 = sp[-1];
            if (unlikely(!JS_VALUE_IS_BOTH_INT(op1, op2)))
                goto two_numbers;
            r = (int64_t)JS_VALUE_GET_INT(op1) + JS_VALUE_GET_INT(op2);
            goto int_result;
        case OP_sub:
            op1 = sp[-2];
            op2 = sp[-1];
            if (unlikely(!JS_VALUE_IS_BOTH_INT(op1, op2)))
                goto two_numbers;
            r = (int64_t)JS_VALUE_GET_INT(op1) - JS_VALUE_GET_INT(op2);
            goto int_result;
        case OP_mul:
            op1 = sp[-2];
            op2 = sp[-1];
            if (unlikely(!JS_VALUE_IS_BOTH_INT(op1, op2)))
                goto two_numbers;
            r = (int64_t)JS_VALUE_GET_INT(op1) * JS_VALUE_GET_INT(op2);
            if (unlikely(r == 0)) /* may be -0 */
                SLOW;
        int_result:
            if (unlikely((int)r != r))
                SLOW;
            sp--;
        set_int:
            sp[-1] = JS_NewInt32(ctx, (int)r);
            BREAK;
        case OP_inc:
            op1 = sp[-1];
            if (JS_VALUE_GET_TAG(op1) != JS_TAG_INT || JS_VALUE_GET_INT(op1) == INT32_MAX)
                SLOW;
            r = JS_VALUE_GET_INT(op1) + 1;
            goto set_int;
        case OP_dec:
            op1 = sp[-1];
            if (JS_VALUE_GET_TAG(op1) != JS_TAG_INT || JS_VALUE_GET_INT(op1) == INT32_MIN)
                SLOW;
            r = JS_VALUE_GET_INT(op1) - 1;
            goto set_int;
        case OP_post_inc:
            op1 = sp[-1];
            if (JS_VALUE_GET_TAG(op1) != JS_TAG_INT || JS_VALUE_GET_INT(op1) == INT32_MAX)
                SLOW;
            idx = JS_VALUE_GET_INT(op1) + 1;
            goto push_int;
        case OP_inc_loc:
            pval = &var_buf[*pc];
            op1 = *pval;
            if (JS_VALUE_GET_TAG(op1) != JS_TAG_INT || JS_VALUE_GET_INT(op1) == INT32_MAX)
                SLOW;
            pc++;
            *pval = JS_NewInt32(ctx, JS_VALUE_GET_INT(op1) + 1);
            BREAK;
        case OP_add_loc:
            pval = &var_buf[*pc];
            op1 = *pval;
            op2 = sp[-1];
            if (!JS_VALUE_IS_BOTH_INT(op1, op2))
                SLOW;
            r = (int64_t)JS_VALUE_GET_INT(op1) + JS_VALUE_GET_INT(op2);
            if (unlikely((int)r != r))
                SLOW;
            pc++;
            sp--;
            *pval = JS_NewInt32(ctx, (int)r);
            BREAK;

        case OP_and: case OP_or: case OP_xor: case OP_shl: case OP_sar: case OP_shr: case OP_mod:
            op1 = sp[-2];
            op2 = sp[-1];
            if (unlikely(!JS_VALUE_IS_BOTH_INT(op1, op2)))
                SLOW;
            {
                int x = JS_VALUE_GET_INT(op1), y = JS_VALUE_GET_INT(op2);
                switch (opcode) {
                case OP_and: r = x & y; goto int_result;
                case OP_or: r = x | y; goto int_result;
                case OP_xor: r = x ^ y; goto int_result;
                case OP_shl: r = (int)((uint32_t)x << (y & 31)); goto int_result;
                case OP_sar: r = x >> (y & 31); goto int_result;
                case OP_shr: r = (uint32_t)x >> (y & 31); goto int_result;
                default:
                    if (x < 0 || y <= 0)
                        SLOW;
                    r = x % y;
                    goto int_result;
                }
            }
        case OP_lt: case OP_lte: case OP_gt: case OP_gte:
        case OP_eq: case OP_neq: case OP_strict_eq: case OP_strict_neq:
            op1 = sp[-2];
            op2 = sp[-1];
            if (unlikely(!JS_VALUE_IS_BOTH_INT(op1, op2)))
                goto two_numbers;
            {
                int x = JS_VALUE_GET_INT(op1), y = JS_VALUE_GET_INT(op2);
                switch (opcode) {
                case OP_lt: res = x < y; break;
                case OP_lte: res = x <= y; break;
                case OP_gt: res = x > y; break;
                case OP_gte: res = x >= y; break;
                case OP_eq: case OP_strict_eq: res = x == y; break;
                default: res = x != y; break;
                }
            }
            sp -= 2;
            if (*pc == OP_if_false8) {
                pc++;
                goto jump_unless;
            }
        push_bool:
            v = JS_NewBool(ctx, res);
            goto push;
        case OP_div:
        two_numbers:
            if (!js_two_numbers(sp, opcode))
                SLOW;
            sp--;
            BREAK;

        default:
        slow:
            res = js_slow(ctx, sf, sp, pc, opcode);
            sp = sf->x_sp;
            pc = sf->x_pc;
            if (likely(res == SLOW_NEXT))
                BREAK;
            if (res == SLOW_EXCEPTION)
                goto exception;
            ret_val = sf->x_ret;
            if (res == SLOW_DONE)
                goto done;
            sf->cur_pc = pc; /* SLOW_DONE_GENERATOR */
            sf->cur_sp = sp;
            sf->x_sp = NULL;
            return ret_val;
        }
    exception:
        pval = js_unwind(ctx, sf, b, sp, pc);
        if (!pval)
            return JS_EXCEPTION;
        sp = pval;
        pc = sf->x_pc;
    }
done:
    sf->x_sp = sp;
    return ret_val;
}

/* goes on with a generator or an async function: func_obj is its JSAsyncFunctionState */
static __attribute__((noinline)) JSValue js_resume(JSContext *caller_ctx, JSValueConst func_obj, JSValueConst this_obj,
                                                   JSValueConst new_target, int argc, JSValue *argv)
{
    JSRuntime *rt = caller_ctx->rt;
    JSAsyncFunctionState *s = JS_VALUE_GET_PTR(func_obj);
    JSStackFrame *sf = &s->frame;
    JSObject *p = JS_VALUE_GET_OBJ(sf->cur_func);
    JSFunctionBytecode *b = p->u.func.function_bytecode;
    JSValue *sp = sf->cur_sp, ret;

    sf->x_this = this_obj;
    sf->x_new_target = new_target;
    sf->x_argc = argc;
    sf->x_argv = argv;
    sf->x_caller_ctx = caller_ctx;
    sf->cur_sp = NULL; /* it is running */
    sf->prev_frame = rt->current_stack_frame;
    rt->current_stack_frame = sf;
    ret = js_loop(b->realm, sf, b, p->u.func.var_refs, sf->var_buf, sf->arg_buf, sp, s->throw_flag ? NULL : sf->cur_pc);
    rt->current_stack_frame = sf->prev_frame;
    return ret;
}

static __attribute__((noinline)) void js_copy_args(JSContext *ctx, JSValue *dst, JSValue *argv, int argc, int count)
{
    int i, given = min_int(argc, count);
    for (i = 0; i < given; i++)
        dst[i] = JS_DupValue(ctx, argv[i]);
    for (; i < count; i++)
        dst[i] = JS_UNDEFINED;
}

static __attribute__((noinline)) void js_free_frame(JSRuntime *rt, JSStackFrame *sf, JSValue *from, JSValue *sp)
{
    if (unlikely(!list_empty(&sf->var_ref_list)))
        close_var_refs(rt, sf);
    for (; from < sp; from++)
        JS_FreeValueRT(rt, *from);
}

/* argv[] is modified if (flags & JS_CALL_FLAG_COPY_ARGV) = 0 */
static JSValue JS_CallInternal(JSContext *caller_ctx, JSValueConst func_obj, JSValueConst this_obj,
                               JSValueConst new_target, int argc, JSValue *argv, int flags)
{
    JSRuntime *rt = caller_ctx->rt;
    JSObject *p;
    JSFunctionBytecode *b;
    JSStackFrame sf_s, *sf = &sf_s;
    int n;
    JSValue *local_buf, *var_buf, *arg_buf, *sp, ret_val;
    size_t alloca_size;

    if (js_poll_interrupts(caller_ctx))
        return JS_EXCEPTION;
    if (unlikely(JS_VALUE_GET_TAG(func_obj) != JS_TAG_OBJECT)) {
        if (flags & JS_CALL_FLAG_GENERATOR)
            return js_resume(caller_ctx, func_obj, this_obj, new_target, argc, argv);
        goto not_a_function;
    }
    p = JS_VALUE_GET_OBJ(func_obj);
    if (unlikely(p->class_id != JS_CLASS_BYTECODE_FUNCTION)) {
        JSClassCall *call_func = rt->class_array[p->class_id].call;
        if (!call_func) {
        not_a_function:
            return JS_ThrowTypeError(caller_ctx, "not a function");
        }
        return call_func(caller_ctx, func_obj, this_obj, argc, (JSValueConst *)argv, flags);
    }
    b = p->u.func.function_bytecode;
    n = unlikely(argc < b->arg_count || (flags & JS_CALL_FLAG_COPY_ARGV)) ? b->arg_count : 0;
    alloca_size = sizeof(JSValue) * (n + b->var_count + b->stack_size);
    if (js_check_stack_overflow(rt, alloca_size))
        return JS_ThrowStackOverflow(caller_ctx);

    sf->js_mode = b->js_mode;
    sf->cur_func = (JSValue)func_obj;
    init_list_head(&sf->var_ref_list);
    sf->x_this = this_obj;
    sf->x_new_target = new_target;
    sf->x_argc = argc;
    sf->x_argv = argv;
    sf->x_caller_ctx = caller_ctx;
    local_buf = alloca(alloca_size);
    arg_buf = argv;
    if (unlikely(n)) {
        arg_buf = local_buf;
        js_copy_args(caller_ctx, local_buf, argv, argc, n);
        argc = n;
    }
    sf->arg_count = argc;
    sf->arg_buf = arg_buf;
    sf->var_buf = sp = var_buf = local_buf + n;
    for (n = b->var_count; n > 0; n--)
        *sp++ = JS_UNDEFINED;
    sf->prev_frame = rt->current_stack_frame;
    rt->current_stack_frame = sf;

    ret_val = js_loop(b->realm, sf, b, p->u.func.var_refs, var_buf, arg_buf, sp, b->byte_code_buf);

    sp = sf->x_sp;
    if (unlikely(!list_empty(&sf->var_ref_list)) || local_buf < sp)
        js_free_frame(rt, sf, local_buf, sp);
    rt->current_stack_frame = sf->prev_frame;
    return ret_val;
}
