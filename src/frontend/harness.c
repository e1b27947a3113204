/* See harness.h. Numbers among the arguments are inputs under the parameter's name;
 * pointers and the content of globals come from models/lazy.c, which goes by the tables
 * of given_types.c. */
#include "frontend/harness.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "frontend/given_types.h"
#include "frontend/reached_globals.h"

typedef struct Maker {
  Arena *arena;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  const FrontendOptions *options;
  Harness *harness;
  LLVMValueRef function; /* that was asked for */
  LLVMBuilderRef b;
  LLVMTypeRef number, ptr, nothing;
  GivenTypes types;
  Vec(LLVMValueRef) args;
  const char *error;
} Maker;

static void assume(Maker *m, const char *text) {
  vec_push(m->arena, &m->harness->assumptions, text);
}

/* ---- calls of the model ---- */

static LLVMValueRef declared(Maker *m, const char *name, LLVMTypeRef type) {
  LLVMValueRef function = LLVMGetNamedFunction(m->module, name);
  return function ? function : LLVMAddFunction(m->module, name, type);
}

static LLVMValueRef call(Maker *m, const char *name, LLVMTypeRef result,
                         LLVMValueRef *args, unsigned count) {
  LLVMTypeRef params[2];
  for (unsigned i = 0; i < count; i++) params[i] = LLVMTypeOf(args[i]);
  LLVMTypeRef type = LLVMFunctionType(result, params, count, false);
  return LLVMBuildCall2(m->b, type, declared(m, name, type), args, count, "");
}

static LLVMValueRef number(Maker *m, uint32_t value) {
  return LLVMConstInt(m->number, value, false);
}

static void fill(Maker *m, LLVMValueRef memory, uint32_t type) {
  call(m, "__belay_lazy_fill", m->nothing, (LLVMValueRef[]){memory, number(m, type)}, 2);
}

/* Any value of a scalar type, an input with that name. */
static LLVMValueRef input(Maker *m, LLVMTypeRef type, const char *name) {
  char *shape = LLVMPrintTypeToString(type);
  const char *function = arena_printf(m->arena, "__belay_input_%s", shape);
  LLVMDisposeMessage(shape);
  LLVMValueRef text = LLVMBuildGlobalString(m->b, name, "__belay_name");
  LLVMSetGlobalConstant(text, true);
  return call(m, function, type, &text, 1);
}

/* ---- arguments ---- */

static bool has_attribute(LLVMValueRef function, unsigned param, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(function, param + 1, kind) != NULL;
}

static LLVMTypeRef attribute_type(LLVMValueRef function, unsigned param,
                                  const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetTypeAttributeValue(
    LLVMGetEnumAttributeAtIndex(function, param + 1, kind));
}

static const char *param_name(Maker *m, unsigned n) {
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetParam(m->function, n), &length);
  return length ? arena_strndup(m->arena, name, strcspn(name, "."))
                : arena_printf(m->arena, "argument %u", n + 1);
}

static const char *plural(Maker *m, uint32_t type) {
  unsigned count = m->options->pointed_elements ? m->options->pointed_elements : 1;
  const char *text =
    debug_type_text(m->arena, m->context, m->types.types.data[type].node);
  if (count == 1) return arena_printf(m->arena, "at least one %s", text);
  return arena_printf(m->arena, "an array of at least %u %s", count, text);
}

/* What a pointer to the type points to, in words. */
static const char *pointee_text(Maker *m, uint32_t type) {
  switch (m->types.types.data[type].kind) {
  case GIVEN_UNKNOWN: return "memory of unknown size";
  case GIVEN_TEXT: return "a string of at most 4096 characters";
  case GIVEN_FUNCTION: return "an unknown function";
  default: return plural(m, type);
  }
}

static void assume_pointer(Maker *m, const char *name, uint32_t type) {
  assume(m, arena_printf(m->arena, "%s %spoints to %s", name,
                         m->options->null_arguments ? "is null or " : "",
                         pointee_text(m, type)));
}

