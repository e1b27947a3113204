/* Streams: what is read and written, and the state they are in. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare.h"

MODEL(puts);
MODEL(putchar);
MODEL(fputs);
MODEL(fputc);
MODEL(fwrite);
MODEL(fread);
MODEL(fgets);
MODEL(fgetc);
MODEL(getchar);
MODEL(ungetc);
MODEL(getline);
MODEL(feof);
MODEL(ferror);
MODEL(clearerr);
MODEL(fopen);
MODEL(fclose);
MODEL(freopen);
MODEL(fflush);
MODEL(fseek);
MODEL(ftell);
MODEL(fileno);
MODEL(perror);
MODEL(write);
MODEL(read);
MODEL(fprintf);
char *model_gets(char *);
char *model_mktemp(char *);
int model_mkstemp(char *);
char *model_tmpnam(char *);
extern FILE *model_stdin, *model_stdout, *model_stderr;
int *model___errno_location(void);

static void compare_writing(void) {
  size_t length = 0;
  expect(model_puts("hello") == 6, "puts");
  expect(model_putchar('x') == 'x' && model_fputc(200, model_stdout) == 200, "putchar");
  expect(model_fputs("abc", model_stdout) == 1, "fputs");
  char *bytes = memcpy(guarded(0, 6), "a\0b\0c\0", 6);
  expect(model_fwrite(bytes, 2, 3, model_stdout) == 3, "fwrite");
  expect(model_write(1, bytes, 2) == 2, "write");
  const char *out = take_output(1, &length);
  expect(length == 19 && !memcmp(out,
                                 "hello\nx\xc8"
                                 "abca\0b\0c\0a\0",
                                 19),
         "output, %zu bytes", length);
  *model___errno_location() = ENOENT;
  model_perror("file");
  expect(!strcmp(take_output(2, NULL), "file: No such file or directory\n"), "perror");
  expect(model_fputs("x", model_stdin) == EOF && model_ferror(model_stdin),
         "writing to stdin");
  model_clearerr(model_stdin);
  expect(!model_ferror(model_stdin), "clearerr");
  expect(model_fgetc(model_stdout) == EOF && model_ferror(model_stdout),
         "reading stdout");
  model_clearerr(model_stdout);
}

static void compare_reading(void) {
  char *line = guarded(0, 6);
  set_input("ab\nlonger line\nq");
  expect(model_fgets(line, 6, model_stdin) == line && !strcmp(line, "ab\n"), "fgets");
  expect(model_fgets(line, 6, model_stdin) == line && !strcmp(line, "longe"),
         "fgets, full");
  expect(model_getchar() == 'r' && model_ungetc('R', model_stdin) == 'R', "ungetc");
  char *rest = NULL;
  size_t capacity = 0;
  expect(model_getline(&rest, &capacity, model_stdin) == 7 && !strcmp(rest, "R line\n") &&
           capacity >= 8,
         "getline");
  expect(model_getline(&rest, &capacity, model_stdin) == 1 && !strcmp(rest, "q"),
         "last line");
  expect(model_feof(model_stdin), "feof");
  expect(model_getline(&rest, &capacity, model_stdin) == -1, "getline at the end");
  expect(model_fgets(line, 6, model_stdin) == NULL && model_getchar() == EOF, "the end");
  free(rest);
  set_input("more");
  expect(model_getchar() == EOF, "the end stays");
  model_clearerr(model_stdin);
  char *four = guarded(0, 4);
  expect(model_fread(four, 2, 3, model_stdin) == 2 && !memcmp(four, "more", 4), "fread");
  model_clearerr(model_stdin);
  set_input("one\n");
  expect(model_gets(guarded(0, 4)) != NULL && !strcmp(guarded(0, 0) - 4, "one"), "gets");
  set_input("raw");
  expect(model_read(0, guarded(0, 3), 10) == 3, "read");
}

static void compare_files(void) {
  reset_choices();
  FILE *file = model_fopen("name", "r");
  expect(file && model_fileno(file) >= 3 && model_ftell(file) == 0, "fopen");
  expect(model_fgetc(file) == EOF && model_feof(file), "an empty file");
  expect(model_fclose(file) == 0, "fclose");
  file = model_fopen("name", "w");
  expect(model_fprintf(file, "%d", 12345) == 5 && model_ftell(file) == 5,
         "fprintf, ftell");
  expect(model_fseek(file, 2, SEEK_SET) == 0 && model_ftell(file) == 2, "fseek");
  expect(model_fflush(file) == 0, "fflush");
  set_choice("file", 1);
  expect(model_fprintf(file, "%d", 1) == -1 && model_ferror(file), "a write that fails");
  expect(model_fclose(file) == EOF, "a close that fails");
  expect(model_fopen("name", "r") == NULL && *model___errno_location() == 1, "no file");
  reset_choices();
  expect(model_fopen("name", "q") == NULL, "bad mode");
  char name[] = "/tmp/aXXXXXX", bad[] = "XXXXX", given[20];
  expect(model_mkstemp(name) >= 3 && !strcmp(name, "/tmp/aaaaaaa"), "mkstemp %s", name);
  expect(model_mkstemp(bad) == -1, "mkstemp without six X");
  expect(model_tmpnam(given) == given && strlen(given) == 15, "tmpnam");
  expect(model_freopen("out", "w", model_stderr) == model_stderr, "freopen");
  model_fputs("x", model_stderr);
  expect(*take_output(2, NULL) == 0, "freopen leads elsewhere");
}

void compare_streams(void) {
  compare_writing();
  compare_reading();
  compare_files();
}
