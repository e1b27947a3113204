# Wrong usage is told on standard error, in gcc's form, with exit code 64.
$ belay
exit 64
err ^Usage: belay COMMAND
out! .
$ belay --help
out ^Usage: belay COMMAND
out ^  check  .*memory safe
out --version
err!
$ belay -h
out ^Usage
$ belay help
out ^Usage: belay COMMAND
$ belay help check
out ^Usage: belay check \[OPTION...\] FILE...
out --timeout SECONDS
out default 900
out ^Exit code: 0 TRUE, 1 FALSE, 2 UNKNOWN
$ belay check --help
out --property NAME
out! --round-trip
$ belay ir --help
out --round-trip
out! --timeout
$ belay run --help
out --args ARGUMENT
$ belay checks --help
out ^Usage: belay checks
$ belay help log
out ^  points
$ belay help engines
out ^  concrete
$ belay help properties
out ^  valid-free  .*null or the start
$ belay help chekc
exit 64
err did you mean 'check'
$ belay help check run
exit 64
err one command at a time
$ belay --version
out ^belay [0-9]+\.[0-9]+\.[0-9]+$
$ belay check --version
out ^belay [0-9]
$ belay chekc safe.c
exit 64
err ^belay: error: unknown command 'chekc'; did you mean 'check'\?$
err ^Try 'belay --help'\.$
$ belay safe.c
exit 64
err did you mean 'belay check safe.c'
$ belay check --tiemout 3 safe.c
exit 64
err ^belay: error: unknown option '--tiemout'; did you mean '--timeout'\?$
err ^Try 'belay check --help'\.$
out! .
$ belay check
exit 64
err no file to read
$ belay run
exit 64
err no file to read
$ belay ir
exit 64
$ belay checks
exit 64
$ belay check --timeout soon safe.c
exit 64
err '--timeout' wants a number, not 'soon'
$ belay check safe.c --timeout
exit 64
err '--timeout' wants an argument: SECONDS
$ belay check --arch 16 safe.c
exit 64
err '--arch' is one of 32|64, not '16'
$ belay check --memory=-3 safe.c
exit 64
err wants a number
$ belay check -j 0 safe.c
exit 64
err from 1 to 256
$ belay check --property valid-fere safe.c
exit 64
err unknown property 'valid-fere'; did you mean 'valid-free'
$ belay check --property missing.prp safe.c
exit 64
err missing.prp
$ belay check --property bad.prp safe.c
exit 64
err bad.prp: cannot understand
$ belay check --property reach.prp safe.c
exit 64
err not a property that can be checked
$ belay check --property empty.prp safe.c
exit 64
err no property in it
$ belay check --engines concreet safe.c
exit 64
err unknown engine 'concreet'; did you mean 'concrete'
$ belay check --engines '' safe.c
exit 64
$ belay check --log=pints safe.c
exit 64
err unknown log channel 'pints'; did you mean 'points'
$ belay check --quiet --verbose safe.c
exit 64
err exclude each other
$ belay check -DX safe.c
exit 64
err flags for the compiler go after '--'
$ belay ir --engines concrete safe.c
exit 64
err 'belay ir' has no option '--engines'; it belongs to 'belay check'
$ belay check --color sometimes safe.c
exit 64
$ belay --color=always chekc
exit 64
err \[1;31merror
$ NO_COLOR=1 belay chekc
exit 64
err ^belay: error:
$ belay --help >/dev/full
exit 3
err cannot write to standard output
