# SPDX-License-Identifier: Apache-2.0
"""Cleaning and looking in a process of its own, by Debian's Python: it has the libraries that read these formats, whichever
Python a person's PATH has first, and a file that a library does not survive ends that process and not us."""
import json, os, resource, subprocess, sys
from importlib import import_module

from .refusing import Refused

PYTHON = "/usr/bin/python3"
# Seconds that a file may take to be cleaned and, of processor time, to be looked into, and memory that it may need.
PATIENCE, LOOK, MEMORY = 120, 20, 2 << 30
ROOM = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
# By module, the process that looks into one file after the other: its libraries take longer to start than most files to read.
looking = {}


def command(*words):
    return [PYTHON, "-B", "-m", "cleaner.apart", *words], {**os.environ, "PYTHONPATH": ROOM}


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def clean(module, copy):
    """Has a module's clean(path) change the copy."""
    words, environment = command("clean", module, os.fsdecode(copy.path))
    try:
        ended = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, preexec_fn=limit_memory, env=environment)
    except subprocess.TimeoutExpired:
        raise Refused("damaged", copy.item.file_name, f"It takes more than {PATIENCE} s.") from None
    if ended.stdout:
        key, name, details, parts = json.loads(ended.stdout)
        raise Refused(key, name or copy.item.file_name, details, **parts)
    if ended.returncode != 0:
        raise Refused("damaged", copy.item.file_name, ended.stderr[-4000:].decode(errors="replace").rstrip())


def look(module, file):
    """Yields what a module's look(path, tell) tells of the file; ("unread", reason) where it could not read all of it."""
    if module not in looking:
        words, environment = command("look", module)
        looking[module] = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    process, is_whole = looking[module], False
    try:
        process.stdin.write(b"/proc/%d/fd/%d\n" % (os.getpid(), file.fileno()))
        process.stdin.flush()
        while (told := json.loads(process.stdout.readline())) != ["end"]:
            yield ("file", process.stdout.read(told[1])) if told[0] == "file" else told
        is_whole = True
    except (OSError, ValueError):
        yield "unread", module
    finally:
        if not is_whole:
            # The rest of its output is about this file.
            del looking[module]
            process.kill()
            process.communicate()


def tell(*told):
    """Writes a fact as a line, and the content of a file behind its line."""
    line, content = (("file", len(told[1])), told[1]) if told[0] == "file" else (told, b"")
    sys.stdout.buffer.write(json.dumps(line).encode() + b"\n" + content)


def serve(module):
    """Looks into the files that standard input names, each in a fork with limits of its own; ends with a fork that failed."""
    act, status = import_module("cleaner." + module).look, 0
    for line in sys.stdin.buffer:
        child = os.fork()
        if child == 0:
            limit_memory()
            resource.setrlimit(resource.RLIMIT_CPU, (LOOK, LOOK))
            look_once(act, line.rstrip(b"\n").decode())
        _, status = os.waitpid(child, 0)
        if status:
            return


def look_once(act, path):
    try:
        try:
            act(path, tell)
        except Exception as error:
            tell("unread", f"{type(error).__name__}: {error}")
        tell("end")
        sys.stdout.flush()
        os._exit(0)
    finally:
        os._exit(1)


def main(module, path):
    try:
        import_module("cleaner." + module).clean(path)
    except ModuleNotFoundError as missing:
        refuse(Refused("no_program", missing.name))
    except Refused as refused:
        refuse(refused)


def refuse(refused):
    print(json.dumps([refused.key, refused.name, refused.details, refused.parts]))


if __name__ == "__main__":
    {"clean": main, "look": serve}[sys.argv[1]](*sys.argv[2:])
