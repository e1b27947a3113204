// main's value is the exit code, cut to a byte; falling off its end is 0.
// expect: TRUE
// native: compare
int main(void) { return 300; }
