// A string may be longer than that.
// expect: FALSE(valid-deref)
// options: --entry keep
#include <string.h>
char name[8];
void keep(const char *s) { strcpy(name, s); }
