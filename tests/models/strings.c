/* string.h, strings.h, ctype.h and wchar.h against libc's. */
#define _GNU_SOURCE
#include <ctype.h>
#include <libgen.h>
#undef basename
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

#include "compare.h"

MODEL(strlen);
MODEL(strnlen);
MODEL(strcmp);
MODEL(strncmp);
MODEL(strcasecmp);
MODEL(strncasecmp);
MODEL(strcoll);
MODEL(strchr);
MODEL(strrchr);
MODEL(strchrnul);
MODEL(index);
MODEL(rindex);
MODEL(strspn);
MODEL(strcspn);
MODEL(strpbrk);
MODEL(strstr);
MODEL(strcasestr);
MODEL(strtok);
MODEL(strtok_r);
MODEL(strsep);
MODEL(strcpy);
MODEL(strncpy);
MODEL(stpcpy);
MODEL(stpncpy);
MODEL(strcat);
MODEL(strncat);
MODEL(strxfrm);
MODEL(strdup);
MODEL(strndup);
MODEL(memcmp);
MODEL(memchr);
MODEL(memrchr);
MODEL(memccpy);
MODEL(memmem);
MODEL(rawmemchr);
MODEL(strerror);
MODEL(strsignal);
MODEL(basename);
MODEL(dirname);
MODEL(__xpg_basename);
MODEL(ffs);
MODEL(ffsll);
MODEL(swab);
size_t model_strlcpy(char *, const char *, size_t);
size_t model_strlcat(char *, const char *, size_t);

static int sign(int value) { return (value > 0) - (value < 0); }

static void make_text(char *to, size_t limit) {
  static const char letters[] = "aabbcAB,; /\xe4";
  size_t length = pick((unsigned)limit);
  for (size_t i = 0; i < length; i++) to[i] = letters[pick(sizeof letters - 1)];
  to[length] = 0;
}

static void compare_searches(const char *text, const char *other, int byte) {
  char *t = guarded_text(0, text), *o = guarded_text(1, other);
  size_t limit = pick(12);
  expect(model_strlen(t) == strlen(t), "strlen \"%s\"", text);
  expect(model_strnlen(t, limit) == strnlen(t, limit), "strnlen \"%s\" %zu", text, limit);
  expect(model_strcmp(t, o) == strcmp(t, o) ||
           sign(model_strcmp(t, o)) == sign(strcmp(t, o)),
         "strcmp \"%s\" \"%s\"", text, other);
  expect(sign(model_strcoll(t, o)) == sign(strcoll(t, o)), "strcoll \"%s\" \"%s\"", text,
         other);
  expect(sign(model_strncmp(t, o, limit)) == sign(strncmp(t, o, limit)),
         "strncmp \"%s\" \"%s\" %zu", text, other, limit);
  expect(sign(model_strcasecmp(t, o)) == sign(strcasecmp(t, o)),
         "strcasecmp \"%s\" \"%s\"", text, other);
  expect(sign(model_strncasecmp(t, o, limit)) == sign(strncasecmp(t, o, limit)),
         "strncasecmp \"%s\" \"%s\" %zu", text, other, limit);
  expect(model_strchr(t, byte) == strchr(t, byte), "strchr \"%s\" %d", text, byte);
  expect(model_strrchr(t, byte) == strrchr(t, byte), "strrchr \"%s\" %d", text, byte);
  expect(model_strchrnul(t, byte) == strchrnul(t, byte), "strchrnul \"%s\" %d", text,
         byte);
  expect(model_index(t, byte) == index(t, byte), "index \"%s\" %d", text, byte);
  expect(model_rindex(t, byte) == rindex(t, byte), "rindex \"%s\" %d", text, byte);
  expect(model_strspn(t, o) == strspn(t, o), "strspn \"%s\" \"%s\"", text, other);
  expect(model_strcspn(t, o) == strcspn(t, o), "strcspn \"%s\" \"%s\"", text, other);
  expect(model_strpbrk(t, o) == strpbrk(t, o), "strpbrk \"%s\" \"%s\"", text, other);
  expect(model_strstr(t, o) == strstr(t, o), "strstr \"%s\" \"%s\"", text, other);
  expect(model_strcasestr(t, o) == strcasestr(t, o), "strcasestr \"%s\" \"%s\"", text,
         other);
}

