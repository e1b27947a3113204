int other(int *at) { return at[SHIFT]; }
