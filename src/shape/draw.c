/* Memory graphs for Graphviz: an object is a box with its fields, a list segment a box
 * with a double border, and what each of its nodes has of its own lies in a dashed frame
 * with it. */
#include "shape/scene.h"
#include "shape/words.h"

typedef struct Drawing {
  Scene *s;
  Arena *arena;
  VecChar *out;
  uint32_t number; /* of the graph */
  uint8_t *drawn;  /* by object */
  uint8_t *wanted; /* by object: a variable leads to it */
} Drawing;

static const char *escaped(Drawing *d, const char *text) {
  VecChar out = {0};
  for (; *text; text++) {
    if (*text == '<')
      vec_printf(d->arena, &out, "&lt;");
    else if (*text == '>')
      vec_printf(d->arena, &out, "&gt;");
    else if (*text == '&')
      vec_printf(d->arena, &out, "&amp;");
    else
      vec_printf(d->arena, &out, "%c", *text);
  }
  return out.len ? out.data : "";
}

/* ---- objects ---- */

static const char *title(Drawing *d, uint32_t object) {
  const ShapeObject *o = graph_object(d->s->g, object);
  const SceneObject *known = &d->s->objects[object];
  const char *text = scene_object_text(d->s, object);
  if (known->name) return known->name;
  if (!o->valid) return arena_printf(d->arena, "freed: %s", text);
  if (o->kind == KIND_OPTION) return arena_printf(d->arena, "null or %s", text);
  if (graph_is_segment(o))
    return arena_printf(d->arena, "%s %s", scene_length_text(d->s, object), text);
  return text;
}

static const char *color(const ShapeObject *o) {
  if (!o->valid) return "#f4c7c3";
  if (graph_is_segment(o)) return "#cfe2f3";
  return o->place == PLACE_HEAP ? "#e8f0fe" : "#fff2cc";
}

/* What stands beside the field's name; the arrow says it for addresses. */
static const char *content(Drawing *d, const SceneField *f) {
  const ShapeValue *v = graph_value(d->s->g, f->value);
  if (f->pointer && f->value == SHAPE_ZERO) return "null";
  if (v->kind == VALUE_ADDRESS) return "&#8226;"; /* a dot for the arrow to start at */
  const char *number = scene_number_text(d->s, v, f->size);
  return number ? number : "?";
}

static void draw_field(Drawing *d, uint32_t object, const SceneField *f) {
  const ShapeObject *o = graph_object(d->s->g, object);
  const char *mark = "";
  if (f->link) mark = f->offset == o->next ? " of the last" : " of the first";
  const char *name = escaped(d, scene_field_text(d->s, object, f->offset));
  vec_printf(d->arena, d->out,
             "<TR><TD ALIGN=\"LEFT\">%s%s</TD><TD PORT=\"f%u\">%s</TD></TR>", name, mark,
             f->offset, content(d, f));
}

static void draw_box(Drawing *d, uint32_t object) {
  const ShapeObject *o = graph_object(d->s->g, object);
  bool many = graph_is_segment(o);
  vec_printf(d->arena, d->out, "    g%uo%u [label=<", d->number, object);
  if (many)
    vec_printf(d->arena, d->out,
               "<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"2\" CELLPADDING=\"0\" "
               "BGCOLOR=\"white\"><TR><TD>");
  vec_printf(d->arena, d->out,
             "<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\" CELLPADDING=\"4\">"
             "<TR><TD COLSPAN=\"2\" BGCOLOR=\"%s\"><B>%s</B></TD></TR>",
             color(o), escaped(d, title(d, object)));
  SceneFields all = scene_fields(d->s, object);
  for (uint32_t i = 0; i < all.len; i++) draw_field(d, object, &all.data[i]);
  vec_printf(d->arena, d->out, "</TABLE>%s>];\n", many ? "</TD></TR></TABLE>" : "");
}

static void draw_object(Drawing *d, uint32_t object);

/* Draws what is reached from the object on a deeper level than this. */
static void draw_own(Drawing *d, uint32_t object, unsigned level) {
  const ShapeObject *o = graph_object(d->s->g, object);
  for (uint32_t i = 0; i < o->field_count; i++) {
    const ShapeValue *v = graph_value(d->s->g, o->fields[i].value);
    if (!value_is_address(v) || d->drawn[v->object]) continue;
    if (graph_object(d->s->g, v->object)->level <= level) continue;
    draw_object(d, v->object);
    draw_own(d, v->object, level);
  }
}

static bool has_own(const Drawing *d, uint32_t object) {
  const ShapeObject *o = graph_object(d->s->g, object);
  for (uint32_t i = 0; i < o->field_count; i++) {
    const ShapeValue *v = graph_value(d->s->g, o->fields[i].value);
    if (value_is_address(v) && graph_object(d->s->g, v->object)->level > o->level)
      return graph_is_segment(o);
  }
  return false;
}

/* A segment and what each of its nodes has of its own are in one frame. */
static void draw_object(Drawing *d, uint32_t object) {
  d->drawn[object] = 1;
  bool frame = has_own(d, object);
  if (frame)
    vec_printf(d->arena, d->out,
               "    subgraph cluster_g%uo%u { style=dashed; color=gray; label=\"\";\n",
               d->number, object);
  draw_box(d, object);
  if (!frame) return;
  draw_own(d, object, graph_object(d->s->g, object)->level);
  vec_printf(d->arena, d->out, "    }\n");
}

/* ---- arrows ---- */

