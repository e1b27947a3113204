# The program's own streams, arguments and exit code.
$ echo hello | belay run echo.c --args one --two
exit 3
out ^one$
out ^--two$
out ^hello$
err!
$ belay run echo.c -- -DX --args -- x
exit 3
out ^--$
$ belay run safe.c
$ belay run echo.c
exit 1
$ belay run past-end.c
exit 1
err ^past-end.c:6:16: error: write out of bounds
out! .
$ belay run aborts.c
exit 134
err aborts.c:5
$ belay run --property no-overflow overflow.c
exit 1
err signed integer overflow
$ belay run overflow.c
$ belay run --property valid-memcleanup kept.c
exit 1
$ belay run kept.c
$ belay run leak.c
exit 1
err memory leak
$ belay run --timeout 1 forever.c
exit 2
err limit reached
$ belay run unknown.c
exit 2
err elsewhere
$ belay run library.c
exit 3
err no function main
$ belay run broken.c
exit 3
$ belay run --arch 32 past-end.c
exit 1

# Inputs
$ belay run input.c
$ echo 4 > $TMP/in; belay run --inputs $TMP/in input.c
exit 1
err read out of bounds
$ echo 4 > $TMP/in; belay run --inputs $TMP/in --save-inputs $TMP/out input.c; belay run --inputs $TMP/out input.c
exit 1
err read out of bounds
$ echo four > $TMP/in; belay run --inputs $TMP/in input.c
exit 3
err error
$ printf '4\0' > $TMP/in; belay run --inputs $TMP/in input.c
exit 3
err is not a text file
$ belay run --inputs $TMP/none input.c
exit 3
err cannot read
$ belay run --malloc-may-fail alloc-fails.c
$ belay run --inputs
exit 64
