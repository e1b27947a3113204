/* Calls: how referents get from caller to callee and back (rule R6), and what becomes of
 * calls of library functions (R5) and of the compiler's own memory operations (R4).
 *
 * A function with pointers in its type gets a *body*, the same code with one more i32 for
 * each pointer parameter, whose result is a pair when it is a pointer. Calls in the
 * module go there directly. Under the old name stays a thunk for everybody else: it takes
 * the referents out of the thread's buffer and calls the body. Variadic functions have no
 * body of their own. */
#include <stdio.h>
#include <string.h>

#include "belay_rt.h"
#include "guard/pass.h"

static bool is_pointer_type(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

static bool is_pointer(LLVMValueRef value) { return is_pointer_type(LLVMTypeOf(value)); }

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static LLVMAttributeRef by_value(LLVMValueRef function, unsigned i) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  return LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
}

/* Whether the parameter's referent is passed on: it is the caller's pointer. */
static bool has_referent(LLVMValueRef function, unsigned i) {
  return is_pointer(LLVMGetParam(function, i)) && !by_value(function, i);
}

/* ---- attributes ---- */

/* Promises that instrumented code does not keep, or that would let LLVM remove a check.
 */
static bool is_dropped(LLVMAttributeRef attribute) {
  static const char *const names[] = {
    "memory",     "nonnull",        "dereferenceable", "dereferenceable_or_null",
    "returned",   "readonly",       "readnone",        "writeonly",
    "noundef",    "nofree",         "nosync",          "speculatable",
    "writable",   "dead_on_unwind", "initializes",     "allocsize",
    "allockind",  "alloc-family",   "byval",           "nocapture",
    "willreturn", "norecurse"};
  if (!LLVMIsEnumAttribute(attribute) && !LLVMIsTypeAttribute(attribute)) return false;
  unsigned kind = LLVMGetEnumAttributeKind(attribute);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (kind == LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]))) return true;
  return false;
}

static void copy_attributes(Guard *g, LLVMValueRef from, LLVMValueRef to,
                            unsigned index) {
  unsigned count = LLVMGetAttributeCountAtIndex(from, index);
  LLVMAttributeRef *list = arena_new_array(g->arena, LLVMAttributeRef, count + 1);
  LLVMGetAttributesAtIndex(from, index, list);
  for (unsigned i = 0; i < count; i++)
    if (!is_dropped(list[i])) LLVMAddAttributeAtIndex(to, index, list[i]);
}

static void drop_attributes(Guard *g, LLVMValueRef function, unsigned index, bool all) {
  unsigned count = LLVMGetAttributeCountAtIndex(function, index);
  LLVMAttributeRef *list = arena_new_array(g->arena, LLVMAttributeRef, count + 1);
  LLVMGetAttributesAtIndex(function, index, list);
  unsigned by_value_kind = LLVMGetEnumAttributeKindForName("byval", 5);
  for (unsigned i = 0; i < count; i++) {
    if (!is_dropped(list[i])) continue;
    unsigned kind = LLVMGetEnumAttributeKind(list[i]);
    if (all || kind != by_value_kind)
      LLVMRemoveEnumAttributeAtIndex(function, index, kind);
  }
}

