/* Calls: of functions, through pointers, of inline assembly; structs passed by value; and
 * the layout of variadic arguments. */
#include <string.h>

#include "frontend/lower.h"

static uint64_t key_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

/* ---- structs passed by value ---- */

/* The type that the call copies for its n-th argument; NULL when it does not. */
static LLVMTypeRef byval_type(Lower *l, LLVMValueRef call, unsigned n) {
  if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, n))) != LLVMPointerTypeKind)
    return NULL;
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, n + 1, l->byval_kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static uint64_t byval_align(Lower *l, LLVMValueRef call, unsigned n) {
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, n + 1, l->align_kind);
  return attribute ? LLVMGetEnumAttributeValue(attribute) : 1;
}

/* Clang's own temporary for a struct argument, used for nothing else: it may be handed
 * over as it is. */
static bool is_argument_temporary(LLVMValueRef v) {
  size_t length;
  if (!LLVMIsAAllocaInst(v)) return false;
  const char *name = LLVMGetValueName2(v, &length);
  if (!strncmp(name, "byval-temp", 10)) return true;
  return !strncmp(name, "agg.tmp", 7) && strspn(name + 7, "0123456789") == length - 7;
}

static void make_temps(Lower *l, LLVMValueRef call) {
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef type = byval_type(l, call, i);
    if (!type || is_argument_temporary(LLVMGetOperand(call, i))) continue;
    Val bytes = build_int(l->p, l->word, type_size(l, type));
    Inst inst = {.op = OP_ALLOCA, .type = type_ptr()};
    inst.imm = (int64_t)byval_align(l, call, i);
    inst.name = intern_string(l->p->names, "argument");
    Val place = emit_inst(l, inst, &bytes, 1);
    map_set(l->scratch, &l->byvals, key_of(LLVMGetOperandUse(call, i)), place.id);
  }
}

void lower_byval_temps(Lower *l, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i)) make_temps(l, i);
}

/* ---- arguments ---- */

typedef struct Arguments {
  VecVals vals;
  VecVals temps; /* allocas whose life ends after the call */
} Arguments;

static void push_copy(Lower *l, Arguments *out, LLVMValueRef call, unsigned n,
                      LLVMTypeRef type) {
  uint64_t *place = map_find(&l->byvals, key_of(LLVMGetOperandUse(call, n)));
  Val from = lower_scalar(l, LLVMGetOperand(call, n));
  if (!place) {
    vec_push(l->scratch, &out->vals, from);
    return;
  }
  Val temp = {(uint32_t)*place};
  emit_op(l, OP_SCOPE_BEGIN, type_void(), temp);
  Inst copy = {.op = OP_COPY, .flags = INST_SCALAR_COPY};
  Val size = build_int(l->p, l->word, type_size(l, type));
  emit_inst(l, copy, (const Val[]){temp, from, size}, 3);
  vec_push(l->scratch, &out->vals, temp);
  vec_push(l->scratch, &out->temps, temp);
}

/* A struct among the variadic arguments lies in their area with its own bytes. The callee
 * sees only the area, so it is passed as the slots that it covers: whole words, of 16
 * bytes where the struct is aligned so, the last one widened with zeros. */
static void push_words(Lower *l, Arguments *out, LLVMValueRef call, unsigned n,
                       LLVMTypeRef type) {
  uint64_t size = type_size(l, type);
  bool wide = l->p->ptr_bits == 64 && byval_align(l, call, n) >= 16;
  uint64_t slot = wide ? 16 : l->p->ptr_bits / 8;
  Val from = lower_scalar(l, LLVMGetOperand(call, n));
  for (uint64_t done = 0; done < size; done += slot) {
    uint64_t bytes = size - done < slot ? size - done : slot;
    Val at = emit_offset(l, from, (int64_t)done);
    Inst load = {.op = OP_LOAD, .type = type_int((unsigned)bytes * 8)};
    Val word = emit_inst(l, load, &at, 1);
    vec_push(l->scratch, &out->vals, emit_convert(l, word, type_int((unsigned)slot * 8)));
  }
}

/* A vector among the variadic arguments: as integers of a slot's size. */
static void push_vector(Lower *l, Arguments *out, const Vals *vals,
                        const Layout *layout) {
  unsigned bits = layout->size >= 16 ? 128 : (unsigned)layout->size * 8;
  uint32_t count = (uint32_t)((layout->size * 8 + bits - 1) / bits);
  Lane *lanes = arena_new_array(l->scratch, Lane, count);
  for (uint32_t i = 0; i < count; i++) lanes[i] = (Lane){type_int(bits), i * bits / 8};
  Layout words = {.known = true, .count = count, .lanes = lanes};
  const Vals *packed = lower_bits(l, vals, &words);
  for (uint32_t i = 0; i < count; i++) vec_push(l->scratch, &out->vals, packed->v[i]);
}

