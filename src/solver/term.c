/* The pool of terms: hash-consing, printing, the variables of a term. */
#include "solver/term.h"

#include <string.h>

#include "base/map.h"
#include "base/panic.h"
#include "solver/term_build.h"

static const char *const op_names[] = {
#define TERM_OP(name, text) text,
  TERM_OPS(TERM_OP)
#undef TERM_OP
};

const char *term_op_text(TermOp op) { return op_names[op]; }

Terms *terms_new(Arena *arena) {
  Terms *ts = arena_new_object(arena, Terms);
  ts->arena = arena;
  ts->slot_count = 1024;
  ts->slots = arena_new_array(arena, uint32_t, ts->slot_count);
  return ts;
}

static uint64_t node_hash(const TermNode *n, const uint32_t *args) {
  uint64_t h = hash_u64((uint64_t)n->op << 56 ^ (uint64_t)n->width << 40 ^ n->aux);
  if (n->op == TERM_CONST)
    h = hash_combine(hash_combine(h, (uint64_t)n->value), (uint64_t)(n->value >> 64));
  for (unsigned i = 0; i < n->arg_count; i++) h = hash_combine(h, args[i]);
  return h;
}

static bool same_node(const Terms *ts, const TermNode *a, const TermNode *b,
                      const uint32_t *args) {
  return a->op == b->op && a->width == b->width && a->aux == b->aux &&
         a->arg_count == b->arg_count && (a->op != TERM_CONST || a->value == b->value) &&
         (!a->arg_count ||
          !memcmp(ts->args.data + a->args, args, a->arg_count * sizeof *args));
}

static void rehash(Terms *ts) {
  ts->slot_count *= 2;
  ts->slots = arena_new_array(ts->arena, uint32_t, ts->slot_count);
  for (uint32_t id = 0; id < ts->nodes.len; id++) {
    const TermNode *n = &ts->nodes.data[id];
    uint32_t slot =
      (uint32_t)node_hash(n, ts->args.data + n->args) & (ts->slot_count - 1);
    while (ts->slots[slot]) slot = (slot + 1) & (ts->slot_count - 1);
    ts->slots[slot] = id + 1;
  }
}

static uint32_t sum_sizes(const Terms *ts, const uint32_t *args, unsigned count) {
  uint64_t size = 1;
  for (unsigned i = 0; i < count; i++) size += ts->nodes.data[args[i]].size;
  return size > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)size;
}

static Term intern_node(Terms *ts, TermNode node, const Term *terms) {
  const uint32_t *args = (const uint32_t *)terms;
  if ((uint64_t)ts->nodes.len * 2 >= ts->slot_count) rehash(ts);
  uint32_t slot = (uint32_t)node_hash(&node, args) & (ts->slot_count - 1);
  for (; ts->slots[slot]; slot = (slot + 1) & (ts->slot_count - 1))
    if (same_node(ts, &ts->nodes.data[ts->slots[slot] - 1], &node, args))
      return (Term){ts->slots[slot] - 1};
  node.args = ts->args.len;
  node.size = sum_sizes(ts, args, node.arg_count);
  term_compute_facts(ts, &node, terms);
  for (unsigned i = 0; i < node.arg_count; i++) vec_push(ts->arena, &ts->args, args[i]);
  vec_push(ts->arena, &ts->nodes, node);
  ts->slots[slot] = ts->nodes.len;
  return (Term){ts->nodes.len - 1};
}

Term term_make(Terms *ts, TermOp op, unsigned width, uint32_t aux, const Term *args,
               unsigned arg_count) {
  TermNode node = {.op = (uint8_t)op,
                   .width = (uint8_t)width,
                   .aux = aux,
                   .arg_count = (uint16_t)arg_count};
  Term made = intern_node(ts, node, args);
  const TermNode *n = term_node(ts, made);
  /* What the facts pin down is a constant, whatever its form. */
  if (op != TERM_CONST && op < TERM_ARRAY && n->low == n->high)
    return term_const(ts, width, n->low);
  return made;
}

Term term_const(Terms *ts, unsigned width, Word value) {
  BELAY_ASSERT(width >= 1 && width <= 128);
  TermNode node = {
    .op = TERM_CONST, .width = (uint8_t)width, .value = value & word_mask(width)};
  return intern_node(ts, node, NULL);
}

Term term_bool(Terms *ts, bool value) { return term_const(ts, 1, value); }

static Term new_variable(Terms *ts, TermOp op, unsigned width) {
  TermNode node = {.op = (uint8_t)op, .width = (uint8_t)width, .aux = ts->var_count++};
  Term made = intern_node(ts, node, NULL);
  vec_push(ts->arena, &ts->vars, made.id);
  return made;
}

Term term_var(Terms *ts, unsigned width) { return new_variable(ts, TERM_VAR, width); }
Term term_array(Terms *ts, unsigned index_width) {
  return new_variable(ts, TERM_ARRAY, index_width);
}

