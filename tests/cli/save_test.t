# --save-test: the first command printed builds a program that crashes on the bug's inputs.
$ belay check --save-test $TMP/t input.c > $TMP/out; sh -c "$(grep '^  clang' $TMP/out)" && $TMP/t/crash
exit 134
err AddressSanitizer: .*overflow
$ belay check --arch 32 --save-test $TMP/t input.c > $TMP/out; sh -c "$(grep '^  clang' $TMP/out)" && $TMP/t/crash
exit 134
err AddressSanitizer: .*overflow
$ belay check --timeout 20 --save-test $TMP/t argv-bug.c > $TMP/out; sh -c "$(grep '^  clang' $TMP/out)" && $TMP/t/crash
exit 134
err AddressSanitizer: heap-buffer-overflow
err main .*argv-bug.c:8
$ belay check --save-test $TMP/t stdin-bug.c > $TMP/out; sh -c "$(grep '^  clang' $TMP/out)" && $TMP/t/crash
exit 134
err AddressSanitizer: heap-buffer-overflow
err main .*stdin-bug.c:7
$ belay check --malloc-may-fail --save-test $TMP/t malloc-bug.c > $TMP/out; sh -c "$(grep '^  clang' $TMP/out)" && $TMP/t/crash
exit 134
err AddressSanitizer: SEGV
err main .*malloc-bug.c:12
$ belay check --save-test $TMP/t input.c
exit 1
out ^to see it in a debugger:$
out ^  clang-19 .* input.c .*/t/driver.c -o .*/t/crash
out ^  gdb -q -ex run .*/t/crash$
last FALSE(valid-deref)
$ belay check --save-test $TMP/t input.c > $TMP/out; belay run input.c --inputs $TMP/t/inputs.txt
exit 1
err read out of bounds
$ belay check --save-test /nowhere/deep input.c
exit 3
err /nowhere/deep: error: No such file
$ belay check --save-test $TMP/t safe.c && ls $TMP/t
exit 2
out TRUE
$ belay check --save-test $TMP/t entry.c --entry drop
exit 64
err need a program with a main

# --replay native: what the compiled program says; the verdict is the interpreter's.
$ belay check --replay native input.c
exit 1
out ^native run: stops, too$
out AddressSanitizer: .*overflow
last FALSE(valid-deref)
$ belay check --replay native native-misses.c
exit 1
out ^native run: ends with code 0 and notices nothing
last FALSE(valid-deref)
$ belay check --replay native safe.c
out! native run
last TRUE
$ belay check --replay native env-bug.c
exit 1
out ^native run: stops, too$
