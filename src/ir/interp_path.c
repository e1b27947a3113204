/* The decisions of a run, for the report: branches of the user's code and choices. Equal
 * steps in a row are one, and of a long run the beginning and the end are kept. */
#include <string.h>

#include "ir/interp_state.h"

enum { STEPS_MOST = 8192, STEPS_FIRST = 1024, STEPS_LAST = 3072 };

/* Of the innermost function that is not a model's, `inst` being where the run is. */
static Val user_place(const Interp *it, uint32_t inst) {
  for (const Activation *frame = it->top; frame; frame = frame->caller) {
    if (!(ir_function(it->program, frame->code->fn)->flags & FN_MODEL))
      return (Val){inst};
    if (frame->caller) inst = frame->caller->ip->inst;
  }
  return VAL_NONE;
}

static void drop_middle(RunPath *path) {
  uint32_t dropped = path->steps.len - STEPS_FIRST - STEPS_LAST;
  memmove(path->steps.data + STEPS_FIRST, path->steps.data + STEPS_FIRST + dropped,
          STEPS_LAST * sizeof *path->steps.data);
  path->steps.len -= dropped;
  path->gap = STEPS_FIRST;
  path->missing += dropped;
}

static void push(Interp *it, PathStep step) {
  RunPath *path = &it->result->path;
  if (path->steps.len == STEPS_MOST) drop_middle(path);
  vec_push(it->arena, &path->steps, step);
}

void interp_path_branch(Interp *it, const Code *jump, int64_t edge) {
  RunPath *path = &it->result->path;
  Val at = {jump->inst};
  uint32_t taken = (uint32_t)(edge - jump->imm);
  if (ir_function(it->program, it->top->code->fn)->flags & FN_MODEL) return;
  PathStep *last = path->steps.len ? &vec_last(&path->steps) : NULL;
  if (last && !last->choice && val_eq(last->at, at) && last->number == taken)
    last->times++;
  else
    push(it, (PathStep){at, at, taken, 1, false});
}

void interp_path_choice(Interp *it, Val at) {
  uint32_t index = it->result->choices.choices.len - 1;
  push(it, (PathStep){at, user_place(it, at.id), index, 1, true});
}
