/* The ABI between code instrumented by belay and its runtime: which data instrumented
 * code reads and writes itself, and which functions it calls. docs/runtime.md tells the
 * scheme.
 *
 * An *origin* names a block (a heap block, a variable in one activation, a global) and is
 * never given to another one. The *referent* of a pointer is the origin of the block it
 * was made to point to. Origins are even numbers; origin o has the descriptor at
 * BELAY_TABLE + o * sizeof(uintptr_t), so that an access through a pointer p of referent
 * o is
 *
 *     good  if  table[o].start <= p  and  p + size <= table[o].end
 *
 * and every other case goes to belay_rt_fail, which looks closer. A dead block's
 * descriptor is zero for good: no access is good any more, however the memory is used
 * later. */
#ifndef BELAY_RT_H
#define BELAY_RT_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t BelayOrigin;

/* No block known: null, a value from code not instrumented, an integer. Its descriptor is
 * always zero, so that the slow path sees it and looks up what lives at the address. */
#define BELAY_NO_ORIGIN 0u
/* Unknown memory, not checked (its descriptor spans everything); counted at exit. */
#define BELAY_WILD 2u
/* No referent: behind those of the variadic arguments on the stack. */
#define BELAY_VA_END 1u
/* The first origin of a block. */
#define BELAY_FIRST_ORIGIN 4u

typedef struct BelayBlock {
  uintptr_t start; /* first byte; 0: dead */
  uintptr_t end;   /* first byte behind; 0: dead */
} BelayBlock;

/* ---- layout of the address space ---- */

#if UINTPTR_MAX > 0xffffffffu
/* Shadow: one BelayOrigin for every 8 bytes of memory, at (address >> 3) * 4 + offset. */
#define BELAY_SHADOW_OFFSET 0x40000000ul
#define BELAY_TABLE 0x60000000ul
#define BELAY_TABLE_BYTES (1ul << 35)
/* One word for each origin, at BELAY_INFO + o * 2. Of a variable: BELAY_INFO_SITE and the
 * distance of its BelaySite from belay_rt_anchor, in units of 4 bytes. */
#define BELAY_INFO 0x900000000ul
#define BELAY_SLOT_SHIFT 3
#else
/* Two levels: one BelayOrigin for every 4 bytes; belay_rt_shadow[address >> 20] is a
 * piece of 2^18 origins. Pieces nobody wrote yet are one piece of zeros, read only; what
 * writes goes through belay_rt_shadow_for_write. */
#define BELAY_TABLE_BYTES (1ul << 28)
#define BELAY_SLOT_SHIFT 2
#define BELAY_PIECE_SHIFT 20
extern BelayOrigin *belay_rt_shadow[1u << (32 - BELAY_PIECE_SHIFT)];
extern BelayBlock *belay_rt_table;
extern uint32_t *belay_rt_info;
BelayOrigin *belay_rt_shadow_for_write(uintptr_t address);
#endif

/* One word for each descriptor. */
#define BELAY_INFO_BYTES (BELAY_TABLE_BYTES / sizeof(BelayBlock) * sizeof(uint32_t))
#define BELAY_INFO_SITE 0x80000000u
extern const char belay_rt_anchor[4];

/* ---- constant data that the pass emits ---- */

typedef enum BelayAccess {
  BELAY_READ,
  BELAY_WRITE,
  BELAY_COPY, /* of a struct, or memcpy and the like as the compiler's own operation */
  BELAY_CALL, /* a call of a library function */
  /* Not an access: where a variable is declared; `size` is the variable's. */
  BELAY_VARIABLE,
  BELAY_VARIABLE_OF_CALL, /* and it lives until its function returns */
  BELAY_CONSTANT,         /* a global that nobody may write */
} BelayAccess;

/* A place in the program. Texts are given by their distance from the site itself, so that
 * sites need no relocation and cost no memory unless something is reported. */
typedef struct BelaySite {
  int32_t file;      /* as given to the compiler */
  int32_t directory; /* where that was; 0: not known */
  int32_t function;  /* around it; 0 for a global */
  int32_t name;      /* of the variable or of the function called; 0: none */
  uint32_t line, column;
  uint32_t size; /* bytes accessed, when constant */
  uint32_t kind; /* BelayAccess */
  uint32_t end;  /* of a variable: the line where its scope ends; 0: not known */
} BelaySite;

/* NULL for distance 0. */
static inline const char *belay_site_text(const BelaySite *site, int32_t distance) {
  return distance ? (const char *)site + distance : NULL;
}

