/* Places of the program as constant data (BelaySite). Texts and sites are kept once each.
 */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "belay_rt.h"
#include "guard/pass.h"

static LLVMValueRef private_constant(Guard *g, LLVMValueRef value, const char *name,
                                     unsigned align) {
  LLVMValueRef global = LLVMAddGlobal(g->module, LLVMTypeOf(value), name);
  LLVMSetInitializer(global, value);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(global, true);
  LLVMSetAlignment(global, align);
  return global;
}

static LLVMValueRef text_constant(Guard *g, const char *text, size_t length) {
  uint64_t *found = map_at(g->arena, &g->texts, hash_bytes(text, length));
  if (!*found) {
    LLVMValueRef bytes = LLVMConstStringInContext2(g->context, text, length, false);
    LLVMValueRef global = private_constant(g, bytes, "belay.text", 1);
    LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    *found = key_of(global);
  }
  return (LLVMValueRef)(uintptr_t)*found;
}

/* to - from as 32 bits; 0 for no `to`. */
static LLVMValueRef distance(Guard *g, LLVMValueRef to, LLVMValueRef from) {
  if (!to) return const_i32(g, 0);
  LLVMValueRef difference =
    LLVMConstSub(LLVMConstPtrToInt(to, g->word), LLVMConstPtrToInt(from, g->word));
  return g->ptr_size == 8 ? LLVMConstTrunc(difference, g->i32) : difference;
}

typedef struct Place {
  const char *file, *directory; /* NULL: none */
  size_t file_length, directory_length;
  const char *name; /* NULL: none */
  bool in_function;
  uint32_t line, column, size, kind, end;
} Place;

static uint64_t hash_place(const Guard *g, const Place *p) {
  uint64_t hash = hash_bytes(p->file, p->file_length);
  hash = hash_combine(hash, ((uint64_t)p->line << 32) | p->column);
  hash = hash_combine(hash, ((uint64_t)p->size << 8) | p->kind);
  if (p->name) hash = hash_combine(hash, hash_bytes(p->name, strlen(p->name)));
  return p->in_function ? hash_combine(hash, key_of(g->function_name)) : hash;
}

static LLVMValueRef make_site(Guard *g, const Place *p) {
  uint64_t *found = map_at(g->arena, &g->sites, hash_place(g, p));
  if (*found) return (LLVMValueRef)(uintptr_t)*found;
  LLVMValueRef file = text_constant(g, p->file, p->file_length);
  LLVMValueRef directory =
    p->directory ? text_constant(g, p->directory, p->directory_length) : NULL;
  LLVMValueRef name = p->name ? text_constant(g, p->name, strlen(p->name)) : NULL;
  enum { FIELDS = sizeof(BelaySite) / 4 };
  LLVMTypeRef fields[FIELDS];
  for (unsigned i = 0; i < FIELDS; i++) fields[i] = g->i32;
  LLVMTypeRef type = LLVMStructTypeInContext(g->context, fields, FIELDS, false);
  LLVMValueRef site = LLVMAddGlobal(g->module, type, "belay.site");
  LLVMValueRef values[] = {distance(g, file, site),
                           distance(g, directory, site),
                           distance(g, p->in_function ? g->function_name : NULL, site),
                           distance(g, name, site),
                           const_i32(g, p->line),
                           const_i32(g, p->column),
                           const_i32(g, p->size),
                           const_i32(g, p->kind),
                           const_i32(g, p->end)};
  LLVMSetInitializer(site, LLVMConstStructInContext(g->context, values, FIELDS, false));
  LLVMSetLinkage(site, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(site, true);
  LLVMSetAlignment(site, 4);
  *map_at(g->arena, &g->sites, hash_place(g, p)) = key_of(site);
  return site;
}

static void set_position(Guard *g, Place *p, LLVMValueRef value) {
  unsigned length = 0;
  const char *file = LLVMGetDebugLocFilename(value, &length);
  p->line = LLVMGetDebugLocLine(value);
  p->file = file ? file : "";
  p->file_length = file ? length : 0;
  p->directory = LLVMGetDebugLocDirectory(value, &length);
  p->directory_length = p->directory ? length : 0;
  if (!p->directory_length) p->directory = NULL;
  if (p->file_length) return;
  size_t source_length;
  p->file = LLVMGetSourceFileName(g->module, &source_length);
  p->file_length = source_length;
}

/* Texts of functions come by this too: the name of the function at hand. */
LLVMValueRef site_text(Guard *g, const char *text) {
  return text_constant(g, text, strlen(text));
}

static uint32_t small(uint64_t size) {
  return size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
}

LLVMValueRef site_of(Guard *g, LLVMValueRef inst, uint32_t kind, uint64_t size,
                     const char *name) {
  Place p = {.name = name, .in_function = true, .size = small(size), .kind = kind};
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(inst);
  if (location) {
    set_position(g, &p, inst);
    p.column = LLVMGetDebugLocColumn(inst);
  } else {
    set_position(g, &p, g->function);
  }
  return make_site(g, &p);
}

/* The mark where its scope begins has the position of the declaration. */
static LLVMValueRef declaration_of(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAInstruction(user) && intrinsic_named(user, "llvm.lifetime.start") &&
        LLVMInstructionGetDebugLoc(user))
      return user;
  }
  return NULL;
}

