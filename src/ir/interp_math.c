/* libm by name, with the host's functions, and one float as text. */
#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include "ir/interp_float.h"

typedef long double Long;

/* What a function takes and gives: F float of the operation's width, I integer. */
typedef enum MathShape {
  MATH_F_F,
  MATH_F_FF,
  MATH_F_FFF,
  MATH_F_FI,
  MATH_F_FL, /* the integer is a long */
  MATH_F_IF,
  MATH_I_F,
  MATH_L_F,
} MathShape;

typedef struct MathFunction {
  const char *name; /* of the double variant */
  MathShape shape;
  void *f32, *f64, *f80;
} MathFunction;

#define MATH(name, shape) {#name, shape, name##f, name, name##l}

static const MathFunction functions[] = {
  MATH(sqrt, MATH_F_F),
  MATH(cbrt, MATH_F_F),
  MATH(fabs, MATH_F_F),
  MATH(floor, MATH_F_F),
  MATH(ceil, MATH_F_F),
  MATH(trunc, MATH_F_F),
  MATH(round, MATH_F_F),
  MATH(rint, MATH_F_F),
  MATH(nearbyint, MATH_F_F),
  MATH(sin, MATH_F_F),
  MATH(cos, MATH_F_F),
  MATH(tan, MATH_F_F),
  MATH(asin, MATH_F_F),
  MATH(acos, MATH_F_F),
  MATH(atan, MATH_F_F),
  MATH(sinh, MATH_F_F),
  MATH(cosh, MATH_F_F),
  MATH(tanh, MATH_F_F),
  MATH(asinh, MATH_F_F),
  MATH(acosh, MATH_F_F),
  MATH(atanh, MATH_F_F),
  MATH(exp, MATH_F_F),
  MATH(exp2, MATH_F_F),
  MATH(expm1, MATH_F_F),
  MATH(exp10, MATH_F_F),
  MATH(log, MATH_F_F),
  MATH(log2, MATH_F_F),
  MATH(log10, MATH_F_F),
  MATH(log1p, MATH_F_F),
  MATH(logb, MATH_F_F),
  MATH(erf, MATH_F_F),
  MATH(erfc, MATH_F_F),
  MATH(tgamma, MATH_F_F),
  MATH(lgamma, MATH_F_F),
  MATH(pow, MATH_F_FF),
  MATH(fmod, MATH_F_FF),
  MATH(remainder, MATH_F_FF),
  MATH(atan2, MATH_F_FF),
  MATH(hypot, MATH_F_FF),
  MATH(fmin, MATH_F_FF),
  MATH(fmax, MATH_F_FF),
  MATH(fdim, MATH_F_FF),
  MATH(copysign, MATH_F_FF),
  MATH(nextafter, MATH_F_FF),
  MATH(fma, MATH_F_FFF),
  MATH(ldexp, MATH_F_FI),
  MATH(scalbn, MATH_F_FI),
  MATH(scalbln, MATH_F_FL),
  MATH(lrint, MATH_L_F),
  MATH(llrint, MATH_L_F),
  MATH(lround, MATH_L_F),
  MATH(llround, MATH_L_F),
  MATH(ilogb, MATH_I_F),
  MATH(roundeven, MATH_F_F),
  MATH(drem, MATH_F_FF),
  MATH(gamma, MATH_F_F),
  MATH(significand, MATH_F_F),
  MATH(scalb, MATH_F_FF),
  MATH(j0, MATH_F_F),
  MATH(j1, MATH_F_F),
  MATH(y0, MATH_F_F),
  MATH(y1, MATH_F_F),
  MATH(jn, MATH_F_IF),
  MATH(yn, MATH_F_IF),
  {"pow10", MATH_F_F, exp10f, exp10, exp10l},
};

static const MathFunction *find_exact(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strlen(functions[i].name) == length && !memcmp(functions[i].name, name, length))
      return &functions[i];
  return NULL;
}

/* By the name of any of its three variants; 1 + its number. */
int64_t interp_math_function(const char *name) {
  size_t length = strlen(name);
  const MathFunction *found = find_exact(name, length);
  if (!found && length >= 2 && (name[length - 1] == 'f' || name[length - 1] == 'l'))
    found = find_exact(name, length - 1);
  return found ? 1 + (found - functions) : 0;
}

/* ---- calling them ---- */

/* Operands as the widest float and as an integer, whichever the shape asks for. */
typedef struct MathArgs {
  Long a, b, c;
  int64_t n;
} MathArgs;

#define CALLER(name, T, member)                                       \
  static Long name(const MathFunction *f, const MathArgs *x) {        \
    T a = (T)x->a, b = (T)x->b, c = (T)x->c;                          \
    switch (f->shape) {                                               \
    case MATH_F_F: return ((T(*)(T))f->member)(a);                    \
    case MATH_F_FF: return ((T(*)(T, T))f->member)(a, b);             \
    case MATH_F_FFF: return ((T(*)(T, T, T))f->member)(a, b, c);      \
    case MATH_F_FI: return ((T(*)(T, int))f->member)(a, (int)x->n);   \
    case MATH_F_FL: return ((T(*)(T, long))f->member)(a, (long)x->n); \
    case MATH_F_IF: return ((T(*)(int, T))f->member)((int)x->n, b);   \
    case MATH_I_F: return ((int (*)(T))f->member)(a);                 \
    default: return ((long (*)(T))f->member)(a);                      \
    }                                                                 \
  }
CALLER(call_f32, float, f32)
CALLER(call_f64, double, f64)
CALLER(call_f80, Long, f80)

