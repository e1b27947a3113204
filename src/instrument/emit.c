/* A rule that fits becomes a call: its arguments as values, its function declared when it
 * is first needed. */
#include <string.h>

#include "instrument/instrumenter.h"

#define PLACE_NAME "staged.place"
#define TEXT_NAME "staged.text"

static LLVMTypeRef int_type(Instrumenter *in, unsigned bits) {
  return LLVMIntTypeInContext(in->context, bits);
}

static LLVMTypeRef pointer_type(Instrumenter *in) {
  return LLVMPointerTypeInContext(in->context, 0);
}

static LLVMValueRef number(Instrumenter *in, unsigned bits, int64_t value) {
  return LLVMConstInt(int_type(in, bits), (uint64_t)value, true);
}

/* ---- constants ---- */

static LLVMValueRef constant_global(Instrumenter *in, LLVMValueRef value,
                                    const char *name) {
  LLVMValueRef global = LLVMAddGlobal(in->module, LLVMTypeOf(value), name);
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return global;
}

static LLVMValueRef text_constant(Instrumenter *in, const char *text) {
  uint64_t key = hash_bytes(text, strlen(text)) ^ key_of(in->module);
  uint64_t *found = map_at(in->arena, &in->places, key);
  if (!*found) {
    LLVMValueRef bytes =
      LLVMConstStringInContext2(in->context, text, strlen(text), false);
    *found = key_of(constant_global(in, bytes, TEXT_NAME));
  }
  return (LLVMValueRef)(uintptr_t)*found;
}

/* ---- places ---- */

typedef struct Where {
  const char *file, *function;
  uint32_t line, column, inst;
} Where;

static Where where_of_global(const Instrumenter *in, const Site *site) {
  Where where = {.file = "", .function = "", .inst = IR_NONE};
  if (site->global.id == IR_NONE) return where;
  const Pos *pos = ir_pos(in->p, ir_global(in->p, site->global)->pos);
  where.file = ir_text(in->p, pos->file);
  where.line = pos->line;
  where.column = pos->column;
  return where;
}

/* As belay's other messages have it: the position of what it was lowered to. */
static Where where_of(const Instrumenter *in, const Site *site) {
  if (!site->function) return where_of_global(in, site);
  Where where = {
    .file = "", .function = LLVMGetValueName(site->function), .inst = IR_NONE};
  for (uint32_t i = 0; site->insts && i < site->insts->len && !where.line; i++) {
    const Pos *pos = ir_pos(in->p, ir_inst(in->p, site->insts->data[i])->pos);
    where.file = ir_text(in->p, pos->file);
    where.line = pos->line;
    where.column = pos->column;
    where.inst = site->insts->data[i].id;
  }
  return where;
}

static LLVMValueRef place_constant(Instrumenter *in, const Site *site) {
  Where where = where_of(in, site);
  const char *text =
    arena_printf(in->arena, "%s|%s|%u|%u|%u|%p", where.file, where.function, where.line,
                 where.column, where.inst, (void *)in->module);
  uint64_t *found = map_at(in->arena, &in->places, hash_bytes(text, strlen(text)));
  if (*found) return (LLVMValueRef)(uintptr_t)*found;
  LLVMValueRef fields[] = {
    text_constant(in, where.file), text_constant(in, where.function),
    number(in, 32, where.line),    number(in, 32, where.column),
    number(in, 32, in->library),   number(in, 32, where.inst)};
  LLVMValueRef value = LLVMConstStructInContext(in->context, fields, 6, false);
  LLVMValueRef global = constant_global(in, value, PLACE_NAME);
  map_set(in->arena, &in->places, hash_bytes(text, strlen(text)), key_of(global));
  return global;
}

/* ---- arguments ---- */

static LLVMValueRef widened(Instrumenter *in, LLVMValueRef value, bool with_sign) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return value;
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return NULL;
  unsigned bits = LLVMGetIntTypeWidth(type);
  if (bits > 64) return NULL;
  if (bits == 64) return value;
  return with_sign ? LLVMBuildSExt(in->builder, value, int_type(in, 64), "")
                   : LLVMBuildZExt(in->builder, value, int_type(in, 64), "");
}

static LLVMValueRef size_of(Instrumenter *in, const Site *site) {
  if (!site->length) return number(in, 64, (int64_t)site->bytes);
  LLVMValueRef length = widened(in, site->length, false);
  if (!length || site->bytes == 1) return length;
  return LLVMBuildMul(in->builder, length, number(in, 64, (int64_t)site->bytes), "");
}

static LLVMValueRef pointer_of(Instrumenter *in, const Site *site) {
  if (!site->through) return site->pointer;
  return LLVMBuildLoad2(in->builder, pointer_type(in), site->pointer, "");
}