/* The last line where its scope ends; 0: no mark says so. */
static uint32_t end_of(LLVMValueRef variable) {
  uint32_t line = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user) || !intrinsic_named(user, "llvm.lifetime.end"))
      continue;
    if (LLVMInstructionGetDebugLoc(user) && LLVMGetDebugLocLine(user) > line)
      line = LLVMGetDebugLocLine(user);
  }
  return line;
}

static uint32_t kind_of(Guard *g, LLVMValueRef variable) {
  const Local *local = block_local(g, variable);
  return local && local->of_call ? BELAY_VARIABLE_OF_CALL : BELAY_VARIABLE;
}

LLVMValueRef site_of_variable(Guard *g, LLVMValueRef variable, uint64_t size) {
  size_t length;
  const char *name = LLVMGetValueName2(variable, &length);
  Place p = {.in_function = true, .size = small(size), .kind = kind_of(g, variable)};
  p.name = arena_strndup(g->arena, name, length);
  p.end = end_of(variable);
  LLVMValueRef at = declaration_of(variable);
  if (!at && LLVMIsAInstruction(variable) && LLVMInstructionGetDebugLoc(variable))
    at = variable;
  set_position(g, &p, at ? at : g->function);
  if (at) p.column = LLVMGetDebugLocColumn(at);
  return make_site(g, &p);
}

LLVMValueRef site_of_global(Guard *g, LLVMValueRef global, uint64_t size) {
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  Place p = {.name = arena_strndup(g->arena, name, length),
             .size = small(size),
             .kind = LLVMIsGlobalConstant(global) ? BELAY_CONSTANT : BELAY_VARIABLE};
  set_position(g, &p, global);
  return make_site(g, &p);
}

LLVMValueRef site_group(Guard *g, LLVMValueRef *sites, const int64_t *offsets,
                        unsigned count) {
  LLVMTypeRef *fields = arena_new_array(g->arena, LLVMTypeRef, 1 + 2 * count);
  LLVMValueRef *values = arena_new_array(g->arena, LLVMValueRef, 1 + 2 * count);
  for (unsigned i = 0; i < 1 + 2 * count; i++) fields[i] = g->i32;
  LLVMTypeRef type = LLVMStructTypeInContext(g->context, fields, 1 + 2 * count, false);
  LLVMValueRef group = LLVMAddGlobal(g->module, type, "belay.group");
  values[0] = const_i32(g, count);
  for (unsigned i = 0; i < count; i++) {
    values[1 + 2 * i] = const_i32(g, (uint32_t)offsets[i]);
    values[2 + 2 * i] = distance(g, sites[i], group);
  }
  LLVMSetInitializer(group,
                     LLVMConstStructInContext(g->context, values, 1 + 2 * count, false));
  LLVMSetLinkage(group, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(group, true);
  LLVMSetAlignment(group, 4);
  return group;
}
