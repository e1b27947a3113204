/* See scene.h. */
#include "shape/scene.h"

#include <string.h>

/* ---- types of objects ---- */

static bool says_something(const Scene *s, uint32_t type) {
  return type && source_type(s->p, type)->size > 0;
}

/* The larger type says more: a list's link lies in a struct. */
static bool learn(Scene *s, uint32_t object, int64_t base, uint32_t type) {
  SceneObject *o = &s->objects[object];
  const ShapeObject *shape = graph_object(s->g, object);
  if (!says_something(s, type) || shape->place == PLACE_FRAME) return false;
  int64_t size = (int64_t)source_type(s->p, type)->size;
  if (base < 0 || base + size > shape->size_hi) return false;
  if (o->type && (int64_t)source_type(s->p, o->type)->size >= size) return false;
  o->type = type;
  o->base = base;
  return true;
}

static bool learn_pointer(Scene *s, uint32_t value, uint32_t type) {
  if (!type || source_type(s->p, type)->kind != SOURCE_POINTER) return false;
  const ShapeValue *v = graph_value(s->g, value);
  if (!value_is_address(v) || !value_is_exact(v)) return false;
  return learn(s, v->object, v->lo, source_type(s->p, type)->element);
}

static bool learn_fields(Scene *s, uint32_t object) {
  const ShapeObject *o = graph_object(s->g, object);
  SceneObject known = s->objects[object];
  bool changed = false;
  for (uint32_t i = 0; i < o->field_count && known.type; i++) {
    int64_t offset = (int64_t)o->fields[i].offset - known.base;
    if (offset < 0) continue;
    uint32_t type = source_type_at(s->p, known.type, (uint64_t)offset, s->arena, NULL);
    changed |= learn_pointer(s, o->fields[i].value, type);
  }
  return changed;
}

/* What a variable of pointer type got from an allocation. */
static void learn_sites(Scene *s, uint32_t object) {
  const SourceInfo *info = s->p->source;
  SiteSet sites = sites_at(s->sites, graph_object(s->g, object)->sites);
  for (uint32_t i = 0; i < sites.count; i++)
    for (uint32_t k = 0; k < info->bindings.len; k++) {
      const SourceBinding *b = &info->bindings.data[k];
      if (b->value.id != sites.sites[i]) continue;
      const SourceType *t = source_type(s->p, info->variables.data[b->variable].type);
      if (t->kind == SOURCE_POINTER) learn(s, object, 0, t->element);
    }
}

static void find_types(Scene *s) {
  for (uint32_t i = 1; i < s->g->objects.len; i++)
    if (graph_object(s->g, i)->place == PLACE_HEAP) learn_sites(s, i);
  for (uint32_t i = 0; i < s->roots.len; i++) {
    const SceneRoot *root = &s->roots.data[i];
    if (root->value == SHAPE_NONE)
      learn(s, root->object, 0, root->type);
    else
      learn_pointer(s, root->value, root->type);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < s->g->objects.len; i++) changed |= learn_fields(s, i);
  }
}

/* ---- variables ---- */

static void add_root(Scene *s, SceneRoot root) {
  if (root.value == SHAPE_NONE) s->objects[root.object].name = root.name;
  vec_push(s->arena, &s->roots, root);
}

/* Names that stand twice are told apart by the line of their declaration. */
static const char *variable_name(const Scene *s, const SourceVariable *v) {
  const char *name = ir_text(s->p, v->name);
  for (uint32_t i = 0; i < s->roots.len; i++)
    if (!strcmp(s->roots.data[i].name, name))
      return arena_printf(s->arena, "%s (line %u)", name, v->top);
  return name;
}

static bool is_named(const Scene *s, uint32_t local, Fn fn, Val at) {
  const SourceInfo *info = s->p->source;
  uint32_t id = ir_function(s->p, fn)->first + local;
  for (uint32_t i = 0; i < info->variables.len; i++) {
    if (info->variables.data[i].fn.id != fn.id) continue;
    const SourceBinding *b = source_binding_at(s->p, i, at, s->arena);
    if (b && b->value.id == id) return true;
  }
  return false;
}

