/* The program has functions of its own that are called like functions of the library. */
// with: own_names.part.c
extern int printf(const char *format, ...);
extern int atoi(const char *text);
int getline(char *to, int room);
char *strdup(int length);

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  char line[10];
  int length = getline(line, bug == 1 ? 11 : 10);
  char *text = strdup(4);
  text[bug == 2 ? 4 : 3] = '\0'; // error 2: write-past
  printf("%d %s %s\n", length, line, text);
  return 0;
}
// output 0: ^10 xxxxxxxxx yyy$
// report 1: own_names.part.c:9:\d+: error: write out of bounds .* of `line`, 10 bytes
// exit 1: 97
