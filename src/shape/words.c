/* Memory graphs in words. Each object is described where it is met first, under a path
 * such as head->next, and called by that path afterwards. */
#include "shape/words.h"

#include <string.h>

#include "shape/scene.h"

enum { MOST_GRAPHS = 20, MOST_DEPTH = 12 };

typedef struct Writer {
  Scene *s;
  Arena *arena;
  VecChar *out;
  const char **paths; /* by object: where it was described; NULL: not yet */
} Writer;

static void write_fields(Writer *w, uint32_t object, const char *path, unsigned indent);

/* ---- one place ---- */

static const char *member_path(Writer *w, uint32_t object, const char *path,
                               uint64_t offset) {
  const char *field = scene_field_text(w->s, object, offset);
  bool variable = w->s->objects[object].name != NULL;
  if (*field == '+') return arena_printf(w->arena, "%s%s", path, field);
  return arena_printf(w->arena, "%s%s%s", path, variable ? "." : "->", field);
}

static const char *where_inside(Writer *w, const ShapeValue *v, const char *path) {
  const ShapeObject *o = graph_object(w->s->g, v->object);
  bool variable = w->s->objects[v->object].name != NULL;
  if (v->lo != v->hi)
    return arena_printf(w->arena, "%s%s at %lld to %lld", variable ? "&" : "", path,
                        (long long)v->lo, (long long)v->hi);
  if (!v->lo && !graph_is_segment(o))
    return arena_printf(w->arena, "%s%s", variable ? "&" : "", path);
  if (v->lo < 0 || v->lo >= o->size_hi)
    return arena_printf(w->arena, "%s%s, %lld bytes on", variable ? "&" : "", path,
                        (long long)v->lo);
  return arena_printf(w->arena, "&%s", member_path(w, v->object, path, (uint64_t)v->lo));
}

/* An object that was described already. */
static void write_again(Writer *w, const ShapeValue *v) {
  const char *path = w->paths[v->object];
  const ShapeObject *o = graph_object(w->s->g, v->object);
  if (v->spec == SPEC_FIRST)
    vec_printf(w->arena, w->out, "the list at %s\n", path);
  else if (v->spec == SPEC_LAST)
    vec_printf(w->arena, w->out, "the last of the list at %s\n", path);
  else if (v->spec == SPEC_ALL)
    vec_printf(w->arena, w->out, "its node of the list at %s\n", path);
  else if (v->spec == SPEC_NEXT)
    vec_printf(w->arena, w->out, "the next node of the list at %s\n", path);
  else if (!o->valid)
    vec_printf(w->arena, w->out, "the same freed block as %s\n", path);
  else
    vec_printf(w->arena, w->out, "%s%s\n",
               o->kind == KIND_OPTION ? "if it is there, " : "",
               where_inside(w, v, path));
}

/* Where a list ends, when that was told elsewhere. */
static void write_end(Writer *w, uint32_t object, uint32_t link, const char *words) {
  uint32_t value = graph_lookup(w->s->g, object, link, w->s->g->pointer_bytes);
  if (value == SHAPE_NONE || value == SHAPE_ZERO) return;
  const ShapeValue *v = graph_value(w->s->g, value);
  if (!value_is_address(v)) return;
  const char *name = w->s->objects[v->object].name;
  const char *path = name ? name : w->paths[v->object];
  if (!path) return;
  vec_printf(w->arena, w->out, ", %s ", words);
  if (v->spec == SPEC_REGION)
    vec_printf(w->arena, w->out, "%s", where_inside(w, v, path));
  else
    vec_printf(w->arena, w->out, "%s list at %s",
               v->spec == SPEC_LAST   ? "the last of the"
               : v->spec == SPEC_NEXT ? "the next node of the"
                                      : "the",
               path);
}

static void write_list(Writer *w, uint32_t object) {
  const ShapeObject *o = graph_object(w->s->g, object);
  vec_printf(w->arena, w->out, "%s linked list of %s %s, linked by %s",
             o->kind == KIND_DLS ? "doubly" : "singly", scene_length_text(w->s, object),
             scene_object_text(w->s, object), scene_field_text(w->s, object, o->next));
  if (o->kind == KIND_DLS)
    vec_printf(w->arena, w->out, " and %s", scene_field_text(w->s, object, o->prev));
  write_end(w, object, o->next, "ending at");
  if (o->kind == KIND_DLS) write_end(w, object, o->prev, "starting behind");
}

static void write_new(Writer *w, const ShapeValue *v, const char *path, unsigned indent) {
  const ShapeObject *o = graph_object(w->s->g, v->object);
  w->paths[v->object] = path;
  if (!o->valid) {
    vec_printf(w->arena, w->out, "freed memory (%s)\n",
               scene_object_text(w->s, v->object));
    return;
  }
  if (graph_is_segment(o)) {
    if (v->spec == SPEC_LAST) vec_printf(w->arena, w->out, "the last of a ");
    if (v->spec == SPEC_ALL) vec_printf(w->arena, w->out, "a node of a ");
    write_list(w, v->object);
  } else {
    const char *text = scene_object_text(w->s, v->object);
    vec_printf(w->arena, w->out, "%s%s %s", o->kind == KIND_OPTION ? "null or " : "",
               strchr("aeiouAEIO", *text) ? "an" : "a", text);
    if (v->lo || v->hi)
      vec_printf(w->arena, w->out, ", pointed to at %s",
                 v->lo == v->hi ? scene_field_text(w->s, v->object, (uint64_t)v->lo)
                                : arena_printf(w->arena, "%lld to %lld", (long long)v->lo,
                                               (long long)v->hi));
  }
  write_fields(w, v->object, path, indent);
}

