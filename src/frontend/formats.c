/* Formats that a program is sure not to use. What printf and scanf do with %n, with
 * arguments by number, with wide characters and with blocks of their own goes through
 * pointers that an analysis without the format's text has to take for anything. Where
 * all formats of a family are texts that ask for none of it, the calls that do it are
 * taken out of the models.
 *
 * requires: the user's module and the models it reaches, linked.  keeps: what every run
 * of the program does. */
#include <string.h>

#include "frontend/lower.h"

typedef enum Family { PRINT, SCAN, FAMILIES } Family;

typedef struct FormatFunction {
  const char *name;
  unsigned argument;
  Family family;
} FormatFunction;

static const FormatFunction functions[] = {
#define FORMAT(name, argument, family) {name, argument, family},
#include "frontend/formats.def"
#undef FORMAT
};

/* What does all of a family's work, and calls in it for what is rare. */
static const struct {
  const char *work;
  const char *rare[3];
} families[FAMILIES] = {
  [PRINT] = {"__belay_format", {"__belay_format_count", "__belay_format_numbered"}},
  [SCAN] = {"__belay_scan",
            {"__belay_scan_allocated", "__belay_scan_numbered", "__belay_scan_wide"}},
};

typedef struct Formats {
  Arena *arena;
  const FrontendOptions *options;
  LLVMModuleRef user, models;
  Family family;
  Map asked; /* value -> 1: it is known, or being asked */
} Formats;

static uint64_t key_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

/* ---- texts ---- */

/* What may stand between % and the letter of a conversion. */
static const char *const between[FAMILIES] = {
  [PRINT] = "-+ #'I0123456789.*hlqjzZtL",
  [SCAN] = "*'I0123456789mhlqjzZtL",
};

static bool is_rare(Family family, const char *spec, size_t length) {
  char letter = spec[length];
  if (letter == '$' || (letter == '%' && length > 0)) return true;
  if (family == PRINT) return letter == 'n';
  bool wide = memchr(spec, 'l', length) && strchr("cs[", letter);
  return wide || letter == 'C' || letter == 'S' || memchr(spec, 'm', length);
}

static bool text_is_plain(Family family, const char *text) {
  for (const char *at = strchr(text, '%'); at; at = strchr(at, '%')) {
    size_t length = strspn(at + 1, between[family]);
    if (!at[1 + length]) return true;
    if (is_rare(family, at + 1, length)) return false;
    at += 2 + length;
  }
  return true;
}

/* ---- where formats come from ---- */

static bool is_plain(Formats *s, LLVMValueRef format);

static bool global_is_plain(const Formats *s, LLVMValueRef global) {
  LLVMValueRef text = LLVMGetInitializer(global);
  bool fixed = LLVMIsGlobalConstant(global) && text &&
               (LLVMGetLinkage(global) == LLVMInternalLinkage ||
                LLVMGetLinkage(global) == LLVMPrivateLinkage);
  if (!fixed) return false;
  if (LLVMIsAConstantAggregateZero(text)) return true;
  if (!LLVMIsAConstantDataArray(text) || !LLVMIsConstantString(text)) return false;
  size_t length;
  const char *bytes = LLVMGetAsString(text, &length);
  return text_is_plain(s->family, arena_strndup(s->arena, bytes, length));
}

/* Whether every call of the function is one of this program's. */
static bool calls_are_known(const Formats *s, LLVMValueRef function) {
  if (LLVMGetLinkage(function) == LLVMInternalLinkage) return true;
  const char *name = LLVMGetValueName(function);
  const char *entry = s->options->entry ? s->options->entry : "main";
  return !s->options->open && strcmp(name, entry) != 0;
}

static unsigned number_of_param(LLVMValueRef function, LLVMValueRef param) {
  unsigned i = 0;
  while (LLVMGetParam(function, i) != param) i++;
  return i;
}

