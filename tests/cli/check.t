# Verdicts and exit codes.
$ belay check safe.c
last TRUE
out ^[0-9]+ checks: [0-9]+ safe, 0 open$
err!
$ belay check --engines concrete safe.c
last TRUE
out ^  concrete: [1-9][0-9]* safe
$ belay check past-end.c
exit 1
last FALSE(valid-deref)
out ^past-end.c:6:16: error: write out of bounds \[CWE-787\]
out ^    6 \|     numbers\[i\] = i;$
out ^past-end.c:4:18: note: allocated here
out 1 broken
err!
$ belay check leak.c
exit 1
last FALSE(valid-memtrack)
out leak.c:4
$ belay check overlap.c
exit 1
last FALSE(valid-copy)
$ belay check broken.c
exit 3
err ^broken.c:2:10: error: use of undeclared identifier 'undeclared'
err ^belay: error: .*broken.c
out! .
$ belay check missing.c
exit 3
err missing.c: No such file
out! .
$ belay check ../files
exit 3
err error:
$ belay check library.c
exit 3
err no function main; use --entry
out! UNKNOWN
$ belay check library.c --entry start
exit 1
last FALSE(valid-deref)
$ belay check library.c --entry sttart
exit 3
err sttart
$ belay check two-a.c two-b.c -- -DSHIFT=0
last TRUE
$ belay check two-a.c two-b.c -- -DSHIFT=1
exit 1
last FALSE(valid-deref)
out two-b.c:1:
$ belay check --engines concrete two-a.c
out other
exit 2
last UNKNOWN

# --property
$ belay check --property valid-memsafety overlap.c
last TRUE
$ belay check --property valid-copy overlap.c
exit 1
last FALSE(valid-copy)
$ belay check --property valid-free safe.c
last TRUE
out ^1 check: 1 safe
$ belay check --property=valid-memcleanup kept.c
exit 1
last FALSE(valid-memcleanup)
$ belay check --property memory-cleanup kept.c
exit 1
last FALSE(valid-memcleanup)
$ belay check --property memcleanup.prp kept.c
exit 1
last FALSE(valid-memcleanup)
$ belay check kept.c
last TRUE
$ belay check --property memsafety.prp past-end.c
exit 1
last FALSE(valid-deref)
$ belay check --property overflow.prp overflow.c
exit 1
last FALSE(no-overflow)
$ belay check --property no-overflow overflow.c
exit 1
last FALSE(no-overflow)
$ belay check overflow.c
last TRUE
$ belay check --property no-overflow,valid-deref overflow.c
exit 1
last FALSE(no-overflow)

# --arch
$ belay check --arch 32 past-end.c
exit 1
last FALSE(valid-deref)
$ belay check --arch 32 safe.c
last TRUE

# --malloc-may-fail
$ belay check alloc-fails.c
last TRUE
$ belay check --malloc-may-fail alloc-fails.c
exit 1
last FALSE(valid-deref)
out null pointer

# --engines, -j, --log
$ belay check --engines concrete safe.c
last TRUE
$ belay check -j 4 past-end.c
exit 1
last FALSE(valid-deref)
$ belay check --log=pipeline safe.c
err ^\[pipeline\] [a-z]+: [0-9.]+ of 
last TRUE

# --timeout counts processor time of everything; the verdict is still printed.
$ belay check --engines concrete --timeout 2 forever.c
exit 2
last UNKNOWN
out out of time
$ bash -c 'time -p belay check --timeout 3 forever.c'
exit 2
last UNKNOWN
err ^user [0-3]\.
$ belay check --timeout 0 safe.c
last TRUE
$ timeout 20 bash -c 'ulimit -v 4194304; belay check safe.c'
last TRUE
unless asan
$ timeout 20 bash -c 'ulimit -v 4194304; belay check --timeout 2 forever.c'
exit 2
last UNKNOWN
unless asan
# Told to end, it still says UNKNOWN, and leaves no child behind.
$ belay check --timeout 0 forever.c & sleep 2; kill -TERM $!; wait $!
exit 2
last UNKNOWN
$ belay check --timeout 0 forever.c > $TMP/out & pid=$!; until child=$(cat /proc/$pid/task/$pid/children); test -n "$child"; do sleep 0.1; done; kill -TERM $pid; wait $pid; sleep 0.3; ! grep -s '^State:.*[RSD] ' /proc/${child% }/status; cat $TMP/out
last UNKNOWN
out! State

