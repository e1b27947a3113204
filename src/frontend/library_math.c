/* Functions of libm that compute a number from numbers: OP_MATH with the C name. Those
 * that write through a pointer (frexp, modf, ...) are models. */
#include <string.h>

#include "frontend/lower.h"

/* Each letter a type: the result, then the operands. d the function's float (double;
 * float with suffix f, long double with l), i int, l long, L long long. */
typedef struct MathFunction {
  const char *name, *types;
} MathFunction;

static const MathFunction functions[] = {
  {"acos", "dd"},       {"acosh", "dd"},     {"asin", "dd"},        {"asinh", "dd"},
  {"atan", "dd"},       {"atan2", "ddd"},    {"atanh", "dd"},       {"cbrt", "dd"},
  {"ceil", "dd"},       {"copysign", "ddd"}, {"cos", "dd"},         {"cosh", "dd"},
  {"drem", "ddd"},      {"erf", "dd"},       {"erfc", "dd"},        {"exp", "dd"},
  {"exp10", "dd"},      {"exp2", "dd"},      {"expm1", "dd"},       {"fabs", "dd"},
  {"fdim", "ddd"},      {"floor", "dd"},     {"fma", "dddd"},       {"fmax", "ddd"},
  {"fmin", "ddd"},      {"fmod", "ddd"},     {"gamma", "dd"},       {"hypot", "ddd"},
  {"ilogb", "id"},      {"j0", "dd"},        {"j1", "dd"},          {"jn", "did"},
  {"ldexp", "ddi"},     {"lgamma", "dd"},    {"llrint", "Ld"},      {"llround", "Ld"},
  {"log", "dd"},        {"log10", "dd"},     {"log1p", "dd"},       {"log2", "dd"},
  {"logb", "dd"},       {"lrint", "ld"},     {"lround", "ld"},      {"nearbyint", "dd"},
  {"nextafter", "ddd"}, {"pow", "ddd"},      {"pow10", "dd"},       {"remainder", "ddd"},
  {"rint", "dd"},       {"round", "dd"},     {"roundeven", "dd"},   {"scalb", "ddd"},
  {"scalbln", "ddl"},   {"scalbn", "ddi"},   {"significand", "dd"}, {"sin", "dd"},
  {"sinh", "dd"},       {"sqrt", "dd"},      {"tan", "dd"},         {"tanh", "dd"},
  {"tgamma", "dd"},     {"trunc", "dd"},     {"y0", "dd"},          {"y1", "dd"},
  {"yn", "did"},
};

static const MathFunction *find_exact(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strlen(functions[i].name) == length && !memcmp(functions[i].name, name, length))
      return &functions[i];
  return NULL;
}

/* The row, and the bits of its float. */
static const MathFunction *find(const char *name, unsigned *bits) {
  size_t length = strlen(name);
  const MathFunction *found = find_exact(name, length);
  *bits = 64;
  if (found || length < 2) return found;
  char last = name[length - 1];
  if (last != 'f' && last != 'l') return NULL;
  *bits = last == 'f' ? 32 : 80;
  return find_exact(name, length - 1);
}

bool library_is_math(const char *name) {
  unsigned bits;
  return find(name, &bits) != NULL;
}

static Type type_of_letter(const Lower *l, char letter, unsigned bits) {
  switch (letter) {
  case 'i': return type_int(32);
  case 'l': return l->word;
  case 'L': return type_int(64);
  default: return type_float(bits);
  }
}

const Vals *library_lower_math(Lower *l, const Call *call) {
  unsigned bits;
  const MathFunction *row = find(call->name, &bits);
  uint32_t count = row ? (uint32_t)strlen(row->types) - 1 : 0;
  if (!row || call->count < count || call->result->count > 1 || !call->result->known)
    return emit_opaque(l, call->result, call->name);
  Val args[4];
  for (uint32_t i = 0; i < count; i++) {
    Type type = type_of_letter(l, row->types[i + 1], bits);
    if (call->args[i]->count != 1) return emit_opaque(l, call->result, call->name);
    args[i] = emit_convert(l, call->args[i]->v[0], type);
  }
  Inst inst = {.op = OP_MATH, .type = type_of_letter(l, row->types[0], bits)};
  inst.sym = intern_string(l->p->names, call->name);
  if (l->current) inst.name = lower_name(l, l->current);
  Val result = emit_inst(l, inst, args, count);
  if (!call->result->count) return vals_new(l, 0);
  return vals_one(l, emit_convert(l, result, call->result->lanes[0].type));
}
