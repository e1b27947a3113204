/* Functions with pointers in their type (rule R6): how referents get in and out.
 *
 * Such a function gets a *body*, the same code with one more i32 for each pointer
 * parameter, whose result is a struct of the value and a referent for each pointer in it.
 * Calls in the module go there directly. Under the old name stays a thunk for everybody
 * else: it takes the referents out of the thread's buffer and calls the body. Variadic
 * functions have no body of their own. */
#include <stdio.h>
#include <string.h>

#include "belay_rt.h"
#include "guard/pass.h"

/* ---- attributes ---- */

LLVMAttributeRef by_value(LLVMValueRef function, unsigned i) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  return LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
}

bool has_referent(LLVMValueRef function, unsigned i) {
  return is_pointer(LLVMGetParam(function, i)) && !by_value(function, i);
}

/* Promises that instrumented code does not keep, or that would let LLVM remove a check.
 */
bool is_dropped_attribute(LLVMAttributeRef attribute) {
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
    if (!is_dropped_attribute(list[i])) LLVMAddAttributeAtIndex(to, index, list[i]);
}

static void drop_attributes(Guard *g, LLVMValueRef function, unsigned index, bool all) {
  unsigned count = LLVMGetAttributeCountAtIndex(function, index);
  LLVMAttributeRef *list = arena_new_array(g->arena, LLVMAttributeRef, count + 1);
  LLVMGetAttributesAtIndex(function, index, list);
  unsigned by_value_kind = LLVMGetEnumAttributeKindForName("byval", 5);
  for (unsigned i = 0; i < count; i++) {
    if (!is_dropped_attribute(list[i])) continue;
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

static LLVMTypeRef result_of(LLVMValueRef function) {
  return LLVMGetReturnType(LLVMGlobalGetValueType(function));
}

static LLVMTypeRef body_type(Guard *g, LLVMValueRef function) {
  unsigned count = LLVMCountParams(function);
  Vec(LLVMTypeRef) params = {0};
  for (unsigned i = 0; i < count; i++)
    vec_push(g->arena, &params, LLVMTypeOf(LLVMGetParam(function, i)));
  for (unsigned i = 0; i < count; i++)
    if (has_referent(function, i)) vec_push(g->arena, &params, g->i32);
  Lanes lanes = lanes_of(g, result_of(function));
  LLVMTypeRef result = lanes_result_type(g, result_of(function), &lanes);
  return LLVMFunctionType(result, params.data, params.len, false);
}

/* Somebody jumps to a block by its address, which names the function, too. */
static bool has_block_address(LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); use;
         use = LLVMGetNextUse(use))
      if (!LLVMIsAInstruction(LLVMGetUser(use))) return true;
  return false;
}

static bool wants_body(Guard *g, LLVMValueRef function) {
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  if (!LLVMCountBasicBlocks(function) || LLVMIsFunctionVarArg(type)) return false;
  if (has_block_address(function)) return false;
  if (lanes_of(g, LLVMGetReturnType(type)).count) return true;
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
  if (!lanes_of(g, result_of(from)).count)
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

void bodies_declare(Guard *g) {
  Vec(LLVMValueRef) list = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(g->module); f; f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f) && !is_ours(f)) vec_push(g->arena, &list, f);
  for (uint32_t i = 0; i < list.len; i++) {
    LLVMValueRef f = list.data[i];
    LLVMValueRef body = wants_body(g, f) ? make_body(g, f) : f;
    drop_function_attributes(g, f);
    keep_frame_pointer(g, body);
    if (body != f) keep_frame_pointer(g, f);
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
  LLVMValueRef body = (LLVMValueRef)(uintptr_t)map_get(&g->bodies, key_of(function), 0);
  bool needed = body == function || map_has(&g->needed, key_of(LLVMGetParam(body, i)));
  if (i >= BELAY_MAX_ARGS || !needed) return const_i32(g, 0);
  LLVMValueRef args[] = {entered, index, param};
  return helper_call(g, "belay.arg", args, 3);
}

static void return_from_thunk(Guard *g, LLVMValueRef function, LLVMValueRef call) {
  Lanes lanes = lanes_of(g, result_of(function));
  if (LLVMGetTypeKind(result_of(function)) == LLVMVoidTypeKind) {
    LLVMBuildRetVoid(g->builder);
    return;
  }
  for (unsigned i = 0; i < lanes.count; i++)
    lane_set_result(g, function, i, LLVMBuildExtractValue(g->builder, call, 1 + i, ""));
  LLVMBuildRet(g->builder,
               lanes.count ? LLVMBuildExtractValue(g->builder, call, 0, "") : call);
}

