/* See form.h. */
#include "ir/form.h"

#include <stdio.h>

static const OpForm forms[OP_COUNT] = {
  [OP_PARAM] = {WRITES_RESULT, 'x', "", SHAPE_PARAM},
  [OP_ADD] = {WRITES_RESULT, 'i', "tt"},
  [OP_SUB] = {WRITES_RESULT, 'i', "tt"},
  [OP_MUL] = {WRITES_RESULT, 'i', "tt"},
  [OP_UDIV] = {WRITES_RESULT, 'i', "tt"},
  [OP_SDIV] = {WRITES_RESULT, 'i', "tt"},
  [OP_UREM] = {WRITES_RESULT, 'i', "tt"},
  [OP_SREM] = {WRITES_RESULT, 'i', "tt"},
  [OP_AND] = {WRITES_RESULT, 'i', "tt"},
  [OP_OR] = {WRITES_RESULT, 'i', "tt"},
  [OP_XOR] = {WRITES_RESULT, 'i', "tt"},
  [OP_SHL] = {WRITES_RESULT, 'i', "tt"},
  [OP_LSHR] = {WRITES_RESULT, 'i', "tt"},
  [OP_ASHR] = {WRITES_RESULT, 'i', "tt"},
  [OP_ICMP] = {WRITES_FIRST, '1', "kt"},
  [OP_ZEXT] = {WRITES_RESULT, 'i', "i"},
  [OP_SEXT] = {WRITES_RESULT, 'i', "i"},
  [OP_TRUNC] = {WRITES_RESULT, 'i', "i"},
  [OP_BSWAP] = {WRITES_RESULT, 'i', "t"},
  [OP_BITREV] = {WRITES_RESULT, 'i', "t"},
  [OP_CTPOP] = {WRITES_RESULT, 'i', "t"},
  [OP_CTLZ] = {WRITES_RESULT, 'i', "t"},
  [OP_CTTZ] = {WRITES_RESULT, 'i', "t"},
  [OP_SELECT] = {WRITES_RESULT, 'x', "1tt"},
  [OP_FREEZE] = {WRITES_RESULT, 'x', "t"},
  [OP_PTRTOINT] = {WRITES_RESULT, 'i', "p"},
  [OP_INTTOPTR] = {WRITES_NONE, 'p', "n"},
  [OP_BITCAST] = {WRITES_RESULT, 'x', "x"},
  [OP_ADDR] = {WRITES_NONE, 'p', "p*n", SHAPE_ADDR},
  [OP_FADD] = {WRITES_RESULT, 'f', "tt"},
  [OP_FSUB] = {WRITES_RESULT, 'f', "tt"},
  [OP_FMUL] = {WRITES_RESULT, 'f', "tt"},
  [OP_FDIV] = {WRITES_RESULT, 'f', "tt"},
  [OP_FREM] = {WRITES_RESULT, 'f', "tt"},
  [OP_FNEG] = {WRITES_RESULT, 'f', "t"},
  [OP_FCMP] = {WRITES_FIRST, '1', "ft"},
  [OP_FPTOSI] = {WRITES_RESULT, 'i', "f"},
  [OP_FPTOUI] = {WRITES_RESULT, 'i', "f"},
  [OP_SITOFP] = {WRITES_RESULT, 'f', "i"},
  [OP_UITOFP] = {WRITES_RESULT, 'f', "i"},
  [OP_FPCAST] = {WRITES_RESULT, 'f', "f"},
  [OP_MATH] = {WRITES_RESULT, 'x', "*x", SHAPE_TEXT},
  [OP_PHI] = {WRITES_RESULT, 'x', "*t", SHAPE_PHI},
  [OP_PART] = {WRITES_RESULT, 'x', "x", SHAPE_PART},
  [OP_ALLOCA] = {WRITES_NONE, 'p', "n", SHAPE_ALLOCA},
  [OP_SCOPE_BEGIN] = {WRITES_NONE, 'v', "p"},
  [OP_SCOPE_END] = {WRITES_NONE, 'v', "p"},
  [OP_STACK_SAVE] = {WRITES_NONE, 'p', ""},
  [OP_STACK_RESTORE] = {WRITES_NONE, 'v', "p"},
  [OP_VARARGS] = {WRITES_NONE, 'p', ""},
  [OP_ALLOC] = {WRITES_NONE, 'p', "n?n"},
  [OP_REALLOC] = {WRITES_NONE, 'p', "pn"},
  [OP_FREE] = {WRITES_NONE, 'v', "p"},
  [OP_LOAD] = {WRITES_RESULT, 'x', "p"},
  [OP_STORE] = {WRITES_FIRST, 'v', "xp"},
  [OP_COPY] = {WRITES_NONE, 'v', "ppn"},
  [OP_MOVE] = {WRITES_NONE, 'v', "ppn"},
  [OP_FILL] = {WRITES_NONE, 'v', "pcn"},
  [OP_OBJSIZE] = {WRITES_RESULT, 'i', "p"},
  [OP_KILL] = {WRITES_NONE, 'v', "p"},
  [OP_FMTFLOAT] = {WRITES_RESULT, 'i', "pnfp"},
  [OP_INPUT] = {WRITES_RESULT, 'x', "", SHAPE_TEXT},
  [OP_OUTPUT] = {WRITES_NONE, 'v', "wpn"},
  [OP_ASSUME] = {WRITES_NONE, 'v', "1"},
  [OP_HOLD] = {WRITES_NONE, 'v', "*x"},
  [OP_CALL] = {WRITES_RESULT, 'y', "p*x", SHAPE_CALL},
  [OP_OPAQUE] = {WRITES_RESULT, 'y', "*x", SHAPE_TEXT},
  [OP_BR] = {WRITES_NONE, 'v', "", SHAPE_JUMP},
  [OP_CBR] = {WRITES_NONE, 'v', "1", SHAPE_JUMP},
  [OP_SWITCH] = {WRITES_FIRST, 'v', "i*t", SHAPE_SWITCH},
  [OP_RET] = {WRITES_NONE, 'v', "*r"},
  [OP_EXIT] = {WRITES_NONE, 'v', "w"},
  [OP_ABORT] = {WRITES_NONE, 'v', "", SHAPE_TEXT},
  [OP_UNREACHABLE] = {WRITES_NONE, 'v', ""},
};

