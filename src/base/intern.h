/* One copy of each string, named by a small id; equal strings have equal ids. */
#ifndef BELAY_BASE_INTERN_H
#define BELAY_BASE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Id 0 is the empty string in every pool. */
typedef struct Sym {
  uint32_t id;
} Sym;

typedef struct Intern Intern;

Intern *intern_new(Arena *arena);
Sym intern_string(Intern *pool, const char *text);
Sym intern_bytes(Intern *pool, const char *text, size_t length);
/* Whether it is there already; `found` may be NULL. */
bool intern_lookup(const Intern *pool, const char *text, Sym *found);
/* NUL-terminated; lives as long as the pool. */
const char *intern_text(const Intern *pool, Sym sym);
size_t intern_length(const Intern *pool, Sym sym);

#endif
