# `belay cc`: clang's command line.
$ belay cc heap-overflow.c -o $TMP/a && $TMP/a
last a
err!

$ belay cc -O2 heap-overflow.c -o $TMP/a && $TMP/a b
exit 97
err ^heap-overflow.c:6:\d+: error: write out of bounds \[CWE-787\]: 1 byte at offset 8 of a heap block of 8 bytes
err ^    6 \|   for \(int i = 0

# In two steps, as build systems do, with the list of what the object depends on.
$ cd $TMP && cp $OLDPWD/heap-overflow.c . && belay cc -MMD -c heap-overflow.c && cat heap-overflow.d && belay cc heap-overflow.o && ./a.out b
exit 97
out ^heap-overflow.o: heap-overflow.c

$ belay cc -MD -MF $TMP/list -MT target -c heap-overflow.c -o $TMP/o && cat $TMP/list
out ^target: heap-overflow.c

# What does not compile goes to clang as it is.
$ belay cc -E heap-overflow.c
out int main\(int argc
$ belay cc -M heap-overflow.c
out ^heap-overflow.o: heap-overflow.c
$ belay cc -fsyntax-only heap-overflow.c
err!
$ belay cc -dumpmachine
out linux
$ belay cc --version
out clang version
$ belay cc -fbelay=off heap-overflow.c -o $TMP/a && $TMP/a b
last a
$ belay cc -S -O1 heap-overflow.c -o - && belay cc -S heap-overflow.c -o $TMP/a.s && belay cc $TMP/a.s -o $TMP/a && $TMP/a
out main:

# Other ways to name files and languages.
$ belay cc -x c - -o $TMP/a < heap-overflow.c && $TMP/a b
exit 97
$ echo "-O1 'heap-overflow.c' -o $TMP/a" > $TMP/words && belay cc @$TMP/words && $TMP/a b
exit 97
$ ln -s $BELAY $TMP/belay-cc && $TMP/belay-cc heap-overflow.c -o $TMP/a && $TMP/a b
exit 97
$ belay cc -E heap-overflow.c -o $TMP/a.i && belay cc $TMP/a.i -o $TMP/a && $TMP/a b
exit 97

# Other ways to make programs and objects: static, for the linker's optimiser, merged by the linker, beside assembly.
$ belay cc -static heap-overflow.c -o $TMP/a && $TMP/a && $TMP/a b
exit 97
out ^a$
$ cd $TMP && cp $OLDPWD/unit-*.c . && belay cc -flto -O2 -c unit-main.c unit-first.c && belay cc -flto -O2 unit-main.o unit-first.o -o a && ./a && ./a 1
exit 97
$ cd $TMP && cp $OLDPWD/unit-*.c . && belay cc -c unit-main.c unit-first.c && belay cc -r unit-main.o unit-first.o -o both.o && belay cc both.o -o a && ./a && ./a 1
exit 97
err unit-first.c:1:28: error: read out of bounds
$ belay cc unit-assembly.c -o $TMP/a && $TMP/a && $TMP/a 1
exit 97
err unit-assembly.c:8:\d+: error: read out of bounds
$ clang-19 -c unit-first.c -o $TMP/plain.o && belay cc unit-main.c $TMP/plain.o -o $TMP/a && $TMP/a

# Macros tell the level that the user said.
$ for level in "" -O0 -O1 -Os; do belay cc $level -c levels.c -o $TMP/a.o && belay cc $TMP/a.o -o $TMP/a && $TMP/a; done
out ^0 1 0$
out ^1 0 0$
last 1 0 1

# A program's names are its own: the library that is linked has none without its prefix.
$ echo 'int options = 4, report_count; int block_new(void) { return options; } int main(void) { return block_new() + report_count; }' > $TMP/o.c && belay cc $TMP/o.c -o $TMP/a && $TMP/a
exit 4
$ nm -g --defined-only $(dirname $BELAY)/rt/*.a
out ^[0-9a-f]+ T belay_rt_own_
out! ^[0-9a-f]+ \w (?!belay_)

# Headers that are compiled before.
$ cd $TMP && echo '#include <stdio.h>' > h.h && echo 'int main(void) { puts("x"); }' > m.c && belay cc -O2 h.h -o h.h.gch && belay cc -O2 -include h.h m.c -o a && ./a && belay cc h.h -o b.pch && belay cc -include-pch b.pch m.c -o a && ./a
last x
$ belay cc -### -O2 heap-overflow.c -o $TMP/a; test -e $TMP/a
exit 1
err -cc1
$ belay cc -c unit-main.c unit-first.c -o $TMP/o
exit 64
err -o cannot be the name of several files

# A shared library finds the runtime in the program.
$ echo 'int get(int *p) { return p[1]; }' > $TMP/l.c && echo 'int get(int *p); int main(void) { int i = 1; return get(&i); }' > $TMP/m.c && belay cc -shared -fPIC $TMP/l.c -o $TMP/libl.so && belay cc $TMP/m.c -L$TMP -ll -Wl,-rpath,$TMP -o $TMP/a && $TMP/a
exit 97
err l.c:1:26: error: read out of bounds \[CWE-125\]: 4 bytes at offset 4 of `i`, 4 bytes

$ belay cc -O2 -shared -fPIC -Wl,-z,lazy lazy-library.c -o $TMP/libl.so && belay cc lazy-main.c -L$TMP -ll -Wl,-rpath,$TMP -Wl,-z,lazy -o $TMP/a && $TMP/a
last 254

# The checks are counted.
$ belay cc -v -c heap-overflow.c -o $TMP/o
err ^belay: heap-overflow.c: \d+ accesses: .* \d+ checked

# Mistakes.
$ belay cc nothere.c -o $TMP/a
exit 1
err no such file
$ echo 'int main(void) { return x; }' > $TMP/e.c && belay cc $TMP/e.c -o $TMP/a
exit 1
err e.c:1:25: error
$ belay cc
exit 1
err no input files
$ belay cc -fbelay=nonsense heap-overflow.c
exit 64
err -fbelay= is one of
$ belay cc heap-overflow.c -o
exit 64
err argument to '-o' is missing
$ TMPDIR=/nonexistent belay cc heap-overflow.c -o $TMP/a
exit 1
err belay cc: cannot make /nonexistent
$ belay help cc
out -fbelay=prove

# At run time: BELAY_OPTIONS.
$ belay cc many-errors.c -o $TMP/a && $TMP/a
exit 97
out! sum
err ^many-errors.c:4:\d+: error: read out of bounds \[CWE-125\]: 4 bytes at offset 16 of a heap block of 16 bytes
err ^    4 \| static int past
err ^  in past, .*many-errors.c:4
err ^  in main, .*many-errors.c:8
err ^many-errors.c:7:\d+: note: allocated here
$ belay cc many-errors.c -o $TMP/a && BELAY_OPTIONS=halt_on_error=0 $TMP/a
exit 97
out sum
err offset 20 of a heap block
err ^many-errors.c:10:\d+: error: memory leak \[CWE-401\]: 30 bytes in 3 blocks allocated here
err ^30 bytes in 3 blocks are lost
$ belay cc many-errors.c -o $TMP/a && BELAY_OPTIONS=halt_on_error=0:exitcode=5:leak_check=0 $TMP/a
exit 5
out sum
$ belay cc many-errors.c -o $TMP/a && BELAY_OPTIONS=suppressions=past:leak_check=0 $TMP/a
last sum
err!
$ belay cc many-errors.c -o $TMP/a && BELAY_OPTIONS=suppressions=other.c,many-errors.c $TMP/a
last sum
err!
$ belay cc many-errors.c -o $TMP/a && ! BELAY_OPTIONS=log_path=$TMP/log $TMP/a && cat $TMP/log.*
out read out of bounds
err!
$ belay cc many-errors.c -o $TMP/a && BELAY_OPTIONS=color=always $TMP/a
exit 97
err \x1b\[31merror
$ belay cc int-to-ptr.c -o $TMP/a && BELAY_OPTIONS=int_to_ptr=1 $TMP/a && $TMP/a 2>$TMP/err && BELAY_OPTIONS=int_to_ptr=1 $TMP/a 2>&1 | grep -c warning && wc -c < $TMP/err
out done
err ^int-to-ptr.c:12:\d+: warning: a pointer made from an integer is taken to point to offset 0 of a heap block of 16 bytes
out ^1$
last 0
$ belay cc heap-overflow.c -o $TMP/a && BELAY_OPTIONS=nonsense=1 $TMP/a
err BELAY_OPTIONS has no option 'nonsense'

# Who proved what.
$ belay cc -v many-errors.c -o $TMP/a
err ^belay: the whole program: \d+ accesses: .* proved by points
$ belay cc -v -fbelay=basic many-errors.c -o $TMP/a 2>&1 | grep ^belay:
out! proved|whole

# printf with formats that are known touches nothing of the program's.
$ belay cc -v plain-formats.c -o $TMP/a 2>&1 | grep ^belay: ; $TMP/a | head -2
out , 0 checked;
out ^3 early 100%
out ^first 0

# A pointer that is null or good is compared with 0 and has no referent.
$ belay cc -v -g -O2 null-or-good.c -o $TMP/a 2>&1 | grep ^belay: ; BELAY_OPTIONS=leak_check=0 $TMP/a ; $TMP/a 1
exit 97
out 2 against null alone, 0 checked;
err null-or-good.c:\d+:\d+: error: null pointer \[CWE-476\]: 4 bytes at address 0x10

# Units that have code are compiled again as a whole when that saves checks; sources beside other code are units.
$ for u in safe first; do belay cc -c unit-$u.c -o $TMP/$u.o; done; belay cc -v $TMP/safe.o $TMP/first.o -o $TMP/a 2>&1 | grep ^belay: ; $TMP/a
out ^belay: the whole program: .* 0 checked;
$ for u in main first; do belay cc -c unit-$u.c -o $TMP/$u.o; done; belay cc -v $TMP/main.o $TMP/first.o -o $TMP/a 2>&1 | grep ^belay: ; $TMP/a 1
exit 97
out ^belay: not looked at as a whole: 1 checks would stay, more than 0
err unit-first.c:1:28: error: read out of bounds
$ belay cc -c unit-first.c -o $TMP/first.o; belay cc -v unit-main.c $TMP/first.o -o $TMP/a 2>&1 | grep ^belay: ; $TMP/a 1
exit 97
out ^belay: unit-main.c: \d+ accesses
$ belay cc -c unit-first.c -o $TMP/first.o; ar rc $TMP/libf.a $TMP/first.o && belay cc -v unit-main.c -L$TMP -lf -o $TMP/a 2>&1 | grep ^belay: ; $TMP/a 1
exit 97
out ^belay: unit-main.c: \d+ accesses
out! whole
err unit-first.c:1:28: error: read out of bounds
$ belay cc unit-wrap.c unit-first.c -Wl,--wrap=first -o $TMP/a && $TMP/a
exit 5

# Units compiled apart, at different levels: each keeps the checks it has; nobody trusts the other.
$ cp ../../rt/control/units*.c $TMP; cd $TMP && belay cc -O2 -c units.c && belay cc -O1 -c units.part.c && belay cc -v units.o units.part.o -o a 2>&1 | grep ^belay: ; ./a && ./a 1
exit 97
out not looked at as a whole: the units were compiled at different levels
out ^3$
err units.c:29:\d+: error: use after free
