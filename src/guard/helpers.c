/* The small functions that instrumented code consists of, as LLVM's text. They are linked
 * into the module and inlined by every optimisation level, also by none.
 *
 * The runtime's data (descriptors, shadow, the thread's buffer) is in alias scopes of its
 * own and the program's accesses are said not to touch them, so that LLVM may keep a
 * descriptor in registers until a call that could free. belay_rt_fail is said to touch no
 * memory of the program for the same reason; it is not said to return. */
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <string.h>

#include "base/panic.h"
#include "guard/pass.h"

/* The layout of the address space, see include/belay_rt.h: @belay.block gives the
 * descriptor of an origin, @belay.slot the shadow of an address, @belay.info the word
 * about an origin. */
const char helpers_block_64[] = "define ptr @belay.block(i32 %o) #0 {\n"
                                "  %wide = zext i32 %o to i64\n"
                                "  %scaled = shl nuw nsw i64 %wide, 3\n"
                                "  %at = add nuw nsw i64 %scaled, 1610612736\n"
                                "  %p = inttoptr i64 %at to ptr\n"
                                "  ret ptr %p\n}\n";

const char helpers_block_32[] =
  "@belay_rt_table = external global ptr\n"
  "define ptr @belay.block(i32 %o) #0 {\n"
  "  %table = load ptr, ptr @belay_rt_table, !invariant.load !18\n"
  "  %p = getelementptr i32, ptr %table, i32 %o\n"
  "  ret ptr %p\n}\n";

static const char layout_64[] =
  "define ptr @belay.slot(ptr %a) #0 {\n"
  "  %n = ptrtoint ptr %a to i64\n"
  "  %half = lshr i64 %n, 1\n"
  "  %whole = and i64 %half, -4\n"
  "  %at = add nuw i64 %whole, 1073741824\n"
  "  %p = inttoptr i64 %at to ptr\n"
  "  ret ptr %p\n}\n"
  "define ptr @belay.slot.aligned(ptr %a) #0 {\n"
  "  %n = ptrtoint ptr %a to i64\n"
  "  %half = lshr i64 %n, 1\n"
  "  %at = add nuw i64 %half, 1073741824\n"
  "  %p = inttoptr i64 %at to ptr\n"
  "  ret ptr %p\n}\n"
  "define ptr @belay.slot.write(ptr %a) #0 {\n"
  "  %p = call ptr @belay.slot(ptr %a)\n"
  "  ret ptr %p\n}\n"
  "define ptr @belay.info(i32 %o) #0 {\n"
  "  %wide = zext i32 %o to i64\n"
  "  %scaled = shl nuw nsw i64 %wide, 1\n"
  "  %at = add nuw nsw i64 %scaled, 38654705664\n"
  "  %p = inttoptr i64 %at to ptr\n"
  "  ret ptr %p\n}\n"
  "define void @belay.copy.aligned(ptr %to, ptr %from, i64 %n) #0 {\n"
  "  %d = call ptr @belay.slot.aligned(ptr %to)\n"
  "  %s = call ptr @belay.slot.aligned(ptr %from)\n"
  "  %half = lshr exact i64 %n, 1\n"
  "  call void @llvm.memmove.p0.p0.i64(ptr align 4 %d, ptr align 4 %s, i64 %half, i1 "
  "false), !alias.scope !13, !noalias !16\n"
  "  ret void\n}\n"
  "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n";