static void keep_frame_pointer(Guard *g, LLVMValueRef function) {
  LLVMAttributeRef attribute =
    LLVMCreateStringAttribute(g->context, "frame-pointer", 13, "non-leaf", 8);
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

/* ---- bodies ---- */

static LLVMTypeRef pair_type(Guard *g) {
  LLVMTypeRef parts[] = {g->ptr, g->i32};
  return LLVMStructTypeInContext(g->context, parts, 2, false);
}

static LLVMTypeRef body_type(Guard *g, LLVMValueRef function) {
  unsigned count = LLVMCountParams(function);
  Vec(LLVMTypeRef) params = {0};
  for (unsigned i = 0; i < count; i++)
    vec_push(g->arena, &params, LLVMTypeOf(LLVMGetParam(function, i)));
  for (unsigned i = 0; i < count; i++)
    if (has_referent(function, i)) vec_push(g->arena, &params, g->i32);
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  if (is_pointer_type(result)) result = pair_type(g);
  return LLVMFunctionType(result, params.data, params.len, false);
}

static bool wants_body(LLVMValueRef function) {
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  if (!LLVMCountBasicBlocks(function) || LLVMIsFunctionVarArg(type)) return false;
  if (is_pointer_type(LLVMGetReturnType(type))) return true;
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    if (is_pointer(LLVMGetParam(function, i))) return true;
  return false;
}

static void move_code(LLVMValueRef from, LLVMValueRef to) {
  LLVMBasicBlockRef block;
  while ((block = LLVMGetFirstBasicBlock(from))) {
    LLVMRemoveBasicBlockFromParent(block);
    LLVMAppendExistingBasicBlock(to, block);
  }
}

static void copy_function_attributes(Guard *g, LLVMValueRef from, LLVMValueRef to) {
  copy_attributes(g, from, to, LLVMAttributeFunctionIndex);
  if (!is_pointer_type(LLVMGetReturnType(LLVMGlobalGetValueType(from))))
    copy_attributes(g, from, to, LLVMAttributeReturnIndex);
  for (unsigned i = 0; i < LLVMCountParams(from); i++)
    copy_attributes(g, from, to, i + 1);
}

static LLVMValueRef make_body(Guard *g, LLVMValueRef function) {
  const char *name = arena_printf(g->arena, "belay.%s", name_of(function));
  LLVMValueRef body = LLVMAddFunction(g->module, name, body_type(g, function));
  LLVMSetLinkage(body, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(body, LLVMGetFunctionCallConv(function));
  copy_function_attributes(g, function, body);
  LLVMSetSubprogram(body, LLVMGetSubprogram(function));
  LLVMSetSubprogram(function, NULL);
  move_code(function, body);
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMValueRef old = LLVMGetParam(function, i), new = LLVMGetParam(body, i);
    size_t length;
    const char *param = LLVMGetValueName2(old, &length);
    LLVMSetValueName2(new, param, length);
    LLVMReplaceAllUsesWith(old, new);
  }
  return body;
}

static bool is_ours(LLVMValueRef function) {
  return !strncmp(name_of(function), "belay.", 6);
}

static void drop_function_attributes(Guard *g, LLVMValueRef function) {
  drop_attributes(g, function, LLVMAttributeFunctionIndex, true);
  drop_attributes(g, function, LLVMAttributeReturnIndex, true);
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    drop_attributes(g, function, i + 1, false);
}

void calls_declare_bodies(Guard *g) {
  Vec(LLVMValueRef) list = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(g->module); f; f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f) && !is_ours(f)) vec_push(g->arena, &list, f);
  for (uint32_t i = 0; i < list.len; i++) {
    LLVMValueRef f = list.data[i];
    LLVMValueRef body = wants_body(f) ? make_body(g, f) : f;
    drop_function_attributes(g, f);
    keep_frame_pointer(g, body);
    map_set(g->arena, &g->bodies, key_of(f), key_of(body));
  }
}

/* ---- thunks ---- */

static void clear_by_value(Guard *g, LLVMValueRef function, unsigned i) {
  LLVMTypeRef type = LLVMGetTypeAttributeValue(by_value(function, i));
  LLVMValueRef args[] = {LLVMGetParam(function, i),
                         const_word(g, LLVMABISizeOfType(g->layout, type))};
  helper_call(g, "belay_rt_clear", args, 2);
}

static LLVMValueRef thunk_referent(Guard *g, LLVMValueRef entered, LLVMValueRef function,
                                   unsigned i) {
  LLVMValueRef param = LLVMGetParam(function, i), index = const_i32(g, i);
  if (i >= BELAY_MAX_ARGS) return const_i32(g, 0);
  LLVMValueRef args[] = {entered, index, param};
  return helper_call(g, "belay.arg", args, 3);
}

