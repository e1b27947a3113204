/* Names and types of the source out of clang's debug information (see ir/source.h).
 *
 * requires: a program that was loaded with keep_llvm.
 *
 * Which value a variable has is told by calls of llvm.dbg.value, which promotion leaves
 * where it took away a store. LLVM 19's C interface can read them in the old form of
 * debug information only, so the module is brought into that form here. */
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/map.h"
#include "frontend/debug_type.h"
#include "frontend/frontend.h"
#include "ir/source.h"

typedef struct Reader {
  Arena *arena, *scratch;
  Program *p;
  SourceInfo *info;
  LLVMContextRef context;
  Map types;     /* debug node -> type */
  Map variables; /* debug node of a local -> 1 + variable */
  Map values;    /* LLVM value -> our instruction, the first one made for it */
} Reader;

static uint64_t key_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static Sym symbol(Reader *r, const char *text) {
  return intern_string(r->p->names, text);
}

/* ---- types ---- */

static uint32_t read_type(Reader *r, DebugNode raw);

static SourceKind kind_of(const DebugType *t) {
  switch (t->kind) {
  case DEBUG_POINTER: return SOURCE_POINTER;
  case DEBUG_STRUCT:
  case DEBUG_UNION: return SOURCE_RECORD;
  case DEBUG_ARRAY: return SOURCE_ARRAY;
  default: return SOURCE_OTHER;
  }
}

static void read_members(Reader *r, const DebugType *t, uint32_t type) {
  for (uint32_t i = 0; i < t->member_count; i++) {
    DebugMember m = debug_member(r->scratch, r->context, t->members[i]);
    SourceMember member = {
      .name = symbol(r, debug_name(r->scratch, t->members[i])),
      .offset = m.offset,
      .type = read_type(r, debug_base(r->scratch, t->members[i])),
    };
    vec_push(r->arena, &r->info->types.data[type].members, member);
  }
}

/* A struct without a tag is called what the typedef calls it. */
static const char *type_name(Reader *r, DebugNode raw, const DebugType *t) {
  const char *text = debug_type_text(r->scratch, r->context, t->node);
  bool untagged = (t->kind == DEBUG_STRUCT || t->kind == DEBUG_UNION) &&
                  !*debug_name(r->scratch, t->node);
  if (untagged && raw != t->node && *debug_name(r->scratch, raw))
    return debug_name(r->scratch, raw);
  return text;
}

static uint32_t read_type(Reader *r, DebugNode raw) {
  DebugType t = debug_type(r->scratch, r->context, raw);
  if (!t.node) return 0;
  uint64_t *found = map_find(&r->types, key_of(LLVMValueAsMetadata(t.node)));
  if (found) return (uint32_t)*found;
  uint32_t type = r->info->types.len;
  SourceType made = {.kind = kind_of(&t), .size = t.size};
  made.name = symbol(r, type_name(r, raw, &t));
  vec_push(r->arena, &r->info->types, made);
  map_set(r->scratch, &r->types, key_of(LLVMValueAsMetadata(t.node)), type);
  if (made.kind == SOURCE_RECORD) read_members(r, &t, type);
  if (made.kind == SOURCE_POINTER || made.kind == SOURCE_ARRAY) {
    uint32_t element = read_type(r, debug_base(r->scratch, t.node));
    r->info->types.data[type].element = element;
  }
  return type;
}

static void read_globals(Reader *r) {
  Program *p = r->p;
  r->info->global_types = arena_new_array(r->arena, uint32_t, p->globals.len + 1);
  for (uint32_t i = 0; i < p->globals.len && i < p->llvm_globals.len; i++) {
    LLVMValueRef global = p->llvm_globals.data[i];
    if (global && LLVMIsAGlobalVariable(global))
      r->info->global_types[i] = read_type(r, debug_type_of_global(r->context, global));
  }
}

/* ---- variables ---- */

static bool is_intrinsic(LLVMValueRef inst, const char *name) {
  if (!LLVMIsACallInst(inst)) return false;
  LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(inst));
  return callee && !strcmp(LLVMGetValueName(callee), name);
}

static bool is_debug(LLVMValueRef inst) {
  return is_intrinsic(inst, "llvm.dbg.value") || is_intrinsic(inst, "llvm.dbg.declare");
}

