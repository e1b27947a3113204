/* What the program's author gets to read, in the form of `belay check`: what and where,
 * the line, the block, where it began and ended, and the calls. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "poison.h"
#include "symbolize.h"

uint32_t report_count;
uint64_t report_unchecked;

static const struct {
  int cwe;
  const char *text;
} kinds[] = {
#define KIND(name, cwe, text) {cwe, text},
#include "kinds.def"
};

/* ---- output ---- */

static int output(void) {
  static int file = -1;
  if (file >= 0) return file;
  file = 2;
  if (!options.log_path) return file;
  char path[4096];
  snprintf(path, sizeof path, "%s.%d", options.log_path, (int)getpid());
  int opened = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (opened >= 0)
    file = opened;
  else
    dprintf(2, "belay: cannot write to %s: %s\n", path, strerror(errno));
  return file;
}

static int colored(void) {
  if (options.color >= 0) return options.color;
  return isatty(output());
}

void report_text(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vdprintf(output(), format, list);
  va_end(list);
}

_Noreturn void report_exit(void) {
  fflush(NULL);
  _exit(options.exitcode);
}

/* ---- places ---- */

static int readable(const void *start, size_t size) {
  int ends[2];
  if (pipe(ends)) return 0;
  int good = write(ends[1], start, size) == (ssize_t)size;
  close(ends[0]);
  close(ends[1]);
  return good;
}

/* The line of the source with a caret below, when the file is there. */
static void print_source(const char *path, const char *directory, uint32_t line,
                         uint32_t column) {
  char text[400], whole[2048];
  if (!path || !line) return;
  if (!symbolize_line(path, line, text, sizeof text)) {
    snprintf(whole, sizeof whole, "%s/%s", directory ? directory : "", path);
    if (!directory || !symbolize_line(whole, line, text, sizeof text)) return;
  }
  report_text("%5u | %s\n", line, text);
  if (column) report_text("      | %*s^\n", (int)column - 1, "");
}

static void print_source_of(const BelaySite *site, uint32_t line, uint32_t column) {
  print_source(belay_site_text(site, site->file), belay_site_text(site, site->directory),
               line, column);
}

static void print_place(const BelaySite *site) {
  report_text("%s", belay_site_text(site, site->file));
  if (site->line) report_text(":%u", site->line);
  if (site->column) report_text(":%u", site->column);
  report_text(": ");
}

/* A place, what happened there, and the line. */
static void print_note(const BelaySite *site, const char *text) {
  print_place(site);
  report_text("note: %s\n", text);
  print_source_of(site, site->line, site->column);
}

static int is_known(const BelaySite *site) {
  return site && readable(site, sizeof *site);
}

/* ---- the calls ---- */

static void print_site_as_call(const BelaySite *site) {
  report_text("  in %s, %s:%u\n", belay_site_text(site, site->function),
              belay_site_text(site, site->file), site->line);
}

static int print_call(const char *function, const char *place) {
  const char *line = strchr(place, ':'), *column = line ? strchr(line + 1, ':') : NULL;
  int length = column ? (int)(column - place) : (int)strlen(place);
  report_text("  in %s, %.*s\n", function, length, place);
  return strcmp(function, "main") != 0;
}

/* Calls that lead to a place, which is told first if it is not among them: a function
 * that ended with the call has no frame of its own any more. */
typedef struct Listing {
  const BelaySite *site; /* NULL: none, or told */
} Listing;

static void finish_listing(Listing *listing) {
  const BelaySite *site = listing->site;
  if (site && site->function) print_site_as_call(site);
  listing->site = NULL;
}

static int print_listed(void *context, const char *function, const char *place) {
  Listing *listing = context;
  const char *own =
    listing->site ? belay_site_text(listing->site, listing->site->function) : NULL;
  if (own && strcmp(function, own) == 0) listing->site = NULL;
  finish_listing(listing);
  return print_call(function, place);
}

static void print_calls(const BelaySite *site) {
  Listing listing = {.site = site};
  symbolize_here(print_listed, &listing);
  finish_listing(&listing);
}

static void print_frames(const Calls *calls) {
  Listing listing = {.site = calls->site};
  symbolize_each((void *const *)calls->frames, calls->count, print_listed, &listing);
  finish_listing(&listing);
}

static void print_past(const Calls *calls, const char *text) {
  char note[100];
  if (!calls || !is_known(calls->site)) return;
  if (calls->thread > 1)
    snprintf(note, sizeof note, "%s, by thread %u", text, calls->thread - 1u);
  else
    snprintf(note, sizeof note, "%s", text);
  print_note(calls->site, note);
  print_frames(calls);
}

/* Where a crash happened, of which no check knows: the innermost call. */
typedef struct CrashPlace {
  char file[1024];
  unsigned line;
} CrashPlace;

