/* Addresses to functions and lines, by a symbolizer in a process of its own. Nothing here
 * allocates or takes a lock: the program may have crashed in the middle of malloc. */
#define _GNU_SOURCE
#include "symbolize.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FRAMES = 48 };

/* ---- lines of text from a file ---- */

typedef struct Lines {
  int file;
  size_t at, length;
  char buffer[512];
} Lines;

static int next_byte(Lines *lines) {
  if (lines->at == lines->length) {
    ssize_t got;
    do got = read(lines->file, lines->buffer, sizeof lines->buffer);
    while (got < 0 && errno == EINTR);
    if (got <= 0) return -1;
    lines->at = 0;
    lines->length = (size_t)got;
  }
  return (unsigned char)lines->buffer[lines->at++];
}

/* Without the line break; what does not fit is left out. 0 at the end of the file. */
static int next_line(Lines *lines, char *out, size_t room) {
  size_t length = 0;
  int byte;
  while ((byte = next_byte(lines)) >= 0 && byte != '\n')
    if (length + 1 < room) out[length++] = (char)byte;
  out[length] = '\0';
  return byte >= 0 || length > 0;
}

int symbolize_line(const char *path, uint32_t line, char *out, size_t room) {
  Lines lines = {.file = open(path, O_RDONLY | O_CLOEXEC)};
  if (lines.file < 0) return 0;
  int found = line > 0;
  for (uint32_t i = 0; found && i < line; i++) found = next_line(&lines, out, room);
  close(lines.file);
  return found;
}

/* ---- after a crash ---- */

static void *crash_frames[FRAMES];
static int crash_count;
static const void *crash_place; /* the instruction itself, not one behind a call */

/* No code is there, so that the system's unwinder could not go on: the program called a
 * wild pointer. What called it is on top of the stack; from there the frames are linked.
 */
void symbolize_wild_call(uintptr_t stack, uintptr_t frame) {
  uintptr_t low, high;
  stack_bounds(&low, &high);
  if (stack < low || stack + sizeof(void *) > high) return;
  crash_frames[crash_count++] = *(void **)stack;
  while (crash_count < FRAMES && frame > stack && frame + 2 * sizeof(void *) <= high) {
    crash_frames[crash_count++] = ((void **)frame)[1];
    stack = frame;
    frame = *(uintptr_t *)frame;
  }
}

void symbolize_crash(uintptr_t place) { crash_place = (const void *)place; }

/* ---- the symbolizer ---- */

static uintptr_t in_file(const Dl_info *info, uintptr_t address) {
  uintptr_t base = (uintptr_t)info->dli_fbase;
  return base > 0x10000000 ? address - base : address; /* not where it was linked to */
}

typedef struct Request {
  const char *file;
  char *words[FRAMES + 6]; /* the command */
  char numbers[FRAMES][20];
  int count;
} Request;

_Noreturn static void become_symbolizer(Request *r, int to) {
  static char tool[] = "llvm-symbolizer-19", other[] = "llvm-symbolizer";
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(nothing, 2);
  dup2(to, 1);
  r->words[0] = tool;
  execvp(tool, r->words);
  r->words[0] = other;
  execvp(other, r->words);
  _exit(127);
}

/* A thunk has the name of its function and no lines. */
static int is_thunk(const char *place, const char *name, const char *before) {
  const char *line = strrchr(place, ':');
  return line && line[1] == '0' && strcmp(name, before) == 0;
}

/* Pairs of lines: the function, then file:line:column; one for each inlined call. */
static int read_pairs(int from, SymbolizeVisit *visit, void *context) {
  Lines lines = {.file = from};
  char function[512], place[1024], before[512] = "";
  int go_on = 1;
  while (next_line(&lines, function, sizeof function) &&
         next_line(&lines, place, sizeof place)) {
    const char *name = strncmp(function, "belay.", 6) == 0 ? function + 6 : function;
    if (go_on && strncmp(place, "??", 2) != 0 && !is_thunk(place, name, before))
      go_on = visit(context, name, place);
    snprintf(before, sizeof before, "%s", name);
  }
  return go_on;
}

/* 0 when the visitor wants no more. */
static int ask(Request *r, SymbolizeVisit *visit, void *context) {
  static char style[] = "--output-style=GNU", names[] = "-f", of[] = "-e";
  int ends[2], status, go_on;
  if (!r->count || pipe2(ends, O_CLOEXEC)) return 1;
  r->words[1] = style;
  r->words[2] = names;
  r->words[3] = of;
  r->words[4] = (char *)(uintptr_t)r->file;
  for (int i = 0; i < r->count; i++) r->words[5 + i] = r->numbers[i];
  r->words[5 + r->count] = NULL;
  pid_t child = _Fork();
  if (child == 0) become_symbolizer(r, ends[1]);
  close(ends[1]);
  go_on = child < 0 ? 1 : read_pairs(ends[0], visit, context);
  close(ends[0]);
  if (child > 0)
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  r->count = 0;
  return go_on;
}

static int is_shown(const Dl_info *info) {
  return info->dli_fname && !strstr(info->dli_fname, "/libc.so");
}

void symbolize_each(void *const *frames, int count, SymbolizeVisit *visit,
                    void *context) {
  static Request request; /* reports come one at a time */
  Request *r = &request;
  r->count = 0;
  for (int i = 0; i < count && i < FRAMES; i++) {
    Dl_info info;
    uintptr_t address = (uintptr_t)frames[i] - (frames[i] != crash_place);
    if (symbolize_is_runtime(address) || !dladdr((void *)address, &info) ||
        !is_shown(&info))
      continue;
    if (r->count && strcmp(r->file, info.dli_fname) != 0 && !ask(r, visit, context))
      return;
    r->file = info.dli_fname;
    snprintf(r->numbers[r->count++], sizeof *r->numbers, "0x%lx",
             (unsigned long)in_file(&info, address));
  }
  ask(r, visit, context);
}

void symbolize_here(SymbolizeVisit *visit, void *context) {
  void *frames[FRAMES];
  if (crash_count)
    symbolize_each(crash_frames, crash_count, visit, context);
  else
    symbolize_each(frames, backtrace(frames, FRAMES), visit, context);
}

/* The first call of backtrace loads a library, and with it the loader starts what that
 * one needs: before libc has been started, that would be libc, without an environment. So
 * this is a constructor, not part of the runtime's own start. */
__attribute__((constructor)) static void load_unwinder(void) {
  void *frames[2];
  backtrace(frames, 2);
}
