/* The ledger for a person. */
#include "ledger/ledger.h"

#include <string.h>

/* The operand that says how many bytes, VAL_NONE when the type does. */
static Val length_operand(const Program *p, const Inst *inst) {
  switch ((Op)inst->op) {
  case OP_COPY:
  case OP_MOVE:
  case OP_FILL:
  case OP_OUTPUT: return ir_arg(p, inst, 2);
  case OP_FMTFLOAT: return ir_arg(p, inst, 1);
  default: return VAL_NONE;
  }
}

static const char *bytes_text(const Program *p, const Inst *inst, Arena *arena) {
  Val length = length_operand(p, inst);
  int64_t bytes;
  if (inst->op == OP_LOAD)
    bytes = ir_type_bytes(p, inst->type);
  else if (inst->op == OP_STORE)
    bytes = ir_type_bytes(p, ir_type(p, ir_arg(p, inst, 0)));
  else if (val_none(length) || !ir_const_int(p, length, &bytes))
    return "some bytes";
  return arena_printf(arena, "%llu byte%s", (unsigned long long)bytes,
                      bytes == 1 ? "" : "s");
}

/* What the access is part of, where that is not plain. */
static const char *part_text(const Inst *inst) {
  switch ((Op)inst->op) {
  case OP_COPY:
    return inst->flags & INST_SCALAR_COPY ? " by an assignment" : " by a copy";
  case OP_MOVE: return " by a move";
  case OP_FILL: return " by a fill";
  case OP_OUTPUT: return " for output";
  default: return "";
  }
}

static const char *access_text(const Program *p, const Inst *inst, const char *verb,
                               Arena *arena) {
  return arena_printf(arena, "%s of %s%s", verb, bytes_text(p, inst, arena),
                      part_text(inst));
}

const char *ledger_describe(const Ledger *ledger, CheckId id, Arena *arena) {
  const Check *check = ledger_check(ledger, id);
  const Inst *inst = ir_inst(ledger->program, check->at);
  switch (check->kind) {
  case CHECK_READ:
    if (inst->op == OP_FMTFLOAT) return "read of a format";
    return access_text(ledger->program, inst, "read", arena);
  case CHECK_WRITE: return access_text(ledger->program, inst, "write", arena);
  case CHECK_CALLEE: return "call through a pointer";
  case CHECK_FREE: return inst->op == OP_REALLOC ? "realloc" : "free";
  case CHECK_OVERLAP: return "overlap of source and destination";
  case CHECK_LOST: return "loss of the block allocated here";
  case CHECK_CLEANUP: return "block allocated here at the end of the program";
  case CHECK_OVERFLOW:
    return arena_printf(arena, "signed overflow of %s", op_text(inst->op));
  default: return check_text(check->kind);
  }
}

/* Further lines are indented below the first. */
static void print_evidence(const char *evidence, Arena *arena, VecChar *out) {
  vec_printf(arena, out, ": ");
  for (;;) {
    const char *end = strchr(evidence, '\n');
    if (!end || !end[1]) break;
    vec_printf(arena, out, "%.*s\n    ", (int)(end - evidence), evidence);
    evidence = end + 1;
  }
  vec_printf(arena, out, "%.*s", (int)strcspn(evidence, "\n"), evidence);
}

void ledger_print_check(const Ledger *ledger, CheckId id, Arena *arena, VecChar *out,
                        bool verbose) {
  const Program *p = ledger->program;
  const Check *check = ledger_check(ledger, id);
  vec_printf(arena, out, "%s: %s: %s%s",
             ir_pos_text(p, ir_inst(p, check->at)->pos, arena),
             ledger_describe(ledger, id, arena), check_status_text(check->status),
             check->suspect && check->status == CHECK_OPEN ? ", suspect" : "");
  if (check->engine) vec_printf(arena, out, " [%s]", check->engine);
  if (verbose)
    vec_printf(arena, out, " (check %u in %s)", id.id,
               ir_text(p, ir_function(p, ir_fn_of(p, check->at))->name));
  if (check->evidence && *check->evidence) print_evidence(check->evidence, arena, out);
  vec_printf(arena, out, "\n");
}

void ledger_print(const Ledger *ledger, Arena *arena, VecChar *out, bool verbose) {
  for (uint32_t i = 0; i < ledger->checks.len; i++)
    ledger_print_check(ledger, (CheckId){i}, arena, out, verbose);
}
