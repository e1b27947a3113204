/* See intern.h. */
#include "base/intern.h"

#include <string.h>

#include "base/map.h"
#include "base/vec.h"

typedef struct Text {
  const char *bytes;
  uint32_t length;
  uint32_t next_same_hash; /* 1 + id of the next text with this hash; 0 ends the chain */
} Text;

struct Intern {
  Arena *arena;
  Vec(Text) texts; /* by id */
  Map by_hash;     /* hash -> 1 + id of the first text of the chain */
};

Intern *intern_new(Arena *arena) {
  Intern *pool = arena_new_object(arena, Intern);
  pool->arena = arena;
  intern_string(pool, "");
  return pool;
}

static uint32_t find(const Intern *pool, const char *text, size_t length, uint64_t hash) {
  uint32_t at = (uint32_t)map_get(&pool->by_hash, hash, 0);
  while (at) {
    const Text *t = &pool->texts.data[at - 1];
    if (t->length == length && !memcmp(t->bytes, text, length)) return at;
    at = t->next_same_hash;
  }
  return 0;
}

Sym intern_bytes(Intern *pool, const char *text, size_t length) {
  uint64_t hash = hash_bytes(text, length);
  uint32_t at = find(pool, text, length, hash);
  if (at) return (Sym){at - 1};
  uint64_t *first = map_at(pool->arena, &pool->by_hash, hash);
  Text made = {arena_strndup(pool->arena, text, length), (uint32_t)length,
               (uint32_t)*first};
  vec_push(pool->arena, &pool->texts, made);
  *first = pool->texts.len;
  return (Sym){pool->texts.len - 1};
}

Sym intern_string(Intern *pool, const char *text) {
  return intern_bytes(pool, text, strlen(text));
}

bool intern_lookup(const Intern *pool, const char *text, Sym *found) {
  size_t length = strlen(text);
  uint32_t at = find(pool, text, length, hash_bytes(text, length));
  if (at && found) found->id = at - 1;
  return at != 0;
}

const char *intern_text(const Intern *pool, Sym sym) {
  return pool->texts.data[sym.id].bytes;
}
size_t intern_length(const Intern *pool, Sym sym) {
  return pool->texts.data[sym.id].length;
}
