/* Provenance in memory. A pointer that lies in one aligned word costs one entry; words
 * whose bytes differ (a pointer that is being copied byte by byte, or has a tag written
 * into it) are spelt out in a table on the side until they agree again. */
#include <stdlib.h>

#include "base/panic.h"
#include "ir/interp_state.h"

static MixedWord *mixed_of(const Interp *it, uint32_t entry) {
  return &it->mixed.data[entry & ~PROV_MIXED];
}

static void release_mixed(Interp *it, uint32_t entry) {
  if (entry & PROV_MIXED) vec_push(it->own, &it->free_mixed, entry & ~PROV_MIXED);
}

static uint32_t new_mixed(Interp *it, MixedWord word) {
  uint32_t index;
  if (it->free_mixed.len) {
    index = vec_pop(&it->free_mixed);
    it->mixed.data[index] = word;
  } else {
    index = it->mixed.len;
    vec_push(it->own, &it->mixed, word);
  }
  return index | PROV_MIXED;
}

static MixedWord spell_out(const Interp *it, uint32_t entry) {
  if (entry & PROV_MIXED) return *mixed_of(it, entry);
  MixedWord word;
  for (unsigned i = 0; i < 8; i++) word.prov[i] = entry;
  return word;
}

/* The entry for these bytes; takes over the table's place of the old entry. */
static uint32_t pack(Interp *it, Object *o, uint32_t old, const MixedWord *word) {
  bool same = true;
  for (unsigned i = 1; i < it->ptr_bytes; i++) same &= word->prov[i] == word->prov[0];
  if (same) {
    release_mixed(it, old);
    return word->prov[0];
  }
  o->flags |= OBJECT_MIXED;
  if (!(old & PROV_MIXED)) return new_mixed(it, *word);
  *mixed_of(it, old) = *word;
  return old;
}

uint32_t interp_prov_at(const Interp *it, const Object *o, uint64_t offset) {
  if (!o->prov) return PROV_NONE;
  uint32_t entry = o->prov[offset / it->ptr_bytes];
  if (!(entry & PROV_MIXED)) return entry;
  return mixed_of(it, entry)->prov[offset % it->ptr_bytes];
}

uint32_t interp_prov_read(const Interp *it, const Object *o, uint64_t offset,
                          uint64_t n) {
  if (!o->prov) return PROV_NONE;
  uint32_t found = PROV_NONE;
  for (uint64_t i = 0; i < n; i++) {
    uint32_t prov = interp_prov_at(it, o, offset + i);
    if (!prov || prov == found) continue;
    if (found) return PROV_ADDRESS;
    found = prov;
  }
  return found;
}

static bool is_block(const Interp *it, uint32_t prov) {
  const Object *o = &it->objects[prov];
  return prov >= PROV_FIRST && o->kind == OBJECT_HEAP && o->life == LIFE_ALIVE;
}

/* Bytes from .. to of one word; whether a pointer to a block was there. */
static bool write_word(Interp *it, Object *o, uint64_t w, unsigned from, unsigned to,
                       uint32_t prov) {
  uint32_t old = o->prov[w];
  if (old == prov) return false;
  if (from == 0 && to == it->ptr_bytes && !(old & PROV_MIXED)) {
    o->prov[w] = prov;
    return is_block(it, old);
  }
  MixedWord word = spell_out(it, old);
  bool lost = false;
  for (unsigned i = from; i < to; i++) {
    lost |= word.prov[i] != prov && is_block(it, word.prov[i]);
    word.prov[i] = prov;
  }
  o->prov[w] = pack(it, o, old, &word);
  return lost;
}

bool interp_prov_write(Interp *it, Object *o, uint64_t offset, uint64_t n,
                       uint32_t prov) {
  if (!n || (!prov && !o->prov)) return false;
  if (prov) it->objects[prov].flags |= OBJECT_EXPOSED;
  interp_need_prov(it, o);
  unsigned word = it->ptr_bytes;
  bool lost = false;
  for (uint64_t at = offset; at < offset + n;) {
    unsigned from = (unsigned)(at % word);
    uint64_t room = word - from, left = offset + n - at;
    unsigned to = from + (unsigned)(left < room ? left : room);
    lost |= write_word(it, o, at / word, from, to, prov);
    at += to - from;
  }
  return lost;
}

/* Same place in the word on both sides, different objects or no overlap. */
static bool copy_in_phase(Interp *it, Object *to, uint64_t to_offset, const Object *from,
                          uint64_t from_offset, uint64_t n) {
  unsigned word = it->ptr_bytes;
  bool lost = false;
  interp_need_prov(it, to);
  for (uint64_t i = 0; i < n;) {
    uint32_t entry = from->prov[(from_offset + i) / word];
    bool whole = (to_offset + i) % word == 0 && n - i >= word;
    if (whole && !(entry & PROV_MIXED)) {
      lost |= write_word(it, to, (to_offset + i) / word, 0, word, entry);
      i += word;
    } else {
      uint32_t prov = interp_prov_at(it, from, from_offset + i);
      lost |= interp_prov_write(it, to, to_offset + i, 1, prov);
      i++;
    }
  }
  return lost;
}

bool interp_prov_copy(Interp *it, Object *to, uint64_t to_offset, const Object *from,
                      uint64_t from_offset, uint64_t n) {
  if (!n) return false;
  if (!from->prov) return interp_prov_write(it, to, to_offset, n, PROV_NONE);
  if (to != from && (to_offset - from_offset) % it->ptr_bytes == 0)
    return copy_in_phase(it, to, to_offset, from, from_offset, n);
  uint32_t *bytes = malloc(n * sizeof *bytes);
  if (!bytes) panic("no memory");
  for (uint64_t i = 0; i < n; i++) bytes[i] = interp_prov_at(it, from, from_offset + i);
  bool lost = false;
  for (uint64_t i = 0; i < n; i++)
    lost |= interp_prov_write(it, to, to_offset + i, 1, bytes[i]);
  free(bytes);
  return lost;
}

void interp_prov_free(Interp *it, Object *o) {
  if (!(o->flags & OBJECT_MIXED)) return;
  uint64_t words = (o->size + it->ptr_bytes - 1) / it->ptr_bytes;
  for (uint64_t w = 0; w < words; w++) release_mixed(it, o->prov[w]);
}
