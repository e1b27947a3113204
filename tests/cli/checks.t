$ belay checks safe.c
out safe.c:6:.*write of 4 bytes
out safe.c:8:.*free
out ^[0-9]+ checks$
$ belay checks --property valid-free safe.c
out free
out! write of
$ belay checks library.c
out library.c:5
$ belay checks --json - safe.c | python3 -c "import json, sys; j = json.load(sys.stdin); print(len(j['checks']), {c['status'] for c in j['checks']})"
out ^[0-9]+ \{'open'\}$
$ belay checks --property no-overflow library.c
out library.c:1:.*overflow
$ belay checks broken.c
exit 3
