/* Constants: numbers, addresses, and lists of these. What the IR's constants cannot say
 * (an address computed from another one, a number as an address) becomes instructions at
 * the place of use. */
#include <string.h>

#include "frontend/lower.h"

static uint64_t key_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

/* ---- numbers ---- */

/* LLVM's C interface gives 64 bits; the rest is in the printed form, "i128 -5". */
static bool parse_wide(LLVMValueRef c, uint64_t *words, unsigned count) {
  char *text = LLVMPrintValueToString(c);
  const char *at = strchr(text, ' ');
  bool negative = at && at[1] == '-', good = at != NULL;
  memset(words, 0, count * sizeof *words);
  for (at = at ? at + 1 + negative : text; good && *at; at++) {
    unsigned __int128 carry = (unsigned)(*at - '0');
    good = *at >= '0' && *at <= '9';
    for (unsigned i = 0; i < count; i++) {
      carry += (unsigned __int128)words[i] * 10;
      words[i] = (uint64_t)carry;
      carry >>= 64;
    }
  }
  bool borrow = negative;
  for (unsigned i = 0; negative && i < count; i++) {
    words[i] = ~words[i] + borrow;
    borrow = borrow && !words[i];
  }
  LLVMDisposeMessage(text);
  return good;
}

static void keep_bits(uint64_t *lo, uint64_t *hi, unsigned bits) {
  if (bits <= 64) *hi = 0;
  if (bits < 64) *lo &= ((uint64_t)1 << bits) - 1;
  if (bits > 64 && bits < 128) *hi &= ((uint64_t)1 << (bits - 64)) - 1;
}

static bool int_bits(LLVMValueRef c, uint64_t *lo, uint64_t *hi) {
  unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(c));
  *hi = 0;
  if (bits <= 64) return *lo = LLVMConstIntGetZExtValue(c), true;
  uint64_t words[2];
  if (bits > 128 || !parse_wide(c, words, 2)) return false;
  *lo = words[0];
  *hi = words[1];
  keep_bits(lo, hi, bits);
  return true;
}

static unsigned float_width(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind: return 16;
  case LLVMFloatTypeKind: return 32;
  case LLVMDoubleTypeKind: return 64;
  case LLVMX86_FP80TypeKind: return 80;
  case LLVMFP128TypeKind: return 128;
  default: return 0;
  }
}

bool constant_bits(LLVMValueRef c, uint64_t *lo, uint64_t *hi) {
  if (LLVMIsAConstantInt(c)) return int_bits(c, lo, hi);
  if (!LLVMIsAConstantFP(c)) return false;
  LLVMTypeRef type = LLVMTypeOf(c);
  unsigned bits = float_width(type);
  if (!bits) return false;
  LLVMTypeRef as = LLVMIntTypeInContext(LLVMGetTypeContext(type), bits);
  LLVMValueRef cast = LLVMConstBitCast(c, as);
  return LLVMIsAConstantInt(cast) && int_bits(cast, lo, hi);
}

/* ---- integers and addresses ---- */

uint64_t constant_block_number(Lower *l, LLVMBasicBlockRef block) {
  uint64_t *number = map_at(l->arena, &l->block_numbers, key_of(block));
  if (!*number) *number = l->block_numbers.count;
  return *number;
}

static Fold fold_number(uint64_t lo, uint64_t hi) {
  return (Fold){.kind = FOLD_INT, .lo = lo, .hi = hi};
}

static int64_t word_offset(const Lower *l, uint64_t value) {
  return l->p->ptr_bits == 32 ? (int32_t)value : (int64_t)value;
}

/* An address keeps its offset as a signed number of the program's width. */
static Fold fold_at_width(Lower *l, Fold f, unsigned bits) {
  if (f.kind == FOLD_INT) keep_bits(&f.lo, &f.hi, bits);
  if ((f.kind == FOLD_GLOBAL || f.kind == FOLD_FUNC) && bits != l->p->ptr_bits)
    f.kind = FOLD_NONE;
  if (f.kind == FOLD_GLOBAL) f.lo = (uint64_t)word_offset(l, f.lo);
  if (f.kind == FOLD_FUNC && f.lo) f.kind = FOLD_NONE;
  return f;
}

