/* Running engines in children and believing them as far as they may be believed: see
 * engine.h. The first half runs in the child, the second in the parent. */
#include "ledger/engine.h"

#include <math.h>
#include <string.h>

#include "base/log.h"
#include "base/panic.h"
#include "ledger/child.h"
#include "ledger/replay.h"
#include "ledger/wire.h"

typedef enum Message {
  MESSAGE_SAFE = 1,  /* check, text */
  MESSAGE_BROKEN,    /* check, text, inputs */
  MESSAGE_SUSPECT,   /* check, text */
  MESSAGE_UNKNOWN,   /* check, text */
  MESSAGE_BUT_NULL,  /* check, text */
  MESSAGE_GAVE_UP,   /* text */
  MESSAGE_STATISTIC, /* text, number */
  MESSAGE_NO_OPAQUE,
  MESSAGE_DONE, /* the engine came to its end */
} Message;

/* ---- what engines call ---- */

struct EngineChannel {
  int fd;
  const Engine *engine;
  Arena *scratch; /* for one message */
};

static WireOut begin(EngineRun *run, Message kind) {
  WireOut out;
  arena_reset(run->channel->scratch);
  wire_begin(&out, run->channel->scratch, kind);
  return out;
}

static void send_about(EngineRun *run, Message kind, CheckId check, const char *text) {
  BELAY_ASSERT(check.id < run->ledger->checks.len);
  WireOut out = begin(run, kind);
  wire_put_u32(&out, check.id);
  wire_put_text(&out, text);
  wire_send(&out, run->channel->fd);
}

void engine_safe(EngineRun *run, CheckId check, const char *evidence) {
  send_about(run, MESSAGE_SAFE, check, evidence);
  Check *mine = ledger_check(run->ledger, check);
  if (!run->channel->engine->proves || mine->status != CHECK_OPEN) return;
  mine->status = CHECK_SAFE;
  mine->engine = run->channel->engine->name;
}

void engine_broken(EngineRun *run, CheckId check, const Inputs *inputs,
                   const char *evidence) {
  BELAY_ASSERT(check.id < run->ledger->checks.len);
  WireOut out = begin(run, MESSAGE_BROKEN);
  wire_put_u32(&out, check.id);
  wire_put_text(&out, evidence);
  wire_put_inputs(&out, inputs);
  wire_send(&out, run->channel->fd);
}

void engine_suspect(EngineRun *run, CheckId check, const char *evidence) {
  send_about(run, MESSAGE_SUSPECT, check, evidence);
  ledger_check(run->ledger, check)->suspect = true;
}

void engine_safe_but_null(EngineRun *run, CheckId check, const char *reason) {
  send_about(run, MESSAGE_BUT_NULL, check, reason);
}

void engine_unknown(EngineRun *run, CheckId check, const char *reason) {
  send_about(run, MESSAGE_UNKNOWN, check, reason);
}

void engine_gave_up(EngineRun *run, const char *reason) {
  WireOut out = begin(run, MESSAGE_GAVE_UP);
  wire_put_text(&out, reason);
  wire_send(&out, run->channel->fd);
}

void engine_statistic(EngineRun *run, const char *name, double value) {
  WireOut out = begin(run, MESSAGE_STATISTIC);
  wire_put_text(&out, name);
  wire_put_double(&out, value);
  wire_send(&out, run->channel->fd);
}

void engine_no_opaque(EngineRun *run) {
  WireOut out = begin(run, MESSAGE_NO_OPAQUE);
  wire_send(&out, run->channel->fd);
}

bool engine_interrupted(const EngineRun *run) {
  (void)run;
  return child_interrupted();
}

double engine_seconds_left(const EngineRun *run) {
  (void)run;
  return child_seconds_left();
}

/* ---- the parent's side ---- */

typedef struct Job {
  const Engine *engine;
  EngineBudget budget;
  EngineResult *result;
  Child child;
  bool running;
  bool done;             /* it said so */
  bool nonsense;         /* it sent something that no engine sends */
  double failed_replays; /* seconds of processor time */
} Job;

typedef struct Runner {
  Ledger *ledger;
  const EngineOptions *options;
  Arena *arena; /* of this run */
  Job *jobs;
  uint32_t count, parallel;
  bool stop; /* a check is broken, and that is all that was asked for */
  double last_progress;
} Runner;

