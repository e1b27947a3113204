# The program's own functions; those of the library when asked for.
$ belay points lists.c
out main:
out! __belay
$ belay points --library argv-bug.c
out __belay_start
$ belay points --dot lists.c
out digraph points
out malloc
out! __belay_errno
$ belay points --flat --verify lists.c
$ belay points nothing-here.c
exit 3
err nothing-here.c