static void compare_bytes(const char *text, const char *other, int byte) {
  size_t n = strlen(text), m = strlen(other), both = n < m ? n : m;
  char *t = memcpy(guarded(0, n), text, n), *o = memcpy(guarded(1, m), other, m);
  expect(model_memcmp(t, o, both) == memcmp(t, o, both) ||
           sign(model_memcmp(t, o, both)) == sign(memcmp(t, o, both)),
         "memcmp \"%s\" \"%s\"", text, other);
  expect(model_memchr(t, byte, n) == memchr(t, byte, n), "memchr \"%s\" %d", text, byte);
  expect(model_memrchr(t, byte, n) == memrchr(t, byte, n), "memrchr \"%s\" %d", text,
         byte);
  expect(model_memmem(t, n, o, m) == memmem(t, n, o, m), "memmem \"%s\" \"%s\"", text,
         other);
  char *to = guarded(2, n), *end = model_memccpy(to, t, byte, n);
  char theirs[64], *their_end = memccpy(theirs, t, byte, n);
  size_t written = their_end ? (size_t)(their_end - theirs) : n;
  expect((end ? end - to : -1) == (their_end ? their_end - theirs : -1) &&
           !memcmp(to, theirs, written),
         "memccpy \"%s\" %d", text, byte);
  if (memchr(t, byte, n))
    expect(model_rawmemchr(t, byte) == rawmemchr(t, byte), "rawmemchr \"%s\"", text);
}

static void compare_copies(const char *text, const char *other) {
  char *from = guarded_text(0, text);
  size_t n = strlen(text), limit = pick(16);
  char *to = guarded(1, n + 1);
  expect(model_strcpy(to, from) == to && !strcmp(to, text), "strcpy \"%s\"", text);
  to = guarded(1, n + 1);
  expect(model_stpcpy(to, from) == to + n && !strcmp(to, text), "stpcpy \"%s\"", text);
  char theirs[64];
  to = guarded(1, limit);
  strncpy(theirs, from, limit);
  expect(model_strncpy(to, from, limit) == to && !memcmp(to, theirs, limit),
         "strncpy \"%s\" %zu", text, limit);
  to = guarded(1, limit);
  expect(model_stpncpy(to, from, limit) - to == stpncpy(theirs, from, limit) - theirs,
         "stpncpy \"%s\" %zu", text, limit);
  strcpy(theirs, other);
  strcat(theirs, from);
  to = guarded(1, strlen(theirs) + 1);
  strcpy(to, other);
  expect(model_strcat(to, from) == to && !strcmp(to, theirs), "strcat \"%s\"", text);
  strcpy(theirs, other);
  strncat(theirs, from, limit);
  to = guarded(1, strlen(theirs) + 1);
  strcpy(to, other);
  expect(model_strncat(to, from, limit) == to && !strcmp(to, theirs),
         "strncat \"%s\" %zu", text, limit);
  snprintf(theirs, limit, "%s", from);
  to = guarded(1, limit);
  expect(model_strlcpy(to, from, limit) == n && (limit == 0 || !strcmp(to, theirs)),
         "strlcpy \"%s\" %zu", text, limit);
  size_t room = strlen(other) + 1 + limit;
  snprintf(theirs, room, "%s%s", other, from);
  to = guarded(1, room);
  strcpy(to, other);
  expect(model_strlcat(to, from, room) == n + strlen(other) && !strcmp(to, theirs),
         "strlcat \"%s\" \"%s\" %zu", other, text, room);
  to = guarded(1, limit);
  expect(model_strxfrm(to, from, limit) == n, "strxfrm \"%s\" %zu", text, limit);
  char *copy = model_strdup(from), *part = model_strndup(from, limit);
  char *their_part = strndup(from, limit);
  expect(!strcmp(copy, text), "strdup \"%s\"", text);
  expect(!strcmp(part, their_part), "strndup \"%s\" %zu", text, limit);
  free(copy);
  free(part);
  free(their_part);
}

static void compare_tokens(const char *text, const char *separators) {
  char theirs[64];
  char *ours = guarded_text(0, text), *mine, *other, *rest = NULL;
  strcpy(theirs, text);
  char *a = ours, *b = theirs;
  do {
    mine = pick(2) && a ? model_strtok_r(a, separators, &rest) : NULL;
    if (!mine) break;
    other = strtok(b, separators);
    expect(mine && other ? !strcmp(mine, other) : mine == other, "strtok_r \"%s\"", text);
    a = NULL;
  } while (0);
  ours = guarded_text(0, text);
  strcpy(theirs, text);
  a = ours, b = theirs;
  do {
    mine = model_strtok(a, separators);
    other = strtok(b, separators);
    expect(mine && other ? !strcmp(mine, other) : mine == other, "strtok \"%s\" \"%s\"",
           text, separators);
    a = b = NULL;
  } while (mine && other);
  expect(!memcmp(ours, theirs, strlen(text) + 1), "strtok's text \"%s\"", text);
  ours = guarded_text(0, text);
  strcpy(theirs, text);
  a = ours, b = theirs;
  do {
    mine = model_strsep(&a, separators);
    other = strsep(&b, separators);
    expect(mine && other ? !strcmp(mine, other) : mine == other, "strsep \"%s\" \"%s\"",
           text, separators);
  } while (mine && other);
}

