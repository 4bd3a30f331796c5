"""A second implementation that shares a context: it takes the same lock and writes the same files.

hold ROOT                takes the lock, prints "held", holds it until standard input ends
write ROOT PREFIX COUNT  prints "ready", waits for a line, adds COUNT entries one by one, prints each key
"""

import fcntl
import json
import os
import sys


def locked(root):
    file = open(os.path.join(root, "memory", ".lock"), "a+")
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


def write(root, prefix, count):
    path = os.path.join(root, "memory", "shared.json")
    print("ready", flush=True)
    sys.stdin.readline()
    for n in range(1, count + 1):
        key = "%s_%d" % (prefix, n)
        with locked(root):
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
            now = "2026-10-13T09:41:07Z"
            document["entries"][key] = {
                "value": "value %d" % n, "source": "agent", "basis": "inferred", "scope": "global",
                "tags": [], "created": now, "timestamp": now, "x_python": n,
            }
            with open(path + ".python", "w", encoding="utf-8") as file:
                json.dump(document, file, indent=2, ensure_ascii=False)
                file.write("\n")
            os.replace(path + ".python", path)
        print(key, flush=True)


def hold(root):
    with locked(root):
        print("held", flush=True)
        sys.stdin.read()


if sys.argv[1] == "hold":
    hold(sys.argv[2])
else:
    write(sys.argv[2], sys.argv[3], int(sys.argv[4]))
