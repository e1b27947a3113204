/* Models and the value of a term in one. */
#include "base/map.h"
#include "base/panic.h"
#include "solver/term_build.h"

typedef struct ArrayValue {
  Map bytes; /* index (low 64 bits) -> byte */
  uint8_t other;
} ArrayValue;

struct Model {
  Map values; /* variable number -> index into words */
  Vec(Word) words;
  Map arrays; /* array number -> ArrayValue* */
  Map memo;   /* term id -> index into memo_words */
  Vec(Word) memo_words;
  Arena *arena;
};

Model *model_new(Arena *arena) {
  Model *m = arena_new_object(arena, Model);
  m->arena = arena;
  return m;
}

void model_set(Model *m, Arena *arena, uint32_t var, Word value) {
  vec_push(arena, &m->words, value);
  map_set(arena, &m->values, var, m->words.len - 1);
}

Word model_get(const Model *m, uint32_t var) {
  uint64_t *at = map_find(&m->values, var);
  return at ? m->words.data[*at] : 0;
}

static ArrayValue *array_value(Model *m, Arena *arena, uint32_t array) {
  uint64_t *at = map_at(arena, &m->arrays, array);
  if (!*at) *at = (uint64_t)(uintptr_t)arena_new_object(arena, ArrayValue);
  return (ArrayValue *)(uintptr_t)*at;
}

void model_set_byte(Model *m, Arena *arena, uint32_t array, Word index, uint8_t byte) {
  map_set(arena, &array_value(m, arena, array)->bytes, (uint64_t)index, byte);
}

void model_set_default(Model *m, Arena *arena, uint32_t array, uint8_t byte) {
  array_value(m, arena, array)->other = byte;
}

static uint8_t array_byte(const Model *m, uint32_t array, Word index) {
  uint64_t *at = map_find(&m->arrays, array);
  if (!at) return 0;
  const ArrayValue *value = (const ArrayValue *)(uintptr_t)*at;
  return (uint8_t)map_get(&value->bytes, (uint64_t)index, value->other);
}

static bool remembered(const Model *m, const Terms *ts, Term t, Word *value) {
  const TermNode *n = term_node(ts, t);
  if (n->op == TERM_CONST) return *value = n->value, true;
  if (n->op == TERM_VAR) return *value = model_get(m, n->aux) & word_mask(n->width), true;
  uint64_t *at = map_find(&m->memo, t.id);
  return at ? (*value = m->memo_words.data[*at], true) : false;
}

static Word value_of(const Model *m, const Terms *ts, Term t) {
  Word value = 0;
  if (!remembered(m, ts, t, &value)) panic("model: operand not evaluated");
  return value;
}

/* What a read of `array` at `index` needs next: TERM_NONE when `*byte` is the answer. */
static Term read_step(const Model *m, const Terms *ts, Term array, Word index,
                      Word *byte) {
  for (;;) {
    const TermNode *n = term_node(ts, array);
    Word at;
    if (n->op == TERM_ARRAY) return *byte = array_byte(m, n->aux, index), TERM_NONE;
    Term needed = n->op == TERM_STORE
                    ? term_arg(ts, array, 1)
                    : term_arg(ts, array, 0); /* fill's byte, ite's test */
    if (!remembered(m, ts, needed, &at)) return needed;
    if (n->op == TERM_FILL) return *byte = at, TERM_NONE;
    if (n->op == TERM_ITE) {
      array = term_arg(ts, array, at ? 1 : 2);
      continue;
    }
    if (at == index) {
      Term stored = term_arg(ts, array, 2);
      return remembered(m, ts, stored, byte) ? TERM_NONE : stored;
    }
    array = term_arg(ts, array, 0);
  }
}