Term term_fill(Terms *ts, unsigned index_width, Term byte) {
  return term_make(ts, TERM_FILL, index_width, 0, &byte, 1);
}

bool term_value(const Terms *ts, Term t, Word *value) {
  const TermNode *n = term_node(ts, t);
  if (n->op != TERM_CONST) return false;
  *value = n->value;
  return true;
}

bool term_is_true(const Terms *ts, Term t) {
  const TermNode *n = term_node(ts, t);
  return n->op == TERM_CONST && n->value == 1;
}

bool term_is_false(const Terms *ts, Term t) {
  const TermNode *n = term_node(ts, t);
  return n->op == TERM_CONST && n->value == 0;
}

/* ---- support ---- */

static void merge_sorted(Arena *arena, VecU32 *into, const VecU32 *from) {
  if (!from->len) return;
  VecU32 merged = {0};
  vec_reserve(arena, &merged, into->len + from->len);
  uint32_t i = 0, j = 0;
  while (i < into->len || j < from->len) {
    uint32_t a = i < into->len ? into->data[i] : UINT32_MAX;
    uint32_t b = j < from->len ? from->data[j] : UINT32_MAX;
    merged.data[merged.len++] = a < b ? a : b;
    i += a <= b;
    j += b <= a;
  }
  *into = merged;
}

static bool supports_all(const VecU32 *set, const VecU32 *of) {
  uint32_t i = 0;
  for (uint32_t j = 0; j < of->len; j++) {
    while (i < set->len && set->data[i] < of->data[j]) i++;
    if (i == set->len || set->data[i] != of->data[j]) return false;
  }
  return true;
}

static VecU32 *compute_support(Terms *ts, Term t) {
  const TermNode *n = term_node(ts, t);
  uint32_t first = n->args, count = n->arg_count;
  VecU32 *result = arena_new_object(ts->arena, VecU32);
  if (n->op == TERM_VAR || n->op == TERM_ARRAY) vec_push(ts->arena, result, n->aux);
  for (uint32_t i = 0; i < count; i++) {
    VecU32 *part = ts->supports.data[ts->args.data[first + i]];
    if (!result->len)
      *result = *part;
    else if (!supports_all(result, part))
      merge_sorted(ts->arena, result, part);
  }
  return result;
}

const VecU32 *term_support(Terms *ts, Term t) {
  if (ts->supports.len < ts->nodes.len)
    vec_resize(ts->arena, &ts->supports, ts->nodes.len);
  if (ts->supports.data[t.id]) return ts->supports.data[t.id];
  VecU32 stack = {0};
  vec_push(ts->arena, &stack, t.id);
  while (stack.len) {
    uint32_t id = vec_last(&stack), before = stack.len;
    const TermNode *n = &ts->nodes.data[id];
    for (uint32_t i = 0; i < n->arg_count; i++) {
      uint32_t arg = ts->args.data[n->args + i];
      if (!ts->supports.data[arg]) vec_push(ts->arena, &stack, arg);
    }
    if (stack.len > before) continue;
    stack.len--;
    if (!ts->supports.data[id]) ts->supports.data[id] = compute_support(ts, (Term){id});
  }
  return ts->supports.data[t.id];
}

/* ---- printing ---- */

static void print_word(Arena *arena, VecChar *out, unsigned width, Word value) {
  if (width > 64 && value >> 64)
    vec_printf(arena, out, "0x%llx%016llx", (unsigned long long)(value >> 64),
               (unsigned long long)value);
  else if (width > 8 && width <= 64 && word_negative(width, value) &&
           word_mask(width) - value < 1 << 20)
    vec_printf(arena, out, "-%llu", (unsigned long long)(word_mask(width) - value + 1));
  else
    vec_printf(arena, out, "%llu", (unsigned long long)value);
}

static void print_depth(const Terms *ts, Term t, Arena *arena, VecChar *out, int depth) {
  const TermNode *n = term_node(ts, t);
  if (n->op == TERM_CONST) return print_word(arena, out, n->width, n->value);
  if (n->op == TERM_VAR) return vec_printf(arena, out, "v%u", n->aux);
  if (n->op == TERM_ARRAY) return vec_printf(arena, out, "a%u", n->aux);
  if (depth == 0) return vec_printf(arena, out, "..");
  vec_printf(arena, out, "(%s", op_names[n->op]);
  if (n->op == TERM_EXTRACT) vec_printf(arena, out, "[%u+%u]", n->aux, n->width);
  if (n->op == TERM_ZEXT || n->op == TERM_SEXT) vec_printf(arena, out, "[%u]", n->width);
  for (unsigned i = 0; i < n->arg_count; i++) {
    vec_printf(arena, out, " ");
    print_depth(ts, term_arg(ts, t, i), arena, out, depth - 1);
  }
  vec_printf(arena, out, ")");
}

void term_print(const Terms *ts, Term t, Arena *arena, VecChar *out) {
  print_depth(ts, t, arena, out, 8);
}
