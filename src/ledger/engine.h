/* What an engine is and how it is run: in a forked child, with a CPU and a memory budget,
 * sending what it decides as it decides it. A crash, a timeout or a full memory costs
 * what was not sent yet and nothing else. */
#ifndef BELAY_LEDGER_ENGINE_H
#define BELAY_LEDGER_ENGINE_H

#include "ir/inputs.h"
#include "ir/interp.h"
#include "ledger/ledger.h"

/* How far a run of engines is; for whoever waits for it. */
typedef struct EngineProgress {
  const char *engine;
  double elapsed; /* seconds since the engine was started */
  uint32_t open, safe, broken;
} EngineProgress;

typedef struct EngineOptions {
  PropertySet properties;
  bool malloc_may_fail;
  uint64_t max_steps;       /* effort limit in the engine's own ticks; 0: none */
  const CheckId *explained; /* evidence in full for these */
  uint32_t explained_count;
  int argc_unknown;      /* main's arguments are inputs */
  const char *entry;     /* NULL: main */
  double replay_seconds; /* processor time of one replay; 0: as the engine, or 10 */
  bool keep_going;       /* do not stop at the first broken check */
  /* Nodes in a row that become a list of any length: when they are equal, when one covers
   * the other, otherwise. 0: 2, 2 and 3. */
  uint32_t list_lengths[3];
  /* Text of a violation for Ledger.witness_report, as `belay run` prints it; NULL: a line
   * of our own. Called in a child. */
  void (*render)(const Program *p, const RunResult *run, Arena *arena, VecChar *out);
  /* Called some times a second while engines run; NULL: nobody asks. */
  void (*progress)(void *context, const EngineProgress *progress);
  void *progress_context;
  /* A smaller program that behaves the same at the open checks of the ledger, for engines
   * that ask for one; NULL (also as an answer): there is none. Called in a child. */
  const Program *(*slice)(const Program *p, const Ledger *ledger, Arena *arena,
                          bool malloc_may_fail);
} EngineOptions;

/* What the engine's run function gets; all of it is the child's own copy. */
typedef struct EngineRun {
  const Program *program; /* the ledger's, or a slice of it: see Inst.origin */
  Ledger *ledger;         /* what was closed before; kept up to date by engine_safe */
  const EngineOptions *options;
  Arena *arena; /* freed with the process */
  struct EngineChannel *channel;
} EngineRun;

typedef struct Engine {
  const char *name;
  const char *help;
  bool proves; /* may call engine_safe */
  bool finds;  /* may call engine_broken */
  void (*run)(EngineRun *run);
  bool slices; /* works on a slice for the open checks, where EngineOptions makes one */
} Engine;

/* Called by engines. Evidence is copied. */
void engine_safe(EngineRun *run, CheckId check, const char *evidence);
/* Not yet a bug: the parent replays the inputs on the unsliced program and only then
 * believes it. Returns at once; the engine goes on. */
void engine_broken(EngineRun *run, CheckId check, const Inputs *inputs,
                   const char *evidence);
/* An over-approximation's alarm: stays open, but worth looking at first. */
void engine_suspect(EngineRun *run, CheckId check, const char *evidence);
/* A proof but for one thing: the check holds unless the address is below CHECK_NULL_ZONE.
 */
void engine_safe_but_null(EngineRun *run, CheckId check, const char *reason);
/* Why a check stays open, in words. */
void engine_unknown(EngineRun *run, CheckId check, const char *reason);
/* Why the engine as a whole could not say more. */
void engine_gave_up(EngineRun *run, const char *reason);
void engine_statistic(EngineRun *run, const char *name, double value);
/* No run reaches an opaque instruction, an unknown function or a call that does not fit
 * its callee. For engines that prove. */
void engine_no_opaque(EngineRun *run);
/* Most of the time budget is used up: an engine that asks can still say why it stops. One
 * that goes on is ended when all of it is. */
bool engine_interrupted(const EngineRun *run);
/* How the interpreter is to run for these options; without limits, files or inputs. */
RunOptions engine_run_options(const EngineOptions *options);
/* Of the time budget, until engine_interrupted; INFINITY when there is none. */
double engine_seconds_left(const EngineRun *run);

typedef struct EngineStatistic {
  const char *name;
  double value;
} EngineStatistic;

typedef enum EngineEnd {
  ENGINE_DONE,
  ENGINE_CRASHED,
  ENGINE_TIMEOUT,
  ENGINE_OUT_OF_MEMORY
} EngineEnd;

typedef struct EngineResult {
  EngineEnd end;
  double cpu_seconds;
  uint32_t safe, broken, suspect; /* checks decided by this run */
  const char *reason;             /* gave up or died because; NULL when it finished */
  uint32_t contradicted; /* checks closed as safe by some engine and then seen broken */
  uint32_t unconfirmed;  /* claims of a broken check that no replay confirmed */
  Vec(EngineStatistic) statistics;
} EngineResult;

typedef struct EngineBudget {
  double cpu_seconds;  /* 0: none */
  uint64_t memory;     /* bytes, beyond what the process has when it starts; 0: none */
  double wall_seconds; /* for an engine that only waits; 0: many times cpu_seconds */
} EngineBudget;

/* Runs one engine in a child and takes its answers into the ledger. Stops early when a
 * check was found broken (after replay).
 *
 * A claim that a check is broken is replayed in another child: the reference interpreter
 * runs the unsliced program on the inputs. The check at which that run ends is broken, be
 * it the one that was claimed or another; nothing else is. */
EngineResult engine_run(const Engine *engine, Ledger *ledger,
                        const EngineOptions *options, EngineBudget budget);

/* The same for several engines, at most `parallel` at a time, in this order; results[i]
 * is of engines[i] (all zero when it was not started because a check was broken before).
 */
void engine_run_all(const Engine *const *engines, const EngineBudget *budgets,
                    uint32_t count, uint32_t parallel, Ledger *ledger,
                    const EngineOptions *options, EngineResult *results);

#endif
