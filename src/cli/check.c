/* `belay check`: the verdict, the bug, and what could not be decided. */
#include <string.h>

#include "base/stat.h"
#include "cli/budget.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/pipeline.h"
#include "cli/progress.h"
#include "cli/property.h"
#include "cli/result_json.h"
#include "cli/save_test.h"
#include "ledger/verdict.h"
#include "report/violation.h"

/* What the options mean, checked before anything is compiled. */
typedef struct Job {
  Options *options;
  PipelineOptions pipeline;
  CheckList explained;
  FILE *out; /* for people: standard output, or standard error when JSON goes there */
} Job;

static void render_plain(const Program *p, const RunResult *run, Arena *arena,
                         VecChar *out) {
  report_violation(p, run, &(ReportOptions){.color = false}, arena, out);
}

static void render_colored(const Program *p, const RunResult *run, Arena *arena,
                           VecChar *out) {
  report_violation(p, run, &(ReportOptions){.color = true}, arena, out);
}

static const char *job_prepare(Arena *arena, Options *options, Job *job) {
  *job = (Job){.options = options, .out = stdout};
  job->pipeline.engine = (EngineOptions){
    .properties = property_default(),
    .malloc_may_fail = options->malloc_may_fail,
    .entry = options->entry,
    .progress = progress_engine,
  };
  job->pipeline.jobs = (uint32_t)options->jobs;
  job->pipeline.memory = (uint64_t)options->memory << 20;
  if (options->json && strcmp(options->json, "-") == 0) job->out = stderr;
  /* The report goes into the JSON, too. */
  bool color = !options->json && message_is_colored(job->out);
  job->pipeline.engine.render = color ? render_colored : render_plain;
  if (options->quiet && options->verbose)
    return "--quiet and --verbose exclude each other";
  const char *error = NULL;
  if (options->property)
    error = property_parse(arena, options->property, &job->pipeline.engine.properties);
  if (!error && options->entry && strcmp(options->entry, "main") &&
      (job->pipeline.engine.properties & PROPERTY_BIT(PROPERTY_VALID_MEMCLEANUP)))
    error = "valid-memcleanup is about whole programs: not with --entry";
  if (!error) error = save_test_refuses(options);
  if (!error)
    error = engines_list_lengths(arena, options->list_lengths,
                                 job->pipeline.engine.list_lengths);
  if (!error) error = engines_choose(arena, options->engines, &job->pipeline.engines);
  return error;
}

static void print_assumptions(const Job *job, const Verdict *verdict) {
  if (verdict->assumptions.len == 0) return;
  fprintf(job->out, "the verdict assumes:\n");
  for (uint32_t i = 0; i < verdict->assumptions.len; i++)
    fprintf(job->out, "  %s\n", verdict->assumptions.data[i]);
}

/* What keeps the verdict open besides single checks. */
static void print_reasons(const Job *job, const Verdict *verdict) {
  for (uint32_t i = 0; i < verdict->reasons.len; i++)
    if (verdict->reasons.data[i].checks == 0)
      fprintf(job->out, "open: %s\n", verdict->reasons.data[i].text);
}

static void print_engines(const Job *job, const Outcome *outcome) {
  for (uint32_t i = 0; i < outcome->reports.len; i++) {
    const EngineReport *report = &outcome->reports.data[i];
    const EngineResult *result = &report->result;
    fprintf(job->out, "  %s: %u safe", report->engine->name, result->safe);
    if (result->broken) fprintf(job->out, ", %u broken", result->broken);
    if (result->suspect) fprintf(job->out, ", %u suspect", result->suspect);
    fprintf(job->out, ", %.2f s", result->cpu_seconds);
    if (result->reason) fprintf(job->out, ": %s", result->reason);
    fputc('\n', job->out);
  }
}

static void print_summary(const Job *job, const Outcome *outcome) {
  const Ledger *ledger = outcome->ledger;
  uint32_t safe = ledger_count(ledger, CHECK_SAFE),
           broken = ledger_count(ledger, CHECK_BROKEN);
  fprintf(job->out, "%u check%s: %u safe, ", ledger->checks.len,
          ledger->checks.len == 1 ? "" : "s", safe);
  if (broken) fprintf(job->out, "%u broken, ", broken);
  fprintf(job->out, "%u open\n", ledger_count(ledger, CHECK_OPEN));
  print_engines(job, outcome);
}

static void print_report(Arena *arena, const Job *job, const Outcome *outcome,
                         const Verdict *verdict) {
  const Ledger *ledger = outcome->ledger;
  bool broken = verdict->kind == VERDICT_FALSE;
  if (broken && ledger->witness_report) fputs(ledger->witness_report, job->out);
  if (broken) describe_path(ledger, job->options->verbose, arena, job->out);
  for (uint32_t i = 0; i < job->explained.len; i++)
    describe_explain(ledger, job->explained.data[i], arena, job->out);
  if (!broken || load_starts_inside(ledger->program)) print_assumptions(job, verdict);
  if (!broken || job->options->verbose)
    describe_residue(ledger, job->options->verbose, arena, job->out);
  print_reasons(job, verdict);
  if (outcome->out_of_time)
    fprintf(job->out, "out of time before every engine had its turn\n");
  print_summary(job, outcome);
}