static Bits call_math(const MathFunction *f, const MathArgs *args, unsigned width,
                      unsigned bits) {
  Long r = width == 32   ? call_f32(f, args)
           : width == 64 ? call_f64(f, args)
                         : call_f80(f, args);
  if (f->shape < MATH_I_F) return interp_from_float(r, bits);
  return (Bits)(SignedBits)r & mask_bits(bits);
}

/* The operands are a list: b its start, c its length; imm by interp_math_function. */
bool interp_math(Interp *it, const Code *code) {
  const Program *p = it->program;
  const Inst *inst = &p->insts.data[code->inst];
  const MathFunction *f = code->imm ? &functions[code->imm - 1] : NULL;
  static const uint8_t counts[] = {1, 2, 3, 2, 2, 2, 1, 1};
  if (!f || code->c != counts[f->shape])
    return interp_stop(it, RUN_UNSUPPORTED, code->inst, "math function %s",
                       ir_text(p, inst->sym));
  const int32_t *list = it->top->code->lists + code->b;
  uint32_t first_float = f->shape == MATH_F_IF;
  unsigned width = ir_type_bits(p, ir_type(p, ir_arg(p, inst, first_float)));
  MathArgs args = {0};
  Bits undef = 0;
  uint32_t prov = 0;
  for (int32_t i = 0; i < code->c; i++) {
    Type type = ir_type(p, ir_arg(p, inst, (uint32_t)i));
    unsigned bits = ir_type_bits(p, type);
    Full x = interp_get(it, list[i], bits);
    undef |= x.undef;
    prov |= x.prov;
    if (!type_is_float(type))
      args.n = (int64_t)sign_bits(x.bits, bits);
    else if (i == 0)
      args.a = interp_to_float(x.bits, width);
    else if (i == 1)
      args.b = interp_to_float(x.bits, width);
    else
      args.c = interp_to_float(x.bits, width);
  }
  Full r = {call_math(f, &args, width, code->bits), undef ? mask_bits(code->bits) : 0,
            prov ? PROV_ADDRESS : PROV_NONE};
  interp_set(it, code->dest, r, code->bits);
  return true;
}

/* ---- text ---- */

enum { FORMAT_MAX = 64, TEXT_MAX = 8192 };

/* One conversion of a float, without `*`: what may be given to the host. */
static bool is_float_format(const char *format, bool is_long) {
  if (*format++ != '%') return false;
  while (*format && strchr("-+ #0'", *format)) format++;
  const char *digits = format;
  while (isdigit((unsigned char)*format)) format++;
  if (format - digits > 3) return false;
  if (*format == '.') {
    digits = ++format;
    while (isdigit((unsigned char)*format)) format++;
    if (format - digits > 3) return false;
  }
  if (*format == 'l') format++;
  if (is_long != (*format == 'L')) return false;
  if (is_long) format++;
  return *format && strchr("aAeEfFgG", *format) && !format[1];
}

/* The C string at this operand, read byte by byte up to its end or the limit. */
static bool read_string(Interp *it, const Code *code, int32_t operand, char *text,
                        unsigned size) {
  uint64_t offset;
  uint32_t id = interp_check(it, code->inst, CHECK_READ, operand, 1, &offset);
  if (!id) return false;
  const Object *o = &it->objects[id];
  for (unsigned i = 0; i < size; i++) {
    if (offset + i >= o->size)
      return interp_check(it, code->inst, CHECK_READ, operand, i + 1, &offset) != 0;
    text[i] = (char)o->bytes[offset + i];
    if (o->defined) text[i] &= (char)o->defined[offset + i];
    if (!text[i]) return true;
  }
  text[size - 1] = 0;
  return true;
}

static bool write_text(Interp *it, const Code *code, const char *text, uint64_t n) {
  uint64_t offset;
  uint32_t id = interp_check(it, code->inst, CHECK_WRITE, code->a, n, &offset);
  if (!id) return false;
  Object *o = &it->objects[id];
  memcpy(o->bytes + offset, text, n);
  if (o->defined) memset(o->defined + offset, 0xff, n);
  interp_prov_write(it, o, offset, n, PROV_NONE);
  return true;
}

/* a: where, b: at most this many bytes, c: the number, imm: the format's operand. */
bool interp_format_float(Interp *it, const Code *code) {
  char format[FORMAT_MAX], text[TEXT_MAX];
  if (!read_string(it, code, (int32_t)code->imm, format, sizeof format)) return false;
  unsigned width = code->aux;
  if (!is_float_format(format, width == 80))
    return interp_stop(it, RUN_UNSUPPORTED, code->inst, "format %s of a float", format);
  Full number = interp_get(it, code->c, width);
  if (number.undef) it->result->depends |= RUN_DEPENDS_UNINIT;
  if (number.prov) it->result->depends |= RUN_DEPENDS_ADDRESS;
  Long value = interp_to_float(number.bits, width);
  int length = width == 80 ? snprintf(text, sizeof text, format, value)
                           : snprintf(text, sizeof text, format, (double)value);
  uint64_t room = interp_use(it, code->b), n = (uint64_t)length + 1;
  if (length < 0 || n > sizeof text)
    return interp_stop(it, RUN_UNSUPPORTED, code->inst, "format %s of a float", format);
  if (room && room < n) {
    text[room - 1] = 0;
    n = room;
  }
  if (room && !write_text(it, code, text, n)) return false;
  if (code->dest >= 0)
    interp_set_plain(it, code->dest, (uint64_t)length & mask64(code->bits));
  return true;
}