/* Whether all uses of the function are calls with a plain format as this argument. */
static bool calls_are_plain(Formats *s, LLVMValueRef function, unsigned argument) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function) return false;
    if (argument >= LLVMGetNumArgOperands(call)) return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
      if (LLVMGetOperand(call, i) == function) return false;
    if (!is_plain(s, LLVMGetOperand(call, argument))) return false;
  }
  return true;
}

static bool param_is_plain(Formats *s, LLVMValueRef param) {
  LLVMValueRef function = LLVMGetParamParent(param);
  return calls_are_known(s, function) &&
         calls_are_plain(s, function, number_of_param(function, param));
}

static bool phi_is_plain(Formats *s, LLVMValueRef phi) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    if (!is_plain(s, LLVMGetIncomingValue(phi, i))) return false;
  return true;
}

static bool is_plain(Formats *s, LLVMValueRef format) {
  if (map_has(&s->asked, key_of(format))) return true;
  map_set(s->arena, &s->asked, key_of(format), 1);
  if (LLVMIsAGlobalVariable(format)) return global_is_plain(s, format);
  if (LLVMIsAArgument(format)) return param_is_plain(s, format);
  if (LLVMIsAPHINode(format)) return phi_is_plain(s, format);
  return LLVMIsASelectInst(format) && is_plain(s, LLVMGetOperand(format, 1)) &&
         is_plain(s, LLVMGetOperand(format, 2));
}

/* ---- which functions of the models format ---- */

static const FormatFunction *format_function(const char *name) {
  if (!strncmp(name, "__isoc99_", 9) || !strncmp(name, "__isoc23_", 9)) name += 9;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp(functions[i].name, name)) return &functions[i];
  return NULL;
}

/* A function of the models that does the family's work: how the program uses it. */
static bool uses_are_plain(Formats *s, LLVMValueRef model) {
  LLVMValueRef function = LLVMGetNamedFunction(s->user, LLVMGetValueName(model));
  if (!function || !LLVMGetFirstUse(function)) return true;
  if (!LLVMIsDeclaration(function) &&
      LLVMGetLinkage(function) != LLVMAvailableExternallyLinkage)
    return true; /* another one */
  const FormatFunction *known = format_function(LLVMGetValueName(model));
  return known && known->family == s->family &&
         calls_are_plain(s, function, known->argument);
}

static bool family_is_plain(Formats *s) {
  LLVMValueRef work = LLVMGetNamedFunction(s->models, families[s->family].work);
  Map seen = {0};
  Vec(LLVMValueRef) todo = {0};
  if (!work) return false;
  vec_push(s->arena, &todo, work);
  while (todo.len) {
    LLVMValueRef function = vec_pop(&todo);
    if (map_has(&seen, key_of(function))) continue;
    map_set(s->arena, &seen, key_of(function), 1);
    if (!uses_are_plain(s, function)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (!LLVMIsAInstruction(user)) return false;
      vec_push(s->arena, &todo, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
    }
  }
  return true;
}

/* ---- the whole ---- */

static void remove_calls(LLVMModuleRef models, const char *name) {
  LLVMValueRef function = name ? LLVMGetNamedFunction(models, name) : NULL;
  LLVMUseRef next = function ? LLVMGetFirstUse(function) : NULL;
  while (next) {
    LLVMValueRef call = LLVMGetUser(next);
    next = LLVMGetNextUse(next);
    LLVMTypeRef type = LLVMTypeOf(call);
    if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
      LLVMReplaceAllUsesWith(call, LLVMConstNull(type));
    LLVMInstructionEraseFromParent(call);
  }
}

void formats_simplify(LLVMModuleRef user, LLVMModuleRef models,
                      const FrontendOptions *options) {
  for (Family family = 0; family < FAMILIES; family++) {
    Formats s = {arena_new(), options, user, models, family, {0}};
    if (family_is_plain(&s))
      for (size_t i = 0; i < 3; i++) remove_calls(models, families[family].rare[i]);
    arena_free(s.arena);
  }
}
