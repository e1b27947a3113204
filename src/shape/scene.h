/* A memory graph with the names that the source has for what is in it; for output. */
#ifndef BELAY_SHAPE_SCENE_H
#define BELAY_SHAPE_SCENE_H

#include "ir/source.h"
#include "shape/watch.h"

/* A variable: what it holds, or the object that it is. */
typedef struct SceneRoot {
  const char *name;
  uint32_t type;   /* of the source; 0: unknown */
  uint32_t value;  /* in a register; SHAPE_NONE: in memory */
  uint32_t object; /* in memory */
  bool temporary;  /* a register that is no variable */
} SceneRoot;

typedef struct SceneObject {
  uint32_t type;    /* of the source; 0: unknown */
  int64_t base;     /* where in the object that type begins */
  const char *name; /* variables, functions; NULL: it has none */
} SceneObject;

typedef struct Scene {
  const Program *p;
  const Graph *g;
  const SiteSets *sites;
  Arena *arena;
  Vec(SceneRoot) roots; /* locals, then globals, then temporaries */
  SceneObject *objects; /* as in the graph */
} Scene;

/* requires: a graph of a Watch with these sites, seen at this instruction. */
Scene *scene_new(const Program *p, const SiteSets *sites, const Graph *g, Val at,
                 Arena *arena);

/* The fields of an object for people: a block of zeros is one field for each of its type,
 * and what nothing is known about is left out. */
typedef struct SceneField {
  uint32_t offset, size, value;
  bool pointer; /* by the type, or by what it holds */
  bool link;    /* of a segment: the fields that link its ends to others */
} SceneField;
typedef Vec(SceneField) SceneFields;
SceneFields scene_fields(const Scene *s, uint32_t object);

/* "struct item", "block of 24 bytes" */
const char *scene_object_text(const Scene *s, uint32_t object);
/* The field's name, "link.next", or "+8". */
const char *scene_field_text(const Scene *s, uint32_t object, uint64_t offset);
/* "5", "0 to 10"; NULL when nothing is known about these `size` bytes. */
const char *scene_number_text(const Scene *s, const ShapeValue *v, uint32_t size);
/* "0 or more", "2 or more" */
const char *scene_length_text(const Scene *s, uint32_t object);

#endif
