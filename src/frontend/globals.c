/* Global variables and their initial bytes. */
#include <stdio.h>
#include <string.h>

#include "frontend/lower.h"

/* What an object of unknown size elsewhere is taken to have. */
enum { UNKNOWN_SIZE = 1 << 20 };

static uint64_t key_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

/* ---- names ---- */

bool symbol_in_models(Lower *l, LLVMValueRef v) {
  return l->models && LLVMGetGlobalParent(v) == l->models;
}

Sym symbol_unique(Lower *l, const char *name, bool model) {
  char text[1024];
  const char *base = name && *name ? name : "global";
  Sym sym = intern_string(l->p->names, base);
  for (unsigned i = 0; map_has(&l->symbols, sym.id); i++) {
    if (i == 0 && model)
      snprintf(text, sizeof text, "%s.model", base);
    else
      snprintf(text, sizeof text, "%s.%u", base, i + 1);
    sym = intern_string(l->p->names, text);
  }
  map_set(l->arena, &l->symbols, sym.id, 1);
  return sym;
}

/* ---- kinds ---- */

/* A static local is named function.variable. */
static bool is_local_static(LLVMValueRef global, const char *name) {
  char function[512];
  const char *dot = strchr(name, '.');
  size_t length = dot ? (size_t)(dot - name) : 0;
  if (!length || length >= sizeof function) return false;
  if (LLVMGetLinkage(global) != LLVMInternalLinkage) return false;
  memcpy(function, name, length);
  function[length] = 0;
  return LLVMGetNamedFunction(LLVMGetGlobalParent(global), function) != NULL;
}

static bool is_string_literal(LLVMValueRef global) {
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  if (LLVMGetLinkage(global) != LLVMPrivateLinkage || !LLVMIsGlobalConstant(global) ||
      LLVMGetTypeKind(type) != LLVMArrayTypeKind)
    return false;
  const char *name = LLVMGetValueName(global);
  return !strncmp(name, ".str", 4) || !strncmp(name, "__func__.", 9) ||
         !strncmp(name, "__FUNCTION__.", 13) ||
         !strncmp(name, "__PRETTY_FUNCTION__.", 20);
}

static uint32_t flags_of(Lower *l, LLVMValueRef global) {
  uint32_t flags = 0;
  if (LLVMIsGlobalConstant(global)) flags |= GLOB_CONST;
  if (LLVMIsDeclaration(global)) flags |= GLOB_EXTERN;
  if (is_string_literal(global)) flags |= GLOB_STRING;
  if (symbol_in_models(l, global)) flags |= GLOB_MODEL;
  if (is_local_static(global, LLVMGetValueName(global))) flags |= GLOB_LOCAL_STATIC;
  return flags;
}

static bool is_incomplete(LLVMTypeRef type) {
  return !LLVMTypeIsSized(type) ||
         (LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetArrayLength2(type) == 0);
}

/* A null array is a flexible tail or `int a[];`, unknown only when defined elsewhere. */
static uint64_t size_of(Lower *l, LLVMValueRef global, const char *name) {
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  if (!LLVMIsDeclaration(global) || !is_incomplete(type)) return type_size(l, type);
  lower_assume(l, "object %s is defined elsewhere and at least %d bytes long", name,
               UNKNOWN_SIZE);
  return UNKNOWN_SIZE;
}

static uint32_t align_of(Lower *l, LLVMValueRef global) {
  uint32_t align = LLVMGetAlignment(global);
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  if (!align && LLVMTypeIsSized(type)) align = LLVMABIAlignmentOfType(l->layout, type);
  return align ? align : 1;
}

/* ---- declaring ---- */

Glob global_of(Lower *l, LLVMValueRef given) {
  uint64_t *found = map_find(&l->globals, key_of(given));
  if (found) return (Glob){(uint32_t)*found - 1};
  LLVMValueRef global = symbol_resolve(l, given);
  if (global != given) {
    Glob behind = global_of(l, global);
    map_set(l->arena, &l->globals, key_of(given), behind.id + 1);
    return behind;
  }
  const char *name = LLVMGetValueName(global);
  Global made = {.flags = flags_of(l, global), .size = size_of(l, global, name)};
  made.name = symbol_unique(l, name, made.flags & GLOB_MODEL);
  made.align = align_of(l, global);
  made.pos = position_of_global(l, global);
  Glob id = build_global(l->p, made);
  map_set(l->arena, &l->globals, key_of(given), id.id + 1);
  if (l->options->keep_llvm) {
    vec_resize(l->arena, &l->p->llvm_globals, id.id + 1);
    l->p->llvm_globals.data[id.id] = global;
  }
  if (!(made.flags & GLOB_EXTERN)) vec_push(l->arena, &l->global_queue, global);
  return id;
}

/* ---- initial bytes ---- */

typedef struct Image {
  Lower *l;
  Global *global; /* bytes and relocations are added to it */
  uint8_t *bytes;
  bool failed;
} Image;

static void write_bits(Image *image, uint64_t offset, uint64_t lo, uint64_t hi,
                       unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) {
    uint64_t word = i < 8 ? lo : hi;
    if (offset + i < image->global->size)
      image->bytes[offset + i] = (uint8_t)(word >> (i % 8 * 8));
  }
}

