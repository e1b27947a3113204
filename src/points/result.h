/* What an analysis leaves behind: between answer.c, query.c, print.c and engine.c. */
#ifndef BELAY_POINTS_RESULT_H
#define BELAY_POINTS_RESULT_H

#include "points/analysis.h"

/* One pointer operand of one instruction, over all contexts. */
typedef struct Record {
  Val inst;
  uint32_t operand;
  unsigned kind;   /* ACCESS_* */
  bool safe;       /* in every context */
  bool but_null;   /* in every context: safe, or its address next to 0 */
  bool fails;      /* in every context */
  bool certain;    /* in every context: one place of one object */
  ValueId set;     /* of sites; before the access */
  ValueId reached; /* of sites; clipped */
  bool wild;
  Span bytes;
  PointsBounds bounds;
} Record;

typedef struct SiteInfo {
  uint32_t locs; /* locations of it */
  bool several;  /* one of them is a summary */
  uint64_t size_lo, size_hi;
  bool freed, made, at_end;
} SiteInfo;

typedef struct Judgement {
  bool safe, fails; /* in every context */
} Judgement;

struct Observer {
  struct Points *points;
};

struct Points {
  Arena *arena;
  const Program *program;
  PointsOptions options;
  Analysis *flat;
  Analysis *flow;     /* the one that answers: `flat` itself when the other gave up */
  const char *reason; /* why; NULL */
  bool useless;       /* nothing is known */
  Observer observer;
  Values *values; /* whose locations are sites */
  ValueId *sets;  /* by instruction */
  Bitset reached; /* instructions */
  Map records;    /* instruction << 8 | operand -> 1 + record */
  Vec(Record) all;
  Map judgements; /* instruction << 8 | CheckKind -> 1 + judgement */
  Vec(Judgement) judged;
  Map callees; /* call -> 1 + list */
  Vec(VecU32) callee_lists;
  Map callee_open; /* call -> 1: may reach unknown code */
  SiteInfo *sites;
  struct Effects *effects; /* made on demand */
};

const Record *points_record(const Points *points, Val inst, uint32_t operand);
/* safe, fails of a check that is not about one operand: overlap, overflow. */
const Judgement *points_judgement(const Points *points, Val inst, CheckKind kind);
void points_print_set(const Points *points, ValueId set, Span bytes, Arena *arena,
                      VecChar *out);
/* Of the flow mode, by function or NULL. */
bool points_site_at_end(const Points *points, uint32_t site);

#endif
