// Division by zero ends the run; it is no memory error.
// expect: TRUE
static int quotient(int a, int b) { return a / b; }
int main(void) { return quotient(1, 0); }