/* Without the additions made in this function. */
static LLVMValueRef base_of(Instrumenter *in, const Site *site) {
  LLVMValueRef base = site->pointer;
  if (site->through) return pointer_of(in, site);
  while (LLVMIsAGetElementPtrInst(base) ||
         (LLVMIsAConstantExpr(base) && LLVMGetConstOpcode(base) == LLVMGetElementPtr))
    base = LLVMGetOperand(base, 0);
  return base;
}

static LLVMValueRef operand_of(Instrumenter *in, const Site *site, unsigned index) {
  if (site->find == FIND_ACCESS || site->find == FIND_ARGUMENT ||
      site->find == FIND_GLOBAL)
    return index == 0 ? pointer_of(in, site) : NULL;
  if (!site->inst) return NULL;
  unsigned count = LLVMIsACallInst(site->inst) ? LLVMGetNumArgOperands(site->inst)
                                               : (unsigned)LLVMGetNumOperands(site->inst);
  return index < count ? widened(in, LLVMGetOperand(site->inst, index), true) : NULL;
}

static const char *name_of(const Site *site) {
  LLVMValueRef named = site->find == FIND_GLOBAL  ? site->pointer
                       : site->find == FIND_ENTRY ? site->function
                       : site->pointer            ? site->pointer
                                                  : site->inst;
  const char *name = named ? LLVMGetValueName(named) : "";
  return name ? name : "";
}

static unsigned bits_of(const Site *site) {
  LLVMTypeRef type = site->inst ? LLVMTypeOf(site->inst) : NULL;
  if (type && LLVMGetTypeKind(type) == LLVMStructTypeKind)
    type = LLVMTypeOf(LLVMGetOperand(site->inst, 0)); /* sites.c: push_marked */
  return type && LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type)
                                                              : 0;
}

static LLVMValueRef bound_of(Instrumenter *in, const Site *site, RuleValue value) {
  PointsBounds b;
  LLVMValueRef from;
  if (!facts_bounds(in, site, &b, &from)) return NULL;
  if (value == VALUE_FROM) return from;
  return number(in, 64,
                value == VALUE_MIN_BEFORE   ? b.min_before
                : value == VALUE_MIN_AFTER  ? b.min_after
                : value == VALUE_MAX_BEFORE ? b.max_before
                                            : b.max_after);
}

/* ---- variadic arguments, by the ABI of x86 ---- */

typedef struct Passed {
  uint64_t integer, vector, memory; /* bytes */
} Passed;

enum { INTEGER_BYTES = 48, VECTOR_BYTES = 128 };

static void pass_memory(Passed *passed, uint64_t size, uint64_t slot, bool variadic) {
  if (variadic) passed->memory += (size + slot - 1) / slot * slot;
}

static void pass_one(Instrumenter *in, Passed *passed, LLVMTypeRef type, bool by_value,
                     LLVMTypeRef copied, bool variadic) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  uint64_t slot = LLVMPointerSize(in->layout);
  uint64_t size = LLVMABISizeOfType(in->layout, by_value ? copied : type);
  bool real =
    kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMVectorTypeKind;
  bool memory = by_value || slot == 4 || kind == LLVMX86_FP80TypeKind;
  if (memory) {
    pass_memory(passed, size, slot, variadic);
  } else if (real) {
    if (passed->vector + 16 <= VECTOR_BYTES)
      passed->vector += 16;
    else
      pass_memory(passed, size, slot, variadic);
  } else {
    uint64_t bytes = (size + 7) / 8 * 8;
    if (passed->integer + bytes <= INTEGER_BYTES)
      passed->integer += bytes;
    else
      pass_memory(passed, size, slot, variadic);
  }
}

static Passed passed_by(Instrumenter *in, LLVMValueRef call) {
  Passed passed = {0};
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  unsigned fixed = LLVMCountParamTypes(LLVMGetCalledFunctionType(call));
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
    LLVMTypeRef copied = attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
    pass_one(in, &passed, LLVMTypeOf(LLVMGetOperand(call, i)), attribute != NULL, copied,
             i >= fixed);
  }
  return passed;
}

/* ---- one argument ---- */