static void write_address(Image *image, uint64_t offset, LLVMValueRef c) {
  Lower *l = image->l;
  Fold f = constant_fold(l, c);
  unsigned bytes = (unsigned)(LLVMSizeOfTypeInBits(l->layout, LLVMTypeOf(c)) + 7) / 8;
  Reloc reloc = {.offset = offset};
  switch (f.kind) {
  case FOLD_NONE: image->failed = true; return;
  case FOLD_INT: write_bits(image, offset, f.lo, f.hi, bytes); return;
  case FOLD_GLOBAL:
    reloc.target = build_global_addr(l->p, (Glob){f.index}, (int64_t)f.lo, type_ptr());
    break;
  case FOLD_FUNC: reloc.target = build_func_addr(l->p, (Fn){f.index}, type_ptr()); break;
  }
  if (bytes * 8 != l->p->ptr_bits)
    image->failed = true;
  else
    vec_push(l->arena, &image->global->relocs, reloc);
}

static void write_constant(Image *image, uint64_t offset, LLVMValueRef c);

static void write_struct(Image *image, uint64_t offset, LLVMValueRef c) {
  LLVMTypeRef type = LLVMTypeOf(c);
  unsigned count = LLVMCountStructElementTypes(type);
  for (unsigned i = 0; i < count; i++)
    write_constant(image, offset + LLVMOffsetOfElement(image->l->layout, type, i),
                   LLVMGetAggregateElement(c, i));
}

static uint64_t element_step(Lower *l, LLVMTypeRef type) {
  LLVMTypeRef element = LLVMGetElementType(type);
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    return LLVMSizeOfTypeInBits(l->layout, element) / 8;
  return type_size(l, element);
}

static void write_elements(Image *image, uint64_t offset, LLVMValueRef c) {
  LLVMTypeRef type = LLVMTypeOf(c);
  uint64_t step = element_step(image->l, type);
  bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  uint64_t count = vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
  if (!step && count) image->failed = image->failed || vector;
  for (uint64_t i = 0; i < count; i++)
    write_constant(image, offset + i * step, LLVMGetAggregateElement(c, (unsigned)i));
}

static void write_data(Image *image, uint64_t offset, LLVMValueRef c) {
  if (LLVMIsAConstantDataArray(c) && LLVMIsConstantString(c)) {
    size_t length;
    const char *text = LLVMGetAsString(c, &length);
    if (offset + length <= image->global->size)
      memcpy(image->bytes + offset, text, length);
    return;
  }
  write_elements(image, offset, c);
}

static void write_wide(Image *image, uint64_t offset, LLVMValueRef c, uint64_t bits) {
  unsigned count = (unsigned)(bits + 63) / 64;
  uint64_t *words = arena_new_array(image->l->arena, uint64_t, count);
  if (!constant_words(c, words, count)) image->failed = true;
  for (unsigned i = 0; i < count; i++) {
    uint64_t left = bits - i * 64;
    write_bits(image, offset + i * 8, words[i], 0,
               left < 64 ? (unsigned)(left + 7) / 8 : 8);
  }
}

static void write_number(Image *image, uint64_t offset, LLVMValueRef c) {
  uint64_t lo, hi = 0;
  uint64_t bits = LLVMSizeOfTypeInBits(image->l->layout, LLVMTypeOf(c));
  if (bits <= 128 && constant_bits(c, &lo, &hi))
    write_bits(image, offset, lo, hi, (unsigned)(bits + 7) / 8);
  else if (bits > 128)
    write_wide(image, offset, c, bits);
  else
    image->failed = true;
}

static void write_constant(Image *image, uint64_t offset, LLVMValueRef c) {
  if (!c) {
    image->failed = true;
    return;
  }
  if (LLVMIsNull(c) || LLVMIsUndef(c)) return;
  switch (LLVMGetValueKind(c)) {
  case LLVMConstantIntValueKind:
  case LLVMConstantFPValueKind: write_number(image, offset, c); break;
  case LLVMConstantDataArrayValueKind:
  case LLVMConstantDataVectorValueKind: write_data(image, offset, c); break;
  case LLVMConstantStructValueKind: write_struct(image, offset, c); break;
  case LLVMConstantArrayValueKind:
  case LLVMConstantVectorValueKind: write_elements(image, offset, c); break;
  default: write_address(image, offset, c); break;
  }
}

static void fill(Lower *l, LLVMValueRef global) {
  Glob id = global_of(l, global);
  LLVMValueRef value = LLVMGetInitializer(global);
  Global made = *ir_global(l->p, id);
  if (!value || LLVMIsNull(value) || !made.size) return;
  Image image = {.l = l, .global = &made};
  image.bytes = arena_zalloc(l->arena, made.size);
  write_constant(&image, 0, value);
  made.bytes = image.bytes;
  if (image.failed) {
    made.bytes = NULL;
    made.flags |= GLOB_EXTERN;
    vec_clear(&made.relocs);
    lower_assume(l, "the initial value of %s is not known", ir_text(l->p, made.name));
  }
  l->p->globals.data[id.id] = made;
}

void globals_fill(Lower *l) {
  while (l->global_next < l->global_queue.len)
    fill(l, l->global_queue.data[l->global_next++]);
}
