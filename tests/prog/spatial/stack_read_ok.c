// The loop stays inside the local array.
// expect: TRUE
#include "../require.h"
int main(void) {
  int values[8];
  int sum = 0;
  for (int i = 0; i < 8; i++) values[i] = i * i;
  for (int i = 0; i < 8; i++) sum += values[i];
  require(sum == 140);
  return 0;
}
