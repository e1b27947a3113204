/* Engines in children: fake ones that crash, loop, eat memory, lie or die in the middle
 * of a message. Whatever they do, the parent keeps what was sent and believes only what
 * holds. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/panic.h"
#include "ir_fixture.h"
#include "ledger/engine.h"

/* The first load is broken when the input is 7, the second when it is 8, the third never.
 */
static const char sample[] = "target 64\n"
                             "file 1 \"sample.c\"\n"
                             "entry @main\n"
                             "global @g 8\n"
                             "func @main() -> i32 !1:1:1 {\n"
                             "e:\n"
                             "  %n = input i32 \"n\"\n"
                             "  %seven = icmp eq i32 %n, 7\n"
                             "  cbr %seven, a, b\n"
                             "a:\n"
                             "  %first = load i32 null !3:5\n"
                             "  br b\n"
                             "b:\n"
                             "  %eight = icmp eq i32 %n, 8\n"
                             "  cbr %eight, c, d\n"
                             "c:\n"
                             "  %second = load i32 null !5:5\n"
                             "  br d\n"
                             "d:\n"
                             "  %third = load i32 @g !7:5\n"
                             "  %forever = icmp eq i32 %n, 9\n"
                             "  cbr %forever, d, end\n"
                             "end:\n"
                             "  ret 0\n"
                             "}\n";

enum { FIRST, SECOND, THIRD };

typedef struct Fixture {
  Arena *arena;
  Ledger *ledger;
  EngineOptions options;
} Fixture;

static int setup(void **state) {
  Arena *arena = arena_new();
  Fixture *f = arena_new_object(arena, Fixture);
  f->arena = arena;
  f->options.properties = PROPERTY_BIT(PROPERTY_VALID_DEREF);
  f->ledger = ledger_new(arena, fixture_parse(arena, sample), f->options.properties);
  assert_int_equal(f->ledger->checks.len, 3);
  *state = f;
  return 0;
}

static int teardown(void **state) {
  arena_free(((Fixture *)*state)->arena);
  return 0;
}

static EngineResult run(Fixture *f, void (*body)(EngineRun *), EngineBudget budget) {
  Engine engine = {"fake", "", true, true, body};
  return engine_run(&engine, f->ledger, &f->options, budget);
}

static const EngineBudget plenty = {.cpu_seconds = 20};

static int status(const Fixture *f, uint32_t check) {
  return f->ledger->checks.data[check].status;
}

static const char *evidence(const Fixture *f, uint32_t check) {
  const char *text = f->ledger->checks.data[check].evidence;
  return text ? text : "";
}

static Inputs one_input(Arena *arena, uint64_t value) {
  Inputs inputs = {0};
  inputs_add(arena, &inputs, (Choice){VAL_NONE, CHOICE_INPUT, type_int(32), value, 0});
  return inputs;
}

static void claim(EngineRun *run, uint32_t check, uint64_t value) {
  Inputs inputs = one_input(run->arena, value);
  engine_broken(run, (CheckId){check}, &inputs, "found it");
}

/* ---- engines that behave ---- */

static void proves_third(EngineRun *run) {
  engine_safe(run, (CheckId){THIRD}, "only @g");
  engine_safe(run, (CheckId){THIRD}, "said twice");
  BELAY_ASSERT(run->ledger->checks.data[THIRD].status == CHECK_SAFE);
  engine_suspect(run, (CheckId){FIRST}, "null");
  engine_unknown(run, (CheckId){FIRST}, "do not know");
  engine_unknown(run, (CheckId){SECOND}, "too hard");
  engine_statistic(run, "rounds", 2.5);
  engine_gave_up(run, "no relations");
  engine_gave_up(run, "no floats");
  engine_gave_up(run, "no relations");
}

