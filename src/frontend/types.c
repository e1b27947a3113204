/* LLVM types as lists of scalars with their places in memory. */
#include "frontend/lower.h"

/* Clang never makes first-class values that long; whoever does gets an opaque value. */
enum { MAX_LANES = 4096, MAX_INT_BITS = 128 };

static void add_lane(Lower *l, Layout *layout, Type type, uint64_t offset) {
  layout->lanes[layout->count++] = (Lane){type, offset};
}

static uint32_t wide_int_lanes(unsigned bits) { return (bits + 63) / 64; }

/* An integer too wide for one value is moved around in pieces. */
static void add_wide_int(Lower *l, Layout *layout, unsigned bits, uint64_t offset) {
  layout->exotic = true;
  for (unsigned done = 0; done < bits; done += 64)
    add_lane(l, layout, type_int(bits - done < 64 ? bits - done : 64), offset + done / 8);
}

static void add_int(Lower *l, Layout *layout, LLVMTypeRef type, uint64_t offset) {
  unsigned bits = LLVMGetIntTypeWidth(type);
  if (bits <= MAX_INT_BITS)
    add_lane(l, layout, type_int(bits), offset);
  else
    add_wide_int(l, layout, bits, offset);
}

static void add_exotic(Lower *l, Layout *layout, unsigned bits, uint64_t offset) {
  layout->exotic = true;
  add_lane(l, layout, type_int(bits), offset);
}

static void add_type(Lower *l, Layout *layout, LLVMTypeRef type, uint64_t offset);

static void add_struct(Lower *l, Layout *layout, LLVMTypeRef type, uint64_t offset) {
  unsigned count = LLVMCountStructElementTypes(type);
  for (unsigned i = 0; i < count && layout->known; i++)
    add_type(l, layout, LLVMStructGetTypeAtIndex(type, i),
             offset + LLVMOffsetOfElement(l->layout, type, i));
}

static void add_array(Lower *l, Layout *layout, LLVMTypeRef type, uint64_t offset) {
  LLVMTypeRef element = LLVMGetElementType(type);
  uint64_t step = type_size(l, element), count = LLVMGetArrayLength2(type);
  for (uint64_t i = 0; i < count && layout->known; i++)
    add_type(l, layout, element, offset + i * step);
}

static void add_vector(Lower *l, Layout *layout, LLVMTypeRef type, uint64_t offset) {
  LLVMTypeRef element = LLVMGetElementType(type);
  uint64_t bits = LLVMSizeOfTypeInBits(l->layout, element);
  unsigned count = LLVMGetVectorSize(type);
  if (bits % 8) layout->bit_packed = true;
  for (unsigned i = 0; i < count && layout->known; i++)
    add_type(l, layout, element, offset + i * bits / 8);
}

static void add_type(Lower *l, Layout *layout, LLVMTypeRef type, uint64_t offset) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: add_int(l, layout, type, offset); break;
  case LLVMPointerTypeKind: add_lane(l, layout, type_ptr(), offset); break;
  case LLVMFloatTypeKind: add_lane(l, layout, type_float(32), offset); break;
  case LLVMDoubleTypeKind: add_lane(l, layout, type_float(64), offset); break;
  case LLVMX86_FP80TypeKind: add_lane(l, layout, type_float(80), offset); break;
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind: add_exotic(l, layout, 16, offset); break;
  case LLVMFP128TypeKind:
  case LLVMPPC_FP128TypeKind: add_exotic(l, layout, 128, offset); break;
  case LLVMStructTypeKind: add_struct(l, layout, type, offset); break;
  case LLVMArrayTypeKind: add_array(l, layout, type, offset); break;
  case LLVMVectorTypeKind: add_vector(l, layout, type, offset); break;
  default: layout->known = false; break;
  }
}

/* How many lanes; more than MAX_LANES stands for "too many or none at all". */
static uint64_t count_lanes(Lower *l, LLVMTypeRef type) {
  uint64_t count = 0;
  switch (LLVMGetTypeKind(type)) {
  case LLVMVoidTypeKind: return 0;
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type) <= MAX_INT_BITS
             ? 1
             : wide_int_lanes(LLVMGetIntTypeWidth(type));
  case LLVMStructTypeKind:
    if (LLVMIsOpaqueStruct(type)) return MAX_LANES + 1;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      count += count_lanes(l, LLVMStructGetTypeAtIndex(type, i));
    return count;
  case LLVMArrayTypeKind:
    count = LLVMGetArrayLength2(type);
    if (count > MAX_LANES) return MAX_LANES + 1;
    return count ? count * count_lanes(l, LLVMGetElementType(type)) : 0;
  case LLVMVectorTypeKind:
    return LLVMGetVectorSize(type) * count_lanes(l, LLVMGetElementType(type));
  case LLVMPointerTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMX86_FP80TypeKind:
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
  case LLVMFP128TypeKind:
  case LLVMPPC_FP128TypeKind: return 1;
  default: return MAX_LANES + 1;
  }
}

static bool type_is_sized(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind != LLVMVoidTypeKind && LLVMTypeIsSized(type);
}

static Layout *make_layout(Lower *l, LLVMTypeRef type) {
  Layout *layout = arena_new_object(l->arena, Layout);
  if (type_is_sized(type)) {
    layout->size = LLVMABISizeOfType(l->layout, type);
    layout->align = LLVMABIAlignmentOfType(l->layout, type);
  }
  uint64_t count = count_lanes(l, type);
  layout->known = count <= MAX_LANES;
  if (!layout->known || !count) return layout;
  layout->lanes = arena_new_array(l->arena, Lane, count);
  add_type(l, layout, type, 0);
  return layout;
}

const Layout *type_layout(Lower *l, LLVMTypeRef type) {
  uint64_t *found = map_at(l->arena, &l->types, (uint64_t)(uintptr_t)type);
  if (*found) return (const Layout *)(uintptr_t)*found;
  Layout *layout = make_layout(l, type);
  map_set(l->arena, &l->types, (uint64_t)(uintptr_t)type, (uint64_t)(uintptr_t)layout);
  return layout;
}

Type type_scalar(Lower *l, LLVMTypeRef type) {
  const Layout *layout = type_layout(l, type);
  return layout->known && layout->count == 1 ? layout->lanes[0].type : type_void();
}

uint64_t type_size(Lower *l, LLVMTypeRef type) {
  return type_is_sized(type) ? LLVMABISizeOfType(l->layout, type) : 0;
}

bool type_lane_range(Lower *l, LLVMTypeRef type, const unsigned *path, unsigned count,
                     uint32_t *first, uint32_t *lanes) {
  *first = 0;
  if (!type_layout(l, type)->known) return false;
  for (unsigned i = 0; i < count; i++) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      for (unsigned k = 0; k < path[i]; k++)
        *first += type_layout(l, LLVMStructGetTypeAtIndex(type, k))->count;
      type = LLVMStructGetTypeAtIndex(type, path[i]);
    } else {
      type = LLVMGetElementType(type);
      *first += path[i] * type_layout(l, type)->count;
    }
  }
  *lanes = type_layout(l, type)->count;
  return true;
}