static void write_value(Writer *w, uint32_t value, const char *path, unsigned indent) {
  const ShapeValue *v = graph_value(w->s->g, value);
  if (v->kind == VALUE_INT) {
    const char *number = scene_number_text(w->s, v, 8);
    vec_printf(w->arena, w->out, "%s\n", number ? number : "any value");
    return;
  }
  const char *name = w->s->objects[v->object].name;
  if (name && graph_object(w->s->g, v->object)->place == PLACE_FUNCTION)
    vec_printf(w->arena, w->out, "function %s\n", name);
  else if (name)
    vec_printf(w->arena, w->out, "%s\n", where_inside(w, v, name));
  else if (w->paths[v->object])
    write_again(w, v);
  else
    write_new(w, v, path, indent);
}

/* ---- the fields of an object ---- */

/* A link that says more than the list's own line. */
static bool is_told_link(const Writer *w, const SceneField *f) {
  const ShapeValue *v = graph_value(w->s->g, f->value);
  if (!f->link || !value_is_address(v)) return false;
  return !w->s->objects[v->object].name && !w->paths[v->object];
}

static void write_content(Writer *w, const SceneField *f, const char *path,
                          unsigned indent) {
  if (f->pointer && f->value == SHAPE_ZERO)
    vec_printf(w->arena, w->out, "null\n");
  else
    write_value(w, f->value, path, indent);
}

static void write_own_fields(Writer *w, uint32_t object, const SceneFields *all,
                             const char *path, unsigned indent) {
  for (uint32_t i = 0; i < all->len; i++) {
    const SceneField *f = &all->data[i];
    if (f->link) continue;
    const char *name = scene_field_text(w->s, object, f->offset);
    vec_printf(w->arena, w->out, "%*s%s: ", (int)(2 * indent), "", name);
    write_content(w, f, member_path(w, object, path, f->offset), indent);
  }
}

static void write_links(Writer *w, uint32_t object, const SceneFields *all,
                        const char *path, unsigned indent) {
  const ShapeObject *o = graph_object(w->s->g, object);
  for (uint32_t i = 0; i < all->len; i++) {
    const SceneField *f = &all->data[i];
    if (!is_told_link(w, f)) continue;
    bool after = f->offset == o->next;
    const char *where = arena_printf(w->arena, "the block %s the list at %s",
                                     after ? "behind" : "before", path);
    vec_printf(w->arena, w->out, "%*s%s: ", (int)(2 * indent), "",
               after ? "behind the last" : "before the first");
    write_content(w, f, where, indent);
  }
}

static void write_fields(Writer *w, uint32_t object, const char *path, unsigned indent) {
  SceneFields all = scene_fields(w->s, object);
  bool list = graph_is_segment(graph_object(w->s->g, object));
  uint32_t own = 0;
  for (uint32_t i = 0; i < all.len; i++) own += !all.data[i].link;
  vec_printf(w->arena, w->out, "%s\n", list && own ? ", each with" : "");
  if (indent >= MOST_DEPTH) return;
  write_own_fields(w, object, &all, path, indent + (list ? 2 : 1));
  if (list) write_links(w, object, &all, path, indent + 1);
}

/* ---- variables ---- */

static bool is_pointer(const Writer *w, const SceneRoot *root) {
  return root->type && source_type(w->s->p, root->type)->kind == SOURCE_POINTER;
}

static void write_root(Writer *w, const SceneRoot *root) {
  vec_printf(w->arena, w->out, "  %s: ", root->name);
  if (root->value != SHAPE_NONE) {
    SceneField held = {.value = root->value, .pointer = is_pointer(w, root)};
    write_content(w, &held, root->name, 1);
    return;
  }
  SceneFields all = scene_fields(w->s, root->object);
  uint32_t type = w->s->objects[root->object].type;
  SourceKind kind = type ? source_type(w->s->p, type)->kind : SOURCE_RECORD;
  if (all.len == 1 && kind != SOURCE_RECORD && kind != SOURCE_ARRAY) {
    write_content(w, &all.data[0], root->name, 1);
    return;
  }
  vec_printf(w->arena, w->out, "%s", scene_object_text(w->s, root->object));
  write_fields(w, root->object, root->name, 1);
}

/* A temporary is told only if it leads to something that no variable leads to. */
static bool is_news(const Writer *w, const SceneRoot *root) {
  if (!root->temporary) return true;
  const ShapeValue *v = graph_value(w->s->g, root->value);
  return value_is_address(v) && !w->paths[v->object] && !w->s->objects[v->object].name &&
         graph_object(w->s->g, v->object)->place == PLACE_HEAP;
}

static void write_graph(Writer *w) {
  for (uint32_t i = 0; i < w->s->roots.len; i++)
    if (is_news(w, &w->s->roots.data[i])) write_root(w, &w->s->roots.data[i]);
}

void shape_words(const Program *p, const Watch *watch, Val at, Arena *arena,
                 VecChar *out) {
  const Watched *place = watch_find(watch, at);
  uint32_t count = place ? place->graphs.len : 0;
  if (!count) vec_printf(arena, out, "no memory graph reaches it\n");
  for (uint32_t i = 0; i < count && i < MOST_GRAPHS; i++) {
    const Graph *g = place->graphs.data[i];
    if (count > 1) vec_printf(arena, out, "memory graph %u of %u:\n", i + 1, count);
    Writer w = {scene_new(p, watch->sites, g, at, arena), arena, out, NULL};
    w.paths = arena_new_array(arena, const char *, g->objects.len);
    write_graph(&w);
  }
  if (count > MOST_GRAPHS)
    vec_printf(arena, out, "and %u more memory graphs\n", count - MOST_GRAPHS);
}
