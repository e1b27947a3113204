// expect: TRUE
// options: --entry look
int look(unsigned i) { static const int table[8] = {1}; return i < 8 ? table[i] : 0; }
