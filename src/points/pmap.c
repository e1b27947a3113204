/* Hash-consed Patricia tries: see pmap.h. */
#include "points/pmap.h"

static uint64_t hash_node(const PmapNode *n) {
  return hash_combine((uint64_t)n->key << 32 | n->bit,
                      (uint64_t)n->left << 32 | n->right);
}

static void grow_slots(Pmaps *pmaps) {
  uint32_t count = pmaps->slot_count ? pmaps->slot_count * 2 : 1024;
  uint32_t *slots = arena_new_array(pmaps->arena, uint32_t, count);
  for (uint32_t id = 1; id < pmaps->nodes.len; id++) {
    uint32_t at = (uint32_t)hash_node(&pmaps->nodes.data[id]);
    while (slots[at & (count - 1)]) at++;
    slots[at & (count - 1)] = id;
  }
  pmaps->slots = slots;
  pmaps->slot_count = count;
}

static Pmap intern(Pmaps *pmaps, PmapNode node) {
  pmaps->ticks++;
  if (pmaps->nodes.len * 2 >= pmaps->slot_count) grow_slots(pmaps);
  uint32_t at = (uint32_t)hash_node(&node), mask = pmaps->slot_count - 1;
  for (; pmaps->slots[at & mask]; at++) {
    const PmapNode *n = &pmaps->nodes.data[pmaps->slots[at & mask]];
    if (n->key == node.key && n->bit == node.bit && n->left == node.left &&
        n->right == node.right)
      return pmaps->slots[at & mask];
  }
  pmaps->slots[at & mask] = pmaps->nodes.len;
  vec_push(pmaps->arena, &pmaps->nodes, node);
  return pmaps->nodes.len - 1;
}

Pmaps *pmaps_new(Arena *arena, uint64_t (*mask_of)(void *, uint32_t), void *context) {
  Pmaps *pmaps = arena_new_object(arena, Pmaps);
  pmaps->arena = arena;
  pmaps->mask_of = mask_of;
  pmaps->context = context;
  vec_push(arena, &pmaps->nodes, (PmapNode){0});
  return pmaps;
}

static Pmap leaf(Pmaps *pmaps, uint32_t key, uint32_t value) {
  if (!value) return 0;
  uint64_t mask = pmaps->mask_of ? pmaps->mask_of(pmaps->context, value) : 0;
  return intern(pmaps, (PmapNode){.key = key, .left = value, .mask = mask});
}

static Pmap branch(Pmaps *pmaps, uint32_t prefix, uint32_t bit, Pmap left, Pmap right) {
  if (!left) return right;
  if (!right) return left;
  uint64_t mask = pmaps->nodes.data[left].mask | pmaps->nodes.data[right].mask;
  return intern(pmaps, (PmapNode){prefix, bit, left, right, mask});
}

/* The bits of the key above `bit`. */
static uint32_t prefix_of(uint32_t key, uint32_t bit) { return key & ~(bit | (bit - 1)); }

/* Two maps with no key in common; p and q are a key or prefix of each. */
static Pmap link_maps(Pmaps *pmaps, uint32_t p, Pmap a, uint32_t q, Pmap b) {
  if (!a) return b;
  if (!b) return a;
  uint32_t bit = (uint32_t)1 << (31 - __builtin_clz(p ^ q));
  return p & bit ? branch(pmaps, prefix_of(p, bit), bit, b, a)
                 : branch(pmaps, prefix_of(p, bit), bit, a, b);
}

uint32_t pmap_get(const Pmaps *pmaps, Pmap map, uint32_t key) {
  while (map) {
    const PmapNode *n = &pmaps->nodes.data[map];
    if (!n->bit) return n->key == key ? n->left : 0;
    if (prefix_of(key, n->bit) != n->key) return 0;
    map = key & n->bit ? n->right : n->left;
  }
  return 0;
}

Pmap pmap_set(Pmaps *pmaps, Pmap map, uint32_t key, uint32_t value) {
  if (!map) return leaf(pmaps, key, value);
  PmapNode n = pmaps->nodes.data[map];
  if (!n.bit) {
    if (n.key == key) return n.left == value ? map : leaf(pmaps, key, value);
    return link_maps(pmaps, key, leaf(pmaps, key, value), n.key, map);
  }
  if (prefix_of(key, n.bit) != n.key)
    return link_maps(pmaps, key, leaf(pmaps, key, value), n.key, map);
  if (key & n.bit) {
    Pmap right = pmap_set(pmaps, n.right, key, value);
    return right == n.right ? map : branch(pmaps, n.key, n.bit, n.left, right);
  }
  Pmap left = pmap_set(pmaps, n.left, key, value);
  return left == n.left ? map : branch(pmaps, n.key, n.bit, left, n.right);
}

typedef struct Combine {
  Pmaps *pmaps;
  PmapBoth both;
  void *context;
  Map *memo;
} Combine;

