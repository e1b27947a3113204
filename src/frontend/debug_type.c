/* See debug_type.h. LLVM's C interface cannot ask a node for its tag; the kind of node,
 * its size and its operands tell what is needed. The order of operands is that of LLVM
 * 19's DIScope { file, scope, name }, DIDerivedType { .., base }, DICompositeType { ..,
 * base, elements }, DISubroutineType { .., types }, DISubprogram { .., name, linkage
 * name, type }, DIVariable { scope, name, file, type }. */
#include "frontend/debug_type.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { OPERAND_NAME = 1, OPERAND_BASE = 3, OPERAND_ELEMENTS = 4, OPERAND_SIGNATURE = 4 };
enum { DEPTH = 64 };

static LLVMMetadataKind kind_of(DebugNode node) {
  return LLVMGetMetadataKind(LLVMValueAsMetadata(node));
}

static DebugNode operand(Arena *arena, DebugNode node, uint32_t n) {
  if (!node) return NULL;
  unsigned count = LLVMGetMDNodeNumOperands(node);
  if (n >= count) return NULL;
  LLVMValueRef *all = arena_new_array(arena, LLVMValueRef, count);
  LLVMGetMDNodeOperands(node, all);
  return all[n];
}

static uint64_t bits_of(DebugNode node) {
  return LLVMDITypeGetSizeInBits(LLVMValueAsMetadata(node));
}

const char *debug_name(Arena *arena, DebugNode node) {
  size_t length = 0;
  const char *name = LLVMDITypeGetName(LLVMValueAsMetadata(node), &length);
  return arena_strndup(arena, name ? name : "", length);
}

const char *debug_variable_name(Arena *arena, DebugNode node) {
  DebugNode name = operand(arena, node, OPERAND_NAME);
  unsigned length = 0;
  const char *text = name ? LLVMGetMDString(name, &length) : NULL;
  return arena_strndup(arena, text ? text : "", length);
}

DebugNode debug_base(Arena *arena, DebugNode node) {
  return operand(arena, node, OPERAND_BASE);
}

/* typedef, const, volatile, restrict, _Atomic: derived, and without a size of their own.
 */
static bool is_alias(DebugNode node) {
  return kind_of(node) == LLVMDIDerivedTypeMetadataKind && bits_of(node) == 0;
}

static DebugNode strip(Arena *arena, DebugNode node) {
  for (int i = 0; node && i < DEPTH && is_alias(node); i++)
    node = operand(arena, node, OPERAND_BASE);
  return node;
}

static bool is_subrange(DebugNode node) {
  return node && kind_of(node) == LLVMDISubrangeMetadataKind;
}

/* A composite type with members, subranges or enumerators as its elements. */
static void read_composite(Arena *arena, DebugNode node, DebugType *type) {
  DebugNode list = operand(arena, node, OPERAND_ELEMENTS);
  uint32_t count = list ? LLVMGetMDNodeNumOperands(list) : 0;
  DebugNode *elements = arena_new_array(arena, DebugNode, count + 1);
  if (list) LLVMGetMDNodeOperands(list, elements);
  if (count && is_subrange(elements[0])) {
    type->kind = DEBUG_ARRAY;
    type->element = strip(arena, operand(arena, node, OPERAND_BASE));
    return;
  }
  if (count && kind_of(elements[0]) == LLVMDIEnumeratorMetadataKind) {
    type->kind = DEBUG_NUMBER;
    return;
  }
  if (!type->size) return;
  type->kind = count > 1 ? DEBUG_UNION : DEBUG_STRUCT;
  for (uint32_t i = 0; i < count; i++)
    if (LLVMDITypeGetOffsetInBits(LLVMValueAsMetadata(elements[i])))
      type->kind = DEBUG_STRUCT;
  type->member_count = count;
  type->members = elements;
}

static bool is_character(Arena *arena, DebugNode node) {
  return bits_of(node) == 8 && !strcmp(debug_name(arena, node), "char");
}

