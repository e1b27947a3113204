# An executable stops at the violation, in the words of `belay run`.
$ belay instrument -o $TMP/a past-end.c && $TMP/a
exit 99
err past-end.c:[0-9]+:[0-9]+: error: .*CWE-
$ belay instrument --mode rc+rt --counts -o $TMP/a past-end.c; $TMP/a
exit 99
out staged_enter
err past-end.c:[0-9]+:[0-9]+: error: .*CWE-
$ belay instrument --mode rc -o $TMP/a.bc past-end.c && clang-19 -w -no-pie $TMP/a.bc -lm -o $TMP/a && $TMP/a
exit 99
err CWE-
$ belay instrument --counts past-end.c
out staged_check_pointer
$ belay instrument --mode fast past-end.c
exit 64
err have no mode 'fast'
# The example of the documentation.
$ cd ../../../examples/count-stores && belay instrument --rules count-stores.json --with count-stores.c -o $TMP/a list.c && $TMP/a
err 5 stores to next, the last one in list.c:13
# Values come from the file that the environment names.
$ printf 'extern int __VERIFIER_nondet_int(void);\nint main(void) { int n = __VERIFIER_nondet_int(); return n + __VERIFIER_nondet_int(); }' > $TMP/n.c; printf '# two\n40\n2\n' > $TMP/in; belay instrument -o $TMP/a $TMP/n.c && BELAY_INPUTS=$TMP/in $TMP/a
exit 42
$ printf 'int main(void) { return 0; }' > $TMP/n.c; printf 'word\n' > $TMP/in; belay instrument -o $TMP/a $TMP/n.c && BELAY_INPUTS=$TMP/in $TMP/a
exit 2
err line 1: expected a number
# Bad rule files: the line and the reason.
$ belay instrument --rules $TMP/none.json past-end.c
exit 3
err none.json
$ printf '{\n "stages": [\n  {"rules": [}\n ]\n}\n' > $TMP/r.json; belay instrument --rules $TMP/r.json past-end.c
exit 3
err r.json:3: error: unexpected `}`
$ printf '{"stages": 3}' > $TMP/r.json; belay instrument --rules $TMP/r.json past-end.c
exit 3
err r.json:1: error: `stages` must be a list, not a number
$ printf '{"stages": [\n{"rules": [\n{"find": {"what": "laod"}}]}]}' > $TMP/r.json; belay instrument --rules $TMP/r.json past-end.c
exit 3
err r.json:3: error: there is no instruction or place `laod`
$ printf '{"stages": [\n{"rules": [\n{"find": {"what": "load"},\n "conditions": [{"query": "sane"}]}]}]}' > $TMP/r.json; belay instrument --rules $TMP/r.json past-end.c
exit 3
err r.json:4: error: there is no query `sane`
$ printf '{"stages": [\n{"rules": [\n{"find": {"what": "load"},\n "insert": {"call": "f",\n "arguments": ["<p>"]}}]}]}' > $TMP/r.json; belay instrument --rules $TMP/r.json past-end.c
exit 3
err r.json:5: error: `<p>` is not bound by `find`
$ printf '{"stages": [\n{"rules": [\n{"find": {"what": "load"},\n "insert": {"call": "f",\n "arguments": ["<from>"]}}]}]}' > $TMP/r.json; belay instrument --rules $TMP/r.json past-end.c
exit 3
err r.json:5: error: `<from>` needs the condition `bounds`
$ printf '{"stages": [{"rules": [\n{"find": {"what": "ret"},\n "insert": {"call": "f", "where": "after"}}]}]}' > $TMP/r.json; belay instrument --rules $TMP/r.json past-end.c
exit 3
err r.json:3: error: nothing can be inserted after `ret`
$ printf '{"modes": ["one"], "stages": [{"rules": [\n{"find": {"what": "ret"}, "modes": "two"}]}]}' > $TMP/r.json; belay instrument --rules $TMP/r.json past-end.c
exit 3
err r.json:2: error: there is no mode `two`
$ printf '{"stages": [{"rules": [\n{"fnid": {"what": "ret"}}]}]}' > $TMP/r.json; belay instrument --rules $TMP/r.json past-end.c
exit 3
err r.json:2: error: a rule has no `fnid`