static LLVMValueRef pointer_argument(Maker *m, unsigned param, DebugNode pointee) {
  uint32_t type = given_type(&m->types, pointee);
  assume_pointer(m, param_name(m, param), type);
  LLVMValueRef args[] = {number(m, type), number(m, m->options->null_arguments)};
  return call(m, "__belay_lazy_argument", m->ptr, args, 2);
}

/* A struct as the calling convention hands it over: in memory, or piece by piece. */
static unsigned struct_argument(Maker *m, unsigned param, const DebugType *type) {
  LLVMTypeRef bytes = LLVMArrayType2(LLVMInt8TypeInContext(m->context), type->size);
  LLVMValueRef memory = LLVMBuildAlloca(m->b, bytes, "");
  LLVMSetAlignment(memory, 16);
  fill(m, memory, given_type(&m->types, type->node));
  if (has_attribute(m->function, param, "byval")) {
    vec_push(m->arena, &m->args, memory);
    return 1;
  }
  unsigned taken = 0, left = LLVMCountParams(m->function) - param;
  for (uint64_t offset = 0; offset < type->size && taken < left; taken++) {
    LLVMTypeRef piece = LLVMTypeOf(LLVMGetParam(m->function, param + taken));
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(m->context), offset, false);
    LLVMValueRef at =
      LLVMBuildGEP2(m->b, LLVMInt8TypeInContext(m->context), memory, &index, 1, "");
    vec_push(m->arena, &m->args, LLVMBuildLoad2(m->b, piece, at, ""));
    uint64_t word = LLVMPointerSize(m->layout);
    offset = (offset + LLVMABISizeOfType(m->layout, piece) + word - 1) & ~(word - 1);
  }
  return taken;
}

static bool is_scalar(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
         kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind;
}

/* The argument (or several) for the parameter; how many it took. */
static unsigned argument(Maker *m, unsigned param, DebugNode node) {
  DebugType type = debug_type(m->arena, m->context, node);
  LLVMTypeRef shape = LLVMTypeOf(LLVMGetParam(m->function, param));
  bool record = type.kind == DEBUG_STRUCT || type.kind == DEBUG_UNION;
  if (record && type.size) return struct_argument(m, param, &type);
  if (LLVMGetTypeKind(shape) == LLVMPointerTypeKind)
    vec_push(m->arena, &m->args, pointer_argument(m, param, type.element));
  else if (is_scalar(shape))
    vec_push(m->arena, &m->args, input(m, shape, param_name(m, param)));
  else
    m->error = arena_printf(m->arena,
                            "parameter %u of '%s' is of a kind that --entry "
                            "cannot make",
                            param + 1, m->options->entry);
  return 1;
}

/* The memory for a struct that the function returns. */
static unsigned result_argument(Maker *m) {
  if (!LLVMCountParams(m->function) || !has_attribute(m->function, 0, "sret")) return 0;
  LLVMTypeRef type = attribute_type(m->function, 0, "sret");
  vec_push(m->arena, &m->args, LLVMBuildAlloca(m->b, type, ""));
  return 1;
}

static void make_arguments(Maker *m) {
  DebugNode *signature = NULL;
  uint32_t described = 0;
  debug_signature(m->arena, m->context, m->function, &signature, &described);
  unsigned count = LLVMCountParams(m->function), done = result_argument(m);
  for (uint32_t i = 1; done < count && !m->error; i++)
    done += argument(m, done, i < described ? signature[i] : NULL);
}

/* ---- globals ---- */

static void make_globals(Maker *m) {
  GlobalList globals = reached_globals(m->arena, m->function);
  VecChar names = {0};
  for (uint32_t i = 0; i < globals.len; i++) {
    LLVMValueRef global = globals.data[i];
    uint32_t type = given_type(&m->types, debug_type_of_global(m->context, global));
    const GivenType *given = &m->types.types.data[type];
    uint64_t size = LLVMABISizeOfType(m->layout, LLVMGlobalGetValueType(global));
    if (given->kind == GIVEN_UNKNOWN || given->size != size) {
      assume(m, arena_printf(m->arena, "%s has the value it starts with",
                             LLVMGetValueName(global)));
      continue;
    }
    fill(m, global, type);
    vec_printf(m->arena, &names, "%s%s", names.len ? ", " : "", LLVMGetValueName(global));
  }
  if (names.len)
    assume(
      m, arena_printf(m->arena, "%s: any value when the function is called", names.data));
}