static const char layout_32[] =
  "@belay_rt_info = external global ptr\n"
  "@belay_rt_shadow = external global [4096 x ptr]\n"
  "declare ptr @belay_rt_shadow_for_write(i32) nounwind\n"
  "define ptr @belay.slot(ptr %a) #0 {\n"
  "  %n = ptrtoint ptr %a to i32\n"
  "  %high = lshr i32 %n, 20\n"
  "  %entry = getelementptr ptr, ptr @belay_rt_shadow, i32 %high\n"
  "  %piece = load ptr, ptr %entry, !alias.scope !14, !noalias !17\n"
  "  %low = and i32 %n, 1048572\n"
  "  %p = getelementptr i8, ptr %piece, i32 %low\n"
  "  ret ptr %p\n}\n"
  "define ptr @belay.slot.aligned(ptr %a) #0 {\n"
  "  %p = call ptr @belay.slot(ptr %a)\n"
  "  ret ptr %p\n}\n"
  "define ptr @belay.slot.write(ptr %a) #0 {\n"
  "  %n = ptrtoint ptr %a to i32\n"
  "  %p = call ptr @belay_rt_shadow_for_write(i32 %n)\n"
  "  ret ptr %p\n}\n"
  "define ptr @belay.info(i32 %o) #0 {\n"
  "  %table = load ptr, ptr @belay_rt_info, !invariant.load !18\n"
  "  %half = lshr i32 %o, 1\n"
  "  %p = getelementptr i32, ptr %table, i32 %half\n"
  "  ret ptr %p\n}\n"
  "define void @belay.copy.aligned(ptr %to, ptr %from, i32 %n) #0 {\n"
  "  call void @belay_rt_copy(ptr %to, ptr %from, i32 %n)\n"
  "  ret void\n}\n";

/* $W is the type of an address as a number, $S its bytes, $N etc. offsets in BelayThread,
 * $C the calling convention of cold functions. */
