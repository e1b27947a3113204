/* `belay shape`: the memory graphs with which a line is reached, in words or drawn. */
#define _POSIX_C_SOURCE 200809L /* popen */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/engines.h"
#include "cli/property.h"
#include "ir/loops.h"
#include "shape/shape.h"
#include "shape/words.h"

/* ---- the line ---- */

typedef struct Place {
  const char *file; /* or its end; NULL, for a while: the first operand */
  uint32_t line;
} Place;

/* "12" or "list.c:12" */
static bool place_parse(Arena *arena, const char *text, Place *place) {
  const char *colon = strrchr(text, ':'), *digits = colon ? colon + 1 : text;
  char *end;
  unsigned long line = strtoul(digits, &end, 10);
  if (!*digits || *end || !line || line > UINT32_MAX) return false;
  *place = (Place){NULL, (uint32_t)line};
  if (colon) place->file = arena_strndup(arena, text, (size_t)(colon - text));
  return true;
}

static bool file_matches(const char *file, const char *wanted) {
  size_t have = strlen(file), want = strlen(wanted);
  if (want > have || strcmp(file + have - want, wanted)) return false;
  return want == have || file[have - want - 1] == '/' || *wanted == '/';
}

static bool is_there(const Program *p, const Place *place, Val v) {
  const Pos *pos = ir_pos(p, ir_inst(p, v)->pos);
  return pos->line == place->line && file_matches(ir_text(p, pos->file), place->file);
}

/* As debuggers do, the next line that has code. */
static bool move_to_code(const Program *p, Place *place) {
  uint32_t best = UINT32_MAX;
  for (Val v = {0}; v.id < p->insts.len; v.id++) {
    const Pos *pos = ir_pos(p, ir_inst(p, v)->pos);
    if (ir_inst(p, v)->op == OP_PARAM || pos->line < place->line) continue;
    if (pos->line < best && file_matches(ir_text(p, pos->file), place->file))
      best = pos->line;
  }
  place->line = best;
  return best != UINT32_MAX;
}

/* Whether the line begins here: the instruction before is none of it. */
static bool begins(const Program *p, const Place *place, Val v) {
  const Block *b = ir_block(p, ir_inst(p, v)->block);
  if (ir_inst(p, v)->op == OP_PHI || !is_there(p, place, v)) return false;
  if (v.id == b->first) return true;
  Val before = {v.id - 1};
  return ir_inst(p, before)->op == OP_PHI || !is_there(p, place, before);
}

/* A loop's line is looked at where the loop begins each turn. */
static Val find_in(Arena *arena, const Program *p, Fn fn, const Place *place) {
  Val found = VAL_NONE;
  const Function *f = ir_function(p, fn);
  Cfg *cfg = cfg_new(p, fn, arena);
  Loops *loops = loops_new(cfg, arena);
  ir_each_block(p, f, b) ir_each_inst(ir_block(p, b), v) {
    if (!begins(p, place, v)) continue;
    if (loops_is_header(loops, b)) return v;
    if (val_none(found)) found = v;
  }
  return found;
}

static Val find_line(Arena *arena, const Program *p, Place *place) {
  if (!move_to_code(p, place)) return VAL_NONE;
  ir_each_function(p, fn) {
    const Function *f = ir_function(p, fn);
    if (!ir_function_has_body(f) || f->flags & FN_MODEL) continue;
    Val found = find_in(arena, p, fn, place);
    if (!val_none(found)) return found;
  }
  return VAL_NONE;
}

/* ---- output ---- */

/* Graphviz makes the picture. The name goes to the shell by the environment, as it is. */
static bool write_svg(const char *path, const VecChar *dot) {
  bool to_file = path && strcmp(path, "-");
  fflush(stdout);
  if (to_file) setenv("BELAY_SVG", path, 1);
  FILE *pipe = popen(to_file ? "dot -Tsvg -o \"$BELAY_SVG\"" : "dot -Tsvg", "w");
  bool good = pipe && fwrite(dot->data, 1, dot->len, pipe) == dot->len;
  if (pipe && pclose(pipe) == 0 && good) return true;
  message_error(NULL, "the program `dot` (Graphviz) did not make a picture");
  return false;
}

static int print(Arena *arena, const Options *options, const Program *p,
                 const Watch *watch, Val at) {
  VecChar out = {0};
  const char *path = options->output ? options->output : "-";
  if (options->dot || options->svg) {
    shape_draw(p, watch, at, arena, &out);
    if (options->svg) return write_svg(options->output, &out) ? 0 : CLI_INPUT;
    return file_write(path, out.data) ? 0 : CLI_INPUT;
  }
  const char *name = ir_text(p, ir_function(p, ir_fn_of(p, at))->name);
  vec_printf(arena, &out, "%s: in %s, before the line is executed\n",
             ir_pos_text(p, ir_inst(p, at)->pos, arena), name);
  shape_words(p, watch, at, arena, &out);
  return file_write(path, out.data) ? 0 : CLI_INPUT;
}

int command_shape(Arena *arena, Options *options) {
  Place place;
  int code = 0;
  if (!options->at) return message_usage(options, "--at says which line to look at");
  if (!place_parse(arena, options->at, &place))
    return message_usage(options, "--at takes LINE or FILE:LINE, not '%s'", options->at);
  uint32_t lengths[3];
  const char *error = engines_list_lengths(arena, options->list_lengths, lengths);
  if (error) return message_usage(options, "%s", error);
  Program *p = load_named(arena, options, &code);
  if (!p) return code;
  if (!place.file) place.file = options->operands.len ? options->operands.data[0] : "";
  Val at = find_line(arena, p, &place);
  if (val_none(at)) return message_usage(options, "there is no code at %s", options->at);
  Watch watch;
  watch_start(&watch, arena, p);
  watch_add(&watch, at);
  EngineOptions engine = {.properties = property_default(),
                          .malloc_may_fail = options->malloc_may_fail};
  memcpy(engine.list_lengths, lengths, sizeof lengths);
  Ledger *ledger = ledger_new(arena, p, engine.properties);
  const char *reason = shape_look(ledger, &engine, (double)options->timeout, &watch);
  code = print(arena, options, p, &watch, at);
  if (!reason) return code;
  message_warning(NULL, "not all memory graphs may be here: the analysis gave up: %s",
                  reason);
  return code ? code : CLI_UNKNOWN;
}