static Fold fold_add(Lower *l, Fold a, Fold b, unsigned bits) {
  if (a.kind == FOLD_INT && b.kind != FOLD_INT) {
    Fold swap = a;
    a = b;
    b = swap;
  }
  if (a.kind == FOLD_NONE || b.kind != FOLD_INT) return (Fold){0};
  unsigned __int128 sum =
    ((unsigned __int128)a.hi << 64 | a.lo) + ((unsigned __int128)b.hi << 64 | b.lo);
  a.lo = (uint64_t)sum;
  a.hi = (uint64_t)(sum >> 64);
  return fold_at_width(l, a, bits);
}

static Fold fold_negate(Fold f) {
  unsigned __int128 value = -((unsigned __int128)f.hi << 64 | f.lo);
  return fold_number((uint64_t)value, (uint64_t)(value >> 64));
}

static Fold fold_sub(Lower *l, Fold a, Fold b, unsigned bits) {
  if (b.kind == FOLD_INT) return fold_add(l, a, fold_negate(b), bits);
  bool same = a.kind == b.kind && a.index == b.index && a.kind != FOLD_NONE;
  if (!same) return (Fold){0};
  return fold_at_width(l, fold_number(a.lo - b.lo, 0), bits);
}

static Fold fold_binary(Lower *l, LLVMValueRef c, LLVMOpcode opcode) {
  Fold a = constant_fold(l, LLVMGetOperand(c, 0));
  Fold b = constant_fold(l, LLVMGetOperand(c, 1));
  LLVMTypeRef type = LLVMTypeOf(c);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return (Fold){0};
  unsigned bits = LLVMGetIntTypeWidth(type);
  if (opcode == LLVMAdd) return fold_add(l, a, b, bits);
  if (opcode == LLVMSub) return fold_sub(l, a, b, bits);
  if (a.kind != FOLD_INT || b.kind != FOLD_INT || bits > 64) return (Fold){0};
  if (opcode == LLVMMul) return fold_at_width(l, fold_number(a.lo * b.lo, 0), bits);
  if (opcode == LLVMXor) return fold_at_width(l, fold_number(a.lo ^ b.lo, 0), bits);
  return (Fold){0};
}

/* The bytes one index of a getelementptr adds, and the type it leads to. */
static bool step_offset(Lower *l, LLVMTypeRef *type, unsigned n, LLVMValueRef index,
                        uint64_t *offset) {
  if (!LLVMIsAConstantInt(index)) return false;
  if (n == 0) {
    *offset += (uint64_t)LLVMConstIntGetSExtValue(index) * type_size(l, *type);
  } else if (LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
    unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
    *offset += LLVMOffsetOfElement(l->layout, *type, field);
    *type = LLVMStructGetTypeAtIndex(*type, field);
  } else {
    *type = LLVMGetElementType(*type);
    *offset += (uint64_t)LLVMConstIntGetSExtValue(index) * type_size(l, *type);
  }
  return true;
}

static Fold fold_gep(Lower *l, LLVMValueRef c) {
  Fold base = constant_fold(l, LLVMGetOperand(c, 0));
  LLVMTypeRef type = LLVMGetGEPSourceElementType(c);
  uint64_t offset = 0;
  int count = LLVMGetNumOperands(c);
  for (int i = 1; i < count; i++)
    if (!step_offset(l, &type, (unsigned)i - 1, LLVMGetOperand(c, (unsigned)i), &offset))
      return (Fold){0};
  return fold_add(l, base, fold_number(offset, 0), l->p->ptr_bits);
}

static Fold fold_expression(Lower *l, LLVMValueRef c) {
  LLVMTypeRef type = LLVMTypeOf(c);
  bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
  bool integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
  if (!pointer && !integer) return (Fold){0};
  unsigned bits = pointer ? l->p->ptr_bits : LLVMGetIntTypeWidth(type);
  LLVMOpcode opcode = LLVMGetConstOpcode(c);
  switch (opcode) {
  case LLVMGetElementPtr: return fold_gep(l, c);
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast:
  case LLVMTrunc: return fold_at_width(l, constant_fold(l, LLVMGetOperand(c, 0)), bits);
  case LLVMBitCast: return constant_fold(l, LLVMGetOperand(c, 0));
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMXor: return fold_binary(l, c, opcode);
  default: return (Fold){0};
  }
}

bool constant_is_missing(Lower *l, LLVMValueRef symbol) {
  if (LLVMGetLinkage(symbol) != LLVMExternalWeakLinkage) return false;
  if (LLVMIsAFunction(symbol) && target_of(l, symbol)->kind != TARGET_EXTERN)
    return false;
  lower_assume(l, "weak symbol %s is not defined", LLVMGetValueName(symbol));
  return true;
}

