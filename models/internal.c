/* Small pieces that the models share. They have names of their own because a user's
 * program may define strlen and the like itself, and libc's functions do not call those.
 */
#include "belay_model.h"

int __belay_errno;

int *__errno_location(void) { return &__belay_errno; }

size_t __belay_text_length(const char *text) {
  size_t length = 0;
  while (text[length] != 0) length++;
  return length;
}

size_t __belay_text_length_within(const char *text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != 0) length++;
  return length;
}

int __belay_text_equal(const char *left, const char *right) {
  size_t i = 0;
  while (left[i] == right[i] && left[i] != 0) i++;
  return left[i] == right[i];
}

void __belay_text_copy(char *to, const char *from) {
  size_t i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
}

char *__belay_text_duplicate(const char *text, size_t length) {
  char *copy = malloc(length + 1);
  if (copy == NULL) {
    __belay_errno = ENOMEM;
    return NULL;
  }
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

void __belay_touch_text(const char *text) {
  size_t i = 0;
  while (text[i] != 0) i++;
}

void __belay_input_bytes_environment(char *to, size_t length) {
  for (size_t i = 0; i < length; i++) to[i] = __belay_input_char("environment.byte");
}

void __belay_fill_text(char *text, size_t length) {
  __belay_input_bytes_environment(text, length);
  text[length] = 0;
}

int __belay_digit_value(int c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return -1;
}

char *__belay_decimal(char *text, size_t capacity, unsigned long value) {
  size_t i = capacity - 1;
  text[i] = 0;
  do {
    if (i == 0) break;
    i--;
    text[i] = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  return text + i;
}