static void compare_paths(void) {
  static const char *const paths[] = {"",       "/",      "//",   "a",   "/a",
                                      "a/",     "a/b",    "a//b", "/a/", "a/b/",
                                      "/a/b//", "a//b//", ".",    "..",  "///"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    char theirs[32], *ours = guarded_text(0, paths[i]);
    expect(!strcmp(model_basename(ours), basename(paths[i])), "basename \"%s\"",
           paths[i]);
    strcpy(theirs, paths[i]);
    expect(!strcmp(model_dirname(ours), dirname(theirs)), "dirname \"%s\"", paths[i]);
    ours = guarded_text(0, paths[i]);
    strcpy(theirs, paths[i]);
    expect(!strcmp(model___xpg_basename(ours), __xpg_basename(theirs)),
           "__xpg_basename \"%s\"", paths[i]);
  }
}

/* ---- classes ---- */

#define CLASSES(X)                                                             \
  X(isalpha)                                                                   \
  X(isdigit)                                                                   \
  X(isalnum) X(isspace) X(isupper) X(islower) X(isprint) X(isgraph) X(ispunct) \
    X(iscntrl) X(isxdigit) X(isblank)
#define DECLARE(name) int model_##name(int);
CLASSES(DECLARE)
MODEL(toupper);
MODEL(tolower);
MODEL(__ctype_b_loc);
MODEL(__ctype_toupper_loc);
MODEL(__ctype_tolower_loc);

static void compare_classes(void) {
  for (int c = -128; c < 256; c++) {
#define COMPARE(name) expect(model_##name(c) == (name)(c), #name " %d", c);
    CLASSES(COMPARE)
    expect(model_toupper(c) == (toupper)(c), "toupper %d", c);
    expect(model_tolower(c) == (tolower)(c), "tolower %d", c);
    expect((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "class of %d", c);
    expect((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "upper %d",
           c);
    expect((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "lower %d",
           c);
  }
}

/* ---- wide ---- */

MODEL(wcslen);
MODEL(wcscmp);
MODEL(wcscpy);
MODEL(wcsstr);
MODEL(mbstowcs);
MODEL(wcstombs);

static void compare_wide(const char *text, const char *other) {
  wchar_t left[64], right[64];
  for (size_t i = 0; i <= strlen(text); i++) left[i] = (unsigned char)text[i];
  for (size_t i = 0; i <= strlen(other); i++) right[i] = (unsigned char)other[i];
  size_t bytes = (wcslen(left) + 1) * sizeof(wchar_t);
  wchar_t *t = memcpy(guarded(0, bytes), left, bytes), *to = (wchar_t *)guarded(1, bytes);
  expect(model_wcslen(t) == wcslen(left), "wcslen \"%s\"", text);
  expect(sign(model_wcscmp(t, right)) == sign(wcscmp(t, right)), "wcscmp \"%s\"", text);
  expect(model_wcsstr(t, right) == wcsstr(t, right), "wcsstr \"%s\" \"%s\"", text, other);
  expect(!wcscmp(model_wcscpy(to, t), left), "wcscpy \"%s\"", text);
  wchar_t mine[64], theirs[64];
  size_t limit = pick(20);
  expect(model_mbstowcs(mine, text, limit) == mbstowcs(theirs, text, limit),
         "mbstowcs \"%s\"", text);
  char narrow[64], their_narrow[64];
  expect(model_wcstombs(narrow, left, limit) == wcstombs(their_narrow, left, limit),
         "wcstombs \"%s\"", text);
}

void compare_strings(void) {
  char text[32], other[8];
  for (int round = 0; round < 4000; round++) {
    make_text(text, 20);
    make_text(other, pick(2) ? 4 : 8);
    if (!pick(8)) snprintf(other, sizeof other, "%.7s", text);
    int byte = pick(4) ? "ab,\xe4"[pick(4)] : (int)pick(2) * 0;
    compare_searches(text, other, byte);
    compare_bytes(text, other, byte);
    compare_copies(text, other);
    compare_tokens(text, pick(2) ? ",; " : other);
    compare_wide(text, other);
  }
  compare_paths();
  compare_classes();
  for (int i = -3; i < 140; i++)
    expect(!strcmp(model_strerror(i), strerror(i)), "strerror %d", i);
  for (int i = 1; i < 32; i++)
    expect(!strcmp(model_strsignal(i), strsignal(i)), "strsignal %d", i);
  for (int i = 0; i < 64; i++) {
    expect(model_ffsll(1LL << i) == ffsll(1LL << i), "ffsll 1 << %d", i);
    expect(model_ffs((int)(1u << i % 32)) == ffs((int)(1u << i % 32)), "ffs 1 << %d",
           i % 32);
  }
  char *swapped = guarded(0, 6), *from = memcpy(guarded(1, 6), "abcdef", 6);
  model_swab(from, swapped, 6);
  expect(!memcmp(swapped, "badcfe", 6), "swab");
}
