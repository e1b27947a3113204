/* Memory is cleared beyond the end of a local that is not used again. */
#include <string.h>

int main(void) {
  char secret[32];
#ifdef FIXED
  memset(secret, 0, sizeof secret);
#else
  memset(secret, 0, sizeof secret + 1); // error 1: write-past
#endif
  return 0;
}