/* A thunk has no lines of its own, and code inlined into it would lose its lines. */
static void stay_apart(Guard *g, LLVMValueRef call) {
  unsigned kind = LLVMGetEnumAttributeKindForName("noinline", 8);
  LLVMAddCallSiteAttribute(call, (unsigned)LLVMAttributeFunctionIndex,
                           LLVMCreateEnumAttribute(g->context, kind, 0));
}

static void emit_thunk(Guard *g, LLVMValueRef function, LLVMValueRef body) {
  LLVMPositionBuilderAtEnd(g->builder,
                           LLVMAppendBasicBlockInContext(g->context, function, ""));
  LLVMSetCurrentDebugLocation2(g->builder, NULL);
  Vec(LLVMValueRef) args = {0};
  unsigned count = LLVMCountParams(function);
  LLVMValueRef caller = helper_call(g, "belay.caller", &function, 1);
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
  stay_apart(g, call);
  for (unsigned i = 0; i < count; i++) {
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
    LLVMAttributeRef sret = LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
    if (sret) LLVMAddCallSiteAttribute(call, i + 1, sret);
  }
  helper_call(g, "belay.leave", &caller, 1);
  return_from_thunk(g, function, call);
}

/* ---- functions of the program that have a library function's name ---- */

static const char *const wrapped[] = {
#define WRAP(name) #name,
#include "belay_wrappers.def"
#undef WRAP
};

bool is_wrapped_name(const char *name) {
  for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++)
    if (!strcmp(name, wrapped[i])) return true;
  return false;
}

/* Other units cannot know that it is not the library's and call the wrapper: that is
 * another name of this one. */
static void take_wrapper(Guard *g, LLVMValueRef function) {
  LLVMLinkage linkage = LLVMGetLinkage(function);
  if (linkage != LLVMExternalLinkage && linkage != LLVMWeakAnyLinkage) return;
  if (!is_wrapped_name(name_of(function))) return;
  const char *name = arena_printf(g->arena, "belay_wrap_%s", name_of(function));
  LLVMValueRef declared = LLVMGetNamedFunction(g->module, name);
  LLVMValueRef alias =
    LLVMAddAlias2(g->module, LLVMGlobalGetValueType(function), 0, function, name);
  if (!declared) return;
  LLVMReplaceAllUsesWith(declared, alias);
  LLVMDeleteFunction(declared);
  LLVMSetValueName2(alias, name, strlen(name));
}

void bodies_emit_thunks(Guard *g) {
  for (uint32_t i = 0; i < g->bodies.count; i++) {
    LLVMValueRef function = (LLVMValueRef)(uintptr_t)g->bodies.entries[i].key;
    LLVMValueRef body = (LLVMValueRef)(uintptr_t)g->bodies.entries[i].value;
    if (function != body) emit_thunk(g, function, body);
    take_wrapper(g, function);
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

/* A function without a body of its own: nobody else takes its referents out. */
static void enter_by_buffer(Guard *g) {
  builder_before(g, g->prologue);
  LLVMValueRef entered = helper_call(g, "belay.entered", &g->function, 1);
  for (unsigned i = 0; i < LLVMCountParams(g->function); i++)
    if (has_referent(g->function, i)) {
      LLVMValueRef referent = thunk_referent(g, entered, g->function, i);
      map_set(g->arena, &g->referents, key_of(LLVMGetParam(g->function, i)),
              key_of(referent));
    }
}

void bodies_enter(Guard *g) {
  g->va_copy = NULL;
  if (g->function != g->entry) {
    enter_body(g);
    return;
  }
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(g->function))) enter_variadic(g);
  enter_by_buffer(g);
}

/* Variadic functions return by way of the thread's buffer themselves. */
static void return_by_buffer(Guard *g, LLVMValueRef value, const Lanes *lanes,
                             LLVMValueRef inst) {
  for (unsigned i = 0; i < lanes->count; i++) {
    LLVMValueRef referent = lane_referent(g, value, lanes, i, inst);
    builder_before(g, inst);
    lane_set_result(g, g->function, i, referent);
  }
}

void bodies_return(Guard *g, LLVMValueRef inst) {
  if (!LLVMGetNumOperands(inst)) return;
  LLVMValueRef value = LLVMGetOperand(inst, 0);
  Lanes lanes = lanes_of(g, LLVMTypeOf(value));
  if (!lanes.count) return;
  if (g->function == g->entry) {
    return_by_buffer(g, value, &lanes, inst);
    return;
  }
  LLVMValueRef packed = lanes_pack(g, value, &lanes, inst);
  LLVMValueRef made = LLVMBuildRet(g->builder, packed);
  LLVMInstructionEraseFromParent(inst);
  for (uint32_t i = 0; i < g->insts.len; i++)
    if (g->insts.data[i] == inst) g->insts.data[i] = made;
}