static int take_place(void *context, const char *function, const char *place) {
  CrashPlace *at = context;
  (void)function;
  const char *colon = strchr(place, ':');
  if (!colon || (size_t)(colon - place) >= sizeof at->file) return 1;
  memcpy(at->file, place, (size_t)(colon - place));
  at->file[colon - place] = '\0';
  sscanf(colon, ":%u", &at->line);
  return at->line == 0;
}

/* ---- the violation ---- */

/* The block that a violation is about, alive or dead, as far as it is known. */
typedef struct Subject {
  uintptr_t start; /* 0: not known */
  size_t size;
  const BelaySite *variable; /* NULL: not a variable */
  const char *noun;
  DeadBlock dead; /* start 0: it is alive, or not known */
} Subject;

static const char *noun_of(BelayOrigin origin) {
  BlockHistory history = {0};
  block_history(origin, &history);
  static const char *const nouns[] = {"a heap block", "a block", "a stream"};
  return nouns[history.custom];
}

static Subject subject_of(BelayOrigin origin) {
  BelayBlock block = block_bounds(origin);
  Subject subject = {.variable = block_variable(origin), .noun = noun_of(origin)};
  if (!is_known(subject.variable)) subject.variable = NULL;
  if (block_is_live(&block)) {
    subject.start = block.start;
    subject.size = block.end - block.start;
    return subject;
  }
  subject.dead = block_dead(origin);
  subject.start = subject.dead.start;
  subject.size = subject.variable ? subject.variable->size : subject.dead.size;
  return subject;
}

static Subject subject_of_violation(const Violation *v) {
  if (v->variable) return (Subject){v->base, v->variable->size, v->variable, "", {0}};
  return v->origin ? subject_of(v->origin) : (Subject){0};
}

static void print_subject(const Subject *s) {
  const char *plural = s->size == 1 ? "" : "s";
  if (s->variable)
    report_text("`%s`, %zu byte%s", belay_site_text(s->variable, s->variable->name),
                s->size, plural);
  else
    report_text("%s of %zu byte%s", s->noun, s->size, plural);
}

/* When a heap block was freed: known for the thread that asks. */
static void print_age(const DeadBlock *dead) {
  if (!dead->thread || dead->thread != thread_number()) return;
  uint32_t since = block_age() - dead->age;
  report_text(", freed %u allocation%s ago", since, since == 1 ? "" : "s");
}

static void print_access(const Violation *v) {
  Subject subject = subject_of_violation(v);
  report_text("%zu byte%s", v->size, v->size == 1 ? "" : "s");
  if (subject.start) {
    report_text(" at offset %ld of ", (long)(v->address - subject.start));
    print_subject(&subject);
    print_age(&subject.dead);
  } else
    report_text(" at address 0x%lx", (unsigned long)v->address);
}

/* What free got. */
static void print_freed(const Violation *v) {
  Subject subject = subject_of_violation(v);
  if (!subject.start || v->kind == KIND_STACK_OVERFLOW) return;
  report_text(": offset %ld of ", (long)(v->address - subject.start));
  print_subject(&subject);
  print_age(&subject.dead);
}

static void print_headline(const Violation *v) {
  const char *red = colored() ? "\33[31m" : "", *plain = colored() ? "\33[0m" : "";
  CrashPlace crash = {.line = 0};
  if (v->site)
    print_place(v->site);
  else
    symbolize_here(take_place, &crash);
  if (crash.line) report_text("%s:%u: ", crash.file, crash.line);
  report_text("%serror: %s%s [CWE-%d]", red, kinds[v->kind].text, plain,
              kinds[v->kind].cwe);
  if (v->size) {
    report_text(": ");
    print_access(v);
  } else
    print_freed(v);
  if (v->function) report_text(", by %s", v->function);
  report_text("\n");
  if (v->site)
    print_source_of(v->site, v->site->line, v->site->column);
  else if (crash.line)
    print_source(crash.file, NULL, crash.line, 0);
}

/* Who has the memory now, when it is not the one the pointer meant. */
static void print_owner(const Violation *v) {
  BelayOrigin now = belay_rt_origin_at((void *)v->address);
  if (now < BELAY_FIRST_ORIGIN || now == v->origin) return;
  Subject subject = subject_of(now);
  BlockHistory history = {0};
  block_history(now, &history);
  const BelaySite *site = history.allocated ? history.allocated->site : NULL;
  report_text("note: the memory now belongs to ");
  print_subject(&subject);
  if (is_known(site))
    report_text(", allocated at %s:%u", belay_site_text(site, site->file), site->line);
  report_text("\n");
  print_past(history.allocated, "allocated here");
}

