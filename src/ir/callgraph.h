/* Who calls whom. Calls through pointers are resolved by a resolver that can be replaced
 * when an engine knows more; the first one takes every function whose address is taken
 * and whose parameters and result fit the call. */
#ifndef BELAY_IR_CALLGRAPH_H
#define BELAY_IR_CALLGRAPH_H

#include "ir/digraph.h"
#include "ir/ir.h"

/* Adds the functions (ids) that a call through a pointer may reach to `targets`. Returns
 * false when there may be others that nobody knows. */
typedef struct CallResolver {
  bool (*targets)(void *context, const Program *p, Val call, Arena *arena,
                  VecU32 *targets);
  void *context;
} CallResolver;

typedef struct CallSite {
  Val call;
  Fn caller;
  bool direct;    /* the callee is a constant function */
  bool unknown;   /* unknown code may run: see CallNode.unknown */
  VecU32 callees; /* function ids, each once, rising */
} CallSite;

typedef struct CallNode {
  VecU32 sites;     /* calls in this function, in order: indices into Callgraph.sites */
  VecU32 called_by; /* sites that may call this function */
  VecU32 callees;   /* functions, each once, in order of the first call */
  VecU32 callers;   /* functions, each once, rising */
  uint32_t component;
  bool recursive;     /* may be entered again while it runs, as far as known code goes */
  bool address_taken; /* used other than as a callee, or flagged so */
  bool reachable; /* from the entry (all, when there is none); code outside the program
                     may call every function whose address is taken */
  bool unknown;   /* it or what it calls has no body, is opaque, does not fit its call, or
                     is called through a pointer that could not be resolved */
} CallNode;

typedef struct Callgraph {
  const Program *program;
  Vec(CallSite) sites; /* in the order of the instructions */
  CallNode *nodes;     /* by function id */
  uint32_t *site_of;   /* instruction id -> site; IR_NONE for what is no call */
  DigraphComponents
    components;     /* of functions; bottom-up: callees have smaller numbers */
  VecU32 bottom_up; /* all functions, callees first as far as recursion allows */
} Callgraph;

/* resolver: NULL for the first approximation. */
Callgraph *callgraph_new(const Program *p, Arena *arena, const CallResolver *resolver);

static inline const CallNode *callgraph_node(const Callgraph *g, Fn f) {
  return &g->nodes[f.id];
}
/* NULL for what is not a call. */
const CallSite *callgraph_site(const Callgraph *g, Val call);
/* Whether the call gives the function what it takes, as the reference semantics has it:
 * an argument of the same size for each parameter (further ones are not looked at), and
 * no result expected, none given, or one of the same size. Other calls end a run. */
bool callgraph_call_fits(const Program *p, const Inst *call, Fn callee);

#endif
