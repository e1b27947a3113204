/* The interpreter's loop: one case a code, plain values here, everything else in the slow
 * functions (see interp_state.h), and interp_run around it. */
#include "ir/interp.h"

#include <stdlib.h>

#include "base/panic.h"
#include "base/stat.h"
#include "ir/interp_state.h"

enum { POLL_STEPS = 65536, DEFAULT_DEPTH = 200000 };

/* ---- small parts of the loop ---- */

static inline double to_double(uint64_t bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

static inline uint64_t from_double(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

/* Null checks, and pointers into the same object; false when it is not so simple. */
static inline bool equal_pointers(const Interp *it, const Value *a, const Value *b,
                                  bool *equal) {
  if (a->meta >= VALUE_UNDEF || a->meta < PROV_FIRST) return false;
  if (b->meta == 0 && b->lo == 0) {
    const Object *o = &it->objects[a->meta];
    *equal = false;
    return a->lo - o->base <= o->size;
  }
  *equal = a->lo == b->lo;
  return a->meta == b->meta;
}

static inline bool in_limit(uint64_t offset, uint64_t limit, unsigned n) {
  return offset < limit && limit - offset >= n;
}

static inline bool all_defined(const Object *o, uint64_t offset, unsigned n) {
  if (!o->defined) return true;
  uint64_t defined = 0;
  memcpy(&defined, o->defined + offset, n);
  return defined == mask64(8 * n);
}

/* The plain load; false when the slow one must do it. */
static inline bool load_plain(const Interp *it, const Value *pointer, Value *dest,
                              unsigned n) {
  if (pointer->meta >= VALUE_UNDEF) return false;
  const Object *o = &it->objects[pointer->meta];
  uint64_t offset = pointer->lo - o->base;
  if (!in_limit(offset, o->read_limit, n) || !all_defined(o, offset, n)) return false;
  uint64_t prov = 0;
  if (o->prov) {
    unsigned word = it->ptr_bytes;
    prov = o->prov[offset / word];
    if (n == word ? offset % word != 0 || (prov & PROV_MIXED)
                  : prov || (n > word - offset % word))
      return false;
  }
  uint64_t lo = 0;
  memcpy(&lo, o->bytes + offset, n);
  *dest = (Value){lo, prov};
  return true;
}

/* The provenance of a plain store; false when the slow one must do it. */
static inline bool store_prov(Interp *it, Object *o, uint64_t offset, uint64_t prov,
                              unsigned n) {
  unsigned word = it->ptr_bytes;
  uint64_t inside = offset % word;
  uint32_t *entry = &o->prov[offset / word];
  if (n != word) return !prov && !*entry && n <= word - inside;
  if (inside || (*entry & PROV_MIXED)) return false;
  if (*entry >= PROV_FIRST) { /* it may have been the last one */
    if (it->steps >= it->next_mark) return false;
    it->skipped = true;
  }
  *entry = (uint32_t)prov;
  it->objects[prov].flags |= OBJECT_EXPOSED;
  return true;
}

static inline bool store_plain(Interp *it, const Value *value, const Value *pointer,
                               unsigned n) {
  if ((value->meta | pointer->meta) >= VALUE_UNDEF) return false;
  Object *o = &it->objects[pointer->meta];
  uint64_t offset = pointer->lo - o->base;
  if (!in_limit(offset, o->write_limit, n)) return false;
  if (o->prov ? !store_prov(it, o, offset, value->meta, n) : value->meta != 0)
    return false;
  memcpy(o->bytes + offset, &value->lo, n);
  if (o->defined) memset(o->defined + offset, 0xff, n);
  return true;
}

static void move_one(Interp *it, const Move *move) {
  Activation *frame = it->top;
  if (move->undef) {
    Type type = it->program->insts.data[move->inst].type;
    interp_set(it, move->dest, interp_undefined(it, move->inst, type),
               ir_type_bits(it->program, type));
    return;
  }
  frame->regs[move->dest] = *interp_value(it, move->source);
  frame->extras[move->dest] = *interp_extra(it, move->source);
}

static uint32_t find_case(const FunctionCode *code, const Code *jump, Bits value) {
  const SwitchCase *cases = code->cases + jump->b;
  uint32_t low = 0, high = (uint32_t)jump->c;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (cases[middle].value == value) return cases[middle].edge;
    if (cases[middle].value < value)
      low = middle + 1;
    else
      high = middle;
  }
  return (uint32_t)jump->imm;
}

static uint32_t choose_case(Interp *it, const Code *jump) {
  interp_use(it, jump->a);
  return find_case(it->top->code, jump, interp_get(it, jump->a, jump->bits).bits);
}

/* Every POLL_STEPS steps or at the limit. */
static bool poll(Interp *it, const Code *at) {
  const RunOptions *options = it->options;
  uint64_t max = options->max_steps;
  if (max && it->steps >= max)
    return interp_stop(it, RUN_LIMIT, at->inst, "%llu steps", (unsigned long long)max);
  if (options->interrupted && options->interrupted(options->context))
    return interp_stop(it, RUN_LIMIT, at->inst, "interrupted");
  it->next_poll = it->steps + POLL_STEPS;
  if (max && max < it->next_poll) it->next_poll = max;
  return true;
}

static bool assume(Interp *it, const Code *code) {
  if (interp_use(it, code->a) & 1) return true;
  return interp_stop(it, RUN_INFEASIBLE, code->inst, "an assumption does not hold");
}

static bool end_program(Interp *it, const Code *code) {
  const Inst *inst = &it->program->insts.data[code->inst];
  const char *text = ir_text(it->program, inst->sym);
  switch (inst->op) {
  case OP_ABORT:
    interp_stop(it, RUN_ABORTED, code->inst, "%s", text);
    return interp_leak_end(it, code->inst), false;
  case OP_OPAQUE: return interp_stop(it, RUN_UNSUPPORTED, code->inst, "%s", text);
  case OP_EXIT:
    interp_stop(it, RUN_EXITED, code->inst, NULL);
    it->result->exit_code = (int)(int32_t)interp_value(it, code->a)->lo;
    return interp_leak_end(it, code->inst), false;
  default:
    return interp_stop(it, RUN_TRAPPED, code->inst,
                       "control came to an unreachable place");
  }
}

/* ---- tracing ---- */

static void trace_register(Interp *it, uint32_t inst, int32_t slot) {
  const Value *v = &it->top->regs[slot];
  RunValue seen = {.at = {inst}, .bits = v->lo, .undef = value_is_undef(v)};
  uint32_t id = value_prov(v);
  if (id >= PROV_FIRST) {
    const Object *o = &it->objects[id];
    seen.has_object = true;
    seen.alive = o->life == LIFE_ALIVE;
    seen.kind = (ObjectKind)o->kind;
    seen.source = it->cold[id].source;
    uint64_t offset = v->lo - o->base;
    seen.offset = it->ptr_bytes == 4 ? (int32_t)offset : (int64_t)offset;
  }
  it->options->trace(it->options->trace_context, &seen);
}

static void trace_params(Interp *it) {
  const FunctionCode *code = it->top->code;
  uint32_t first = it->program->functions.data[code->fn.id].first;
  for (uint32_t i = 0; i < code->param_count; i++)
    trace_register(it, first + i, (int32_t)i);
}

/* A phi that is in a cycle of moves is there twice: the second move is its own. */
static void trace_moves(Interp *it, const Move *move, const Move *end) {
  for (; move < end; move++) {
    const Move *later = move + 1;
    while (later < end && later->inst != move->inst) later++;
    if (later == end) trace_register(it, move->inst, move->dest);
  }
}

/* ---- the loop ---- */

#define VALUE(operand) ((operand) >= 0 ? &regs[operand] : &consts[~(operand)])
#define PLAIN1 (VALUE(ip->a)->meta == 0)
#define PLAIN2 ((VALUE(ip->a)->meta | VALUE(ip->b)->meta) == 0)
#define A (VALUE(ip->a)->lo)
#define B (VALUE(ip->b)->lo)
#define SIGNED(x, bits) sign64((x), (bits))
/* Registers are set through a local, since dest may be an operand. */
#define SET(...)                       \
  do {                                 \
    uint64_t set_ = (__VA_ARGS__);     \
    regs[ip->dest] = (Value){set_, 0}; \
  } while (0)
#define DO(call)         \
  do {                   \
    it->steps = steps;   \
    if (!(call)) return; \
  } while (0)
#define SLOW DO(interp_eval(it, ip))
#define BINARY(condition, ...)             \
  if (PLAIN2 && (condition))               \
    SET((__VA_ARGS__) & mask64(ip->bits)); \
  else                                     \
    SLOW;                                  \
  break
#define COMPARE(...)  \
  if (PLAIN2)         \
    SET(__VA_ARGS__); \
  else                \
    SLOW;             \
  break
#define COMPARE_EQUAL(negate)                           \
  do {                                                  \
    bool equal_;                                        \
    const Value *a_ = VALUE(ip->a), *b_ = VALUE(ip->b); \
    if ((a_->meta | b_->meta) == 0)                     \
      SET((a_->lo == b_->lo) != (negate));              \
    else if (equal_pointers(it, a_, b_, &equal_))       \
      SET(equal_ != (negate));                          \
    else                                                \
      SLOW;                                             \
  } while (0);                                          \
  break
#define FLOAT(operator)                                   \
  if (PLAIN2)                                             \
    SET(from_double(to_double(A) operator to_double(B))); \
  else                                                    \
    SLOW;                                                 \
  break
#define LOAD(n)                                                                   \
  if (!load_plain(it, VALUE(ip->a), &regs[ip->dest], n)) DO(interp_load(it, ip)); \
  break
#define STORE(n)                                                                 \
  if (!store_plain(it, VALUE(ip->a), VALUE(ip->b), n)) DO(interp_store(it, ip)); \
  break
#define JUMP(n)                                                          \
  do {                                                                   \
    const Edge *edge_ = &top->code->edges[n];                            \
    const Move *move_ = top->code->moves + edge_->moves,                 \
               *end_ = move_ + edge_->move_count;                        \
    for (; move_ < end_; move_++) {                                      \
      const Value *source_ = VALUE(move_->source);                       \
      if (move_->undef | move_->wide | (source_->meta >= VALUE_UNDEF)) { \
        it->steps = steps;                                               \
        move_one(it, move_);                                             \
      } else {                                                           \
        regs[move_->dest] = *source_;                                    \
      }                                                                  \
    }                                                                    \
    if (traced) trace_moves(it, top->code->moves + edge_->moves, end_);  \
    if (steps >= it->next_poll) DO(poll(it, ip));                        \
    ip = edge_->target;                                                  \
  } while (0);                                                           \
  continue
#define FRAME_CHANGED (top = it->top, regs = top->regs, ip = top->ip)

static inline __attribute__((always_inline)) void run(Interp *it, bool traced) {
  const bool recorded = it->options->record_path;
  Activation *top = it->top;
  const Code *ip = top->ip;
  Value *regs = top->regs;
  const Value *const consts = it->consts;
  uint64_t steps = it->steps;
  for (;;) {
    steps++;
    switch (ip->op) {
    case OP_ADD: BINARY(true, A + B);
    case OP_SUB: BINARY(true, A - B);
    case OP_MUL: BINARY(true, A * B);
    case OP_UDIV: BINARY(B != 0, A / B);
    case OP_UREM: BINARY(B != 0, A % B);
    case OP_SDIV:
      BINARY(B != 0 && B != mask64(ip->bits),
             (uint64_t)(SIGNED(A, ip->bits) / SIGNED(B, ip->bits)));
    case OP_SREM:
      BINARY(B != 0 && B != mask64(ip->bits),
             (uint64_t)(SIGNED(A, ip->bits) % SIGNED(B, ip->bits)));
    case OP_AND: BINARY(true, A & B);
    case OP_OR: BINARY(true, A | B);
    case OP_XOR: BINARY(true, A ^ B);
    case OP_SHL: BINARY(B < ip->bits, A << B);
    case OP_LSHR: BINARY(B < ip->bits, A >> B);
    case OP_ASHR: BINARY(B < ip->bits, (uint64_t)(SIGNED(A, ip->bits) >> B));

    case CODE_EQ: COMPARE_EQUAL(false);
    case CODE_NE: COMPARE_EQUAL(true);
    case CODE_ULT: COMPARE(A < B);
    case CODE_ULE: COMPARE(A <= B);
    case CODE_SLT: COMPARE(SIGNED(A, ip->bits) < SIGNED(B, ip->bits));
    case CODE_SLE: COMPARE(SIGNED(A, ip->bits) <= SIGNED(B, ip->bits));

    case OP_ZEXT:
      if (PLAIN1)
        SET(A);
      else
        SLOW;
      break;
    case OP_SEXT:
      if (PLAIN1)
        SET((uint64_t)SIGNED(A, ip->aux) & mask64(ip->bits));
      else
        SLOW;
      break;
    case OP_TRUNC:
      if (PLAIN1)
        SET(A & mask64(ip->bits));
      else
        SLOW;
      break;
    case OP_SELECT: {
      const Value *condition = VALUE(ip->a);
      const Value *chosen = condition->lo & 1 ? VALUE(ip->b) : VALUE(ip->c);
      if (condition->meta == 0 && chosen->meta < VALUE_UNDEF)
        regs[ip->dest] = *chosen;
      else
        SLOW;
      break;
    }
    case CODE_ASSIGN: {
      const Value *value = VALUE(ip->a);
      regs[ip->dest] = *value;
      if (value->meta >= VALUE_UNDEF) top->extras[ip->dest] = *interp_extra(it, ip->a);
      break;
    }
    case CODE_ADDR_CONST: {
      const Value *base = VALUE(ip->a);
      if (base->meta < VALUE_UNDEF)
        regs[ip->dest] =
          (Value){(base->lo + (uint64_t)ip->imm) & it->ptr_mask, base->meta};
      else
        SLOW;
      break;
    }
    case CODE_ADDR_INDEX: {
      const Value *base = VALUE(ip->a), *index = VALUE(ip->b);
      if (base->meta < VALUE_UNDEF && index->meta == 0) {
        uint64_t far = (uint64_t)SIGNED(index->lo, ip->aux) * (uint64_t)(int64_t)ip->c;
        uint64_t sum = base->lo + (uint64_t)ip->imm + far;
        regs[ip->dest] = (Value){sum & it->ptr_mask, base->meta};
      } else
        SLOW;
      break;
    }
    case CODE_F64_ADD: FLOAT(+);
    case CODE_F64_SUB: FLOAT(-);
    case CODE_F64_MUL: FLOAT(*);
    case CODE_F64_DIV: FLOAT(/);
    case CODE_F64_COMPARE:
      COMPARE(interp_float_holds((FcmpPred)ip->aux, to_double(A), to_double(B)));
    case CODE_ADDR_SUM:
    case CODE_EVAL: SLOW; break;
    case CODE_UNDEF: {
      Type type = {(uint16_t)ip->imm};
      it->steps = steps;
      interp_set(it, ip->dest, interp_undefined(it, ip->inst, type), ip->bits);
      break;
    }

    case CODE_LOAD1: LOAD(1);
    case CODE_LOAD2: LOAD(2);
    case CODE_LOAD4: LOAD(4);
    case CODE_LOAD8: LOAD(8);
    case OP_LOAD: DO(interp_load(it, ip)); break;
    case CODE_STORE1: STORE(1);
    case CODE_STORE2: STORE(2);
    case CODE_STORE4: STORE(4);
    case CODE_STORE8: STORE(8);
    case OP_STORE: DO(interp_store(it, ip)); break;
    case OP_COPY:
    case OP_MOVE: DO(interp_copy(it, ip)); break;
    case OP_FILL: DO(interp_fill(it, ip)); break;
    case OP_ALLOCA: DO(interp_alloca(it, ip)); break;
    case OP_SCOPE_BEGIN: DO(interp_scope_begin(it, ip)); break;
    case OP_SCOPE_END: DO(interp_scope_end(it, ip)); break;
    case OP_STACK_SAVE: DO(interp_stack_save(it, ip)); break;
    case OP_STACK_RESTORE: DO(interp_stack_restore(it, ip)); break;
    case OP_VARARGS: DO(interp_varargs(it, ip)); break;
    case OP_ALLOC: DO(interp_alloc(it, ip)); break;
    case OP_REALLOC: DO(interp_realloc(it, ip)); break;
    case OP_FREE: DO(interp_free(it, ip)); break;
    case OP_KILL: DO(interp_kill_static(it, ip)); break;
    case OP_OBJSIZE: DO(interp_objsize(it, ip)); break;
    case OP_FMTFLOAT: DO(interp_format_float(it, ip)); break;
    case OP_INPUT: DO(interp_input(it, ip)); break;
    case OP_OUTPUT: DO(interp_output(it, ip)); break;
    case OP_ASSUME: DO(assume(it, ip)); break;

    case OP_BR: JUMP(ip->imm);
    case OP_CBR: {
      const Value *condition = VALUE(ip->a);
      if (condition->meta) interp_use(it, ip->a);
      int64_t edge = ip->imm + !(condition->lo & 1);
      if (recorded) interp_path_branch(it, ip, edge);
      JUMP(edge);
    }
    case OP_SWITCH: {
      int64_t edge = choose_case(it, ip);
      if (recorded) interp_path_branch(it, ip, edge);
      JUMP(edge);
    }
    case CODE_CALL_FUNCTION:
      DO(interp_call_function(it, ip));
      FRAME_CHANGED;
      if (traced) trace_params(it);
      if (steps >= it->next_poll) DO(poll(it, ip));
      continue;
    case OP_CALL:
      DO(interp_call(it, ip));
      FRAME_CHANGED;
      if (traced) trace_params(it);
      if (steps >= it->next_poll) DO(poll(it, ip));
      continue;
    case OP_RET:
      DO(interp_return(it, ip));
      FRAME_CHANGED;
      break;
    case OP_EXIT:
    case OP_ABORT:
    case OP_OPAQUE:
    case OP_UNREACHABLE: DO(end_program(it, ip)); break;
    default: panic("interpreter: no code %u", ip->op);
    }
    if (traced && ip->dest >= 0 && ip->op != CODE_UNDEF)
      trace_register(it, ip->inst, ip->dest);
    ip++;
  }
}

static void run_quietly(Interp *it) { run(it, false); }
static void run_traced(Interp *it) { run(it, true); }

/* ---- the run ---- */

static void set_constant(Interp *it, uint32_t i) {
  const Const *c = &it->program->consts.data[i];
  Value *v = &it->consts[i];
  uint32_t id = 0;
  *v = (Value){c->lo, 0};
  it->const_extras[i].hi = c->hi;
  if (c->kind == CONST_GLOBAL) id = it->global_objects[c->index];
  if (c->kind == CONST_FUNC) id = it->function_objects[c->index];
  if (id) *v = (Value){it->objects[id].base + c->lo, id};
  unsigned bits = ir_type_bits(it->program, c->type);
  if (bits && bits < 64) v->lo &= mask64(bits);
}

static void start(Interp *it) {
  const Program *p = it->program;
  it->ptr_bytes = p->ptr_bits / 8;
  it->ptr_mask = mask64(p->ptr_bits);
  it->max_depth = it->options->max_depth ? it->options->max_depth : DEFAULT_DEPTH;
  it->codes = arena_new_array(it->own, FunctionCode *, p->functions.len);
  it->consts = arena_new_array(it->own, Value, p->consts.len + 1);
  it->const_extras = arena_new_array(it->own, Extra, p->consts.len + 1);
  interp_objects_start(it);
  for (uint32_t i = 0; i < p->consts.len; i++) set_constant(it, i);
  interp_choices_start(it);
  uint64_t max = it->options->max_steps;
  it->next_poll = max && max < POLL_STEPS ? max : POLL_STEPS;
}

/* One run that searches for leaks from `quiet` steps on; where that was in vain for the
 * exact place, gives the number of steps after which nothing was lost yet, else 0. */
static uint64_t run_once(const Program *p, Arena *arena, const RunOptions *options,
                         uint64_t quiet, RunResult *result) {
  Arena *own = arena_new();
  Interp *it = arena_new_object(own, Interp);
  *result = (RunResult){.at = VAL_NONE};
  it->program = p;
  it->options = options;
  it->arena = arena;
  it->own = own;
  it->result = result;
  it->next_mark = options->check_lost ? quiet : UINT64_MAX;
  it->quiet = quiet != 0;
  start(it);
  interp_enter(it, interp_decode(it, p->entry));
  if (options->trace)
    run_traced(it);
  else
    run_quietly(it);
  interp_leak_stop(it);
  result->steps = it->steps;
  stat_add(STAT_STEPS, it->steps);
  uint64_t again = it->lost_unknown && options->eager_leaks ? it->clean_steps + 1 : 0;
  interp_frames_end(it);
  interp_objects_end(it);
  arena_free(own);
  return again;
}

RunResult interp_run(const Program *p, Arena *arena, const RunOptions *options) {
  BELAY_ASSERT(p->entry.id != IR_NONE);
  RunResult result;
  uint64_t again = run_once(p, arena, options, 0, &result);
  RunOptions replay = *options;
  while (again) {
    Inputs inputs = result.choices;
    replay.inputs = &inputs;
    replay.in = replay.out = replay.err = NULL;
    RunResult exact;
    uint64_t next = run_once(p, arena, &replay, again, &exact);
    if (exact.end != RUN_VIOLATION || exact.violation.kind != CHECK_LOST) break;
    result = exact;
    if (next <= again) break;
    again = next;
  }
  return result;
}
