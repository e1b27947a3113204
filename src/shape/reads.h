/* Which words of blocks the program reads, by the instruction that allocated the block:
 * learned while it is executed. What nobody was seen to read may be forgotten, so that
 * nodes differ less. Forgetting is sound whatever was learned: a read of a forgotten word
 * gives something unknown. */
#ifndef BELAY_SHAPE_READS_H
#define BELAY_SHAPE_READS_H

#include "shape/graph.h"
#include "shape/sites.h"

typedef struct Reads {
  Arena *arena;
  Map read;     /* allocation << 32 | word -> 1 */
  Map stored;   /* likewise, where an address was stored */
  bool is_news; /* a word was read that had not been read before */
} Reads;

/* Bytes lo .. end of a heap block. */
void reads_note(Reads *r, const SiteSets *sites, const Graph *g, uint32_t object,
                int64_t lo, int64_t end);
void reads_note_stored(Reads *r, const SiteSets *sites, const Graph *g, uint32_t object,
                       int64_t at);
/* Some address was stored where nobody reads. */
bool reads_miss_some(const Reads *r);
/* Takes what nobody reads out of heap blocks. */
void reads_forget(const Reads *r, const SiteSets *sites, Graph *g);

#endif
