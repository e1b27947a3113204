/* From files to one LLVM module, and from there to the Program. */
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "frontend/compile_commands.h"
#include "frontend/harness.h"
#include "frontend/holds.h"
#include "frontend/lower.h"
#include "ir/text.h"
#include "ir/verify.h"

typedef enum InputKind {
  INPUT_C,
  INPUT_BITCODE,
  INPUT_ASSEMBLY,
  INPUT_IR,
  INPUT_BAD
} InputKind;

typedef struct Load {
  Arena *arena;
  const FrontendOptions *options;
  FrontendError *error;
  FrontendTimes *times;
  LLVMContextRef context;
  LLVMModuleRef module;  /* all that was read, linked */
  const char *complaint; /* what LLVM said last; NULL */
} Load;

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool fail(Load *load, const char *message) {
  load->error->message = message;
  return false;
}

/* ---- kinds of input ---- */

static InputKind kind_of(const char *file) {
  static const struct {
    const char *end;
    InputKind kind;
  } kinds[] = {{".c", INPUT_C},        {".i", INPUT_C},         {".h", INPUT_C},
               {".bc", INPUT_BITCODE}, {".ll", INPUT_ASSEMBLY}, {".ir", INPUT_IR}};
  const char *dot = strrchr(file, '.');
  for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(dot, kinds[i].end)) return kinds[i].kind;
  return INPUT_BAD;
}

/* Whether it is a file with something in it; the words for it when it is not. */
static bool is_readable(Load *load, const char *file) {
  struct stat about;
  if (stat(file, &about))
    return fail(load, arena_printf(load->arena, "%s: %s", file, strerror(errno)));
  if (S_ISDIR(about.st_mode))
    return fail(load, arena_printf(load->arena, "%s: is a directory", file));
  if (access(file, R_OK))
    return fail(load, arena_printf(load->arena, "%s: %s", file, strerror(errno)));
  if (S_ISREG(about.st_mode) && !about.st_size)
    return fail(load, arena_printf(load->arena, "%s: the file is empty", file));
  return true;
}

static bool check_files(Load *load, const char **files, unsigned count) {
  if (!count && !load->options->compile_commands) return fail(load, "no input file");
  for (unsigned i = 0; i < count; i++) {
    if (!is_readable(load, files[i])) return false;
    if (kind_of(files[i]) == INPUT_BAD)
      return fail(load,
                  arena_printf(load->arena,
                               "%s: not a kind of file known here (.c .i .bc .ll .ir)",
                               files[i]));
    if (kind_of(files[i]) == INPUT_IR && count > 1)
      return fail(load, arena_printf(load->arena, "%s: cannot be linked with other files",
                                     files[i]));
  }
  return true;
}

/* ---- LLVM's complaints ---- */

static void hear_complaint(LLVMDiagnosticInfoRef info, void *context) {
  Load *load = context;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
  char *text = LLVMGetDiagInfoDescription(info);
  load->complaint = arena_strdup(load->arena, text);
  LLVMDisposeMessage(text);
}

static bool fail_with_complaint(Load *load, const char *file, const char *otherwise) {
  const char *words = load->complaint ? load->complaint : otherwise;
  return fail(load, arena_printf(load->arena, "%s: %s", file, words));
}

/* ---- reading modules ---- */

static bool link_in(Load *load, LLVMModuleRef module, const char *file) {
  if (!load->module) {
    load->module = module;
    return true;
  }
  LLVMTargetDataRef here = LLVMGetModuleDataLayout(load->module);
  LLVMTargetDataRef there = LLVMGetModuleDataLayout(module);
  if (LLVMPointerSize(here) != LLVMPointerSize(there)) {
    LLVMDisposeModule(module);
    return fail(load,
                arena_printf(load->arena, "%s: has another width of addresses", file));
  }
  load->complaint = NULL;
  if (LLVMLinkModules2(load->module, module))
    return fail_with_complaint(load, file, "cannot be linked with the other files");
  return true;
}

