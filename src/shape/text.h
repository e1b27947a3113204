/* Memory graphs as text: for tests, for `belay shape`, and for people who look for a
 * fault.
 *
 *     object 3 heap region size 8 { 0:4 = v2, 4:4 = 0 }
 *     object 4 heap sls size 8 head 0 next 0 length 2 { 0:4 = 0 }
 *     value v2 = &4 first
 *     value v3 = [0, 10]
 *     unequal v3 v5
 *
 * One entry a line, objects and values by number; `#` starts a comment. */
#ifndef BELAY_SHAPE_TEXT_H
#define BELAY_SHAPE_TEXT_H

#include "shape/graph.h"

void graph_print(const Graph *g, Arena *arena, VecChar *out);
/* NULL and a message when the text is no graph. */
Graph *graph_parse(Arena *arena, const char *text, unsigned pointer_bytes,
                   const char **error);

#endif
