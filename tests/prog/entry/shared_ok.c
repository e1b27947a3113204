// expect: TRUE
// options: --entry drop --distinct-pointers
#include <stdlib.h>
struct s { int x; };
void drop(struct s *a, struct s *b) { free(a); free(b); }
