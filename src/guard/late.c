/* Checks that LLVM can merge and move: while the code is optimised for the first time, a
 * check is a pure function of the address and the bounds of its block that is said to
 * return. So equal checks become one, and one whose operands do not change in a loop
 * moves out of it, where the loop would have come to it for sure. Its result is 0 and
 * belongs to the address of the access, which therefore stays behind it. Beside the
 * access stands a call that keeps the check when the access goes away (nobody used what
 * it read), and knows where it is in the source.
 *
 * Afterwards each check becomes what it is: two comparisons and a call of the runtime
 * that may not return. The descriptor of an origin may be read wherever LLVM likes: there
 * is one for every number. */
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "base/panic.h"
#include "guard/pass.h"

/* ---- what the pass calls ---- */

const char late_checks[] =
  /* address, bytes, start and end of the block, origin; 0 */
  "declare $W @belay.late.check($W, $W, $W, $W, i32) #2\n"
  /* offset, the last good one, the variable; 0 */
  "declare $W @belay.late.bounds($W, $W, ptr) #2\n"
  "declare align $S dereferenceable($D) ptr @belay.late.block(i32) #3\n"
  "declare void @belay.late.keep($W, ptr) #4\n"
  "declare void @belay.late.keep.group($W, $W, ptr) #4\n"
  "declare void @belay.late.keep.bounds($W, $W, ptr, ptr) #4\n"
  "define ptr @belay.block(i32 %o) #0 {\n"
  "  %b = call ptr @belay.late.block(i32 %o)\n"
  "  ret ptr %b\n}\n"
  "define $W @belay.check(ptr %p, i32 %o, $W %n, ptr %site) #0 {\n"
  "  %b = call ptr @belay.late.block(i32 %o)\n"
  "  %ep = getelementptr i8, ptr %b, $W $S\n"
  "  %start = load $W, ptr %b, align $S, !alias.scope !12, !noalias !15\n"
  "  %end = load $W, ptr %ep, align $S, !alias.scope !12, !noalias !15\n"
  "  %a = ptrtoint ptr %p to $W\n"
  "  %z = call $W @belay.late.check($W %a, $W %n, $W %start, $W %end, i32 %o) #2\n"
  "  call void @belay.late.keep($W %z, ptr %site) #4\n"
  "  ret $W %z\n}\n"
  "define $W @belay.check.null(ptr %p, $W %zone, ptr %site) #0 {\n"
  "  %a = ptrtoint ptr %p to $W\n"
  "  %z = call $W @belay.late.check($W %a, $W 0, $W %zone, $W -1, i32 0) #2\n"
  "  call void @belay.late.keep($W %z, ptr %site) #4\n"
  "  ret $W %z\n}\n"
  "define $W @belay.check.group(ptr %p, $W %lo, i32 %o, $W %n, ptr %group) #0 {\n"
  "  %b = call ptr @belay.late.block(i32 %o)\n"
  "  %ep = getelementptr i8, ptr %b, $W $S\n"
  "  %start = load $W, ptr %b, align $S, !alias.scope !12, !noalias !15\n"
  "  %end = load $W, ptr %ep, align $S, !alias.scope !12, !noalias !15\n"
  "  %base = ptrtoint ptr %p to $W\n"
  "  %a = add $W %base, %lo\n"
  "  %z = call $W @belay.late.check($W %a, $W %n, $W %start, $W %end, i32 %o) #2\n"
  "  call void @belay.late.keep.group($W %z, $W %lo, ptr %group) #4\n"
  "  ret $W %z\n}\n"
  "define $W @belay.check.bounds(ptr %p, ptr %base, $W %max, $W %size, ptr %site, "
  "ptr %variable) #0 {\n"
  "  %a = ptrtoint ptr %p to $W\n"
  "  %start = ptrtoint ptr %base to $W\n"
  "  %offset = sub $W %a, %start\n"
  "  %z = call $W @belay.late.bounds($W %offset, $W %max, ptr %base) #2\n"
  "  call void @belay.late.keep.bounds($W %z, $W %size, ptr %site, ptr %variable) #4\n"
  "  ret $W %z\n}\n"
  "attributes #2 = { nounwind willreturn nosync nofree nomerge memory(none) }\n"
  "attributes #3 = { nounwind willreturn nosync nofree speculatable memory(none) }\n"
  "attributes #4 = { nounwind willreturn nosync nofree nomerge "
  "memory(inaccessiblemem: write) }\n";

/* ---- what they become ---- */