static LLVMModuleRef parse_bitcode(LLVMContextRef context, const char *bytes,
                                   size_t length, const char *name) {
  LLVMMemoryBufferRef buffer =
    LLVMCreateMemoryBufferWithMemoryRange(bytes, length, name, false);
  LLVMModuleRef module = NULL;
  bool bad = LLVMParseBitcodeInContext2(context, buffer, &module);
  LLVMDisposeMemoryBuffer(buffer);
  return bad ? NULL : module;
}

/* Bitcode or assembly from a file that somebody else made; NULL with `words` set. */
static LLVMModuleRef parse_foreign(Load *load, const char *file, const char **words) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &message)) {
    *words = arena_strdup(load->arena, message ? message : "cannot be read");
    LLVMDisposeMessage(message);
    return NULL;
  }
  if (LLVMParseIRInContext(load->context, buffer, &module, &message)) {
    *words = arena_strdup(load->arena, message ? message : "not LLVM bitcode");
    LLVMDisposeMessage(message);
    return NULL;
  }
  if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
    *words = arena_printf(load->arena, "malformed: %s", message ? message : "");
    LLVMDisposeMessage(message);
    LLVMDisposeModule(module);
    return NULL;
  }
  LLVMDisposeMessage(message);
  return module;
}

/* LLVM may crash or exit on bitcode that is not well formed: a child tries first. */
static bool survives_parsing(Load *load, const char *file) {
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) return true;
  if (child == 0) {
    /* Its crash is nobody else's: no handler of the parent's may run here. */
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++)
      signal(crashes[i], SIG_DFL);
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, 2);
    const char *words = NULL;
    parse_foreign(load, file, &words);
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool has_bitcode_magic(const char *file) {
  unsigned char magic[4] = {0};
  FILE *stream = fopen(file, "rb");
  bool whole = stream && fread(magic, 1, sizeof magic, stream) == sizeof magic;
  if (stream) fclose(stream);
  return whole &&
         (!memcmp(magic, "BC\xc0\xde", 4) || !memcmp(magic, "\xde\xc0\x17\x0b", 4));
}

/* LLVM puts the name in front itself, mostly. */
static const char *with_file_name(Load *load, const char *file, char *words) {
  words[strcspn(words, "\n")] = 0;
  size_t length = strlen(file);
  if (!strncmp(words, file, length) && words[length] == ':') return words;
  return arena_printf(load->arena, "%s: %s", file, words);
}

static bool read_foreign(Load *load, const char *file) {
  if (kind_of(file) == INPUT_BITCODE && !has_bitcode_magic(file))
    return fail(load, arena_printf(load->arena, "%s: not LLVM bitcode", file));
  if (!survives_parsing(load, file))
    return fail(load,
                arena_printf(load->arena, "%s: malformed: LLVM gave up on it", file));
  const char *words = NULL;
  LLVMModuleRef module = parse_foreign(load, file, &words);
  if (module) return link_in(load, module, file);
  return fail(load, with_file_name(load, file, arena_strdup(load->arena, words)));
}

/* ---- compiling ---- */

static void gather_diagnostics(Load *load, const CompileJob *jobs, unsigned count) {
  VecChar all = {0};
  for (unsigned i = 0; i < count; i++)
    vec_printf(load->arena, &all, "%s", jobs[i].diagnostics ? jobs[i].diagnostics : "");
  if (all.len) load->error->diagnostics = all.data;
}

static bool take_job(Load *load, const CompileJob *job) {
  if (job->failure)
    return fail(load, arena_printf(load->arena, "%s: %s", job->file, job->failure));
  if (!job->good)
    return fail(load, arena_printf(load->arena, "%s: does not compile", job->file));
  load->complaint = NULL;
  LLVMModuleRef module =
    parse_bitcode(load->context, job->bitcode, job->length, job->file);
  if (!module)
    return fail_with_complaint(load, job->file, "clang's bitcode cannot be read");
  return link_in(load, module, job->file);
}

