// A breadth-first search over a matrix with a queue.
// expect: TRUE
#include "../require.h"
#define SIZE 6
static const char edges[SIZE][SIZE + 1] = {"010010", "001000", "000100",
                                           "000000", "000001", "000100"};
int main(void) {
  int distance[SIZE], queue[SIZE], head = 0, tail = 0;
  for (int i = 0; i < SIZE; i++) distance[i] = -1;
  distance[0] = 0;
  queue[tail++] = 0;
  while (head < tail) {
    int at = queue[head++];
    for (int to = 0; to < SIZE; to++)
      if (edges[at][to] == '1' && distance[to] < 0) {
        distance[to] = distance[at] + 1;
        queue[tail++] = to;
      }
  }
  require(tail == 6 && distance[3] == 3 && distance[5] == 2);
  return 0;
}
