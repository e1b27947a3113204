/* Source positions out of LLVM's debug locations. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "frontend/lower.h"

/* Clang was told to leave names as they were given; other compilers may have cut them at
 * the directory of compilation. */
static Sym file_symbol(Lower *l, const char *name, unsigned length, const char *directory,
                       unsigned directory_length) {
  char path[4096], here[4096];
  bool whole = !name || !length || name[0] == '/' || name[0] == '<' || !directory_length;
  if (!whole && directory_length == 1 && directory[0] == '.') whole = true;
  if (!whole && getcwd(here, sizeof here) && strlen(here) == directory_length)
    whole = !memcmp(here, directory, directory_length);
  if (whole) return intern_bytes(l->p->names, name ? name : "", name ? length : 0);
  int size = snprintf(path, sizeof path, "%.*s/%.*s", (int)directory_length, directory,
                      (int)length, name);
  return intern_bytes(l->p->names, path, size < (int)sizeof path ? (size_t)size : 0);
}

static Sym file_of(Lower *l, LLVMValueRef v) {
  unsigned length = 0, directory_length = 0;
  const char *name = LLVMGetDebugLocFilename(v, &length);
  if (name == l->last_file) return l->last_file_symbol;
  const char *directory = LLVMGetDebugLocDirectory(v, &directory_length);
  l->last_file = name;
  l->last_file_symbol = file_symbol(l, name, length, directory, directory_length);
  return l->last_file_symbol;
}

uint32_t position_of(Lower *l, LLVMValueRef inst) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(inst);
  if (!location) return 0;
  uint64_t key = (uint64_t)(uintptr_t)location;
  uint64_t *found = map_find(&l->locations, key);
  if (found) return (uint32_t)*found;
  Pos pos = {.line = LLVMGetDebugLocLine(inst), .column = LLVMGetDebugLocColumn(inst)};
  uint32_t result = 0;
  if (pos.line) {
    pos.file = file_of(l, inst);
    result = build_pos(l->p, pos);
  }
  map_set(l->arena, &l->locations, key, result);
  return result;
}

uint32_t position_of_function(Lower *l, LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  if (!subprogram) return 0;
  Pos pos = {.line = LLVMDISubprogramGetLine(subprogram), .column = 1};
  if (!pos.line) return 0;
  pos.file = file_of(l, function);
  return build_pos(l->p, pos);
}

uint32_t position_of_global(Lower *l, LLVMValueRef global) {
  Pos pos = {.line = LLVMGetDebugLocLine(global), .column = 1};
  if (!pos.line) return 0;
  pos.file = file_of(l, global);
  return build_pos(l->p, pos);
}