# --quiet, --verbose, --stats, --color
$ belay check -q past-end.c
exit 1
last FALSE(valid-deref)
out! error
$ belay check --engines concrete --verbose library.c --entry start
exit 1
out ^open checks:
$ belay check --stats safe.c
err  functions 
last TRUE
$ belay check --color always safe.c
out \[1;32mTRUE
$ belay check --color always past-end.c
exit 1
out \[1;31mFALSE

# --explain
$ belay check --engines concrete --explain safe.c:7 safe.c
out ^check [0-9]+: safe.c:7:14: read of 4 bytes$
out must hold: the bytes read lie inside a live object \(valid-deref\)
out ^  safe by concrete
last TRUE
$ belay check --explain 0 safe.c
out ^check 0: safe.c
$ belay check --explain 9999 safe.c
exit 64
err there is no check 9999
$ belay check --explain safe.c:1 safe.c
exit 64
err there is no check at 'safe.c:1'

# --json, --save-ledger, --save-inputs
$ belay check --engines concrete --json $TMP/a.json past-end.c; python3 -c "import json; j = json.load(open('$TMP/a.json')); print(j['verdict'], j['violation']['place']['line'], j['engines'][0]['name'], j['properties'])"
out ^FALSE\(valid-deref\)$
out ^FALSE\(valid-deref\) 6 concrete \['valid-deref', 'valid-free', 'valid-memtrack', 'valid-copy'\]$
$ belay check --json - safe.c 2>/dev/null | python3 -c "import json, sys; j = json.load(sys.stdin); print(j['verdict'], {c['status'] for c in j['checks']}, j['violation'])"
out ^TRUE \{'safe'\} None$
$ belay check --json - safe.c 2>&1 >/dev/null
out ^TRUE$
$ belay check --json $TMP/none/a.json safe.c
exit 3
err cannot write
last TRUE
$ belay check --save-ledger $TMP/ledger.json safe.c && python3 -c "import json; json.load(open('$TMP/ledger.json'))"
last TRUE
$ belay check --save-inputs $TMP/in input.c; cat $TMP/in; belay run --inputs $TMP/in input.c
exit 1
out ^FALSE\(valid-deref\)$
err read out of bounds
$ belay check input.c
exit 1
out ^how a run gets there
out ^  input.c:5:11: nondet = 4$

# The compiler's time counts, too.
$ belay check --timeout 1 slow-to-compile.c
exit 2
last UNKNOWN
err out of time while compiling

# Limits from outside: on each process, and told to the parent.
$ ulimit -t 2; belay check --timeout 0 forever.c
exit 2
last UNKNOWN
$ belay check --timeout 0 forever.c & sleep 2; kill -XCPU $!; wait $!
exit 2
last UNKNOWN

# -p
$ printf '[{"directory": "%s", "file": "two-a.c", "command": "cc -c two-a.c"}, {"directory": "%s", "file": "two-b.c", "arguments": ["cc", "-DSHIFT=1", "-c", "two-b.c"]}]' "$PWD" "$PWD" > $TMP/compile_commands.json; belay check -p $TMP/compile_commands.json
exit 1
last FALSE(valid-deref)
$ belay check -p $TMP/none.json
exit 3
err none.json

# A progress line is for terminals only; it is gone at the end.
$ TERM=xterm script -qec 'belay check --timeout 4 --engines concrete forever.c' /dev/null | tr '\r' '\n'
exit 0
out ^..K?concrete: [0-9]+ checks open, [0-9]+ safe, [0-9]+ s

# --entry: a function with any arguments
$ belay check entry.c --entry second
exit 1
last FALSE(valid-deref)
out ^entry.c:5:52: error: null pointer
out node \* = null$
out list points to at least one struct node$
out every struct node \* in memory is null or points to at least one struct node$
$ belay check entry.c --entry second --save-inputs $TMP/in && false; belay run entry.c --entry second --inputs $TMP/in
exit 1
err ^entry.c:5:52: error: null pointer
$ belay check entry.c --entry drop
exit 1
out note: it is memory that the function was given
out node \* = number 1 of those before
$ belay check --property valid-memcleanup entry.c --entry drop
exit 64
err valid-memcleanup is about whole programs
$ belay check entry.c --entry missing
exit 3
err no function 'missing'
$ belay check --json - entry.c --entry second
exit 1
out "entry": "second"

# The path: branches with their lines, rounds of a loop once, inputs where they were read.
$ belay check --malloc-may-fail path.c
exit 1
out ^  path.c:11:3: true: for \(int i = 0; i < 20; i\+\+\) \(10 times\)$
out ^  path.c:16:11: nondet = 3$
out ^  path.c:17:3: case 3: switch \(n\) \{$
out ^  path.c:23:13: allocation fails$
$ belay check --malloc-may-fail --json - path.c
exit 1
out "taken": "case 3"
out "path_missing": 0

# The same program gives the same answer: checks, evidence, inputs and path.
$ for i in 1 2; do belay check --engines symbolic --json $TMP/j$i input.c > $TMP/o$i; sed -i '/seconds\|memory_mb/d' $TMP/j$i; sed -i 's/[0-9.]* s$//' $TMP/o$i; done; grep -c '"verdict": "FALSE' $TMP/j1; cmp $TMP/j1 $TMP/j2 && cmp $TMP/o1 $TMP/o2 && echo same
out ^1$
out ^same$
$ for i in 1 2; do belay check --engines symbolic --json $TMP/j$i path.c > $TMP/o$i; sed -i '/seconds\|memory_mb/d' $TMP/j$i; sed -i 's/[0-9.]* s$//' $TMP/o$i; done; cmp $TMP/j1 $TMP/j2 && cmp $TMP/o1 $TMP/o2 && echo same
out ^same$

# Z3 is loaded for the first question: who needs none misses nothing, the others say so.
$ belay check --engines symbolic needs-solver.ir
last TRUE
$ LD_LIBRARY_PATH="$PWD/no-z3" belay check --engines symbolic needs-solver.ir
exit 2
out ^open: symbolic: .*cannot load Z3
last UNKNOWN
unless asan
$ LD_LIBRARY_PATH="$PWD/no-z3" belay check safe.ir
last TRUE
unless asan
# A format that only a call through a pointer has.
$ belay check format-pointer.c
exit 1
out ^FALSE\(valid-deref\)$