static void add_register(Scene *s, uint32_t frame, uint32_t variable, Val at) {
  const SourceVariable *v = &s->p->source->variables.data[variable];
  const SourceBinding *b = source_binding_at(s->p, variable, at, s->arena);
  if (!b) return;
  uint32_t first = ir_function(s->p, v->fn)->first, value;
  if (b->has_number)
    value = graph_int((Graph *)s->g, b->number);
  else
    value = graph_get_register(s->g, frame, b->value.id - first);
  if (value == SHAPE_NONE) return;
  add_root(s, (SceneRoot){variable_name(s, v), v->type, value, 0, false});
}

static const SourceVariable *variable_in(const Program *p, uint32_t alloca_id) {
  for (uint32_t i = 0; p->source && i < p->source->variables.len; i++)
    if (p->source->variables.data[i].place.id == alloca_id)
      return &p->source->variables.data[i];
  return NULL;
}

static void add_stack(Scene *s, uint32_t object) {
  const ShapeObject *o = graph_object(s->g, object);
  const SourceVariable *v = variable_in(s->p, o->source);
  const char *name = ir_text(s->p, ir_inst(s->p, (Val){o->source})->name);
  SceneRoot root = {*name ? name : "a local", v ? v->type : 0, SHAPE_NONE, object, false};
  add_root(s, root);
}

static void add_memory(Scene *s, uint32_t object) {
  const ShapeObject *o = graph_object(s->g, object);
  const Program *p = s->p;
  if (o->place == PLACE_STACK && o->valid) add_stack(s, object);
  if (o->place == PLACE_FUNCTION)
    s->objects[object].name = ir_text(p, ir_function(p, (Fn){o->source})->name);
  if (o->place != PLACE_GLOBAL && o->place != PLACE_CONSTANT) return;
  const Global *global = ir_global(p, (Glob){o->source});
  s->objects[object].name = ir_text(p, global->name);
  uint32_t type = p->source ? p->source->global_types[o->source] : 0;
  if (o->place == PLACE_GLOBAL && !(global->flags & GLOB_MODEL))
    add_root(s, (SceneRoot){ir_text(p, global->name), type, SHAPE_NONE, object, false});
}

/* Registers that the source has no name for, or (without debug information) all. */
static void add_temporaries(Scene *s, uint32_t frame, Val at) {
  const ShapeObject *o = graph_object(s->g, frame);
  Fn fn = {o->source};
  const Function *f = ir_function(s->p, fn);
  for (uint32_t i = 0; i < o->field_count; i++) {
    uint32_t local = o->fields[i].offset / 2, value = o->fields[i].value;
    if (local >= f->inst_count) continue;
    if (s->p->source && is_named(s, local, fn, at)) continue;
    const Inst *inst = ir_inst(s->p, (Val){f->first + local});
    const char *name = ir_text(s->p, inst->name);
    if (inst->op == OP_ALLOCA) continue;
    if (!*name) name = arena_printf(s->arena, "%u", local);
    name = arena_printf(s->arena, "%%%s", name);
    add_root(s, (SceneRoot){name, 0, value, 0, true});
  }
}

Scene *scene_new(const Program *p, const SiteSets *sites, const Graph *g, Val at,
                 Arena *arena) {
  Scene *s = arena_new_object(arena, Scene);
  *s = (Scene){.p = p, .g = graph_copy(arena, g), .sites = sites, .arena = arena};
  s->objects = arena_new_array(arena, SceneObject, g->objects.len);
  uint32_t frame = vec_last(&s->g->frames);
  Fn fn = ir_fn_of(p, at);
  for (uint32_t i = 0; p->source && i < p->source->variables.len; i++)
    if (p->source->variables.data[i].fn.id == fn.id) add_register(s, frame, i, at);
  for (uint32_t i = 1; i < s->g->objects.len; i++)
    if (!graph_object(s->g, i)->gone) add_memory(s, i);
  add_temporaries(s, frame, at);
  if (p->source) find_types(s);
  return s;
}

/* ---- fields ---- */

enum { MOST_ZEROS = 16 };

static uint32_t type_at(const Scene *s, uint32_t object, uint64_t offset) {
  const SceneObject *o = &s->objects[object];
  if (!o->type || (int64_t)offset < o->base) return 0;
  return source_type_at(s->p, o->type, offset - (uint64_t)o->base, s->arena, NULL);
}

static bool is_link(const ShapeObject *o, uint32_t offset) {
  return graph_is_segment(o) &&
         (offset == o->next || (o->kind == KIND_DLS && offset == o->prev));
}