static Fold fold_variable(Lower *l, LLVMValueRef c) {
  LLVMValueRef behind = symbol_resolve(l, c);
  if (constant_is_missing(l, behind)) return fold_number(0, 0);
  if (!LLVMIsAGlobalVariable(behind)) return constant_fold(l, behind);
  return (Fold){.kind = FOLD_GLOBAL, .index = global_of(l, c).id};
}

/* A direct call does not come here: the address goes somewhere. */
static Fold fold_function(Lower *l, LLVMValueRef c) {
  LLVMValueRef behind = symbol_resolve(l, c);
  if (!LLVMIsAFunction(behind)) return constant_fold(l, behind);
  if (constant_is_missing(l, behind)) return fold_number(0, 0);
  Fn fn = function_of(l, behind);
  l->p->functions.data[fn.id].flags |= FN_ADDRESS_TAKEN;
  return (Fold){.kind = FOLD_FUNC, .index = fn.id};
}

Fold constant_fold(Lower *l, LLVMValueRef c) {
  uint64_t lo, hi;
  switch (LLVMGetValueKind(c)) {
  case LLVMConstantIntValueKind:
    return int_bits(c, &lo, &hi) ? fold_number(lo, hi) : (Fold){0};
  case LLVMConstantPointerNullValueKind: return fold_number(0, 0);
  case LLVMGlobalVariableValueKind: return fold_variable(l, c);
  case LLVMFunctionValueKind: return fold_function(l, c);
  case LLVMGlobalAliasValueKind: {
    LLVMValueRef behind = symbol_resolve(l, c);
    return behind == c ? (Fold){0} : constant_fold(l, behind);
  }
  case LLVMBlockAddressValueKind:
    return fold_number(constant_block_number(l, LLVMGetBlockAddressBasicBlock(c)), 0);
  case LLVMConstantExprValueKind: return fold_expression(l, c);
  default: return (Fold){0};
  }
}

/* ---- lanes ---- */

/* False: it needs an instruction. */
static bool fold_value(Lower *l, Fold f, Type type, Val *out) {
  switch (f.kind) {
  case FOLD_NONE: return false;
  case FOLD_INT:
    if (type_is_ptr(type) && f.lo) return false;
    *out = type_is_ptr(type) ? build_null(l->p) : build_int128(l->p, type, f.lo, f.hi);
    return true;
  case FOLD_GLOBAL:
    *out = build_global_addr(l->p, (Glob){f.index}, (int64_t)f.lo, type);
    return true;
  case FOLD_FUNC:
    if (f.lo) return false;
    *out = build_func_addr(l->p, (Fn){f.index}, type);
    return true;
  }
  return false;
}

static bool is_zero_of(LLVMValueRef c) { return LLVMIsNull(c); }

static Val zero_of(Lower *l, Type type) {
  if (type_is_ptr(type)) return build_null(l->p);
  if (!type_is_float(type)) return build_int(l->p, type, 0);
  return build_const(l->p, (Const){.kind = CONST_FLOAT, .type = type});
}

static Vals *filled(Lower *l, const Layout *layout, bool undefined) {
  Vals *vals = vals_new(l, layout->count);
  for (uint32_t i = 0; i < layout->count; i++) {
    Type type = layout->lanes[i].type;
    vals->v[i] = undefined ? build_undef(l->p, type) : zero_of(l, type);
  }
  return vals;
}

bool constant_words(LLVMValueRef c, uint64_t *words, unsigned count) {
  return LLVMIsAConstantInt(c) && parse_wide(c, words, count);
}

static const Vals *wide_lanes(Lower *l, LLVMValueRef c, const Layout *layout) {
  uint64_t *words = arena_new_array(l->scratch, uint64_t, layout->count);
  if (!constant_words(c, words, layout->count))
    return emit_opaque(l, layout, "wide constant");
  Vals *vals = vals_new(l, layout->count);
  for (uint32_t i = 0; i < layout->count; i++)
    vals->v[i] = build_int(l->p, layout->lanes[i].type, words[i]);
  return vals;
}

static const Vals *number_lanes(Lower *l, LLVMValueRef c, const Layout *layout) {
  uint64_t lo, hi = 0;
  if (type_is_wide_int(LLVMTypeOf(c))) return wide_lanes(l, c, layout);
  if (layout->count != 1 || !constant_bits(c, &lo, &hi))
    return emit_opaque(l, layout, "wide constant");
  Type type = layout->lanes[0].type;
  if (!type_is_float(type)) return vals_one(l, build_int128(l->p, type, lo, hi));
  Const number = {.kind = CONST_FLOAT, .type = type, .lo = lo, .hi = hi};
  return vals_one(l, build_const(l->p, number));
}

