/* Interned values: see value.h. */
#include "points/value.h"

#include "base/panic.h"

/* More targets than this in one location become one interval. */
#define TARGETS_A_LOCATION 4

/* ---- spans and targets ---- */

uint64_t gcd_u64(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

Span span_point(int64_t at) { return (Span){at, at, 0}; }

Span span_all(unsigned bits) { return (Span){int_min_of(bits), int_max_of(bits), 1}; }

Span span_fit(int64_t lo, int64_t hi, bool overflow, unsigned bits) {
  if (overflow || lo < int_min_of(bits) || hi > int_max_of(bits)) return span_all(bits);
  return (Span){lo, hi, lo == hi ? 0 : 1};
}

static int64_t floor_mod(int64_t a, int64_t b) {
  int64_t rest = a % b;
  return rest < 0 ? rest + b : rest;
}

/* The end or ends given go without bound. */
static Target unbound(Target t, bool below, bool above) {
  uint32_t stride = t.stride ? t.stride & -t.stride : 1;
  int64_t rest = floor_mod(t.lo, stride);
  if (below) t.lo = -OFFSET_LIMIT + rest;
  if (above) t.hi = OFFSET_LIMIT - stride + rest;
  t.stride = stride;
  return t;
}

Target target_make(uint32_t loc, int64_t lo, int64_t hi, uint32_t stride) {
  bool below = lo<-OFFSET_LIMIT / 2, above = hi> OFFSET_LIMIT / 2;
  if (below || above) return unbound((Target){loc, stride, lo, hi}, below, above);
  if (stride) hi -= (hi - lo) % stride;
  if (lo == hi) return (Target){loc, 0, lo, lo};
  return (Target){loc, stride ? stride : 1, lo, hi};
}

Target target_any(uint32_t loc) {
  return target_make(loc, -OFFSET_LIMIT, OFFSET_LIMIT, 1);
}

static uint64_t distance(int64_t a, int64_t b) {
  return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
}

static Target target_hull(Target a, Target b) {
  uint64_t stride = gcd_u64(gcd_u64(a.stride, b.stride), distance(a.lo, b.lo));
  if (stride > INT32_MAX) stride = stride & -stride;
  if (stride > INT32_MAX) stride = 1;
  int64_t lo = a.lo < b.lo ? a.lo : b.lo, hi = a.hi > b.hi ? a.hi : b.hi;
  return target_make(a.loc, lo, hi, (uint32_t)stride);
}

static bool target_within(const Target *a, const Target *b) {
  if (a->loc != b->loc || a->lo < b->lo || a->hi > b->hi) return false;
  if (!b->stride) return true;
  return a->stride % b->stride == 0 && distance(a->lo, b->lo) % b->stride == 0;
}

static int target_order(const Target *a, const Target *b) {
  if (a->loc != b->loc) return a->loc < b->loc ? -1 : 1;
  if (a->lo != b->lo) return a->lo < b->lo ? -1 : 1;
  if (a->hi != b->hi) return a->hi < b->hi ? -1 : 1;
  return a->stride < b->stride ? -1 : a->stride > b->stride;
}

/* ---- interning ---- */

static bool same(const Value *v, uint8_t flags, int64_t lo, int64_t hi, const Target *t,
                 uint32_t count) {
  return v->flags == flags && v->count == count && v->lo == lo && v->hi == hi &&
         (!count || !memcmp(v->targets, t, count * sizeof *t));
}

static uint64_t hash_of(uint8_t flags, int64_t lo, int64_t hi, const Target *t,
                        uint32_t count) {
  uint64_t hash = hash_combine(flags | (uint64_t)count << 8, (uint64_t)lo);
  hash = hash_combine(hash, (uint64_t)hi);
  return count ? hash_combine(hash, hash_bytes(t, count * sizeof *t)) : hash;
}

static void grow_slots(Values *values) {
  uint32_t count = values->slot_count ? values->slot_count * 2 : 1024;
  uint32_t *slots = arena_new_array(values->arena, uint32_t, count);
  for (uint32_t id = 1; id < values->all.len; id++) {
    const Value *v = values->all.data[id];
    uint32_t at = (uint32_t)hash_of(v->flags, v->lo, v->hi, v->targets, v->count);
    while (slots[at & (count - 1)]) at++;
    slots[at & (count - 1)] = id;
  }
  values->slots = slots;
  values->slot_count = count;
}

/* The targets must be in canonical order. */
static ValueId intern(Values *values, uint8_t flags, int64_t lo, int64_t hi,
                      const Target *t, uint32_t count) {
  if (!(flags & VALUE_PLAIN)) lo = hi = 0;
  if (!flags && !count) return VALUE_NOTHING;
  values->ticks += 1 + count / 4;
  if (values->all.len * 2 >= values->slot_count) grow_slots(values);
  uint32_t at = (uint32_t)hash_of(flags, lo, hi, t, count), mask = values->slot_count - 1;
  for (; values->slots[at & mask]; at++) {
    ValueId id = values->slots[at & mask];
    if (same(values->all.data[id], flags, lo, hi, t, count)) return id;
  }
  Value *v = arena_alloc(values->arena, sizeof *v + count * sizeof *t);
  *v = (Value){.flags = flags, .count = count, .lo = lo, .hi = hi};
  for (uint32_t i = 0; i < count; i++) {
    v->targets[i] = t[i];
    v->mask |= (uint64_t)1 << (t[i].loc % 64);
  }
  values->slots[at & mask] = values->all.len;
  vec_push(values->arena, &values->all, v);
  return values->all.len - 1;
}

Values *values_new(Arena *arena, unsigned ptr_bits) {
  Values *values = arena_new_object(arena, Values);
  values->arena = arena;
  values->ptr_bits = ptr_bits;
  vec_push(arena, &values->all, arena_zalloc(arena, sizeof(Value)));
  ValueId null = intern(values, VALUE_PLAIN, 0, 0, NULL, 0);
  ValueId anything = intern(values, VALUE_PLAIN, INT64_MIN, INT64_MAX, NULL, 0);
  ValueId uninitialised = intern(values, VALUE_UNINIT, 0, 0, NULL, 0);
  ValueId dead = intern(values, VALUE_INVALID, 0, 0, NULL, 0);
  BELAY_ASSERT(null == VALUE_NULL && anything == VALUE_ANYTHING &&
               uninitialised == VALUE_UNINITIALISED && dead == VALUE_DEAD);
  return values;
}

ValueId value_int(Values *values, int64_t lo, int64_t hi) {
  return intern(values, VALUE_PLAIN, lo, hi, NULL, 0);
}

ValueId value_flags(Values *values, uint8_t flags) {
  return intern(values, flags, INT64_MIN, INT64_MAX, NULL, 0);
}

ValueId value_target(Values *values, Target target) {
  Target t = target_make(target.loc, target.lo, target.hi, target.stride);
  return intern(values, 0, 0, 0, &t, 1);
}

/* ---- lists of targets under construction ---- */

/* Sorts, drops what another one covers, and turns too many of a location into one. */
static uint32_t settle(Target *t, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) { /* nearly sorted as a rule */
    Target x = t[i];
    uint32_t j = i;
    for (; j && target_order(&t[j - 1], &x) > 0; j--) t[j] = t[j - 1];
    t[j] = x;
  }
  uint32_t kept = 0;
  for (uint32_t start = 0; start < count;) {
    uint32_t end = start, first = kept;
    for (; end < count && t[end].loc == t[start].loc; end++) {
      bool covered = false;
      for (uint32_t k = first; k < kept && !covered; k++)
        covered = target_within(&t[end], &t[k]);
      if (covered) continue;
      Target x = t[end];
      uint32_t keep = first;
      for (uint32_t k = first; k < kept; k++)
        if (!target_within(&t[k], &x)) t[keep++] = t[k];
      t[keep++] = x;
      kept = keep;
    }
    if (kept - first > TARGETS_A_LOCATION) {
      for (uint32_t k = first + 1; k < kept; k++) t[first] = target_hull(t[first], t[k]);
      kept = first + 1;
    }
    start = end;
  }
  return kept;
}

