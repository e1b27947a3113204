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
