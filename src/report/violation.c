/* See violation.h. Functions of the models are not the user's: a message points at the
 * line that called into them and names the function that was called there. */
#include "report/violation.h"

#include "report/source.h"

enum { FRAMES_INNER = 24, FRAMES_OUTER = 8 };

typedef struct Report {
  const Program *p;
  Arena *arena;
  SourceFiles *files;
  bool color;
  VecChar *out;
} Report;

typedef struct Stack {
  const Frame *frames; /* innermost last */
  uint32_t count;
} Stack;

#define STACK_OF(vector) ((Stack){(vector).data, (vector).len})

#define PRINT(r, ...) vec_printf((r)->arena, (r)->out, __VA_ARGS__)

/* ---- frames ---- */

static bool is_model(const Program *p, const Frame *frame) {
  return ir_function(p, frame->fn)->flags & FN_MODEL;
}

static uint32_t frame_pos(const Program *p, const Frame *frame) {
  return ir_inst(p, frame->at)->pos;
}

static bool has_line(const Program *p, const Frame *frame) {
  return ir_pos(p, frame_pos(p, frame))->line != 0;
}

/* The index of the innermost frame in the user's code; the innermost at all when there is
 * no such frame. */
static uint32_t user_frame(const Program *p, Stack stack) {
  for (uint32_t i = stack.count; i-- > 0;)
    if (!is_model(p, &stack.frames[i])) return i;
  return stack.count - 1;
}

/* The user's line: code without one (a parameter's copy, say) is shown where it came
 * from. */
static uint32_t stack_pos(const Program *p, Stack stack) {
  if (!stack.count) return 0;
  for (uint32_t i = user_frame(p, stack) + 1; i-- > 0;)
    if (has_line(p, &stack.frames[i]) && !is_model(p, &stack.frames[i]))
      return frame_pos(p, &stack.frames[i]);
  return frame_pos(p, &stack.frames[user_frame(p, stack)]);
}

static const char *function_name(const Program *p, Fn fn) {
  return ir_text(p, ir_function(p, fn)->name);
}

/* The model that the user's code called, NULL when the stack ends in the user's code. */
static const char *called_model(const Program *p, Stack stack) {
  if (!stack.count) return NULL;
  uint32_t user = user_frame(p, stack);
  return user + 1 < stack.count ? function_name(p, stack.frames[user + 1].fn) : NULL;
}

/* ---- what it is about ---- */

static const char *byte_count(Arena *arena, uint64_t n) {
  return arena_printf(arena, "%llu byte%s", (unsigned long long)n, n == 1 ? "" : "s");
}

static bool is_varargs(const Program *p, const ObjectInfo *object) {
  return val_is_inst(object->made_at) && ir_inst(p, object->made_at)->op == OP_VARARGS;
}

static const char *object_text(const Program *p, const ObjectInfo *object, Arena *arena) {
  const char *name = ir_text(p, object->name);
  const char *size = byte_count(arena, object->size);
  switch (object->kind) {
  case OBJECT_HEAP: return arena_printf(arena, "a heap block of %s", size);
  case OBJECT_STATIC: return arena_printf(arena, "memory of the C library, %s", size);
  case OBJECT_FUNCTION: return arena_printf(arena, "function `%s`", name);
  default: break;
  }
  if (is_varargs(p, object))
    return arena_printf(arena, "the variadic arguments, %s", size);
  if (!strncmp(name, ".str", 4))
    return arena_printf(arena, "a string literal of %s", size);
  if (!*name) return arena_printf(arena, "a variable of %s", size);
  return arena_printf(arena, "`%s`, %s", name, size);
}

static const char *access_text(const Program *p, const Violation *v, Arena *arena) {
  bool said = v->cause >= CAUSE_READ_PAST && v->cause <= CAUSE_WRITE_BEFORE;
  const char *verb = said ? "" : v->kind == CHECK_WRITE ? "write of " : "read of ";
  const char *bytes = byte_count(arena, v->bytes);
  if (!v->has_object)
    return arena_printf(arena, "%s%s at address 0x%llx", verb, bytes,
                        (unsigned long long)v->address);
  return arena_printf(arena, "%s%s at offset %lld of %s", verb, bytes,
                      (long long)v->offset, object_text(p, &v->object, arena));
}

static const char *free_text(const Program *p, const Violation *v, Arena *arena) {
  if (!v->has_object)
    return arena_printf(arena, "address 0x%llx", (unsigned long long)v->address);
  const char *object = object_text(p, &v->object, arena);
  if (!v->offset) return object;
  return arena_printf(arena, "offset %lld of %s", (long long)v->offset, object);
}

