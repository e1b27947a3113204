// Tables of strings, pointers into strings, arrays of char with and without terminator.
// expect: TRUE
#include "../require.h"
static const char *const days[] = {"mon", "tue", "wed"};
static char codes[][4] = {"abc", "defg"};
static const char *tail = &"prefix-tail"[7];
int main(void) {
  require(days[1][2] == 'e' && days[2][3] == 0);
  require(codes[0][3] == 0 && codes[1][3] == 'g');
  require(tail[0] == 't' && tail[-1] == '-');
  require(sizeof "a" "b" == 3 && L"wide"[3] == L'e' && u8"x"[1] == 0);
  return 0;
}
