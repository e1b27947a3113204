/* See driver.h. The driver needs no change of the program: nondeterministic functions are
 * its own (weak) ones, the command line comes by starting itself again with it, standard
 * input is a file in memory, and allocations fail by the linker's --wrap. */
#include "report/driver.h"

#include <inttypes.h>
#include <string.h>

#include "report/world.h"

typedef struct Writer {
  const Program *p;
  const Inputs *choices;
  Arena *arena;
  VecChar out;
} Writer;

#define PRINT(w, ...) vec_printf((w)->arena, &(w)->out, __VA_ARGS__)

/* ---- which choices ---- */

static bool is_nondet(const Writer *w, const Choice *choice) {
  const char *source = world_source(w->p, choice);
  return source && !strcmp(source, "nondet");
}

/* Of the user's own calls: those inside of libc do not pass the driver. */
static bool is_own_allocation(const Writer *w, const Choice *choice) {
  return choice->kind == CHOICE_ALLOC && val_is_inst(choice->at) &&
         !(ir_function(w->p, ir_fn_of(w->p, choice->at))->flags & FN_MODEL);
}

bool driver_wraps_malloc(const Inputs *choices) {
  for (uint32_t i = 0; i < choices->choices.len; i++)
    if (choices->choices.data[i].kind == CHOICE_ALLOC && !choices->choices.data[i].lo)
      return true;
  return false;
}

/* The driver clears the environment. */
static bool is_unset_variable(const Writer *w, const Choice *choice) {
  const char *source = world_source(w->p, choice);
  return source && !strcmp(source, "getenv") && choice->lo == 0;
}

static bool asks_environment(const Writer *w) {
  for (uint32_t i = 0; i < w->choices->choices.len; i++)
    if (is_unset_variable(w, &w->choices->choices.data[i])) return true;
  return false;
}

static const char *what_is_lost(Writer *w) {
  VecChar names = {0};
  Map seen = {0};
  for (uint32_t i = 0; i < w->choices->choices.len; i++) {
    const Choice *choice = &w->choices->choices.data[i];
    const char *source = world_source(w->p, choice);
    bool kept = is_nondet(w, choice) || world_covers(w->p, choice) ||
                is_own_allocation(w, choice) || is_unset_variable(w, choice);
    if (choice->kind == CHOICE_UNINIT) source = "uninitialised memory";
    if (choice->kind == CHOICE_ALLOC) {
      source = "allocations inside of libc";
      kept = choice->lo || is_own_allocation(w, choice);
    }
    if (kept || !source || map_has(&seen, hash_bytes(source, strlen(source)))) continue;
    map_set(w->arena, &seen, hash_bytes(source, strlen(source)), 1);
    vec_printf(w->arena, &names, "%s%s", names.len ? ", " : "", source);
  }
  return names.len ? names.data : NULL;
}

/* ---- parts of the file ---- */

static void write_head(Writer *w) {
  PRINT(w, "/* Written by belay check --save-test: the inputs of one run. */\n"
           "#define _GNU_SOURCE\n"
           "#include <stdio.h>\n"
           "#include <stdlib.h>\n"
           "#include <string.h>\n"
           "#include <sys/mman.h>\n"
           "#include <unistd.h>\n\n"
           "/* AddressSanitizer stops where a debugger sees it. */\n"
           "const char *__asan_default_options(void) {\n"
           "  return \"abort_on_error=1:detect_stack_use_after_return=1\";\n"
           "}\n\n");
}

static void write_values(Writer *w) {
  uint32_t count = 0;
  PRINT(w, "/* What the nondeterministic functions return, in order. */\n"
           "static const unsigned long long values[] = {\n");
  for (uint32_t i = 0; i < w->choices->choices.len; i++) {
    const Choice *choice = &w->choices->choices.data[i];
    if (!is_nondet(w, choice)) continue;
    PRINT(w, "  0x%" PRIx64 "ull,\n", choice->lo);
    count++;
  }
  PRINT(w,
        "  0};\n\n"
        "static unsigned long long next_value(void) {\n"
        "  static unsigned next;\n"
        "  return next < %u ? values[next++] : 0;\n"
        "}\n\n",
        count);
}