static const char *leak_text(const Violation *v, Arena *arena) {
  const char *bytes = byte_count(arena, v->object.size);
  bool one = v->object.size == 1;
  if (v->kind == CHECK_CLEANUP)
    return arena_printf(arena, "%s allocated here %s not freed when the program ends",
                        bytes, one ? "is" : "are");
  return arena_printf(arena, "%s allocated here %s lost", bytes, one ? "is" : "are");
}

static const char *overflow_text(const Program *p, const Violation *v, Arena *arena) {
  const Inst *inst = ir_inst(p, v->at);
  /* The front end says only that one does not fit (call_shift_overflow). */
  if (inst->op == OP_SHL) return "this left shift does not fit its type";
  const char *what = inst->op == OP_ADD   ? "sum"
                     : inst->op == OP_SUB ? "difference"
                     : inst->op == OP_MUL ? "product"
                                          : "quotient";
  return arena_printf(arena, "this %s does not fit %u bits", what,
                      ir_type_bits(p, inst->type));
}

static const char *detail(const Program *p, const Violation *v, Arena *arena) {
  switch (v->kind) {
  case CHECK_READ:
  case CHECK_WRITE: return access_text(p, v, arena);
  case CHECK_CALLEE:
  case CHECK_FREE: return free_text(p, v, arena);
  case CHECK_OVERLAP:
    return arena_printf(arena, "%s to offset %lld of %s", byte_count(arena, v->bytes),
                        (long long)v->offset, object_text(p, &v->object, arena));
  case CHECK_LOST:
  case CHECK_CLEANUP: return leak_text(v, arena);
  default: return overflow_text(p, v, arena);
  }
}

const char *violation_summary(const Program *p, const Violation *v, Arena *arena) {
  const char *what = cause_text(v->cause);
  if (v->kind == CHECK_CALLEE && v->cause != CAUSE_NOT_FUNCTION)
    what = arena_printf(arena, "call through: %s", what);
  if (v->kind == CHECK_FREE && v->cause == CAUSE_UNINITIALISED)
    what = arena_printf(arena, "free of: %s", what);
  return arena_printf(arena, "%s [CWE-%u]: %s", what, cause_cwe(v->cause),
                      detail(p, v, arena));
}

/* ---- printing ---- */

static const char *paint(const Report *r, const char *code) {
  return r->color ? code : "";
}

static void print_place(Report *r, uint32_t pos) {
  PRINT(r, "%s%s:%s ", paint(r, "\033[1m"), ir_pos_text(r->p, pos, r->arena),
        paint(r, "\033[m"));
}

static void print_frame(Report *r, const Frame *frame) {
  const Pos *pos = ir_pos(r->p, frame_pos(r->p, frame));
  PRINT(r, "  in %s", function_name(r->p, frame->fn));
  if (pos->line) PRINT(r, ", %s:%u", ir_text(r->p, pos->file), pos->line);
  PRINT(r, "\n");
}

/* Frames from the user's innermost one outwards; models around main stay out, and so does
 * the middle of a deep recursion. */
static void print_stack(Report *r, Stack stack) {
  if (!stack.count) return;
  const char *model = called_model(r->p, stack);
  if (model) PRINT(r, "  in %s\n", model);
  uint32_t innermost = user_frame(r->p, stack);
  bool deep = innermost >= FRAMES_INNER + FRAMES_OUTER;
  for (uint32_t i = innermost + 1; i-- > 0;) {
    if (deep && i == innermost - FRAMES_INNER) {
      PRINT(r, "  ... %u more calls\n", i + 1 - FRAMES_OUTER);
      i = FRAMES_OUTER;
    } else if (!is_model(r->p, &stack.frames[i])) {
      print_frame(r, &stack.frames[i]);
    }
  }
}

static void print_note(Report *r, uint32_t pos, const char *text) {
  print_place(r, pos);
  PRINT(r, "%snote:%s %s\n", paint(r, "\033[1;36m"), paint(r, "\033[m"), text);
  source_show(r->files, r->p, pos, r->color, r->out);
}

/* Compilers put the allocas of all variables at the start of the function; the scope
 * begins at the declaration. */
static uint32_t declaration_pos(const Program *p, const ObjectInfo *object) {
  Val alloca = object->made_at;
  const Function *f = ir_function(p, ir_fn_of(p, alloca));
  for (uint32_t i = f->first; i < f->first + f->inst_count; i++) {
    const Inst *inst = &p->insts.data[i];
    bool begins = inst->op == OP_SCOPE_BEGIN && val_eq(ir_arg(p, inst, 0), alloca);
    if (begins && ir_pos(p, inst->pos)->line) return inst->pos;
  }
  return ir_inst(p, alloca)->pos;
}