static void emit_thunk(Guard *g, LLVMValueRef function, LLVMValueRef body) {
  LLVMPositionBuilderAtEnd(g->builder,
                           LLVMAppendBasicBlockInContext(g->context, function, ""));
  LLVMSetCurrentDebugLocation2(g->builder, NULL);
  Vec(LLVMValueRef) args = {0};
  unsigned count = LLVMCountParams(function);
  LLVMValueRef entered = helper_call(g, "belay.entered", &function, 1);
  for (unsigned i = 0; i < count; i++)
    vec_push(g->arena, &args, LLVMGetParam(function, i));
  for (unsigned i = 0; i < count; i++) {
    if (has_referent(function, i))
      vec_push(g->arena, &args, thunk_referent(g, entered, function, i));
    else if (by_value(function, i))
      clear_by_value(g, function, i);
  }
  LLVMValueRef call = LLVMBuildCall2(g->builder, LLVMGlobalGetValueType(body), body,
                                     args.data, args.len, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(body));
  for (unsigned i = 0; i < count; i++) {
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
    LLVMAttributeRef sret = LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
    if (sret) LLVMAddCallSiteAttribute(call, i + 1, sret);
  }
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) {
    LLVMBuildRetVoid(g->builder);
  } else if (!is_pointer_type(result)) {
    LLVMBuildRet(g->builder, call);
  } else {
    LLVMValueRef set[] = {function, LLVMBuildExtractValue(g->builder, call, 1, "")};
    helper_call(g, "belay.set.result", set, 2);
    LLVMBuildRet(g->builder, LLVMBuildExtractValue(g->builder, call, 0, ""));
  }
}

void calls_emit_thunks(Guard *g) {
  for (uint32_t i = 0; i < g->bodies.count; i++) {
    LLVMValueRef function = (LLVMValueRef)(uintptr_t)g->bodies.entries[i].key;
    LLVMValueRef body = (LLVMValueRef)(uintptr_t)g->bodies.entries[i].value;
    if (function != body) emit_thunk(g, function, body);
  }
}

/* ---- on entry and on return ---- */

static void enter_body(Guard *g) {
  unsigned count = LLVMCountParams(g->entry), next = count;
  for (unsigned i = 0; i < count; i++)
    if (has_referent(g->entry, i))
      map_set(g->arena, &g->referents, key_of(LLVMGetParam(g->function, i)),
              key_of(LLVMGetParam(g->function, next++)));
}

static LLVMValueRef va_bytes(const Guard *g) {
  return const_word(g, (BELAY_VA_REGS + BELAY_VA_SLOTS) * sizeof(BelayOrigin));
}

/* The variadic referents are copied before anything else is called. */
static void enter_variadic(Guard *g) {
  LLVMTypeRef type = LLVMArrayType2(g->i32, BELAY_VA_REGS + BELAY_VA_SLOTS);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(g->function);
  builder_before(g, LLVMGetFirstInstruction(entry));
  LLVMSetCurrentDebugLocation2(g->builder, NULL);
  g->va_copy = LLVMBuildAlloca(g->builder, type, "belay.va");
  builder_before(g, g->prologue);
  LLVMValueRef buffer = helper_call(g, "belay.va.buffer", NULL, 0);
  LLVMBuildMemCpy(g->builder, g->va_copy, 4, buffer, 4, va_bytes(g));
}

void calls_enter(Guard *g) {
  g->va_copy = NULL;
  if (g->function != g->entry) {
    enter_body(g);
    return;
  }
  if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(g->function))) return;
  enter_variadic(g);
  LLVMValueRef entered = helper_call(g, "belay.entered", &g->function, 1);
  for (unsigned i = 0; i < LLVMCountParams(g->function); i++)
    if (has_referent(g->function, i)) {
      LLVMValueRef referent = thunk_referent(g, entered, g->function, i);
      map_set(g->arena, &g->referents, key_of(LLVMGetParam(g->function, i)),
              key_of(referent));
    }
}

