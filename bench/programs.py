"""Programs to measure on: the tasks of a list, or the folders of a benchmark collection."""
import os, re, shlex


def listed(root, path):
    """(name, files, flags) of each line: a file relative to the root, after an optional
    category and a tab."""
    with open(path) as f:
        names = [line.rstrip("\n").split("\t")[-1] for line in f if line.strip()]
    return [(name, [os.path.join(root, name)], []) for name in names]


def cmake_words(text):
    """Arguments as CMake sees them: quotes inside a word are part of it."""
    words = re.findall(r'(?:[^\s"()]|"(?:[^"\\]|\\.)*")+', text)
    return [w[1:-1] if w.startswith('"') else w.replace("\\", "") for w in words]


def wanted(flags):
    return [flag for flag in flags if flag.startswith(("-D", "-I", "-U", "-std")) and "$" not in flag]


def cmake_flags(text):
    """What a CMakeLists.txt appends to the compiler's flags."""
    parts = re.findall(r"list\(APPEND (?:CPPFLAGS|CFLAGS) ([^)]*)\)", text)
    parts += re.findall(r"add_definitions\(([^)]*)\)", text)
    standard = re.search(r"C_STANDARD (\d+)", text)
    return wanted(w for part in parts for w in cmake_words(part)) + (["-std=gnu" + standard[1]] if standard else [])


def make_flags(text):
    parts = re.findall(r"^(?:CPPFLAGS|CFLAGS)\s*\+?=\s*(.*)$", text, re.M)
    return wanted(flag for part in parts for flag in shlex.split(part.replace("\\\"", "'\"'")))


def read(folder, name):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return None
    with open(path, errors="replace") as f:
        return f.read()


def flags_of(folder):
    text = read(folder, "flags")
    if text is not None:
        return shlex.split(text)
    text = read(folder, "CMakeLists.txt")
    if text is not None:
        return cmake_flags(text)
    return make_flags(read(folder, "Makefile") or "")


def sources_of(folder, files):
    """The C files that a CMakeLists.txt names for its program; all when it names none."""
    call = re.search(r"llvm_multisource\(([^)]*)\)", read(folder, "CMakeLists.txt") or "")
    named = [w for w in cmake_words(call[1]) if w.endswith(".c")] if call else []
    chosen = named or [name for name in sorted(files) if name.endswith((".c", ".i"))]
    return [os.path.join(folder, name) for name in chosen if os.path.exists(os.path.join(folder, name))]


def folders(top):
    """(name, files, flags) of each folder with C files below `top`."""
    for folder, below, files in sorted(os.walk(top)):
        sources = sources_of(folder, files)
        if sources:
            yield os.path.relpath(folder, os.path.dirname(top)), sources, ["-I" + folder] + flags_of(folder)


def lines_of(sources):
    count = 0
    for path in sources:
        with open(path, "rb") as f:
            count += f.read().count(b"\n")
    return count
