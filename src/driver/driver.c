/* See driver.h. */
#include "driver/driver.h"

#include <stdio.h>
#include <string.h>

#include "driver/elf_file.h"
#include "driver/process.h"

typedef struct Driver {
  Arena *arena;
  const Line *line;
  const DriverPaths *paths;
  const DriverHooks *hooks;
  Temporary temporary;
  LinkInputs inputs; /* what was compiled, for the linker */
} Driver;

static int run(Driver *d, DriverWords words) {
  return process_run(d->arena, &words, d->line->verbose);
}

static void warn(const char *file, const char *reason) {
  fprintf(stderr, "%s: warning: compiled without checks: %s\n", file, reason);
}

/* C to an object with checks; without them, and with a warning, where they fail. */
static int compile_guarded(Driver *d, const LineWord *input, const char *output) {
  const char *bitcode = temporary_file(d->arena, &d->temporary, input->text, ".bc");
  const char *guarded =
    temporary_file(d->arena, &d->temporary, input->text, ".guarded.bc");
  if (!bitcode || !guarded) return 1;
  int code = run(d, step_read(d->arena, d->line, d->paths, input, bitcode));
  if (code) return code;
  const char *reason = d->hooks->guard(d->arena, d->line, input->text, bitcode, guarded);
  if (reason) warn(input->text, reason);
  const char *from = reason ? bitcode : guarded;
  return run(d, step_generate(d->arena, d->line, d->paths, from, output));
}

static int compile(Driver *d, const LineWord *input, const char *output) {
  if (input->kind == INPUT_C) return compile_guarded(d, input, output);
  return run(d, step_plain(d->arena, d->line, d->paths, input, output));
}

static int compile_input(Driver *d, uint32_t word) {
  const LineWord *input = &d->line->words.data[word];
  const char *output = d->line->end == END_LINK
                         ? temporary_file(d->arena, &d->temporary, input->text, ".o")
                         : step_output(d->arena, d->line, input->text);
  if (!output) return 1;
  vec_push(d->arena, &d->inputs, (LinkInput){word, output});
  return compile(d, input, output);
}

/* Every source of the line; goes on after an error, as compilers do. */
static int compile_all(Driver *d) {
  int code = 0;
  for (uint32_t i = 0; i < d->line->words.len; i++) {
    const LineWord *word = &d->line->words.data[i];
    if (word->use != USE_INPUT || word->kind == INPUT_OBJECT) continue;
    int result = compile_input(d, i);
    if (result) code = result;
  }
  return code;
}

/* ---- the whole program ---- */

/* What the linker gets for an input so far: a source's object, or the file itself. */
static const char *file_of(const Driver *d, uint32_t word) {
  for (uint32_t i = 0; i < d->inputs.len; i++)
    if (d->inputs.data[i].word == word) return d->inputs.data[i].path;
  return d->line->words.data[word].text;
}

static void replace(Driver *d, uint32_t word, const char *path) {
  for (uint32_t i = 0; i < d->inputs.len; i++)
    if (d->inputs.data[i].word == word) {
      d->inputs.data[i].path = path;
      return;
    }
  vec_push(d->arena, &d->inputs, (LinkInput){word, path});
}

/* The units of the program whose bitcode the objects keep. */
static void collect(Driver *d, DriverWords *bitcode, VecU32 *words) {
  for (uint32_t i = 0; i < d->line->words.len; i++) {
    if (d->line->words.data[i].use != USE_INPUT) continue;
    ElfBytes bytes = elf_section(d->arena, file_of(d, i), BELAY_SECTION);
    if (!bytes.data) continue;
    const char *file =
      temporary_file(d->arena, &d->temporary, d->line->words.data[i].text, ".bc");
    if (!file || !elf_write(file, bytes)) continue;
    vec_push(d->arena, bitcode, file);
    vec_push(d->arena, words, i);
  }
}

/* One object with fewer checks in the place of the units'. Whatever fails here leaves the
 * units as they are, and those are good. */
static void prove(Driver *d) {
  const Line *line = d->line;
  if (!d->hooks->prove || line->mode == MODE_BASIC || line->shared || line->relocatable)
    return;
  DriverWords bitcode = {0};
  VecU32 words = {0};
  collect(d, &bitcode, &words);
  if (bitcode.len == 0) return;
  const char *whole = temporary_file(d->arena, &d->temporary, "whole", ".bc");
  const char *object = temporary_file(d->arena, &d->temporary, "whole", ".o");
  if (!whole || !object) return;
  const char *reason = d->hooks->prove(d->arena, line, &bitcode, whole);
  if (!reason && run(d, step_generate(d->arena, line, d->paths, whole, object)))
    reason = "the whole program cannot be compiled";
  if (reason && line->verbose) fprintf(stderr, "belay: every check stays: %s\n", reason);
  if (reason) return;
  for (uint32_t i = 0; i < words.len; i++)
    replace(d, words.data[i], i == 0 ? object : NULL);
}

static int link_all(Driver *d) {
  prove(d);
  if (!d->paths->library && !d->line->shared && !d->line->relocatable)
    fprintf(stderr, "belay cc: warning: the runtime for this width is not installed\n");
  return run(d, step_link(d->arena, d->line, d->paths, &d->inputs));
}

int driver_run(Arena *arena, const Line *line, const DriverPaths *paths,
               const DriverHooks *hooks) {
  if (line->end == END_PASS || line->mode == MODE_OFF) {
    DriverWords words = step_pass(arena, line, paths);
    return process_become(arena, &words);
  }
  Driver d = {.arena = arena, .line = line, .paths = paths, .hooks = hooks};
  int code = compile_all(&d);
  if (code == 0 && line->end == END_LINK) code = link_all(&d);
  temporary_clean(&d.temporary);
  return code;
}