static const char common[] =
  "@belay_rt_thread = external thread_local(initialexec) global i8, align 8\n"
  "@belay_rt_anchor = external global i8\n"
  "declare ptr @llvm.threadlocal.address.p0(ptr)\n"
  "declare $C void @belay_rt_fail(ptr, i32, ptr) #1\n"
  "declare $C void @belay_rt_fail_range(ptr, $W, i32, ptr) #1\n"
  "declare $C void @belay_rt_fail_group(ptr, i32, ptr) #1\n"
  "declare $C void @belay_rt_fail_bounds(ptr, ptr, $W, ptr, ptr) #1\n"
  "declare $C void @belay_rt_fail_overlap(ptr, $W, ptr) #1\n"
  "declare i32 @belay_rt_origin_at(ptr) nounwind memory(read)\n"
  "declare i32 @belay_rt_from_int(ptr, ptr) nounwind\n"
  "declare i32 @belay_rt_from_atomic(ptr, i32) nounwind\n"
  "declare i32 @belay_rt_stack_refill() cold nounwind\n"
  "declare void @belay_rt_unwound(i32, ptr) nounwind\n"
  "declare void @belay_rt_left_main() nounwind\n"
  "declare i32 @belay_rt_thread_local(ptr, ptr, $W, ptr) nounwind\n"
  "declare void @belay_rt_va_start(ptr, ptr, ptr) nounwind\n"
  "declare void @belay_rt_escape(ptr, i32) nounwind\n"
  "declare void @belay_rt_copy(ptr, ptr, $W) nounwind\n"
  "declare void @belay_rt_clear(ptr, $W) nounwind\n"
  "declare void @belay_rt_fill(ptr, $W) nounwind\n"
  "declare void @belay_rt_fill_blocks() nounwind\n"
  "declare void @belay_rt_register(ptr) nounwind\n"
  "@belay.declared = constant [15 x ptr] [ptr @belay_rt_fill, ptr @belay_rt_fill_blocks, "
  "ptr @belay_rt_left_main, "
  "ptr "
  "@belay_rt_fail_group, ptr "
  "@belay_rt_fail_bounds, ptr @belay_rt_origin_at, ptr @belay_rt_from_int, ptr "
  "@belay_rt_from_atomic, ptr @belay_rt_unwound, ptr @belay_rt_thread_local, ptr "
  "@belay_rt_va_start, ptr @belay_rt_escape, ptr @belay_rt_copy, ptr @belay_rt_clear, "
  "ptr "
  "@belay_rt_register]\n"
  /* A range of any length. */
  "define void @belay.check.range(ptr %p, $W %n, i32 %o, ptr %site) #0 {\n"
  "  %none = icmp eq $W %n, 0\n"
  "  br i1 %none, label %good, label %first\n"
  "first:\n"
  "  %b = call ptr @belay.block(i32 %o)\n"
  "  %start = load $W, ptr %b, align $S, !alias.scope !12, !noalias !15\n"
  "  %ep = getelementptr i8, ptr %b, $W $S\n"
  "  %end = load $W, ptr %ep, align $S, !alias.scope !12, !noalias !15\n"
  "  %a = ptrtoint ptr %p to $W\n"
  "  %low = icmp ult $W %a, %start\n"
  "  br i1 %low, label %bad, label %up, !prof !0\n"
  "up:\n"
  "  %rest = sub $W %end, %a\n"
  "  %high = icmp ugt $W %n, %rest\n"
  "  %past = icmp ugt $W %a, %end\n"
  "  %over = or i1 %high, %past\n"
  "  br i1 %over, label %bad, label %good, !prof !0\n"
  "bad:\n"
  "  call $C void @belay_rt_fail_range(ptr %p, $W %n, i32 %o, ptr %site) #1\n"
  "  br label %good\n"
  "good:\n"
  "  ret void\n}\n"
  /* A copy between different places that overlap. */
  "define void @belay.check.disjoint(ptr %to, ptr %from, $W %n, ptr %site) #0 {\n"
  "  %t = ptrtoint ptr %to to $W\n"
  "  %f = ptrtoint ptr %from to $W\n"
  "  %up = sub $W %t, %f\n"
  "  %down = sub $W %f, %t\n"
  "  %least = call $W @llvm.umin.$W($W %up, $W %down)\n"
  "  %near = icmp ult $W %least, %n\n"
  "  %other = icmp ne $W %up, 0\n"
  "  %over = and i1 %near, %other\n"
  "  br i1 %over, label %bad, label %good, !prof !0\n"
  "bad:\n"
  "  call $C void @belay_rt_fail_overlap(ptr %to, $W %n, ptr %site) #1\n"
  "  br label %good\n"
  "good:\n"
  "  ret void\n}\n"
  "declare $W @llvm.umin.$W($W, $W)\n"
  "define i32 @belay.get(ptr %a) #0 {\n"
  "  %s = call ptr @belay.slot(ptr %a)\n"
  "  %o = load i32, ptr %s, align 4, !alias.scope !13, !noalias !16\n"
  "  ret i32 %o\n}\n"
  "define i32 @belay.get.aligned(ptr %a) #0 {\n"
  "  %s = call ptr @belay.slot.aligned(ptr %a)\n"
  "  %o = load i32, ptr %s, align 4, !alias.scope !13, !noalias !16\n"
  "  ret i32 %o\n}\n"
  "define void @belay.put(ptr %a, i32 %o) #0 {\n"
  "  %s = call ptr @belay.slot.write(ptr %a)\n"
  "  store i32 %o, ptr %s, align 4, !alias.scope !13, !noalias !16\n"
  "  ret void\n}\n"
  /* No pointer there any more; untouched shadow stays untouched. */
  "define void @belay.wipe(ptr %a) #0 {\n"
  "  %s = call ptr @belay.slot(ptr %a)\n"
  "  %o = load i32, ptr %s, align 4, !alias.scope !13, !noalias !16\n"
  "  %clear = icmp eq i32 %o, 0\n"
  "  br i1 %clear, label %done, label %wipe, !prof !1\n"
  "wipe:\n"
  "  store i32 0, ptr %s, align 4, !alias.scope !13, !noalias !16\n"
  "  br label %done\n"
  "done:\n"
  "  ret void\n}\n"
  /* The life of a variable: %old is what its cell holds, an earlier life or 0. */
  "define void @belay.end(i32 %o) #0 {\n"
  "  %live = icmp ne i32 %o, 0\n"
  "  br i1 %live, label %kill, label %done\n"
  "kill:\n"
  "  %b = call ptr @belay.block(i32 %o)\n"
  "  %ep = getelementptr i8, ptr %b, $W $S\n"
  "  store $W 0, ptr %ep, align $S, !alias.scope !12, !noalias !15\n"
  "  br label %done\n"
  "done:\n"
  "  ret void\n}\n"
  "define i32 @belay.begin(ptr %p, $W %size, ptr %site) #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %np = getelementptr i8, ptr %t, $W $N\n"
  "  %lp = getelementptr i8, ptr %t, $W $L\n"
  "  %next = load i32, ptr %np, align 4, !alias.scope !14, !noalias !17\n"
  "  %limit = load i32, ptr %lp, align 4, !alias.scope !14, !noalias !17\n"
  "  %full = icmp eq i32 %next, %limit\n"
  "  br i1 %full, label %refill, label %take, !prof !0\n"
  "refill:\n"
  "  %fresh = call i32 @belay_rt_stack_refill()\n"
  "  br label %take\n"
  "take:\n"
  "  %o = phi i32 [ %next, %0 ], [ %fresh, %refill ]\n"
  "  %after = add i32 %o, 2\n"
  "  store i32 %after, ptr %np, align 4, !alias.scope !14, !noalias !17\n"
  "  %b = call ptr @belay.block(i32 %o)\n"
  "  %ep = getelementptr i8, ptr %b, $W $S\n"
  "  %start = ptrtoint ptr %p to $W\n"
  "  %end = add $W %start, %size\n"
  "  store $W %start, ptr %b, align $S, !alias.scope !12, !noalias !15\n"
  "  store $W %end, ptr %ep, align $S, !alias.scope !12, !noalias !15\n"
  "  %ip = call ptr @belay.info(i32 %o)\n"
  "  %sn = ptrtoint ptr %site to $W\n"
  "  %an = ptrtoint ptr @belay_rt_anchor to $W\n"
  "  %far = sub $W %sn, %an\n"
  "  %units = lshr $W %far, 2\n"
  "  %id = $T %units to i32\n"
  "  %named = or i32 %id, -2147483648\n"
  "  store i32 %named, ptr %ip, align 4, !alias.scope !12, !noalias !15\n"
  "  ret i32 %o\n}\n"
  /* The thread's buffer. */
  "define i1 @belay.entered(ptr %self) #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %callee = load ptr, ptr %t, align $S, !alias.scope !14, !noalias !17\n"
  "  store ptr null, ptr %t, align $S, !alias.scope !14, !noalias !17\n"
  "  %same = icmp eq ptr %callee, %self\n"
  "  ret i1 %same\n}\n"
  /* Who called by way of code that is not instrumented: it wants to know that nobody took
   * its referents. */
  "define ptr @belay.caller(ptr %self) #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %callee = load ptr, ptr %t, align $S, !alias.scope !14, !noalias !17\n"
  "  %same = icmp eq ptr %callee, %self\n"
  "  %other = select i1 %same, ptr null, ptr %callee\n"
  "  ret ptr %other\n}\n"
  "define void @belay.leave(ptr %caller) #0 {\n"
  "  %direct = icmp eq ptr %caller, null\n"
  "  br i1 %direct, label %done, label %back, !prof !1\n"
  "back:\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  store ptr %caller, ptr %t, align $S, !alias.scope !14, !noalias !17\n"
  "  br label %done\n"
  "done:\n"
  "  ret void\n}\n"
  "define i32 @belay.arg(i1 %entered, i32 %i, ptr %p) #0 {\n"
  "  br i1 %entered, label %known, label %unknown\n"
  "known:\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %args = getelementptr i8, ptr %t, $W $A\n"
  "  %ap = getelementptr i32, ptr %args, i32 %i\n"
  "  %o = load i32, ptr %ap, align 4, !alias.scope !14, !noalias !17\n"
  "  ret i32 %o\n"
  "unknown:\n"
  "  %found = call i32 @belay_rt_origin_at(ptr %p)\n"
  "  ret i32 %found\n}\n"
  "define void @belay.set.arg(i32 %i, i32 %o) #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %args = getelementptr i8, ptr %t, $W $A\n"
  "  %ap = getelementptr i32, ptr %args, i32 %i\n"
  "  store i32 %o, ptr %ap, align 4, !alias.scope !14, !noalias !17\n"
  "  ret void\n}\n"
  "define void @belay.set.callee(ptr %f) #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  store ptr %f, ptr %t, align $S, !alias.scope !14, !noalias !17\n"
  "  ret void\n}\n"
  "define void @belay.set.site(ptr %site) #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %sp = getelementptr i8, ptr %t, $W $I\n"
  "  store ptr %site, ptr %sp, align $S, !alias.scope !14, !noalias !17\n"
  "  ret void\n}\n"
  "define i32 @belay.result(ptr %f, ptr %p) #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %fp = getelementptr i8, ptr %t, $W $S\n"
  "  %from = load ptr, ptr %fp, align $S, !alias.scope !14, !noalias !17\n"
  "  %same = icmp eq ptr %from, %f\n"
  "  br i1 %same, label %known, label %unknown\n"
  "known:\n"
  "  %rp = getelementptr i8, ptr %t, $W $R\n"
  "  %o = load i32, ptr %rp, align 4, !alias.scope !14, !noalias !17\n"
  "  ret i32 %o\n"
  "unknown:\n"
  "  %found = call i32 @belay_rt_origin_at(ptr %p)\n"
  "  ret i32 %found\n}\n"
  "define i32 @belay.result.known() #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %rp = getelementptr i8, ptr %t, $W $R\n"
  "  %o = load i32, ptr %rp, align 4, !alias.scope !14, !noalias !17\n"
  "  ret i32 %o\n}\n"
  "define void @belay.set.result(ptr %f, i32 %o) #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %fp = getelementptr i8, ptr %t, $W $S\n"
  "  store ptr %f, ptr %fp, align $S, !alias.scope !14, !noalias !17\n"
  "  %rp = getelementptr i8, ptr %t, $W $R\n"
  "  store i32 %o, ptr %rp, align 4, !alias.scope !14, !noalias !17\n"
  "  ret void\n}\n"
  /* The second pointer of a struct in registers. */
  "define i32 @belay.second(ptr %f, ptr %p) #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %fp = getelementptr i8, ptr %t, $W $S\n"
  "  %from = load ptr, ptr %fp, align $S, !alias.scope !14, !noalias !17\n"
  "  %same = icmp eq ptr %from, %f\n"
  "  br i1 %same, label %known, label %unknown\n"
  "known:\n"
  "  %rp = getelementptr i8, ptr %t, $W $2\n"
  "  %o = load i32, ptr %rp, align 4, !alias.scope !14, !noalias !17\n"
  "  ret i32 %o\n"
  "unknown:\n"
  "  %found = call i32 @belay_rt_origin_at(ptr %p)\n"
  "  ret i32 %found\n}\n"
  "define void @belay.set.second(ptr %f, i32 %o) #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %rp = getelementptr i8, ptr %t, $W $2\n"
  "  store i32 %o, ptr %rp, align 4, !alias.scope !14, !noalias !17\n"
  "  ret void\n}\n"
  "define ptr @belay.va.buffer() #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %vp = getelementptr i8, ptr %t, $W $V\n"
  "  ret ptr %vp\n}\n"
  "define i32 @belay.stack.mark() #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %np = getelementptr i8, ptr %t, $W $N\n"
  "  %next = load i32, ptr %np, align 4, !alias.scope !14, !noalias !17\n"
  "  ret i32 %next\n}\n"
  /* From setjmp, with this result. */
  "define void @belay.returned(i32 %result, i32 %mark, ptr %below) #0 {\n"
  "  %again = icmp ne i32 %result, 0\n"
  "  br i1 %again, label %unwound, label %done\n"
  "unwound:\n"
  "  call void @belay_rt_unwound(i32 %mark, ptr %below)\n"
  "  br label %done\n"
  "done:\n"
  "  ret void\n}\n"
  /* The pointer went to the function; if it is not instrumented, it did not take it. */
  "define void @belay.escape(ptr %f, ptr %p, i32 %o) #0 {\n"
  "  %t = call ptr @llvm.threadlocal.address.p0(ptr @belay_rt_thread)\n"
  "  %callee = load ptr, ptr %t, align $S, !alias.scope !14, !noalias !17\n"
  "  %left = icmp eq ptr %callee, %f\n"
  "  br i1 %left, label %escape, label %done, !prof !0\n"
  "escape:\n"
  "  call void @belay_rt_escape(ptr %p, i32 %o)\n"
  "  br label %done\n"
  "done:\n"
  "  ret void\n}\n"
  "attributes #0 = { alwaysinline nounwind }\n"
  "attributes #1 = { cold nounwind nonlazybind memory(inaccessiblemem: readwrite) }\n"
  "!0 = !{!\"branch_weights\", i32 1, i32 100000}\n"
  "!1 = !{!\"branch_weights\", i32 1000, i32 1}\n"
  "!8 = !{!\"belay\"}\n"
  "!9 = !{!\"belay table\", !8}\n"
  "!10 = !{!\"belay shadow\", !8}\n"
  "!11 = !{!\"belay thread\", !8}\n"
  "!12 = !{!9}\n"
  "!13 = !{!10}\n"
  "!14 = !{!11}\n"
  "!15 = !{!10, !11}\n"
  "!16 = !{!9, !11}\n"
  "!17 = !{!9, !10}\n"
  "!18 = !{}\n";

