/* What a report tells about a heap block: size, offset, age, both call stacks, who has it now. */
#include <stdio.h>
#include <stdlib.h>

struct node {
  long first, second, third;
};

__attribute__((noinline)) static struct node *make(void) {
  return malloc(sizeof(struct node));
}

__attribute__((noinline)) static struct node *make_zero(void) {
  struct node *made = make();
  made->first = made->second = made->third = 0;
  return made;
}

static volatile int finished;

__attribute__((noinline)) static void drop(struct node *node) { free(node); }

__attribute__((noinline)) static void finish(struct node *node) {
  if (node) drop(node);
  finished++;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  struct node *node = make_zero(), *kept = node;
  void *fresh[3] = {NULL, NULL, NULL};
  if (bug == 1 || bug == 2 || bug == 6) finish(node);
  for (int i = 0; i < 3; i++) fresh[i] = malloc(sizeof *node);
  if (bug == 1) printf("%ld\n", kept->third); // error 1: use-after-free
  if (bug == 2) finish(kept);
  if (bug == 3) free(&kept->second); // error 3: free-inside
  if (bug == 4) kept[1].second = 1; // error 4: write-past
  if (bug == 5) ((char *)kept)[-3] = 1; // error 5: write-before
  kept = bug == 6 ? realloc(kept, 100) : kept; // error 6: double-free
  if (bug == 7) node = kept = NULL;
  if (bug != 1 && bug != 2 && bug != 6) finish(node);
  for (int i = 0; i < 3; i++) free(fresh[i]);
  return 0;
}
// report 1: ^\S*heap.c:34:\d+: error: use after free \[CWE-416\]: \d bytes at offset (16|8) of a heap block of (24|12) bytes
// report 1: ^   34 \|   if \(bug == 1\) printf
// report 1: ^      \| +\^$
// report 1: ^  in main, \S*heap.c:34$
// report 1: ^\S*heap.c:10:\d+: note: allocated here$
// report 1: ^   10 \|   return malloc
// report 1: ^  in make, \S*heap.c:10\n  in make_zero, \S*heap.c:14\n  in main, \S*heap.c:30$
// report 1: ^\S*heap.c:21:\d+: note: freed here$
// report 1: ^  in drop, \S*heap.c:21\n  in finish, \S*heap.c:24\n  in main, \S*heap.c:32$
// report 2: error: double free \[CWE-415\]: offset 0 of a heap block of (24|12) bytes.*, by free
// report 2: ^  in drop, \S*heap.c:21\n  in finish, \S*heap.c:24\n  in main, 
// report 2: ^  in drop, \S*heap.c:21\n  in finish, \S*heap.c:24\n  in main, \S*heap.c:32$
// report 2: ^note: the memory now belongs to a heap block of (24|12) bytes, allocated at \S*heap.c:33$
// exit 2: 97
// report 3: error: free of a pointer that is not at the start of its block \[CWE-761\]: offset (8|4) of a heap block of (24|12) bytes, by free
// report 4: \d bytes at offset (32|16) of a heap block of (24|12) bytes
// report 5: 1 byte at offset -3 of a heap block of (24|12) bytes
// report 6: , by realloc
// report 7: ^\S*heap.c:10:\d+: error: memory leak \[CWE-401\]: (24|12) bytes in 1 block allocated here cannot be reached any more
// report 7: ^  in make, \S*heap.c:10\n  in make_zero, \S*heap.c:14\n  in main, \S*heap.c:30$
// exit 7: 97
