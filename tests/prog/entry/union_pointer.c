// A union of a pointer and a number is not made.
// expect: UNKNOWN
// because: whether it holds the pointer is not known
// options: --entry get
struct value { int kind; union { int *pointer; long number; } u; };
int get(struct value *v) { return v->kind == 1 ? *v->u.pointer : 0; }
