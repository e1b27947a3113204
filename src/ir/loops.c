/* Loops by repeated strongly connected components, as in Bourdoncle, "Efficient chaotic
 * iteration strategies with widenings" (1993), 4: time is edges times nesting depth. */
#include "ir/loops.h"

typedef struct Finder {
  Loops *loops;
  const Cfg *cfg;
  Arena *arena;
  Arena *scratch;  /* for one part */
  uint32_t *dense; /* block -> its number in the current part, valid if in_part says so */
  uint32_t *in_part; /* block -> 1 + the loop whose inside was looked at last */
} Finder;

static Digraph part_graph(Finder *f, const uint32_t *blocks, uint32_t count,
                          uint32_t loop) {
  uint32_t header = loop == LOOP_NONE ? DIGRAPH_NONE : f->loops->loops.data[loop].header;
  for (uint32_t i = 0; i < count; i++) {
    f->in_part[blocks[i]] = loop + 1;
    f->dense[blocks[i]] = i;
  }
  DigraphEdges edges = {0};
  for (uint32_t i = 0; i < count; i++) {
    Row succs = rows_at(&f->cfg->graph.succs, blocks[i]);
    for (uint32_t k = 0; k < succs.len; k++) {
      uint32_t to = succs.items[k];
      if (f->in_part[to] != loop + 1 || to == header) continue;
      if (f->cfg->rpo.position[to] == DIGRAPH_NONE) continue;
      vec_push(f->scratch, &edges, (DigraphEdge){i, f->dense[to]});
    }
  }
  return digraph_new(f->scratch, count, &edges);
}

static void add_loop(Finder *f, const uint32_t *blocks, Row members, uint32_t parent) {
  Loop loop = {.parent = parent, .depth = 1};
  if (parent != LOOP_NONE) loop.depth += f->loops->loops.data[parent].depth;
  uint32_t id = f->loops->loops.len;
  for (uint32_t i = 0; i < members.len; i++) {
    vec_push(f->arena, &loop.members, blocks[members.items[i]]);
    f->loops->loop_of[blocks[members.items[i]]] = id;
  }
  vec_push(f->arena, &f->loops->loops, loop);
}

/* Right as long as the loops inside are not known. */
static bool is_member(const Finder *f, uint32_t id, uint32_t block) {
  return f->loops->loop_of[block] == id;
}

/* Entries, header, latches and exits of a loop whose inside was not looked at yet. */
static void describe_loop(Finder *f, uint32_t id) {
  Loop *loop = &f->loops->loops.data[id];
  for (uint32_t i = 0; i < loop->members.len; i++) {
    uint32_t b = loop->members.data[i];
    Row preds = rows_at(&f->cfg->graph.preds, b);
    for (uint32_t k = 0; k < preds.len; k++)
      if (f->cfg->rpo.position[preds.items[k]] != DIGRAPH_NONE &&
          !is_member(f, id, preds.items[k])) {
        vec_push(f->arena, &loop->entries, b);
        break;
      }
    Row succs = rows_at(&f->cfg->graph.succs, b);
    for (uint32_t k = 0; k < succs.len; k++)
      if (!is_member(f, id, succs.items[k]))
        vec_push(f->arena, &loop->exits, (LoopExit){b, k, succs.items[k]});
  }
  loop->header = loop->entries.len ? loop->entries.data[0] : loop->members.data[0];
  if (!loop->entries.len) vec_push(f->arena, &loop->entries, loop->header);
  loop->irreducible = loop->entries.len > 1;
  for (uint32_t i = 0; i < loop->members.len; i++) {
    Row succs = rows_at(&f->cfg->graph.succs, loop->members.data[i]);
    for (uint32_t k = 0; k < succs.len; k++)
      if (succs.items[k] == loop->header) {
        vec_push(f->arena, &loop->latches, loop->members.data[i]);
        break;
      }
  }
}

/* The loops directly inside a part, outermost level only; blocks in reverse postorder. */
static void find_in_part(Finder *f, const uint32_t *blocks, uint32_t count,
                         uint32_t loop) {
  arena_reset(f->scratch);
  Digraph graph = part_graph(f, blocks, count, loop);
  DigraphComponents parts = digraph_components(f->scratch, &graph);
  bool *done = arena_new_array(f->scratch, bool, parts.count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t part = parts.of[i];
    if (!parts.cyclic[part] || done[part]) continue;
    done[part] = true;
    add_loop(f, blocks, rows_at(&parts.members, part), loop);
    describe_loop(f, f->loops->loops.len - 1);
  }
}

Loops *loops_new(const Cfg *cfg, Arena *arena) {
  Loops *loops = arena_new_object(arena, Loops);
  loops->cfg = cfg;
  loops->loop_of = arena_new_array(arena, uint32_t, cfg->count);
  for (uint32_t b = 0; b < cfg->count; b++) loops->loop_of[b] = LOOP_NONE;
  Finder f = {.loops = loops,
              .cfg = cfg,
              .arena = arena,
              .scratch = arena_new(),
              .dense = arena_new_array(arena, uint32_t, cfg->count),
              .in_part = arena_new_array(arena, uint32_t, cfg->count)};
  find_in_part(&f, cfg->rpo.order, cfg->rpo.reached, LOOP_NONE);
  for (uint32_t id = 0; id < loops->loops.len; id++) {
    VecU32 members = loops->loops.data[id].members;
    find_in_part(&f, members.data, members.len, id);
  }
  arena_free(f.scratch);
  return loops;
}

uint32_t loops_depth(const Loops *loops, Blk b) {
  uint32_t loop = loops_of(loops, b);
  return loop == LOOP_NONE ? 0 : loops->loops.data[loop].depth;
}

bool loops_contains(const Loops *loops, uint32_t loop, Blk b) {
  uint32_t at = loops_of(loops, b);
  while (at != LOOP_NONE && at != loop) at = loops->loops.data[at].parent;
  return at == loop;
}

bool loops_is_header(const Loops *loops, Blk b) {
  uint32_t loop = loops_of(loops, b);
  return loop != LOOP_NONE && loops->loops.data[loop].header == cfg_local(loops->cfg, b);
}

Blk loops_preheader(const Loops *loops, uint32_t loop) {
  uint32_t header = loops->loops.data[loop].header, found = DIGRAPH_NONE;
  Row preds = rows_at(&loops->cfg->graph.preds, header);
  for (uint32_t i = 0; i < preds.len; i++) {
    uint32_t from = preds.items[i];
    if (loops_contains(loops, loop, cfg_block(loops->cfg, from))) continue;
    if (found != DIGRAPH_NONE && found != from) return BLK_NONE;
    found = from;
  }
  return cfg_block(loops->cfg, found);
}
