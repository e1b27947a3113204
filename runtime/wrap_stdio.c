/* Wrappers of stdio.h without formats. A length given must fit, whatever arrives. */
#define _GNU_SOURCE
#include "wrap_file.h"

size_t WRAPPED(fread)(void *to, size_t size, size_t count, FILE *file) {
  ENTER(fread);
  BelayOrigin target = ARG(0, to);
  wrap_file(file, ARG(3, file), "fread");
  wrap_writes(to, wrap_product(size, count), target, "fread");
  return fread(to, size, count, file);
}

size_t WRAPPED(fwrite)(const void *from, size_t size, size_t count, FILE *file) {
  ENTER(fwrite);
  BelayOrigin source = ARG(0, from);
  wrap_file(file, ARG(3, file), "fwrite");
  wrap_reads(from, wrap_product(size, count), source, "fwrite");
  return fwrite(from, size, count, file);
}

char *WRAPPED(fgets)(char *to, int size, FILE *file) {
  ENTER(fgets);
  BelayOrigin target = ARG(0, to);
  wrap_file(file, ARG(2, file), "fgets");
  wrap_writes(to, size > 0 ? (size_t)size : 0, target, "fgets");
  char *got = fgets(to, size, file);
  RESULT(fgets, got ? target : BELAY_NO_ORIGIN);
  return got;
}

/* Byte by byte: nobody knows how many will come. */
char *WRAPPED(gets)(char *to) {
  ENTER(gets);
  BelayOrigin target = ARG(0, to);
  size_t length = 0;
  int byte;
  while ((byte = getchar()) != EOF && byte != '\n') {
    if (!belay_rt_access(to + length, 1, target, BELAY_WRITE, "gets")) break;
    to[length++] = (char)byte;
  }
  char *got = byte == EOF && length == 0 ? NULL : to;
  if (got && belay_rt_access(to + length, 1, target, BELAY_WRITE, "gets")) {
    to[length] = '\0';
    belay_rt_clear(to, length + 1);
  }
  RESULT(gets, got ? target : BELAY_NO_ORIGIN);
  return got;
}

int WRAPPED(puts)(const char *text) {
  ENTER(puts);
  wrap_string(text, ARG(0, text), "puts");
  return puts(text);
}

int WRAPPED(fputs)(const char *text, FILE *file) {
  ENTER(fputs);
  BelayOrigin source = ARG(0, text);
  wrap_file(file, ARG(1, file), "fputs");
  wrap_string(text, source, "fputs");
  return fputs(text, file);
}

void WRAPPED(perror)(const char *text) {
  ENTER(perror);
  if (text) wrap_string(text, ARG(0, text), "perror");
  perror(text);
}

int WRAPPED(remove)(const char *path) {
  ENTER(remove);
  wrap_string(path, ARG(0, path), "remove");
  return remove(path);
}

int WRAPPED(rename)(const char *from, const char *to) {
  ENTER(rename);
  BelayOrigin a = ARG(0, from), b = ARG(1, to);
  wrap_string(from, a, "rename");
  wrap_string(to, b, "rename");
  return rename(from, to);
}

int WRAPPED(setvbuf)(FILE *file, char *buffer, int mode, size_t size) {
  ENTER(setvbuf);
  if (buffer) wrap_writes(buffer, size, ARG(1, buffer), "setvbuf");
  return setvbuf(file, buffer, mode, size);
}

void WRAPPED(setbuf)(FILE *file, char *buffer) {
  ENTER(setbuf);
  if (buffer) wrap_writes(buffer, BUFSIZ, ARG(1, buffer), "setbuf");
  setbuf(file, buffer);
}

/* ---- getline: the block is the program's, so the program's allocator makes it ---- */

/* Room for one byte more and the end; 0 when there is no memory. */
static int make_room(char **line, size_t *room, size_t length) {
  if (*line && length + 2 <= *room) return 1;
  size_t more = *room < 60 ? 120 : 2 * *room;
  belay_rt_thread.args[0] = belay_rt_load(line);
  BELAY_CALLS(belay_wrap_realloc);
  char *grown = belay_wrap_realloc(*line, more);
  if (!grown) return 0;
  *line = grown;
  belay_rt_store(line, belay_rt_thread.result);
  *room = more;
  return 1;
}

static ssize_t read_until(char **line, size_t *room, int stop, FILE *file,
                          const char *function) {
  if (!*line)
    *room = 0;
  else
    belay_rt_access(*line, *room, belay_rt_load(line), BELAY_WRITE, function);
  size_t length = 0;
  int byte = 0;
  flockfile(file);
  while (byte != stop || length == 0) {
    byte = getc_unlocked(file);
    if (byte == EOF || !make_room(line, room, length)) break;
    (*line)[length++] = (char)byte;
    if (byte == stop) break;
  }
  funlockfile(file);
  if (length == 0) return -1;
  (*line)[length] = '\0';
  belay_rt_clear(*line, length + 1);
  return (ssize_t)length;
}

ssize_t WRAPPED(getdelim)(char **line, size_t *room, int stop, FILE *file) {
  ENTER(getdelim);
  BelayOrigin a = ARG(0, line), b = ARG(1, room);
  wrap_file(file, ARG(3, file), "getdelim");
  belay_rt_access(line, sizeof *line, a, BELAY_WRITE, "getdelim");
  belay_rt_access(room, sizeof *room, b, BELAY_WRITE, "getdelim");
  return read_until(line, room, stop, file, "getdelim");
}

/* What the headers make of getline. */
ssize_t WRAPPED(__getdelim)(char **line, size_t *room, int stop, FILE *file) {
  ENTER(__getdelim);
  BelayOrigin a = ARG(0, line), b = ARG(1, room);
  wrap_file(file, ARG(3, file), "getline");
  belay_rt_access(line, sizeof *line, a, BELAY_WRITE, "getline");
  belay_rt_access(room, sizeof *room, b, BELAY_WRITE, "getline");
  return read_until(line, room, stop, file, "getline");
}

ssize_t WRAPPED(getline)(char **line, size_t *room, FILE *file) {
  ENTER(getline);
  BelayOrigin a = ARG(0, line), b = ARG(1, room);
  wrap_file(file, ARG(2, file), "getline");
  belay_rt_access(line, sizeof *line, a, BELAY_WRITE, "getline");
  belay_rt_access(room, sizeof *room, b, BELAY_WRITE, "getline");
  return read_until(line, room, '\n', file, "getline");
}