/* Checks as they are without an optimiser. */
static const char checks[] =
  /* Of n bytes, n > 0. */
  "define void @belay.check(ptr %p, i32 %o, $W %n, ptr %site) #0 {\n"
  "  %b = call ptr @belay.block(i32 %o)\n"
  "  %start = load $W, ptr %b, align $S, !alias.scope !12, !noalias !15\n"
  "  %a = ptrtoint ptr %p to $W\n"
  "  %low = icmp ult $W %a, %start\n"
  "  br i1 %low, label %bad, label %up, !prof !0\n"
  "up:\n"
  "  %ep = getelementptr i8, ptr %b, $W $S\n"
  "  %end = load $W, ptr %ep, align $S, !alias.scope !12, !noalias !15\n"
  "  %last = add $W %a, %n\n"
  "  %high = icmp ugt $W %last, %end\n"
  "  br i1 %high, label %bad, label %good, !prof !0\n"
  "bad:\n"
  "  call $C void @belay_rt_fail(ptr %p, i32 %o, ptr %site) #1\n"
  "  br label %good\n"
  "good:\n"
  "  ret void\n}\n"
  /* An access that is good if its address is not next to 0. */
  "define void @belay.check.null(ptr %p, $W %zone, ptr %site) #0 {\n"
  "  %a = ptrtoint ptr %p to $W\n"
  "  %low = icmp ult $W %a, %zone\n"
  "  br i1 %low, label %bad, label %good, !prof !0\n"
  "bad:\n"
  "  call $C void @belay_rt_fail(ptr %p, i32 0, ptr %site) #1\n"
  "  br label %good\n"
  "good:\n"
  "  ret void\n}\n"
  /* Several accesses, all in the n bytes from p + lo. */
  "define void @belay.check.group(ptr %p, $W %lo, i32 %o, $W %n, ptr %group) #0 {\n"
  "  %b = call ptr @belay.block(i32 %o)\n"
  "  %start = load $W, ptr %b, align $S, !alias.scope !12, !noalias !15\n"
  "  %base = ptrtoint ptr %p to $W\n"
  "  %a = add $W %base, %lo\n"
  "  %low = icmp ult $W %a, %start\n"
  "  br i1 %low, label %bad, label %up, !prof !0\n"
  "up:\n"
  "  %ep = getelementptr i8, ptr %b, $W $S\n"
  "  %end = load $W, ptr %ep, align $S, !alias.scope !12, !noalias !15\n"
  "  %last = add $W %a, %n\n"
  "  %high = icmp ugt $W %last, %end\n"
  "  br i1 %high, label %bad, label %good, !prof !0\n"
  "bad:\n"
  "  call $C void @belay_rt_fail_group(ptr %p, i32 %o, ptr %group) #1\n"
  "  br label %good\n"
  "good:\n"
  "  ret void\n}\n"
  /* An access to a variable known to be alive; %max is the last good offset. */
  "define void @belay.check.bounds(ptr %p, ptr %base, $W %max, $W %size, ptr %site, "
  "ptr %variable) #0 {\n"
  "  %a = ptrtoint ptr %p to $W\n"
  "  %start = ptrtoint ptr %base to $W\n"
  "  %offset = sub $W %a, %start\n"
  "  %over = icmp ugt $W %offset, %max\n"
  "  br i1 %over, label %bad, label %good, !prof !0\n"
  "bad:\n"
  "  call $C void @belay_rt_fail_bounds(ptr %p, ptr %base, $W %size, ptr %site, "
  "ptr %variable) #1\n"
  "  br label %good\n"
  "good:\n"
  "  ret void\n}\n";

