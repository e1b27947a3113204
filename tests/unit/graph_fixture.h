/* Functions that are nothing but a control-flow graph, for the tests of cfg.h, dom.h and
 * loops.h; and random ones, from a fixed seed. */
#ifndef BELAY_TESTS_GRAPH_FIXTURE_H
#define BELAY_TESTS_GRAPH_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ir/build.h"
#include "ir/cfg.h"

typedef Vec(uint32_t) Targets;

/* A terminator for this many targets. */
static void fixture_jump(Program *p, Builder *b, const Targets *targets) {
  Val args[64] = {build_undef(p, targets->len == 2 ? type_int(1) : type_int(32))};
  assert_true(targets->len < 64);
  for (uint32_t i = 1; i < targets->len; i++) args[i] = build_int(p, type_int(32), i);
  Inst inst = {.op = OP_RET, .type = type_void(), .origin = VAL_NONE};
  uint32_t count = 0;
  if (targets->len == 1) inst.op = OP_BR;
  if (targets->len == 2) inst.op = OP_CBR, count = 1;
  if (targets->len > 2) inst.op = OP_SWITCH, count = targets->len;
  build_emit_jump(b, inst, args, count, targets->data, targets->len);
}

static Cfg *fixture_from_targets(Arena *arena, const Targets *targets, uint32_t blocks) {
  Program *p = program_new(arena, 64);
  Fn fn = build_declare_function(p, intern_string(p->names, "f"), 0);
  Builder *b = build_begin_function(p, fn);
  for (uint32_t i = 0; i < blocks; i++) build_block(b, (Sym){0});
  for (uint32_t i = 0; i < blocks; i++) {
    build_at(b, i);
    fixture_jump(p, b, &targets[i]);
  }
  build_end_function(b);
  return cfg_new(p, fn, arena);
}

/* "0>1,2 1>3 2>3": the targets of each block; those not named return. */
__attribute__((unused)) static Cfg *fixture_cfg(Arena *arena, const char *edges) {
  enum { MOST = 64 };
  Targets targets[MOST] = {0};
  uint32_t blocks = 0;
  char *at = arena_strdup(arena, edges);
  while (*at) {
    uint32_t from = (uint32_t)strtoul(at, &at, 10);
    if (from >= blocks) blocks = from + 1;
    assert_int_equal(*at, '>');
    do {
      uint32_t to = (uint32_t)strtoul(at + 1, &at, 10);
      assert_true(from < MOST && to < MOST);
      vec_push(arena, &targets[from], to);
      if (to >= blocks) blocks = to + 1;
    } while (*at == ',');
    while (*at == ' ') at++;
  }
  return fixture_from_targets(arena, targets, blocks);
}

static inline uint32_t fixture_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33);
}

/* No edge goes to block 0; blocks that cannot be reached are gone. */
__attribute__((unused)) static Cfg *fixture_random_cfg(Arena *arena, uint64_t *seed) {
  uint32_t blocks = 2 + fixture_random(seed) % 14;
  Targets *targets = arena_new_array(arena, Targets, blocks);
  for (uint32_t i = 0; i < blocks; i++) {
    uint32_t count = fixture_random(seed) % 4;
    if (i == 0 && !count) count = 1;
    for (uint32_t k = 0; k < count; k++)
      vec_push(arena, &targets[i], 1 + fixture_random(seed) % (blocks - 1));
  }
  return fixture_from_targets(arena, targets, blocks);
}

/* Marks what `from` reaches over at least one edge without passing `without`. */
__attribute__((unused)) static void fixture_mark(const Cfg *cfg, uint32_t from,
                                                 uint32_t without, bool *seen) {
  Row succs = rows_at(&cfg->graph.succs, from);
  for (uint32_t i = 0; i < succs.len; i++) {
    uint32_t to = succs.items[i];
    if (to == without || seen[to]) continue;
    seen[to] = true;
    fixture_mark(cfg, to, without, seen);
  }
}

#endif
