// Nobody says how large the memory behind a void pointer is.
// expect: UNKNOWN
// because: its size is not known
// options: --entry get
struct s { int x; };
int get(void *p) { return ((struct s *)p)->x; }
