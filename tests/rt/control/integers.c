/* Pointers that become integers and come back, tagged and compressed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  uintptr_t link; /* the lowest bit is a mark */
  int value;
};

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  *b = (struct node){0, 2};
  *a = (struct node){(uintptr_t)b | 1, 1};
  struct node *next = (struct node *)(a->link & ~(uintptr_t)1);
  int sum = next->value + a->value;
  intptr_t number = (intptr_t)b;
  struct node *same = (struct node *)number + (bug == 1 ? 1 : 0);
  sum += same->value; // error 1: read-past
  char bytes[sizeof b];
  memcpy(bytes, &b, sizeof b);
  struct node *copied;
  memcpy(&copied, bytes, sizeof copied);
  sum += copied->value;
  printf("%d\n", sum);
  free(b);
  free(a);
  return 0;
}
