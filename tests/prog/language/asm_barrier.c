// An empty assembly statement as a compiler barrier.
// expect: UNKNOWN
// because: assembly is not interpreted, not even when it is empty
int main(void) {
  int x = 1;
  __asm__ volatile("" ::: "memory");
  return x - 1;
}
