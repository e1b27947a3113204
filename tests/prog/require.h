/* A wrong value becomes a write through null: a program that is expected TRUE turns FALSE
 * when the tool computes something else than C does. */
#ifndef REQUIRE_H
#define REQUIRE_H
static void require(int holds) {
  if (!holds) *(volatile int *)0 = 0;
}
#endif
