/* wchar.h, wctype.h and stdlib.h: wide strings, and multibyte ones in the C locale, where
 * a character is a byte below 128. */
#include "belay_model.h"

typedef unsigned wint_t;

/* ---- strings ---- */

size_t wcslen(const wchar_t *text) {
  size_t length = 0;
  while (text[length] != 0) length++;
  return length;
}

size_t wcsnlen(const wchar_t *text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != 0) length++;
  return length;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t count) {
  size_t i = 0;
  while (i < count && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  for (size_t j = i; j < count; j++) to[j] = 0;
  return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  size_t end = 0, i = 0;
  while (to[end] != 0) end++;
  while (from[i] != 0) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t limit) {
  size_t end = 0, i = 0;
  while (to[end] != 0) end++;
  while (i < limit && from[i] != 0) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}

static int order(wchar_t left, wchar_t right) { return left < right ? -1 : left > right; }

int wcscmp(const wchar_t *left, const wchar_t *right) {
  size_t i = 0;
  while (left[i] != 0 && left[i] == right[i]) i++;
  return order(left[i], right[i]);
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit) {
  size_t i = 0;
  while (i < limit && left[i] != 0 && left[i] == right[i]) i++;
  return i == limit ? 0 : order(left[i], right[i]);
}

wchar_t *wcschr(const wchar_t *text, wchar_t sought) {
  size_t i = 0;
  while (text[i] != sought) {
    if (text[i] == 0) return NULL;
    i++;
  }
  return (wchar_t *)text + i;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t sought) {
  const wchar_t *last = NULL;
  size_t i = 0;
  while (text[i] != 0) {
    if (text[i] == sought) last = text + i;
    i++;
  }
  return (wchar_t *)(sought == 0 ? text + i : last);
}

static int starts_with(const wchar_t *text, const wchar_t *start) {
  size_t i = 0;
  while (start[i] != 0 && text[i] == start[i]) i++;
  return start[i] == 0;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *sought) {
  size_t i = 0;
  while (!starts_with(text + i, sought)) {
    if (text[i] == 0) return NULL;
    i++;
  }
  return (wchar_t *)text + i;
}

wchar_t *wcsdup(const wchar_t *text) {
  size_t length = 0;
  while (text[length] != 0) length++;
  wchar_t *copy = malloc((length + 1) * sizeof(wchar_t));
  if (copy == NULL) {
    __belay_errno = ENOMEM;
    return NULL;
  }
  memcpy(copy, text, (length + 1) * sizeof(wchar_t));
  return copy;
}

/* ---- counted characters ---- */

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
  return memcpy(to, from, count * sizeof(wchar_t));
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
  return memmove(to, from, count * sizeof(wchar_t));
}

wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = value;
  return to;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count) {
  int result = 0;
  for (size_t i = 0; i < count; i++) {
    int here = order(left[i], right[i]);
    if (result == 0) result = here;
  }
  return result;
}

wchar_t *wmemchr(const wchar_t *text, wchar_t sought, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (text[i] == sought) return (wchar_t *)text + i;
  return NULL;
}

/* ---- multibyte ---- */

#define FAILED ((size_t)-1)

static size_t failed(void) {
  __belay_errno = EILSEQ;
  return FAILED;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t limit) {
  for (size_t i = 0; to == NULL || i < limit; i++) {
    if ((unsigned char)from[i] > 127) return failed();
    if (to != NULL) to[i] = from[i];
    if (from[i] == 0) return i;
  }
  return limit;
}

size_t wcstombs(char *to, const wchar_t *from, size_t limit) {
  for (size_t i = 0; to == NULL || i < limit; i++) {
    if ((unsigned)from[i] > 127) return failed();
    if (to != NULL) to[i] = (char)from[i];
    if (from[i] == 0) return i;
  }
  return limit;
}

int mbtowc(wchar_t *to, const char *from, size_t limit) {
  if (from == NULL) return 0;
  if (limit == 0) return -1;
  if ((unsigned char)from[0] > 127) return (int)failed();
  if (to != NULL) *to = from[0];
  return from[0] != 0;
}

int mblen(const char *from, size_t limit) {
  if (from == NULL) return 0;
  if (limit == 0) return -1;
  if ((unsigned char)from[0] > 127) return (int)failed();
  return from[0] != 0;
}

int wctomb(char *to, wchar_t wide) {
  if (to == NULL) return 0;
  if ((unsigned)wide > 127) return (int)failed();
  *to = (char)wide;
  return 1;
}

wint_t btowc(int byte) { return byte >= 0 && byte < 128 ? (wint_t)byte : (wint_t)-1; }

int wctob(wint_t wide) { return wide < 128 ? (int)wide : EOF; }

/* ---- classes ---- */

static int is_upper(wint_t c) { return c >= 'A' && c <= 'Z'; }

static int is_lower(wint_t c) { return c >= 'a' && c <= 'z'; }

static int is_digit(wint_t c) { return c >= '0' && c <= '9'; }

int iswupper(wint_t c) { return is_upper(c); }

int iswlower(wint_t c) { return is_lower(c); }

int iswdigit(wint_t c) { return is_digit(c); }

int iswalpha(wint_t c) { return is_upper(c) || is_lower(c); }

int iswalnum(wint_t c) { return is_upper(c) || is_lower(c) || is_digit(c); }

int iswspace(wint_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

int iswprint(wint_t c) { return c >= ' ' && c < 127; }

int iswxdigit(wint_t c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int iswpunct(wint_t c) {
  return c > ' ' && c < 127 && !is_upper(c) && !is_lower(c) && !is_digit(c);
}

int iswcntrl(wint_t c) { return c < ' ' || c == 127; }

wint_t towupper(wint_t c) { return is_lower(c) ? c - ('a' - 'A') : c; }

wint_t towlower(wint_t c) { return is_upper(c) ? c + ('a' - 'A') : c; }
