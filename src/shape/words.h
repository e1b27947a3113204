/* Memory graphs for people: in words, and drawn. */
#ifndef BELAY_SHAPE_WORDS_H
#define BELAY_SHAPE_WORDS_H

#include "shape/watch.h"

/* "head: singly linked list of 1 or more struct item, linked by next", line by line. */
void shape_words(const Program *p, const Watch *watch, Val at, Arena *arena,
                 VecChar *out);
/* A graph for Graphviz, all memory graphs beside each other. */
void shape_draw(const Program *p, const Watch *watch, Val at, Arena *arena, VecChar *out);

#endif