/* ---- choices ---- */

static void add_choice(Maker *m, LLVMValueRef cases, uint32_t key, const char *name) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(cases));
  LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(m->context, function, "");
  LLVMPositionBuilderAtEnd(m->b, block);
  LLVMBuildRet(m->b, input(m, m->number, name));
  LLVMAddCase(cases, number(m, key), block);
}

/* int __belay_lazy_choice(int name): any number, under the name of a pointer's type. */
static void make_choice(Maker *m) {
  enum { NOT_NULL = 0x10000 }; /* LAZY_NOT_NULL of models/lazy.h */
  LLVMTypeRef type = LLVMFunctionType(m->number, &m->number, 1, false);
  LLVMValueRef function = declared(m, "__belay_lazy_choice", type);
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(m->context, function, "");
  LLVMBasicBlockRef other = LLVMAppendBasicBlockInContext(m->context, function, "");
  LLVMPositionBuilderAtEnd(m->b, other);
  LLVMSetCurrentDebugLocation2(m->b, NULL);
  LLVMBuildRet(m->b, input(m, m->number, "void *"));
  LLVMPositionBuilderAtEnd(m->b, entry);
  uint32_t count = m->types.types.len;
  LLVMValueRef cases = LLVMBuildSwitch(m->b, LLVMGetParam(function, 0), other, count);
  for (uint32_t i = 1; i < count; i++) {
    if (!m->types.types.data[i].node) continue;
    const char *pointee =
      debug_type_text(m->arena, m->context, m->types.types.data[i].node);
    const char *name = arena_printf(m->arena, "%s *", pointee);
    add_choice(m, cases, i, name);
    add_choice(m, cases, i + NOT_NULL, arena_printf(m->arena, "%s, not null", name));
  }
}

static void make_constant(Maker *m, const char *name, LLVMValueRef value) {
  LLVMValueRef global = LLVMAddGlobal(m->module, LLVMTypeOf(value), name);
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
}

static void make_tables(Maker *m) {
  unsigned elements = m->options->pointed_elements ? m->options->pointed_elements : 1;
  given_types_write(&m->types, m->module);
  make_constant(m, "__belay_lazy_elements", number(m, elements));
  make_constant(m, "__belay_lazy_sharing", number(m, !m->options->distinct_pointers));
  LLVMValueRef unknown = LLVMConstNull(m->ptr);
  if (m->types.any_function)
    unknown = declared(m, "__belay_unmodelled_callback",
                       LLVMFunctionType(m->nothing, NULL, 0, true));
  make_constant(m, "__belay_lazy_function", unknown);
}

/* ---- the function ---- */

static void assume_shapes(Maker *m) {
  for (uint32_t i = 1; i < m->types.types.len; i++) {
    const GivenType *type = &m->types.types.data[i];
    if (type->kind != GIVEN_POINTER) continue;
    m->harness->redeems = true;
    const char *text = debug_type_text(m->arena, m->context, type->node);
    assume(m, arena_printf(m->arena, "every %s in memory is null or points to %s", text,
                           pointee_text(m, type->first)));
  }
  assume(m, "memory that the function is given was allocated by malloc, and pointers to "
            "different types point to different blocks, not into variables");
  if (m->harness->redeems)
    assume(m, "the bytes of a pointer in that memory are not looked at as numbers");
  if (m->options->distinct_pointers)
    assume(m, "no two pointers that the function is given point to the same block");
}

static void set_position(Maker *m) {
  LLVMMetadataRef scope = LLVMGetSubprogram(m->function);
  if (!scope) return;
  unsigned line = LLVMDISubprogramGetLine(scope);
  LLVMSetCurrentDebugLocation2(
    m->b, LLVMDIBuilderCreateDebugLocation(m->context, line, 1, scope, NULL));
}