static const char lowered[] =
  "declare $C void @belay_rt_fail(ptr, i32, ptr) #1\n"
  "declare $C void @belay_rt_fail_group(ptr, i32, ptr) #1\n"
  "declare $C void @belay_rt_fail_bounds(ptr, ptr, $W, ptr, ptr) #1\n"
  "define void @belay.low.check(i1 %safe, $W %a, $W %n, $W %start, $W %end, i32 %o, ptr "
  "%site) "
  "#0 {\n"
  "  br i1 %safe, label %good, label %test\n"
  "test:\n"
  "  %low = icmp ult $W %a, %start\n"
  "  br i1 %low, label %bad, label %up, !prof !0\n"
  "up:\n"
  "  %last = add $W %a, %n\n"
  "  %high = icmp ugt $W %last, %end\n"
  "  br i1 %high, label %bad, label %good, !prof !0\n"
  "bad:\n"
  "  %p = inttoptr $W %a to ptr\n"
  "  call $C void @belay_rt_fail(ptr %p, i32 %o, ptr %site) #1\n"
  "  br label %good\n"
  "good:\n"
  "  ret void\n}\n"
  "define void @belay.low.group(i1 %safe, $W %a, $W %n, $W %start, $W %end, i32 %o, $W "
  "%lo, "
  "ptr %group) #0 {\n"
  "  br i1 %safe, label %good, label %test\n"
  "test:\n"
  "  %low = icmp ult $W %a, %start\n"
  "  br i1 %low, label %bad, label %up, !prof !0\n"
  "up:\n"
  "  %last = add $W %a, %n\n"
  "  %high = icmp ugt $W %last, %end\n"
  "  br i1 %high, label %bad, label %good, !prof !0\n"
  "bad:\n"
  "  %root = sub $W %a, %lo\n"
  "  %p = inttoptr $W %root to ptr\n"
  "  call $C void @belay_rt_fail_group(ptr %p, i32 %o, ptr %group) #1\n"
  "  br label %good\n"
  "good:\n"
  "  ret void\n}\n"
  "define void @belay.low.bounds(i1 %safe, $W %offset, $W %max, ptr %base, $W %size, ptr "
  "%site, "
  "ptr %variable) #0 {\n"
  "  br i1 %safe, label %good, label %test\n"
  "test:\n"
  "  %over = icmp ugt $W %offset, %max\n"
  "  br i1 %over, label %bad, label %good, !prof !0\n"
  "bad:\n"
  "  %p = getelementptr i8, ptr %base, $W %offset\n"
  "  call $C void @belay_rt_fail_bounds(ptr %p, ptr %base, $W %size, ptr %site, "
  "ptr %variable) #1\n"
  "  br label %good\n"
  "good:\n"
  "  ret void\n}\n"
  "attributes #0 = { alwaysinline nounwind }\n"
  "attributes #1 = { cold nounwind nonlazybind memory(inaccessiblemem: readwrite) }\n"
  "!0 = !{!\"branch_weights\", i32 1, i32 100000}\n"
  "!18 = !{}\n";

typedef struct Late {
  Guard *g;
  Vec(LLVMValueRef) checks, blocks, keeps; /* calls, of one function */
  Map keep_of;                             /* check -> the first call that keeps it */
} Late;

static bool calls(LLVMValueRef inst, const char *prefix) {
  LLVMValueRef callee =
    LLVMIsACallInst(inst) ? LLVMIsAFunction(LLVMGetCalledValue(inst)) : NULL;
  return callee && !strncmp(name_of(callee), prefix, strlen(prefix));
}

/* Keeps the checks that the value may come from; several where blocks were doubled. */
static void keep_checks(Late *s, LLVMValueRef value, LLVMValueRef keep, Map *seen) {
  Arena *arena = s->g->arena;
  if (map_has(seen, key_of(value)) || !LLVMIsAInstruction(value)) return;
  map_set(arena, seen, key_of(value), 1);
  if (calls(value, "belay.late.")) {
    if (!map_has(&s->keep_of, key_of(value)))
      map_set(arena, &s->keep_of, key_of(value), key_of(keep));
    return;
  }
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    keep_checks(s, LLVMGetOperand(value, (unsigned)i), keep, seen);
}

/* Blocks in the order of execution: the first call that keeps a check is of the access
 * that it was for. */
static void collect(Late *s, LLVMValueRef function) {
  Arena *arena = s->g->arena;
  BlockList blocks = pass_blocks(arena, function);
  for (uint32_t i = 0; i < blocks.len; i++)
    for (LLVMValueRef inst = LLVMGetFirstInstruction(blocks.data[i]); inst;
         inst = LLVMGetNextInstruction(inst)) {
      if (calls(inst, "belay.late.keep")) {
        Map seen = {0};
        vec_push(arena, &s->keeps, inst);
        keep_checks(s, LLVMGetOperand(inst, 0), inst, &seen);
      } else if (calls(inst, "belay.late.block")) {
        vec_push(arena, &s->blocks, inst);
      } else if (calls(inst, "belay.late.")) {
        vec_push(arena, &s->checks, inst);
      }
    }
}