static LLVMValueRef argument(Instrumenter *in, const Site *site, const RuleArgument *a) {
  switch (a->value) {
  case VALUE_PLACE: return place_constant(in, site);
  case VALUE_SIZE: return size_of(in, site);
  case VALUE_WRITE: return number(in, 32, site->write);
  case VALUE_BASE: return site->pointer ? base_of(in, site) : NULL;
  case VALUE_NAME: return text_constant(in, name_of(site));
  case VALUE_CONST:
    return number(in, 32,
                  site->find == FIND_GLOBAL && LLVMIsGlobalConstant(site->pointer));
  case VALUE_CALLEE:
    return site->find == FIND_CALL ? LLVMGetCalledValue(site->inst) : NULL;
  case VALUE_BITS: return number(in, 32, bits_of(site));
  case VALUE_PASSED_INTEGER:
    return number(in, 32, (int64_t)passed_by(in, site->inst).integer);
  case VALUE_PASSED_VECTOR:
    return number(in, 32, (int64_t)passed_by(in, site->inst).vector);
  case VALUE_PASSED_MEMORY:
    return number(in, 64, (int64_t)passed_by(in, site->inst).memory);
  case VALUE_RESULT: return site->inst ? widened(in, site->inst, true) : NULL;
  case VALUE_OPERAND: return operand_of(in, site, (unsigned)a->index);
  case VALUE_INTEGER: return number(in, 32, a->index);
  case VALUE_TEXT: return text_constant(in, a->text);
  default: return bound_of(in, site, a->value);
  }
}

/* ---- where ---- */

static LLVMValueRef first_real(LLVMBasicBlockRef block) {
  LLVMValueRef inst = LLVMGetFirstInstruction(block);
  while (inst && LLVMIsAPHINode(inst)) inst = LLVMGetNextInstruction(inst);
  return inst;
}

/* A function of ours that holds what is inserted outside of functions. */
static LLVMValueRef outside(Instrumenter *in, LLVMValueRef *function, const char *name) {
  if (!*function) {
    LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(in->context), NULL, 0, false);
    *function = LLVMAddFunction(in->module, name, type);
    LLVMPositionBuilderAtEnd(in->builder,
                             LLVMAppendBasicBlockInContext(in->context, *function, ""));
    LLVMBuildRetVoid(in->builder);
  }
  return LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(*function));
}

static LLVMValueRef insertion_point(Instrumenter *in, const Rule *rule,
                                    const Site *site) {
  switch (site->find) {
  case FIND_GLOBAL:
  case FIND_START:
    return outside(in, &in->start, in->library ? "staged.start.library" : "staged.start");
  case FIND_END:
    return outside(in, &in->end, in->library ? "staged.end.library" : "staged.end");
  case FIND_ENTRY:
  case FIND_ARGUMENT: return first_real(LLVMGetEntryBasicBlock(site->function));
  default: return rule->after ? LLVMGetNextInstruction(site->inst) : site->inst;
  }
}

/* ---- the call ---- */

/* Whether it is given something that the program computes. */
static bool looks_at(const Rule *rule) {
  for (uint32_t i = 0; i < rule->arguments.len; i++) {
    RuleValue value = rule->arguments.data[i].value;
    if (value == VALUE_OPERAND || value == VALUE_RESULT || value == VALUE_BASE)
      return true;
  }
  return false;
}

static void count_call(Instrumenter *in, const Rule *rule) {
  InstrumentResult *result = in->result;
  InstrumentCount *count = NULL;
  for (uint32_t i = 0; i < result->counts.len && !count; i++)
    if (!strcmp(result->counts.data[i].call, rule->call)) count = &result->counts.data[i];
  if (!count) {
    vec_push(in->arena, &result->counts,
             (InstrumentCount){.call = rule->call, .looks = looks_at(rule)});
    count = &result->counts.data[result->counts.len - 1];
  }
  if (in->library)
    count->library++;
  else
    count->user++;
}

static void note_touched(Instrumenter *in, const Rule *rule, const Site *site) {
  if (in->library || !site->insts || site->find <= FIND_STORE || !looks_at(rule)) return;
  for (uint32_t i = 0; i < site->insts->len; i++)
    vec_push(in->arena, &in->result->touched, site->insts->data[i]);
}

void emit_rule(Instrumenter *in, const Rule *rule, const Site *site) {
  uint32_t count = rule->arguments.len;
  LLVMValueRef *values = arena_new_array(in->arena, LLVMValueRef, count + 1);
  LLVMTypeRef *types = arena_new_array(in->arena, LLVMTypeRef, count + 1);
  LLVMPositionBuilderBefore(in->builder, insertion_point(in, rule, site));
  LLVMSetCurrentDebugLocation2(in->builder, NULL);
  for (uint32_t i = 0; i < count; i++) {
    values[i] = argument(in, site, &rule->arguments.data[i]);
    if (!values[i]) return;
    types[i] = LLVMTypeOf(values[i]);
  }
  LLVMTypeRef type =
    LLVMFunctionType(LLVMVoidTypeInContext(in->context), types, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(in->module, rule->call);
  if (!function) function = LLVMAddFunction(in->module, rule->call, type);
  LLVMBuildCall2(in->builder, type, function, values, count, "");
  count_call(in, rule);
  note_touched(in, rule, site);
}
