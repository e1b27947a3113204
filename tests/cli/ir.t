$ belay ir safe.c
out alloc
out main
err!
$ belay ir --verify safe.c
out! .
$ belay ir --round-trip safe.c echo.c -- -Dmain=main_of_file -Wno-error
exit 3
$ belay ir --round-trip echo.c
out! .
err!
$ belay ir --arch 32 --round-trip echo.c
$ belay ir -o $TMP/a.ir echo.c && belay ir $TMP/a.ir > $TMP/b.ir && cmp $TMP/a.ir $TMP/b.ir
$ belay ir -o $TMP/a.ir past-end.c && belay check $TMP/a.ir
exit 1
last FALSE(valid-deref)
$ belay ir --time -o /dev/null safe.c
err ^clang +[0-9.]+ ms$
err ^lower +[0-9.]+ ms$
$ belay ir -o $TMP/none/a.ir safe.c
exit 3
err cannot write
$ belay ir library.c
out start
$ echo 'func {' > $TMP/bad.ir; belay ir $TMP/bad.ir
exit 3
err bad.ir:1:
