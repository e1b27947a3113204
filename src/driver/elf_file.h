/* Sections of ELF objects, read without a library. */
#ifndef BELAY_DRIVER_ELF_FILE_H
#define BELAY_DRIVER_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct ElfBytes {
  const char *data; /* NULL: none */
  size_t length;
} ElfBytes;

/* The contents of a section of an ELF object of this machine's byte order, 32 or 64 bits;
 * none when the file is something else, has no such section or is damaged. */
ElfBytes elf_section(Arena *arena, const char *path, const char *section);
bool elf_write(const char *path, ElfBytes bytes);

#endif
