/* See save_test.h. The program is compiled with AddressSanitizer, which stops it at most
 * of what belay calls broken. It goes by addresses: an access that lands in a live
 * neighbour passes, and so do a few others; the interpreter decides. */
#include "cli/save_test.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "report/driver.h"

enum { RUN_SECONDS = 10, OUTPUT_MOST = 1 << 20, LINES_SHOWN = 12 };

const char *save_test_refuses(const Options *options) {
  bool native = !strcmp(options->replay, "native");
  if (!options->save_test && !native) return NULL;
  if (options->entry && strcmp(options->entry, "main"))
    return "--save-test and --replay native need a program with a main: not with --entry";
  if (options->compile_commands)
    return "--save-test and --replay native do not go with --compile-commands";
  for (uint32_t i = 0; i < options->operands.len; i++) {
    const char *dot = strrchr(options->operands.data[i], '.');
    if (dot && !strcmp(dot, ".ir"))
      return "--save-test and --replay native need C or bitcode, not .ir";
  }
  return NULL;
}

/* ---- the command line of the compiler ---- */

static bool is_plain(const char *word) {
  return *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789_-+=./,:@%") == strlen(word);
}

static void push_word(Arena *arena, VecChar *line, const char *word) {
  if (line->len) vec_push(arena, line, ' ');
  if (is_plain(word)) {
    vec_printf(arena, line, "%s", word);
    return;
  }
  vec_push(arena, line, '\'');
  for (; *word; word++)
    if (*word == '\'')
      vec_printf(arena, line, "'\\''");
    else
      vec_push(arena, line, *word);
  vec_push(arena, line, '\'');
}

static const char *compile_line(Arena *arena, const Options *options,
                                const Ledger *ledger, const char *driver,
                                const char *program) {
  static const char *const first[] = {"clang-19",   "-g",       "-w",
                                      "-std=gnu11", "-fcommon", "-fsanitize=address"};
  static const char *const old_code[] = {"-Wno-error=implicit-function-declaration",
                                         "-Wno-error=implicit-int",
                                         "-Wno-error=int-conversion"};
  VecChar line = {0};
  for (size_t i = 0; i < sizeof first / sizeof *first; i++)
    push_word(arena, &line, first[i]);
  push_word(arena, &line, ledger->program->ptr_bits == 32 ? "-m32" : "-m64");
  for (size_t i = 0; i < sizeof old_code / sizeof *old_code; i++)
    push_word(arena, &line, old_code[i]);
  for (uint32_t i = 0; i < options->clang_flags.len; i++)
    push_word(arena, &line, options->clang_flags.data[i]);
  if (driver_wraps_malloc(&ledger->witness))
    push_word(arena, &line, "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc");
  for (uint32_t i = 0; i < options->operands.len; i++)
    push_word(arena, &line, options->operands.data[i]);
  push_word(arena, &line, driver);
  push_word(arena, &line, "-o");
  push_word(arena, &line, program);
  push_word(arena, &line, "-lm");
  vec_push(arena, &line, '\0');
  return line.data;
}

/* ---- --save-test ---- */

static bool make_directory(const char *path) {
  struct stat about;
  if (!mkdir(path, 0777)) return true;
  if (errno == EEXIST && !stat(path, &about) && S_ISDIR(about.st_mode)) return true;
  message_error(path, "%s", strerror(errno));
  return false;
}

