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

typedef struct Whole {
  DriverProgram program;
  VecU32 words;      /* the inputs that its bitcode is from */
  const char *level; /* of all of them; NULL: none yet */
  bool differ;       /* the units were compiled at different levels */
} Whole;

static const char *level_of(Driver *d, const char *file) {
  ElfBytes bytes = elf_section(d->arena, file, BELAY_LEVEL_SECTION);
  return bytes.data && bytes.length
           ? arena_strndup(d->arena, bytes.data, bytes.length - 1)
           : "";
}

static void collect_input(Driver *d, Whole *whole, uint32_t word) {
  const char *path = file_of(d, word), *name = d->line->words.data[word].text;
  ElfBytes bytes = elf_section(d->arena, path, BELAY_SECTION);
  const char *file =
    bytes.data ? temporary_file(d->arena, &d->temporary, name, ".bc") : NULL;
  if (!file || !elf_write(file, bytes)) {
    whole->program.closed = false;
    return;
  }
  const char *level = level_of(d, path);
  if (whole->level && strcmp(whole->level, level) != 0) whole->differ = true;
  whole->level = level;
  vec_push(d->arena, &whole->program.bitcode, file);
  vec_push(d->arena, &whole->words, word);
}

/* A library that calls functions of a program by their names is one of its parts. */
static bool is_system_library(const char *name) {
  static const char *const names[] = {"m",    "c",   "pthread", "dl",    "rt",
                                      "util", "gcc", "gcc_s",   "atomic"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) return true;
  return false;
}

static bool opens_program(const LineWord *word) {
  if (strncmp(word->text, "-l", 2) == 0)
    return !is_system_library(word->argument ? word->argument : word->text + 2);
  return strncmp(word->text, "-T", 2) == 0 || strcmp(word->text, "-rdynamic") == 0 ||
         strncmp(word->text, "-nost", 5) == 0 || strncmp(word->text, "-e", 2) == 0;
}

/* The units of the program whose bitcode the objects keep. */
static void collect(Driver *d, Whole *whole) {
  whole->program.closed = true;
  for (uint32_t i = 0; i < d->line->words.len; i++) {
    const LineWord *word = &d->line->words.data[i];
    if (word->use == USE_INPUT) collect_input(d, whole, i);
    if (word->use == USE_LINK && opens_program(word)) whole->program.closed = false;
  }
}

/* One object with fewer checks from all of the bitcode; why not. */
static const char *make_whole(Driver *d, const Whole *whole, const char **object) {
  if (whole->differ) return "the units were compiled at different levels";
  const char *bitcode = temporary_file(d->arena, &d->temporary, "whole", ".bc");
  *object = temporary_file(d->arena, &d->temporary, "whole", ".o");
  if (!bitcode || !*object) return "no temporary files";
  const char *reason = d->hooks->prove(d->arena, d->line, &whole->program, bitcode);
  if (reason) return reason;
  Line line = *d->line;
  line.level = *whole->level ? whole->level : NULL;
  return run(d, step_generate(d->arena, &line, d->paths, bitcode, *object))
           ? "the whole program cannot be compiled"
           : NULL;
}

/* Whatever fails here leaves the units as they are, and those are good. */
static void prove(Driver *d) {
  const Line *line = d->line;
  if (!d->hooks->prove || line->mode == MODE_BASIC || line->shared || line->relocatable)
    return;
  Whole whole = {0};
  const char *object = NULL;
  collect(d, &whole);
  if (whole.program.bitcode.len == 0) return;
  const char *reason = make_whole(d, &whole, &object);
  if (reason && line->verbose)
    fprintf(stderr, "belay: not looked at as a whole: %s\n", reason);
  for (uint32_t i = 0; !reason && i < whole.words.len; i++)
    replace(d, whole.words.data[i], i == 0 ? object : NULL);
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