/* The names of SV-COMP; a program that defines one of them itself keeps its own. */
static void write_nondet(Writer *w) {
  static const struct {
    const char *name, *type;
  } functions[] = {
    {"bool", "_Bool"},
    {"char", "char"},
    {"schar", "signed char"},
    {"uchar", "unsigned char"},
    {"short", "short"},
    {"ushort", "unsigned short"},
    {"int", "int"},
    {"uint", "unsigned"},
    {"unsigned", "unsigned"},
    {"u8", "unsigned char"},
    {"u16", "unsigned short"},
    {"u32", "unsigned"},
    {"long", "long"},
    {"ulong", "unsigned long"},
    {"longlong", "long long"},
    {"ulonglong", "unsigned long long"},
    {"size_t", "size_t"},
    {"loff_t", "long long"},
    {"pchar", "char *"},
    {"pointer", "void *"},
  };
  PRINT(w, "#define NONDET(name, type) \\\n"
           "  __attribute__((weak)) type __VERIFIER_nondet_##name(void) { \\\n"
           "    return (type)next_value(); \\\n"
           "  }\n");
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    PRINT(w, "NONDET(%s, %s)\n", functions[i].name, functions[i].type);
  PRINT(w, "#define NONDET_FLOAT(name, bits) \\\n"
           "  __attribute__((weak)) name __VERIFIER_nondet_##name(void) { \\\n"
           "    bits number = (bits)next_value(); \\\n"
           "    name value; \\\n"
           "    memcpy(&value, &number, sizeof value); \\\n"
           "    return value; \\\n"
           "  }\n"
           "NONDET_FLOAT(float, unsigned)\n"
           "NONDET_FLOAT(double, unsigned long long)\n\n"
           "__attribute__((weak)) void __VERIFIER_assume(int holds) {\n"
           "  if (!holds) exit(0);\n"
           "}\n"
           "__attribute__((weak)) void __VERIFIER_error(void) { abort(); }\n"
           "__attribute__((weak)) void reach_error(void) { abort(); }\n"
           "__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}\n"
           "__attribute__((weak)) void __VERIFIER_atomic_end(void) {}\n\n");
}

static void write_allocations(Writer *w) {
  uint32_t count = 0;
  PRINT(w, "/* Which calls of malloc, calloc and realloc succeed. */\n"
           "static const char succeeds[] = {");
  for (uint32_t i = 0; i < w->choices->choices.len; i++) {
    const Choice *choice = &w->choices->choices.data[i];
    if (!is_own_allocation(w, choice)) continue;
    PRINT(w, "%d, ", choice->lo != 0);
    count++;
  }
  PRINT(w,
        "1};\n"
        "static int next_succeeds(void) {\n"
        "  static unsigned next;\n"
        "  return next < %u ? succeeds[next++] : 1;\n"
        "}\n"
        "void *__real_malloc(size_t size);\n"
        "void *__real_calloc(size_t count, size_t size);\n"
        "void *__real_realloc(void *block, size_t size);\n"
        "void *__wrap_malloc(size_t size) {\n"
        "  return next_succeeds() ? __real_malloc(size) : NULL;\n"
        "}\n"
        "void *__wrap_calloc(size_t count, size_t size) {\n"
        "  return next_succeeds() ? __real_calloc(count, size) : NULL;\n"
        "}\n"
        "void *__wrap_realloc(void *block, size_t size) {\n"
        "  return next_succeeds() ? __real_realloc(block, size) : NULL;\n"
        "}\n\n",
        count);
}

static void write_bytes(Writer *w, const char *name, const VecChar *bytes) {
  PRINT(w, "static const char %s[] = {", name);
  for (uint32_t i = 0; i < bytes->len; i++)
    PRINT(w, "%s%d, ", i % 16 == 0 ? "\n  " : "", bytes->data[i]);
  PRINT(w, "0};\n");
}

static void write_input(Writer *w, const World *world) {
  write_bytes(w, "input", &world->input);
  PRINT(w,
        "static void give_input(void) {\n"
        "  int file = memfd_create(\"input\", 0);\n"
        "  if (file < 0 || write(file, input, %u) != %u) abort();\n"
        "  lseek(file, 0, SEEK_SET);\n"
        "  dup2(file, 0);\n"
        "}\n\n",
        world->input.len, world->input.len);
}

static void write_arguments(Writer *w, const World *world) {
  for (uint32_t i = 0; i < world->arguments.len; i++)
    write_bytes(w, arena_printf(w->arena, "argument_%u", i), &world->arguments.data[i]);
  PRINT(w, "static const char *const arguments[] = {");
  for (uint32_t i = 0; i < world->arguments.len; i++) PRINT(w, "argument_%u, ", i);
  PRINT(w, "NULL};\n"
           "static void give_arguments(void) {\n"
           "  if (getenv(\"BELAY_TEST\")) return;\n"
           "  setenv(\"BELAY_TEST\", \"1\", 1);\n"
           "  execv(\"/proc/self/exe\", (char **)arguments);\n"
           "  abort();\n"
           "}\n\n");
}

const char *driver_text(const Program *p, const Inputs *choices, Arena *arena,
                        const char **lost) {
  Writer w = {p, choices, arena, {0}};
  World world = world_of(p, choices, arena);
  *lost = what_is_lost(&w);
  write_head(&w);
  write_values(&w);
  write_nondet(&w);
  if (driver_wraps_malloc(choices)) write_allocations(&w);
  if (world.reads_input) write_input(&w, &world);
  if (world.arguments.len) write_arguments(&w, &world);
  PRINT(&w, "__attribute__((constructor)) static void start(void) {\n%s%s%s}\n",
        world.arguments.len ? "  give_arguments();\n" : "",
        world.reads_input ? "  give_input();\n" : "",
        asks_environment(&w) ? "  clearenv();\n" : "");
  vec_push(arena, &w.out, '\0');
  return w.out.data;
}