void helpers_expand(Guard *g, const char *text, VecChar *out) {
  bool wide = g->ptr_size == 8;
  for (; *text; text++) {
    if (*text != '$') {
      vec_push(g->arena, out, *text);
      continue;
    }
    const char *word = "";
    switch (*++text) {
    case 'D': word = wide ? "16" : "8"; break;
    case 'W': word = wide ? "i64" : "i32"; break;
    case 'T': word = wide ? "trunc i64" : "bitcast i32"; break;
    case 'S': word = wide ? "8" : "4"; break;
    case 'C': word = wide ? "preserve_mostcc" : ""; break;
    case 'R': word = wide ? "16" : "8"; break;
    case 'N': word = wide ? "20" : "12"; break;
    case 'L': word = wide ? "24" : "16"; break;
    case 'A': word = wide ? "28" : "20"; break;
    case 'V': word = wide ? "156" : "148"; break;
    case 'I': word = wide ? "312" : "300"; break;
    case '2': word = wide ? "320" : "304"; break;
    default: panic("guard: unknown word in the helpers");
    }
    for (; *word; word++) vec_push(g->arena, out, *word);
  }
}

/* Accesses of the program carry this: they touch nothing of the runtime's. */
static LLVMValueRef apart_from_runtime(const Guard *g) {
  LLVMMetadataRef name = LLVMMDStringInContext2(g->context, "belay", 5);
  LLVMMetadataRef domain = LLVMMDNodeInContext2(g->context, &name, 1), scopes[3];
  static const char *const names[] = {"belay table", "belay shadow", "belay thread"};
  for (unsigned i = 0; i < 3; i++) {
    LLVMMetadataRef parts[] = {
      LLVMMDStringInContext2(g->context, names[i], strlen(names[i])), domain};
    scopes[i] = LLVMMDNodeInContext2(g->context, parts, 2);
  }
  return LLVMMetadataAsValue(g->context, LLVMMDNodeInContext2(g->context, scopes, 3));
}

