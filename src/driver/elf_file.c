/* See elf_file.h. Nothing in the file is trusted: every offset is compared with its
 * length.
 */
#include "driver/elf_file.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static ElfBytes read_file(Arena *arena, const char *path) {
  ElfBytes none = {0};
  FILE *file = fopen(path, "rb");
  if (!file) return none;
  char magic[SELFMAG];
  bool elf =
    fread(magic, 1, SELFMAG, file) == SELFMAG && memcmp(magic, ELFMAG, SELFMAG) == 0;
  long length = elf && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  char *data = length > 0 ? arena_alloc(arena, (size_t)length) : NULL;
  rewind(file);
  bool good = data && fread(data, 1, (size_t)length, file) == (size_t)length;
  fclose(file);
  return good ? (ElfBytes){data, (size_t)length} : none;
}

/* One section header, of either width. */
typedef struct Section {
  uint64_t name, offset, size, flags;
} Section;

typedef struct Headers {
  uint64_t offset, count, size, names;
  bool wide;
} Headers;

static bool inside(ElfBytes file, uint64_t offset, uint64_t size) {
  return offset <= file.length && size <= file.length - offset;
}

static bool read_headers(ElfBytes file, Headers *headers) {
  headers->wide = file.length > EI_CLASS && file.data[EI_CLASS] == ELFCLASS64;
  Elf64_Ehdr wide;
  Elf32_Ehdr narrow;
  if (headers->wide) {
    if (!inside(file, 0, sizeof wide)) return false;
    memcpy(&wide, file.data, sizeof wide);
    *headers =
      (Headers){wide.e_shoff, wide.e_shnum, wide.e_shentsize, wide.e_shstrndx, true};
    return wide.e_type == ET_REL && wide.e_shentsize >= sizeof(Elf64_Shdr);
  }
  if (!inside(file, 0, sizeof narrow)) return false;
  memcpy(&narrow, file.data, sizeof narrow);
  *headers = (Headers){narrow.e_shoff, narrow.e_shnum, narrow.e_shentsize,
                       narrow.e_shstrndx, false};
  return narrow.e_type == ET_REL && narrow.e_shentsize >= sizeof(Elf32_Shdr);
}

static bool read_section(ElfBytes file, const Headers *h, uint64_t index, Section *out) {
  if (index >= h->count || !inside(file, h->offset, h->count * h->size)) return false;
  const char *at = file.data + h->offset + index * h->size;
  Elf64_Shdr wide;
  Elf32_Shdr narrow;
  if (h->wide) {
    memcpy(&wide, at, sizeof wide);
    *out = (Section){wide.sh_name, wide.sh_offset, wide.sh_size, wide.sh_flags};
  } else {
    memcpy(&narrow, at, sizeof narrow);
    *out = (Section){narrow.sh_name, narrow.sh_offset, narrow.sh_size, narrow.sh_flags};
  }
  return inside(file, out->offset, out->size);
}

static bool is_named(ElfBytes file, const Section *names, const Section *section,
                     const char *text) {
  size_t length = strlen(text) + 1;
  return section->name < names->size && names->size - section->name >= length &&
         memcmp(file.data + names->offset + section->name, text, length) == 0;
}

ElfBytes elf_section(Arena *arena, const char *path, const char *section) {
  ElfBytes none = {0}, file = read_file(arena, path);
  Headers headers;
  Section names, at;
  if (!file.data || !read_headers(file, &headers)) return none;
  if (!read_section(file, &headers, headers.names, &names)) return none;
  for (uint64_t i = 0; i < headers.count; i++)
    if (read_section(file, &headers, i, &at) && is_named(file, &names, &at, section))
      return (ElfBytes){file.data + at.offset, at.size};
  return none;
}

bool elf_write(const char *path, ElfBytes bytes) {
  FILE *file = fopen(path, "wb");
  if (!file) return false;
  bool good = fwrite(bytes.data, 1, bytes.length, file) == bytes.length;
  return fclose(file) == 0 && good;
}
