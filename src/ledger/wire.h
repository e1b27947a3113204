/* Messages between a child and its parent: frames of a length, a kind and a body, in the
 * machine's own byte order. Reading never trusts what it reads: a child that died may
 * have sent half a frame or nonsense. */
#ifndef BELAY_LEDGER_WIRE_H
#define BELAY_LEDGER_WIRE_H

#include "ir/inputs.h"
#include "ir/interp.h"

/* A message being written. */
typedef struct WireOut {
  Arena *arena;
  VecChar bytes; /* begins with the frame's head */
} WireOut;

void wire_begin(WireOut *out, Arena *arena, uint32_t kind);
void wire_put_u32(WireOut *out, uint32_t value);
void wire_put_u64(WireOut *out, uint64_t value);
void wire_put_double(WireOut *out, double value);
/* NULL is the empty text. */
void wire_put_text(WireOut *out, const char *text);
void wire_put_inputs(WireOut *out, const Inputs *inputs);
void wire_put_path(WireOut *out, const RunPath *path);
/* False when the other side is gone. */
bool wire_send(WireOut *out, int fd);

/* A message being read; `good` becomes false for good at the first fault. */
typedef struct WireIn {
  uint32_t kind;
  const char *at, *end;
  bool good;
} WireIn;

typedef enum WireTake { WIRE_FRAME, WIRE_PARTIAL, WIRE_NONSENSE } WireTake;

/* The frame at `*used` of the bytes read so far; steps over it. */
WireTake wire_take(const VecChar *bytes, uint32_t *used, WireIn *in);
uint32_t wire_get_u32(WireIn *in);
uint64_t wire_get_u64(WireIn *in);
double wire_get_double(WireIn *in);
/* Never NULL. */
const char *wire_get_text(WireIn *in, Arena *arena);
/* `insts`: how many instructions there are. */
Inputs wire_get_inputs(WireIn *in, Arena *arena, uint32_t insts);
/* `choices`: how many choices the run made. */
RunPath wire_get_path(WireIn *in, Arena *arena, const Program *p, uint32_t choices);
/* All was there and nothing is left over. */
bool wire_complete(const WireIn *in);

#endif