static Pmap combine(Combine *c, Pmap a, Pmap b);

/* All of one map against nothing. */
static Pmap combine_one(Combine *c, Pmap map, bool is_left) {
  if (!map) return 0;
  PmapNode n = c->pmaps->nodes.data[map];
  c->pmaps->ticks++;
  if (!n.bit) {
    uint32_t v = c->both(c->context, n.key, is_left ? n.left : 0, is_left ? 0 : n.left);
    return v == n.left ? map : leaf(c->pmaps, n.key, v);
  }
  Pmap left = combine_one(c, n.left, is_left), right = combine_one(c, n.right, is_left);
  if (left == n.left && right == n.right) return map;
  return branch(c->pmaps, n.key, n.bit, left, right);
}

static Pmap combine_leaf(Combine *c, Pmap a, Pmap b, bool leaf_is_left) {
  Pmaps *pmaps = c->pmaps;
  PmapNode l = pmaps->nodes.data[leaf_is_left ? a : b];
  Pmap other = leaf_is_left ? b : a;
  uint32_t value = pmap_get(pmaps, other, l.key);
  Pmap rest =
    combine_one(c, value ? pmap_set(pmaps, other, l.key, 0) : other, !leaf_is_left);
  uint32_t v = l.left;
  if (value != v)
    v = leaf_is_left ? c->both(c->context, l.key, l.left, value)
                     : c->both(c->context, l.key, value, l.left);
  return pmap_set(pmaps, rest, l.key, v);
}

static Pmap combine_branches(Combine *c, Pmap a, Pmap b) {
  Pmaps *pmaps = c->pmaps;
  PmapNode x = pmaps->nodes.data[a], y = pmaps->nodes.data[b];
  if (x.bit == y.bit && x.key == y.key) {
    Pmap left = combine(c, x.left, y.left), right = combine(c, x.right, y.right);
    return branch(pmaps, x.key, x.bit, left, right);
  }
  if (x.bit > y.bit && prefix_of(y.key, x.bit) == x.key) {
    bool to_right = y.key & x.bit;
    Pmap left = to_right ? combine_one(c, x.left, true) : combine(c, x.left, b);
    Pmap right = to_right ? combine(c, x.right, b) : combine_one(c, x.right, true);
    return branch(pmaps, x.key, x.bit, left, right);
  }
  if (y.bit > x.bit && prefix_of(x.key, y.bit) == y.key) {
    bool to_right = x.key & y.bit;
    Pmap left = to_right ? combine_one(c, y.left, false) : combine(c, a, y.left);
    Pmap right = to_right ? combine(c, a, y.right) : combine_one(c, y.right, false);
    return branch(pmaps, y.key, y.bit, left, right);
  }
  Pmap left = combine_one(c, a, true), right = combine_one(c, b, false);
  return link_maps(pmaps, x.key, left, y.key, right);
}

static Pmap combine(Combine *c, Pmap a, Pmap b) {
  if (a == b) return a;
  if (!a) return combine_one(c, b, false);
  if (!b) return combine_one(c, a, true);
  uint64_t key = (uint64_t)a << 32 | b;
  uint64_t *known = c->memo ? map_find(c->memo, key) : NULL;
  if (known) return (Pmap)*known;
  bool left_leaf = !c->pmaps->nodes.data[a].bit,
       right_leaf = !c->pmaps->nodes.data[b].bit;
  Pmap result = left_leaf || right_leaf ? combine_leaf(c, a, b, left_leaf)
                                        : combine_branches(c, a, b);
  if (c->memo) map_set(c->pmaps->arena, c->memo, key, result);
  return result;
}

Pmap pmap_combine(Pmaps *pmaps, Pmap a, Pmap b, PmapBoth both, void *context, Map *memo) {
  Combine c = {pmaps, both, context, memo};
  return combine(&c, a, b);
}

Pmap pmap_change(Pmaps *pmaps, Pmap map, uint64_t mask, PmapChange change,
                 void *context) {
  if (!map || !(pmaps->nodes.data[map].mask & mask)) return map;
  PmapNode n = pmaps->nodes.data[map];
  pmaps->ticks++;
  if (!n.bit) {
    uint32_t v = change(context, n.key, n.left);
    return v == n.left ? map : leaf(pmaps, n.key, v);
  }
  Pmap left = pmap_change(pmaps, n.left, mask, change, context);
  Pmap right = pmap_change(pmaps, n.right, mask, change, context);
  if (left == n.left && right == n.right) return map;
  return branch(pmaps, n.key, n.bit, left, right);
}

void pmap_each(const Pmaps *pmaps, Pmap map, PmapVisit visit, void *context) {
  if (!map) return;
  PmapNode n = pmaps->nodes.data[map];
  if (!n.bit) {
    visit(context, n.key, n.left);
    return;
  }
  pmap_each(pmaps, n.left, visit, context);
  pmap_each(pmaps, n.right, visit, context);
}