/* Parses what was expanded and links it into the module. */
void helpers_add(Guard *g, VecChar *text) {
  vec_push(g->arena, text, 0);
  LLVMMemoryBufferRef buffer =
    LLVMCreateMemoryBufferWithMemoryRangeCopy(text->data, text->len - 1, "belay helpers");
  LLVMModuleRef helpers = NULL;
  char *message = NULL;
  if (LLVMParseIRInContext(g->context, buffer, &helpers, &message))
    panic("guard: the helpers do not parse: %s", message);
  LLVMSetModuleDataLayout(helpers, g->layout);
  LLVMSetTarget(helpers, LLVMGetTarget(g->module));
  if (LLVMLinkModules2(g->module, helpers)) panic("guard: the helpers do not link");
}

void helpers_link(Guard *g) {
  bool wide = g->ptr_size == 8;
  VecChar text = {0};
  helpers_expand(g, wide ? layout_64 : layout_32, &text);
  helpers_expand(g, common, &text);
  if (g->late) {
    helpers_expand(g, late_checks, &text);
  } else {
    helpers_expand(g, wide ? helpers_block_64 : helpers_block_32, &text);
    helpers_expand(g, checks, &text);
  }
  helpers_add(g, &text);
  g->apart = apart_from_runtime(g);
  g->poisons = LLVMGetNamedFunction(g->module, "belay_poison") != NULL;
  g->fills = LLVMGetNamedFunction(g->module, "belay_initialised") != NULL;
  g->apart_kind = LLVMGetMDKindIDInContext(g->context, "noalias", 7);
  g->tbaa_kind = LLVMGetMDKindIDInContext(g->context, "tbaa", 4);
}

