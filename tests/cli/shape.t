# What the heap looks like at a line, in words.
$ belay shape lists.c --at 62
out ^lists\.c:62:\d+: in circular, before the line is executed$
out ^memory graph 1 of \d+:$
out ^  at: doubly linked list of 1 or more Item, linked by link\.next and link\.prev, ending at &head, starting behind &head, each with$
out ^      value: 5$
out ^    prev: the last of the list at at$
err!
# The names are those of the function that the line is in; a line without code means the next.
$ belay shape lists.c --at lists.c:22
out ^lists\.c:23:\d+: in free_all,
out ^  all: singly linked list of 0 or more struct outer, linked by next, each with$
out ^      list: singly linked list of 0 or more struct inner, linked by next$
out! item
$ belay shape past-end.c --at 1 | head -1
out ^past-end\.c:
# Drawn.
$ belay shape lists.c --at 62 --dot
out ^digraph shape \{
out 1 or more Item
out ^\}$
$ belay shape lists.c --at 62 --dot | dot -Tplain
out ^graph
$ belay shape lists.c --at 62 --svg -o "$TMP/a b.svg" && grep -c '</svg>' "$TMP/a b.svg"
last 1
# The same at a check.
$ belay check --engines shape lists.c --explain lists.c:28:20
out safe by shape: no memory graph breaks it$
out ^ +list: singly linked list of 1 or more struct inner, linked by next$
last TRUE
# How long a row of nodes becomes a list of any length.
$ belay shape lists.c --at 62 --list-lengths 4,4,4
out starting behind &at->link.next->link.next
$ belay shape lists.c --at 62
out! starting behind &at->link.next->link.next
# Wrong usage.
$ belay shape lists.c --at 62 --list-lengths 2,1,3
exit 64
err --list-lengths takes three numbers from 2 to 999, not '2,1,3'
$ belay check lists.c --list-lengths 2,2
exit 64
err --list-lengths takes
$ belay shape lists.c
exit 64
err --at
$ belay shape lists.c --at nonsense
exit 64
err FILE:LINE
$ belay shape lists.c --at 9999
exit 64
err no code at
$ belay shape library.c --at 3
exit 3
err no function main
# What the analysis could not finish is said.
$ belay shape unknown.c --at 3
exit 2
err the analysis gave up: .* at unknown.c:3