void calls_return(Guard *g, LLVMValueRef inst) {
  if (!LLVMGetNumOperands(inst) || !is_pointer(LLVMGetOperand(inst, 0))) return;
  LLVMValueRef value = LLVMGetOperand(inst, 0), referent = referent_of(g, value, inst);
  builder_before(g, inst);
  if (g->function == g->entry) {
    LLVMValueRef set[] = {g->function, referent};
    helper_call(g, "belay.set.result", set, 2);
    return;
  }
  LLVMValueRef pair = LLVMGetUndef(pair_type(g));
  pair = LLVMBuildInsertValue(g->builder, pair, value, 0, "");
  pair = LLVMBuildInsertValue(g->builder, pair, referent, 1, "");
  LLVMValueRef made = LLVMBuildRet(g->builder, pair);
  LLVMInstructionEraseFromParent(inst);
  for (uint32_t i = 0; i < g->insts.len; i++)
    if (g->insts.data[i] == inst) g->insts.data[i] = made;
}

/* ---- calls ---- */

static void replace_call(Guard *g, LLVMValueRef old, LLVMValueRef made,
                         LLVMValueRef value) {
  if (LLVMGetTypeKind(LLVMTypeOf(old)) != LLVMVoidTypeKind)
    LLVMReplaceAllUsesWith(old, value);
  map_set(g->arena, &g->replaced, key_of(old), key_of(value));
  LLVMInstructionEraseFromParent(old);
  for (uint32_t i = 0; i < g->insts.len; i++)
    if (g->insts.data[i] == old) g->insts.data[i] = made;
}

/* A struct passed in memory: the callee gets a copy that the caller made, so that the
 * referents in it come along. */
static LLVMValueRef copy_by_value(Guard *g, LLVMValueRef call, LLVMValueRef arg,
                                  LLVMTypeRef type) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(g->function);
  LLVMPositionBuilderBefore(g->builder, LLVMGetFirstInstruction(entry));
  LLVMValueRef copy = LLVMBuildAlloca(g->builder, type, "belay.byval");
  if (LLVMGetAlignment(copy) < 16) LLVMSetAlignment(copy, 16);
  LLVMValueRef size = const_word(g, LLVMABISizeOfType(g->layout, type));
  access_range(g, call, arg, size, BELAY_READ);
  builder_before(g, call);
  LLVMBuildMemCpy(g->builder, copy, 16, arg, 1, size);
  LLVMValueRef args[] = {copy, arg, size};
  helper_call(g, "belay_rt_copy", args, 3);
  return copy;
}

static void copy_call_attributes(Guard *g, LLVMValueRef from, LLVMValueRef to,
                                 unsigned index) {
  unsigned count = LLVMGetCallSiteAttributeCount(from, index);
  LLVMAttributeRef *list = arena_new_array(g->arena, LLVMAttributeRef, count + 1);
  LLVMGetCallSiteAttributes(from, index, list);
  for (unsigned i = 0; i < count; i++)
    if (!is_dropped(list[i])) LLVMAddCallSiteAttribute(to, index, list[i]);
}

static void remember_result(Guard *g, LLVMValueRef value, LLVMValueRef referent) {
  map_set(g->arena, &g->referents, key_of(value), key_of(referent));
}

static void call_body(Guard *g, LLVMValueRef call, LLVMValueRef callee,
                      LLVMValueRef body) {
  unsigned count = LLVMCountParams(callee);
  Vec(LLVMValueRef) args = {0};
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef arg = LLVMGetOperand(call, i);
    LLVMAttributeRef copied = by_value(callee, i);
    if (copied) arg = copy_by_value(g, call, arg, LLVMGetTypeAttributeValue(copied));
    vec_push(g->arena, &args, arg);
  }
  for (unsigned i = 0; i < count; i++)
    if (has_referent(callee, i))
      vec_push(g->arena, &args, referent_of(g, LLVMGetOperand(call, i), call));
  builder_before(g, call);
  LLVMValueRef made = LLVMBuildCall2(g->builder, LLVMGlobalGetValueType(body), body,
                                     args.data, args.len, "");
  LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(body));
  for (unsigned i = 0; i < count; i++) copy_call_attributes(g, call, made, i + 1);
  LLVMValueRef value = made;
  if (is_pointer(call)) {
    value = LLVMBuildExtractValue(g->builder, made, 0, "");
    remember_result(g, value, LLVMBuildExtractValue(g->builder, made, 1, ""));
  }
  replace_call(g, call, made, value);
}

