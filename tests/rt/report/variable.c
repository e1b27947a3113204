/* What a report tells about a variable, alive and dead. */
#include <stdio.h>
#include <stdlib.h>

static int table[4];

__attribute__((noinline)) static int *escape(int bug) {
  int local[5] = {1, 2, 3, 4, 5};
  int *volatile result = bug == 1 ? &local[2] : &table[2];
  return result;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int *volatile kept = escape(bug);
  int sum = *kept; // error 1: use-after-return
  {
    int inner[3] = {1, 2, 3};
    kept = bug == 2 ? inner + 1 : table;
    sum += *kept;
  }
  sum += *kept; // error 2: use-after-scope
  kept = table;
  sum += kept[bug == 3 ? 4 : 3]; // error 3: read-past
  printf("%d\n", sum);
  return 0;
}
// report 1: 4 bytes at offset 8 of `local`, 20 bytes$
// report 1: ^\S*variable.c:8:\d+: note: `local` is declared here$
// report 1: ^  in escape, \S*variable.c:8$
// report 1: ^note: `local` ended when escape returned$
// report 2: 4 bytes at offset 4 of `inner`, 12 bytes$
// report 2: ^\S*variable.c:18:\d+: note: `inner` is declared here$
// report 2: ^\S*variable.c:21: note: the scope of `inner` ends here$
// report 2: ^   21 \|   }$
// report 3: 4 bytes at offset 16 of `table`, 16 bytes$
// report 3: ^\S*variable.c: note: `table` is declared in this file$