static void push_argument(Lower *l, Arguments *out, LLVMValueRef call, unsigned n,
                          bool variadic) {
  LLVMTypeRef copied = byval_type(l, call, n);
  if (copied && variadic) {
    push_words(l, out, call, n, copied);
    return;
  }
  if (copied) {
    push_copy(l, out, call, n, copied);
    return;
  }
  LLVMValueRef value = LLVMGetOperand(call, n);
  LLVMTypeRef type = LLVMTypeOf(value);
  const Vals *vals = lower_operand(l, value);
  const Layout *layout = type_layout(l, type);
  if (variadic && LLVMGetTypeKind(type) == LLVMVectorTypeKind && !layout->bit_packed)
    push_vector(l, out, vals, layout);
  else
    for (uint32_t i = 0; i < vals->count; i++)
      vec_push(l->scratch, &out->vals, vals->v[i]);
}

/* How many arguments of the call are not variadic: as the callee has it, if it is known.
 */
static unsigned fixed_count(LLVMValueRef call, LLVMValueRef callee) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  if (callee && !LLVMIsDeclaration(callee)) type = LLVMGlobalGetValueType(callee);
  return LLVMIsFunctionVarArg(type) ? LLVMCountParamTypes(type) : ~0u;
}

/* ---- the call ---- */

static uint32_t fit_arguments(Lower *l, Fn fn, const Val *args, uint32_t count,
                              Val *out) {
  const Function *function = ir_function(l->p, fn);
  uint32_t fixed = function->params.len;
  for (uint32_t i = 0; i < fixed; i++) {
    Type type = ir_function(l->p, fn)->params.data[i];
    out[i] = i < count ? emit_convert(l, args[i], type) : build_undef(l->p, type);
  }
  if (!(ir_function(l->p, fn)->flags & FN_VARIADIC)) return fixed;
  for (uint32_t i = fixed; i < count; i++) out[i] = args[i];
  return count > fixed ? count : fixed;
}

/* The results of a call that gives `types`. */
static const Vals *call_results(Lower *l, const Val *args, uint32_t count,
                                const Type *types, uint32_t type_count, Sym name) {
  Vals *results = vals_new(l, type_count);
  Inst call = {.op = OP_CALL, .type = type_count ? types[0] : type_void(), .name = name};
  Val made = emit_inst(l, call, args, count);
  for (uint32_t i = 0; i < type_count; i++) {
    Inst part = {.op = OP_PART, .type = types[i], .imm = i, .name = name};
    results->v[i] = i ? emit_inst(l, part, &made, 1) : made;
  }
  return results;
}

static const Vals *fit_results(Lower *l, const Vals *results, const Layout *wanted) {
  Vals *fitted = vals_new(l, wanted->count);
  for (uint32_t i = 0; i < wanted->count; i++) {
    Type type = wanted->lanes[i].type;
    fitted->v[i] =
      i < results->count ? emit_convert(l, results->v[i], type) : build_undef(l->p, type);
  }
  return fitted;
}

const Vals *emit_call(Lower *l, Val callee, Fn known, const Val *args, uint32_t count,
                      const Layout *result, Sym name) {
  uint32_t most = count;
  bool direct = known.id != IR_NONE;
  if (direct && ir_function(l->p, known)->params.len > most)
    most = ir_function(l->p, known)->params.len;
  Val *all = arena_new_array(l->scratch, Val, most + 1);
  all[0] = callee;
  if (direct)
    count = fit_arguments(l, known, args, count, all + 1);
  else if (count)
    memcpy(all + 1, args, count * sizeof(Val));
  if (direct) {
    const Function *function = ir_function(l->p, known);
    const Vals *results = call_results(l, all, count + 1, function->results.data,
                                       function->results.len, name);
    return fit_results(l, results, result);
  }
  Type *types = arena_new_array(l->scratch, Type, result->count);
  for (uint32_t i = 0; i < result->count; i++) types[i] = result->lanes[i].type;
  return call_results(l, all, count + 1, types, result->count, name);
}

static const Vals *lower_plain_call(Lower *l, LLVMValueRef inst, LLVMValueRef function) {
  const Layout *result = type_layout(l, LLVMTypeOf(inst));
  Arguments arguments = {0};
  unsigned count = LLVMGetNumArgOperands(inst), fixed = fixed_count(inst, function);
  Fn fn = function ? function_of(l, function) : FN_NONE;
  Val callee = function ? build_func_addr(l->p, fn, type_ptr())
                        : lower_scalar(l, LLVMGetCalledValue(inst));
  for (unsigned i = 0; i < count; i++) push_argument(l, &arguments, inst, i, i >= fixed);
  const Vals *results = emit_call(l, callee, fn, arguments.vals.data, arguments.vals.len,
                                  result, lower_name(l, inst));
  for (uint32_t i = 0; i < arguments.temps.len; i++)
    emit_op(l, OP_SCOPE_END, type_void(), arguments.temps.data[i]);
  return results;
}

