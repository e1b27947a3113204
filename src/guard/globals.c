/* Global variables: a cell that holds the origin of each, filled when the program starts,
 * and the table that the runtime reads (BelayModule). */
#include <stdio.h>
#include <string.h>

#include "guard/pass.h"

static LLVMValueRef add_cell(Guard *g, uint32_t value) {
  LLVMValueRef cell = LLVMAddGlobal(g->module, g->i32, "belay.origin");
  LLVMSetInitializer(cell, const_i32(g, value));
  LLVMSetLinkage(cell, LLVMInternalLinkage);
  return cell;
}

static bool is_special(LLVMValueRef global) {
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  const char *section = LLVMGetSection(global);
  return !strncmp(name, "llvm.", 5) || !strncmp(name, "belay", 5) ||
         (section && !strcmp(section, "llvm.metadata"));
}

static GlobalEntry *entry_of(Guard *g, LLVMValueRef global) {
  uint64_t *found = map_at(g->arena, &g->globals, key_of(global));
  if (!*found) {
    LLVMValueRef cell = add_cell(g, LLVMIsThreadLocal(global) ? 0 : 2);
    if (LLVMIsThreadLocal(global)) LLVMSetThreadLocal(cell, true);
    vec_push(g->arena, &g->global_list, (GlobalEntry){global, cell});
    *found = g->global_list.len;
  }
  return &g->global_list.data[*found - 1];
}

static uint64_t size_of(Guard *g, LLVMValueRef global) {
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  return LLVMTypeIsSized(type) ? LLVMABISizeOfType(g->layout, type) : 0;
}

LLVMValueRef global_origin(Guard *g, LLVMValueRef global) {
  return global_origin_at(g, global, global);
}

LLVMValueRef global_origin_at(Guard *g, LLVMValueRef global, LLVMValueRef address) {
  if (is_special(global)) return const_i32(g, 2);
  GlobalEntry *entry = entry_of(g, global);
  if (LLVMIsThreadLocal(global)) {
    LLVMValueRef args[] = {entry->cell, address, const_word(g, size_of(g, global)),
                           site_of_global(g, global, size_of(g, global))};
    return helper_call(g, "belay_rt_thread_local", args, 4);
  }
  LLVMValueRef load = LLVMBuildLoad2(g->builder, g->i32, entry->cell, "");
  LLVMSetMetadata(load, g->apart_kind, g->apart);
  return load;
}

/* ---- pointers in initial values ---- */

typedef struct Initials {
  Guard *g;
  LLVMValueRef global;
  Vec(LLVMValueRef) rows;
} Initials;

static LLVMValueRef word_of(Guard *g, LLVMValueRef pointer) {
  return LLVMConstPtrToInt(pointer, g->word);
}

static void add_initial(Initials *s, LLVMValueRef value, uint64_t offset) {
  Guard *g = s->g;
  int64_t unused;
  bool constant;
  LLVMValueRef root = root_of(g, value, &unused, &constant);
  LLVMValueRef target = LLVMIsAGlobalVariable(root);
  if (!target && !LLVMIsAFunction(root)) return;
  if (target && (is_special(target) || LLVMIsThreadLocal(target))) return;
  LLVMValueRef cell = target ? word_of(g, entry_of(g, target)->cell) : const_word(g, 0);
  LLVMValueRef row[] = {LLVMConstAdd(word_of(g, s->global), const_word(g, offset)), cell};
  vec_push(g->arena, &s->rows, LLVMConstStructInContext(g->context, row, 2, false));
}

static void walk_initial(Initials *s, LLVMValueRef value, uint64_t offset) {
  Guard *g = s->g;
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMIsNull(value) || LLVMIsUndef(value)) return;
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMPointerTypeKind) {
    add_initial(s, value, offset);
  } else if (kind == LLVMStructTypeKind) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      walk_initial(s, LLVMGetAggregateElement(value, i),
                   offset + LLVMOffsetOfElement(g->layout, type, i));
  } else if (kind == LLVMArrayTypeKind && !LLVMIsAConstantDataSequential(value)) {
    uint64_t size = LLVMABISizeOfType(g->layout, LLVMGetElementType(type));
    for (unsigned i = 0; i < LLVMGetArrayLength2(type); i++)
      walk_initial(s, LLVMGetAggregateElement(value, i), offset + i * size);
  }
}

static void find_initials(Initials *s) {
  for (LLVMValueRef v = LLVMGetFirstGlobal(s->g->module); v; v = LLVMGetNextGlobal(v)) {
    if (is_special(v) || LLVMIsDeclaration(v) || LLVMIsThreadLocal(v)) continue;
    s->global = v;
    walk_initial(s, LLVMGetInitializer(v), 0);
  }
}

/* ---- the table ---- */

/* Those with a name are listed even if nobody took their address here: a pointer may come
 * from code that is not instrumented. */