/* Made by models/lazy.c, for a run that starts at a function. */
static bool is_given(const Program *p, Stack stack) {
  const char *name = function_name(p, stack.frames[stack.count - 1].fn);
  return !strncmp(name, "__belay_lazy", 12);
}

static void print_made(Report *r, const ObjectInfo *object) {
  if (!object->made_stack.len) return;
  Stack stack = STACK_OF(object->made_stack);
  uint32_t pos =
    object->kind == OBJECT_STACK ? declaration_pos(r->p, object) : stack_pos(r->p, stack);
  if (!ir_pos(r->p, pos)->line) return;
  bool heap = object->kind == OBJECT_HEAP || object->kind == OBJECT_STATIC;
  if (heap && is_given(r->p, stack)) {
    PRINT(r, "%snote:%s it is memory that the function was given\n",
          paint(r, "\033[1;36m"), paint(r, "\033[m"));
    return;
  }
  const char *name = ir_text(r->p, object->name);
  const char *text = heap                       ? "allocated here"
                     : is_varargs(r->p, object) ? "the arguments are taken here"
                     : *name ? arena_printf(r->arena, "`%s` is declared here", name)
                             : "declared here";
  print_note(r, pos, text);
  if (heap) print_stack(r, stack);
}

static void print_ended(Report *r, const ObjectInfo *object) {
  if (!object->ended_stack.len) return;
  Stack stack = STACK_OF(object->ended_stack);
  uint32_t pos = stack_pos(r->p, stack);
  switch (ir_inst(r->p, object->ended_at)->op) {
  case OP_RET: print_note(r, pos, "its function returned here"); break;
  case OP_FREE:
  case OP_REALLOC:
  case OP_KILL:
    print_note(r, pos, "freed here");
    print_stack(r, stack);
    break;
  default: print_note(r, pos, "its scope ended here");
  }
}

static void print_depends(Report *r, unsigned depends) {
  static const struct {
    unsigned bit;
    const char *text;
  } reasons[] = {
    {RUN_DEPENDS_UNINIT, "the run depends on uninitialised values"},
    {RUN_DEPENDS_ADDRESS, "the run depends on where objects lie in memory"},
    {RUN_DEPENDS_GUESS, "the run uses a pointer made from an integer of unknown origin"},
    {RUN_DEPENDS_EXTERN, "the run depends on a variable that is defined elsewhere"},
  };
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (depends & reasons[i].bit)
      PRINT(r, "%snote:%s %s\n", paint(r, "\033[1;36m"), paint(r, "\033[m"),
            reasons[i].text);
}

static bool is_leak(const Violation *v) {
  return v->kind == CHECK_LOST || v->kind == CHECK_CLEANUP;
}

/* A leak is shown where the block was allocated, everything else where it happened. */
static Stack main_stack(const Violation *v) {
  return is_leak(v) ? STACK_OF(v->object.made_stack) : STACK_OF(v->stack);
}

uint32_t violation_position(const Program *p, const Violation *v) {
  return stack_pos(p, main_stack(v));
}

static void print_headline(Report *r, const Violation *v) {
  Stack stack = main_stack(v);
  const char *model = called_model(r->p, stack);
  print_place(r, stack_pos(r->p, stack));
  PRINT(r, "%serror:%s %s", paint(r, "\033[1;31m"), paint(r, "\033[m"),
        violation_summary(r->p, v, r->arena));
  if (model)
    PRINT(r, ", in %s, called from %s", model,
          function_name(r->p, stack.frames[user_frame(r->p, stack)].fn));
  PRINT(r, "\n");
  source_show(r->files, r->p, stack_pos(r->p, stack), r->color, r->out);
  print_stack(r, stack);
}

void report_violation(const Program *p, const RunResult *run,
                      const ReportOptions *options, Arena *arena, VecChar *out) {
  const Violation *v = &run->violation;
  Report r = {p, arena, source_new(arena), options && options->color, out};
  print_headline(&r, v);
  if (is_leak(v)) {
    if (!val_none(v->lost_at)) {
      print_note(&r, stack_pos(p, STACK_OF(v->stack)), "lost here");
      print_stack(&r, STACK_OF(v->stack));
    }
  } else if (v->has_object) {
    print_made(&r, &v->object);
    print_ended(&r, &v->object);
  }
  print_depends(&r, run->depends);
}

void violation_render(const Program *p, const RunResult *run, Arena *arena,
                      VecChar *out) {
  report_violation(p, run, NULL, arena, out);
}

const char *violation_text(const Program *p, const RunResult *run, Arena *arena) {
  VecChar out = {0};
  report_violation(p, run, NULL, arena, &out);
  vec_push(arena, &out, '\0');
  return out.data;
}