static Word apply(const Model *m, const Terms *ts, Term t) {
  const TermNode *n = term_node(ts, t);
  Word mask = word_mask(n->width);
  Word a = value_of(m, ts, term_arg(ts, t, 0));
  switch ((TermOp)n->op) {
  case TERM_LINEAR: {
    Word sum = 0;
    for (unsigned i = 0; i + 1 < n->arg_count; i += 2)
      sum +=
        value_of(m, ts, term_arg(ts, t, i)) * value_of(m, ts, term_arg(ts, t, i + 1));
    return (sum + value_of(m, ts, term_arg(ts, t, n->arg_count - 1u))) & mask;
  }
  case TERM_NOT: return a ^ 1;
  case TERM_ITE: return value_of(m, ts, term_arg(ts, t, a ? 1 : 2));
  case TERM_ZEXT: return a;
  case TERM_SEXT: return word_sext(term_width(ts, term_arg(ts, t, 0)), n->width, a);
  case TERM_EXTRACT: return a >> n->aux & mask;
  case TERM_CONCAT: {
    Term low = term_arg(ts, t, 1);
    return (a << term_width(ts, low) | value_of(m, ts, low)) & mask;
  }
  default: {
    Word b = value_of(m, ts, term_arg(ts, t, 1));
    return term_fold((TermOp)n->op, term_width(ts, term_arg(ts, t, 0)), a, b);
  }
  }
}

/* Pushes what must be evaluated before t; false when nothing is missing. */
static bool push_missing(Model *m, const Terms *ts, Term t, VecU32 *stack) {
  const TermNode *n = term_node(ts, t);
  Word value;
  uint32_t before = stack->len;
  if (n->op == TERM_READ) {
    Term index = term_arg(ts, t, 1);
    if (!remembered(m, ts, index, &value)) {
      vec_push(m->arena, stack, index.id);
      return true;
    }
    Word byte;
    Term needed = read_step(m, ts, term_arg(ts, t, 0), value, &byte);
    if (term_is_none(needed)) return false;
    vec_push(m->arena, stack, needed.id);
    return true;
  }
  if (n->op == TERM_ITE && remembered(m, ts, term_arg(ts, t, 0), &value)) {
    Term chosen = term_arg(ts, t, value ? 1 : 2);
    if (!remembered(m, ts, chosen, &value)) vec_push(m->arena, stack, chosen.id);
    return stack->len > before;
  }
  unsigned count = n->op == TERM_ITE ? 1 : n->arg_count;
  for (unsigned i = 0; i < count; i++)
    if (!remembered(m, ts, term_arg(ts, t, i), &value))
      vec_push(m->arena, stack, term_arg(ts, t, i).id);
  return stack->len > before ||
         (n->op == TERM_ITE && count == 1 && push_missing(m, ts, t, stack));
}

Word model_eval(Model *m, Terms *ts, Term t) {
  Word value;
  if (remembered(m, ts, t, &value)) return value;
  VecU32 stack = {0};
  vec_push(m->arena, &stack, t.id);
  while (stack.len) {
    Term top = {vec_last(&stack)};
    if (remembered(m, ts, top, &value)) {
      stack.len--;
      continue;
    }
    if (push_missing(m, ts, top, &stack)) continue;
    stack.len--;
    if (term_node(ts, top)->op == TERM_READ)
      read_step(m, ts, term_arg(ts, top, 0), value_of(m, ts, term_arg(ts, top, 1)),
                &value);
    else
      value = apply(m, ts, top);
    vec_push(m->arena, &m->memo_words, value);
    map_set(m->arena, &m->memo, top.id, m->memo_words.len - 1);
  }
  return value_of(m, ts, t);
}

static void copy_variable(Arena *arena, Model *to, const Model *from, uint32_t var) {
  uint64_t *at = map_find(&from->values, var);
  if (at) model_set(to, arena, var, from->words.data[*at]);
  at = map_find(&from->arrays, var);
  if (at) map_set(arena, &to->arrays, var, *at); /* array values are not changed later */
}

Model *model_overlay(Arena *arena, const Model *base, const Model *over,
                     const VecU32 *vars) {
  Model *m = model_new(arena);
  if (base) {
    for (uint32_t i = 0; i < base->values.count; i++)
      copy_variable(arena, m, base, (uint32_t)base->values.entries[i].key);
    for (uint32_t i = 0; i < base->arrays.count; i++)
      copy_variable(arena, m, base, (uint32_t)base->arrays.entries[i].key);
  }
  for (uint32_t i = 0; i < vars->len; i++) copy_variable(arena, m, over, vars->data[i]);
  return m;
}
