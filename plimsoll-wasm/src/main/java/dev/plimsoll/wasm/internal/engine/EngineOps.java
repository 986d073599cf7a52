package dev.plimsoll.wasm.internal.engine;

/** WebAssembly's operations that are neither an instruction of the JVM nor a method of the JDK. Called by generated code. */
final class EngineOps {
    private EngineOps() {}

    static RuntimeException unreachable() {
        throw new EngineTrap("unreachable code");
    }

    static RuntimeException wrongIndirectCall() {
        throw new EngineTrap("an indirect call of the wrong type");
    }

    static int I32_EQZ(int a) {
        return a == 0 ? 1 : 0;
    }

    static int I32_EQ(int a, int b) {
        return a == b ? 1 : 0;
    }

    static int I32_NE(int a, int b) {
        return a != b ? 1 : 0;
    }

    static int I32_LT_S(int a, int b) {
        return a < b ? 1 : 0;
    }

    static int I32_LE_S(int a, int b) {
        return a <= b ? 1 : 0;
    }

    static int I32_GT_S(int a, int b) {
        return a > b ? 1 : 0;
    }

    static int I32_GE_S(int a, int b) {
        return a >= b ? 1 : 0;
    }

    static int I32_LT_U(int a, int b) {
        return a + Integer.MIN_VALUE < b + Integer.MIN_VALUE ? 1 : 0;
    }

    static int I32_LE_U(int a, int b) {
        return a + Integer.MIN_VALUE <= b + Integer.MIN_VALUE ? 1 : 0;
    }

    static int I32_GT_U(int a, int b) {
        return a + Integer.MIN_VALUE > b + Integer.MIN_VALUE ? 1 : 0;
    }

    static int I32_GE_U(int a, int b) {
        return a + Integer.MIN_VALUE >= b + Integer.MIN_VALUE ? 1 : 0;
    }

    static int I64_EQZ(long a) {
        return a == 0 ? 1 : 0;
    }

    static int I64_EQ(long a, long b) {
        return a == b ? 1 : 0;
    }

    static int I64_NE(long a, long b) {
        return a != b ? 1 : 0;
    }

    static int I64_LT_S(long a, long b) {
        return a < b ? 1 : 0;
    }

    static int I64_LE_S(long a, long b) {
        return a <= b ? 1 : 0;
    }

    static int I64_GT_S(long a, long b) {
        return a > b ? 1 : 0;
    }

    static int I64_GE_S(long a, long b) {
        return a >= b ? 1 : 0;
    }

    static int I64_LT_U(long a, long b) {
        return a + Long.MIN_VALUE < b + Long.MIN_VALUE ? 1 : 0;
    }

    static int I64_LE_U(long a, long b) {
        return a + Long.MIN_VALUE <= b + Long.MIN_VALUE ? 1 : 0;
    }

    static int I64_GT_U(long a, long b) {
        return a + Long.MIN_VALUE > b + Long.MIN_VALUE ? 1 : 0;
    }

    static int I64_GE_U(long a, long b) {
        return a + Long.MIN_VALUE >= b + Long.MIN_VALUE ? 1 : 0;
    }

    static int F32_EQ(float a, float b) {
        return a == b ? 1 : 0;
    }

    static int F32_NE(float a, float b) {
        return a != b ? 1 : 0;
    }

    static int F32_GT(float a, float b) {
        return a > b ? 1 : 0;
    }

    static int F32_LT(float a, float b) {
        return a < b ? 1 : 0;
    }

    static float F32_REINTERPRET_I32(int a) {
        return Float.intBitsToFloat(a);
    }

    static double F64_MAX(double a, double b) {
        return Math.max(a, b);
    }

    static double F64_MIN(double a, double b) {
        return Math.min(a, b);
    }

    static int F64_EQ(double a, double b) {
        return a == b ? 1 : 0;
    }

    static int F64_NE(double a, double b) {
        return a != b ? 1 : 0;
    }

    static int F64_LT(double a, double b) {
        return a < b ? 1 : 0;
    }

    static int F64_LE(double a, double b) {
        return a <= b ? 1 : 0;
    }

    static int F64_GT(double a, double b) {
        return a > b ? 1 : 0;
    }

    static int F64_GE(double a, double b) {
        return a >= b ? 1 : 0;
    }

    static long I64_CLZ(long a) {
        return Long.numberOfLeadingZeros(a);
    }

    static long I64_CTZ(long a) {
        return Long.numberOfTrailingZeros(a);
    }

    static long I64_EXTEND_16_S(long a) {
        return (short) a;
    }

    static long I64_EXTEND_8_S(long a) {
        return (byte) a;
    }

    static double F64_TRUNC(double a) {
        return a < 0 || 1 / a < 0 ? Math.ceil(a) : Math.floor(a);
    }

    static double F64_CONVERT_I32_U(int a) {
        return Integer.toUnsignedLong(a);
    }

    static double F64_CONVERT_I64_U(long a) {
        if (a >= 0) {
            return a;
        }
        // halve, keeping the lowest bit so that rounding stays right, and double again
        return (double) ((a >>> 1) | (a & 1)) * 2;
    }

    static int I32_TRUNC_SAT_F64_U(double a) {
        if (!(a > 0)) {
            return 0;
        }
        return a >= 4294967296.0 ? -1 : (int) (long) a;
    }

    /** Traps where the saturating form gives a limit. */
    static int I32_TRUNC_F64_S(double a) {
        if (!(a > -2147483649.0 && a < 2147483648.0)) {
            throw new EngineTrap("a number out of range");
        }
        return (int) a;
    }

    static int I32_TRUNC_F64_U(double a) {
        if (!(a > -1 && a < 4294967296.0)) {
            throw new EngineTrap("a number out of range");
        }
        return (int) (long) a;
    }
}