static bool is_helper(LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  return LLVMCountBasicBlocks(function) && !strncmp(name, "belay.", 6);
}

/* requires: nothing else in the module is called belay.* yet, or it is ours and internal.
 */
void helpers_finish(Guard *g) {
  for (LLVMValueRef f = LLVMGetFirstFunction(g->module); f; f = LLVMGetNextFunction(f))
    if (is_helper(f)) LLVMSetLinkage(f, LLVMInternalLinkage);
  /* It was there so that declarations that no helper uses come along, too. */
  LLVMDeleteGlobal(LLVMGetNamedGlobal(g->module, "belay.declared"));
}

LLVMValueRef runtime_function(Guard *g, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(g->module, name);
  if (!function) panic("guard: no function %s", name);
  return function;
}

LLVMValueRef helper_call(Guard *g, const char *name, LLVMValueRef *args, unsigned count) {
  LLVMValueRef function = runtime_function(g, name);
  LLVMValueRef call = LLVMBuildCall2(g->builder, LLVMGlobalGetValueType(function),
                                     function, args, count, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
  return call;
}

LLVMValueRef const_i32(const Guard *g, uint32_t value) {
  return LLVMConstInt(g->i32, value, false);
}

LLVMValueRef const_word(const Guard *g, uint64_t value) {
  return LLVMConstInt(g->word, value, false);
}

void builder_before(Guard *g, LLVMValueRef inst) {
  LLVMPositionBuilderBefore(g->builder, inst);
}

/* Behind all phis when it is one. */
void builder_after(Guard *g, LLVMValueRef inst) {
  LLVMValueRef next = LLVMGetNextInstruction(inst);
  while (next && LLVMIsAPHINode(next)) next = LLVMGetNextInstruction(next);
  LLVMPositionBuilderBefore(g->builder, next);
  LLVMSetCurrentDebugLocation2(g->builder, LLVMInstructionGetDebugLoc(inst));
}

unsigned intrinsic_of(LLVMValueRef inst) {
  LLVMValueRef callee =
    LLVMIsACallInst(inst) ? LLVMIsAFunction(LLVMGetCalledValue(inst)) : NULL;
  return callee ? LLVMGetIntrinsicID(callee) : 0;
}

/* "llvm.memcpy" matches llvm.memcpy.p0.p0.i64. */
bool intrinsic_named(LLVMValueRef inst, const char *name) {
  unsigned id = intrinsic_of(inst);
  return id && id == LLVMLookupIntrinsicID(name, strlen(name));
}
