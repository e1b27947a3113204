// A global has any value, not the one it starts with.
// expect: FALSE(valid-deref) line 6
// options: --entry put
static char buffer[16];
static unsigned used;
void put(char c) { buffer[used++] = c; }
