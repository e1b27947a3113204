# An installed belay finds what it needs in its own place: models, runtimes, rules.
$ cmake --install "$(dirname "$(readlink -f "$(command -v belay)")")" --prefix $TMP/to >$TMP/log && $TMP/to/bin/belay check past-end.c
exit 1
last FALSE(valid-deref)
$ cmake --install "$(dirname "$(readlink -f "$(command -v belay)")")" --prefix $TMP/to >$TMP/log && $TMP/to/bin/belay instrument -o $TMP/a past-end.c && $TMP/a
exit 99
err past-end.c:[0-9]+:[0-9]+: error: .*CWE-
$ cmake --install "$(dirname "$(readlink -f "$(command -v belay)")")" --prefix $TMP/to >$TMP/log && $TMP/to/bin/belay-cc heap-overflow.c -o $TMP/a && $TMP/a b
exit 97
err ^heap-overflow.c:6:\d+: error: write out of bounds \[CWE-787\]