static void compile(Load *load, VecJobs *jobs) {
  clang_compile(load->arena, jobs->data, jobs->len, load->options);
  for (uint32_t i = 0; i < jobs->len; i++) load->times->clang += jobs->data[i].seconds;
  gather_diagnostics(load, jobs->data, jobs->len);
}

static bool read_database(Load *load, const char **files, unsigned count) {
  VecJobs jobs = {0};
  const char *words = NULL;
  if (!compile_commands_read(load->arena, load->options->compile_commands, files, count,
                             &jobs, &words))
    return fail(load, words);
  compile(load, &jobs);
  for (uint32_t i = 0; i < jobs.len; i++)
    if (!take_job(load, &jobs.data[i])) return false;
  return true;
}

static bool read_files(Load *load, const char **files, unsigned count) {
  VecJobs jobs = {0};
  for (unsigned i = 0; i < count; i++)
    if (kind_of(files[i]) == INPUT_C)
      vec_push(load->arena, &jobs, (CompileJob){.file = files[i]});
  compile(load, &jobs);
  uint32_t job = 0;
  for (unsigned i = 0; i < count; i++) {
    bool good = kind_of(files[i]) == INPUT_C ? take_job(load, &jobs.data[job++])
                                             : read_foreign(load, files[i]);
    if (!good) return false;
  }
  return true;
}

/* ---- our own text form ---- */

static Program *read_text(Load *load, const char *file) {
  FILE *stream = fopen(file, "rb");
  VecChar text = {0};
  int c;
  while (stream && (c = getc(stream)) != EOF) vec_push(load->arena, &text, (char)c);
  if (stream) fclose(stream);
  bool binary = text.len && memchr(text.data, 0, text.len);
  vec_push(load->arena, &text, 0);
  IrError error = {0};
  Program *p = binary ? NULL : ir_parse(load->arena, text.data, file, &error);
  if (p) return p;
  if (binary)
    fail(load, arena_printf(load->arena, "%s: not text", file));
  else
    fail(load, arena_printf(load->arena, "%s:%u:%u: %s", file, error.line, error.column,
                            error.message));
  return NULL;
}

static bool verify(Load *load, const Program *p, const char *what) {
  const char *message = NULL;
  if (ir_verify(p, load->arena, &message)) return true;
  return fail(load, arena_printf(load->arena, "%s: %s", what, message));
}

/* ---- lowering ---- */

static unsigned metadata_kind(Load *load, const char *name) {
  return LLVMGetMDKindIDInContext(load->context, name, (unsigned)strlen(name));
}

static unsigned attribute_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void declare_all(Lower *l) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(l->user); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g) && strncmp(LLVMGetValueName(g), "llvm.", 5))
      global_of(l, g);
  for (LLVMValueRef f = LLVMGetFirstFunction(l->user); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) != LLVMAvailableExternallyLinkage)
      function_of(l, f);
}

static void lower_all(Lower *l) {
  globals_fill(l);
  while (l->body_next < l->body_queue.len) {
    LLVMValueRef function = l->body_queue.data[l->body_next++];
    const Target *target = target_of(l, function);
    if (target->kind == TARGET_BODY)
      lower_function(l, function);
    else
      lower_wrapper(l, function, target);
    globals_fill(l);
  }
}

static Program *lower_module(Load *load, LLVMModuleRef models, const Harness *harness) {
  Lower l = {.arena = load->arena, .scratch = arena_new(), .options = load->options};
  l.context = load->context;
  l.user = load->module;
  l.models = models;
  l.layout = LLVMGetModuleDataLayout(load->module);
  unsigned bits = LLVMPointerSize(l.layout) * 8;
  l.p = program_new(load->arena, bits);
  l.word = type_int(bits);
  const char *triple = LLVMGetTarget(load->module);
  l.x86 =
    !strncmp(triple, "x86_64", 6) || (triple[0] == 'i' && !strncmp(triple + 2, "86", 2));
  l.byval_kind = attribute_kind("byval");
  l.noreturn_kind = attribute_kind("noreturn");
  l.align_kind = attribute_kind("align");
  l.tbaa_struct_kind = metadata_kind(load, "tbaa.struct");
  const char *words = NULL;
  declare_all(&l);
  bool good =
    harness->entry ? entry_choose_made(&l, harness->entry) : entry_choose(&l, &words);
  for (uint32_t i = 0; i < harness->assumptions.len; i++)
    lower_assume(&l, "%s", harness->assumptions.data[i]);
  if (good) lower_all(&l);
  arena_free(l.scratch);
  if (!good) fail(load, words);
  return good ? l.p : NULL;
}