bool save_test(Arena *arena, const Options *options, const Ledger *ledger, FILE *out) {
  const char *dir = options->save_test, *lost;
  const char *driver = arena_printf(arena, "%s/driver.c", dir);
  const char *program = arena_printf(arena, "%s/crash", dir);
  VecChar inputs = {0}, shown = {0};
  inputs_print(arena, &ledger->witness, &inputs);
  vec_push(arena, &inputs, '\0');
  if (!make_directory(dir)) return false;
  const char *text = driver_text(ledger->program, &ledger->witness, arena, &lost);
  if (!file_write(driver, text) ||
      !file_write(arena_printf(arena, "%s/inputs.txt", dir), inputs.data))
    return false;
  push_word(arena, &shown, program);
  vec_push(arena, &shown, '\0');
  fprintf(out, "to see it in a debugger:\n  %s\n  gdb -q -ex run %s\n",
          compile_line(arena, options, ledger, driver, program), shown.data);
  if (lost) fprintf(out, "  (the test does not hand over: %s)\n", lost);
  return true;
}

/* ---- --replay native ---- */

/* Both outputs of a shell command, which gets some time. */
static int run_line(Arena *arena, const char *line, VecChar *output) {
  int channel[2];
  if (pipe(channel)) return -1;
  pid_t child = fork();
  if (child == 0) {
    alarm(RUN_SECONDS);
    setpgid(0, 0);
    dup2(channel[1], 1);
    dup2(channel[1], 2);
    close(channel[0]);
    close(channel[1]);
    execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    _exit(127);
  }
  close(channel[1]);
  char chunk[4096];
  ssize_t n = 0;
  while (child > 0 &&
         ((n = read(channel[0], chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR)))
    for (ssize_t i = 0; i < n && output->len < OUTPUT_MOST; i++)
      vec_push(arena, output, chunk[i]);
  close(channel[0]);
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  vec_push(arena, output, '\0');
  return status;
}

/* From where the sanitizer begins, or all of it when it said nothing. */
static void show_output(const char *text, FILE *out) {
  const char *from = strstr(text, "ERROR: ");
  while (from && from > text && from[-1] != '\n') from--;
  if (!from) return;
  for (int lines = 0; *from && lines < LINES_SHOWN; lines++) {
    size_t length = strcspn(from, "\n");
    if (length) fprintf(out, "  | %.*s\n", (int)length, from);
    from += length + (from[length] == '\n');
  }
}

static void tell_end(const char *text, int status, FILE *out) {
  bool sanitizer = strstr(text, "ERROR: ") != NULL;
  if (sanitizer)
    fprintf(out, "native run: stops, too\n");
  else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    fprintf(out, "native run: not at its end after %d s\n", RUN_SECONDS);
  else if (WIFSIGNALED(status))
    fprintf(out, "native run: %s\n", strsignal(WTERMSIG(status)));
  else
    fprintf(out,
            "native run: ends with code %d and notices nothing; it goes by addresses, "
            "the interpreter by objects\n",
            WEXITSTATUS(status));
  show_output(text, out);
}

static void replay_in(Arena *arena, const Options *options, const Ledger *ledger,
                      const char *dir, FILE *out) {
  const char *driver = arena_printf(arena, "%s/driver.c", dir), *lost;
  const char *program = arena_printf(arena, "%s/program", dir);
  const char *text = driver_text(ledger->program, &ledger->witness, arena, &lost);
  VecChar said = {0};
  if (!file_write(driver, text)) return;
  int status =
    run_line(arena, compile_line(arena, options, ledger, driver, program), &said);
  if (status) {
    fprintf(out, "native run: the program cannot be compiled for this machine\n");
    return;
  }
  if (lost) fprintf(out, "native run: without %s\n", lost);
  vec_clear(&said);
  status = run_line(arena, arena_printf(arena, "exec %s </dev/null", program), &said);
  tell_end(said.data, status, out);
  unlink(program);
  unlink(driver);
}

void replay_native(Arena *arena, const Options *options, const Ledger *ledger,
                   FILE *out) {
  char dir[] = "/tmp/belay-replay-XXXXXX";
  if (!mkdtemp(dir)) {
    fprintf(out, "native run: no directory for it\n");
    return;
  }
  replay_in(arena, options, ledger, dir, out);
  unlink(arena_printf(arena, "%s/driver.c", dir));
  rmdir(dir);
}
