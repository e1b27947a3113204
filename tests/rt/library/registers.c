// GNU's regex functions make and resize the registers of their caller.
#define _GNU_SOURCE
#include <regex.h>
#include <stdlib.h>
#include <string.h>

static struct re_registers found;

static int match(const char *expression, const char *text, struct re_registers *into,
                 int allocated) {
  struct re_pattern_buffer pattern;
  memset(&pattern, 0, sizeof pattern);
  re_syntax_options = RE_SYNTAX_POSIX_EXTENDED;
  if (re_compile_pattern(expression, strlen(expression), &pattern)) return -2;
  pattern.regs_allocated = (unsigned)allocated;
  int length = (int)strlen(text);
  int at = re_search(&pattern, text, length, 0, length, into);
  regfree(&pattern);
  return at;
}

int main(int count, char **words) {
  int error = count > 1 ? atoi(words[1]) : 0;
  found.start = calloc(1, sizeof *found.start);
  found.end = calloc(1, sizeof *found.end);
  found.num_regs = 1;
  if (match("(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)", "xabcdefghij", &found, REGS_REALLOCATE) != 1)
    return 1;
  if (found.start[10] != 10 || found.end[0] != 11) return 2;
  int sum = error == 1 ? found.start[found.num_regs] : 0; // error 1: read-past
  struct re_registers fresh;
  if (match("b", "ab", &fresh, REGS_UNALLOCATED) != 1 || fresh.end[0] != 2) return 3;
  sum += error == 2 ? fresh.end[fresh.num_regs] : 0; // error 2: read-past
  free(fresh.start);
  free(fresh.end);
  free(found.start);
  if (error == 3) free(found.start); // error 3: double-free
  free(found.end);
  return sum;
}
