# An engine that dies mid-run: what was closed stays closed, and the verdict says why it is open.
$ belay check --engines points,symbolic --timeout 2 long.c
exit 2
out ^  points: [1-9][0-9]* safe
out ^open: symbolic: .*time
out ^9 checks: [1-9][0-9]* safe, [1-9][0-9]* open$
last UNKNOWN
$ belay check --engines points,symbolic --memory 40 --timeout 20 long.c
exit 2
unless asan
out ^  points: [1-9][0-9]* safe
out ^open: symbolic: out of memory$
out ^9 checks: [1-9][0-9]* safe, [1-9][0-9]* open$
last UNKNOWN
$ belay check --engines points,symbolic --timeout 60 long.c & sleep 1; for i in 1 2 3 4 5 6 7 8 9; do child=$(ps -o pid= --ppid $!); [ -n "$child" ] && kill -9 $child && break; sleep 1; done; wait $!
exit 2
out ^  points: [1-9][0-9]* safe
out ^open: symbolic: killed by the system$
out ^9 checks: [1-9][0-9]* safe, [1-9][0-9]* open$
last UNKNOWN
# Several engines: the next one goes on where the dead one left off.
$ belay check --engines symbolic,points --timeout 4 --json $TMP/j long.c > $TMP/out; grep -A1 '"name": "symbolic"' $TMP/j; tail -1 $TMP/out
out "end": "timeout"
out ^UNKNOWN$
# belay itself told to end, or out of its own processor time: a verdict all the same.
$ belay check --engines points,symbolic --timeout 60 long.c & sleep 2; kill $!; wait $!
exit 2
last UNKNOWN
$ ulimit -t 2; belay check --engines points,symbolic --timeout 60 long.c
exit 2
last UNKNOWN