static bool width_is_known(Load *load) {
  unsigned bytes = LLVMPointerSize(LLVMGetModuleDataLayout(load->module));
  return bytes == 4 || bytes == 8 ||
         fail(load, "addresses are neither 32 nor 64 bits wide");
}

static Program *make_program(Load *load) {
  if (!width_is_known(load)) return NULL;
  unsigned bits = LLVMPointerSize(LLVMGetModuleDataLayout(load->module)) * 8;
  double start = processor_seconds();
  LLVMModuleRef models = NULL;
  Harness harness = {0};
  const char *words = NULL;
  if (!harness_build(load->arena, load->module, load->options, &harness, &words)) {
    fail(load, words);
    return NULL;
  }
  if (!load->options->without_promotion)
    load->times->promoted += promote_locals(load->module, load->options->holds);
  if (harness.redeems) harness_redeem_loads(load->module);
  double ready = processor_seconds();
  if (!load->options->without_models)
    models = models_link(load->context, load->module, bits);
  if (models) formats_simplify(load->module, models, load->options);
  double linked = processor_seconds();
  if (models) promote_locals(models, false);
  if (models && harness.redeems) harness_redeem_loads(models);
  double promoted = processor_seconds();
  Program *p = lower_module(load, models, &harness);
  if (p && !verify(load, p, "belay made a malformed program (a bug of belay)")) p = NULL;
  load->times->lower += linked - ready + processor_seconds() - promoted;
  load->times->promote += ready - start + promoted - linked;
  if (load->options->holds) holds_define(load->module);
  if (p && load->options->keep_llvm)
    *load->options->keep_llvm = (FrontendLlvm){load->context, load->module, models};
  else if (models)
    LLVMDisposeModule(models);
  return p;
}

static Program *load_module(Load *load, const char **files, unsigned count) {
  load->context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(load->context, hear_complaint, load);
  double start = processor_seconds();
  bool good = load->options->compile_commands ? read_database(load, files, count)
                                              : read_files(load, files, count);
  load->times->read += processor_seconds() - start;
  Program *p = good ? make_program(load) : NULL;
  if (p && load->options->keep_llvm) {
    LLVMContextSetDiagnosticHandler(load->context, NULL, NULL);
    return p;
  }
  if (load->module) LLVMDisposeModule(load->module);
  LLVMContextDispose(load->context);
  return p;
}

Program *frontend_load(Arena *arena, const char **files, unsigned count,
                       const FrontendOptions *options, FrontendError *error,
                       FrontendTimes *times) {
  static const FrontendOptions defaults = {0};
  FrontendTimes unused = {0};
  Load load = {.arena = arena, .options = options ? options : &defaults, .error = error};
  load.times = times ? times : &unused;
  *load.times = (FrontendTimes){0};
  *error = (FrontendError){.message = "", .diagnostics = ""};
  if (!check_files(&load, files, count)) return NULL;
  if (count == 1 && kind_of(files[0]) == INPUT_IR && !load.options->compile_commands) {
    Program *p = read_text(&load, files[0]);
    return p && verify(&load, p, files[0]) ? p : NULL;
  }
  return load_module(&load, files, count);
}

void frontend_release(FrontendLlvm *llvm) {
  if (llvm->models) LLVMDisposeModule(llvm->models);
  if (llvm->module) LLVMDisposeModule(llvm->module);
  if (llvm->context) LLVMContextDispose(llvm->context);
  *llvm = (FrontendLlvm){0};
}
