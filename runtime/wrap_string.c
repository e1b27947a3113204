/* Wrappers of string.h and strings.h for strings that are written or copied. */
#define _GNU_SOURCE
#include "wrap.h"

size_t WRAPPED(strlen)(const char *text) {
  ENTER(strlen);
  return wrap_string(text, ARG(0, text), "strlen");
}

size_t WRAPPED(strnlen)(const char *text, size_t limit) {
  ENTER(strnlen);
  return belay_rt_string_max(text, limit, ARG(0, text), "strnlen");
}

/* The string with its end to `to`; its length. */
static size_t copy_string(char *to, BelayOrigin target, const char *from,
                          BelayOrigin source, const char *function) {
  size_t length = wrap_string(from, source, function);
  wrap_writes(to, length + 1, target, function);
  belay_rt_disjoint(to, from, length + 1, function);
  memmove(to, from, length + 1);
  return length;
}

char *WRAPPED(strcpy)(char *to, const char *from) {
  ENTER(strcpy);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  copy_string(to, target, from, source, "strcpy");
  RESULT(strcpy, target);
  return to;
}

char *WRAPPED(stpcpy)(char *to, const char *from) {
  ENTER(stpcpy);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  size_t length = copy_string(to, target, from, source, "stpcpy");
  RESULT(stpcpy, target);
  return to + length;
}

/* All of `size` is written: what the string leaves becomes zero. The string's length. */
static size_t copy_padded(char *to, BelayOrigin target, const char *from,
                          BelayOrigin source, size_t size, const char *function) {
  size_t length = belay_rt_string_max(from, size, source, function);
  wrap_writes(to, size, target, function);
  belay_rt_disjoint(to, from, length, function);
  memmove(to, from, length);
  memset(to + length, 0, size - length);
  return length;
}

char *WRAPPED(strncpy)(char *to, const char *from, size_t size) {
  ENTER(strncpy);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  copy_padded(to, target, from, source, size, "strncpy");
  RESULT(strncpy, target);
  return to;
}

char *WRAPPED(stpncpy)(char *to, const char *from, size_t size) {
  ENTER(stpncpy);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  size_t length = copy_padded(to, target, from, source, size, "stpncpy");
  RESULT(stpncpy, target);
  return to + length;
}

char *WRAPPED(strcat)(char *to, const char *from) {
  ENTER(strcat);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  size_t there = wrap_string(to, target, "strcat");
  copy_string(to + there, target, from, source, "strcat");
  RESULT(strcat, target);
  return to;
}

char *WRAPPED(strncat)(char *to, const char *from, size_t limit) {
  ENTER(strncat);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  size_t there = wrap_string(to, target, "strncat");
  size_t length = belay_rt_string_max(from, limit, source, "strncat");
  wrap_writes(to + there, length + 1, target, "strncat");
  belay_rt_disjoint(to + there, from, length, "strncat");
  memmove(to + there, from, length);
  to[there + length] = '\0';
  RESULT(strncat, target);
  return to;
}

/* A new string of these bytes; NULL when there is no memory. */
static char *duplicate(const char *from, size_t length) {
  char *to = belay_wrap_malloc(length + 1);
  if (!to) return NULL;
  memcpy(to, from, length);
  to[length] = '\0';
  return to;
}

char *WRAPPED(strdup)(const char *text) {
  ENTER(strdup);
  char *to = duplicate(text, wrap_string(text, ARG(0, text), "strdup"));
  RESULT(strdup, to ? belay_rt_thread.result : BELAY_NO_ORIGIN);
  return to;
}

char *WRAPPED(strndup)(const char *text, size_t limit) {
  ENTER(strndup);
  size_t length = belay_rt_string_max(text, limit, ARG(0, text), "strndup");
  char *to = duplicate(text, length);
  RESULT(strndup, to ? belay_rt_thread.result : BELAY_NO_ORIGIN);
  return to;
}

/* ---- strings taken apart ---- */

/* strtok's own memory of where it is, and of which block that is. */
static __thread char *token_next;
static __thread BelayOrigin token_origin;

static char *next_token(char *text, BelayOrigin origin, const char *stops, char **next,
                        const char *function) {
  if (!text) return NULL;
  wrap_string(text, origin, function);
  return strtok_r(text, stops, next);
}

char *WRAPPED(strtok)(char *text, const char *stops) {
  ENTER(strtok);
  BelayOrigin origin = text ? ARG(0, text) : token_origin, other = ARG(1, stops);
  wrap_string(stops, other, "strtok");
  char *found =
    next_token(text ? text : token_next, origin, stops, &token_next, "strtok");
  token_origin = origin;
  RESULT(strtok, found ? origin : BELAY_NO_ORIGIN);
  return found;
}

char *WRAPPED(strtok_r)(char *text, const char *stops, char **next) {
  ENTER(strtok_r);
  BelayOrigin first = ARG(0, text), other = ARG(1, stops), slot = ARG(2, next);
  wrap_string(stops, other, "strtok_r");
  belay_rt_access(next, sizeof *next, slot, BELAY_WRITE, "strtok_r");
  BelayOrigin origin = text ? first : belay_rt_load(next);
  char *found = next_token(text ? text : *next, origin, stops, next, "strtok_r");
  belay_rt_store(next, origin);
  RESULT(strtok_r, found ? origin : BELAY_NO_ORIGIN);
  return found;
}

char *WRAPPED(strsep)(char **from, const char *stops) {
  ENTER(strsep);
  BelayOrigin slot = ARG(0, from), other = ARG(1, stops);
  wrap_string(stops, other, "strsep");
  belay_rt_access(from, sizeof *from, slot, BELAY_WRITE, "strsep");
  BelayOrigin origin = *from ? belay_rt_load(from) : BELAY_NO_ORIGIN;
  if (*from) wrap_string(*from, origin, "strsep");
  char *found = strsep(from, stops);
  belay_rt_store(from, *from ? origin : BELAY_NO_ORIGIN);
  RESULT(strsep, found ? origin : BELAY_NO_ORIGIN);
  return found;
}
