/* What the program's author gets to read, in the form of `belay check`: what and where,
 * the line, the block, where it began and ended, and the calls. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core.h"
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
static void print_source(const char *path, uint32_t line, uint32_t column) {
  char text[400];
  if (!path || !symbolize_line(path, line, text, sizeof text)) return;
  report_text("%5u | %s\n", line, text);
  if (column) report_text("      | %*s^\n", (int)column - 1, "");
}

static void print_place(const BelaySite *site) {
  report_text("%s:%u", belay_site_text(site, site->file), site->line);
  if (site->column) report_text(":%u", site->column);
  report_text(": ");
}

static void print_note(const BelaySite *site, const char *format, const char *name) {
  if (!site || !readable(site, sizeof *site)) return;
  print_place(site);
  report_text("note: ");
  report_text(format, name);
  report_text("\n");
  print_source(belay_site_text(site, site->file), site->line, site->column);
  if (site->function)
    report_text("  in %s, %s:%u\n", belay_site_text(site, site->function),
                belay_site_text(site, site->file), site->line);
}

/* ---- the calls ---- */

static int print_call(void *context, const char *function, const char *place) {
  const char *line = strchr(place, ':'), *column = line ? strchr(line + 1, ':') : NULL;
  int length = column ? (int)(column - place) : (int)strlen(place);
  report_text("  in %s, %.*s\n", function, length, place);
  ++*(int *)context;
  return strcmp(function, "main") != 0;
}

static void print_calls(const BelaySite *site) {
  int shown = 0;
  symbolize_here(print_call, &shown);
  if (!shown && site && site->function)
    report_text("  in %s, %s:%u\n", belay_site_text(site, site->function),
                belay_site_text(site, site->file), site->line);
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

static void describe_block(char *out, size_t room, BelayOrigin origin) {
  const BelayBlock *block = space_block(origin);
  unsigned long size = block->end - block->start;
  const BelaySite *variable = block_variable(origin);
  if (variable && readable(variable, sizeof *variable))
    snprintf(out, room, "`%s`, %lu bytes", belay_site_text(variable, variable->name),
             size);
  else
    snprintf(out, room, "a heap block of %lu bytes", size);
}

static void print_access(const Violation *v) {
  char block[300] = "memory";
  BelayBlock where = {v->base, v->base};
  if (v->origin) where = *space_block(v->origin);
  if (v->variable)
    snprintf(block, sizeof block, "`%s`, %u bytes",
             belay_site_text(v->variable, v->variable->name), v->variable->size);
  else if (v->origin)
    describe_block(block, sizeof block, v->origin);
  report_text("%zu byte%s", v->size, v->size == 1 ? "" : "s");
  if (where.start)
    report_text(" at offset %ld of %s", (long)(v->address - where.start), block);
  else
    report_text(" at address 0x%lx", (unsigned long)v->address);
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
  }
  if (v->function) report_text(", by %s", v->function);
  report_text("\n");
  if (v->site)
    print_source(belay_site_text(v->site, v->site->file), v->site->line, v->site->column);
  else if (crash.line)
    print_source(crash.file, crash.line, 0);
}

/* Who has the memory now, when it is not the one the pointer meant. */
static void print_owner(const Violation *v) {
  BelayOrigin now = belay_rt_origin_at((void *)v->address);
  if (now < BELAY_FIRST_ORIGIN || now == v->origin) return;
  char block[300];
  describe_block(block, sizeof block, now);
  report_text("note: at this address now lies %s\n", block);
  const BlockHistory *history = block_history(now);
  if (history) print_note(history->allocated, "allocated here", NULL);
}

static void print_block(const Violation *v) {
  const BelaySite *variable = v->variable;
  if (!variable && v->origin) variable = block_variable(v->origin);
  if (variable && readable(variable, sizeof *variable))
    print_note(variable, "`%s` is declared here",
               belay_site_text(variable, variable->name));
  const BlockHistory *history = v->origin ? block_history(v->origin) : NULL;
  if (!history) return;
  print_note(history->allocated, "allocated here", NULL);
  print_note(history->freed, "freed here", NULL);
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
  print_block(v);
  if (v->kind == KIND_AFTER_FREE || v->kind == KIND_AFTER_SCOPE ||
      v->kind == KIND_AFTER_RETURN || v->kind == KIND_DOUBLE_FREE)
    print_owner(v);
  if (options.halt_on_error) report_exit();
  __atomic_store_n(&one_at_a_time, 0, __ATOMIC_RELEASE);
}

void report_leak(BelayOrigin origin, size_t blocks, size_t bytes) {
  const BlockHistory *history = block_history(origin);
  const BelaySite *site = history ? history->allocated : NULL;
  if (site && is_suppressed(&(Violation){.site = site})) return;
  report_count++;
  if (site) print_place(site);
  report_text("error: %s [CWE-%d]: %zu byte%s in %zu block%s allocated here cannot be "
              "reached any more\n",
              kinds[KIND_LEAK].text, kinds[KIND_LEAK].cwe, bytes, bytes == 1 ? "" : "s",
              blocks, blocks == 1 ? "" : "s");
  if (site) print_source(belay_site_text(site, site->file), site->line, site->column);
}
