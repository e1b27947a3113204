// A state machine over a string, as a table of transitions.
// expect: TRUE
#include "../require.h"
enum State { START, SIGN, DIGITS, FAIL, STATES };
enum Class { MINUS, DIGIT, OTHER, CLASSES };
static const unsigned char next[STATES][CLASSES] = {
  [START] = {SIGN, DIGITS, FAIL},
  [SIGN] = {FAIL, DIGITS, FAIL},
  [DIGITS] = {FAIL, DIGITS, FAIL},
  [FAIL] = {FAIL, FAIL, FAIL},
};
static enum Class classify(char c) {
  return c == '-' ? MINUS : c >= '0' && c <= '9' ? DIGIT : OTHER;
}
static int is_number(const char *s) {
  enum State state = START;
  while (*s) state = next[state][classify(*s++)];
  return state == DIGITS;
}
int main(void) {
  require(is_number("-12") && is_number("7") && !is_number("-") && !is_number("1-"));
  return 0;
}