/* The value inside metadata; NULL when there is none (any more). */
static LLVMValueRef wrapped(LLVMValueRef metadata) {
  LLVMMetadataKind kind = LLVMGetMetadataKind(LLVMValueAsMetadata(metadata));
  if (kind != LLVMLocalAsMetadataMetadataKind &&
      kind != LLVMConstantAsMetadataMetadataKind)
    return NULL;
  LLVMValueRef value = NULL;
  LLVMGetMDNodeOperands(metadata, &value);
  return value;
}

static uint32_t read_variable(Reader *r, LLVMValueRef node, Fn fn) {
  uint64_t *at = map_at(r->scratch, &r->variables, key_of(LLVMValueAsMetadata(node)));
  if (*at) return (uint32_t)*at - 1;
  SourceVariable v = {
    .name = symbol(r, debug_variable_name(r->scratch, node)),
    .type = read_type(r, debug_base(r->scratch, node)),
    .fn = fn,
    .place = VAL_NONE,
    .top = LLVMDIVariableGetLine(LLVMValueAsMetadata(node)),
  };
  vec_push(r->arena, &r->info->variables, v);
  *at = r->info->variables.len;
  return r->info->variables.len - 1;
}

static Val val_of(const Reader *r, LLVMValueRef value) {
  uint64_t *found = map_find(&r->values, key_of(value));
  return found ? (Val){(uint32_t)*found} : VAL_NONE;
}

static void bind(Reader *r, uint32_t variable, LLVMValueRef value, Val at) {
  SourceBinding b = {.variable = variable, .at = at, .value = VAL_NONE};
  if (value && LLVMIsAConstantPointerNull(value)) b.has_number = true;
  if (value && LLVMIsAConstantInt(value) &&
      LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64) {
    b.has_number = true;
    b.number = LLVMConstIntGetSExtValue(value);
  }
  if (value && !b.has_number) b.value = val_of(r, value);
  vec_push(r->arena, &r->info->bindings, b);
}

/* Ours that comes of this instruction or of the next one that became something. */
static Val first_from(const Reader *r, LLVMValueRef inst) {
  for (LLVMValueRef i = inst; i; i = LLVMGetNextInstruction(i)) {
    Val v = val_of(r, i);
    if (!val_none(v) && !LLVMIsAPHINode(i)) return v;
  }
  return VAL_NONE;
}

static void read_debug_call(Reader *r, LLVMValueRef inst, Fn fn) {
  LLVMValueRef value = wrapped(LLVMGetOperand(inst, 0));
  uint32_t variable = read_variable(r, LLVMGetOperand(inst, 1), fn);
  if (is_intrinsic(inst, "llvm.dbg.declare")) {
    if (value) r->info->variables.data[variable].place = val_of(r, value);
    return;
  }
  Val at = first_from(r, inst);
  if (!val_none(at)) bind(r, variable, value, at);
}

/* ---- functions ---- */

static void note_parameters(Reader *r, LLVMValueRef function, Fn fn) {
  const Function *f = ir_function(r->p, fn);
  uint32_t count = LLVMCountParams(function);
  if (count != f->params.len) return; /* some are not one value */
  for (uint32_t i = 0; i < count; i++)
    map_set(r->scratch, &r->values, key_of(LLVMGetParam(function, i)), f->first + i);
}

static void read_function(Reader *r, LLVMValueRef function) {
  Fn fn = ir_find_function(r->p, LLVMGetValueName(function));
  if (fn.id == IR_NONE) return;
  note_parameters(r, function, fn);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (is_debug(i)) read_debug_call(r, i, fn);
}

void frontend_read_source(Arena *arena, Program *p, const FrontendLlvm *llvm) {
  Reader r = {.arena = arena, .scratch = arena_new(), .p = p, .context = llvm->context};
  r.info = arena_new_object(arena, SourceInfo);
  vec_push(arena, &r.info->types, (SourceType){0});
  LLVMSetIsNewDbgInfoFormat(llvm->module, false);
  for (uint32_t i = 0; p->llvm && i < p->insts.len; i++)
    if (p->llvm[i] && !map_has(&r.values, key_of(p->llvm[i])))
      map_set(r.scratch, &r.values, key_of(p->llvm[i]), i);
  read_globals(&r);
  for (LLVMValueRef f = LLVMGetFirstFunction(llvm->module); f; f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f)) read_function(&r, f);
  p->source = r.info;
  arena_free(r.scratch);
}