/* Keeps what the function returns from being a leak. */
static void keep_result(Maker *m, LLVMValueRef result) {
  LLVMTypeRef type = LLVMTypeOf(result);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
  LLVMValueRef place = LLVMAddGlobal(m->module, type, "__belay_result");
  LLVMSetInitializer(place, LLVMConstNull(type));
  LLVMBuildStore(m->b, result, place);
}

static void make_entry(Maker *m) {
  LLVMTypeRef type = LLVMFunctionType(m->number, NULL, 0, false);
  m->harness->entry = LLVMAddFunction(m->module, "__belay_entry", type);
  LLVMPositionBuilderAtEnd(
    m->b, LLVMAppendBasicBlockInContext(m->context, m->harness->entry, ""));
  set_position(m);
  make_globals(m);
  make_arguments(m);
  if (m->error) return;
  LLVMTypeRef signature = LLVMGlobalGetValueType(m->function);
  if (LLVMIsFunctionVarArg(signature))
    assume(m, "the function is called without variable arguments");
  keep_result(
    m, LLVMBuildCall2(m->b, signature, m->function, m->args.data, m->args.len, ""));
  LLVMBuildRet(m->b, number(m, 0));
  if (m->types.types.len > 1 || m->types.members.len) assume_shapes(m);
}

static bool is_needed(Maker *m) {
  return LLVMCountParams(m->function) || reached_globals(m->arena, m->function).len;
}

bool harness_build(Arena *arena, LLVMModuleRef module, const FrontendOptions *options,
                   Harness *harness, const char **error) {
  Maker m = {.arena = arena, .module = module, .options = options, .harness = harness};
  m.function = options->entry && strcmp(options->entry, "main")
                 ? LLVMGetNamedFunction(module, options->entry)
                 : NULL;
  if (!m.function || LLVMIsDeclaration(m.function) || !is_needed(&m)) return true;
  m.context = LLVMGetModuleContext(module);
  m.layout = LLVMGetModuleDataLayout(module);
  m.number = LLVMInt32TypeInContext(m.context);
  m.ptr = LLVMPointerTypeInContext(m.context, 0);
  m.nothing = LLVMVoidTypeInContext(m.context);
  m.b = LLVMCreateBuilderInContext(m.context);
  given_types_start(&m.types, arena, m.context);
  make_entry(&m);
  make_choice(&m);
  make_tables(&m);
  LLVMDisposeBuilder(m.b);
  *error = m.error;
  return !m.error;
}

/* ---- loads ---- */

static bool is_const_load(LLVMValueRef load) {
  LLVMValueRef from = LLVMGetOperand(load, 0);
  return LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from);
}

static void redeem(LLVMValueRef load, LLVMValueRef use, LLVMBuilderRef b) {
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(load));
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(load));
  LLVMTypeRef type = LLVMGlobalGetValueType(use);
  LLVMValueRef value =
    LLVMBuildCall2(b, type, use, (LLVMValueRef[]){LLVMGetUndef(LLVMTypeOf(load))}, 1, "");
  LLVMReplaceAllUsesWith(load, value);
  LLVMSetOperand(value, 0, load);
}

static void redeem_in(LLVMValueRef function, LLVMValueRef use, LLVMBuilderRef b) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block)) {
    LLVMValueRef next;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
      next = LLVMGetNextInstruction(i);
      bool pointer = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind;
      if (pointer && LLVMIsALoadInst(i) && !is_const_load(i)) redeem(i, use, b);
    }
  }
}

void harness_redeem_loads(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef ptr = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef type = LLVMFunctionType(ptr, &ptr, 1, false);
  LLVMValueRef use = LLVMGetNamedFunction(module, "__belay_lazy_use");
  if (!use) use = LLVMAddFunction(module, "__belay_lazy_use", type);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && strncmp(LLVMGetValueName(f), "__belay_lazy", 12))
      redeem_in(f, use, b);
  LLVMDisposeBuilder(b);
}