/* Accesses through one pointer that were checked together, each at its own offset. */
typedef struct BelayGroup {
  uint32_t count;
  struct {
    int32_t offset; /* from the pointer that was checked */
    int32_t site;   /* distance from the group to the BelaySite */
  } members[];
} BelayGroup;

/* A global variable. */
typedef struct BelayGlobal {
  uintptr_t start;
  uintptr_t size;      /* 0 with defined == 0: not known here */
  BelayOrigin *origin; /* where instrumented code looks it up; WILD until registered */
  const BelaySite *site;
  uintptr_t defined; /* 1: by this module */
} BelayGlobal;

/* Pointers in the initial values of globals: their referents go into shadow memory. */
typedef struct BelayInitial {
  uintptr_t slot;            /* address of the pointer */
  const BelayOrigin *origin; /* of the global it points to; NULL: a function */
} BelayInitial;

typedef struct BelayModule {
  const BelayGlobal *globals;
  uintptr_t global_count;
  const BelayInitial *initials;
  uintptr_t initial_count;
  struct BelayModule *next; /* the runtime's list */
} BelayModule;

/* Called by a constructor of priority 0 in every module. */
void belay_rt_register(BelayModule *module);

/* ---- per thread ---- */

enum { BELAY_MAX_ARGS = 32, BELAY_VA_REGS = 6, BELAY_VA_SLOTS = 32 };

/* What instrumented code and wrappers touch of a thread. Functions of one module call
 * each other with the referents as further parameters; this buffer is for calls through
 * pointers, calls into other modules, and calls of wrappers.
 *
 * Caller: args[i] = referent of argument i for every argument that is a pointer (variadic
 * ones too, counted on), then callee = the address called. Callee, on entry: if callee is
 * itself, the args are for it; otherwise its caller was not instrumented and it looks the
 * blocks up by address, and when it returns callee is as it was: the caller of that code
 * learns from it that nobody took its referents. Otherwise it sets callee to NULL.
 * Callee, before it returns a pointer: result = its referent, result_of = its own
 * address. Caller: if result_of is the address called, result holds; otherwise it looks
 * it up. */
typedef struct BelayThread {
  const void *callee;
  const void *result_of;
  BelayOrigin result;
  BelayOrigin stack_next;  /* the next origin for a variable */
  BelayOrigin stack_limit; /* where belay_rt_stack_refill is to be called */
  BelayOrigin args[BELAY_MAX_ARGS];
  BelayOrigin va_regs[BELAY_VA_REGS];   /* 64 bit: of variadic arguments in registers */
  BelayOrigin va_slots[BELAY_VA_SLOTS]; /* of those on the stack; then BELAY_VA_END */
  const BelaySite *site;                /* where the wrapper at work was called */
  BelayOrigin second; /* as result, for the second pointer of a struct in registers */
} BelayThread;

extern __thread BelayThread belay_rt_thread __attribute__((tls_model("initial-exec")));

/* ---- called by instrumented code ---- */

#if defined(__x86_64__) && defined(__clang__)
#define BELAY_RT_COLD __attribute__((cold, preserve_most))
#else
#define BELAY_RT_COLD __attribute__((cold))
#endif

/* The check failed for `site->size` bytes. Returns when the access is good after all (a
 * pointer without referent into a live block) or errors do not end the program. */
BELAY_RT_COLD void belay_rt_fail(const void *address, BelayOrigin origin,
                                 const BelaySite *site);
/* The same for `size` bytes. */
BELAY_RT_COLD void belay_rt_fail_range(const void *address, size_t size,
                                       BelayOrigin origin, const BelaySite *site);

/* The same for several accesses at offsets from `pointer`. */
BELAY_RT_COLD void belay_rt_fail_group(const void *pointer, BelayOrigin origin,
                                       const BelayGroup *group);
/* The access leaves the live variable at `base`, whatever else lies there. */
BELAY_RT_COLD void belay_rt_fail_bounds(const void *address, const void *base,
                                        size_t size, const BelaySite *site,
                                        const BelaySite *variable);

/* A copy of `size` bytes to `to` from somewhere that overlaps with it. */
BELAY_RT_COLD void belay_rt_fail_overlap(const void *to, size_t size,
                                         const BelaySite *site);

/* The block that contains the address or ends there; WILD when there is memory of others,
 * NO_ORIGIN when it is null or nothing is known. */
BelayOrigin belay_rt_origin_at(const void *address);
/* The same for a pointer made from an integer: warns once per site (option
 * int_to_ptr). */
BelayOrigin belay_rt_from_int(const void *address, const BelaySite *site);
/* The referent of a pointer read atomically, when its slot had `origin`: another thread
 * may have been between the two writes. */