static void answers_arrive(void **state) {
  Fixture *f = *state;
  EngineResult result = run(f, proves_third, plenty);
  assert_int_equal(result.end, ENGINE_DONE);
  assert_int_equal(result.safe, 1);
  assert_int_equal(result.suspect, 1);
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
  assert_string_equal(f->ledger->checks.data[THIRD].engine, "fake");
  assert_string_equal(evidence(f, THIRD), "only @g");
  assert_int_equal(status(f, FIRST), CHECK_OPEN);
  assert_true(f->ledger->checks.data[FIRST].suspect);
  assert_string_equal(evidence(f, FIRST), "fake: null");
  assert_string_equal(evidence(f, SECOND), "fake: too hard");
  assert_string_equal(result.reason, "no relations; no floats");
  assert_int_equal(result.statistics.len, 1);
  assert_string_equal(result.statistics.data[0].name, "rounds");
  assert_true(result.statistics.data[0].value == 2.5);
}

static void closes_all(EngineRun *run) {
  for (uint32_t i = 0; i < 3; i++) engine_safe(run, (CheckId){i}, "all");
}

static void decided_stays_decided(void **state) {
  Fixture *f = *state;
  run(f, proves_third, plenty);
  Engine other = {"other", "", true, false, closes_all};
  EngineResult result = engine_run(&other, f->ledger, &f->options, plenty);
  assert_int_equal(result.safe, 2);
  assert_string_equal(f->ledger->checks.data[THIRD].engine, "fake");
}

/* More than a pipe holds. */
static void talks_a_lot(EngineRun *run) {
  char text[1000];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  for (int i = 0; i < 5000; i++) engine_unknown(run, (CheckId){FIRST}, text);
  engine_safe(run, (CheckId){THIRD}, "at last");
}

static void many_messages(void **state) {
  Fixture *f = *state;
  assert_int_equal(run(f, talks_a_lot, plenty).end, ENGINE_DONE);
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
}

/* ---- engines that come to a bad end ---- */

static void sends_then_crashes(EngineRun *run) {
  engine_safe(run, (CheckId){THIRD}, "only @g");
  raise(SIGSEGV);
  engine_safe(run, (CheckId){FIRST}, "never said");
}

static void crash_keeps_what_was_sent(void **state) {
  Fixture *f = *state;
  EngineResult result = run(f, sends_then_crashes, plenty);
  assert_int_equal(result.end, ENGINE_CRASHED);
  assert_non_null(strstr(result.reason, "crashed"));
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
  assert_int_equal(status(f, FIRST), CHECK_OPEN);
}

static void panics(EngineRun *run) {
  engine_safe(run, (CheckId){THIRD}, "only @g");
  panic("the moon is %s", "full");
}

static void panic_is_a_reason_and_not_printed(void **state) {
  Fixture *f = *state;
  FILE *file = tmpfile();
  int saved = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  EngineResult result = run(f, panics, plenty);
  dup2(saved, STDERR_FILENO);
  close(saved);
  assert_int_equal(lseek(fileno(file), 0, SEEK_END), 0);
  fclose(file);
  assert_int_equal(result.end, ENGINE_CRASHED);
  assert_non_null(strstr(result.reason, "the moon is full"));
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
}

static void loops(EngineRun *run) {
  engine_safe(run, (CheckId){THIRD}, "only @g");
  for (volatile unsigned i = 0;; i = i + 1) continue;
}

static void loop_is_ended(void **state) {
  Fixture *f = *state;
  EngineResult result = run(f, loops, (EngineBudget){.cpu_seconds = 0.3});
  assert_int_equal(result.end, ENGINE_TIMEOUT);
  assert_true(result.cpu_seconds > 0.2 && result.cpu_seconds < 2);
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
}

static void deaf_loop(EngineRun *run) {
  engine_safe(run, (CheckId){THIRD}, "only @g");
  signal(SIGPROF, SIG_IGN);
  for (volatile unsigned i = 0;; i = i + 1) continue;
}

