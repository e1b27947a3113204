/* JSON with lines, so that a mistake in a rule file can be shown where it is. */
#ifndef BELAY_INSTRUMENT_JSON_H
#define BELAY_INSTRUMENT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

typedef enum JsonKind {
  JSON_NULL,
  JSON_BOOL,
  JSON_NUMBER,
  JSON_STRING,
  JSON_ARRAY,
  JSON_OBJECT
} JsonKind;

typedef struct JsonNode JsonNode;
struct JsonNode {
  JsonKind kind;
  uint32_t line;    /* from 1 */
  bool truth;       /* BOOL */
  int64_t number;   /* NUMBER: integers alone */
  const char *text; /* STRING; the key of a member of an OBJECT is in `key` */
  const char *key;
  Vec(JsonNode *) items; /* ARRAY; OBJECT: its members, each with a key */
};

/* NULL with *line and *error set when the text is not JSON (// comments are allowed). */
JsonNode *json_parse(Arena *arena, const char *text, uint32_t *line, const char **error);
/* The member of that name; NULL. */
const JsonNode *json_member(const JsonNode *object, const char *key);
const char *json_kind_text(JsonKind kind);

#endif