static void print_verdict(const Job *job, const Verdict *verdict, const char *text) {
  const char *color = verdict->kind == VERDICT_FALSE  ? message_red(job->out)
                      : verdict->kind == VERDICT_TRUE ? message_green(job->out)
                                                      : message_bold(job->out);
  fprintf(job->out, "%s%s%s\n", color, text, message_plain(job->out));
}

static bool save_inputs(Arena *arena, const Job *job, const Ledger *ledger) {
  if (!job->options->save_inputs || ledger->witness_check.id == IR_NONE) return true;
  VecChar text = {0};
  inputs_print(arena, &ledger->witness, &text);
  vec_push(arena, &text, '\0');
  return file_write(job->options->save_inputs, text.data);
}

/* The bug outside of belay. */
static bool save_or_replay(Arena *arena, const Job *job, const Ledger *ledger) {
  const Options *options = job->options;
  if (ledger->witness_check.id == IR_NONE) return true;
  if (!strcmp(options->replay, "native")) replay_native(arena, options, ledger, job->out);
  return !options->save_test || save_test(arena, options, ledger, job->out);
}

static bool save_files(Arena *arena, const Job *job, const Outcome *outcome,
                       const char *verdict) {
  const Options *options = job->options;
  bool fine = save_inputs(arena, job, outcome->ledger);
  if (options->save_ledger)
    fine &= file_write(options->save_ledger, ledger_to_json(outcome->ledger, arena));
  if (options->json)
    fine &= file_write(
      options->json,
      json_of_outcome(arena, options, job->pipeline.engine.properties, outcome, verdict));
  return fine;
}

/* Engines that did not come to their own end. */
static uint32_t stopped_engines(Arena *arena, const Outcome *outcome,
                                VerdictEngine **engines) {
  uint32_t count = 0;
  *engines = arena_new_array(arena, VerdictEngine, outcome->reports.len + 1);
  for (uint32_t i = 0; i < outcome->reports.len; i++) {
    const EngineReport *report = &outcome->reports.data[i];
    if (report->result.end == ENGINE_DONE) continue;
    (*engines)[count++] = (VerdictEngine){report->engine->name, &report->result};
  }
  return count;
}

/* The last step: from here on the verdict is certain to be printed. */
static int conclude(Arena *arena, const Job *job, const Outcome *outcome) {
  static const int codes[] = {[VERDICT_TRUE] = CLI_TRUE,
                              [VERDICT_FALSE] = CLI_FALSE,
                              [VERDICT_UNKNOWN] = CLI_UNKNOWN};
  PropertySet properties = job->pipeline.engine.properties;
  VerdictEngine *stopped;
  uint32_t stopped_count = stopped_engines(arena, outcome, &stopped);
  Verdict verdict =
    verdict_of(outcome->ledger, properties, stopped, stopped_count, arena);
  const char *text = verdict_text(&verdict, arena);
  progress_stop();
  guard_release();
  bool saved = save_files(arena, job, outcome, text);
  if (!job->options->quiet) print_report(arena, job, outcome, &verdict);
  saved &= save_or_replay(arena, job, outcome->ledger);
  print_verdict(job, &verdict, text);
  return saved ? codes[verdict.kind] : CLI_INPUT;
}

static int give_up(int code) {
  progress_stop();
  guard_release();
  return code;
}

/* A compiler that was stopped for lack of time says nothing about the input. */
static int give_up_loading(const Job *job, int code) {
  if (code != CLI_INPUT || budget_left() > 0) return give_up(code);
  fprintf(job->out, "UNKNOWN\n");
  return give_up(CLI_UNKNOWN);
}

int command_check(Arena *arena, Options *options) {
  Job job;
  int code = 0;
  const char *error = job_prepare(arena, options, &job);
  if (error) return message_usage(options, "%s", error);
  budget_start((double)options->timeout);
  guard_promise_verdict();
  guard_limit_time();
  progress_start();
  progress_stage("compiling");
  Program *p = options->explain ? load_named(arena, options, &code)
                                : load_runnable(arena, options, &code);
  if (!p) return give_up_loading(&job, code);
  Ledger *ledger = ledger_new(arena, p, job.pipeline.engine.properties);
  stat_add(STAT_CHECKS, ledger->checks.len);
  if (options->explain)
    error = describe_select(ledger, options->explain, arena, &job.explained);
  if (error) return give_up(message_usage(options, "%s", error));
  job.pipeline.engine.explained = job.explained.data;
  job.pipeline.engine.explained_count = job.explained.len;
  Outcome outcome = pipeline_run(arena, ledger, &job.pipeline);
  return conclude(arena, &job, &outcome);
}
