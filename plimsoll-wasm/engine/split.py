#!/usr/bin/env python3
"""Splits QuickJS' interpreter: usage: split.py FOLDER LOOP

JS_CallInternal of FOLDER/quickjs.c (after patch.py) is one function with a switch of 240 opcodes: as JVM bytecode 32 to
48 KB, which HotSpot never compiles. It becomes
- one function per opcode, or per group of opcodes that share labels: `js_op_N(ctx, sf, sp, pc, opcode)`, the bodies moved
  as they are; what they change goes back through new fields of JSStackFrame;
- `js_slow`, which calls the right one;
- LOOP, the hand-written loop over the hot opcodes (loop.c), with the new JS_CallInternal.
Some other functions are kept from being inlined into one another, for the same limit.

The script knows one source only, and stops at any other.

Adapts parts of QuickJS, Copyright (c) 2017-2025 Fabrice Bellard, Copyright (c) 2017-2025 Charlie Gordon, under the MIT
licence reproduced in LICENSE.quickjs.
"""
import hashlib
import re
import sys
from pathlib import Path

# of quickjs.c as patch.py leaves it
EXPECTED = "78dd572b5904ba89ac28f14c42e99174015090f3dd9478743350440f1dc76c50"

# each of them is inlined into something that grows above the limit by it
KEEP_OUT_OF_LINE = """
    resolve_variables resolve_labels compute_stack_size instantiate_hoisted_definitions add_eval_variables code_match
    resolve_scope_var skip_dead_code put_short_code find_jump_target compute_pc2line_info optimize_scope_make_ref
    optimize_scope_make_global_ref js_parse_template js_parse_object_literal js_parse_array_literal
    js_parse_postfix_expr gc_scan gc_decref add_pc2line_info
""".split()

# labels of JS_CallInternal that every moved body has of its own
SHARED_LABELS = {"exception", "done", "done_generator", "restart"}

PARAMETERS = "JSContext *ctx, JSStackFrame *sf, JSValue *sp, const uint8_t *pc, int opcode"
ARGUMENTS = "ctx, sf, sp, pc, opcode"

PREAMBLE = """
enum { SLOW_NEXT, SLOW_EXCEPTION, SLOW_DONE, SLOW_DONE_GENERATOR };
#undef SWITCH
#undef CASE
#undef DEFAULT
#undef BREAK
#define CASE(op) case op
#define DEFAULT default
#define BREAK goto next
"""

FUNCTION = """
/* {names} */
static __attribute__((noinline)) int js_op_{number}({parameters})
{{
    JSRuntime *rt = ctx->rt;
    JSContext *caller_ctx = sf->x_caller_ctx;
    JSValueConst func_obj = sf->cur_func, this_obj = sf->x_this, new_target = sf->x_new_target;
    int argc = sf->x_argc, i, call_argc;
    JSValue *argv = sf->x_argv, *call_argv, ret_val = JS_UNDEFINED;
    JSObject *p = JS_VALUE_GET_OBJ(func_obj);
    JSFunctionBytecode *b = p->u.func.function_bytecode;
    JSVarRef **var_refs = p->u.func.var_refs;
    JSValue *var_buf = sf->var_buf, *arg_buf = sf->arg_buf, *stack_buf = var_buf + b->var_count;
    int result;

    switch (opcode) {{
{body}
{otherwise}    }}
next: __attribute__((unused));
    result = SLOW_NEXT;
    goto out;
exception: __attribute__((unused));
    result = SLOW_EXCEPTION;
    goto out;
done: __attribute__((unused));
    sf->x_ret = ret_val;
    result = SLOW_DONE;
    goto out;
done_generator: __attribute__((unused));
    sf->x_ret = ret_val;
    result = SLOW_DONE_GENERATOR;
out:
    sf->x_sp = sp;
    sf->x_pc = pc;
    return result;
}}
"""

FRAME_END = "    JSValue *cur_sp;\n} JSStackFrame;"
FRAME_FIELDS = """    JSValue *cur_sp;
    /* the split interpreter: what a slow opcode hands back, and what the prologue hands to it */
    JSValue *x_sp;
    const uint8_t *x_pc;
    JSValue x_ret, x_this, x_new_target;
    int x_argc;
    JSValue *x_argv;
    JSContext *x_caller_ctx;
} JSStackFrame;"""


def call_internal(source):
    """Start and end of JS_CallInternal's definition."""
    starts = [m.start() for m in re.finditer(r"^static JSValue JS_CallInternal\(JSContext \*caller_ctx", source, re.M)]
    start = starts[-1]
    return start, source.index("\nJSValue JS_Call(JSContext *ctx", start)


