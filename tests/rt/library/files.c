/* Streams are used while they are open; names and structures given to the system are whole. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static char name[] = "fileXXXXXX";

static FILE *reopened(FILE *file) {
  fclose(file);
  return fopen(name, "r");
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  char line[40], *path = strdup("/dev/null"), open_end[4] = {'/', 'd', 'e', 'v'};
  close(mkstemp(name));
  FILE *file = fopen(name, "w"), *kept = file;
  fputs("first\nsecond\n", file);
  fputc('x', file);
  fprintf(file, "%d\n", fileno(file));
  rewind(file);
  if (fseek(file, 0, SEEK_END) || ftell(file) < 10 || ferror(file)) return 1;
  file = reopened(file);
  if (bug == 1) fputs("late", kept); // error 1: use-after-free
  if (bug == 2) fclose(kept); // error 2: use-after-free
  if (bug == 3) return fgetc(kept); // error 3: use-after-free
  if (bug == 4) fprintf(kept, "late"); // error 4: use-after-free
  if (!fgets(line, sizeof line, file) || getc(file) != 's' || ungetc('t', file) != 't') return 1;
  file = freopen(name, "r", file);
  if (fgetc(file) != 'f' || feof(file)) return 1;
  fclose(file);
  if (bug == 5) fgets(line, 5, NULL); // error 5: null
  if (bug == 6) free(kept); // error 6: free-not-heap
  unlink(name);
  int number = open(path, O_RDONLY);
  if (number < 0 || access(path, R_OK)) return 1;
  if (bug == 7) return open(open_end, O_RDONLY); // error 7: read-past
  free(path);
  if (bug == 8) return access(path, R_OK); // error 8: use-after-free
  struct pollfd poll_list[2] = {{number, POLLIN, 0}, {1, POLLOUT, 0}};
  if (poll(poll_list, bug == 9 ? 3 : 2, 0) < 0) return 1; // error 9: write-past
  char *small = malloc(100);
  if (bug == 10) return uname((struct utsname *)(void *)small); // error 10: write-past
  free(small);
  time_t now = 0;
  struct tm *when = gmtime(&now);
  if (when->tm_year != 70 || mktime(when) == -1 || asctime(when)[0] != 'T') return 1;
  regex_t pattern;
  regmatch_t matches[2];
  if (regcomp(&pattern, "(o+)k", REG_EXTENDED)) return 1;
  if (regexec(&pattern, "look", bug == 11 ? 3 : 2, matches, 0)) return 1; // error 11: write-past
  if (matches[1].rm_so != 1 || regexec(&pattern, "ok", 0, NULL, 0)) return 1;
  regfree(&pattern);
  FILE *pipe = popen("echo piped", "r");
  if (!fgets(line, sizeof line, pipe) || pclose(pipe)) return 1;
  puts(line);
  return 0;
}
// report 1: error: use after free \[CWE-416\]: \d+ bytes at offset 0 of a stream of \d+ bytes.*, by fputs
// report 1: files.c:24:\d+: note: opened here
// report 1: files.c:16:\d+: note: closed here
// report 1: ^  in reopened, \S*files.c:16\n  in main, \S*files.c:30$