static const char *keep(Runner *r, const char *text) {
  return arena_strdup(r->ledger->arena, text);
}

static void add_reason(Runner *r, Job *job, const char *reason) {
  const char *old = job->result->reason;
  if (old && strstr(old, reason)) return;
  job->result->reason =
    old ? arena_printf(r->ledger->arena, "%s; %s", old, reason) : keep(r, reason);
}

static void take_safe(Runner *r, Job *job, Check *check, const char *evidence) {
  if (!job->engine->proves) {
    add_reason(r, job, "claimed a proof, which it may not: ignored");
    return;
  }
  if (check->status != CHECK_OPEN) return;
  check->status = CHECK_SAFE;
  check->engine = job->engine->name;
  check->evidence = keep(r, evidence);
  job->result->safe++;
}

static void take_suspect(Runner *r, Job *job, Check *check, const char *evidence) {
  if (check->status != CHECK_OPEN) return;
  if (!check->suspect) job->result->suspect++;
  check->suspect = true;
  check->evidence = arena_printf(r->ledger->arena, "%s: %s", job->engine->name, evidence);
}

/* An alarm says more than that somebody could not tell. */
static void take_unknown(Runner *r, Job *job, Check *check, const char *reason) {
  if (check->status != CHECK_OPEN || check->suspect) return;
  check->evidence = arena_printf(r->ledger->arena, "%s: %s", job->engine->name, reason);
}

static void take_but_null(Runner *r, Job *job, Check *check, const char *reason) {
  if (check->status == CHECK_OPEN && job->engine->proves) check->but_null = true;
  take_unknown(r, job, check, reason);
}

/* ---- broken checks ---- */

static void mark_broken(Runner *r, Job *job, const Replay *replay, const char *evidence) {
  Ledger *ledger = r->ledger;
  Check *check = ledger_check(ledger, replay->check);
  if (check->status == CHECK_SAFE) {
    job->result->contradicted++;
    evidence = arena_printf(r->arena, "%s (contradicts the proof by %s: %s)", evidence,
                            check->engine, check->evidence);
  }
  if (check->status != CHECK_BROKEN) job->result->broken++;
  check->status = CHECK_BROKEN;
  check->engine = job->engine->name;
  check->evidence = keep(r, evidence);
  if (ledger->witness_check.id == IR_NONE) {
    ledger->witness_check = replay->check;
    ledger->witness_report = keep(r, replay->report);
    for (uint32_t i = 0; i < replay->choices.choices.len; i++)
      vec_push(ledger->arena, &ledger->witness.choices, replay->choices.choices.data[i]);
    ledger->witness_path.gap = replay->path.gap;
    ledger->witness_path.missing = replay->path.missing;
    for (uint32_t i = 0; i < replay->path.steps.len; i++)
      vec_push(ledger->arena, &ledger->witness_path.steps, replay->path.steps.data[i]);
  }
  if (!r->options->keep_going) r->stop = true;
}

static void refuse_claim(Runner *r, Job *job, Check *check, const char *reason) {
  job->result->unconfirmed++;
  LOG(ENGINE, "%s: claim not confirmed: %s", job->engine->name, reason);
  if (check->status != CHECK_OPEN) return;
  check->evidence = arena_printf(
    r->ledger->arena, "%s: says it is broken, but a replay does not confirm it: %s",
    job->engine->name, reason);
}

/* As long as the engine may take, and at least a few seconds. */
static EngineBudget replay_budget(const Runner *r, const Job *job) {
  double seconds = job->budget.cpu_seconds > 0 ? fmax(job->budget.cpu_seconds, 10) : 60;
  if (r->options->replay_seconds > 0) seconds = r->options->replay_seconds;
  return (EngineBudget){.cpu_seconds = seconds, .memory = job->budget.memory};
}

