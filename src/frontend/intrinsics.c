/* LLVM's intrinsic functions: one row each. A type at the end of the name (".i32",
 * ".p0.p0.i64") is not part of the row. */
#include "frontend/intrinsics.h"

#include <stdlib.h>
#include <string.h>

/* Rows in alphabetic order. WHOLE gets the call, EACH every lane of it. */
#define WHOLE(name, function, detail, text) {name, function, NULL, detail, text},
#define EACH(name, function, detail, text) {name, NULL, function, detail, text},
static const Known table[] = {
#include "frontend/intrinsics.def"
};

static int compare_names(const void *key, const void *row) {
  return strcmp(key, ((const Known *)row)->name);
}

const Known *intrinsic_find(const char *name) {
  char text[256];
  size_t length = strlen(name);
  if (strncmp(name, "llvm.", 5) || length >= sizeof text) return NULL;
  memcpy(text, name, length + 1);
  for (char *dot; (dot = strrchr(text, '.')) > text + 4; *dot = 0) {
    const Known *row = bsearch(text + 5, table, sizeof table / sizeof *table,
                               sizeof *table, compare_names);
    if (row) return row;
  }
  return bsearch(text + 5, table, sizeof table / sizeof *table, sizeof *table,
                 compare_names);
}

static const Vals *lower_lanes(Lower *l, const Known *known, const Call *call) {
  Vals *result = vals_new(l, call->result->count);
  for (uint32_t i = 0; i < result->count; i++) {
    Val args[4];
    for (uint32_t k = 0; k < 4; k++) {
      const Vals *from = k < call->count ? call->args[k] : NULL;
      args[k] = !from || !from->count ? VAL_NONE : from->v[from->count == 1 ? 0 : i];
    }
    result->v[i] = known->lower_lane(l, known, args, call->result->lanes[i].type);
  }
  return result;
}

static bool is_exotic(Lower *l, const Call *call) {
  if (call->result->exotic || !call->result->known) return true;
  unsigned count = LLVMCountParamTypes(call->type);
  LLVMTypeRef *types = arena_new_array(l->scratch, LLVMTypeRef, count + 1);
  LLVMGetParamTypes(call->type, types);
  for (unsigned i = 0; i < count; i++)
    if (type_layout(l, types[i])->exotic) return true;
  return false;
}

const Vals *intrinsic_lower(Lower *l, const Known *known, const Call *call) {
  const Vals *result = NULL;
  if (known && known->lower)
    result = known->lower(l, known, call);
  else if (known && !is_exotic(l, call))
    result = lower_lanes(l, known, call);
  return result ? result : emit_opaque_call(l, call, call->name);
}
