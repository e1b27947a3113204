/* The environment reaches the program, and its strings have their length. */
// environment: BELAY_TEST_WORD=seven
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  char small[6];
  const char *word = getenv("BELAY_TEST_WORD");
  if (!word || strcmp(word, "seven") != 0) return 3;
  if (bug == 1) memset(small, 'x', sizeof small);
  else strcpy(small, word);
  return strlen(small) != 5; // error 1: read-past
}
