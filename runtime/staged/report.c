/* What the user reads when a check is broken: the words of `belay run`, on standard
 * error. Formats into a buffer of its own; the heap may be in any state. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "staged.h"

static const struct {
  unsigned cwe;
  const char *text;
} causes[] = {
#define STAGED_CAUSE(name, cwe, text) {cwe, text},
#include "causes.def"
};

static char text[4096];
static size_t length;

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int got = vsnprintf(text + length, sizeof text - length, format, arguments);
  va_end(arguments);
  if (got > 0) length += (size_t)got;
  if (length >= sizeof text) length = sizeof text - 1;
}

static _Noreturn void finish(int code) {
  staged_flush();
  for (size_t done = 0; done < length;) {
    ssize_t got = write(2, text + done, length - done);
    if (got <= 0) break;
    done += (size_t)got;
  }
  _exit(code);
}

static void put_place(const StagedPlace *place) {
  if (place && place->line)
    put("%s:%u:%u: ", place->file, place->line, place->column);
  else
    put("?: ");
}

static void put_function(const StagedPlace *place) {
  if (place && place->function && place->line)
    put("  in %s, %s:%u\n", place->function, place->file, place->line);
}

static void put_bytes(uint64_t count) {
  put("%llu byte%s", (unsigned long long)count, count == 1 ? "" : "s");
}

static void put_block(const StagedBlock *block) {
  switch (block->kind) {
  case STAGED_HEAP:
    put("a heap block of ");
    put_bytes(block->size);
    return;
  case STAGED_STATIC: put("memory of the C library, "); break;
  case STAGED_ARGUMENTS: put("%s, ", block->name); break;
  default:
    if (block->name && !strncmp(block->name, ".str", 4)) {
      put("a string literal of ");
    } else if (block->name && *block->name) {
      put("`%s`, ", block->name);
    } else {
      put("a variable of ");
    }
  }
  put_bytes(block->size);
}

static void put_note(const StagedPlace *place, const char *words) {
  if (!place || !place->line) return;
  put_place(place);
  put("note: %s\n", words);
  put_function(place);
}

static void put_history(const StagedBlock *block) {
  if (!block) return;
  bool heap = block->kind == STAGED_HEAP || block->kind == STAGED_STATIC;
  if (block->kind != STAGED_ARGUMENTS)
    put_note(block->made, heap ? "allocated here" : "declared here");
  if (block->life == STAGED_ALIVE) return;
  put_note(block->ended, block->life == STAGED_FREED ? "freed here"
                         : block->life == STAGED_OUT_OF_SCOPE
                           ? "its scope ended here"
                           : "its function returned here");
}

/* "file:line:col: error: what [CWE-n]: " */
static const StagedPlace *put_headline(StagedCause cause, const StagedPlace *place) {
  const StagedPlace *user = staged_user_place(place);
  put_place(user);
  put("error: %s [CWE-%u]: ", causes[cause].text, causes[cause].cwe);
  return user;
}

static void put_end(const StagedPlace *user, const StagedPlace *place) {
  if (place && user != place && place->library) put(", in a function of the C library");
  put("\n");
  put_function(user);
}

void staged_report_access(StagedCause cause, const StagedBlock *block, uintptr_t at,
                          uint64_t size, bool write, const StagedPlace *place) {
  const StagedPlace *user = put_headline(cause, place);
  if (cause < STAGED_READ_PAST || cause > STAGED_WRITE_BEFORE)
    put(write ? "write of " : "read of ");
  put_bytes(size);
  if (block) {
    put(" at offset %lld of ", (long long)(intptr_t)(at - block->start));
    put_block(block);
  } else {
    put(" at address 0x%llx", (unsigned long long)at);
  }
  put_end(user, place);
  put_history(block);
  finish(STAGED_EXIT_VIOLATION);
}

void staged_report_free(StagedCause cause, const StagedBlock *block, uintptr_t at,
                        const StagedPlace *place) {
  const StagedPlace *user = put_headline(cause, place);
  if (block && at != block->start) put("offset %lld of ", (long long)(at - block->start));
  if (block)
    put_block(block);
  else
    put("address 0x%llx", (unsigned long long)at);
  put_end(user, place);
  put_history(block);
  finish(STAGED_EXIT_VIOLATION);
}

void staged_report_leak(const StagedBlock *block, bool reachable) {
  put_headline(STAGED_LEAK, block->made);
  put_bytes(block->size);
  const char *verb = block->size == 1 ? "is" : "are";
  put(" allocated here %s %s", verb,
      reachable ? "not freed when the program ends" : "lost");
  put_end(block->made, block->made);
  finish(STAGED_EXIT_VIOLATION);
}

void staged_report_plain(StagedCause cause, const char *detail,
                         const StagedPlace *place) {
  const StagedPlace *user = put_headline(cause, place);
  put("%s", detail);
  put_end(user, place);
  finish(STAGED_EXIT_VIOLATION);
}

void staged_stop(const char *words, int code) {
  put("note: %s\n", words);
  finish(code);
}