const OpForm *form_of(Op op) { return &forms[op]; }

char form_operand(const OpForm *form, uint32_t n) {
  const char *kind = form->operands;
  for (; *kind; kind++) {
    if (*kind == '*') return kind[1];
    if (*kind == '?') continue;
    if (n-- == 0) return *kind;
  }
  return 0;
}

bool form_count_fits(const OpForm *form, uint32_t count) {
  uint32_t least = 0, most = 0;
  bool optional = false;
  for (const char *kind = form->operands; *kind; kind++) {
    if (*kind == '*') return count >= least;
    if (*kind == '?') {
      optional = true;
      continue;
    }
    most++;
    if (!optional) least++;
  }
  return least <= count && count <= most;
}

bool form_kind_fits(char kind, Type type, Type written) {
  switch (kind) {
  case 'v': return type_is_void(type);
  case '1': return type_eq(type, type_int(1));
  case 'p': return type_is_ptr(type);
  case 'i':
  case 'n':
  case 'c':
  case 'w': return type_is_int(type);
  case 'f': return type_is_float(type);
  case 'k': return type_is_int(type) || type_is_ptr(type);
  case 'x': return !type_is_void(type);
  case 't': return type_eq(type, written) && !type_is_void(type);
  case 'y':
  case 'r': return true;
  default: return false;
  }
}

const char *form_kind_text(char kind) {
  switch (kind) {
  case 'v': return "nothing";
  case '1': return "an i1";
  case 'p': return "a pointer";
  case 'i':
  case 'n':
  case 'c':
  case 'w': return "an integer";
  case 'f': return "a float";
  case 'k': return "an integer or a pointer";
  case 't': return "the same type";
  default: return "a value";
  }
}

Type form_constant_type(const Program *p, const OpForm *form, uint32_t n, Type written,
                        const Function *function) {
  if (n == 0 && form->written == WRITES_FIRST) return written;
  switch (form_operand(form, n)) {
  case '1': return type_int(1);
  case 'p': return type_ptr();
  case 'n': return type_int(p->ptr_bits);
  case 'c': return type_int(8);
  case 'w': return type_int(32);
  case 't': return written;
  case 'r':
    return function && n < function->results.len ? function->results.data[n]
                                                 : type_void();
  default: return type_void();
  }
}

static const char *flag_name(const char *const *names, unsigned count, unsigned bit) {
  return bit < count ? names[bit] : NULL;
}
#define FLAG_NAME(names, bit) flag_name((names), sizeof(names) / sizeof *(names), (bit))

const char *form_inst_flag(unsigned bit) {
  static const char *const names[] = {"nsw",    "zero",    "static", "volatile",
                                      "scalar", "nocheck", "unknown"};
  return FLAG_NAME(names, bit);
}

const char *form_function_flag(unsigned bit) {
  static const char *const names[] = {"extern", "variadic", "model", "noreturn",
                                      "addresstaken", "liveslonger"};
  return FLAG_NAME(names, bit);
}

const char *form_global_flag(unsigned bit) {
  static const char *const names[] = {"const", "extern", "string", "model",
                                      "localstatic"};
  return FLAG_NAME(names, bit);
}

const char *form_type_text(Type type, char buffer[16]) {
  unsigned bits = type.code & 0xfffu;
  switch (type_kind(type)) {
  case TYPE_VOID: return bits ? "void?" : "void";
  case TYPE_PTR: return bits ? "ptr?" : "ptr";
  case TYPE_INT: snprintf(buffer, 16, "i%u", bits); return buffer;
  case TYPE_FLOAT: snprintf(buffer, 16, "f%u", bits); return buffer;
  default: return "type?";
  }
}

bool form_bare_name(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!form_bare_char(text[i])) return false;
  return length > 0;
}
