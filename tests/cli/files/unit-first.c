int first(int *p) { return p[3]; }
