// A struct may be assigned to itself, through pointers that happen to be equal.
// expect: TRUE
// property: valid-copy
struct Big { int values[20]; };
static void assign(struct Big *to, const struct Big *from) { *to = *from; }
int main(void) {
  struct Big b = {{1, 2, 3}};
  assign(&b, &b);
  return b.values[2] - 3;
}
