/* How large an instrumented program is, whole and sliced for what was inserted: the
 * figures of the paper's Table 1. The criterion of the slice is what the inserted calls
 * look at: the checks that are open (all of them in a mode that checks everything), and
 * the instructions whose blocks are tracked. A call that looks at nothing (the entry of a
 * function) stays when something else of its function does. */
#include <string.h>

#include "instrument/instrumenter.h"
#include "slice/slice.h"

enum { LOWERED = 1, KEPT = 2 };

typedef struct Measure {
  const Program *p;
  const InstrumentResult *result;
  Map states; /* LLVM instruction -> LOWERED or KEPT */
  InstrumentSize *size;
} Measure;

static Ledger *open_checks(const Program *p, const Points *points, bool all,
                           Arena *arena) {
  PropertySet wanted =
    PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE);
  Ledger *ledger = ledger_new(arena, p, wanted);
  for (uint32_t i = 0; i < ledger->checks.len && !all; i++) {
    Check *check = &ledger->checks.data[i];
    if (points_check(points, check->kind, check->at).verdict != POINTS_SAFE) continue;
    check->status = CHECK_SAFE;
    check->engine = "points";
  }
  return ledger;
}

static void note_states(Measure *m, const Slice *slice, Arena *arena) {
  for (Val v = {0}; v.id < m->p->insts.len; v.id++) {
    if (!m->p->llvm[v.id]) continue;
    uint64_t *state = map_at(arena, &m->states, key_of(m->p->llvm[v.id]));
    if (slice_has(slice, v))
      *state = KEPT;
    else if (!*state)
      *state = LOWERED;
  }
}

static const InstrumentCount *inserted(const Measure *m, LLVMValueRef inst) {
  LLVMValueRef callee = LLVMIsACallInst(inst) ? sites_callee(inst) : NULL;
  for (uint32_t i = 0; callee && i < m->result->counts.len; i++)
    if (!strcmp(m->result->counts.data[i].call, LLVMGetValueName(callee)))
      return &m->result->counts.data[i];
  return NULL;
}

static void measure_function(Measure *m, LLVMValueRef function) {
  uint32_t kept = 0, looking = 0, plain = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      const InstrumentCount *count = inserted(m, i);
      m->size->instructions++;
      if (count && count->looks)
        looking++;
      else if (count)
        plain++;
      else
        kept += map_get(&m->states, key_of(i), LOWERED) == KEPT;
    }
  bool there = kept + looking > 0;
  m->size->sliced += kept + looking + (there ? plain : 0);
}

void instrument_measure(const Program *p, const Points *points, const FrontendLlvm *llvm,
                        const InstrumentResult *result, bool all, Arena *arena,
                        InstrumentSize *size) {
  Measure m = {.p = p, .result = result, .size = size};
  *size = (InstrumentSize){0};
  SliceCriterion criterion = {.ledger = open_checks(p, points, all, arena),
                              .insts = result->touched.data,
                              .inst_count = result->touched.len,
                              .whole_models = true};
  note_states(&m, slice_compute(p, points, &criterion, arena), arena);
  for (LLVMValueRef f = LLVMGetFirstFunction(llvm->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) measure_function(&m, f);
}
