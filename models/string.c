/* string.h and strings.h: lengths, comparisons and searches. */
#include "belay_model.h"

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != 0) length++;
  return length;
}

size_t strnlen(const char *text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != 0) length++;
  return length;
}

/* ---- comparing ---- */

static int byte_difference(char left, char right) {
  return (unsigned char)left - (unsigned char)right;
}

static int lower_difference(char left, char right) {
  return model_lower((unsigned char)left) - model_lower((unsigned char)right);
}

int strcmp(const char *left, const char *right) {
  size_t i = 0;
  while (left[i] != 0 && left[i] == right[i]) i++;
  return byte_difference(left[i], right[i]);
}

/* In the C locale, the only one there is, the order is that of the bytes. */
int strcoll(const char *left, const char *right) {
  size_t i = 0;
  while (left[i] != 0 && left[i] == right[i]) i++;
  return byte_difference(left[i], right[i]);
}

int strncmp(const char *left, const char *right, size_t limit) {
  size_t i = 0;
  while (i < limit && left[i] != 0 && left[i] == right[i]) i++;
  return i == limit ? 0 : byte_difference(left[i], right[i]);
}

int strcasecmp(const char *left, const char *right) {
  size_t i = 0;
  while (left[i] != 0 && lower_difference(left[i], right[i]) == 0) i++;
  return lower_difference(left[i], right[i]);
}

int strncasecmp(const char *left, const char *right, size_t limit) {
  size_t i = 0;
  while (i < limit && left[i] != 0 && lower_difference(left[i], right[i]) == 0) i++;
  return i == limit ? 0 : lower_difference(left[i], right[i]);
}

/* ---- searching for a byte ---- */

static char *find_byte(const char *text, char byte) {
  size_t i = 0;
  while (text[i] != byte) {
    if (text[i] == 0) return NULL;
    i++;
  }
  return (char *)text + i;
}

static char *find_last_byte(const char *text, char byte) {
  const char *last = NULL;
  size_t i = 0;
  while (text[i] != 0) {
    if (text[i] == byte) last = text + i;
    i++;
  }
  return (char *)(byte == 0 ? text + i : last);
}

char *strchr(const char *text, int byte) { return find_byte(text, (char)byte); }

char *index(const char *text, int byte) { return find_byte(text, (char)byte); }

char *strrchr(const char *text, int byte) { return find_last_byte(text, (char)byte); }

char *rindex(const char *text, int byte) { return find_last_byte(text, (char)byte); }

char *strchrnul(const char *text, int byte) {
  size_t i = 0;
  while (text[i] != 0 && text[i] != (char)byte) i++;
  return (char *)text + i;
}

/* ---- searching for one of several bytes ---- */

static int is_one_of(char byte, const char *set) {
  size_t i = 0;
  while (set[i] != 0) {
    if (set[i] == byte) return 1;
    i++;
  }
  return 0;
}

size_t strspn(const char *text, const char *set) {
  size_t i = 0;
  while (text[i] != 0 && is_one_of(text[i], set)) i++;
  return i;
}

size_t strcspn(const char *text, const char *set) {
  size_t i = 0;
  while (text[i] != 0 && !is_one_of(text[i], set)) i++;
  return i;
}

char *strpbrk(const char *text, const char *set) {
  size_t i = 0;
  while (text[i] != 0 && !is_one_of(text[i], set)) i++;
  return text[i] == 0 ? NULL : (char *)text + i;
}

/* ---- searching for a string ---- */

static int starts_with(const char *text, const char *start) {
  size_t i = 0;
  while (start[i] != 0 && text[i] == start[i]) i++;
  return start[i] == 0;
}

static int starts_with_any_case(const char *text, const char *start) {
  size_t i = 0;
  while (start[i] != 0 && lower_difference(text[i], start[i]) == 0) i++;
  return start[i] == 0;
}

char *strstr(const char *text, const char *sought) {
  size_t i = 0;
  while (!starts_with(text + i, sought)) {
    if (text[i] == 0) return NULL;
    i++;
  }
  return (char *)text + i;
}

char *strcasestr(const char *text, const char *sought) {
  size_t i = 0;
  while (!starts_with_any_case(text + i, sought)) {
    if (text[i] == 0) return NULL;
    i++;
  }
  return (char *)text + i;
}

/* ---- cutting into pieces ---- */

static char *next_token(char *text, const char *separators, char **rest) {
  size_t start = 0;
  if (text == NULL) text = *rest;
  if (text == NULL) return NULL;
  while (text[start] != 0 && is_one_of(text[start], separators)) start++;
  size_t end = start;
  while (text[end] != 0 && !is_one_of(text[end], separators)) end++;
  if (end == start) {
    *rest = text + end;
    return NULL;
  }
  if (text[end] == 0) {
    *rest = text + end;
  } else {
    text[end] = 0;
    *rest = text + end + 1;
  }
  return text + start;
}

char *strtok(char *text, const char *separators) {
  static char *rest;
  return next_token(text, separators, &rest);
}

char *strtok_r(char *text, const char *separators, char **rest) {
  return next_token(text, separators, rest);
}

char *__strtok_r(char *text, const char *separators, char **rest) {
  return next_token(text, separators, rest);
}

char *strsep(char **text, const char *separators) {
  char *start = *text;
  size_t i = 0;
  if (start == NULL) return NULL;
  while (start[i] != 0 && !is_one_of(start[i], separators)) i++;
  if (start[i] == 0) {
    *text = NULL;
  } else {
    start[i] = 0;
    *text = start + i + 1;
  }
  return start;
}
