// The terminator belongs to the literal.
// expect: TRUE
int main(void) {
  const char *name = "belay";
  int sum = 0;
  for (int i = 0; i < 6; i++) sum += name[i];
  return sum & 1;
}
