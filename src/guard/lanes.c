/* Values that hold pointers: a pointer, or a small struct in registers, as C functions
 * return it. Every pointer in it is a *lane* with a referent of its own. */
#include "guard/pass.h"

Lanes lanes_of(Guard *g, LLVMTypeRef type) {
  Lanes lanes = {.whole = is_pointer_type(type)};
  if (lanes.whole) lanes.count = 1;
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return lanes;
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
    if (is_pointer_type(LLVMStructGetTypeAtIndex(type, i)) && lanes.count < MAX_LANES) {
      lanes.offset[lanes.count] = LLVMOffsetOfElement(g->layout, type, i);
      lanes.index[lanes.count++] = i;
    }
  return lanes;
}

/* Addresses have no more than 56 bits. */
static uint64_t lane_key(LLVMValueRef value, unsigned index) {
  return key_of(value) | (uint64_t)(index + 1) << 56;
}

void lane_remember(Guard *g, LLVMValueRef value, const Lanes *lanes, unsigned lane,
                   LLVMValueRef referent) {
  uint64_t key = lanes->whole ? key_of(value) : lane_key(value, lanes->index[lane]);
  map_set(g->arena, &g->referents, key, key_of(referent));
}

LLVMValueRef lane_pointer(Guard *g, LLVMValueRef value, const Lanes *lanes,
                          unsigned lane) {
  if (lanes->whole) return value;
  return LLVMBuildExtractValue(g->builder, value, lanes->index[lane], "");
}

LLVMValueRef lane_address(Guard *g, LLVMValueRef slot, const Lanes *lanes,
                          unsigned lane) {
  LLVMValueRef offset = const_word(g, lanes->offset[lane]);
  LLVMTypeRef byte = LLVMInt8TypeInContext(g->context);
  return LLVMBuildGEP2(g->builder, byte, slot, &offset, 1, "");
}

static LLVMValueRef of_loaded(Guard *g, LLVMValueRef load, unsigned index) {
  LLVMTypeRef type = LLVMTypeOf(load);
  Lanes lanes = {.count = 1, .offset = {LLVMOffsetOfElement(g->layout, type, index)}};
  builder_after(g, load);
  LLVMValueRef slot = lane_address(g, LLVMGetOperand(load, 0), &lanes, 0);
  return helper_call(g, "belay.get", &slot, 1);
}

static LLVMValueRef of_element(Guard *g, LLVMValueRef value, unsigned index,
                               LLVMValueRef at) {
  uint64_t *found = map_find(&g->referents, lane_key(value, index));
  if (found) return (LLVMValueRef)(uintptr_t)*found;
  if (LLVMIsALoadInst(value)) {
    LLVMValueRef made = of_loaded(g, value, index);
    map_set(g->arena, &g->referents, lane_key(value, index), key_of(made));
    return made;
  }
  if (LLVMIsAInsertValueInst(value) && LLVMGetNumIndices(value) == 1)
    return *LLVMGetIndices(value) == index
             ? referent_of(g, LLVMGetOperand(value, 1), at)
             : of_element(g, LLVMGetOperand(value, 0), index, at);
  return NULL;
}

LLVMValueRef lane_extracted(Guard *g, LLVMValueRef extract) {
  if (LLVMGetNumIndices(extract) != 1) return NULL;
  return of_element(g, LLVMGetOperand(extract, 0), *LLVMGetIndices(extract), extract);
}

LLVMValueRef lane_referent(Guard *g, LLVMValueRef value, const Lanes *lanes,
                           unsigned lane, LLVMValueRef at) {
  if (lanes->whole) return referent_of(g, value, at);
  LLVMValueRef found = of_element(g, value, lanes->index[lane], at);
  if (found) return found;
  builder_before(g, at);
  LLVMValueRef pointer = lane_pointer(g, value, lanes, lane);
  return helper_call(g, "belay_rt_origin_at", &pointer, 1);
}

/* ---- results: the value and the referents of its lanes ---- */

LLVMTypeRef lanes_result_type(Guard *g, LLVMTypeRef type, const Lanes *lanes) {
  LLVMTypeRef parts[1 + MAX_LANES] = {type};
  for (unsigned i = 0; i < lanes->count; i++) parts[1 + i] = g->i32;
  return lanes->count
           ? LLVMStructTypeInContext(g->context, parts, 1 + lanes->count, false)
           : type;
}

LLVMValueRef lanes_pack(Guard *g, LLVMValueRef value, const Lanes *lanes,
                        LLVMValueRef at) {
  LLVMValueRef parts[MAX_LANES];
  for (unsigned i = 0; i < lanes->count; i++)
    parts[i] = lane_referent(g, value, lanes, i, at);
  builder_before(g, at);
  LLVMValueRef packed = LLVMGetUndef(lanes_result_type(g, LLVMTypeOf(value), lanes));
  packed = LLVMBuildInsertValue(g->builder, packed, value, 0, "");
  for (unsigned i = 0; i < lanes->count; i++)
    packed = LLVMBuildInsertValue(g->builder, packed, parts[i], 1 + i, "");
  return packed;
}

static const char *const set_names[MAX_LANES] = {"belay.set.result", "belay.set.second"};
static const char *const get_names[MAX_LANES] = {"belay.result", "belay.second"};

/* At the builder's place: the thread's buffer gets them. */
void lane_set_result(Guard *g, LLVMValueRef function, unsigned lane,
                     LLVMValueRef referent) {
  LLVMValueRef args[] = {function, referent};
  helper_call(g, set_names[lane], args, 2);
}

void lanes_take_results(Guard *g, LLVMValueRef call, LLVMValueRef callee) {
  Lanes lanes = lanes_of(g, LLVMTypeOf(call));
  if (!lanes.count) return;
  builder_after(g, call);
  for (unsigned i = 0; i < lanes.count; i++) {
    LLVMValueRef args[] = {callee, lane_pointer(g, call, &lanes, i)};
    lane_remember(g, call, &lanes, i, helper_call(g, get_names[i], args, 2));
  }
}
