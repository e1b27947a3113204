/* Lists the checks of a program: which instruction owes which proof. */
#include "ledger/ledger.h"

#include <stdlib.h>
#include <string.h>

/* ---- what an instruction owes ---- */

static uint32_t kinds(uint32_t first, uint32_t second, uint32_t third) {
  return 1u << first | 1u << second | 1u << third;
}

/* A set of kinds, one bit each. */
static uint32_t checks_of(const Program *p, const Inst *inst) {
  switch ((Op)inst->op) {
  case OP_LOAD: return inst->flags & INST_NO_CHECK ? 0 : 1u << CHECK_READ;
  case OP_STORE: return inst->flags & INST_NO_CHECK ? 0 : 1u << CHECK_WRITE;
  case OP_COPY: return kinds(CHECK_READ, CHECK_WRITE, CHECK_OVERLAP);
  case OP_MOVE:
  case OP_FMTFLOAT: return kinds(CHECK_READ, CHECK_WRITE, CHECK_WRITE);
  case OP_FILL: return 1u << CHECK_WRITE;
  case OP_OUTPUT: return 1u << CHECK_READ;
  case OP_FREE: return 1u << CHECK_FREE;
  case OP_ALLOC:
    return inst->flags & INST_STATIC ? 0 : kinds(CHECK_LOST, CHECK_CLEANUP, CHECK_LOST);
  case OP_REALLOC:
    if (inst->flags & INST_STATIC) return 1u << CHECK_FREE;
    return kinds(CHECK_FREE, CHECK_LOST, CHECK_CLEANUP);
  case OP_CALL: return ir_direct_callee(p, inst).id == IR_NONE ? 1u << CHECK_CALLEE : 0;
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_SHL: return inst->flags & INST_NSW ? 1u << CHECK_OVERFLOW : 0;
  case OP_SDIV:
  case OP_SREM: return 1u << CHECK_OVERFLOW;
  default: return 0;
  }
}

static void list_inst(Ledger *ledger, Val v) {
  uint32_t owed = checks_of(ledger->program, ir_inst(ledger->program, v));
  bool first = true;
  for (uint32_t kind = 0; kind < CHECK_KIND_COUNT; kind++) {
    if (!(owed >> kind & 1)) continue;
    if (!(ledger->properties & PROPERTY_BIT(check_property((CheckKind)kind)))) continue;
    if (first) map_set(ledger->arena, &ledger->by_inst, v.id, ledger->checks.len);
    first = false;
    vec_push(ledger->arena, &ledger->checks, (Check){.kind = (CheckKind)kind, .at = v});
  }
}

/* ---- the order of functions ---- */

typedef struct Place {
  const char *file; /* "" when unknown */
  uint32_t model, line, column, function;
} Place;

static int compare_places(const void *left, const void *right) {
  const Place *a = left, *b = right;
  if (a->model != b->model) return a->model < b->model ? -1 : 1;
  int files = strcmp(a->file, b->file);
  if (files) return files;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return a->function < b->function ? -1 : 1;
}

static Place *sorted_functions(const Program *p, Arena *arena) {
  Place *places = arena_new_array(arena, Place, p->functions.len);
  ir_each_function(p, f) {
    const Function *function = ir_function(p, f);
    const Pos *pos = ir_pos(p, function->pos);
    places[f.id] = (Place){ir_text(p, pos->file), !!(function->flags & FN_MODEL),
                           pos->line, pos->column, f.id};
  }
  qsort(places, p->functions.len, sizeof *places, compare_places);
  return places;
}

Ledger *ledger_new(Arena *arena, const Program *program, PropertySet properties) {
  Ledger *ledger = arena_new_object(arena, Ledger);
  *ledger = (Ledger){.arena = arena,
                     .program = program,
                     .properties = properties,
                     .witness_check = {IR_NONE}};
  const Place *places = sorted_functions(program, arena);
  for (uint32_t i = 0; i < program->functions.len; i++) {
    const Function *function = ir_function(program, (Fn){places[i].function});
    ir_each_block(program, function, b) ir_each_inst(ir_block(program, b), v)
      list_inst(ledger, v);
  }
  return ledger;
}

/* ---- questions ---- */

CheckId ledger_find(const Ledger *ledger, CheckKind kind, Val at) {
  uint64_t id = map_get(&ledger->by_inst, at.id, IR_NONE);
  for (; id < ledger->checks.len && val_eq(ledger->checks.data[id].at, at); id++)
    if (ledger->checks.data[id].kind == kind) return (CheckId){(uint32_t)id};
  return (CheckId){IR_NONE};
}

uint32_t ledger_count(const Ledger *ledger, CheckStatus status) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < ledger->checks.len; i++)
    count += ledger->checks.data[i].status == status;
  return count;
}

const char *check_status_text(CheckStatus status) {
  static const char *const texts[] = {"open", "safe", "broken"};
  return texts[status];
}
