/* Library functions that are operations of the IR: the heap, blocks of bytes, the end of
 * the program, inputs, and what the models are built from. The prototype may be any (C
 * lets a program declare malloc as it likes): arguments and result are converted. */
#include <stdlib.h>
#include <string.h>

#include "frontend/lower.h"

#define LIBRARY_FUNCTION(name) \
  static const Vals *name(Lower *l, const Known *known, const Call *call)

/* ---- arguments and results ---- */

/* The n-th argument as a scalar of `type`; undef when the call does not have it. */
static Val argument(Lower *l, const Call *call, uint32_t n, Type type) {
  if (n >= call->count || call->args[n]->count < 1) return build_undef(l->p, type);
  return emit_convert(l, call->args[n]->v[0], type);
}

static Val pointer_argument(Lower *l, const Call *call, uint32_t n) {
  return argument(l, call, n, type_ptr());
}

static Val size_argument(Lower *l, const Call *call, uint32_t n) {
  return argument(l, call, n, l->word);
}

static const char *text_argument(Lower *l, const Call *call, uint32_t n) {
  if (!call->inst || n >= call->count) return NULL;
  return constant_string(l, LLVMGetOperand(call->inst, n));
}

/* What the function gives, as the program declared it. */
static const Vals *give(Lower *l, const Call *call, Val result) {
  Vals *vals = vals_new(l, call->result->count);
  for (uint32_t i = 0; i < vals->count; i++) {
    Type type = call->result->lanes[i].type;
    bool has = i == 0 && !val_none(result);
    vals->v[i] = has ? emit_convert(l, result, type) : build_undef(l->p, type);
  }
  return vals;
}

static const Vals *give_nothing(Lower *l, const Call *call) {
  return give(l, call, VAL_NONE);
}

static Sym result_name(Lower *l) {
  return l->current ? lower_name(l, l->current) : (Sym){0};
}

static Val emit_named(Lower *l, Inst inst, const Val *args, uint32_t count) {
  inst.name = result_name(l);
  return emit_inst(l, inst, args, count);
}

/* ---- the heap ---- */

LIBRARY_FUNCTION(call_alloc) {
  Val size = size_argument(l, call, 0);
  Inst inst = {.op = OP_ALLOC, .type = type_ptr(), .flags = (uint8_t)known->detail};
  return give(l, call, emit_named(l, inst, &size, 1));
}

LIBRARY_FUNCTION(call_calloc) {
  Inst inst = {.op = OP_ALLOC, .type = type_ptr(), .flags = INST_ZERO};
  Val args[] = {size_argument(l, call, 0), size_argument(l, call, 1)};
  return give(l, call, emit_named(l, inst, args, 2));
}

LIBRARY_FUNCTION(call_realloc) {
  Inst inst = {.op = OP_REALLOC, .type = type_ptr()};
  Val args[] = {pointer_argument(l, call, 0), size_argument(l, call, 1)};
  return give(l, call, emit_named(l, inst, args, 2));
}

LIBRARY_FUNCTION(call_end) {
  emit_op(l, (Op)known->detail, type_void(), pointer_argument(l, call, 0));
  return give_nothing(l, call);
}

/* Only where clang saw an ordinary function of that name. */
LIBRARY_FUNCTION(call_alloca) {
  Val size = size_argument(l, call, 0);
  Inst inst = {.op = OP_ALLOCA, .type = type_ptr(), .imm = 16};
  return give(l, call, emit_named(l, inst, &size, 1));
}

LIBRARY_FUNCTION(call_objsize) {
  Inst inst = {.op = OP_OBJSIZE, .type = l->word};
  Val block = pointer_argument(l, call, 0);
  return give(l, call, emit_named(l, inst, &block, 1));
}

/* ---- blocks of bytes ---- */

static void copy_bytes(Lower *l, Op op, Val to, Val from, Val size) {
  emit_op(l, op, type_void(), to, from, size);
}

LIBRARY_FUNCTION(call_copy_bytes) {
  Val to = pointer_argument(l, call, 0), size = size_argument(l, call, 2);
  copy_bytes(l, (Op)known->detail, to, pointer_argument(l, call, 1), size);
  if (known->text[0] == 's' || !call->result->count) return give(l, call, to);
  Val one = build_int(l->p, l->word, 1);
  return give(l, call, emit_op(l, OP_ADDR, type_ptr(), to, size, one));
}

LIBRARY_FUNCTION(call_bcopy) {
  Val from = pointer_argument(l, call, 0), to = pointer_argument(l, call, 1);
  copy_bytes(l, OP_MOVE, to, from, size_argument(l, call, 2));
  return give_nothing(l, call);
}

LIBRARY_FUNCTION(call_fill_bytes) {
  Val to = pointer_argument(l, call, 0), byte = argument(l, call, 1, type_int(8));
  emit_op(l, OP_FILL, type_void(), to, byte, size_argument(l, call, 2));
  return give(l, call, to);
}

LIBRARY_FUNCTION(call_bzero) {
  Val to = pointer_argument(l, call, 0), byte = build_int(l->p, type_int(8), 0);
  emit_op(l, OP_FILL, type_void(), to, byte, size_argument(l, call, 1));
  return give_nothing(l, call);
}

/* ---- the end of the program ---- */

