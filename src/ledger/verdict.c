/* See verdict.h. */
#include "ledger/verdict.h"

#include <stdlib.h>
#include <string.h>

#include "ir/callgraph.h"

typedef struct Judge {
  const Ledger *ledger;
  const Program *program;
  PropertySet properties;
  Arena *arena;
  Verdict *verdict;
} Judge;

static void give_reason(Judge *j, const char *text, uint32_t checks, CheckId first) {
  vec_push(j->arena, &j->verdict->reasons, (VerdictReason){text, checks, first});
}

static void give_whole_reason(Judge *j, const char *text) {
  give_reason(j, text, 0, (CheckId){IR_NONE});
}

static bool counts(const Judge *j, const Check *check) {
  return j->properties & PROPERTY_BIT(check_property(check->kind));
}

/* ---- checks ---- */

/* The check of the witness, else the first broken one. */
static CheckId find_broken(const Judge *j) {
  const Ledger *ledger = j->ledger;
  CheckId id = ledger->witness_check;
  if (id.id != IR_NONE && counts(j, ledger_check(ledger, id))) return id;
  for (id.id = 0; id.id < ledger->checks.len; id.id++) {
    const Check *check = ledger_check(ledger, id);
    if (check->status == CHECK_BROKEN && counts(j, check)) return id;
  }
  return (CheckId){IR_NONE};
}

static const char *reason_of(const Check *check) {
  if (check->evidence && *check->evidence) return check->evidence;
  return check->suspect ? "may be broken" : "no engine could tell";
}

static int more_checks_first(const void *left, const void *right) {
  const VerdictReason *a = left, *b = right;
  if (a->checks != b->checks) return a->checks > b->checks ? -1 : 1;
  return a->first.id < b->first.id ? -1 : 1;
}

static void group_open(Judge *j) {
  Map groups = {0}; /* hash of the reason -> 1 + index of its group */
  for (uint32_t i = 0; i < j->ledger->checks.len; i++) {
    const Check *check = &j->ledger->checks.data[i];
    if (check->status != CHECK_OPEN || !counts(j, check)) continue;
    const char *text = reason_of(check);
    uint64_t *group = map_at(j->arena, &groups, hash_bytes(text, strlen(text)));
    if (!*group) {
      give_reason(j, text, 0, (CheckId){i});
      *group = j->verdict->reasons.len;
    }
    j->verdict->reasons.data[*group - 1].checks++;
  }
  if (j->verdict->reasons.len)
    qsort(j->verdict->reasons.data, j->verdict->reasons.len, sizeof(VerdictReason),
          more_checks_first);
}

/* ---- the program ---- */

static const char *name_of(const Program *p, Fn f) {
  return ir_text(p, ir_function(p, f)->name);
}

static const char *where(const Judge *j, Val v) {
  return ir_pos_text(j->program, ir_inst(j->program, v)->pos, j->arena);
}

/* What no check stands for: an opaque instruction, a call that does not fit. */
static void look_for_opaque(Judge *j, Fn f) {
  const Program *p = j->program;
  ir_each_block(p, ir_function(p, f), b) {
    ir_each_inst(ir_block(p, b), v) {
      const Inst *inst = ir_inst(p, v);
      if (inst->op == OP_OPAQUE)
        give_whole_reason(j, arena_printf(j->arena, "%s: not understood: %s", where(j, v),
                                          ir_text(p, inst->sym)));
      Fn callee = inst->op == OP_CALL ? ir_direct_callee(p, inst) : FN_NONE;
      if (callee.id != IR_NONE && !callgraph_call_fits(p, inst, callee))
        give_whole_reason(j, arena_printf(j->arena,
                                          "%s: call of %s with the wrong arguments",
                                          where(j, v), name_of(p, callee)));
    }
  }
}

/* An unknown function may call what the program gave it, which no engine follows. */
static void look_for_callbacks(Judge *j, Fn unknown) {
  const Program *p = j->program;
  ir_each_function(p, f) {
    const Function *function = ir_function(p, f);
    if (!(function->flags & FN_ADDRESS_TAKEN) || !ir_function_has_body(function))
      continue;
    give_whole_reason(j, arena_printf(j->arena, "%s() is unknown and may call %s()",
                                      name_of(p, unknown), name_of(p, f)));
    return;
  }
}

static void assume_extern(Judge *j, Fn f) {
  look_for_callbacks(j, f);
  vec_push(j->arena, &j->verdict->assumptions,
           arena_printf(j->arena, "%s() neither frees nor writes outside its arguments",
                        name_of(j->program, f)));
}

/* Such a local is alive for every engine where it may be dead. */
static void look_for_lives(Judge *j, Fn f) {
  if (!(ir_function(j->program, f)->flags & FN_LIVES_LONGER)) return;
  give_whole_reason(j,
                    arena_printf(j->arena,
                                 "%s(): a variable whose declaration is jumped over, or "
                                 "a returned struct, may end before it does here",
                                 name_of(j->program, f)));
}

static void look_at_program(Judge *j) {
  const Program *p = j->program;
  for (uint32_t i = 0; i < p->assumptions.len; i++)
    vec_push(j->arena, &j->verdict->assumptions, ir_text(p, p->assumptions.data[i]));
  if (p->entry.id == IR_NONE)
    give_whole_reason(j, "the program has no entry: nothing runs");
  const Callgraph *calls = callgraph_new(p, j->arena, NULL);
  ir_each_function(p, f) {
    if (!callgraph_node(calls, f)->reachable) continue;
    look_for_lives(j, f);
    if (j->ledger->opaque_engine) continue;
    if (ir_function_has_body(ir_function(p, f)))
      look_for_opaque(j, f);
    else
      assume_extern(j, f);
  }
}

static void add_engine_reasons(Judge *j, const VerdictEngine *engines, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (engines[i].result->reason)
      give_whole_reason(
        j, arena_printf(j->arena, "%s: %s", engines[i].name, engines[i].result->reason));
}

Verdict verdict_of(const Ledger *ledger, PropertySet properties,
                   const VerdictEngine *engines, uint32_t engine_count, Arena *arena) {
  Verdict verdict = {.kind = VERDICT_TRUE, .broken = {IR_NONE}};
  Judge j = {ledger, ledger->program, properties, arena, &verdict};
  CheckId broken = find_broken(&j);
  group_open(&j);
  if (properties & ~ledger->properties)
    give_whole_reason(&j, "a property was asked for whose checks were not listed");
  look_at_program(&j);
  if (verdict.reasons.len) verdict.kind = VERDICT_UNKNOWN;
  if (broken.id != IR_NONE) {
    verdict.kind = VERDICT_FALSE;
    verdict.broken = broken;
    verdict.property = check_property(ledger_check(ledger, broken)->kind);
  }
  if (verdict.kind == VERDICT_UNKNOWN)
    add_engine_reasons(&j, engines, engine_count);
  else
    vec_clear(&verdict.reasons);
  return verdict;
}

const char *verdict_text(const Verdict *verdict, Arena *arena) {
  if (verdict->kind == VERDICT_TRUE) return "TRUE";
  if (verdict->kind == VERDICT_UNKNOWN) return "UNKNOWN";
  return arena_printf(arena, "FALSE(%s)", property_text(verdict->property));
}