static void take_broken(Runner *r, Job *job, CheckId claimed, const char *evidence,
                        const Inputs *inputs) {
  Check *check = ledger_check(r->ledger, claimed);
  if (!job->engine->finds) {
    add_reason(r, job, "claimed to have found a bug, which it may not: ignored");
    return;
  }
  if (check->status == CHECK_BROKEN || r->stop) return;
  EngineBudget budget = replay_budget(r, job);
  if (job->failed_replays > budget.cpu_seconds) {
    refuse_claim(r, job, check, "no time left for replays");
    return;
  }
  Replay replay = replay_inputs(r->ledger, r->options, claimed, inputs, budget, r->arena);
  if (!replay.believed) {
    job->failed_replays += replay.cpu_seconds;
    refuse_claim(r, job, check, replay.reason);
  } else if (replay.check.id == claimed.id) {
    mark_broken(r, job, &replay, evidence);
  } else {
    mark_broken(r, job, &replay, "broken on the way to another check");
    refuse_claim(r, job, check, "the run breaks another check first");
  }
}

/* ---- messages ---- */

static void take_about(Runner *r, Job *job, WireIn *in) {
  CheckId id = {wire_get_u32(in)};
  const char *text = wire_get_text(in, r->arena);
  Inputs inputs = {0};
  if (in->kind == MESSAGE_BROKEN)
    inputs = wire_get_inputs(in, r->arena, r->ledger->program->insts.len);
  if (!wire_complete(in) || id.id >= r->ledger->checks.len) {
    job->nonsense = true;
    return;
  }
  Check *check = ledger_check(r->ledger, id);
  switch ((Message)in->kind) {
  case MESSAGE_SAFE: take_safe(r, job, check, text); break;
  case MESSAGE_SUSPECT: take_suspect(r, job, check, text); break;
  case MESSAGE_UNKNOWN: take_unknown(r, job, check, text); break;
  case MESSAGE_BUT_NULL: take_but_null(r, job, check, text); break;
  default: take_broken(r, job, id, text, &inputs); break;
  }
}

static void take_statistic(Runner *r, Job *job, WireIn *in) {
  EngineStatistic statistic = {wire_get_text(in, r->ledger->arena), wire_get_double(in)};
  if (wire_complete(in))
    vec_push(r->ledger->arena, &job->result->statistics, statistic);
  else
    job->nonsense = true;
}

static void take_message(Runner *r, Job *job, WireIn *in) {
  switch ((Message)in->kind) {
  case MESSAGE_SAFE:
  case MESSAGE_BROKEN:
  case MESSAGE_SUSPECT:
  case MESSAGE_UNKNOWN:
  case MESSAGE_BUT_NULL: take_about(r, job, in); break;
  case MESSAGE_STATISTIC: take_statistic(r, job, in); break;
  case MESSAGE_GAVE_UP: {
    const char *reason = wire_get_text(in, r->arena);
    if (wire_complete(in))
      add_reason(r, job, reason);
    else
      job->nonsense = true;
    break;
  }
  case MESSAGE_NO_OPAQUE:
    if (job->engine->proves && !r->ledger->opaque_engine)
      r->ledger->opaque_engine = job->engine->name;
    break;
  case MESSAGE_DONE: job->done = true; break;
  default: job->nonsense = true; break;
  }
}

/* Whole messages; half of one stays for later. */
static void take_messages(Runner *r, Job *job) {
  VecChar *bytes = &job->child.received;
  uint32_t used = 0;
  WireIn in;
  while (!job->nonsense && !r->stop) {
    WireTake take = wire_take(bytes, &used, &in);
    if (take == WIRE_PARTIAL) break;
    if (take == WIRE_NONSENSE)
      job->nonsense = true;
    else
      take_message(r, job, &in);
  }
  if (job->nonsense) used = bytes->len;
  if (used) memmove(bytes->data, bytes->data + used, bytes->len - used);
  bytes->len -= used;
}

/* ---- starting and ending ---- */

typedef struct Start {
  Runner *runner;
  const Engine *engine;
} Start;

/* Engines that want one get a slice. */
static const Program *program_for(const Engine *engine, const Runner *r, EngineRun *run) {
  const EngineOptions *options = r->options;
  if (!engine->slices || !options->slice) return run->program;
  const Program *sliced =
    options->slice(run->program, run->ledger, run->arena, options->malloc_may_fail);
  if (!sliced) return run->program;
  engine_statistic(run, "instructions", run->program->insts.len);
  engine_statistic(run, "instructions_sliced", sliced->insts.len);
  return sliced;
}

