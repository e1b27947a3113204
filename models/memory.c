/* string.h, the functions on counted bytes. memcpy, memmove, memset, bcopy, bzero and
 * mempcpy are instructions of the IR and have no model. */
#include "belay_model.h"

/* All `count` bytes of both are read, also behind the first difference: C17 7.24.1 has
 * the count be the length of the arrays. */
static int compare_bytes(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  int result = 0;
  for (size_t i = 0; i < count; i++) {
    int difference = a[i] - b[i];
    if (result == 0) result = difference;
  }
  return result;
}

int memcmp(const void *left, const void *right, size_t count) {
  return compare_bytes(left, right, count);
}

int bcmp(const void *left, const void *right, size_t count) {
  return compare_bytes(left, right, count);
}

int timingsafe_bcmp(const void *left, const void *right, size_t count) {
  return compare_bytes(left, right, count) != 0;
}

void *memchr(const void *bytes, int byte, size_t count) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < count; i++)
    if (at[i] == (unsigned char)byte) return (void *)(at + i);
  return NULL;
}

void *rawmemchr(const void *bytes, int byte) {
  const unsigned char *at = bytes;
  size_t i = 0;
  while (at[i] != (unsigned char)byte) i++;
  return (void *)(at + i);
}

void *__rawmemchr(const void *bytes, int byte) {
  const unsigned char *at = bytes;
  size_t i = 0;
  while (at[i] != (unsigned char)byte) i++;
  return (void *)(at + i);
}

void *memrchr(const void *bytes, int byte, size_t count) {
  const unsigned char *at = bytes;
  for (size_t i = count; i > 0; i--)
    if (at[i - 1] == (unsigned char)byte) return (void *)(at + (i - 1));
  return NULL;
}

void *memccpy(void *to, const void *from, int byte, size_t count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t i = 0; i < count; i++) {
    unsigned char c = source[i];
    target[i] = c;
    if (c == (unsigned char)byte) return target + i + 1;
  }
  return NULL;
}

static int bytes_start_with(const unsigned char *at, const unsigned char *sought,
                            size_t length) {
  size_t i = 0;
  while (i < length && at[i] == sought[i]) i++;
  return i == length;
}

void *memmem(const void *bytes, size_t count, const void *sought, size_t length) {
  const unsigned char *at = bytes;
  if (length > count) return NULL;
  for (size_t i = 0; i <= count - length; i++)
    if (bytes_start_with(at + i, sought, length)) return (void *)(at + i);
  return NULL;
}

void explicit_bzero(void *to, size_t count) { memset(to, 0, count); }

void *memset_explicit(void *to, int byte, size_t count) {
  return memset(to, byte, count);
}

void swab(const void *from, void *to, ssize_t count) {
  const char *source = from;
  char *target = to;
  for (ssize_t i = 0; i + 1 < count; i += 2) {
    char first = source[i], second = source[i + 1];
    target[i] = second;
    target[i + 1] = first;
  }
}

static int first_bit(unsigned long long bits) {
  if (bits == 0) return 0;
  int number = 1;
  while ((bits & 1) == 0) {
    bits >>= 1;
    number++;
  }
  return number;
}

int ffs(int bits) { return first_bit((unsigned)bits); }

int ffsl(long bits) { return first_bit((unsigned long)bits); }

int ffsll(long long bits) { return first_bit((unsigned long long)bits); }