static void print_variable(const Subject *subject) {
  const BelaySite *variable = subject->variable;
  char text[300];
  snprintf(text, sizeof text, "`%s` is declared %s",
           belay_site_text(variable, variable->name),
           variable->line ? "here" : "in this file");
  print_note(variable, text);
  if (variable->function) print_site_as_call(variable);
}

/* How a variable's life ended. */
static void print_end(const BelaySite *variable, Kind kind) {
  const char *name = belay_site_text(variable, variable->name);
  const char *file = belay_site_text(variable, variable->file);
  if (kind == KIND_AFTER_SCOPE && variable->end) {
    report_text("%s:%u: note: the scope of `%s` ends here\n", file, variable->end, name);
    print_source_of(variable, variable->end, 0);
  } else if (kind == KIND_AFTER_RETURN && variable->function)
    report_text("note: `%s` ended when %s returned\n", name,
                belay_site_text(variable, variable->function));
}

static void print_block(const Violation *v) {
  Subject subject = subject_of_violation(v);
  BlockHistory history;
  if (subject.variable) {
    print_variable(&subject);
    print_end(subject.variable, v->kind);
  }
  if (!v->origin || !block_history(v->origin, &history)) return;
  static const char *const begins[] = {"allocated here", "begun here", "opened here"};
  static const char *const ends[] = {"freed here", "ended here", "closed here"};
  print_past(history.allocated, begins[history.custom]);
  print_past(history.freed, ends[history.custom]);
}

static int one_at_a_time;

static int is_suppressed(const Violation *v) {
  const char *list = options.suppressions;
  if (!list || !v->site) return 0;
  const char *function = belay_site_text(v->site, v->site->function);
  const char *file = belay_site_text(v->site, v->site->file);
  for (const char *at = list; *at; at += *at == ',') {
    size_t length = strcspn(at, ",");
    char word[256];
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    if ((function && strcmp(function, word) == 0) || (file && strstr(file, word)))
      return 1;
    at += length;
  }
  return 0;
}

void report_violation(const Violation *v) {
  if (is_suppressed(v)) return;
  while (__atomic_exchange_n(&one_at_a_time, 1, __ATOMIC_ACQUIRE)) usleep(1000);
  report_count++;
  print_headline(v);
  print_calls(v->site);
  if (thread_number() > 1) report_text("  in thread %u\n", thread_number() - 1);
  print_block(v);
  if (v->kind == KIND_AFTER_FREE || v->kind == KIND_AFTER_SCOPE ||
      v->kind == KIND_AFTER_RETURN || v->kind == KIND_DOUBLE_FREE)
    print_owner(v);
  if (options.halt_on_error) report_exit();
  __atomic_store_n(&one_at_a_time, 0, __ATOMIC_RELEASE);
}

void report_leak(BelayOrigin origin, int reachable, size_t blocks, size_t bytes) {
  BlockHistory history = {0};
  block_history(origin, &history);
  const BelaySite *site = history.allocated ? history.allocated->site : NULL;
  if (site && is_suppressed(&(Violation){.site = site})) return;
  report_count++;
  if (site) print_place(site);
  Kind kind = reachable ? KIND_NOT_FREED : KIND_LEAK;
  report_text("error: %s [CWE-%d]: %zu byte%s in %zu block%s allocated here %s\n",
              kinds[kind].text, kinds[kind].cwe, bytes, bytes == 1 ? "" : "s", blocks,
              blocks == 1 ? "" : "s",
              reachable ? "can still be reached" : "cannot be reached any more");
  if (!site) return;
  print_source_of(site, site->line, site->column);
  print_frames(history.allocated);
}

/* ---- pointers made from integers ---- */

/* Whether this is the site's first time; when the table is full, it is not told. */
static int is_first_time(const BelaySite *site) {
  static const BelaySite *told[1024];
  enum { PLACES = sizeof told / sizeof *told };
  size_t at = (uintptr_t)site / sizeof *site;
  for (size_t i = 0; i < PLACES; i++, at++) {
    const BelaySite *there = NULL;
    if (__atomic_compare_exchange_n(&told[at % PLACES], &there, site, 0, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
      return 1;
    if (there == site) return 0;
  }
  return 0;
}

void report_int_to_ptr(const BelaySite *site, BelayOrigin origin, uintptr_t address) {
  if (options.int_to_ptr < 0 && !isatty(output())) return;
  if (!is_first_time(site) || is_suppressed(&(Violation){.site = site})) return;
  Subject subject = subject_of(origin);
  print_place(site);
  report_text(
    "warning: a pointer made from an integer is taken to point to offset %ld of ",
    (long)(address - subject.start));
  print_subject(&subject);
  report_text("\n");
  print_source_of(site, site->line, site->column);
}