static void run_engine(void *context, int fd) {
  const Start *start = context;
  struct EngineChannel channel = {fd, start->engine, arena_new()};
  EngineRun run = {.program = start->runner->ledger->program,
                   .ledger = start->runner->ledger,
                   .options = start->runner->options,
                   .arena = arena_new(),
                   .channel = &channel};
  run.program = program_for(start->engine, start->runner, &run);
  start->engine->run(&run);
  WireOut out = begin(&run, MESSAGE_DONE);
  wire_send(&out, fd);
}

static void start_job(Runner *r, Job *job) {
  Start start = {r, job->engine};
  job->running = child_start(&job->child, r->arena, job->budget, run_engine, &start);
  if (job->running) return;
  job->result->end = ENGINE_CRASHED;
  job->result->reason = "no process for it";
}

static void end_job(Runner *r, Job *job) {
  ChildEnd end = child_finish(&job->child, r->arena);
  if (!job->child.stopped || job->child.overslept) take_messages(r, job);
  job->running = false;
  job->result->end = end.end;
  job->result->cpu_seconds = end.cpu_seconds;
  if (end.reason) add_reason(r, job, end.reason);
  if (job->nonsense) {
    job->result->end = ENGINE_CRASHED;
    add_reason(r, job, "sent nonsense");
  } else if (end.end == ENGINE_DONE && !job->done && !job->child.stopped) {
    job->result->end = ENGINE_CRASHED;
    add_reason(r, job, "ended before it was done");
  }
  LOG(ENGINE, "%s: %s", job->engine->name,
      job->result->reason ? job->result->reason : "done");
}

static void tell_progress(Runner *r) {
  double now = child_clock();
  if (!r->options->progress || now - r->last_progress < 0.2) return;
  r->last_progress = now;
  for (uint32_t i = 0; i < r->count; i++) {
    const Job *job = &r->jobs[i];
    if (!job->running) continue;
    EngineProgress progress = {
      job->engine->name, now - job->child.started, ledger_count(r->ledger, CHECK_OPEN),
      ledger_count(r->ledger, CHECK_SAFE), ledger_count(r->ledger, CHECK_BROKEN)};
    r->options->progress(r->options->progress_context, &progress);
  }
}

/* One round: whoever sent something is heard. */
static void serve(Runner *r) {
  Child **running = arena_new_array(r->arena, Child *, r->count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < r->count; i++)
    if (r->jobs[i].running) running[count++] = &r->jobs[i].child;
  child_wait_any(running, count, 0.2);
  for (uint32_t i = 0; i < r->count; i++) {
    Job *job = &r->jobs[i];
    if (!job->running) continue;
    take_messages(r, job);
    if (r->stop || job->nonsense) child_stop(&job->child);
    if (!child_is_open(&job->child) || job->child.stopped) end_job(r, job);
  }
  tell_progress(r);
}

void engine_run_all(const Engine *const *engines, const EngineBudget *budgets,
                    uint32_t count, uint32_t parallel, Ledger *ledger,
                    const EngineOptions *options, EngineResult *results) {
  Runner r = {.ledger = ledger,
              .options = options,
              .arena = arena_new(),
              .count = count,
              .last_progress = child_clock()};
  r.jobs = arena_new_array(r.arena, Job, count);
  for (uint32_t i = 0; i < count; i++) {
    results[i] = (EngineResult){0};
    r.jobs[i] = (Job){.engine = engines[i], .budget = budgets[i], .result = &results[i]};
  }
  uint32_t next = 0;
  for (;;) {
    uint32_t running = 0;
    for (uint32_t i = 0; i < count; i++) running += r.jobs[i].running;
    for (; next < count && running < (parallel ? parallel : 1) && !r.stop; next++) {
      start_job(&r, &r.jobs[next]);
      running += r.jobs[next].running;
    }
    if (!running) break;
    serve(&r);
  }
  arena_free(r.arena);
}

EngineResult engine_run(const Engine *engine, Ledger *ledger,
                        const EngineOptions *options, EngineBudget budget) {
  EngineResult result;
  engine_run_all(&engine, &budget, 1, 1, ledger, options, &result);
  return result;
}
