/* Making programs, function after function; used by the front end, the text parser, the
 * slicer and tests. Order of calls: declare globals and functions, then for each body
 * build_begin_function .. build_end_function. Inside a body blocks are declared up front
 * (so that branches can name them) and filled in any order; build_end_function lays them
 * out contiguously, in declaration order, and computes predecessors. Until then values
 * are provisional: operands may name values to come (phis), by the Val that build_reserve
 * gave.
 *
 * The Val that build_* returns for an instruction is final only after build_end_function,
 * which renumbers; use build_final to translate one kept aside. */
#ifndef BELAY_IR_BUILD_H
#define BELAY_IR_BUILD_H

#include "ir/ir.h"

typedef struct Builder Builder;

Program *program_new(Arena *arena, unsigned ptr_bits);

Fn build_declare_function(Program *p, Sym name, uint32_t flags);
Glob build_global(Program *p, Global global);
/* Index for Inst.pos; equal positions share one. */
uint32_t build_pos(Program *p, Pos pos);

/* Constants are shared: equal ones get the same Val. */
Val build_const(Program *p, Const c);
Val build_int(Program *p, Type type, uint64_t value);
Val build_int128(Program *p, Type type, uint64_t lo, uint64_t hi);
Val build_null(Program *p);
Val build_undef(Program *p, Type type);
Val build_global_addr(Program *p, Glob g, int64_t offset, Type type);
Val build_func_addr(Program *p, Fn f, Type type);

/* Params and results of the Function must be set already. */
Builder *build_begin_function(Program *p, Fn fn);
Val build_param(Builder *b, uint32_t n);
void build_name_param(Builder *b, uint32_t n, Sym name);
/* Its source position and origin (VAL_NONE: itself), where they are known. */
void build_place_param(Builder *b, uint32_t n, uint32_t pos, Val origin);
/* A block of the function being built; its number counts from 0, 0 is the entry. */
uint32_t build_block(Builder *b, Sym name);
/* Further instructions go to the end of this block. */
void build_at(Builder *b, uint32_t block);
uint32_t build_current(const Builder *b);
/* A Val for an instruction that build_emit_reserved will make (for cycles through phis).
 */
Val build_reserve(Builder *b);
/* `inst` gives op, pred, flags, type, imm, pos, name, sym, origin (VAL_NONE: itself). */
Val build_emit(Builder *b, Inst inst, const Val *args, uint32_t arg_count);
Val build_emit_reserved(Builder *b, Val reserved, Inst inst, const Val *args,
                        uint32_t arg_count);
/* A terminator with its targets (block numbers of this function). */
Val build_emit_jump(Builder *b, Inst inst, const Val *args, uint32_t arg_count,
                    const uint32_t *targets, uint32_t target_count);
/* Phis: operand i comes over the edge from preds[i] (block numbers, any order, one entry
 * an edge); sorted into the block's predecessor order at the end. A block that turns out
 * to be no predecessor is dropped; an edge without a value takes that of another edge
 * from the same block, or VAL_NONE, which the verifier refuses. */
Val build_emit_phi(Builder *b, Val reserved_or_none, Inst inst, const Val *args,
                   const uint32_t *preds, uint32_t count);
bool build_block_is_closed(const Builder *b, uint32_t block);
/* Lays the function out. Blocks without a terminator get `unreachable`; blocks that
 * cannot be reached from the entry are removed together with their phi operands; a jump
 * to the entry puts a fresh block before it, so that it has no predecessors. */
void build_end_function(Builder *b);
/* Where a provisional Val of the function just ended went; VAL_NONE if it was removed.
 * Until the next build_begin_function: a program has one builder. */
Val build_final(const Builder *b, Val provisional);

#endif