static void loop_that_ignores_timers(void **state) {
  Fixture *f = *state;
  EngineResult result = run(f, deaf_loop, (EngineBudget){.cpu_seconds = 0.5});
  assert_int_equal(result.end, ENGINE_TIMEOUT);
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
}

static void loops_politely(EngineRun *run) {
  BELAY_ASSERT(engine_seconds_left(run) > 0.1);
  while (!engine_interrupted(run)) continue;
  engine_gave_up(run, "loops are long");
}

static void polite_loop_says_why(void **state) {
  Fixture *f = *state;
  EngineResult result = run(f, loops_politely, (EngineBudget){.cpu_seconds = 0.4});
  assert_int_equal(result.end, ENGINE_TIMEOUT);
  assert_non_null(strstr(result.reason, "loops are long"));
}

static void sleeps(EngineRun *run) {
  engine_safe(run, (CheckId){THIRD}, "only @g");
  for (;;) pause();
}

static void sleeper_is_ended(void **state) {
  Fixture *f = *state;
  EngineResult result =
    run(f, sleeps, (EngineBudget){.cpu_seconds = 9, .wall_seconds = 0.5});
  assert_int_equal(result.end, ENGINE_TIMEOUT);
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
}

static void eats_memory(EngineRun *run) {
  engine_safe(run, (CheckId){THIRD}, "only @g");
  for (;;) arena_zalloc(run->arena, 1 << 20);
}

static void full_memory(void **state) {
  Fixture *f = *state;
  EngineBudget budget = {.cpu_seconds = 20, .memory = 100 << 20};
  EngineResult result = run(f, eats_memory, budget);
  assert_int_equal(result.end, ENGINE_OUT_OF_MEMORY);
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
}

static void leaves(EngineRun *run) {
  engine_safe(run, (CheckId){THIRD}, "only @g");
  _exit(0);
}

static void exit_is_not_the_end(void **state) {
  Fixture *f = *state;
  EngineResult result = run(f, leaves, plenty);
  assert_int_equal(result.end, ENGINE_CRASHED);
  assert_non_null(strstr(result.reason, "before it was done"));
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
}

static void sends_nonsense(EngineRun *run) {
  engine_safe(run, (CheckId){THIRD}, "only @g");
  for (int fd = 3; fd < 32; fd++)
    if (write(fd, "what is this supposed to mean?", 30) < 0) continue;
  engine_safe(run, (CheckId){FIRST}, "not believed");
}

static void nonsense_is_not_believed(void **state) {
  Fixture *f = *state;
  EngineResult result = run(f, sends_nonsense, plenty);
  assert_int_equal(result.end, ENGINE_CRASHED);
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
  assert_int_equal(status(f, FIRST), CHECK_OPEN);
}

static void dies_in_a_message(EngineRun *run) {
  engine_safe(run, (CheckId){THIRD}, "only @g");
  static const uint32_t head[] = {0x59414c42, 1, 100};
  for (int fd = 3; fd < 32; fd++)
    if (write(fd, head, sizeof head) < 0) continue;
  raise(SIGKILL);
}

