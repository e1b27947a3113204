// At least one is not at least two.
// expect: FALSE(valid-deref) line 4
// options: --entry second
int second(const int *a) { return a[1]; }
