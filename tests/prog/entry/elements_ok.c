// expect: TRUE
// options: --entry second --elements 2
int second(const int *a) { return a[1]; }