DebugType debug_type(Arena *arena, LLVMContextRef context, DebugNode node) {
  node = strip(arena, node);
  DebugType type = {.kind = DEBUG_UNKNOWN, .node = node};
  if (!node) return type;
  LLVMMetadataKind kind = kind_of(node);
  if (kind == LLVMDISubroutineTypeMetadataKind) {
    type.kind = DEBUG_FUNCTION;
    return type;
  }
  type.size = (bits_of(node) + 7) / 8;
  if (kind == LLVMDIBasicTypeMetadataKind)
    type.kind = is_character(arena, node) ? DEBUG_CHARACTER : DEBUG_NUMBER;
  if (kind == LLVMDIDerivedTypeMetadataKind) {
    type.kind = DEBUG_POINTER;
    type.element = strip(arena, operand(arena, node, OPERAND_BASE));
  }
  if (kind == LLVMDICompositeTypeMetadataKind) read_composite(arena, node, &type);
  if (type.kind == DEBUG_ARRAY) {
    uint64_t step = debug_type(arena, context, type.element).size;
    type.count = step ? type.size / step : 0;
  }
  return type;
}

/* LLVM keeps the offset of a bit-field in bits: what does not fill whole bytes is one. */
DebugMember debug_member(Arena *arena, LLVMContextRef context, DebugNode member) {
  uint64_t offset = LLVMDITypeGetOffsetInBits(LLVMValueAsMetadata(member));
  DebugNode type = strip(arena, operand(arena, member, OPERAND_BASE));
  uint64_t whole = type ? bits_of(type) : 0;
  uint64_t width = bits_of(member);
  bool is_field = offset % 8 || (whole && width != whole);
  return (DebugMember){offset / 8, is_field ? (offset % 8 + width + 7) / 8 : 0, type};
}

static const char *tagged(Arena *arena, const char *tag, const char *name) {
  return *name ? arena_printf(arena, "%s %s", tag, name) : tag;
}

const char *debug_type_text(Arena *arena, LLVMContextRef context, DebugNode node) {
  DebugType type = debug_type(arena, context, node);
  const char *name =
    type.node && type.kind != DEBUG_FUNCTION ? debug_name(arena, type.node) : "";
  switch (type.kind) {
  case DEBUG_UNKNOWN: return type.node && *name ? tagged(arena, "struct", name) : "void";
  case DEBUG_NUMBER: return *name ? name : "enum";
  case DEBUG_CHARACTER: return "char";
  case DEBUG_STRUCT: return tagged(arena, "struct", name);
  case DEBUG_UNION: return tagged(arena, "union", name);
  case DEBUG_FUNCTION: return "function";
  case DEBUG_ARRAY:
    return arena_printf(arena, "%s[%llu]", debug_type_text(arena, context, type.element),
                        (unsigned long long)type.count);
  case DEBUG_POINTER: break;
  }
  const char *pointee = debug_type_text(arena, context, type.element);
  size_t length = strlen(pointee);
  bool star = length && pointee[length - 1] == '*';
  return arena_printf(arena, "%s%s*", pointee, star ? "" : " ");
}

bool debug_signature(Arena *arena, LLVMContextRef context, LLVMValueRef function,
                     DebugNode **types, uint32_t *count) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  if (!subprogram) return false;
  DebugNode type =
    operand(arena, LLVMMetadataAsValue(context, subprogram), OPERAND_SIGNATURE);
  if (!type || kind_of(type) != LLVMDISubroutineTypeMetadataKind) return false;
  DebugNode list = operand(arena, type, OPERAND_BASE);
  if (!list) return false;
  *count = LLVMGetMDNodeNumOperands(list);
  *types = arena_new_array(arena, DebugNode, *count + 1);
  LLVMGetMDNodeOperands(list, *types);
  return *count > 0;
}

DebugNode debug_type_of_global(LLVMContextRef context, LLVMValueRef global) {
  size_t count = 0;
  DebugNode found = NULL;
  Arena *arena = arena_new();
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
  for (unsigned i = 0; i < count && !found; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind) continue;
    LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable(node);
    found = operand(arena, LLVMMetadataAsValue(context, variable), OPERAND_BASE);
  }
  LLVMDisposeValueMetadataEntries(entries);
  arena_free(arena);
  return found;
}
