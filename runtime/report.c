/* What the program's author gets to read, in the form of `belay check`: what and where,
 * the line, the block, where it began and ended, and the calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core.h"

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
  FILE *file = fopen(path, "re");
  if (!file) return;
  char text[400];
  uint32_t at = 1;
  while (at < line && fgets(text, sizeof text, file))
    if (strchr(text, '\n')) at++;
  if (at == line && fgets(text, sizeof text, file)) {
    text[strcspn(text, "\n")] = '\0';
    report_text("%5u | %s\n", line, text);
    if (column) report_text("      | %*s^\n", (int)column - 1, "");
  }
  fclose(file);
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

/* Of the form "function\nfile:line[:column]\n", one pair for each inlined call. */
static int print_symbolized(FILE *from) {
  char function[512], place[1024];
  int shown = 0;
  while (fgets(function, sizeof function, from) && fgets(place, sizeof place, from)) {
    function[strcspn(function, "\n")] = place[strcspn(place, "\n")] = '\0';
    char *rest = strchr(place, ':');
    if (rest && (rest = strchr(rest + 1, ':'))) *rest = '\0';
    if (strncmp(place, "??", 2) == 0) continue;
    const char *name = strncmp(function, "belay.", 6) == 0 ? function + 6 : function;
    report_text("  in %s, %s\n", name, place);
    shown++;
    if (strcmp(name, "main") == 0) break;
  }
  return shown;
}

/* 0 when there is no symbolizer. */
static int print_frame(const Dl_info *info, uintptr_t address) {
  char command[4600];
  snprintf(command, sizeof command,
           "llvm-symbolizer-19 --output-style=GNU -f -e '%s' 0x%lx 2>/dev/null",
           info->dli_fname, (unsigned long)address);
  FILE *from = popen(command, "re");
  int shown = from ? print_symbolized(from) : 0;
  if (from) pclose(from);
  return shown;
}

static uintptr_t in_file(const Dl_info *info, uintptr_t address) {
  uintptr_t base = (uintptr_t)info->dli_fbase;
  return base > 0x10000000 ? address - base : address; /* not where it was linked to */
}

extern const char __start_belay_rt_text[] HIDDEN, __stop_belay_rt_text[] HIDDEN;

static int is_runtime(uintptr_t address) {
  return address >= (uintptr_t)__start_belay_rt_text &&
         address < (uintptr_t)__stop_belay_rt_text;
}

static void print_calls(const BelaySite *site) {
  void *frames[48];
  int count = backtrace(frames, 48), shown = 0;
  for (int i = 0; i < count; i++) {
    Dl_info info;
    uintptr_t address = (uintptr_t)frames[i] - 1;
    if (is_runtime(address) || !dladdr((void *)address, &info) || !info.dli_fname)
      continue;
    if (strstr(info.dli_fname, "/libc.so")) continue;
    shown += print_frame(&info, in_file(&info, address));
  }
  if (!shown && site && site->function)
    report_text("  in %s, %s:%u\n", belay_site_text(site, site->function),
                belay_site_text(site, site->file), site->line);
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
  if (v->site) print_place(v->site);
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

void report_leak(BelayOrigin origin, size_t bytes) {
  const BlockHistory *history = block_history(origin);
  const BelaySite *site = history ? history->allocated : NULL;
  if (site && is_suppressed(&(Violation){.site = site})) return;
  report_count++;
  if (site) print_place(site);
  report_text("error: %s [CWE-%d]: %zu bytes allocated here cannot be reached any more\n",
              kinds[KIND_LEAK].text, kinds[KIND_LEAK].cwe, bytes);
  if (site) print_source(belay_site_text(site, site->file), site->line, site->column);
}
