/* See source.h. */
#include "ir/source.h"

/* ---- which value a variable has ---- */

typedef struct Search {
  const Program *p;
  uint32_t variable;
  uint8_t *seen; /* by block of the function */
  uint32_t first_block;
  const SourceBinding *found;
  bool conflict;
} Search;

/* The last binding inside the block, not after `last`. */
static const SourceBinding *binding_in(const Search *s, const Block *b, uint32_t last) {
  const SourceInfo *info = s->p->source;
  const SourceBinding *found = NULL;
  for (uint32_t i = 0; i < info->bindings.len; i++) {
    const SourceBinding *binding = &info->bindings.data[i];
    if (binding->variable != s->variable) continue;
    if (binding->at.id >= b->first && binding->at.id <= last) found = binding;
  }
  return found;
}

static bool same_value(const SourceBinding *a, const SourceBinding *b) {
  if (a->has_number || b->has_number)
    return a->has_number && b->has_number && a->number == b->number;
  return val_eq(a->value, b->value);
}

static void take(Search *s, const SourceBinding *binding) {
  if (!s->found)
    s->found = binding;
  else if (!same_value(s->found, binding))
    s->conflict = true;
}

static void search(Search *s, Blk block, uint32_t last) {
  const Block *b = ir_block(s->p, block);
  const SourceBinding *binding = binding_in(s, b, last);
  if (binding) {
    take(s, binding);
    return;
  }
  if (!b->pred_count) s->conflict = true;
  for (uint32_t i = 0; i < b->pred_count && !s->conflict; i++) {
    Blk from = ir_pred(s->p, b, i);
    if (s->seen[from.id - s->first_block]++) continue;
    const Block *pred = ir_block(s->p, from);
    search(s, from, pred->first + pred->count - 1);
  }
}

const SourceBinding *source_binding_at(const Program *p, uint32_t variable, Val at,
                                       Arena *scratch) {
  Blk block = ir_inst(p, at)->block;
  const Function *f = ir_function(p, ir_block(p, block)->fn);
  Search s = {.p = p, .variable = variable, .first_block = f->first_block};
  s.seen = arena_zalloc(scratch, f->block_count + 1);
  search(&s, block, at.id);
  if (s.conflict || !s.found) return NULL;
  bool nothing = !s.found->has_number && val_none(s.found->value);
  return nothing ? NULL : s.found;
}

/* ---- what is at an offset ---- */

static const SourceMember *member_at(const SourceType *t, uint64_t offset) {
  const SourceMember *found = NULL;
  for (uint32_t i = 0; i < t->members.len; i++) {
    const SourceMember *m = &t->members.data[i];
    if (m->offset <= offset && (!found || m->offset > found->offset)) found = m;
  }
  return found;
}

static bool is_composite(const SourceType *t) {
  return t->kind == SOURCE_RECORD || t->kind == SOURCE_ARRAY;
}

static uint32_t step_in(const Program *p, const SourceType *t, uint64_t *offset,
                        Arena *arena, VecChar *path) {
  if (t->kind == SOURCE_ARRAY) {
    uint64_t step = source_type(p, t->element)->size;
    if (!step) return 0;
    if (path) vec_printf(arena, path, "[%llu]", (unsigned long long)(*offset / step));
    *offset %= step;
    return t->element;
  }
  const SourceMember *m = member_at(t, *offset);
  if (!m) return 0;
  if (path) vec_printf(arena, path, "%s%s", path->len ? "." : "", ir_text(p, m->name));
  *offset -= m->offset;
  return m->type;
}

uint32_t source_type_at(const Program *p, uint32_t type, uint64_t offset, Arena *arena,
                        VecChar *path) {
  enum { DEPTH = 32 };
  for (int i = 0; i < DEPTH && type; i++) {
    const SourceType *t = source_type(p, type);
    if (t->size && offset >= t->size) return 0;
    if (!is_composite(t)) return offset ? 0 : type;
    type = step_in(p, t, &offset, arena, path);
  }
  return 0;
}
