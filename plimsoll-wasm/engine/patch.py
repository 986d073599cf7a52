#!/usr/bin/env python3
"""Prepares QuickJS' source for the sandbox: usage: patch.py FOLDER

Every change is a pair of texts; the first has to occur in the file exactly as often as said, else nothing is written.
The result is the same program on both engines, the split and the unsplit one; only split.py rewrites the interpreter.

Adapts parts of QuickJS, Copyright (c) 2017-2025 Fabrice Bellard, Copyright (c) 2017-2025 Charlie Gordon, under the
MIT licence reproduced in LICENSE.quickjs.
"""
import hashlib
import sys
from pathlib import Path

SOURCES = {
    "quickjs.c": "1be1951aa05b034f2fc5fe0fb4b1aef64b4865e0788584c910f47010f6748162",
    "dtoa.c": "af5abd68fa9806d1a19bdd5f2daef00d5fd0990ae56311382dfed4700343f074",
}

ERROR_HEADER = """
/* a property's value if it is a string of the object itself or of its prototypes, NULL otherwise */
static const char *plain_string(JSContext *ctx, JSObject *p, JSAtom atom, int depth)
{
    JSProperty *pr;
    JSShapeProperty *prs;

    for (; p && depth > 0; p = p->shape->proto, depth--) {
        if (p->class_id == JS_CLASS_PROXY)
            return NULL;
        prs = find_own_property(&pr, p, atom);
        if (prs) {
            if ((prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL || JS_VALUE_GET_TAG(pr->u.value) != JS_TAG_STRING)
                return NULL;
            return JS_ToCString(ctx, pr->u.value);
        }
    }
    return NULL;
}

static void put_error_header(JSContext *ctx, DynBuf *dbuf, JSValueConst error)
{
    const char *name, *message;

    if (JS_VALUE_GET_TAG(error) != JS_TAG_OBJECT)
        return;
    name = plain_string(ctx, JS_VALUE_GET_OBJ(error), JS_ATOM_name, 100);
    message = plain_string(ctx, JS_VALUE_GET_OBJ(error), JS_ATOM_message, 100);
    dbuf_putstr(dbuf, name ? name : "Error");
    if (message && message[0]) {
        dbuf_putstr(dbuf, ": ");
        dbuf_putstr(dbuf, message);
    }
    dbuf_putc(dbuf, '\\n');
    JS_FreeCString(ctx, name);
    JS_FreeCString(ctx, message);
}

"""

AWAIT_NAME = """
/* Whether the program parsed last reads a variable called await on its top level that it does not declare. As a script that
   is an error when it runs; written by somebody who meant the operator it parses as a script all the same, where what
   follows may follow a name: `await (f())`, `await [p]`, "await +p", await followed by a template or a regular expression. */
static BOOL await_is_read;

static void note_variable_read(JSParseState *s)
{
    if (s->token.u.ident.atom == JS_ATOM_await && !s->token.u.ident.has_escape && !s->cur_func->parent)
        await_is_read = TRUE;
}

static BOOL declares(JSFunctionDef *fd, JSAtom name)
{
    int i;

    for (i = 0; i < fd->global_var_count; i++) {
        if (fd->global_vars[i].var_name == name)
            return TRUE;
    }
    for (i = 0; i < fd->var_count; i++) {
        if (fd->vars[i].var_name == name)
            return TRUE;
    }
    return FALSE;
}

"""

APPEND = """
/* Puts values at the end of an array that is not the guest's: unlike Array.prototype.push this meets no accessor that a guest
   gave to a prototype. */
static JSValue append_own(JSContext *ctx, JSValueConst list, int argc, JSValueConst *argv)
{
    uint32_t length;
    int i;

    if (js_get_length32(ctx, &length, list))
        return JS_EXCEPTION;
    for (i = 0; i < argc; i++) {
        if (JS_DefinePropertyValueUint32(ctx, list, length++, JS_DupValue(ctx, argv[i]), JS_PROP_C_W_E) < 0)
            return JS_EXCEPTION;
    }
    return JS_UNDEFINED;
}

"""

