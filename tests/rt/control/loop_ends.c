/* Loops over blocks, one round too far in all ways of counting, and the same loops left before they
 * get there. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 24 };

#define LOOP __attribute__((noinline)) static long

LOOP up(int *p, int n, int stop) {
  long sum = 0;
  for (int i = 0; i < n && i != stop; i++) sum += p[i]; // error 1: read-past
  return sum;
}

LOOP up_to(int *p, unsigned long n, unsigned long stop) {
  long sum = 0;
  for (unsigned long i = 0; i <= n; i++) {
    if (i == stop) break;
    sum += p[i]; // error 2: read-past
  }
  return sum;
}

LOOP down(int *p, long n, long stop) {
  long sum = 0;
  for (long i = n; i >= 0; i--) {
    if (i == stop) break;
    sum += p[i - 1]; // error 3: read-before
  }
  return sum;
}

LOOP by_threes(int *p, long n, long stop) {
  long sum = 0;
  for (long i = 0; i < n; i += 3) {
    if (i == stop) break;
    sum += p[i]; // error 4: read-past
  }
  return sum;
}

LOOP columns(int *p, long rows, long width, long stop) {
  long sum = 0;
  for (long row = 0; row < rows; row++) {
    if (row == stop) break;
    sum += p[row * width]; // error 5: read-past
  }
  return sum;
}

LOOP pointers(int *p, int *end, int *stop) {
  long sum = 0;
  for (; p != end; p++) {
    if (p == stop) break;
    sum += *p; // error 6: read-past
  }
  return sum;
}

LOOP some(int *p, const char *wanted, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    if (wanted[i]) sum += p[i]; // error 7: read-past
  return sum;
}

LOOP around(int *p, unsigned long from, unsigned long n) {
  long sum = 0;
  for (unsigned long i = from; i < n; i += 5) sum += p[i]; // error 8: read-past
  return sum;
}

LOOP dead(int *p, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++) sum += p[i]; // error 9: use-after-free
  return sum;
}

LOOP local(long n, long stop) {
  int array[N] = {1};
  long sum = 0;
  for (long i = 0; i < n; i++) {
    if (i == stop) break;
    sum += array[i]; // error 10: read-past
  }
  return sum;
}

LOOP none(int *p, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++) sum += p[i]; // error 11: null
  return sum;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int *p = calloc(N, sizeof *p), *freed = malloc(N * sizeof *p);
  char *wanted = calloc(N + 1, 1);
  if (!p || !freed || !wanted) return 1;
  for (int i = 0; i < N; i++) p[i] = i, freed[i] = i, wanted[i] = (char)(i % 2);
  wanted[N] = bug == 7;
  long sum = up(p, N + 1, bug == 1 ? -1 : N) + up(p, N, -1) + up(p, 0, -1);
  sum += up_to(p, N, bug == 2 ? N + 1 : N) + up_to(p, N - 1, N);
  sum += down(p, N, bug == 3 ? -1 : 0) + down(p + 1, N - 1, -1);
  sum += by_threes(p, N + 3, bug == 4 ? -1 : N) + by_threes(p, N, -1);
  sum += columns(p, 5, N / 4, bug == 5 ? -1 : 4) + columns(p + N - 1, 4, -(N / 4), -1);
  sum += pointers(p, p + N + 1, bug == 6 ? NULL : p + N) + pointers(p, p + N, NULL);
  sum += some(p, wanted, N + 1) + some(p, wanted, N);
  sum += around(p, 4, bug == 8 ? -2ul : N);
  if (bug == 9) free(freed);
  sum += dead(freed, N) + dead(freed, 0);
  sum += local(N + 1, bug == 10 ? -1 : N) + local(N, -1);
  sum += none(NULL, 0) + none(bug == 11 ? NULL : p, 1);
  printf("%ld\n", sum);
  free(p);
  if (bug != 9) free(freed);
  free(wanted);
  return 0;
}