static const Vals *element_lanes(Lower *l, LLVMValueRef c, const Layout *layout) {
  Vals *vals = vals_new(l, layout->count);
  uint32_t done = 0;
  for (unsigned i = 0; done < layout->count; i++) {
    LLVMValueRef element = LLVMGetAggregateElement(c, i);
    if (!element) return emit_opaque(l, layout, "constant");
    const Vals *part = constant_lanes(l, element);
    for (uint32_t k = 0; k < part->count; k++) vals->v[done++] = part->v[k];
  }
  return vals;
}

/* Whether it is a list of elements. */
static bool has_elements(LLVMValueRef c) {
  switch (LLVMGetValueKind(c)) {
  case LLVMConstantStructValueKind:
  case LLVMConstantArrayValueKind:
  case LLVMConstantVectorValueKind:
  case LLVMConstantDataArrayValueKind:
  case LLVMConstantDataVectorValueKind: return true;
  default: return false;
  }
}

static bool resolver_lanes(Lower *l, LLVMValueRef c, const Vals **out) {
  if (LLVMGetValueKind(c) != LLVMGlobalIFuncValueKind) return false;
  LLVMValueRef resolver = LLVMIsAFunction(LLVMGetGlobalIFuncResolver(c));
  const Layout *pointer = type_layout(l, LLVMTypeOf(c));
  if (!resolver) return *out = emit_opaque(l, pointer, "ifunc"), true;
  Fn fn = function_of(l, resolver);
  Val callee = build_func_addr(l->p, fn, type_ptr());
  *out = emit_call(l, callee, fn, NULL, 0, pointer, (Sym){0});
  return true;
}

static const Vals *address_lanes(Lower *l, LLVMValueRef c, const Layout *layout) {
  Fold f = constant_fold(l, c);
  Val v;
  const Vals *called;
  if (layout->count == 1 && fold_value(l, f, layout->lanes[0].type, &v))
    return vals_one(l, v);
  if (layout->count == 1 && f.kind == FOLD_INT)
    return vals_one(l,
                    emit_op(l, OP_INTTOPTR, type_ptr(), build_int(l->p, l->word, f.lo)));
  if (resolver_lanes(l, c, &called)) return called;
  const Vals *computed = NULL;
  if (LLVMGetValueKind(c) == LLVMConstantExprValueKind)
    computed = lower_pure(l, c, LLVMGetConstOpcode(c), false);
  return computed ? computed : emit_opaque(l, layout, "constant expression");
}

static const Vals *make_lanes(Lower *l, LLVMValueRef c) {
  const Layout *layout = type_layout(l, LLVMTypeOf(c));
  if (!layout->known) return vals_new(l, 0);
  if (LLVMIsUndef(c) || LLVMIsPoison(c)) return filled(l, layout, true);
  if (is_zero_of(c)) return filled(l, layout, false);
  if (LLVMIsAConstantInt(c) || LLVMIsAConstantFP(c)) return number_lanes(l, c, layout);
  if (has_elements(c)) return element_lanes(l, c, layout);
  return address_lanes(l, c, layout);
}

static bool all_constant(const Vals *vals) {
  for (uint32_t i = 0; i < vals->count; i++)
    if (!val_is_const(vals->v[i])) return false;
  return true;
}

const Vals *constant_lanes(Lower *l, LLVMValueRef c) {
  uint64_t *found = map_find(&l->constants, key_of(c));
  if (found) return (const Vals *)(uintptr_t)*found;
  const Vals *vals = make_lanes(l, c);
  if (!all_constant(vals)) return vals;
  size_t bytes = sizeof(Vals) + vals->count * sizeof(Val);
  Vals *kept = arena_alloc(l->arena, bytes);
  memcpy(kept, vals, bytes);
  map_set(l->arena, &l->constants, key_of(c), key_of(kept));
  return kept;
}

const char *constant_string(Lower *l, LLVMValueRef v) {
  LLVMValueRef global = LLVMIsAGlobalVariable(v);
  LLVMValueRef text = global ? LLVMGetInitializer(global) : NULL;
  if (!text || !LLVMIsAConstantDataArray(text) || !LLVMIsConstantString(text))
    return NULL;
  size_t length;
  const char *bytes = LLVMGetAsString(text, &length);
  return arena_strndup(l->arena, bytes, strnlen(bytes, length));
}
