/* The verifier's state, shared by verify.c (tables, layout, graph) and verify_inst.c.
 * Every check returns false after it called verify_fail. */
#ifndef BELAY_IR_VERIFIER_H
#define BELAY_IR_VERIFIER_H

#include "ir/dom.h"
#include "ir/ir.h"

typedef struct Verifier {
  const Program *p;
  Arena *arena;   /* the message */
  Arena *scratch; /* reset for each function */
  const char *message;
  Fn fn; /* where the check is; IR_NONE: nowhere in particular */
  Blk blk;
  Val at;
  const Dom *dom; /* of fn */
} Verifier;

bool verify_fail(Verifier *v, const char *format, ...)
  __attribute__((format(printf, 2, 3)));
bool verify_type(Type type);

/* requires: layout and edges of the function are in order, v->fn, blk, at, dom are set.
 */
bool verify_inst(Verifier *v);

#endif