static const Vals *end_with(Lower *l, const Call *call, const char *reason) {
  Inst inst = {.op = OP_ABORT, .sym = intern_string(l->p->names, reason)};
  emit_jump(l, inst, NULL, 0, NULL, 0);
  return vals_new(l, 0);
}

LIBRARY_FUNCTION(call_abort_with) { return end_with(l, call, known->text); }

LIBRARY_FUNCTION(call_abort_text) {
  const char *reason = text_argument(l, call, 0);
  return end_with(l, call, reason ? reason : "abort");
}

LIBRARY_FUNCTION(call_exit) {
  Val code = argument(l, call, 0, type_int(32));
  emit_jump(l, (Inst){.op = OP_EXIT}, &code, 1, NULL, 0);
  return vals_new(l, 0);
}

/* Constants hold no block. */
LIBRARY_FUNCTION(call_hold) {
  VecVals held = {0};
  for (uint32_t i = 0; i < call->count; i++)
    for (uint32_t k = 0; k < call->args[i]->count; k++)
      if (val_is_inst(call->args[i]->v[k]))
        vec_push(l->scratch, &held, call->args[i]->v[k]);
  emit_inst(l, (Inst){.op = OP_HOLD, .type = type_void()}, held.data, held.len);
  return give_nothing(l, call);
}

/* ---- the world outside ---- */

static Val is_true(Lower *l, Val v) {
  Type type = val_type(l, v);
  if (type_eq(type, type_int(1))) return v;
  if (type_is_float(type))
    return emit_inst(
      l, (Inst){.op = OP_FCMP, .pred = FCMP_UNE, .type = type_int(1)},
      (const Val[]){v, build_const(l->p, (Const){.kind = CONST_FLOAT, .type = type})}, 2);
  Val zero = type_is_ptr(type) ? build_null(l->p) : build_int(l->p, type, 0);
  return emit_icmp(l, ICMP_NE, v, zero);
}

LIBRARY_FUNCTION(call_assume) {
  if (!call->count || call->args[0]->count != 1) return NULL;
  emit_op(l, OP_ASSUME, type_void(), is_true(l, call->args[0]->v[0]));
  return give_nothing(l, call);
}

LIBRARY_FUNCTION(call_ignored) { return give_nothing(l, call); }

/* clang's check found that a signed left shift does not fit: here is one. */
LIBRARY_FUNCTION(call_shift_overflow) {
  Inst inst = {.op = OP_SHL, .type = type_int(32), .flags = INST_NSW};
  const Val args[] = {build_int(l->p, inst.type, 1), build_int(l->p, inst.type, 31)};
  emit_inst(l, inst, args, 2);
  return give_nothing(l, call);
}

static const Vals *input_from(Lower *l, const Call *call, const char *source) {
  Vals *vals = vals_new(l, call->result->count);
  Inst inst = {.op = OP_INPUT, .sym = intern_string(l->p->names, source)};
  for (uint32_t i = 0; i < vals->count; i++) {
    inst.type = call->result->lanes[i].type;
    vals->v[i] = emit_named(l, inst, NULL, 0);
  }
  return vals;
}

LIBRARY_FUNCTION(call_nondet) { return input_from(l, call, "nondet"); }

LIBRARY_FUNCTION(call_input) {
  const char *source = text_argument(l, call, 0);
  return input_from(l, call, source ? source : "input");
}

LIBRARY_FUNCTION(call_output) {
  Val stream = argument(l, call, 0, type_int(32));
  emit_op(l, OP_OUTPUT, type_void(), stream, pointer_argument(l, call, 1),
          size_argument(l, call, 2));
  return give_nothing(l, call);
}

LIBRARY_FUNCTION(call_format_float) {
  Val args[] = {pointer_argument(l, call, 0), size_argument(l, call, 1),
                argument(l, call, 2, type_float((unsigned)known->detail)),
                pointer_argument(l, call, 3)};
  return give(l, call,
              emit_named(l, (Inst){.op = OP_FMTFLOAT, .type = type_int(32)}, args, 4));
}

/* Control that comes back a second time, or from elsewhere. */
LIBRARY_FUNCTION(call_jump) {
  const Vals *vals = emit_opaque_call(l, call, known->text);
  if (known->detail) emit_jump(l, (Inst){.op = OP_UNREACHABLE}, NULL, 0, NULL, 0);
  return vals;
}

/* ---- the table ---- */

static const Known table[] = {
#define FUNCTION(name, function, detail, text) {name, function, NULL, detail, text},
#include "frontend/library.def"
};

static const Known nondet = {"__VERIFIER_nondet_", call_nondet, NULL, 0, NULL};
static const Known input = {"__belay_input_", call_input, NULL, 0, NULL};

static int compare_names(const void *key, const void *row) {
  return strcmp(key, ((const Known *)row)->name);
}

const Known *library_find(const char *name) {
  if (!strncmp(name, nondet.name, strlen(nondet.name))) return &nondet;
  if (!strncmp(name, input.name, strlen(input.name))) return &input;
  const Known *row =
    bsearch(name, table, sizeof table / sizeof *table, sizeof *table, compare_names);
  return row ? row : library_find_float(name);
}

const Vals *library_lower(Lower *l, const Known *known, const Call *call) {
  const Vals *vals = call->result->known ? known->lower(l, known, call) : NULL;
  return vals ? vals : emit_opaque_call(l, call, call->name);
}
