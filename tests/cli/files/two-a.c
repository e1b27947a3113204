int other(int *at);

int main(void) {
  int x = 1;
  return other(&x);
}