/* What the compiler knows of a library function does not hold for what is called now. */
static void drop_call_attributes_at(Guard *g, LLVMValueRef call, unsigned index) {
  unsigned count = LLVMGetCallSiteAttributeCount(call, index);
  unsigned by_value_kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef *list = arena_new_array(g->arena, LLVMAttributeRef, count + 1);
  LLVMGetCallSiteAttributes(call, index, list);
  for (unsigned i = 0; i < count; i++) {
    if (!is_dropped(list[i])) continue;
    unsigned kind = LLVMGetEnumAttributeKind(list[i]);
    if (kind != by_value_kind) LLVMRemoveCallSiteEnumAttribute(call, index, kind);
  }
}

static void drop_call_attributes(Guard *g, LLVMValueRef call) {
  drop_call_attributes_at(g, call, (unsigned)LLVMAttributeFunctionIndex);
  drop_call_attributes_at(g, call, LLVMAttributeReturnIndex);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    drop_call_attributes_at(g, call, i + 1);
}

static void set_args(Guard *g, LLVMValueRef call, unsigned count) {
  for (unsigned i = 0; i < count && i < BELAY_MAX_ARGS; i++) {
    LLVMValueRef arg = LLVMGetOperand(call, i);
    if (!is_pointer(arg)) continue;
    LLVMValueRef args[] = {const_i32(g, i), referent_of(g, arg, call)};
    builder_before(g, call);
    helper_call(g, "belay.set.arg", args, 2);
  }
}

static void set_va(Guard *g, LLVMValueRef call, unsigned slot, LLVMValueRef referent) {
  builder_before(g, call);
  LLVMValueRef buffer = helper_call(g, "belay.va.buffer", NULL, 0);
  LLVMValueRef index = const_i32(g, slot);
  LLVMValueRef at = LLVMBuildGEP2(g->builder, g->i32, buffer, &index, 1, "");
  LLVMBuildStore(g->builder, referent, at);
}

/* Where va_arg will find each argument: in a register's place or on the stack. */
static void set_variadic(Guard *g, LLVMValueRef call, unsigned fixed, unsigned count) {
  unsigned regs = 0, slots = 0, floats = 0;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef arg = LLVMGetOperand(call, i);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(arg));
    unsigned words =
      (unsigned)((LLVMABISizeOfType(g->layout, LLVMTypeOf(arg)) + g->ptr_size - 1) /
                 g->ptr_size);
    bool wide = g->ptr_size == 8;
    bool number = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
    unsigned at;
    if (wide && number && floats < 8) {
      floats++;
      continue;
    }
    if (wide && !number && words == 1 && regs < BELAY_VA_REGS) {
      at = regs++;
    } else {
      if (words > 1 && wide) slots = (slots + 1) & ~1u;
      at = BELAY_VA_REGS + slots;
      if (i >= fixed) slots += words;
      if (at >= BELAY_VA_REGS + BELAY_VA_SLOTS) return;
    }
    LLVMValueRef none = const_i32(g, 0);
    if (i >= fixed)
      set_va(g, call, at, kind == LLVMPointerTypeKind ? referent_of(g, arg, call) : none);
  }
}

static void set_callee(Guard *g, LLVMValueRef call, LLVMValueRef callee) {
  builder_before(g, call);
  helper_call(g, "belay.set.callee", &callee, 1);
}

static const char *const wrapped[] = {
#define WRAP(name) #name,
#include "belay_wrappers.def"
#undef WRAP
};

