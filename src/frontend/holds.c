/* What the variables of a function hold when a run may end.
 *
 * requires: code as clang wrote it, nothing promoted yet.
 * yields:   before every call that may end the program a call of HOLD_NAME, given the
 *           values of the pointer variables that promotion takes out of memory.
 *
 * A variable in memory loses its block when it is overwritten or its scope ends.
 * Promoted, it is any number of registers, none of which is ever overwritten: at `p = 0;
 * exit(0);` nothing would say that the register with the old p holds no more. While a
 * function returns that does not matter, its registers end with it; where a run ends
 * inside of it, these calls say it.
 *
 * Where a run can only abort, a function with a loop gets none: every variable would be
 * needed all through the loop, which costs the engines more than it tells. There all
 * registers hold, and whoever asks for what is lost must know that.
 *
 * Integers are given too where the program makes numbers of addresses and keeps them. */
#include "frontend/holds.h"

#include <string.h>

#include "base/map.h"
#include "base/vec.h"

typedef struct CallEdge {
  LLVMValueRef caller, call;
} CallEdge;

typedef enum End { END_NOT, END_ABORTS, END_EXITS } End;

struct Holds {
  Arena *arena;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMValueRef hold;
  Vec(CallEdge) calls;
  Map ends;           /* function -> End: how a run may end in it, at worst */
  End taken;          /* in some function whose address is taken */
  bool keeps_numbers; /* some address becomes a number that is kept */
};

static uint64_t key_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

/* ---- which calls may end the program ---- */

static bool is_one_of(LLVMValueRef function, const char *const *names) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  for (; *names; names++)
    if (!strcmp(name, *names)) return true;
  return false;
}

static bool is_noreturn(LLVMValueRef function) {
  unsigned kind = LLVMGetEnumAttributeKindForName("noreturn", 8);
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

/* Declared functions; 0: it returns. */
static End end_of(LLVMValueRef function) {
  static const char *const exits[] = {"exit",  "_exit", "_Exit", "quick_exit",   "err",
                                      "errx",  "errc",  "verr",  "verrx",        "verrc",
                                      "error", "raise", "kill",  "pthread_exit", NULL};
  static const char *const aborts[] = {"abort",
                                       "__assert_fail",
                                       "__assert",
                                       "__assert_rtn",
                                       "__assert_perror_fail",
                                       "__VERIFIER_error",
                                       "reach_error",
                                       NULL};
  if (is_one_of(function, aborts)) return END_ABORTS;
  return is_one_of(function, exits) || is_noreturn(function) ? END_EXITS : END_NOT;
}

static bool is_taken(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function) return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == function) return true;
  }
  return false;
}

static void add_end(Holds *h, LLVMValueRef function, End end) {
  map_set(h->arena, &h->ends, key_of(function), end);
  if (end > h->taken && is_taken(function)) h->taken = end;
}

static bool passes_pointers(LLVMValueRef call) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind)
      return true;
  return false;
}

/* An unknown function may call back what it is given the address of. */
static End call_ends(const Holds *h, LLVMValueRef call) {
  LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
  if (!callee) return h->taken;
  End end = (End)map_get(&h->ends, key_of(callee), END_NOT);
  bool calls_back =
    !LLVMCountBasicBlocks(callee) && !LLVMGetIntrinsicID(callee) && passes_pointers(call);
  return calls_back && h->taken > end ? h->taken : end;
}

static void see_call(Holds *h, LLVMValueRef caller, LLVMValueRef call) {
  vec_push(h->arena, &h->calls, (CallEdge){caller, call});
}

/* A difference and a comparison of addresses keep nothing. */
static bool is_kept(LLVMValueRef number) {
  for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAICmpInst(user) && LLVMGetInstructionOpcode(user) != LLVMSub) return true;
  }
  return false;
}

static void look_through(Holds *h, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMIsACallInst(i)) see_call(h, function, i);
      if (LLVMIsAPtrToIntInst(i) && is_kept(i)) h->keeps_numbers = true;
    }
}

static void find_ends(Holds *h) {
  for (LLVMValueRef f = LLVMGetFirstFunction(h->module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMCountBasicBlocks(f))
      look_through(h, f);
    else if (end_of(f) != END_NOT)
      add_end(h, f, end_of(f));
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = h->calls.len; i-- > 0;) {
      CallEdge edge = h->calls.data[i];
      End end = call_ends(h, edge.call);
      if (end <= (End)map_get(&h->ends, key_of(edge.caller), END_NOT)) continue;
      add_end(h, edge.caller, end);
      changed = true;
    }
  }
}

Holds *holds_new(LLVMModuleRef module) {
  Arena *arena = arena_new();
  Holds *h = arena_new_array(arena, Holds, 1);
  *h = (Holds){.arena = arena, .module = module};
  h->builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  find_ends(h);
  return h;
}

void holds_free(Holds *h) {
  if (!h) return;
  LLVMDisposeBuilder(h->builder);
  arena_free(h->arena);
}

/* ---- the calls ---- */

bool holds_in(const Holds *h, LLVMValueRef function) {
  return h && map_has(&h->ends, key_of(function));
}

bool holds_local(const Holds *h, LLVMValueRef local) {
  LLVMTypeRef type = LLVMGetAllocatedType(local);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return true;
  if (!h->keeps_numbers || LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return false;
  return LLVMGetIntTypeWidth(type) >=
         LLVMPointerSize(LLVMGetModuleDataLayout(h->module)) * 8;
}

static LLVMValueRef hold_function(Holds *h) {
  if (h->hold) return h->hold;
  LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(h->module));
  h->hold =
    LLVMAddFunction(h->module, HOLD_NAME, LLVMFunctionType(nothing, NULL, 0, true));
  return h->hold;
}

static void hold_before(Holds *h, LLVMValueRef call, const LLVMValueRef *locals,
                        uint32_t count) {
  LLVMValueRef hold = hold_function(h);
  LLVMValueRef *values = arena_new_array(h->arena, LLVMValueRef, count + 1);
  LLVMPositionBuilderBefore(h->builder, call);
  for (uint32_t i = 0; i < count; i++)
    values[i] =
      LLVMBuildLoad2(h->builder, LLVMGetAllocatedType(locals[i]), locals[i], "");
  LLVMBuildCall2(h->builder, LLVMGlobalGetValueType(hold), hold, values, count, "");
}

/* clang writes a loop's blocks in order, so a way back goes to an earlier one. */
static bool has_loop(LLVMValueRef function) {
  Map seen = {0};
  Arena *arena = arena_new();
  bool found = false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && !found;
       b = LLVMGetNextBasicBlock(b)) {
    map_set(arena, &seen, key_of(b), 1);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
      found |= map_has(&seen, key_of(LLVMGetSuccessor(end, i)));
  }
  arena_free(arena);
  return found;
}

void holds_write(Holds *h, LLVMValueRef function, const LLVMValueRef *locals,
                 uint32_t count) {
  End least = has_loop(function) ? END_EXITS : END_ABORTS;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && LLVMGetCalledValue(i) != h->hold &&
          call_ends(h, i) >= least)
        hold_before(h, i, locals, count);
}

void holds_define(LLVMModuleRef module) {
  LLVMValueRef hold = LLVMGetNamedFunction(module, HOLD_NAME);
  if (!hold || LLVMCountBasicBlocks(hold)) return;
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, hold, ""));
  LLVMBuildRetVoid(builder);
  LLVMSetLinkage(hold, LLVMLinkOnceODRLinkage);
  LLVMDisposeBuilder(builder);
}