def switch_body(function):
    """The lines of the switch, without its macros; and the macros."""
    text = function[function.index("\n", function.index("        SWITCH(pc) {")) + 1:]
    text = text[:text.index(" exception:\n")]
    text = text[:text.rindex("        }\n    }")]
    macros, kept, left_out = [], [], False
    lines = iter(text.split("\n"))
    for line in lines:
        if line.startswith("#define"):
            macro = [line]
            while macro[-1].rstrip().endswith("\\"):
                macro.append(next(lines))
            macros.append("\n".join(macro))
        elif line.startswith("#if 0"):
            left_out = True
        elif line.startswith("#endif"):
            left_out = False
        elif line.startswith("#if"):
            if "SHORT_OPCODES" not in line:  # it is 1
                raise SystemExit(f"split.py: unknown condition {line}")
        elif line.startswith("#"):
            raise SystemExit(f"split.py: unknown directive {line}")
        elif not left_out:
            kept.append(line)
    return kept, macros


HEAD = re.compile(r"^\s*(?:CASE\((OP_\w+)\)\s*:|OP_CMP\((OP_\w+),|(DEFAULT):)")


def segments(lines):
    """Cuts the switch into (opcodes, text) wherever one case cannot fall into the next."""
    found, depth, ended = [], 0, True
    for line in lines:
        head = HEAD.match(line) if depth == 0 else None
        if head:
            if ended:
                found.append(([], []))
                ended = False
            found[-1][0].append(head.group(1) or head.group(2) or "DEFAULT")
        if found:
            found[-1][1].append(line)
        code = re.sub(r'"(\\.|[^"\\])*"', "", re.sub(r"/\*.*?\*/|//.*", "", line))
        depth += code.count("{") - code.count("}")
        if depth == 0 and (re.search(r"\bBREAK;", code) or re.match(r"^            goto \w+;\s*$", code)
                           or line.strip().startswith("OP_CMP(")):
            ended = True
    return [(opcodes, "\n".join(text)) for opcodes, text in found]


def labels(text):
    return set(re.findall(r"^\s*(\w+):\s*$", text, re.M)) - {"default", "DEFAULT"}


def jumps(text):
    return set(re.findall(r"\bgoto (\w+);", text)) - SHARED_LABELS


def join_linked(parts):
    """Puts cases together that jump into one another."""
    parts = list(parts)
    while True:
        pair = next(((x, y) for x in range(len(parts)) for y in range(len(parts))
                     if x != y and (jumps(parts[x][1]) - labels(parts[x][1])) & labels(parts[y][1])), None)
        if not pair:
            return parts
        first, second = sorted(pair)
        opcodes, text = parts.pop(second)
        parts[first] = (parts[first][0] + opcodes, parts[first][1] + "\n" + text)


def slow_functions(parts):
    functions, dispatch = [], []
    for number, (opcodes, text) in enumerate(parts):
        has_default = "DEFAULT" in opcodes
        functions.append(FUNCTION.format(
            names=" ".join(opcodes), number=number, parameters=PARAMETERS, body=text,
            otherwise="" if has_default else "    default: __builtin_unreachable();\n"))
        cases = " ".join("default:" if name == "DEFAULT" else f"case {name}:" for name in opcodes)
        dispatch.append(f"    {cases} return js_op_{number}({ARGUMENTS});")
    functions.append("\nstatic __attribute__((noinline)) int js_slow(%s)\n{\n    switch (opcode) {\n%s\n    }\n}\n\n"
                     % (PARAMETERS, "\n".join(dispatch)))
    return "".join(functions)


def split(source, loop):
    start, end = call_internal(source)
    lines, macros = switch_body(source[start:end])
    parts = join_linked(segments(lines))
    replaced = "\n".join(macros) + PREAMBLE + slow_functions(parts) + loop
    source = source[:start] + replaced + source[end:]
    if source.count(FRAME_END) != 1:
        raise SystemExit("split.py: JSStackFrame is not what it was")
    source = source.replace(FRAME_END, FRAME_FIELDS)
    for name in KEEP_OUT_OF_LINE:
        pattern = r"^static (?!inline)([^;=\n(]*\b" + name + r"\([^;{]*\)\s*\n\{)"
        source, count = re.subn(pattern, r"static __attribute__((noinline)) \1", source, flags=re.M)
        if count != 1:
            raise SystemExit(f"split.py: {count} definitions of {name}")
    return source, parts


def main(folder, loop):
    path = Path(folder) / "quickjs.c"
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != EXPECTED:
        raise SystemExit("split.py: quickjs.c is not the file that the split was written for")
    source, parts = split(data.decode("utf-8"), Path(loop).read_text(encoding="utf-8"))
    path.write_text(source, encoding="utf-8")
    print(f"split.py: {sum(len(opcodes) for opcodes, _ in parts)} opcodes in {len(parts)} functions")


if __name__ == "__main__":
    main(*sys.argv[1:])