static bool is_wrapped(LLVMValueRef function) {
  const char *name = name_of(function);
  if (!LLVMIsDeclaration(function)) return false;
  for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++)
    if (!strcmp(name, wrapped[i])) return true;
  return false;
}

static LLVMValueRef wrapper_of(Guard *g, LLVMValueRef function) {
  const char *name = arena_printf(g->arena, "belay_wrap_%s", name_of(function));
  LLVMValueRef found = LLVMGetNamedFunction(g->module, name);
  return found ? found
               : LLVMAddFunction(g->module, name, LLVMGlobalGetValueType(function));
}

static void call_wrapper(Guard *g, LLVMValueRef call, LLVMValueRef callee) {
  unsigned count = LLVMGetNumArgOperands(call);
  LLVMValueRef wrapper = wrapper_of(g, callee);
  drop_call_attributes(g, call);
  set_args(g, call, count);
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  if (LLVMIsFunctionVarArg(type)) set_variadic(g, call, LLVMCountParamTypes(type), count);
  LLVMValueRef site = site_of(g, call, BELAY_CALL, 0, name_of(callee));
  builder_before(g, call);
  helper_call(g, "belay.set.site", &site, 1);
  set_callee(g, call, wrapper);
  LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, wrapper);
  if (!is_pointer(call)) return;
  builder_after(g, call);
  remember_result(g, call, helper_call(g, "belay.result.known", NULL, 0));
}

/* Through a pointer, or of a function somewhere else. */
static void call_unknown(Guard *g, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  unsigned count = LLVMGetNumArgOperands(call);
  drop_call_attributes(g, call);
  bool pointers = false;
  for (unsigned i = 0; i < count; i++) pointers |= is_pointer(LLVMGetOperand(call, i));
  if (pointers) {
    set_args(g, call, count);
    set_callee(g, call, callee);
  }
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  if (LLVMIsFunctionVarArg(type)) set_variadic(g, call, LLVMCountParamTypes(type), count);
  if (is_pointer(call)) {
    builder_after(g, call);
    LLVMValueRef args[] = {callee, call};
    remember_result(g, call, helper_call(g, "belay.result", args, 2));
  }
  for (unsigned i = 0; i < count && i < BELAY_MAX_ARGS; i++) {
    LLVMValueRef arg = LLVMGetOperand(call, i);
    if (!is_pointer(arg) || LLVMIsAConstantPointerNull(arg)) continue;
    LLVMValueRef referent = referent_of(g, arg, call), args[] = {callee, arg, referent};
    builder_after(g, call);
    helper_call(g, "belay.escape", args, 3);
  }
}

/* ---- the compiler's own memory operations ---- */

static uint64_t call_alignment(LLVMValueRef call, unsigned i) {
  unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
  return align ? LLVMGetEnumAttributeValue(align) : 1;
}

/* Longer copies skip what has no referents; that is the runtime's work. */
enum { INLINE_COPY = 256 };

/* Where the program itself says memcpy; a struct may be assigned to itself. */
static void check_disjoint(Guard *g, LLVMValueRef call) {
  unsigned kind = LLVMGetMDKindIDInContext(g->context, "tbaa.struct", 11);
  if (!intrinsic_named(call, "llvm.memcpy") || LLVMGetMetadata(call, kind)) return;
  builder_before(g, call);
  LLVMValueRef size = LLVMGetOperand(call, 2);
  LLVMValueRef args[] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
                         LLVMBuildIntCast2(g->builder, size, g->word, false, ""),
                         site_of(g, call, BELAY_COPY, 0, NULL)};
  helper_call(g, "belay.check.disjoint", args, 4);
}