BelayOrigin belay_rt_from_atomic(const void *address, BelayOrigin origin);

/* A fresh range of origins for variables; the first one. */
BelayOrigin belay_rt_stack_refill(void);
/* After setjmp returned a second time: the variables that began since `mark` (stack_next
 * at setjmp) and lie below `frame` are dead. */
void belay_rt_unwound(BelayOrigin mark, const void *frame);
/* main returns: from now on no variable of the stack keeps a heap block reachable. */
void belay_rt_left_main(void);
/* The calling thread's instance of a thread-local variable; *slot is thread-local too. */
BelayOrigin belay_rt_thread_local(BelayOrigin *slot, const void *start, size_t size,
                                  const BelaySite *site);

/* va_start: referents of the variadic arguments go to the shadow of where va_arg reads.
 * The arrays are the callee's copies of va_regs and va_slots, taken on entry. */
void belay_rt_va_start(void *list, const BelayOrigin *regs, const BelayOrigin *slots);

/* A pointer goes to code that is not instrumented: pointers in its block may change. */
void belay_rt_escape(const void *address, BelayOrigin origin);

/* In units that ask whether memory is initialised: heap blocks are not when they begin,
 * from now on; the variable is not, yet. */
void belay_rt_fill_blocks(void);
void belay_rt_fill(void *start, size_t size);

/* ---- for wrappers of library functions and for instrumented code ---- */

/* Referents move with the bytes (memcpy, memmove, struct assignment). */
void belay_rt_copy(void *to, const void *from, size_t size);
/* The bytes are no pointers any more (memset, read, fgets). */
void belay_rt_clear(void *at, size_t size);
/* The referent of the pointer stored at `slot`. */
BelayOrigin belay_rt_load(const void *slot);
void belay_rt_store(void *slot, BelayOrigin origin);

/* A heap block: a new origin, a dead one. The wrappers of malloc and free do this; custom
 * allocators do it through <belay.h>. */
BelayOrigin belay_rt_block_new(void *start, size_t size, const BelaySite *site);

/* ---- writing a wrapper ----
 *
 * include/belay_wrappers.def lists the functions that have one. Instrumented code calls
 * belay_wrap_NAME (the same type) instead of NAME, and takes its address instead; it puts
 * the place of the call into belay_rt_thread.site before. A wrapper:
 *
 *     char *belay_wrap_strcpy(char *to, const char *from) {
 *       BELAY_ENTER(belay_wrap_strcpy);
 *       BelayOrigin target = BELAY_ARG(0, to), source = BELAY_ARG(1, from);
 *       size_t size = belay_rt_string(from, source, "strcpy") + 1;
 *       belay_rt_access(to, size, target, BELAY_WRITE, "strcpy");
 *       memcpy(to, from, size);
 *       belay_rt_clear(to, size);
 *       BELAY_RESULT(belay_wrap_strcpy, target);
 *       return to;
 *     }
 */
#define BELAY_ENTER(self)                                                   \
  const int belay_entered = belay_rt_thread.callee == (const void *)(self); \
  if (belay_entered) belay_rt_thread.callee = NULL
/* Read all before the first call of anything that is instrumented (a callback). */
#define BELAY_ARG(i, pointer) \
  (belay_entered ? belay_rt_thread.args[i] : belay_rt_origin_at(pointer))
#define BELAY_RESULT(self, origin) \
  (belay_rt_thread.result = (origin), belay_rt_thread.result_of = (const void *)(self))
/* Before a wrapper calls back: args[i] first, then this. */
#define BELAY_CALLS(function) (belay_rt_thread.callee = (const void *)(function))

/* Whether `size` bytes may be read or written; reports at belay_rt_thread.site if not. 0
 * bytes are always good. Non-zero: good. */
int belay_rt_access(const void *address, size_t size, BelayOrigin origin,
                    BelayAccess kind, const char *function);
/* strlen of a string that must end inside its block; at most `limit` bytes are looked at.
 */
size_t belay_rt_string(const char *text, BelayOrigin origin, const char *function);
size_t belay_rt_string_max(const char *text, size_t limit, BelayOrigin origin,
                           const char *function);
/* The same for wide characters; counts those. */
size_t belay_rt_wide_max(const wchar_t *text, size_t limit, BelayOrigin origin,
                         const char *function);
/* Reports overlapping regions (memcpy and the like). Non-zero: they do not overlap. */
int belay_rt_disjoint(const void *to, const void *from, size_t size,
                      const char *function);

#endif
