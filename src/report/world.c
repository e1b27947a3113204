/* See world.h. models/start.c asks for the command line: argc (0 means 1), then for each
 * argument its length and its bytes, unless the program looks at none. */
#include "report/world.h"

#include <inttypes.h>
#include <string.h>

const char *world_source(const Program *p, const Choice *choice) {
  if (choice->kind != CHOICE_INPUT || !val_is_inst(choice->at)) return NULL;
  const Inst *inst = ir_inst(p, choice->at);
  return inst->op == OP_INPUT && inst->sym.id ? ir_text(p, inst->sym) : NULL;
}

bool world_covers(const Program *p, const Choice *choice) {
  const char *source = world_source(p, choice);
  return source && (!strcmp(source, "argc") || !strncmp(source, "argv.", 5) ||
                    !strcmp(source, "stdin"));
}

static int64_t signed_value(const Program *p, const Choice *choice) {
  unsigned bits = ir_type_bits(p, choice->type);
  if (bits >= 64 || bits == 0) return (int64_t)choice->lo;
  return (int64_t)(choice->lo << (64 - bits)) >> (64 - bits);
}

static void end_text(VecChar *text, Arena *arena) {
  vec_push(arena, text, '\0');
  text->len--;
}

static void add_argument(World *world, Arena *arena) {
  vec_push(arena, &world->arguments, (VecChar){0});
  end_text(&vec_last(&world->arguments), arena);
}

static void take(World *world, const char *source, int64_t value, Arena *arena) {
  if (!strcmp(source, "argv.length")) add_argument(world, arena);
  if (!strcmp(source, "argv.byte") && world->arguments.len) {
    vec_push(arena, &vec_last(&world->arguments), (char)value);
    end_text(&vec_last(&world->arguments), arena);
  }
  if (!strcmp(source, "stdin")) {
    world->reads_input = true;
    if (value >= 0) vec_push(arena, &world->input, (char)value);
  }
}

World world_of(const Program *p, const Inputs *choices, Arena *arena) {
  World world = {0};
  int64_t count = 0;
  for (uint32_t i = 0; i < choices->choices.len; i++) {
    const Choice *choice = &choices->choices.data[i];
    const char *source = world_source(p, choice);
    if (source) take(&world, source, signed_value(p, choice), arena);
    if (source && !strcmp(source, "argc")) count = signed_value(p, choice);
  }
  while ((int64_t)world.arguments.len < count) add_argument(&world, arena);
  return world;
}

/* What a pointer in memory that the function was given is: see models/lazy.c. */
static const char *pointer_value(const char *source, uint64_t number, Arena *arena) {
  bool may_be_null = !strstr(source, "not null");
  if (may_be_null && number-- == 0) return "null";
  if (number == 0) return "a new one";
  return arena_printf(arena, "number %" PRIu64 " of those before", number);
}

const char *world_value(const Program *p, const Choice *choice, Arena *arena) {
  unsigned bits = ir_type_bits(p, choice->type);
  if (choice->kind == CHOICE_ALLOC) return choice->lo ? "succeeds" : "fails";
  const char *source = world_source(p, choice);
  if (source && strchr(source, '*')) return pointer_value(source, choice->lo, arena);
  if (bits > 64 || type_is_float(choice->type))
    return arena_printf(arena, "0x%" PRIx64 "%016" PRIx64, choice->hi, choice->lo);
  int64_t value = signed_value(p, choice);
  if (bits == 8 && value >= ' ' && value <= '~')
    return arena_printf(arena, "%" PRId64 " ('%c')", value, (char)value);
  return arena_printf(arena, "%" PRId64, value);
}

static void quote_byte(unsigned char byte, VecChar *out, Arena *arena) {
  if (byte == '"' || byte == '\\')
    vec_printf(arena, out, "\\%c", byte);
  else if (byte == '\n')
    vec_printf(arena, out, "\\n");
  else if (byte >= ' ' && byte <= '~')
    vec_push(arena, out, (char)byte);
  else
    vec_printf(arena, out, "\\%03o", byte);
}

const char *world_quoted(const char *bytes, size_t length, size_t most, Arena *arena) {
  VecChar out = {0};
  vec_push(arena, &out, '"');
  for (size_t i = 0; i < length && i < most; i++)
    quote_byte((unsigned char)bytes[i], &out, arena);
  vec_printf(arena, &out, "\"%s", length > most ? "..." : "");
  vec_push(arena, &out, '\0');
  return out.data;
}
