/* Calls: how referents get from caller to callee and back (rule R6; the callee's side is
 * in bodies.c), and what becomes of calls of library functions (R5) and of the compiler's
 * own memory operations (R4). */
#include <stdio.h>
#include <string.h>

#include "belay_rt.h"
#include "guard/pass.h"

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

static uint64_t call_alignment(LLVMValueRef call, unsigned i) {
  unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
  return align ? LLVMGetEnumAttributeValue(align) : 1;
}

/* Longer copies skip what has no referents; that is the runtime's work. */
enum { INLINE_COPY = 256 };

/* Referents go with `bytes` from one place to another; 0: not a constant number. */
static void move_referents(Guard *g, LLVMValueRef *args, uint64_t bytes, bool aligned) {
  bool inline_ = aligned && bytes && bytes <= INLINE_COPY && bytes % g->ptr_size == 0;
  helper_call(g, inline_ ? "belay.copy.aligned" : "belay_rt_copy", args, 3);
}

/* A struct passed in memory: the callee gets a copy that the caller made, so that the
 * referents in it come along. */
static LLVMValueRef copy_by_value(Guard *g, LLVMValueRef call, unsigned i,
                                  LLVMTypeRef type) {
  LLVMValueRef arg = LLVMGetOperand(call, i);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(g->function);
  LLVMPositionBuilderBefore(g->builder, LLVMGetFirstInstruction(entry));
  LLVMValueRef copy = LLVMBuildAlloca(g->builder, type, "belay.byval");
  if (LLVMGetAlignment(copy) < 16) LLVMSetAlignment(copy, 16);
  uint64_t bytes = LLVMABISizeOfType(g->layout, type);
  LLVMValueRef size = const_word(g, bytes);
  access_range(g, call, arg, size, BELAY_READ);
  builder_before(g, call);
  LLVMBuildMemCpy(g->builder, copy, 16, arg, 1, size);
  LLVMValueRef args[] = {copy, arg, size};
  move_referents(g, args, bytes, call_alignment(call, i) >= g->ptr_size);
  return copy;
}

static void copy_call_attributes(Guard *g, LLVMValueRef from, LLVMValueRef to,
                                 unsigned index) {
  unsigned count = LLVMGetCallSiteAttributeCount(from, index);
  LLVMAttributeRef *list = arena_new_array(g->arena, LLVMAttributeRef, count + 1);
  LLVMGetCallSiteAttributes(from, index, list);
  for (unsigned i = 0; i < count; i++)
    if (!is_dropped_attribute(list[i])) LLVMAddCallSiteAttribute(to, index, list[i]);
}

static void call_body(Guard *g, LLVMValueRef call, LLVMValueRef callee,
                      LLVMValueRef body) {
  unsigned count = LLVMCountParams(callee);
  Vec(LLVMValueRef) args = {0};
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef arg = LLVMGetOperand(call, i);
    LLVMAttributeRef copied = by_value(callee, i);
    if (copied) arg = copy_by_value(g, call, i, LLVMGetTypeAttributeValue(copied));
    vec_push(g->arena, &args, arg);
  }
  for (unsigned i = 0; i < count; i++)
    if (has_referent(callee, i))
      vec_push(g->arena, &args,
               map_has(&g->needed, key_of(LLVMGetParam(body, i)))
                 ? referent_of(g, LLVMGetOperand(call, i), call)
                 : const_i32(g, 0));
  builder_before(g, call);
  LLVMValueRef made = LLVMBuildCall2(g->builder, LLVMGlobalGetValueType(body), body,
                                     args.data, args.len, "");
  LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(body));
  for (unsigned i = 0; i < count; i++) copy_call_attributes(g, call, made, i + 1);
  Lanes lanes = lanes_of(g, LLVMTypeOf(call));
  LLVMValueRef value =
    lanes.count ? LLVMBuildExtractValue(g->builder, made, 0, "") : made;
  for (unsigned i = 0; i < lanes.count; i++)
    lane_remember(g, value, &lanes, i,
                  LLVMBuildExtractValue(g->builder, made, 1 + i, ""));
  replace_call(g, call, made, value);
}

/* What the compiler knows of a library function does not hold for what is called now. */
static void drop_call_attributes_at(Guard *g, LLVMValueRef call, unsigned index) {
  unsigned count = LLVMGetCallSiteAttributeCount(call, index);
  unsigned by_value_kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef *list = arena_new_array(g->arena, LLVMAttributeRef, count + 1);
  LLVMGetCallSiteAttributes(call, index, list);
  for (unsigned i = 0; i < count; i++) {
    if (!is_dropped_attribute(list[i])) continue;
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
    for (unsigned k = 1; i >= fixed && k < words; k++)
      if (at + k < BELAY_VA_REGS + BELAY_VA_SLOTS) set_va(g, call, at + k, none);
  }
  /* What lies behind them on the stack is the caller's. */
  if (slots < BELAY_VA_SLOTS)
    set_va(g, call, BELAY_VA_REGS + slots, const_i32(g, BELAY_VA_END));
}

static void set_callee(Guard *g, LLVMValueRef call, LLVMValueRef callee) {
  builder_before(g, call);
  helper_call(g, "belay.set.callee", &callee, 1);
}

static bool is_wrapped(LLVMValueRef function) {
  return LLVMIsDeclaration(function) && is_wrapped_name(name_of(function));
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
  LLVMSetTailCallKind(call, LLVMTailCallKindNoTail); /* for call stacks */
  if (!is_pointer(call)) return;
  Lanes lanes = lanes_of(g, LLVMTypeOf(call));
  builder_after(g, call);
  lane_remember(g, call, &lanes, 0, helper_call(g, "belay.result.known", NULL, 0));
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
  lanes_take_results(g, call, callee);
  for (unsigned i = 0; i < count && i < BELAY_MAX_ARGS; i++) {
    LLVMValueRef arg = LLVMGetOperand(call, i);
    if (!is_pointer(arg) || LLVMIsAConstantPointerNull(arg)) continue;
    LLVMValueRef referent = referent_of(g, arg, call), args[] = {callee, arg, referent};
    builder_after(g, call);
    helper_call(g, "belay.escape", args, 3);
  }
}

/* ---- the compiler's own memory operations ---- */

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
  bool aligned =
    call_alignment(call, 0) >= g->ptr_size && call_alignment(call, 1) >= g->ptr_size;
  move_referents(g, args, bytes, aligned);
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
}

/* Another unit may have another function of that name, which then counts. */
static bool is_replaceable(LLVMValueRef function) {
  LLVMLinkage linkage = LLVMGetLinkage(function);
  return linkage == LLVMWeakAnyLinkage || linkage == LLVMExternalWeakLinkage ||
         linkage == LLVMLinkOnceAnyLinkage;
}

LLVMValueRef calls_body_of(Guard *g, LLVMValueRef call, LLVMValueRef callee) {
  LLVMValueRef body = (LLVMValueRef)(uintptr_t)map_get(&g->bodies, key_of(callee), 0);
  bool fits = LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(callee);
  return fits && body != callee && !is_replaceable(callee) ? body : NULL;
}

void calls_guard(Guard *g, LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return;
  if (callee && LLVMGetIntrinsicID(callee)) {
    guard_intrinsic(g, call);
    return;
  }
  LLVMValueRef body = callee ? calls_body_of(g, call, callee) : NULL;
  if (body)
    call_body(g, call, callee, body);
  else if (callee && is_wrapped(callee))
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