static const char *arrow_text(Drawing *d, const ShapeValue *v) {
  static const char *const ends[] = {"", "first", "last", "its own", "the next"};
  const ShapeObject *o = graph_object(d->s->g, v->object);
  const char *at = "";
  bool head = graph_is_segment(o) && v->lo == (int64_t)o->head;
  if (v->lo != v->hi)
    at = arena_printf(d->arena, "+%lld to %lld", (long long)v->lo, (long long)v->hi);
  else if (v->lo && !head)
    at = scene_field_text(d->s, v->object, (uint64_t)v->lo);
  return escaped(d, arena_printf(d->arena, "%s%s%s", ends[v->spec],
                                 *at && v->spec != SPEC_REGION ? " " : "", at));
}

static void draw_arrow(Drawing *d, const char *from, const ShapeValue *v) {
  if (v->kind != VALUE_ADDRESS || !d->drawn[v->object]) return;
  vec_printf(d->arena, d->out, "    %s -> g%uo%u [label=\" %s\"%s];\n", from, d->number,
             v->object, arrow_text(d, v),
             v->spec == SPEC_LAST ? ", constraint=false" : "");
}

static void draw_arrows(Drawing *d, uint32_t object) {
  const ShapeObject *o = graph_object(d->s->g, object);
  for (uint32_t i = 0; i < o->field_count; i++) {
    const char *from =
      arena_printf(d->arena, "g%uo%u:f%u", d->number, object, o->fields[i].offset);
    draw_arrow(d, from, graph_value(d->s->g, o->fields[i].value));
  }
}

/* ---- variables ---- */

static void draw_variable(Drawing *d, uint32_t index) {
  const SceneRoot *root = &d->s->roots.data[index];
  if (root->value == SHAPE_NONE) return;
  const ShapeValue *v = graph_value(d->s->g, root->value);
  if (root->temporary && (!value_is_address(v) || d->wanted[v->object])) return;
  const char *name = root->name;
  if (v->kind == VALUE_INT) {
    bool pointer = root->type && source_type(d->s->p, root->type)->kind == SOURCE_POINTER;
    const char *number = scene_number_text(d->s, v, 8);
    bool null = pointer && root->value == SHAPE_ZERO;
    name = arena_printf(d->arena, "%s = %s", name, null ? "null" : number ? number : "?");
  }
  vec_printf(d->arena, d->out, "    g%uv%u [shape=plaintext, label=<<I>%s</I>>];\n",
             d->number, index, escaped(d, name));
  draw_arrow(d, arena_printf(d->arena, "g%uv%u", d->number, index), v);
}

static void want(Drawing *d, uint32_t object) {
  if (d->wanted[object]++) return;
  const ShapeObject *o = graph_object(d->s->g, object);
  for (uint32_t i = 0; i < o->field_count; i++) {
    const ShapeValue *v = graph_value(d->s->g, o->fields[i].value);
    if (value_is_address(v)) want(d, v->object);
  }
}

/* First from variables, then from registers that lead to something else. */
static void find_wanted(Drawing *d, bool temporaries) {
  for (uint32_t i = 0; i < d->s->roots.len; i++) {
    const SceneRoot *root = &d->s->roots.data[i];
    if (root->temporary != temporaries) continue;
    if (root->value == SHAPE_NONE) {
      want(d, root->object);
    } else if (value_is_address(graph_value(d->s->g, root->value))) {
      want(d, graph_value(d->s->g, root->value)->object);
    }
  }
}

static void draw_graph(Drawing *d, uint32_t count) {
  const Graph *g = d->s->g;
  vec_printf(
    d->arena, d->out, "  subgraph cluster_g%u { color=gray; label=\"%s\";\n", d->number,
    count > 1 ? arena_printf(d->arena, "memory graph %u of %u", d->number + 1, count)
              : "");
  find_wanted(d, false);
  for (unsigned level = 0; level < 8; level++)
    for (uint32_t i = 1; i < g->objects.len; i++)
      if (d->wanted[i] && !d->drawn[i] && graph_object(g, i)->level == level)
        draw_object(d, i);
  for (uint32_t i = 1; i < g->objects.len; i++)
    if (d->drawn[i]) draw_arrows(d, i);
  for (uint32_t i = 0; i < d->s->roots.len; i++) draw_variable(d, i);
  vec_printf(d->arena, d->out, "  }\n");
}

void shape_draw(const Program *p, const Watch *watch, Val at, Arena *arena,
                VecChar *out) {
  const Watched *place = watch_find(watch, at);
  vec_printf(arena, out,
             "digraph shape {\n  rankdir=LR; fontname=\"Helvetica\"; compound=true;\n"
             "  label=\"%s\"; labelloc=t;\n"
             "  node [shape=plain, fontname=\"Helvetica\", fontsize=11];\n"
             "  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.7];\n",
             ir_pos_text(p, ir_inst(p, at)->pos, arena));
  for (uint32_t i = place ? place->graphs.len : 0; i-- > 0;) { /* drawn upwards */
    const Graph *g = place->graphs.data[i];
    Drawing d = {.s = scene_new(p, watch->sites, g, at, arena)};
    d.arena = arena;
    d.out = out;
    d.number = i;
    /* The scene may have more numbers than the graph, but not more objects. */
    d.drawn = arena_zalloc(arena, g->objects.len + 1);
    d.wanted = arena_zalloc(arena, g->objects.len + 1);
    draw_graph(&d, place->graphs.len);
  }
  vec_printf(arena, out, "}\n");
}