/* ---- known functions ---- */

static Call known_call(Lower *l, LLVMValueRef inst, LLVMValueRef function) {
  Call call = {.name = LLVMGetValueName(function), .inst = inst};
  call.type = LLVMGetCalledFunctionType(inst);
  call.result = type_layout(l, LLVMTypeOf(inst));
  call.count = LLVMGetNumArgOperands(inst);
  call.args = arena_new_array(l->scratch, const Vals *, call.count + 1);
  for (uint32_t i = 0; i < call.count; i++)
    call.args[i] = lower_operand(l, LLVMGetOperand(inst, i));
  return call;
}

static const Vals *lower_target(Lower *l, LLVMValueRef inst, const Target *target) {
  Call call;
  switch (target->kind) {
  case TARGET_INTRINSIC:
    call = known_call(l, inst, target->function);
    return intrinsic_lower(l, target->known, &call);
  case TARGET_KNOWN:
    call = known_call(l, inst, target->function);
    return library_lower(l, target->known, &call);
  case TARGET_MATH:
    call = known_call(l, inst, target->function);
    return library_lower_math(l, &call);
  default: return lower_plain_call(l, inst, target->function);
  }
}

/* ---- inline assembly ---- */

/* Instructions that change nothing a program can see. */
static bool is_idle_assembly(const char *text) {
  static const char *const idle[] = {"",       "nop",    "pause",  "rep; nop", "rep;nop",
                                     "mfence", "lfence", "sfence", "# %0"};
  for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
    if (!strcmp(text, idle[i])) return true;
  return text[0] == '#' && !strchr(text, '\n');
}

/* For each output in order the number of the argument tied to it, or -1. False: there is
 * a kind of constraint whose effect is not clear. */
static bool tied_inputs(const char *text, uint32_t outputs, int *tied) {
  uint32_t output = 0, input = 0;
  for (uint32_t i = 0; i < outputs; i++) tied[i] = -1;
  for (const char *at = text; *at;) {
    size_t length = strcspn(at, ",");
    if (*at == '=' || *at == '+') {
      if (memchr(at, '*', length)) return false;
      if (output++ >= outputs) return false;
    } else if (*at != '~') {
      uint32_t to = *at >= '0' && *at <= '9' ? (uint32_t)(*at - '0') : IR_NONE;
      if (to < outputs) tied[to] = (int)input;
      input++;
    }
    at += length + (at[length] == ',');
  }
  return output == outputs;
}

static const Vals *idle_results(Lower *l, LLVMValueRef inst, const Layout *result,
                                const char *constraints) {
  int tied[16];
  if (result->count > 16 || !tied_inputs(constraints, result->count, tied)) return NULL;
  Vals *vals = vals_new(l, result->count);
  for (uint32_t i = 0; i < result->count; i++) {
    Type type = result->lanes[i].type;
    const Vals *from = NULL;
    if (tied[i] >= 0 && (unsigned)tied[i] < LLVMGetNumArgOperands(inst))
      from = lower_operand(l, LLVMGetOperand(inst, (unsigned)tied[i]));
    vals->v[i] = from && from->count == 1 ? emit_convert(l, from->v[0], type)
                                          : build_undef(l->p, type);
  }
  return vals;
}

static const Vals *lower_assembly(Lower *l, LLVMValueRef inst, LLVMValueRef assembly) {
  const Layout *result = type_layout(l, LLVMTypeOf(inst));
  size_t length;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
  text = arena_strndup(l->scratch, text ? text : "?", text ? length : 1);
  text += strspn(text, " \t\n");
  const char *constraints = LLVMGetInlineAsmConstraintString(assembly, &length);
  constraints = arena_strndup(l->scratch, constraints ? constraints : "", length);
  const Vals *vals = NULL;
  if (is_idle_assembly(text)) vals = idle_results(l, inst, result, constraints);
  return vals ? vals : emit_opaque_user(l, result, "inline asm", inst);
}

/* ---- all of them ---- */

void lower_call(Lower *l, LLVMValueRef inst) {
  LLVMValueRef callee = LLVMGetCalledValue(inst);
  const Vals *results;
  if (LLVMIsAInlineAsm(callee)) {
    results = lower_assembly(l, inst, callee);
  } else {
    LLVMValueRef function = LLVMIsConstant(callee) ? symbol_resolve(l, callee) : callee;
    function = LLVMIsAFunction(function);
    if (function && constant_is_missing(l, function)) function = NULL;
    results = function ? lower_target(l, inst, target_of(l, function))
                       : lower_plain_call(l, inst, NULL);
  }
  if (!lower_closed(l)) lower_set(l, inst, results);
}
