/* See driver.h. */
#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/elf_file.h"
#include "driver/process.h"

/* A source that was read and has no code yet. */
typedef struct Unit {
  uint32_t word;
  const char *bitcode;
} Unit;

typedef struct Driver {
  Arena *arena;
  const Line *line;
  const DriverPaths *paths;
  const DriverHooks *hooks;
  Temporary temporary;
  bool late;         /* the sources get their code when the program is linked */
  Vec(Unit) units;   /* those */
  LinkInputs inputs; /* what was compiled, for the linker */
} Driver;

static int run(Driver *d, DriverWords words) {
  return process_run(d->arena, &words, d->line->verbose);
}

static void warn(const char *file, const char *reason) {
  fprintf(stderr, "%s: warning: compiled without checks: %s\n", file, reason);
}

static const char *temporary(Driver *d, const char *path, const char *ending) {
  return temporary_file(d->arena, &d->temporary, path, ending);
}

/* Bitcode to an object with checks; without them, and with a warning, where they fail. */
static int generate(Driver *d, const char *source, const char *bitcode,
                    const char *output) {
  const char *guarded = temporary(d, source, ".guarded.bc");
  if (!guarded) return 1;
  const char *reason = d->hooks->guard(d->arena, d->line, source, bitcode, guarded);
  if (reason) warn(source, reason);
  const char *from = reason ? bitcode : guarded;
  return run(d, step_generate(d->arena, d->line, d->paths, from, output));
}

static int compile_guarded(Driver *d, uint32_t word, const char *output) {
  const LineWord *input = &d->line->words.data[word];
  const char *bitcode = temporary(d, input->text, ".bc");
  if (!bitcode) return 1;
  int code = run(d, step_read(d->arena, d->line, d->paths, input, bitcode));
  if (code) return code;
  if (!d->late) return generate(d, input->text, bitcode, output);
  vec_push(d->arena, &d->units, (Unit){word, bitcode});
  return 0;
}

