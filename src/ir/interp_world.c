/* The world outside a run: choices that come from the queues of Inputs, input, output. */
#include "ir/interp_state.h"

/* Further ones are made, but not noted. */
enum { CHOICES_NOTED = 4 * 1024 * 1024 };

/* ---- choices ---- */

/* Queues are lists through queue_next, numbered from 1. */
void interp_choices_start(Interp *it) {
  const Inputs *inputs = it->options->inputs;
  if (!inputs) return;
  Map last = {0};
  uint32_t common_last = 0;
  it->queue_next = arena_new_array(it->own, uint32_t, inputs->choices.len + 1);
  for (uint32_t i = 1; i <= inputs->choices.len; i++) {
    Val at = inputs->choices.data[i - 1].at;
    if (val_none(at)) {
      if (common_last)
        it->queue_next[common_last] = i;
      else
        it->common_next = i;
      common_last = i;
      continue;
    }
    uint64_t *previous = map_at(it->own, &last, at.id);
    if (*previous)
      it->queue_next[*previous] = i;
    else
      map_set(it->own, &it->queues, at.id, i);
    *previous = i;
  }
}

static const Choice *take(Interp *it, ChoiceKind kind, uint32_t inst) {
  if (!it->options->inputs) return NULL;
  uint64_t *queue = map_find(&it->queues, inst);
  uint32_t index = 0;
  if (queue && *queue) {
    index = (uint32_t)*queue;
    *queue = it->queue_next[index];
  } else if (kind == CHOICE_INPUT && it->common_next) {
    index = it->common_next;
    it->common_next = it->queue_next[index];
  }
  return index ? &it->options->inputs->choices.data[index - 1] : NULL;
}

static Val origin_of(const Interp *it, uint32_t inst) {
  Val origin = it->program->insts.data[inst].origin;
  return val_none(origin) ? (Val){inst} : origin;
}

static void note(Interp *it, ChoiceKind kind, Type type, Val at, Bits bits) {
  if (it->result->choices.choices.len >= CHOICES_NOTED) return;
  Choice choice = {at, (uint8_t)kind, type, (uint64_t)bits, (uint64_t)(bits >> 64)};
  vec_push(it->arena, &it->result->choices.choices, choice);
  if (it->options->record_path) interp_path_choice(it, at);
}

/* What a choice is when no queue says. */
static Bits fallback(const Interp *it, ChoiceKind kind) {
  Bits ones = ~(Bits)0 / 255; /* 1 in each byte */
  if (kind == CHOICE_UNINIT) return ones * it->options->uninit_fill;
  return kind == CHOICE_ALLOC;
}

Bits interp_choose(Interp *it, ChoiceKind kind, Type type, uint32_t inst) {
  Val at = origin_of(it, inst);
  const Choice *choice = take(it, kind, at.id);
  Bits bits = choice ? (Bits)choice->hi << 64 | choice->lo : fallback(it, kind);
  bits &= mask_bits(ir_type_bits(it->program, type));
  note(it, kind, type, at, bits);
  return bits;
}

/* ---- input ---- */

/* The sources that the options give themselves. */
static bool given_input(Interp *it, const char *source, int64_t *value) {
  const RunOptions *options = it->options;
  if (options->in && !strcmp(source, "stdin")) return *value = fgetc(options->in), true;
  if (options->argc <= 0 || strncmp(source, "arg", 3)) return false;
  if (!strcmp(source, "argc")) return *value = options->argc, true;
  if (!strcmp(source, "argv.length")) {
    int i = it->argument++;
    it->argument_byte = 0;
    return *value = i < options->argc ? (int64_t)strlen(options->argv[i]) : 0, true;
  }
  if (strcmp(source, "argv.byte") || it->argument < 1 || it->argument > options->argc)
    return false;
  const char *text = options->argv[it->argument - 1];
  if (it->argument_byte >= strlen(text)) return *value = 0, true;
  return *value = text[it->argument_byte++], true;
}

bool interp_input(Interp *it, const Code *code) {
  const Inst *inst = &it->program->insts.data[code->inst];
  it->result->depends |= RUN_DEPENDS_INPUT;
  int64_t given;
  Full value = {0};
  if (given_input(it, ir_text(it->program, inst->sym), &given)) {
    value.bits = (Bits)(SignedBits)given & mask_bits(code->bits);
    note(it, CHOICE_INPUT, inst->type, origin_of(it, code->inst), value.bits);
  } else {
    value.bits = interp_choose(it, CHOICE_INPUT, inst->type, code->inst);
  }
  interp_set(it, code->dest, value, code->bits);
  return true;
}

/* ---- output ---- */

static void write_bytes(FILE *file, const Object *o, uint64_t offset, uint64_t n) {
  if (!o->defined) {
    fwrite(o->bytes + offset, 1, n, file);
    return;
  }
  for (uint64_t i = offset; i < offset + n; i++) fputc(o->bytes[i] & o->defined[i], file);
}

bool interp_output(Interp *it, const Code *code) {
  uint64_t n = interp_use(it, code->c), offset;
  if (!n) return true;
  uint32_t id = interp_check(it, code->inst, CHECK_READ, code->b, n, &offset);
  if (!id) return false;
  uint64_t stream = interp_value(it, code->a)->lo;
  FILE *file = stream == 1 ? it->options->out : stream == 2 ? it->options->err : NULL;
  if (file) write_bytes(file, &it->objects[id], offset, n);
  return true;
}
