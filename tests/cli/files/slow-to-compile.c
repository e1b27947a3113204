/* More than clang can do in a second. */
#define A(x) x + x + x + x + x + x + x + x
#define B(x) A(A(A(A(x))))
int huge(int a) { return B(B(a)); }
int main(void) { return 0; }
