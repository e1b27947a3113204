/* See path.h. Rounds of a loop in which the same ways were taken are shown once. */
#include "report/path.h"

#include <inttypes.h>
#include <string.h>

#include "report/source.h"
#include "report/world.h"

enum { LINES_FIRST = 8, LINES_LAST = 16, LONGEST_ROUND = 8, SOURCE_WIDTH = 60 };
enum { QUOTED_MOST = 60, ARGUMENTS_MOST = 6 };

/* `length` steps from `first` on, `times` times over. */
typedef struct Round {
  uint32_t first, length, times;
} Round;
typedef Vec(Round) Rounds;

typedef struct Writer {
  const Program *p;
  const Inputs *choices;
  const RunPath *path;
  Arena *arena;
  SourceFiles *files;
  VecChar *out;
} Writer;

#define PRINT(w, ...) vec_printf((w)->arena, (w)->out, __VA_ARGS__)

/* ---- what is shown ---- */

static const Choice *choice_of(const Writer *w, const PathStep *step) {
  return &w->choices->choices.data[step->number];
}

/* A successful allocation is what everybody expects; the command line has its own line.
 */
static bool is_shown(const Writer *w, const PathStep *step) {
  if (!step->choice) return ir_pos(w->p, ir_inst(w->p, step->at)->pos)->line != 0;
  const Choice *choice = choice_of(w, step);
  if (choice->kind == CHOICE_ALLOC && choice->lo) return false;
  return !world_covers(w->p, choice);
}

static bool same(const Writer *w, uint32_t i, uint32_t k) {
  const PathStep *a = &w->path->steps.data[i], *b = &w->path->steps.data[k];
  return !a->choice && !b->choice && val_eq(a->at, b->at) && a->number == b->number &&
         a->times == b->times;
}

static uint32_t repetitions(const Writer *w, uint32_t first, uint32_t length) {
  uint32_t count = w->path->steps.len, times = 1;
  for (;;) {
    uint32_t next = first + times * length;
    if (next + length > count) return times;
    for (uint32_t k = 0; k < length; k++)
      if (!same(w, first + k, next + k)) return times;
    times++;
  }
}

/* The shortest round that is gone more than twice. */
static Round round_at(const Writer *w, uint32_t first) {
  for (uint32_t length = 1; length <= LONGEST_ROUND; length++) {
    uint32_t times = repetitions(w, first, length);
    if (times > 2) return (Round){first, length, times};
  }
  return (Round){first, 1, 1};
}

static Rounds find_rounds(const Writer *w) {
  Rounds rounds = {0};
  for (uint32_t i = 0; i < w->path->steps.len;) {
    Round round = round_at(w, i);
    for (uint32_t k = 0; k < round.length; k++) {
      Round line = {i + k, 1, round.times};
      if (is_shown(w, &w->path->steps.data[i + k])) vec_push(w->arena, &rounds, line);
    }
    i += round.length * round.times;
  }
  return rounds;
}

/* ---- lines ---- */

static const char *case_text(const Program *p, const Inst *jump, uint32_t taken,
                             Arena *arena) {
  int64_t value;
  if (taken == 0 || taken >= jump->arg_count) return "default";
  if (!ir_const_int(p, ir_arg(p, jump, taken), &value)) return "a case";
  return arena_printf(arena, "case %" PRId64, value);
}

const char *path_taken(const Program *p, const PathStep *step, Arena *arena) {
  const Inst *jump = ir_inst(p, step->at);
  if (jump->op == OP_SWITCH) return case_text(p, jump, step->number, arena);
  return step->number == 0 ? "true" : "false";
}

static const char *source_text(Writer *w, const Pos *pos) {
  const char *line = source_line(w->files, ir_text(w->p, pos->file), pos->line);
  if (!line) return "";
  line += strspn(line, " \t");
  bool cut = strlen(line) > SOURCE_WIDTH;
  return arena_printf(w->arena, "%.*s%s", SOURCE_WIDTH, line, cut ? "..." : "");
}

