/* See z3_api.h. */
#include "solver/z3_api.h"

#include <dlfcn.h>

#include "base/panic.h"

Z3Api z3;

void z3_load(void) {
  static void *library;
  if (library) return;
  library = dlopen(BELAY_Z3_SONAME, RTLD_LAZY | RTLD_LOCAL);
  if (!library) panic("cannot load Z3: %s", dlerror());
#define FUNCTION(name)                                        \
  z3.name = (__typeof__(z3.name))dlsym(library, "Z3_" #name); \
  if (!z3.name) panic("Z3 has no Z3_" #name);
#include "solver/z3_api.def"
#undef FUNCTION
}