static void half_a_message(void **state) {
  Fixture *f = *state;
  EngineResult result = run(f, dies_in_a_message, plenty);
  assert_int_not_equal(result.end, ENGINE_DONE);
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
  assert_int_equal(status(f, FIRST), CHECK_OPEN);
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void leaves_a_child_behind(EngineRun *run) {
  (void)run;
  if (fork() == 0)
    for (;;) pause();
}

static void orphans_do_not_matter(void **state) {
  Fixture *f = *state;
  double before = seconds_now();
  assert_int_equal(run(f, leaves_a_child_behind, plenty).end, ENGINE_DONE);
  assert_true(seconds_now() - before < 5);
}

/* ---- broken checks ---- */

static void finds_then_waits(EngineRun *run) {
  claim(run, FIRST, 7);
  for (;;) pause();
}

static void replayed_bug(void **state) {
  Fixture *f = *state;
  double before = seconds_now();
  EngineResult result = run(f, finds_then_waits, plenty);
  assert_true(seconds_now() - before < 5);
  assert_int_equal(result.end, ENGINE_DONE);
  assert_null(result.reason);
  assert_int_equal(result.broken, 1);
  assert_int_equal(status(f, FIRST), CHECK_BROKEN);
  assert_string_equal(evidence(f, FIRST), "found it");
  assert_int_equal(f->ledger->witness_check.id, FIRST);
  assert_int_equal(f->ledger->witness.choices.len, 1);
  const Choice *choice = &f->ledger->witness.choices.data[0];
  assert_int_equal(choice->lo, 7);
  assert_int_equal(choice->at.id, fixture_value(f->ledger->program, "n").id);
  assert_non_null(strstr(f->ledger->witness_report, "sample.c:3:5"));
}

static void own_words(const Program *p, const RunResult *run, Arena *arena,
                      VecChar *out) {
  (void)p;
  vec_printf(arena, out, "kind %d", (int)run->violation.kind);
}

static void rendered_by_the_caller(void **state) {
  Fixture *f = *state;
  f->options.render = own_words;
  run(f, finds_then_waits, plenty);
  assert_string_equal(f->ledger->witness_report, "kind 0");
}

static void lies(EngineRun *run) {
  claim(run, FIRST, 1);
  claim(run, THIRD, 7000);
}

static void lie_is_found_out(void **state) {
  Fixture *f = *state;
  EngineResult result = run(f, lies, plenty);
  assert_int_equal(result.broken, 0);
  assert_int_equal(result.unconfirmed, 2);
  assert_int_equal(status(f, FIRST), CHECK_OPEN);
  assert_non_null(strstr(evidence(f, FIRST), "does not confirm"));
  assert_int_equal(f->ledger->witness_check.id, IR_NONE);
}

static void finds_the_wrong_one(EngineRun *run) { claim(run, THIRD, 8); }

static void other_check_is_the_broken_one(void **state) {
  Fixture *f = *state;
  EngineResult result = run(f, finds_the_wrong_one, plenty);
  assert_int_equal(result.broken, 1);
  assert_int_equal(status(f, SECOND), CHECK_BROKEN);
  assert_int_equal(status(f, THIRD), CHECK_OPEN);
  assert_int_equal(f->ledger->witness_check.id, SECOND);
}

static void claims_endless_run(EngineRun *run) { claim(run, THIRD, 9); }

static void endless_replay(void **state) {
  Fixture *f = *state;
  f->options.replay_seconds = 0.3;
  EngineResult result = run(f, claims_endless_run, (EngineBudget){.cpu_seconds = 0.1});
  assert_int_equal(result.unconfirmed, 1);
  assert_int_equal(status(f, THIRD), CHECK_OPEN);
  assert_non_null(strstr(evidence(f, THIRD), "out of time"));
}

static void proof_and_bug(EngineRun *run) {
  engine_safe(run, (CheckId){FIRST}, "I am sure");
  claim(run, FIRST, 7);
}

static void replay_contradicts_a_proof(void **state) {
  Fixture *f = *state;
  EngineResult result = run(f, proof_and_bug, plenty);
  assert_int_equal(result.contradicted, 1);
  assert_int_equal(status(f, FIRST), CHECK_BROKEN);
  assert_non_null(strstr(evidence(f, FIRST), "I am sure"));
}

static void finds_two(EngineRun *run) {
  claim(run, FIRST, 7);
  claim(run, SECOND, 8);
}

static void all_bugs_when_asked(void **state) {
  Fixture *f = *state;
  f->options.keep_going = true;
  EngineResult result = run(f, finds_two, plenty);
  assert_int_equal(result.broken, 2);
  assert_int_equal(status(f, SECOND), CHECK_BROKEN);
  assert_int_equal(f->ledger->witness_check.id, FIRST);
}

static void only_what_they_may(void **state) {
  Fixture *f = *state;
  Engine prover = {"prover", "", true, false, finds_then_waits};
  Engine finder = {"finder", "", false, true, closes_all};
  EngineBudget budget = {.cpu_seconds = 5, .wall_seconds = 0.5};
  EngineResult result = engine_run(&prover, f->ledger, &f->options, budget);
  assert_non_null(strstr(result.reason, "may not"));
  result = engine_run(&finder, f->ledger, &f->options, plenty);
  assert_non_null(strstr(result.reason, "may not"));
  assert_int_equal(ledger_count(f->ledger, CHECK_OPEN), 3);
}

/* ---- several ---- */

static void waits_a_while(EngineRun *run) {
  (void)run;
  nanosleep(&(struct timespec){0, 600000000}, NULL);
}

static void count_calls(void *context, const EngineProgress *progress) {
  assert_string_equal(progress->engine, "slow");
  assert_int_equal(progress->open, 3);
  ++*(int *)context;
}

static void progress_is_told(void **state) {
  Fixture *f = *state;
  int calls = 0;
  f->options.progress = count_calls;
  f->options.progress_context = &calls;
  Engine slow = {"slow", "", true, true, waits_a_while};
  assert_int_equal(engine_run(&slow, f->ledger, &f->options, plenty).end, ENGINE_DONE);
  assert_true(calls > 0);
}

static void side_by_side(void **state) {
  Fixture *f = *state;
  Engine slow = {"slow", "", true, true, waits_a_while};
  Engine crash = {"crash", "", true, true, sends_then_crashes};
  const Engine *engines[] = {&slow, &slow, &slow, &crash};
  EngineBudget budgets[] = {plenty, plenty, plenty, plenty};
  EngineResult results[4];
  double before = seconds_now();
  engine_run_all(engines, budgets, 4, 4, f->ledger, &f->options, results);
  assert_true(seconds_now() - before < 1.7);
  assert_int_equal(results[0].end, ENGINE_DONE);
  assert_int_equal(results[3].end, ENGINE_CRASHED);
  assert_int_equal(status(f, THIRD), CHECK_SAFE);
}

static void bug_ends_the_others(void **state) {
  Fixture *f = *state;
  Engine sleeper = {"sleeper", "", true, true, sleeps};
  Engine finder = {"finder", "", false, true, finds_then_waits};
  const Engine *engines[] = {&sleeper, &finder, &sleeper};
  EngineBudget budgets[] = {plenty, plenty, plenty};
  EngineResult results[3];
  double before = seconds_now();
  engine_run_all(engines, budgets, 3, 2, f->ledger, &f->options, results);
  assert_true(seconds_now() - before < 5);
  assert_int_equal(results[1].broken, 1);
  assert_int_equal(results[2].safe, 0);
  assert_int_equal(status(f, FIRST), CHECK_BROKEN);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(answers_arrive),
    TEST(decided_stays_decided),
    TEST(many_messages),
    TEST(crash_keeps_what_was_sent),
    TEST(panic_is_a_reason_and_not_printed),
    TEST(loop_is_ended),
    TEST(loop_that_ignores_timers),
    TEST(polite_loop_says_why),
    TEST(sleeper_is_ended),
    TEST(full_memory),
    TEST(exit_is_not_the_end),
    TEST(nonsense_is_not_believed),
    TEST(half_a_message),
    TEST(orphans_do_not_matter),
    TEST(replayed_bug),
    TEST(rendered_by_the_caller),
    TEST(lie_is_found_out),
    TEST(other_check_is_the_broken_one),
    TEST(endless_replay),
    TEST(replay_contradicts_a_proof),
    TEST(all_bugs_when_asked),
    TEST(only_what_they_may),
    TEST(progress_is_told),
    TEST(side_by_side),
    TEST(bug_ends_the_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