static void copy_memory(Guard *g, LLVMValueRef call) {
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
  LLVMValueRef size = LLVMGetOperand(call, 2), number = LLVMIsAConstantInt(size);
  access_range(g, call, from, size, BELAY_READ);
  access_range(g, call, to, size, BELAY_WRITE);
  check_disjoint(g, call);
  builder_before(g, call);
  LLVMValueRef args[] = {to, from,
                         LLVMBuildIntCast2(g->builder, size, g->word, false, "")};
  uint64_t bytes = number ? LLVMConstIntGetZExtValue(number) : 0;
  bool aligned = call_alignment(call, 0) >= g->ptr_size &&
                 call_alignment(call, 1) >= g->ptr_size && bytes % g->ptr_size == 0;
  if (bytes && bytes <= INLINE_COPY && aligned)
    helper_call(g, "belay.copy.aligned", args, 3);
  else
    helper_call(g, "belay_rt_copy", args, 3);
  LLVMSetMetadata(call, g->apart_kind, g->apart);
}

static void set_memory(Guard *g, LLVMValueRef call) {
  LLVMValueRef to = LLVMGetOperand(call, 0), size = LLVMGetOperand(call, 2);
  access_range(g, call, to, size, BELAY_WRITE);
  builder_before(g, call);
  LLVMValueRef args[] = {to, LLVMBuildIntCast2(g->builder, size, g->word, false, "")};
  helper_call(g, "belay_rt_clear", args, 2);
  LLVMSetMetadata(call, g->apart_kind, g->apart);
}

static void start_variadic(Guard *g, LLVMValueRef call) {
  if (!g->va_copy) return;
  builder_after(g, call);
  LLVMValueRef index = const_i32(g, BELAY_VA_REGS);
  LLVMValueRef slots = LLVMBuildGEP2(g->builder, g->i32, g->va_copy, &index, 1, "");
  LLVMValueRef args[] = {LLVMGetOperand(call, 0), g->va_copy, slots};
  helper_call(g, "belay_rt_va_start", args, 3);
}

static void copy_variadic(Guard *g, LLVMValueRef call) {
  builder_after(g, call);
  LLVMValueRef args[] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
                         const_word(g, g->ptr_size == 8 ? 24 : 4)};
  helper_call(g, "belay_rt_copy", args, 3);
}

static void thread_local_address(Guard *g, LLVMValueRef call) {
  LLVMValueRef global = LLVMGetOperand(call, 0);
  if (!LLVMIsAGlobalVariable(global)) return;
  /* The address is this call's; the origin is made beside it when somebody asks. */
  (void)g;
}

static void guard_intrinsic(Guard *g, LLVMValueRef call) {
  if (intrinsic_named(call, "llvm.memcpy") || intrinsic_named(call, "llvm.memmove") ||
      intrinsic_named(call, "llvm.memcpy.inline"))
    copy_memory(g, call);
  else if (intrinsic_named(call, "llvm.memset") ||
           intrinsic_named(call, "llvm.memset.inline"))
    set_memory(g, call);
  else if (intrinsic_named(call, "llvm.va_start"))
    start_variadic(g, call);
  else if (intrinsic_named(call, "llvm.va_copy"))
    copy_variadic(g, call);
  else if (intrinsic_named(call, "llvm.threadlocal.address"))
    thread_local_address(g, call);
}

void calls_guard(Guard *g, LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return;
  if (callee && LLVMGetIntrinsicID(callee)) {
    guard_intrinsic(g, call);
    return;
  }
  bool fits = callee && LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(callee);
  LLVMValueRef body =
    callee ? (LLVMValueRef)(uintptr_t)map_get(&g->bodies, key_of(callee), 0) : NULL;
  if (fits && body && body != callee)
    call_body(g, call, callee, body);
  else if (callee && !body && is_wrapped(callee))
    call_wrapper(g, call, callee);
  else
    call_unknown(g, call);
}

/* Whoever takes the address of a wrapped function gets the wrapper's. */
void calls_redirect_addresses(Guard *g) {
  Vec(LLVMValueRef) list = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(g->module); f; f = LLVMGetNextFunction(f))
    if (is_wrapped(f) && LLVMGetFirstUse(f)) vec_push(g->arena, &list, f);
  for (uint32_t i = 0; i < list.len; i++)
    LLVMReplaceAllUsesWith(list.data[i], wrapper_of(g, list.data[i]));
}
