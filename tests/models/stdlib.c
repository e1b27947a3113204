/* Sorting, random numbers and the environment against libc's. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

MODEL(qsort);
MODEL(qsort_r);
MODEL(bsearch);
MODEL(rand);
MODEL(srand);
MODEL(random);
MODEL(srandom);
MODEL(rand_r);
MODEL(drand48);
MODEL(lrand48);
MODEL(mrand48);
MODEL(srand48);
MODEL(erand48);
MODEL(nrand48);
MODEL(jrand48);
MODEL(seed48);
MODEL(lcong48);
MODEL(div);
MODEL(ldiv);
MODEL(abs);
MODEL(getenv);
MODEL(setenv);
MODEL(unsetenv);
MODEL(putenv);
MODEL(posix_memalign);
MODEL(reallocarray);

/* ---- sorting ---- */

typedef struct Item {
  int key, number;
} Item;

static unsigned long comparisons;

static int by_key(const void *a, const void *b) {
  comparisons++;
  return ((const Item *)a)->key - ((const Item *)b)->key;
}

static int by_key_with(const void *a, const void *b, void *context) {
  ++*(int *)context;
  return by_key(a, b);
}

static int by_byte(const void *a, const void *b) {
  return *(const unsigned char *)a - *(const unsigned char *)b;
}

static void compare_sorting(void) {
  for (size_t count = 0; count < 200; count += 1 + count / 7) {
    Item theirs[200], *mine = (Item *)guarded(0, count * sizeof(Item)), *with;
    int asked = 0;
    for (size_t i = 0; i < count; i++)
      theirs[i] = (Item){(int)pick(count < 20 ? 5 : 1000), (int)i};
    memcpy(mine, theirs, count * sizeof(Item));
    with = memcpy(guarded(1, count * sizeof(Item)), theirs, count * sizeof(Item));
    comparisons = 0;
    model_qsort(mine, count, sizeof(Item), by_key);
    unsigned long ours = comparisons;
    comparisons = 0;
    qsort(theirs, count, sizeof(Item), by_key);
    expect(!memcmp(mine, theirs, count * sizeof(Item)), "qsort of %zu", count);
    expect(ours == comparisons, "qsort of %zu: %lu comparisons, not %lu", count, ours,
           comparisons);
    model_qsort_r(with, count, sizeof(Item), by_key_with, &asked);
    expect(!memcmp(with, theirs, count * sizeof(Item)), "qsort_r of %zu", count);
    for (int key = 0; key < 10; key++) {
      Item wanted = {key, 0},
           *a = model_bsearch(&wanted, mine, count, sizeof(Item), by_key);
      Item *b = bsearch(&wanted, mine, count, sizeof(Item), by_key);
      expect(a == b, "bsearch of %d among %zu", key, count);
    }
  }
  char *letters = memcpy(guarded(0, 11), "hello world", 11);
  model_qsort(letters, 11, 1, by_byte);
  expect(!memcmp(letters, " dehllloorw", 11), "qsort of bytes");
}

/* ---- random numbers ---- */

static void compare_random(void) {
  for (int i = 0; i < 100; i++)
    expect(model_rand() == rand(), "rand %d, never seeded", i);
  static const unsigned seeds[] = {0,     1,          2,          42,
                                   12345, 0x7fffffff, 0x80000000, 0xffffffff};
  for (size_t s = 0; s < sizeof seeds / sizeof *seeds; s++) {
    unsigned mine = seeds[s], theirs = seeds[s];
    model_srand(seeds[s]);
    srand(seeds[s]);
    for (int i = 0; i < 100; i++) {
      expect(model_rand() == rand(), "rand %d of seed %u", i, seeds[s]);
      expect(model_random() == random(), "random %d of seed %u", i, seeds[s]);
      expect(model_rand_r(&mine) == rand_r(&theirs), "rand_r %d of seed %u", i, seeds[s]);
    }
  }
  model_srandom(7);
  srandom(7);
  expect(model_random() == random(), "srandom");
}

static void compare_random_48(void) {
  unsigned short mine[3] = {1, 2, 3}, theirs[3] = {1, 2, 3}, seed[3] = {9, 8, 7};
  unsigned short parameters[7] = {1, 2, 3, 4, 5, 6, 7};
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < 50; i++) {
      expect(model_drand48() == drand48(), "drand48 %d.%d", round, i);
      expect(model_lrand48() == lrand48(), "lrand48 %d.%d", round, i);
      expect(model_mrand48() == mrand48(), "mrand48 %d.%d", round, i);
      expect(model_erand48(mine) == erand48(theirs), "erand48 %d.%d", round, i);
      expect(model_nrand48(mine) == nrand48(theirs), "nrand48 %d.%d", round, i);
      expect(model_jrand48(mine) == jrand48(theirs), "jrand48 %d.%d", round, i);
    }
    if (round == 0) model_srand48(12345), srand48(12345);
    if (round == 1) model_srand48(-1), srand48(-1);
    if (round == 2)
      expect(!memcmp(model_seed48(seed), seed48(seed), 6), "seed48's old state");
    if (round == 3) model_lcong48(parameters), lcong48(parameters);
  }
}

/* ---- environment ---- */

static void compare_environment(void) {
  char own[] = "OWN=a";
  reset_choices();
  expect(model_getenv("HOME") == NULL, "unset");
  set_choice("getenv", 1);
  set_choice("getenv.length", 3);
  set_choice("environment.byte", 'x');
  expect(model_getenv("HOME") == NULL, "the same answer twice");
  const char *path = model_getenv("PATH");
  expect(path && !strcmp(path, "xxx") && model_getenv("PATH") == path, "inherited");
  reset_choices();
  expect(model_setenv("A", "1", 1) == 0 && !strcmp(model_getenv("A"), "1"), "setenv");
  expect(model_setenv("A", "2", 0) == 0 && !strcmp(model_getenv("A"), "1"),
         "not overwritten");
  expect(model_setenv("A", "3", 1) == 0 && !strcmp(model_getenv("A"), "3"),
         "overwritten");
  expect(model_setenv("", "3", 1) == -1 && model_setenv("A=B", "3", 1) == -1,
         "bad names");
  expect(model_unsetenv("A") == 0 && model_getenv("A") == NULL, "unsetenv");
  expect(model_putenv(own) == 0 && !strcmp(model_getenv("OWN"), "a"), "putenv");
  own[4] = 'b';
  expect(!strcmp(model_getenv("OWN"), "b"), "putenv keeps the string itself");
}

void compare_stdlib(void) {
  compare_sorting();
  compare_random();
  compare_random_48();
  compare_environment();
  div_t d = model_div(-7, 2);
  ldiv_t l = model_ldiv(7, -2);
  expect(d.quot == -3 && d.rem == -1 && l.quot == -3 && l.rem == 1, "div");
  expect(model_abs(-5) == 5 && model_abs(5) == 5, "abs");
  void *block = NULL;
  expect(model_posix_memalign(&block, 64, 10) == 0 && block, "posix_memalign");
  free(block);
  expect(model_posix_memalign(&block, 3, 10) != 0, "posix_memalign with a bad alignment");
  volatile size_t too_many = (size_t)-1;
  expect(model_reallocarray(NULL, too_many, 2) == NULL, "reallocarray overflow");
}
