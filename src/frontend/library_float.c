/* Functions of math.h that are more than one operation: those that write a second result
 * through a pointer, and those that tell kinds of floats apart. */
#include <string.h>

#include "frontend/lower.h"

#define FLOAT_FUNCTION(name) \
  static const Vals *name(Lower *l, const Known *known, const Call *call)

/* Bits of llvm.is.fpclass. */
enum { NANS = 0x3, INFINITE = 0x204, FINITE = 0x1f8, ZERO = 0x60, SUBNORMAL = 0x90 };

/* The float that the function computes with: by the end of its name. */
static Type float_type(const Known *known, const Call *call) {
  size_t base = strlen(known->name);
  char suffix = call->name[strspn(call->name, "_") + base];
  return type_float(suffix == 'f' ? 32 : suffix == 'l' ? 80 : 64);
}

static bool has_arguments(const Call *call, uint32_t count) {
  if (call->count < count || call->result->count > 1) return false;
  for (uint32_t i = 0; i < count; i++)
    if (call->args[i]->count != 1) return false;
  return true;
}

static const Vals *give(Lower *l, const Call *call, Val v) {
  if (!call->result->count) return vals_new(l, 0);
  return vals_one(l, emit_convert(l, v, call->result->lanes[0].type));
}

static void store(Lower *l, Val value, Val at) {
  Val to = emit_convert(l, at, type_ptr());
  emit_inst(l, (Inst){.op = OP_STORE}, (const Val[]){value, to}, 2);
}

static Val choose(Lower *l, Val condition, Val yes, Val no) {
  return emit_op(l, OP_SELECT, val_type(l, yes), condition, yes, no);
}

static Val number(Lower *l, int value) {
  return build_int(l->p, type_int(32), (uint64_t)(int64_t)value);
}

FLOAT_FUNCTION(call_split_exponent) {
  if (!has_arguments(call, 2)) return NULL;
  Val fraction, exponent;
  Val x = emit_convert(l, call->args[0]->v[0], float_type(known, call));
  emit_frexp(l, x, type_int(32), &fraction, &exponent);
  store(l, exponent, call->args[1]->v[0]);
  return give(l, call, fraction);
}

/* The fraction has the sign of x; that of an infinity is 0. */
FLOAT_FUNCTION(call_split_fraction) {
  if (!has_arguments(call, 2)) return NULL;
  Type type = float_type(known, call);
  Val x = emit_convert(l, call->args[0]->v[0], type);
  Val whole = emit_math(l, "trunc", type, type, &x, 1);
  store(l, whole, call->args[1]->v[0]);
  Val zero = build_const(l->p, (Const){.kind = CONST_FLOAT, .type = type});
  Val rest = choose(l, emit_float_class(l, x, INFINITE), zero,
                    emit_op(l, OP_FSUB, type, x, whole));
  Val fraction = emit_math(l, "copysign", type, type, (const Val[]){rest, x}, 2);
  return give(l, call, fraction);
}

FLOAT_FUNCTION(call_sine_cosine) {
  if (!has_arguments(call, 3)) return NULL;
  Type type = float_type(known, call);
  Val x = emit_convert(l, call->args[0]->v[0], type);
  store(l, emit_math(l, "sin", type, type, &x, 1), call->args[1]->v[0]);
  store(l, emit_math(l, "cos", type, type, &x, 1), call->args[2]->v[0]);
  return give(l, call, number(l, 0));
}

FLOAT_FUNCTION(call_is_class) {
  if (!has_arguments(call, 1)) return NULL;
  Val x = emit_convert(l, call->args[0]->v[0], float_type(known, call));
  Val is = emit_float_class(l, x, (unsigned)known->detail);
  return give(l, call, emit_op(l, OP_ZEXT, type_int(32), is));
}

static Val is_negative(Lower *l, Val x) {
  Type bits = type_int(ir_type_bits(l->p, val_type(l, x)));
  return emit_icmp(l, ICMP_SLT, emit_op(l, OP_BITCAST, bits, x),
                   build_int(l->p, bits, 0));
}

/* glibc: -1 for the negative infinity. */
FLOAT_FUNCTION(call_is_infinite) {
  if (!has_arguments(call, 1)) return NULL;
  Val x = emit_convert(l, call->args[0]->v[0], float_type(known, call));
  Val sign = choose(l, is_negative(l, x), number(l, -1), number(l, 1));
  Val is = emit_float_class(l, x, INFINITE);
  return give(l, call, choose(l, is, sign, number(l, 0)));
}

FLOAT_FUNCTION(call_sign_bit) {
  if (!has_arguments(call, 1)) return NULL;
  Val x = emit_convert(l, call->args[0]->v[0], float_type(known, call));
  return give(l, call, emit_op(l, OP_ZEXT, type_int(32), is_negative(l, x)));
}

/* glibc's FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4. */
FLOAT_FUNCTION(call_classify) {
  if (!has_arguments(call, 1)) return NULL;
  Val x = emit_convert(l, call->args[0]->v[0], float_type(known, call));
  Val kind = choose(l, emit_float_class(l, x, SUBNORMAL), number(l, 3), number(l, 4));
  kind = choose(l, emit_float_class(l, x, ZERO), number(l, 2), kind);
  kind = choose(l, emit_float_class(l, x, INFINITE), number(l, 1), kind);
  return give(l, call, choose(l, emit_float_class(l, x, NANS), number(l, 0), kind));
}

static const Known rows[] = {
  {"frexp", call_split_exponent, NULL, 0, NULL},
  {"modf", call_split_fraction, NULL, 0, NULL},
  {"sincos", call_sine_cosine, NULL, 0, NULL},
  {"isnan", call_is_class, NULL, NANS, NULL},
  {"isinf", call_is_infinite, NULL, 0, NULL},
  {"finite", call_is_class, NULL, FINITE, NULL},
  {"signbit", call_sign_bit, NULL, 0, NULL},
  {"fpclassify", call_classify, NULL, 0, NULL},
};

/* With two underscores in front as glibc's headers have some, and a suffix f or l. */
const Known *library_find_float(const char *name) {
  if (!strncmp(name, "__", 2)) name += 2;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t length = strlen(rows[i].name);
    const char *rest = name + length;
    if (!strncmp(name, rows[i].name, length) &&
        (!rest[0] || ((rest[0] == 'f' || rest[0] == 'l') && !rest[1])))
      return &rows[i];
  }
  return NULL;
}
