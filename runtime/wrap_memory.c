/* Wrappers of what moves, fills, compares and searches bytes. */
#define _GNU_SOURCE
#include <strings.h>

#include "wrap.h"

static void copy_checked(void *to, const void *from, size_t size, BelayOrigin target,
                         BelayOrigin source, const char *function) {
  wrap_reads(from, size, source, function);
  belay_rt_access(to, size, target, BELAY_WRITE, function);
}

void *WRAPPED(memcpy)(void *to, const void *from, size_t size) {
  ENTER(memcpy);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  copy_checked(to, from, size, target, source, "memcpy");
  belay_rt_disjoint(to, from, size, "memcpy");
  memmove(to, from, size);
  belay_rt_copy(to, from, size);
  RESULT(memcpy, target);
  return to;
}

void *WRAPPED(mempcpy)(void *to, const void *from, size_t size) {
  ENTER(mempcpy);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  copy_checked(to, from, size, target, source, "mempcpy");
  belay_rt_disjoint(to, from, size, "mempcpy");
  memmove(to, from, size);
  belay_rt_copy(to, from, size);
  RESULT(mempcpy, target);
  return (char *)to + size;
}

void *WRAPPED(memmove)(void *to, const void *from, size_t size) {
  ENTER(memmove);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  copy_checked(to, from, size, target, source, "memmove");
  memmove(to, from, size);
  belay_rt_copy(to, from, size);
  RESULT(memmove, target);
  return to;
}

void WRAPPED(bcopy)(const void *from, void *to, size_t size) {
  ENTER(bcopy);
  BelayOrigin source = ARG(0, from), target = ARG(1, to);
  copy_checked(to, from, size, target, source, "bcopy");
  memmove(to, from, size);
  belay_rt_copy(to, from, size);
}

/* Bytes up to and with the first `stop`, at most `size`. */
void *WRAPPED(memccpy)(void *to, const void *from, int stop, size_t size) {
  ENTER(memccpy);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  size_t length = 0;
  const unsigned char *at = from;
  while (length < size) {
    if (!belay_rt_access(at + length, 1, source, BELAY_READ, "memccpy")) break;
    if (at[length++] == (unsigned char)stop) break;
  }
  belay_rt_access(to, length, target, BELAY_WRITE, "memccpy");
  belay_rt_disjoint(to, from, length, "memccpy");
  void *end = memccpy(to, from, stop, size);
  belay_rt_copy(to, from, length);
  RESULT(memccpy, end ? target : BELAY_NO_ORIGIN);
  return end;
}

void *WRAPPED(memset)(void *at, int byte, size_t size) {
  ENTER(memset);
  BelayOrigin target = ARG(0, at);
  wrap_writes(at, size, target, "memset");
  memset(at, byte, size);
  RESULT(memset, target);
  return at;
}

void WRAPPED(bzero)(void *at, size_t size) {
  ENTER(bzero);
  wrap_writes(at, size, ARG(0, at), "bzero");
  memset(at, 0, size);
}

void WRAPPED(explicit_bzero)(void *at, size_t size) {
  ENTER(explicit_bzero);
  wrap_writes(at, size, ARG(0, at), "explicit_bzero");
  explicit_bzero(at, size);
}

int WRAPPED(memcmp)(const void *left, const void *right, size_t size) {
  ENTER(memcmp);
  BelayOrigin a = ARG(0, left), b = ARG(1, right);
  wrap_reads(left, size, a, "memcmp");
  wrap_reads(right, size, b, "memcmp");
  return memcmp(left, right, size);
}

int WRAPPED(bcmp)(const void *left, const void *right, size_t size) {
  ENTER(bcmp);
  BelayOrigin a = ARG(0, left), b = ARG(1, right);
  wrap_reads(left, size, a, "bcmp");
  wrap_reads(right, size, b, "bcmp");
  return memcmp(left, right, size);
}

/* What lies behind the byte found need not be there. */
void *WRAPPED(memchr)(const void *at, int byte, size_t size) {
  ENTER(memchr);
  BelayOrigin origin = ARG(0, at);
  void *found = size ? memchr(at, byte, size) : NULL;
  size_t seen = found ? (size_t)((char *)found - (const char *)at) + 1 : size;
  wrap_reads(at, seen, origin, "memchr");
  RESULT(memchr, found ? origin : BELAY_NO_ORIGIN);
  return found;
}

void *WRAPPED(memrchr)(const void *at, int byte, size_t size) {
  ENTER(memrchr);
  BelayOrigin origin = ARG(0, at);
  wrap_reads(at, size, origin, "memrchr");
  void *found = memrchr(at, byte, size);
  RESULT(memrchr, found ? origin : BELAY_NO_ORIGIN);
  return found;
}

void *WRAPPED(rawmemchr)(const void *at, int byte) {
  ENTER(rawmemchr);
  BelayOrigin origin = ARG(0, at);
  const unsigned char *p = at;
  while (belay_rt_access(p, 1, origin, BELAY_READ, "rawmemchr") &&
         *p != (unsigned char)byte)
    p++;
  RESULT(rawmemchr, origin);
  return (void *)(uintptr_t)p;
}

void *WRAPPED(memmem)(const void *at, size_t size, const void *what, size_t length) {
  ENTER(memmem);
  BelayOrigin origin = ARG(0, at), other = ARG(2, what);
  wrap_reads(at, size, origin, "memmem");
  wrap_reads(what, length, other, "memmem");
  void *found = memmem(at, size, what, length);
  RESULT(memmem, found ? origin : BELAY_NO_ORIGIN);
  return found;
}