# (file, why, old text, new text, number of places)
CHANGES = [
    # -- the platform
    ("quickjs.c", "computed goto becomes one big switch anyway, and split.py works on the switch",
     "#define DIRECT_DISPATCH  1", "#define DIRECT_DISPATCH  0", 1),
    ("quickjs.c", "a run is one thread: no Atomics, no SharedArrayBuffer", "#define CONFIG_ATOMICS", "/* no CONFIG_ATOMICS */", 1),
    ("quickjs.c", "not in the WASI C library, and not needed", "#include <fenv.h>\n", "", 1),
    ("dtoa.c", "not in the WASI C library, and not needed", "#include <setjmp.h>\n", "", 1),
    ("quickjs.c", "the WASI C library has the function, but no header declares it",
     '#include "quickjs.h"\n',
     '#include "quickjs.h"\n\nsize_t malloc_usable_size(void *ptr);\n'
     'void plimsoll_mark_out_of_memory(JSRuntime *rt);\nvoid plimsoll_job_lost(void);\nvoid plimsoll_no_atom(void);\n', 1),
    ("quickjs.c", "a guest always sees UTC",
     "        localtime_r(&ti, &tm);\n        res = -tm.tm_gmtoff / 60;\n",
     "        (void)tm;\n        (void)ti;\n        res = 0;\n", 1),
    ("quickjs.c", "the time zone's name, as Node.js says it",
     "            /* XXX: tack the time zone code? */\n",
     "            pos += snprintf(buf + pos, sizeof(buf) - pos, \" (Coordinated Universal Time)\");\n", 1),
    ("quickjs.c", "room for it", "    char buf[64];\n    double fields[9];\n    int res, fmt, part, pos;\n",
     "    char buf[100];\n    double fields[9];\n    int res, fmt, part, pos;\n", 1),

    # -- outcomes
    ("quickjs.c", "the shim tells a run that ended for want of memory from one that threw, by the error itself",
     "        rt->in_out_of_memory = FALSE;\n    }\n    return JS_EXCEPTION;\n",
     "        rt->in_out_of_memory = FALSE;\n        plimsoll_mark_out_of_memory(rt);\n    }\n    return JS_EXCEPTION;\n", 1),
    ("quickjs.c", "an error for which there is no memory is that one, and not null, which a guest throws as well",
     "        /* out of memory: throw JS_NULL to avoid recursing */\n",
     "        if (!ctx->rt->in_out_of_memory)\n            return JS_ThrowOutOfMemory(ctx);\n"
     "        /* out of memory: throw JS_NULL to avoid recursing */\n", 1),
    ("quickjs.c", "a promise's job for which there is no memory would be lost without a word",
     "    e = js_malloc(ctx, sizeof(*e) + argc * sizeof(JSValue));\n    if (!e)\n        return -1;\n",
     "    e = js_malloc(ctx, sizeof(*e) + argc * sizeof(JSValue));\n    if (!e) {\n        plimsoll_job_lost();\n"
     "        return -1;\n    }\n", 1),
    ("quickjs.c", "a name for which there is no memory is an exception to every caller, but none was thrown",
     " fail:\n    i = JS_ATOM_NULL;\n", " fail:\n    plimsoll_no_atom();\n    i = JS_ATOM_NULL;\n", 1),
    ("quickjs.c", "a regular expression for which there is no memory is no syntax error",
     '        JS_ThrowSyntaxError(ctx, "%s", error_msg);\n        return JS_EXCEPTION;\n',
     '        return strcmp(error_msg, "out of memory") ? JS_ThrowSyntaxError(ctx, "%s", error_msg) : JS_ThrowOutOfMemory(ctx);\n', 1),
    ("quickjs.c", "nor is its execution another kind of error",
     'JS_ThrowInternalError(ctx, "out of memory in regexp execution")', "JS_ThrowOutOfMemory(ctx)", 2),
    ("quickjs.c", "deep recursion is a RangeError, as everywhere else",
     '    return JS_ThrowInternalError(ctx, "stack overflow");\n',
     '    return JS_ThrowRangeError(ctx, "Maximum call stack size exceeded");\n', 1),
    ("quickjs.c", "the same in the parser",
     '        return js_parse_error(s, "stack overflow");\n',
     "        JS_ThrowStackOverflow(s->ctx);\n        return -1;\n", 2),

    # -- stack traces
    ("quickjs.c", "functions of the prelude have no debug information: their frames say nothing to a guest",
     "        func_name_str = get_func_name(ctx, sf->cur_func);\n        if (!func_name_str",
     "        p = JS_VALUE_GET_OBJ(sf->cur_func);\n"
     "        if (js_class_has_bytecode(p->class_id) && !p->u.func.function_bytecode->has_debug)\n"
     "            continue;\n"
     "        func_name_str = get_func_name(ctx, sf->cur_func);\n        if (!func_name_str", 1),

    ("quickjs.c", "a stack begins with the error's name and message, as everywhere but in QuickJS",
     "    js_dbuf_init(ctx, &dbuf);\n    if (filename) {\n        dbuf_printf(&dbuf, \"    at %s\", filename);",
     "    js_dbuf_init(ctx, &dbuf);\n    put_error_header(ctx, &dbuf, error_obj);\n    if (filename) {\n        dbuf_printf(&dbuf, \"    at %s\", filename);", 1),
    ("quickjs.c", "what writes it: no getter runs, so no guest code does",
     "#define JS_BACKTRACE_FLAG_SKIP_FIRST_LEVEL (1 << 0)\n",
     ERROR_HEADER + "#define JS_BACKTRACE_FLAG_SKIP_FIRST_LEVEL (1 << 0)\n", 1),

    ("quickjs.c", "and does not end with a line feed",
     "    dbuf_putc(&dbuf, '\\0');\n    if (dbuf_error(&dbuf))\n        str = JS_NULL;",
     "    if (!dbuf_error(&dbuf) && dbuf.size > 0 && dbuf.buf[dbuf.size - 1] == '\\n')\n        dbuf.size--;\n"
     "    dbuf_putc(&dbuf, '\\0');\n    if (dbuf_error(&dbuf))\n        str = JS_NULL;", 1),

    # -- the reading of a source
    ("quickjs.c", "a script may read a variable called await where an operator was meant: the shim decides",
     "/* allowed parse_flags: PF_POSTFIX_CALL */\nstatic __exception int js_parse_postfix_expr(",
     AWAIT_NAME + "/* allowed parse_flags: PF_POSTFIX_CALL */\nstatic __exception int js_parse_postfix_expr(", 1),
    ("quickjs.c", "where such a variable is read",
     "                name = JS_DupAtom(s->ctx, s->token.u.ident.atom);\n                if (next_token(s)) {\n"
     "                    JS_FreeAtom(s->ctx, name);\n                    return -1;\n                }\n            do_get_var:\n",
     "                note_variable_read(s);\n"
     "                name = JS_DupAtom(s->ctx, s->token.u.ident.atom);\n                if (next_token(s)) {\n"
     "                    JS_FreeAtom(s->ctx, name);\n                    return -1;\n                }\n            do_get_var:\n", 1),
    ("quickjs.c", "and where it is known whether the program declares it",
     "    if (!s->is_module) {\n        /* return the value of the hidden variable eval_ret_idx  */\n",
     "    if (await_is_read && declares(fd, JS_ATOM_await))\n        await_is_read = FALSE;\n"
     "    if (!s->is_module) {\n        /* return the value of the hidden variable eval_ret_idx  */\n", 1),

    # -- lists that are not the guest's
    ("quickjs.c", "for the engine's and the prelude's own lists",
     "static JSValue js_array_push(JSContext *ctx, JSValueConst this_val,\n",
     APPEND + "static JSValue js_array_push(JSContext *ctx, JSValueConst this_val,\n", 1),
    ("quickjs.c", "what JSON.stringify has on its way is not for the guest to see",
     "js_array_push(ctx, jsc->stack, 1, (JSValueConst *)&val, 0)",
     "append_own(ctx, jsc->stack, 1, (JSValueConst *)&val)", 1),
    ("quickjs.c", "a group of Object.groupBy is defined, not set",
     "js_array_push(ctx, prop, 1, (JSValueConst *)&v, /*unshift*/0)", "append_own(ctx, prop, 1, (JSValueConst *)&v)", 1),

    # -- messages that agents have learned from Node.js
    ("quickjs.c", "as Node.js says it", "\"'%s' is not defined\"", '"%s is not defined"', 1),
    ("quickjs.c", "as Node.js says it", '"%s is not initialized"', "\"Cannot access '%s' before initialization\"", 1),
    ("quickjs.c", "the words for the message above", '"lexical variable"', '"variable"', 1),
    ("quickjs.c", "as Node.js says it", "\"cannot read property '%s' of null\"", "\"Cannot read properties of null (reading '%s')\"", 1),
    ("quickjs.c", "as Node.js says it", "\"cannot read property '%s' of undefined\"", "\"Cannot read properties of undefined (reading '%s')\"", 1),
    ("quickjs.c", "as Node.js says it", "\"cannot set property '%s' of null\"", "\"Cannot set properties of null (setting '%s')\"", 1),
    ("quickjs.c", "as Node.js says it", "\"cannot set property '%s' of undefined\"", "\"Cannot set properties of undefined (setting '%s')\"", 1),
    ("quickjs.c", "as Node.js says it", 'JS_ThrowRangeError(ctx, "invalid array length")',
     'JS_ThrowRangeError(ctx, "Invalid array length")', 3),
    ("quickjs.c", "as Node.js says it", 'JS_ThrowTypeError(ctx, "circular reference")',
     'JS_ThrowTypeError(ctx, "Converting circular structure to JSON")', 1),
]


def apply(folder):
    texts = {}
    for name, expected in SOURCES.items():
        data = (folder / name).read_bytes()
        if hashlib.sha256(data).hexdigest() != expected:
            raise SystemExit(f"patch.py: {name} is not the file that these changes were written for")
        texts[name] = data.decode("utf-8")
    for name, why, old, new, count in CHANGES:
        found = texts[name].count(old)
        if found != count:
            raise SystemExit(f"patch.py: {name}: {found} places instead of {count} ({why})")
        texts[name] = texts[name].replace(old, new)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    apply(Path(sys.argv[1]))
