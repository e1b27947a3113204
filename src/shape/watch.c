/* See watch.h. */
#include "shape/watch.h"

#include "shape/exec.h"

void watch_start(Watch *watch, Arena *arena, const Program *p) {
  *watch = (Watch){.arena = arena, .set = bitset_new(arena, p->insts.len + 1)};
}

void watch_add(Watch *watch, Val at) {
  if (bitset_has(&watch->set, at.id)) return;
  bitset_add(&watch->set, at.id);
  vec_push(watch->arena, &watch->places, (Watched){.at = at});
}

const Watched *watch_find(const Watch *watch, Val at) {
  for (uint32_t i = 0; i < watch->places.len; i++)
    if (val_eq(watch->places.data[i].at, at)) return &watch->places.data[i];
  return NULL;
}

void watch_clear(Watch *watch) {
  for (uint32_t i = 0; i < watch->places.len; i++)
    vec_clear(&watch->places.data[i].graphs);
}

/* Only what the function itself can see. */
static Graph *view(Exec *x, const Graph *g, Val at) {
  Graph *seen = graph_copy(x->scratch, g);
  seen->context = 0;
  graph_object(seen, seen->frames.data[0])->field_count = 0;
  shape_prune(x, seen, at);
  seen = graph_compact(x->scratch, seen, NULL, NULL);
  return graph_compact(x->scratch, shape_abstract(x, seen), NULL, NULL);
}

/* Joins with the first one that it fits; false when it is covered. */
static bool absorb(Exec *x, GraphList *list, Graph **g) {
  for (uint32_t i = 0; i < list->len; i++) {
    JoinStatus status;
    Graph *joined = shape_try_join(x, list->data[i], *g, &status);
    if (!joined) continue;
    if (status == JOIN_EQUAL || status == JOIN_FIRST) return false;
    for (uint32_t k = i; k + 1 < list->len; k++) list->data[k] = list->data[k + 1];
    list->len--;
    if (status == JOIN_INCOMPARABLE) *g = graph_compact(x->scratch, joined, NULL, NULL);
    i = UINT32_MAX; /* what has grown may cover others */
  }
  return true;
}

void shape_note(Exec *x, const Graph *g, Val at) {
  Watched *place = (Watched *)watch_find(x->watch, at);
  JoinOptions kept = x->join;
  shape_join_precisely(x);
  Graph *seen = view(x, g, at);
  if (absorb(x, &place->graphs, &seen))
    vec_push(x->watch->arena, &place->graphs,
             graph_compact(x->watch->arena, seen, NULL, NULL));
  x->join = kept;
}
