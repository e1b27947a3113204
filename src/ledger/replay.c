/* See replay.h. */
#include "ledger/replay.h"

#include "base/stat.h"
#include "ledger/child.h"
#include "ledger/wire.h"

enum { MESSAGE_RUN = 1 };

RunOptions engine_run_options(const EngineOptions *options) {
  PropertySet properties = options->properties;
  return (RunOptions){
    .malloc_may_fail = options->malloc_may_fail,
    .check_overflow = properties & PROPERTY_BIT(PROPERTY_NO_OVERFLOW),
    .check_cleanup = properties & PROPERTY_BIT(PROPERTY_VALID_MEMCLEANUP),
    .check_overlap = properties & PROPERTY_BIT(PROPERTY_VALID_COPY),
    .check_lost = properties & PROPERTY_BIT(PROPERTY_VALID_MEMTRACK),
  };
}

/* ---- the run, in the child ---- */

typedef struct Task {
  const Ledger *ledger;
  const EngineOptions *options;
  const Inputs *inputs;
  bool eager_leaks;
} Task;

static void own_report(const Program *p, const RunResult *run, Arena *arena,
                       VecChar *out) {
  const Violation *v = &run->violation;
  vec_printf(arena, out, "%s: %s", ir_pos_text(p, ir_inst(p, v->at)->pos, arena),
             cause_text(v->cause));
}

static void send_run(const Task *task, const RunResult *run, Arena *arena, int channel) {
  WireOut out;
  wire_begin(&out, arena, MESSAGE_RUN);
  wire_put_u32(&out, run->end);
  wire_put_u32(&out, run->depends);
  wire_put_u32(&out, run->end == RUN_VIOLATION ? run->violation.kind : 0);
  wire_put_u32(&out, run->end == RUN_VIOLATION ? run->violation.at.id : IR_NONE);
  wire_put_text(&out, run->reason);
  wire_put_inputs(&out, &run->choices);
  wire_put_path(&out, &run->path);
  VecChar report = {0};
  const Program *p = task->ledger->program;
  if (run->end == RUN_VIOLATION)
    (task->options->render ? task->options->render : own_report)(p, run, arena, &report);
  vec_push(arena, &report, 0);
  wire_put_text(&out, report.data);
  wire_send(&out, channel);
}

static void run_task(void *context, int channel) {
  const Task *task = context;
  Arena *arena = arena_new();
  RunOptions run_options = engine_run_options(task->options);
  run_options.inputs = task->inputs;
  run_options.eager_leaks = task->eager_leaks;
  run_options.record_path = true;
  RunResult run = interp_run(task->ledger->program, arena, &run_options);
  send_run(task, &run, arena, channel);
}

/* ---- what it means, in the parent ---- */

static const char *end_text(RunEnd end, const char *reason, Arena *arena) {
  static const char *const texts[] = {
    [RUN_EXITED] = "the program ends normally",
    [RUN_ABORTED] = "the program aborts",
    [RUN_VIOLATION] = "a check is broken that is not in the ledger",
    [RUN_INFEASIBLE] = "an assumption of the program does not hold",
    [RUN_TRAPPED] = "the run cannot go on",
    [RUN_UNSUPPORTED] = "the interpreter does not know how to go on",
    [RUN_LIMIT] = "a limit of the interpreter is reached",
  };
  const char *text = end <= RUN_LIMIT ? texts[end] : "the run ended in no known way";
  if (!*reason) return text;
  return arena_printf(arena, "%s: %s", text, reason);
}

static void judge_run(const Ledger *ledger, WireIn *in, Arena *arena, Replay *replay) {
  RunEnd end = (RunEnd)wire_get_u32(in);
  uint32_t depends = wire_get_u32(in), kind = wire_get_u32(in);
  Val at = {wire_get_u32(in)};
  const char *reason = wire_get_text(in, arena);
  replay->choices = wire_get_inputs(in, arena, ledger->program->insts.len);
  replay->path = wire_get_path(in, arena, ledger->program, replay->choices.choices.len);
  replay->report = wire_get_text(in, arena);
  if (!wire_complete(in) || kind >= CHECK_KIND_COUNT) {
    replay->reason = "the replay sent nonsense";
    return;
  }
  replay->reason = end_text(end, reason, arena);
  if (end != RUN_VIOLATION) return;
  if (depends & RUN_DEPENDS_GUESS) {
    replay->reason = "the run uses a pointer made from an integer of unknown origin";
    return;
  }
  replay->check = ledger_find(ledger, (CheckKind)kind, at);
  replay->believed = replay->check.id != IR_NONE;
}

static Replay replay_once(const Task *task, EngineBudget budget, Arena *arena) {
  Replay replay = {.check = {IR_NONE}};
  Child child, *children[] = {&child};
  if (!child_start(&child, arena, budget, run_task, (void *)task)) {
    replay.reason = "no process for the replay";
    return replay;
  }
  while (child_is_open(&child)) child_wait_any(children, 1, 1);
  ChildEnd end = child_finish(&child, arena);
  replay.cpu_seconds = end.cpu_seconds;
  uint32_t used = 0;
  WireIn in;
  if (wire_take(&child.received, &used, &in) == WIRE_FRAME && in.kind == MESSAGE_RUN)
    judge_run(task->ledger, &in, arena, &replay);
  else
    replay.reason = arena_printf(arena, "the replay did not end: %s",
                                 end.reason ? end.reason : "it sent nothing");
  return replay;
}

Replay replay_inputs(const Ledger *ledger, const EngineOptions *options, CheckId claimed,
                     const Inputs *inputs, EngineBudget budget, Arena *arena) {
  /* A loss is found where it happens, or at the end of the run, which may never come. */
  bool leak = ledger_check(ledger, claimed)->kind == CHECK_LOST;
  Task task = {ledger, options, inputs, leak};
  stat_add(STAT_REPLAYS, 1);
  Replay replay = replay_once(&task, budget, arena);
  if (replay.believed || !leak) return replay;
  task.eager_leaks = false;
  double before = replay.cpu_seconds;
  replay = replay_once(&task, budget, arena);
  replay.cpu_seconds += before;
  return replay;
}