static int compile_input(Driver *d, uint32_t word) {
  const LineWord *input = &d->line->words.data[word];
  const char *output = d->line->end == END_LINK ? temporary(d, input->text, ".o")
                                                : step_output(d->arena, d->line, input);
  if (!output) return 1;
  vec_push(d->arena, &d->inputs, (LinkInput){word, output});
  if (input->kind == INPUT_C) return compile_guarded(d, word, output);
  if (input->kind == INPUT_HEADER)
    return run(d, step_read(d->arena, d->line, d->paths, input, output));
  return run(d, step_plain(d->arena, d->line, d->paths, input, output));
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

static LinkInput *input_of(const Driver *d, uint32_t word) {
  for (uint32_t i = 0; i < d->inputs.len; i++)
    if (d->inputs.data[i].word == word) return &d->inputs.data[i];
  return NULL;
}

static void replace(Driver *d, uint32_t word, const char *path) {
  LinkInput *input = input_of(d, word);
  if (input)
    input->path = path;
  else
    vec_push(d->arena, &d->inputs, (LinkInput){word, path});
}

typedef struct Whole {
  DriverProgram program;
  VecU32 words;      /* the inputs that its bitcode is from */
  const char *level; /* of all of them; NULL: none yet */
  bool differ;       /* the units were compiled at different levels */
  bool renamed;      /* the linker is to change what names mean */
} Whole;

/* A text that the object keeps; "" when there is none. */
static const char *note_of(Driver *d, const char *file, const char *section) {
  ElfBytes bytes = elf_section(d->arena, file, section);
  return bytes.data && bytes.length
           ? arena_strndup(d->arena, bytes.data, bytes.length - 1)
           : "";
}

static void add_bitcode(Driver *d, Whole *whole, uint32_t word, const char *bitcode,
                        const char *level) {
  if (whole->level && strcmp(whole->level, level) != 0) whole->differ = true;
  whole->level = level;
  vec_push(d->arena, &whole->program.bitcode, bitcode);
  vec_push(d->arena, &whole->words, word);
}

static const char *kept_bitcode(Driver *d, const char *object) {
  ElfBytes bytes = elf_section(d->arena, object, BELAY_SECTION);
  const char *file = bytes.data ? temporary(d, object, ".bc") : NULL;
  return file && elf_write(file, bytes) ? file : NULL;
}

static void collect_object(Driver *d, Whole *whole, uint32_t word) {
  const LinkInput *made = input_of(d, word);
  const char *path = made ? made->path : d->line->words.data[word].text;
  const char *bitcode = kept_bitcode(d, path);
  if (!bitcode) {
    whole->program.closed = false;
    return;
  }
  add_bitcode(d, whole, word, bitcode, note_of(d, path, BELAY_LEVEL_SECTION));
  whole->program.checks += (unsigned)atoi(note_of(d, path, BELAY_CHECKS_SECTION));
}

static void collect_input(Driver *d, Whole *whole, uint32_t word) {
  for (uint32_t i = 0; i < d->units.len; i++)
    if (d->units.data[i].word == word) {
      add_bitcode(d, whole, word, d->units.data[i].bitcode,
                  d->line->level ? d->line->level : "");
      return;
    }
  collect_object(d, whole, word);
}

/* A library that calls functions of a program by their names is one of its parts. */
static bool is_system_library(const char *name) {
  static const char *const names[] = {"m",    "c",   "pthread", "dl",    "rt",
                                      "util", "gcc", "gcc_s",   "atomic"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) return true;
  return false;
}

/* Whether the linker gets one of these options, by -Wl,A,B or -Xlinker A; they may begin
 * with one dash or two. */
static bool linker_gets(const LineWord *word, const char *const *options) {
  const char *text = strncmp(word->text, "-Wl,", 4) == 0   ? word->text + 4
                     : strcmp(word->text, "-Xlinker") == 0 ? word->argument
                                                           : "";
  while (*text) {
    while (*text == '-' || *text == ',') text++;
    for (unsigned i = 0; options[i]; i++)
      if (strncmp(text, options[i], strlen(options[i])) == 0) return true;
    text += strcspn(text, ",");
  }
  return false;
}

/* Names that mean something else between two objects than inside of one. */
static bool renames(const LineWord *word) {
  static const char *const options[] = {"wrap", "defsym", "allow-multiple", NULL};
  return linker_gets(word, options);
}

static bool opens_program(const LineWord *word) {
  if (strncmp(word->text, "-l", 2) == 0)
    return !is_system_library(word->argument ? word->argument : word->text + 2);
  static const char *const options[] = {"E", "export-d", "dynamic-l", "l",
                                        "e", "T",        NULL};
  return linker_gets(word, options) || strncmp(word->text, "-T", 2) == 0 ||
         strcmp(word->text, "-rdynamic") == 0 || strncmp(word->text, "-nost", 5) == 0 ||
         strncmp(word->text, "-e", 2) == 0;
}

/* The units of the program whose bitcode the objects keep. */
static void collect(Driver *d, Whole *whole) {
  whole->program.closed = true;
  for (uint32_t i = 0; i < d->line->words.len; i++) {
    const LineWord *word = &d->line->words.data[i];
    if (word->use == USE_INPUT) collect_input(d, whole, i);
    if (word->use == USE_LINK && opens_program(word)) whole->program.closed = false;
    if (word->use == USE_LINK && renames(word)) whole->renamed = true;
  }
}

/* One object with fewer checks from all of the bitcode; why not. */
static const char *make_whole(Driver *d, const Whole *whole, const char **object) {
  if (whole->differ) return "the units were compiled at different levels";
  if (whole->renamed) return "the linker changes what names mean";
  const char *bitcode = temporary(d, "whole", ".bc");
  *object = temporary(d, "whole", ".o");
  if (!bitcode || !*object) return "no temporary files";
  Line line = *d->line;
  line.level = *whole->level ? whole->level : NULL;
  const char *reason = d->hooks->prove(d->arena, &line, &whole->program, bitcode);
  if (reason) return reason;
  return run(d, step_generate(d->arena, &line, d->paths, bitcode, *object))
           ? "the whole program cannot be compiled"
           : NULL;
}

/* Whether the line makes a program that may be looked at as a whole. */
static bool may_prove(const Driver *d) {
  const Line *line = d->line;
  return d->hooks->prove && line->end == END_LINK && line->mode != MODE_BASIC &&
         !line->shared && !line->relocatable;
}

/* Without code of their own, sources cost half; not beside objects that have theirs. */
static bool may_wait(const Driver *d) {
  if (!may_prove(d)) return false;
  for (uint32_t i = 0; i < d->line->words.len; i++) {
    const LineWord *word = &d->line->words.data[i];
    if (word->use == USE_INPUT && word->kind == INPUT_OBJECT &&
        elf_section(d->arena, word->text, BELAY_SECTION).data)
      return false;
  }
  return true;
}

/* Whatever fails here leaves the units as they are, and those are good. */
static void prove(Driver *d) {
  Whole whole = {0};
  const char *object = NULL;
  collect(d, &whole);
  whole.program.coded = !d->late;
  uint32_t count = whole.program.bitcode.len;
  if (count == 0 || (!whole.program.closed && (count == 1 || !d->late))) return;
  const char *reason = make_whole(d, &whole, &object);
  if (reason && d->line->verbose)
    fprintf(stderr, "belay: not looked at as a whole: %s\n", reason);
  if (reason) return;
  for (uint32_t i = 0; i < count; i++)
    replace(d, whole.words.data[i], i == 0 ? object : NULL);
  vec_clear(&d->units);
}

/* The sources that still have no code. */
static int finish_units(Driver *d) {
  int code = 0;
  for (uint32_t i = 0; i < d->units.len; i++) {
    const Unit *unit = &d->units.data[i];
    int result = generate(d, d->line->words.data[unit->word].text, unit->bitcode,
                          input_of(d, unit->word)->path);
    if (result) code = result;
  }
  return code;
}

static int link_all(Driver *d) {
  if (may_prove(d)) prove(d);
  int code = finish_units(d);
  if (code) return code;
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
  d.late = may_wait(&d);
  int code = compile_all(&d);
  if (code == 0 && line->end == END_LINK) code = link_all(&d);
  temporary_clean(&d.temporary);
  return code;
}