static void add_named(Guard *g) {
  for (LLVMValueRef v = LLVMGetFirstGlobal(g->module); v; v = LLVMGetNextGlobal(v))
    if (!LLVMIsDeclaration(v) && !is_special(v) && !LLVMIsThreadLocal(v) &&
        LLVMGetLinkage(v) != LLVMPrivateLinkage)
      entry_of(g, v);
}

static LLVMValueRef row_of(Guard *g, const GlobalEntry *entry) {
  uint64_t size = size_of(g, entry->global);
  bool defined = !LLVMIsDeclaration(entry->global);
  LLVMValueRef row[] = {
    word_of(g, entry->global), const_word(g, size), word_of(g, entry->cell),
    word_of(g, site_of_global(g, entry->global, size)), const_word(g, defined)};
  return LLVMConstStructInContext(g->context, row, 5, false);
}

static LLVMValueRef table_of(Guard *g, LLVMValueRef *rows, uint32_t count,
                             unsigned width) {
  if (!count) return LLVMConstNull(g->ptr);
  LLVMTypeRef words[5];
  for (unsigned i = 0; i < width; i++) words[i] = g->word;
  LLVMTypeRef type = LLVMStructTypeInContext(g->context, words, width, false);
  LLVMValueRef value = LLVMConstArray2(type, rows, count);
  LLVMValueRef table = LLVMAddGlobal(g->module, LLVMTypeOf(value), "belay.table");
  LLVMSetInitializer(table, value);
  LLVMSetLinkage(table, LLVMInternalLinkage);
  LLVMSetGlobalConstant(table, true);
  return table;
}

static LLVMValueRef make_module_record(Guard *g) {
  Initials initials = {.g = g};
  add_named(g);
  find_initials(&initials);
  Vec(LLVMValueRef) rows = {0};
  for (uint32_t i = 0; i < g->global_list.len; i++)
    if (!LLVMIsThreadLocal(g->global_list.data[i].global))
      vec_push(g->arena, &rows, row_of(g, &g->global_list.data[i]));
  LLVMValueRef fields[] = {table_of(g, rows.data, rows.len, 5), const_word(g, rows.len),
                           table_of(g, initials.rows.data, initials.rows.len, 2),
                           const_word(g, initials.rows.len), LLVMConstNull(g->ptr)};
  LLVMValueRef value = LLVMConstStructInContext(g->context, fields, 5, false);
  LLVMValueRef record = LLVMAddGlobal(g->module, LLVMTypeOf(value), "belay.module");
  LLVMSetInitializer(record, value);
  LLVMSetLinkage(record, LLVMInternalLinkage);
  return record;
}

static LLVMValueRef make_constructor(Guard *g, LLVMValueRef record) {
  LLVMTypeRef type = LLVMFunctionType(g->nothing, NULL, 0, false);
  LLVMValueRef function = LLVMAddFunction(g->module, "belay.start", type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd(g->builder,
                           LLVMAppendBasicBlockInContext(g->context, function, ""));
  LLVMSetCurrentDebugLocation2(g->builder, NULL);
  helper_call(g, "belay_rt_register", &record, 1);
  if (g->fills) helper_call(g, "belay_rt_fill_blocks", NULL, 0);
  LLVMBuildRetVoid(g->builder);
  return function;
}

/* The list of constructors is a variable of its own kind: made anew with one more. */
static void add_constructor(Guard *g, LLVMValueRef function) {
  LLVMTypeRef fields[] = {g->i32, g->ptr, g->ptr};
  LLVMTypeRef type = LLVMStructTypeInContext(g->context, fields, 3, false);
  Vec(LLVMValueRef) rows = {0};
  LLVMValueRef row[] = {const_i32(g, 0), function, LLVMConstNull(g->ptr)};
  vec_push(g->arena, &rows, LLVMConstStructInContext(g->context, row, 3, false));
  LLVMValueRef old = LLVMGetNamedGlobal(g->module, "llvm.global_ctors");
  unsigned count = old ? (unsigned)LLVMGetArrayLength2(LLVMGlobalGetValueType(old)) : 0;
  for (unsigned i = 0; i < count; i++)
    vec_push(g->arena, &rows, LLVMGetAggregateElement(LLVMGetInitializer(old), i));
  if (old) LLVMDeleteGlobal(old);
  LLVMValueRef value = LLVMConstArray2(type, rows.data, rows.len);
  LLVMValueRef list = LLVMAddGlobal(g->module, LLVMTypeOf(value), "llvm.global_ctors");
  LLVMSetInitializer(list, value);
  LLVMSetLinkage(list, LLVMAppendingLinkage);
}

void globals_emit(Guard *g) {
  g->function_name = NULL;
  add_constructor(g, make_constructor(g, make_module_record(g)));
}
