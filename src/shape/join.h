/* Join of two memory graphs (section 3.2), and of the parts of one graph below two
 * neighbouring nodes of a list (section 3.3). */
#ifndef BELAY_SHAPE_JOIN_H
#define BELAY_SHAPE_JOIN_H

#include "base/map.h"
#include "shape/graph.h"
#include "shape/sites.h"

/* How the meanings of the two relate. */
typedef enum JoinStatus {
  JOIN_EQUAL,
  JOIN_FIRST,  /* the first one covers the second */
  JOIN_SECOND, /* the second one covers the first */
  JOIN_INCOMPARABLE
} JoinStatus;

typedef struct JoinOptions {
  int64_t exact_bound; /* different numbers up to this size are not joined */
  bool loose;          /* give up facts about single fields rather than fail */
  bool insert_first;   /* try an empty segment before a node as part of a segment */
  bool same_sites;     /* neighbours are merged when one instruction may have made both */
  SiteSets *sites;
  const int64_t *thresholds; /* where growing intervals stop, rising */
  uint32_t threshold_count;
  const int64_t *landmarks; /* numbers that the program writes or asks for, rising */
  uint32_t landmark_count;
  uint64_t tested; /* bits that it asks for */
} JoinOptions;

/* NULL when they do not fit. The result is not compacted. */
Graph *graph_join(Arena *arena, const Graph *a, const Graph *b,
                  const JoinOptions *options, JoinStatus *status);

/* A way in which lists are linked. */
typedef struct Links {
  bool doubly;
  uint32_t head, next, prev;
} Links;

typedef struct Merge {
  JoinStatus status;
  uint32_t segment;     /* in the graph */
  VecU32 first, second; /* what each node had of its own, without the node */
} Merge;

/* Makes one segment of two neighbours a -> b; the graph is unusable when it fails. */
bool graph_merge(Graph *g, uint32_t a, uint32_t b, Links links,
                 const JoinOptions *options, Merge *merge);

/* Merges what the thresholds for equal, comparable and other neighbours allow, until
 * nothing is left to merge. Changes g or returns another graph in the same arena. */
Graph *graph_abstract(Graph *g, const JoinOptions *options, const uint32_t thresholds[3]);

#endif
