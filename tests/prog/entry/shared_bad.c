// Two arguments may be the same block.
// expect: FALSE(valid-free) line 6
// options: --entry drop
#include <stdlib.h>
struct s { int x; };
void drop(struct s *a, struct s *b) { free(a); free(b); }