static ValueId intern_scratch(Values *values, uint8_t flags, int64_t lo, int64_t hi) {
  uint32_t count = settle(values->scratch.data, values->scratch.len);
  return intern(values, flags, lo, hi, values->scratch.data, count);
}

static ValueId join_slow(Values *values, const Value *a, const Value *b) {
  vec_clear(&values->scratch);
  vec_reserve(values->arena, &values->scratch, a->count + b->count);
  Target *out = values->scratch.data;
  uint32_t i = 0, j = 0, n = 0;
  while (i < a->count || j < b->count) {
    int order = i == a->count   ? 1
                : j == b->count ? -1
                                : target_order(&a->targets[i], &b->targets[j]);
    out[n++] = order <= 0 ? a->targets[i] : b->targets[j];
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  values->scratch.len = n;
  int64_t lo = a->lo, hi = a->hi;
  if (!(a->flags & VALUE_PLAIN)) lo = b->lo, hi = b->hi;
  if (a->flags & b->flags & VALUE_PLAIN) {
    lo = a->lo < b->lo ? a->lo : b->lo;
    hi = a->hi > b->hi ? a->hi : b->hi;
  }
  return intern_scratch(values, a->flags | b->flags, lo, hi);
}

ValueId value_join(Values *values, ValueId a, ValueId b) {
  if (a == b || !b) return a;
  if (!a) return b;
  if (a > b) {
    ValueId c = a;
    a = b;
    b = c;
  }
  const Value *x = value_get(values, a), *y = value_get(values, b);
  if (!x->count && !y->count) return join_slow(values, x, y);
  uint64_t key = (uint64_t)a << 32 | b;
  uint64_t *known = map_find(&values->joins, key);
  if (known) return (ValueId)*known;
  ValueId join = join_slow(values, x, y);
  map_set(values->arena, &values->joins, key, join);
  return join;
}

bool value_within(Values *values, ValueId a, ValueId b) {
  return value_join(values, a, b) == b;
}

/* ---- widening ---- */

static int64_t threshold_above(Thresholds thresholds, int64_t x, int64_t limit) {
  for (uint32_t i = 0; i < thresholds.count; i++)
    if (thresholds.at[i] >= x) return thresholds.at[i] < limit ? thresholds.at[i] : limit;
  return limit;
}

static int64_t threshold_below(Thresholds thresholds, int64_t x, int64_t limit) {
  for (uint32_t i = thresholds.count; i > 0; i--)
    if (thresholds.at[i - 1] <= x)
      return thresholds.at[i - 1] > limit ? thresholds.at[i - 1] : limit;
  return limit;
}

/* One interval for the targets of the location of the first one; how many those are. */
static uint32_t hull_of(const Target *t, uint32_t count, Target *hull) {
  uint32_t n = 1;
  *hull = t[0];
  for (; n < count && t[n].loc == t[0].loc; n++) *hull = target_hull(*hull, t[n]);
  return n;
}

static Target widen_target(Target old, Target new, bool last, int64_t size) {
  bool below = new.lo < old.lo && (last || new.lo < 0);
  bool above = new.hi > old.hi && (last || size < 0 || new.hi > size);
  Target wide = new;
  if (new.lo < old.lo && !below) wide.lo = new.stride ? new.lo % new.stride : 0;
  if (new.hi > old.hi && !above) wide.hi = size;
  if (below || above) return unbound(wide, below, above);
  return target_make(new.loc, wide.lo, wide.hi, new.stride);
}

ValueId value_widen(Values *values, ValueId old, ValueId new, Thresholds thresholds,
                    unsigned bits, bool last, int64_t (*size_of)(void *, uint32_t),
                    void *context) {
  ValueId join = value_join(values, old, new);
  if (join == old || !old) return join;
  const Value *a = value_get(values, old), *b = value_get(values, join);
  int64_t lo = b->lo, hi = b->hi;
  if (a->flags & b->flags & VALUE_PLAIN) {
    if (lo < a->lo)
      lo = last ? int_min_of(bits) : threshold_below(thresholds, lo, int_min_of(bits));
    if (hi > a->hi)
      hi = last ? int_max_of(bits) : threshold_above(thresholds, hi, int_max_of(bits));
    if (b->lo < lo) lo = b->lo; /* wider than the register: any number at all */
    if (b->hi > hi) hi = b->hi;
  }
  vec_clear(&values->scratch);
  for (uint32_t i = 0, j = 0, n; i < b->count; i += n) {
    Target was, now;
    n = hull_of(b->targets + i, b->count - i, &now);
    while (j < a->count && a->targets[j].loc < now.loc) j++;
    bool known = j < a->count && a->targets[j].loc == now.loc;
    if (known) hull_of(a->targets + j, a->count - j, &was);
    if (known && !target_within(&now, &was)) {
      int64_t size = size_of ? size_of(context, now.loc) : -1;
      vec_push(values->arena, &values->scratch, widen_target(was, now, last, size));
      continue;
    }
    for (uint32_t k = i; k < i + n; k++)
      vec_push(values->arena, &values->scratch, b->targets[k]);
  }
  return intern_scratch(values, b->flags, lo, hi);
}

/* ---- changes ---- */

ValueId value_clip(Values *values, ValueId v, unsigned bits) {
  const Value *x = value_get(values, v);
  if (!(x->flags & VALUE_PLAIN)) return v;
  if (x->lo >= int_min_of(bits) && x->hi <= int_max_of(bits)) return v;
  return value_with_plain(values, v, int_min_of(bits), int_max_of(bits));
}

static Target shifted(const Values *values, const Target *t, Span by) {
  int64_t limit = values->ptr_bits == 32 ? (int64_t)1 << 31 : OFFSET_LIMIT / 2;
  uint64_t stride = gcd_u64(t->stride, by.lo == by.hi ? 0 : by.stride);
  int64_t lo, hi;
  bool over = __builtin_add_overflow(t->lo, by.lo, &lo);
  over |= __builtin_add_overflow(t->hi, by.hi, &hi);
  bool below = over || target_unbounded_below(t) || lo < -limit;
  bool above = over || target_unbounded_above(t) || hi >= limit;
  if (!below && !above) return target_make(t->loc, lo, hi, (uint32_t)stride);
  uint32_t step = stride ? (uint32_t)(stride & -stride) : 1;
  int64_t rest = floor_mod(floor_mod(t->lo, step) + floor_mod(by.lo, step), step);
  /* Once around the address space is everywhere. */
  return target_make(t->loc, -OFFSET_LIMIT + rest, OFFSET_LIMIT - step + rest, step);
}

ValueId value_shift(Values *values, ValueId v, Span by, unsigned bits) {
  const Value *x = value_get(values, v);
  if (!v || (by.lo == 0 && by.hi == 0)) return v;
  Span plain = {x->lo, x->hi, 1};
  if (x->flags & VALUE_PLAIN) {
    int64_t lo, hi;
    bool over = __builtin_add_overflow(x->lo, by.lo, &lo);
    over |= __builtin_add_overflow(x->hi, by.hi, &hi);
    plain = span_fit(lo, hi, over, bits);
  }
  vec_clear(&values->scratch);
  for (uint32_t i = 0; i < x->count; i++)
    vec_push(values->arena, &values->scratch, shifted(values, &x->targets[i], by));
  return intern_scratch(values, x->flags, plain.lo, plain.hi);
}

ValueId value_fragment(Values *values, ValueId v) {
  const Value *x = value_get(values, v);
  if (!x->count && !(x->flags & VALUE_PLAIN)) return v;
  if (!x->count) return value_flags(values, x->flags);
  uint64_t *known = map_find(&values->fragments, v);
  if (known) return (ValueId)*known;
  vec_clear(&values->scratch);
  for (uint32_t i = 0; i < x->count; i++)
    if (!i || x->targets[i].loc != x->targets[i - 1].loc)
      vec_push(values->arena, &values->scratch, target_any(x->targets[i].loc));
  ValueId fragment = intern_scratch(values, x->flags | VALUE_PLAIN, INT64_MIN, INT64_MAX);
  map_set(values->arena, &values->fragments, v, fragment);
  return fragment;
}

ValueId value_without(Values *values, ValueId v, uint8_t flags) {
  const Value *x = value_get(values, v);
  if (!(x->flags & flags)) return v;
  return intern(values, x->flags & ~flags, x->lo, x->hi, x->targets, x->count);
}

ValueId value_with_plain(Values *values, ValueId v, int64_t lo, int64_t hi) {
  const Value *x = value_get(values, v);
  if (lo > hi) return value_without(values, v, VALUE_PLAIN);
  return intern(values, x->flags | VALUE_PLAIN, lo, hi, x->targets, x->count);
}

ValueId value_with_targets(Values *values, ValueId v, const Target *keep,
                           uint32_t count) {
  const Value *x = value_get(values, v);
  uint8_t flags = x->flags;
  int64_t lo = x->lo, hi = x->hi;
  vec_clear(&values->scratch);
  for (uint32_t i = 0; i < count; i++) vec_push(values->arena, &values->scratch, keep[i]);
  return intern_scratch(values, flags, lo, hi);
}

ValueId value_of_locations(Values *values, const uint32_t *locs, uint32_t count) {
  vec_clear(&values->scratch);
  for (uint32_t i = 0; i < count; i++)
    vec_push(values->arena, &values->scratch, target_make(locs[i], 0, 0, 0));
  return intern_scratch(values, 0, 0, 0);
}

bool value_mentions(const Values *values, ValueId v, uint32_t loc) {
  const Value *x = value_get(values, v);
  if (!(x->mask >> (loc % 64) & 1)) return false;
  for (uint32_t i = 0; i < x->count; i++)
    if (x->targets[i].loc == loc) return true;
  return false;
}

ValueId value_kill(Values *values, ValueId v, uint32_t loc, bool surely) {
  const Value *x = value_get(values, v);
  if ((!surely && (x->flags & VALUE_INVALID)) || !value_mentions(values, v, loc))
    return v;
  uint8_t flags = x->flags | VALUE_INVALID;
  int64_t lo = x->lo, hi = x->hi;
  vec_clear(&values->scratch);
  for (uint32_t i = 0; i < x->count; i++)
    if (!surely || x->targets[i].loc != loc)
      vec_push(values->arena, &values->scratch, x->targets[i]);
  return intern_scratch(values, flags, lo, hi);
}

static bool share_location(const Value *x, const Value *y) {
  if (!(x->mask & y->mask)) return false;
  for (uint32_t i = 0, j = 0; i < x->count && j < y->count;) {
    if (x->targets[i].loc == y->targets[j].loc) return true;
    if (x->targets[i].loc < y->targets[j].loc)
      i++;
    else
      j++;
  }
  return false;
}

ValueId value_may_kill(Values *values, ValueId v, ValueId dead) {
  const Value *x = value_get(values, v);
  if ((x->flags & VALUE_INVALID) || !share_location(x, value_get(values, dead))) return v;
  return intern(values, x->flags | VALUE_INVALID, x->lo, x->hi, x->targets, x->count);
}

ValueId value_rename(Values *values, ValueId v, uint32_t from, uint32_t to, bool surely) {
  if (!value_mentions(values, v, from)) return v;
  const Value *x = value_get(values, v);
  uint8_t flags = x->flags;
  int64_t lo = x->lo, hi = x->hi;
  vec_clear(&values->scratch);
  for (uint32_t i = 0; i < x->count; i++) {
    Target t = x->targets[i];
    if (t.loc != from || !surely) vec_push(values->arena, &values->scratch, t);
    t.loc = to;
    if (x->targets[i].loc == from) vec_push(values->arena, &values->scratch, t);
  }
  return intern_scratch(values, flags, lo, hi);
}

Span value_span(const Values *values, ValueId v, unsigned bits) {
  const Value *x = value_get(values, v);
  if (x->count || x->flags != VALUE_PLAIN) return span_all(bits);
  return span_fit(x->lo, x->hi, false, bits);
}
