/* What the source calls things: variables with their types, and which of our values hold
 * them where. For output alone, so it is made only on demand (Program.source). */
#ifndef BELAY_IR_SOURCE_H
#define BELAY_IR_SOURCE_H

#include "ir/ir.h"

typedef enum SourceKind {
  SOURCE_OTHER, /* numbers, functions, and what the source does not say */
  SOURCE_POINTER,
  SOURCE_RECORD, /* struct or union */
  SOURCE_ARRAY,
} SourceKind;

typedef struct SourceMember {
  Sym name;
  uint64_t offset; /* bytes */
  uint32_t type;
} SourceMember;

typedef struct SourceType {
  SourceKind kind;
  Sym name;         /* "struct node", "int" */
  uint64_t size;    /* bytes; 0: unknown */
  uint32_t element; /* pointer, array */
  Vec(SourceMember) members;
} SourceType;

typedef struct SourceVariable {
  Sym name;
  uint32_t type;
  Fn fn;        /* FN_NONE: a global */
  Val place;    /* a local in memory: its alloca; VAL_NONE: it is in registers */
  uint32_t top; /* line of its declaration */
} SourceVariable;

/* From the instruction `at` on, the variable is this value: a register, a number
 * (has_number), or (neither) nothing that we could name. */
typedef struct SourceBinding {
  uint32_t variable;
  Val at, value;
  bool has_number;
  int64_t number;
} SourceBinding;

typedef struct SourceInfo {
  Vec(SourceType) types; /* 0 is unknown */
  Vec(SourceVariable) variables;
  Vec(SourceBinding) bindings; /* by rising `at` within a function */
  uint32_t *global_types;      /* by Glob */
} SourceInfo;

/* What a variable in registers is when `at` is about to be executed; NULL when that
 * depends on the way that led there, or it is nothing yet. */
const SourceBinding *source_binding_at(const Program *p, uint32_t variable, Val at,
                                       Arena *scratch);
/* The number, pointer or function that begins at this offset of a value of `type`; 0:
 * none. `path`, when not NULL, gets "a.b[2]". */
uint32_t source_type_at(const Program *p, uint32_t type, uint64_t offset, Arena *arena,
                        VecChar *path);
static inline const SourceType *source_type(const Program *p, uint32_t type) {
  return &p->source->types.data[type];
}

#endif
