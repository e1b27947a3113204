/* See given_types.h. */
#include "frontend/given_types.h"

#include <string.h>

enum { LARGEST = 1 << 30 };

void given_types_start(GivenTypes *g, Arena *arena, LLVMContextRef context) {
  *g = (GivenTypes){.arena = arena, .context = context};
  vec_push(arena, &g->types, (GivenType){.kind = GIVEN_UNKNOWN});
}

static uint32_t add(GivenTypes *g, GivenType type) {
  vec_push(g->arena, &g->types, type);
  return g->types.len - 1;
}

static bool holds_pointer(const GivenTypes *g, uint32_t type) {
  const GivenType *t = &g->types.data[type];
  if (t->kind == GIVEN_ARRAY) return t->count && holds_pointer(g, t->first);
  for (uint32_t i = 0; t->kind == GIVEN_RECORD && i < t->count; i++)
    if (holds_pointer(g, g->members.data[t->first + i].type)) return true;
  return t->kind == GIVEN_POINTER || t->kind == GIVEN_MIXED || t->kind == GIVEN_UNKNOWN;
}

/* Members of a struct, in a row; those of inner structs come before. */
static void read_members(GivenTypes *g, const DebugType *from, GivenType *type) {
  GivenMember *own = arena_new_array(g->arena, GivenMember, from->member_count + 1);
  for (uint32_t i = 0; i < from->member_count; i++) {
    DebugMember member = debug_member(g->arena, g->context, from->members[i]);
    own[i].offset = (uint32_t)member.offset;
    own[i].type =
      member.bits
        ? add(g, (GivenType){.kind = GIVEN_NUMBER, .size = (uint32_t)member.bits})
        : given_type(g, member.type);
  }
  type->kind = GIVEN_RECORD;
  type->first = g->members.len;
  type->count = from->member_count;
  for (uint32_t i = 0; i < from->member_count; i++)
    vec_push(g->arena, &g->members, own[i]);
}

static void read_union(GivenTypes *g, const DebugType *from, GivenType *type) {
  type->kind = GIVEN_NUMBER;
  for (uint32_t i = 0; i < from->member_count; i++) {
    DebugMember member = debug_member(g->arena, g->context, from->members[i]);
    if (!member.bits && holds_pointer(g, given_type(g, member.type)))
      type->kind = GIVEN_MIXED;
  }
}

static GivenType read_type(GivenTypes *g, const DebugType *from) {
  GivenType type = {.size = (uint32_t)from->size, .node = from->node};
  switch (from->kind) {
  case DEBUG_UNKNOWN: break;
  case DEBUG_NUMBER: type.kind = GIVEN_NUMBER; break;
  case DEBUG_CHARACTER: type.kind = GIVEN_TEXT; break;
  case DEBUG_FUNCTION:
    type.kind = GIVEN_FUNCTION;
    g->any_function = true;
    break;
  case DEBUG_POINTER:
    type.kind = GIVEN_POINTER;
    type.first = given_type(g, from->element);
    break;
  case DEBUG_STRUCT: read_members(g, from, &type); break;
  case DEBUG_UNION: read_union(g, from, &type); break;
  case DEBUG_ARRAY:
    type.kind = GIVEN_ARRAY;
    type.first = given_type(g, from->element);
    type.count = (uint32_t)from->count;
    break;
  }
  return type;
}

uint32_t given_type(GivenTypes *g, DebugNode node) {
  DebugType from = debug_type(g->arena, g->context, node);
  if (!from.node || from.size > LARGEST) return 0;
  uint64_t key = (uint64_t)(uintptr_t)from.node;
  uint64_t *found = map_find(&g->by_node, key);
  if (found) return (uint32_t)*found;
  /* A struct that is met again inside itself is behind a pointer: its number is enough.
   */
  uint32_t number = add(g, (GivenType){.kind = GIVEN_UNKNOWN, .node = from.node});
  map_set(g->arena, &g->by_node, key, number);
  GivenType type = read_type(g, &from);
  g->types.data[number] = type;
  return number;
}

/* ---- tables ---- */

static void write_table(const GivenTypes *g, LLVMModuleRef module, const char *name,
                        unsigned width, const uint32_t *numbers, uint32_t rows) {
  LLVMTypeRef number = LLVMInt32TypeInContext(g->context);
  LLVMTypeRef row_type = LLVMArrayType2(number, width);
  LLVMValueRef *made = arena_new_array(g->arena, LLVMValueRef, rows + 1);
  for (uint32_t i = 0; i < rows; i++) {
    LLVMValueRef row[4];
    for (unsigned k = 0; k < width; k++)
      row[k] = LLVMConstInt(number, numbers[i * width + k], false);
    made[i] = LLVMConstArray2(number, row, width);
  }
  LLVMValueRef table = LLVMAddGlobal(module, LLVMArrayType2(row_type, rows), name);
  LLVMSetInitializer(table, LLVMConstArray2(row_type, made, rows));
  LLVMSetGlobalConstant(table, true);
  LLVMSetAlignment(table, 4);
}

void given_types_write(const GivenTypes *g, LLVMModuleRef module) {
  uint32_t *types = arena_new_array(g->arena, uint32_t, 4 * g->types.len + 1);
  for (uint32_t i = 0; i < g->types.len; i++) {
    const GivenType *t = &g->types.data[i];
    memcpy(types + 4 * i, (uint32_t[]){t->kind, t->size, t->first, t->count},
           4 * sizeof *types);
  }
  uint32_t *members = arena_new_array(g->arena, uint32_t, 2 * g->members.len + 1);
  for (uint32_t i = 0; i < g->members.len; i++) {
    members[2 * i] = g->members.data[i].offset;
    members[2 * i + 1] = g->members.data[i].type;
  }
  write_table(g, module, "__belay_lazy_types", 4, types, g->types.len);
  write_table(g, module, "__belay_lazy_members", 2, members, g->members.len);
}
