/* Types of the source, read out of clang's debug information. LLVM's pointers do not say
 * what they point to; these do. Private to this folder. */
#ifndef BELAY_FRONTEND_DEBUG_TYPE_H
#define BELAY_FRONTEND_DEBUG_TYPE_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef enum DebugKind {
  DEBUG_UNKNOWN, /* void, an incomplete type, or nothing that we can read */
  DEBUG_NUMBER,
  DEBUG_CHARACTER, /* plain char */
  DEBUG_POINTER,
  DEBUG_STRUCT,
  DEBUG_UNION,
  DEBUG_ARRAY,
  DEBUG_FUNCTION,
} DebugKind;

/* A node of the debug information without its typedefs and qualifiers: equal types of one
 * program have equal nodes. NULL is unknown. */
typedef LLVMValueRef DebugNode;

typedef struct DebugType {
  DebugKind kind;
  DebugNode node;
  uint64_t size;     /* bytes; 0 when incomplete */
  DebugNode element; /* pointer, array */
  uint64_t count;    /* array: all elements together */
  uint32_t member_count;
  DebugNode *members; /* struct, union: see debug_member */
} DebugType;

typedef struct DebugMember {
  uint64_t offset; /* bytes */
  uint64_t bits;   /* bytes that a bit-field touches; 0: it is none */
  DebugNode type;
} DebugMember;

DebugType debug_type(Arena *arena, LLVMContextRef context, DebugNode node);
DebugMember debug_member(Arena *arena, LLVMContextRef context, DebugNode member);
/* "struct node", "int", "char *" */
const char *debug_type_text(Arena *arena, LLVMContextRef context, DebugNode node);
/* Of a function: result, then parameters. False when there is no debug information. */
bool debug_signature(Arena *arena, LLVMContextRef context, LLVMValueRef function,
                     DebugNode **types, uint32_t *count);
/* What a pointer points to, an array is made of, or a member, a variable or a typedef is
 * of: with its typedefs and qualifiers. */
DebugNode debug_base(Arena *arena, DebugNode node);
/* Of a type or member, "" when it has none. */
const char *debug_name(Arena *arena, DebugNode node);
const char *debug_variable_name(Arena *arena, DebugNode node);
DebugNode debug_type_of_global(LLVMContextRef context, LLVMValueRef global);

#endif
