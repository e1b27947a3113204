$ belay slice past-end.c
out func @main
err!
$ belay slice --time -o $TMP/a.ir past-end.c && belay run $TMP/a.ir
exit 1
err of [0-9]+ instructions
err CWE-
$ belay slice -o $TMP/a.bc past-end.c && belay run $TMP/a.bc
exit 1
err CWE-
$ belay slice --criterion nonsense past-end.c
exit 64
err FILE:LINE
$ belay slice --criterion past-end.c:99999 past-end.c
exit 64
err no code at
$ belay slice --control classical --all-checks past-end.c
out func @main
$ belay slice -o $TMP/none/a.bc past-end.c
exit 3
err cannot
# A line as the criterion: what does not decide it goes, and the bitcode compiles and runs.
$ printf 'int main(void) {\n  int sum = 0, product = 1;\n  for (int i = 1; i < 10; i++) {\n    sum += i;\n    product = product * 7 %% 1000;\n  }\n  int unused = product;\n  return sum;\n}\n' > $TMP/two.c; belay slice --criterion two.c:8 -o $TMP/a.bc $TMP/two.c && clang-19 -w $TMP/a.bc -o $TMP/a && ! llvm-dis-19 < $TMP/a.bc | grep srem && $TMP/a
exit 45
# A loop that may not end stays by default: what follows it may not be reached.
$ printf 'extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  while (n) n += 2;\n  return 3;\n}\n' > $TMP/loop.c; belay slice --criterion loop.c:5 $TMP/loop.c
out cbr
$ printf 'extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  while (n) n += 2;\n  return 3;\n}\n' > $TMP/loop.c; belay slice --control classical --criterion loop.c:5 $TMP/loop.c
out! cbr