static void add_field(const Scene *s, uint32_t object, ShapeField f, SceneFields *all) {
  const ShapeValue *v = graph_value(s->g, f.value);
  const ShapeObject *o = graph_object(s->g, object);
  uint32_t type = type_at(s, object, f.offset);
  bool pointer =
    value_is_address(v) || (type && source_type(s->p, type)->kind == SOURCE_POINTER);
  bool link = is_link(o, f.offset) && f.size == s->g->pointer_bytes;
  if (!pointer && !scene_number_text(s, v, f.size)) return;
  vec_push(s->arena, all, (SceneField){f.offset, f.size, f.value, pointer, link});
}

/* One for each field that lies in the zeros; one for all when there are no types. */
static void add_zeros(const Scene *s, uint32_t object, ShapeField f, SceneFields *all) {
  const ShapeObject *o = graph_object(s->g, object);
  uint32_t end = f.offset + f.size, added = 0;
  for (uint32_t at = f.offset; at < end && added < MOST_ZEROS;) {
    uint32_t type = type_at(s, object, at);
    uint64_t size = type ? source_type(s->p, type)->size : 0;
    if (is_link(o, at)) size = s->g->pointer_bytes;
    if (!size) {
      at++;
      continue;
    }
    add_field(s, object, (ShapeField){at, (uint32_t)size, SHAPE_ZERO}, all);
    added++;
    at += (uint32_t)size;
  }
  if (!added) add_field(s, object, f, all);
}

SceneFields scene_fields(const Scene *s, uint32_t object) {
  const ShapeObject *o = graph_object(s->g, object);
  SceneFields all = {0};
  for (uint32_t i = 0; i < o->field_count; i++)
    if (o->fields[i].value == SHAPE_ZERO)
      add_zeros(s, object, o->fields[i], &all);
    else
      add_field(s, object, o->fields[i], &all);
  return all;
}

/* ---- texts ---- */

static const char *bytes_text(const Scene *s, const ShapeObject *o) {
  if (o->size_lo == o->size_hi)
    return arena_printf(s->arena, "%lld byte%s", (long long)o->size_lo,
                        o->size_lo == 1 ? "" : "s");
  if (o->size_hi >= INT32_MAX)
    return arena_printf(s->arena, "%lld or more bytes", (long long)o->size_lo);
  return arena_printf(s->arena, "%lld to %lld bytes", (long long)o->size_lo,
                      (long long)o->size_hi);
}

const char *scene_object_text(const Scene *s, uint32_t object) {
  const ShapeObject *o = graph_object(s->g, object);
  const SceneObject *known = &s->objects[object];
  const char *bytes = bytes_text(s, o);
  if (!known->type) return arena_printf(s->arena, "block of %s", bytes);
  const SourceType *t = source_type(s->p, known->type);
  const char *name = ir_text(s->p, t->name);
  bool whole = o->size_lo == o->size_hi && (int64_t)t->size == o->size_lo;
  if (whole) return name;
  if (!known->base) return arena_printf(s->arena, "%s in a block of %s", name, bytes);
  return arena_printf(s->arena, "block of %s with a %s at %lld", bytes, name,
                      (long long)known->base);
}

const char *scene_field_text(const Scene *s, uint32_t object, uint64_t offset) {
  const SceneObject *o = &s->objects[object];
  VecChar path = {0};
  bool known = o->type && (int64_t)offset >= o->base &&
               source_type_at(s->p, o->type, offset - (uint64_t)o->base, s->arena, &path);
  if (known && path.len) return path.data;
  if (known && !offset) return "value";
  return arena_printf(s->arena, "+%llu", (unsigned long long)offset);
}

const char *scene_number_text(const Scene *s, const ShapeValue *v, uint32_t size) {
  unsigned bits = size && size < 8 ? size * 8 : 64;
  int64_t least = bits == 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
  int64_t most = bits == 64 ? INT64_MAX : ((int64_t)1 << (bits - 1)) - 1;
  if (v->lo == v->hi) return arena_printf(s->arena, "%lld", (long long)v->lo);
  if (v->lo <= least && v->hi >= most) return NULL;
  if (v->lo <= least) return arena_printf(s->arena, "at most %lld", (long long)v->hi);
  if (v->hi >= most) return arena_printf(s->arena, "at least %lld", (long long)v->lo);
  return arena_printf(s->arena, "%lld to %lld", (long long)v->lo, (long long)v->hi);
}

const char *scene_length_text(const Scene *s, uint32_t object) {
  return arena_printf(s->arena, "%u or more", graph_object(s->g, object)->length);
}
