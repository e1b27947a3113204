// expect: TRUE
// options: --entry f
struct small { int *p; int n; };
struct large { int a[20]; int *p; };
int f(struct small s, struct large l) { return (s.p ? *s.p : 0) + (l.p ? *l.p : 0); }
