/* Checks that failed inline, and those that the wrappers ask for. */
#include <string.h>
#include <wchar.h>

#include "poison.h"

static void complain(Kind kind, uintptr_t address, size_t size, BelayOrigin origin,
                     const BelaySite *site, const char *function) {
  Violation violation = {.kind = kind,
                         .site = site,
                         .address = address,
                         .size = size,
                         .origin = origin,
                         .function = function};
  report_violation(&violation);
}

static Kind outside(const BelayBlock *block, uintptr_t address, int writes) {
  if (address < block->start) return writes ? KIND_WRITE_BEFORE : KIND_READ_BEFORE;
  return writes ? KIND_WRITE_PAST : KIND_READ_PAST;
}

/* The lowest address of the stack that instrumented code has in use: set on the way into
 * the runtime. */
static __thread uintptr_t stack_in_use;
#define ENTERED() (stack_in_use = (uintptr_t)__builtin_frame_address(0))

static int same_text(const char *a, const char *b) { return a && b && strcmp(a, b) == 0; }

/* A variable's scope is over while its function may still run, or the function is: then
 * what it had of the stack lies below what is in use. */
static Kind after_end(uintptr_t address, BelayOrigin origin, const BelaySite *site) {
  BlockHistory history;
  if (block_history(origin, &history)) return KIND_AFTER_FREE;
  const BelaySite *variable = block_variable(origin);
  if (!variable || !site || variable->kind == BELAY_VARIABLE_OF_CALL)
    return KIND_AFTER_RETURN;
  if (same_text(belay_site_text(variable, variable->function),
                belay_site_text(site, site->function)))
    return KIND_AFTER_SCOPE;
  return address > stack_in_use ? KIND_AFTER_SCOPE : KIND_AFTER_RETURN;
}

static int inside(const BelayBlock *block, uintptr_t address, size_t size) {
  return block->start <= address && address <= block->end && block_is_live(block) &&
         size <= block->end - address;
}

/* Non-zero: good. */
static int look_closer(uintptr_t address, size_t size, BelayOrigin origin, int writes,
                       const BelaySite *site, const char *function) {
  if (origin == BELAY_WILD) return 1;
  if (address < NULL_ZONE) {
    complain(KIND_NULL_POINTER, address, size, 0, site, function);
    return 0;
  }
  if (origin == BELAY_NO_ORIGIN) origin = belay_rt_origin_at((const void *)address);
  if (space_is_own(address) || address >= LAST_PAGE) {
    complain(KIND_WILD_POINTER, address, size, 0, site, function);
    return 0;
  }
  if (origin < BELAY_FIRST_ORIGIN) {
    __atomic_fetch_add(&report_unchecked, 1, __ATOMIC_RELAXED);
    return 1;
  }
  BelayBlock block = block_bounds(origin);
  if (inside(&block, address, size)) {
    if (!poison_blocks || !poison_hits(origin, address, size)) return 1;
    complain(KIND_POISONED, address, size, origin, site, function);
    return 0;
  }
  Kind kind = block_is_live(&block) ? outside(&block, address, writes)
                                    : after_end(address, origin, site);
  complain(kind, address, size, origin, site, function);
  return 0;
}

static int is_write(const BelaySite *site) { return site->kind == BELAY_WRITE; }

void belay_rt_fail(const void *address, BelayOrigin origin, const BelaySite *site) {
  ENTERED();
  look_closer((uintptr_t)address, site->size, origin, is_write(site), site, NULL);
}

void belay_rt_fail_range(const void *address, size_t size, BelayOrigin origin,
                         const BelaySite *site) {
  ENTERED();
  look_closer((uintptr_t)address, size, origin, is_write(site), site, NULL);
}

void belay_rt_fail_group(const void *pointer, BelayOrigin origin,
                         const BelayGroup *group) {
  ENTERED();
  for (uint32_t i = 0; i < group->count; i++) {
    const BelaySite *site =
      (const BelaySite *)(const void *)((const char *)group + group->members[i].site);
    uintptr_t address =
      (uintptr_t)pointer + (uintptr_t)(intptr_t)group->members[i].offset;
    if (!look_closer(address, site->size, origin, is_write(site), site, NULL)) return;
  }
}

void belay_rt_fail_bounds(const void *address, const void *base, size_t size,
                          const BelaySite *site, const BelaySite *variable) {
  BelayBlock block = {(uintptr_t)base, (uintptr_t)base + size};
  Violation violation = {.kind = outside(&block, (uintptr_t)address, is_write(site)),
                         .site = site,
                         .address = (uintptr_t)address,
                         .size = site->size,
                         .variable = variable,
                         .base = (uintptr_t)base};
  report_violation(&violation);
}

void belay_rt_fail_overlap(const void *to, size_t size, const BelaySite *site) {
  complain(KIND_OVERLAP, (uintptr_t)to, size, 0, site, "memcpy");
}

/* ---- for wrappers ---- */

int belay_rt_access(const void *address, size_t size, BelayOrigin origin,
                    BelayAccess kind, const char *function) {
  if (size == 0 || inside(space_block(origin), (uintptr_t)address, size)) return 1;
  ENTERED();
  return look_closer((uintptr_t)address, size, origin, kind == BELAY_WRITE,
                     belay_rt_thread.site, function);
}

/* Bytes from the address to the end of its block; the greatest number when that is not
 * known. */
static size_t room_at(const void *address, BelayOrigin origin) {
  if (origin == BELAY_NO_ORIGIN) origin = belay_rt_origin_at(address);
  if (origin < BELAY_FIRST_ORIGIN) return SIZE_MAX;
  BelayBlock block = block_bounds(origin);
  return block_is_live(&block) ? block.end - (uintptr_t)address : 0;
}

size_t belay_rt_string_max(const char *text, size_t limit, BelayOrigin origin,
                           const char *function) {
  if (limit == 0) return 0;
  if (!belay_rt_access(text, 1, origin, BELAY_READ, function)) return 0;
  size_t room = room_at(text, origin), seen = room < limit ? room : limit;
  size_t length = strnlen(text, seen);
  if (length == room && room < limit)
    belay_rt_access(text, length + 1, origin, BELAY_READ, function);
  return length;
}

size_t belay_rt_wide_max(const wchar_t *text, size_t limit, BelayOrigin origin,
                         const char *function) {
  if (limit == 0) return 0;
  if (!belay_rt_access(text, sizeof *text, origin, BELAY_READ, function)) return 0;
  size_t room = room_at(text, origin) / sizeof *text;
  size_t length = wcsnlen(text, room < limit ? room : limit);
  if (length == room && room < limit)
    belay_rt_access(text, (length + 1) * sizeof *text, origin, BELAY_READ, function);
  return length;
}

size_t belay_rt_string(const char *text, BelayOrigin origin, const char *function) {
  return belay_rt_string_max(text, SIZE_MAX, origin, function);
}

int belay_rt_disjoint(const void *to, const void *from, size_t size,
                      const char *function) {
  uintptr_t a = (uintptr_t)to, b = (uintptr_t)from;
  if (a == b || size <= (a > b ? a - b : b - a)) return 1;
  complain(KIND_OVERLAP, a, size, 0, belay_rt_thread.site, function);
  return 0;
}
