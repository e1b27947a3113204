/* See wire.h. */
#include "ledger/wire.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

typedef struct Head {
  uint32_t mark, kind, length; /* length: of the body */
} Head;

enum { MARK = 0x59414c42, LONGEST = 1 << 28 };

/* ---- writing ---- */

static void put(WireOut *out, const void *data, size_t length) {
  vec_reserve(out->arena, &out->bytes, out->bytes.len + length);
  if (length) memcpy(out->bytes.data + out->bytes.len, data, length);
  out->bytes.len += (uint32_t)length;
}

void wire_begin(WireOut *out, Arena *arena, uint32_t kind) {
  Head head = {MARK, kind, 0};
  *out = (WireOut){.arena = arena};
  put(out, &head, sizeof head);
}

void wire_put_u32(WireOut *out, uint32_t value) { put(out, &value, sizeof value); }
void wire_put_u64(WireOut *out, uint64_t value) { put(out, &value, sizeof value); }
void wire_put_double(WireOut *out, double value) { put(out, &value, sizeof value); }

void wire_put_text(WireOut *out, const char *text) {
  uint32_t length = text ? (uint32_t)strlen(text) : 0;
  wire_put_u32(out, length);
  put(out, text, length);
}

void wire_put_inputs(WireOut *out, const Inputs *inputs) {
  uint32_t count = inputs ? inputs->choices.len : 0;
  wire_put_u32(out, count);
  for (uint32_t i = 0; i < count; i++) {
    const Choice *choice = &inputs->choices.data[i];
    wire_put_u32(out, choice->at.id);
    wire_put_u32(out, (uint32_t)choice->kind << 16 | choice->type.code);
    wire_put_u64(out, choice->lo);
    wire_put_u64(out, choice->hi);
  }
}

void wire_put_path(WireOut *out, const RunPath *path) {
  wire_put_u32(out, path->gap);
  wire_put_u64(out, path->missing);
  wire_put_u32(out, path->steps.len);
  for (uint32_t i = 0; i < path->steps.len; i++) {
    const PathStep *step = &path->steps.data[i];
    wire_put_u32(out, step->at.id);
    wire_put_u32(out, step->place.id);
    wire_put_u32(out, step->number);
    wire_put_u32(out, step->times);
    wire_put_u32(out, step->choice);
  }
}

bool wire_send(WireOut *out, int fd) {
  uint32_t length = out->bytes.len - (uint32_t)sizeof(Head);
  if (length > LONGEST) return false;
  memcpy(out->bytes.data + offsetof(Head, length), &length, sizeof length);
  for (uint32_t sent = 0; sent < out->bytes.len;) {
    ssize_t n = write(fd, out->bytes.data + sent, out->bytes.len - sent);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    sent += (uint32_t)n;
  }
  return true;
}

/* ---- reading ---- */

WireTake wire_take(const VecChar *bytes, uint32_t *used, WireIn *in) {
  Head head;
  uint32_t left = bytes->len - *used;
  if (left < sizeof head) return WIRE_PARTIAL;
  memcpy(&head, bytes->data + *used, sizeof head);
  if (head.mark != MARK || head.length > LONGEST) return WIRE_NONSENSE;
  if (left - sizeof head < head.length) return WIRE_PARTIAL;
  const char *body = bytes->data + *used + sizeof head;
  *in = (WireIn){head.kind, body, body + head.length, true};
  *used += (uint32_t)sizeof head + head.length;
  return WIRE_FRAME;
}

static bool get(WireIn *in, void *data, size_t length) {
  if (!in->good || (size_t)(in->end - in->at) < length) {
    memset(data, 0, length);
    return in->good = false;
  }
  memcpy(data, in->at, length);
  in->at += length;
  return true;
}

uint32_t wire_get_u32(WireIn *in) {
  uint32_t value;
  get(in, &value, sizeof value);
  return value;
}

uint64_t wire_get_u64(WireIn *in) {
  uint64_t value;
  get(in, &value, sizeof value);
  return value;
}

double wire_get_double(WireIn *in) {
  double value;
  get(in, &value, sizeof value);
  return value;
}

const char *wire_get_text(WireIn *in, Arena *arena) {
  uint32_t length = wire_get_u32(in);
  if (!in->good || (size_t)(in->end - in->at) < length) return in->good = false, "";
  const char *text = arena_strndup(arena, in->at, length);
  in->at += length;
  return text;
}

static bool known_choice(const Choice *choice, uint32_t insts) {
  return choice->kind <= CHOICE_UNINIT && (val_none(choice->at) || choice->at.id < insts);
}

Inputs wire_get_inputs(WireIn *in, Arena *arena, uint32_t insts) {
  Inputs inputs = {0};
  uint32_t count = wire_get_u32(in);
  for (uint32_t i = 0; i < count && in->good; i++) {
    Choice choice = {.at = {wire_get_u32(in)}};
    uint32_t packed = wire_get_u32(in);
    choice.kind = (uint8_t)(packed >> 16);
    choice.type.code = (uint16_t)packed;
    choice.lo = wire_get_u64(in);
    choice.hi = wire_get_u64(in);
    in->good = in->good && packed >> 24 == 0 && known_choice(&choice, insts);
    if (in->good) vec_push(arena, &inputs.choices, choice);
  }
  return inputs;
}

static bool known_step(const PathStep *step, const Program *p, uint32_t choices) {
  if (step->at.id >= p->insts.len) return false;
  if (!val_none(step->place) && step->place.id >= p->insts.len) return false;
  if (step->choice) return step->number < choices;
  return step->number < ir_block(p, ir_inst(p, step->at)->block)->succ_count;
}

RunPath wire_get_path(WireIn *in, Arena *arena, const Program *p, uint32_t choices) {
  RunPath path = {.gap = wire_get_u32(in)};
  path.missing = wire_get_u64(in);
  uint32_t count = wire_get_u32(in);
  for (uint32_t i = 0; i < count && in->good; i++) {
    PathStep step = {.at = {wire_get_u32(in)}};
    step.place = (Val){wire_get_u32(in)};
    step.number = wire_get_u32(in);
    step.times = wire_get_u32(in);
    step.choice = wire_get_u32(in) != 0;
    in->good = in->good && known_step(&step, p, choices);
    if (in->good) vec_push(arena, &path.steps, step);
  }
  return path;
}

bool wire_complete(const WireIn *in) { return in->good && in->at == in->end; }