static void print_branch(Writer *w, const PathStep *step, uint32_t times) {
  const Pos *pos = ir_pos(w->p, ir_inst(w->p, step->at)->pos);
  PRINT(w, "  %s: %s: %s", ir_pos_text(w->p, ir_inst(w->p, step->at)->pos, w->arena),
        path_taken(w->p, step, w->arena), source_text(w, pos));
  uint64_t all = (uint64_t)times * step->times;
  if (all > 1) PRINT(w, " (%" PRIu64 " times)", all);
  PRINT(w, "\n");
}

/* A place that says nothing to the user. */
static bool is_in_models(const Program *p, uint32_t pos) {
  return !strncmp(ir_text(p, ir_pos(p, pos)->file), "models/", 7);
}

static void print_choice(Writer *w, const PathStep *step) {
  static const char *const kinds[] = {"input", "allocation", "uninitialised value"};
  const Choice *choice = choice_of(w, step);
  const char *source = world_source(w->p, choice);
  Val at = val_none(step->place) ? step->at : step->place;
  uint32_t pos = ir_inst(w->p, at)->pos;
  bool inside = val_none(step->place) && is_in_models(w->p, pos);
  PRINT(w, "  ");
  if (ir_pos(w->p, pos)->line && !inside)
    PRINT(w, "%s: ", ir_pos_text(w->p, pos, w->arena));
  if (choice->kind == CHOICE_ALLOC)
    PRINT(w, "allocation %s\n", world_value(w->p, choice, w->arena));
  else
    PRINT(w, "%s = %s\n", source ? source : kinds[choice->kind],
          world_value(w->p, choice, w->arena));
}

static void print_world(Writer *w) {
  World world = world_of(w->p, w->choices, w->arena);
  if (world.arguments.len) PRINT(w, "  arguments:");
  for (uint32_t i = 0; i < world.arguments.len && i < ARGUMENTS_MOST; i++)
    PRINT(w, " %s",
          world_quoted(world.arguments.data[i].data, world.arguments.data[i].len,
                       QUOTED_MOST, w->arena));
  if (world.arguments.len > ARGUMENTS_MOST)
    PRINT(w, " and %u more", world.arguments.len - ARGUMENTS_MOST);
  if (world.arguments.len) PRINT(w, "\n");
  if (world.reads_input)
    PRINT(w, "  standard input: %s\n",
          world_quoted(world.input.data, world.input.len, QUOTED_MOST, w->arena));
}

static void print_rounds(Writer *w, const Rounds *rounds, bool all) {
  uint32_t count = rounds->len;
  bool cut = !all && count > LINES_FIRST + LINES_LAST;
  for (uint32_t i = 0; i < count; i++) {
    const Round *round = &rounds->data[i];
    const PathStep *step = &w->path->steps.data[round->first];
    if (cut && i == LINES_FIRST) {
      PRINT(w, "  ... %u more steps (--verbose lists them)\n",
            count - LINES_FIRST - LINES_LAST);
      i = count - LINES_LAST - 1;
      continue;
    }
    if (w->path->missing && round->first == w->path->gap && !cut)
      PRINT(w, "  ... %" PRIu64 " more steps\n", w->path->missing);
    if (step->choice)
      print_choice(w, step);
    else
      print_branch(w, step, round->times);
  }
}

void report_path(const Program *p, const Inputs *choices, const RunPath *path, bool all,
                 Arena *arena, VecChar *out) {
  if (!path->steps.len) return;
  Writer w = {p, choices, path, arena, source_new(arena), out};
  Rounds rounds = find_rounds(&w);
  PRINT(&w, "how a run gets there%s:\n",
        choices->choices.len ? " (--save-inputs keeps the inputs for `belay run`)" : "");
  print_world(&w);
  print_rounds(&w, &rounds, all);
}
