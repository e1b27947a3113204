/* The table of types that models/lazy.c makes memory by: what the function that a run
 * starts at may reach, by the debug information. Private to this folder. */
#ifndef BELAY_FRONTEND_GIVEN_TYPES_H
#define BELAY_FRONTEND_GIVEN_TYPES_H

#include "base/map.h"
#include "base/vec.h"
#include "frontend/debug_type.h"

/* As struct LazyType and struct LazyMember of models/lazy.h. */
typedef enum GivenKind {
  GIVEN_UNKNOWN,
  GIVEN_NUMBER,
  GIVEN_POINTER,
  GIVEN_RECORD,
  GIVEN_ARRAY,
  GIVEN_TEXT,
  GIVEN_FUNCTION,
  GIVEN_MIXED,
} GivenKind;

typedef struct GivenType {
  GivenKind kind;
  uint32_t size, first, count;
  DebugNode node; /* NULL: of no name */
} GivenType;

typedef struct GivenMember {
  uint32_t offset, type;
} GivenMember;

typedef struct GivenTypes {
  Arena *arena;
  LLVMContextRef context;
  Vec(GivenType) types; /* the first is unknown */
  Vec(GivenMember) members;
  Map by_node;
  bool any_function; /* some pointer points to a function */
} GivenTypes;

void given_types_start(GivenTypes *g, Arena *arena, LLVMContextRef context);
/* The type's number; NULL is the unknown type. */
uint32_t given_type(GivenTypes *g, DebugNode node);
/* Writes the tables into the module. */
void given_types_write(const GivenTypes *g, LLVMModuleRef module);

#endif
