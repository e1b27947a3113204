"""Programs to measure on: the tasks of a list, or the folders of a benchmark collection."""
import os, re, shlex


def listed(root, path):
    """(name, files, flags) of each line: a file relative to the root, after an optional
    category and a tab."""
    with open(path) as f:
        names = [line.rstrip("\n").split("\t")[-1] for line in f if line.strip()]
    return [(name, [os.path.join(root, name)], []) for name in names]


def flags_in(text):
    """What a CMakeLists.txt appends to the compiler's flags, or a Makefile adds to them."""
    parts = re.findall(r"list\(APPEND (?:CPPFLAGS|CFLAGS) ([^)]*)\)", text)
    parts += re.findall(r"^(?:CPPFLAGS|CFLAGS)\s*\+?=\s*(.*)$", text, re.M)
    flags = [flag for part in parts for flag in shlex.split(part.replace("\\\"", "'\"'"))]
    return [flag for flag in flags if flag.startswith(("-D", "-I", "-U", "-std")) and "$" not in flag]


def flags_of(folder):
    path = os.path.join(folder, "flags")
    if os.path.exists(path):
        with open(path) as f:
            return shlex.split(f.read())
    for name in ("CMakeLists.txt", "Makefile"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, errors="replace") as f:
                return flags_in(f.read())
    return []


def folders(top):
    """(name, files, flags) of each folder with C files below `top`."""
    for folder, below, files in sorted(os.walk(top)):
        sources = sorted(os.path.join(folder, name) for name in files if name.endswith((".c", ".i")))
        if sources:
            yield os.path.relpath(folder, os.path.dirname(top)), sources, ["-I" + folder] + flags_of(folder)


def lines_of(sources):
    count = 0
    for path in sources:
        with open(path, "rb") as f:
            count += f.read().count(b"\n")
    return count