static void lower_block(Guard *g, LLVMValueRef call) {
  LLVMValueRef origin = LLVMGetOperand(call, 0);
  builder_before(g, call);
  LLVMReplaceAllUsesWith(call, helper_call(g, "belay.block", &origin, 1));
  LLVMInstructionEraseFromParent(call);
}

static const char *lowered_name(LLVMValueRef check, LLVMValueRef keep) {
  if (calls(check, "belay.late.bounds")) return "belay.low.bounds";
  return calls(keep, "belay.late.keep.group") ? "belay.low.group" : "belay.low.check";
}

static LLVMValueRef keep_of(const Late *s, LLVMValueRef check) {
  return (LLVMValueRef)(uintptr_t)map_get(&s->keep_of, key_of(check), 0);
}

/* The test of its loop, the operands of the check and what keeps it knows, in this
 * order. */
static void lower_check(Late *s, const LoopTests *loops, LLVMValueRef check) {
  Guard *g = s->g;
  LLVMValueRef keep = keep_of(s, check), safe = loops_test(loops, check);
  LLVMValueRef args[9] = {safe ? safe : LLVMConstInt(g->bit, 0, false)};
  unsigned count = 1;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(check); i++)
    args[count++] = LLVMGetOperand(check, i);
  for (unsigned i = 1; keep && i < LLVMGetNumArgOperands(keep); i++)
    args[count++] = LLVMGetOperand(keep, i);
  builder_before(g, check);
  LLVMSetCurrentDebugLocation2(g->builder,
                               LLVMInstructionGetDebugLoc(keep ? keep : check));
  if (keep) helper_call(g, lowered_name(check, keep), args, count);
  LLVMReplaceAllUsesWith(check, const_word(g, 0));
  LLVMInstructionEraseFromParent(check);
}

static void lower_function(Guard *g, LLVMValueRef function) {
  Late s = {.g = g};
  collect(&s, function);
  LoopTests *loops = loops_find(g, function);
  for (uint32_t i = 0; i < s.checks.len; i++)
    if (keep_of(&s, s.checks.data[i]))
      loops_add(loops, s.checks.data[i], calls(s.checks.data[i], "belay.late.bounds"));
  for (uint32_t i = 0; i < s.checks.len; i++) lower_check(&s, loops, s.checks.data[i]);
  for (uint32_t i = 0; i < s.keeps.len; i++)
    LLVMInstructionEraseFromParent(s.keeps.data[i]);
  for (uint32_t i = 0; i < s.blocks.len; i++) lower_block(g, s.blocks.data[i]);
}

static void lower(Guard *g) {
  VecChar text = {0};
  helpers_expand(g, g->ptr_size == 8 ? helpers_block_64 : helpers_block_32, &text);
  helpers_expand(g, lowered, &text);
  helpers_add(g, &text);
  for (LLVMValueRef f = LLVMGetFirstFunction(g->module); f; f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f) && strncmp(name_of(f), "belay.low.", 10) != 0)
      lower_function(g, f);
  for (LLVMValueRef f = LLVMGetFirstFunction(g->module); f; f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f) &&
        (!strncmp(name_of(f), "belay.low.", 10) || !strcmp(name_of(f), "belay.block")))
      LLVMSetLinkage(f, LLVMInternalLinkage);
}

/* ---- the first round of optimising ---- */

static void run_passes(Guard *g, const char *passes) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetLoopVectorization(options, false);
  LLVMPassBuilderOptionsSetSLPVectorization(options, false);
  LLVMPassBuilderOptionsSetLoopUnrolling(options, false);
  LLVMErrorRef error = LLVMRunPasses(g->module, passes, NULL, options);
  if (error) panic("guard: %s", LLVMGetErrorMessage(error));
  LLVMDisposePassBuilderOptions(options);
}

/* Otherwise LLVM takes an access through null for code that is never come to, and with it
 * the check in front of it. It stays so: a run with an error may go on. */
static void allow_null(Guard *g) {
  static const char name[] = "null_pointer_is_valid";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMAttributeRef valid = LLVMCreateEnumAttribute(g->context, kind, 0);
  for (LLVMValueRef f = LLVMGetFirstFunction(g->module); f; f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f))
      LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, valid);
}

void late_optimise(Guard *g) {
  allow_null(g);
  run_passes(g, "default<O2>,function(loop-simplify)");
  lower(g);
  run_passes(g, "always-inline,function(loop-mssa(simple-loop-unswitch<nontrivial>))");
}
