/* Assembly calls a function with more than any C code does. */
__attribute__((used)) static int read_at(int i);
int start(int i);
__asm__(".text\n.globl start\nstart: jmp read_at\n");

static int read_at(int i) {
  static int x[2];
  return x[i];
}

int main(int count, char **words) {
  (void)words;
  return read_at(0) + start(count == 1 ? 1 : 2);
}
