// A function that nobody knows may do anything.
// expect: UNKNOWN
// because: it may be any function
// options: --entry call
struct s { int (*f)(int); int x; };
int call(struct s *s) { return s->f ? s->f(s->x) : 0; }
