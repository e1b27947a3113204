// A private variable that nobody writes to keeps its value.
// expect: TRUE
// options: --entry look
static unsigned limit = 8;
static int table[8];
int look(unsigned i) { return i < limit ? table[i] : 0; }
