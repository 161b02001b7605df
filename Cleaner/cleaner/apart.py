# SPDX-License-Identifier: Apache-2.0
"""Cleans and inspects files in a separate process. It runs the system's Python, which has the libraries for these formats
whatever Python is first in PATH, and a file that crashes a library ends only that process."""
import json, os, resource, subprocess, sys
from importlib import import_module

from .refusing import Refused

PYTHON = "/usr/bin/python3"
# Limits for a file: seconds to clean it, seconds of CPU time to inspect it, and bytes of memory.
PATIENCE, LOOK, MEMORY = 120, 20, 2 << 30
ROOM = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
# The inspecting process of each module, kept for further files: its libraries take longer to load than most files to read.
looking = {}


def command(*words):
    return [PYTHON, "-B", "-m", "cleaner.apart", *words], {**os.environ, "PYTHONPATH": ROOM}


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def clean(module, copy):
    """Cleans the copy in place with a module's clean(path). Raises Refused if that fails."""
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
    """Yields the facts that a module's look(path, tell) reports; ("unread", reason) if it could not read the whole file."""
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
            # Its remaining output belongs to this file, so the process cannot be reused.
            del looking[module]
            process.kill()
            process.communicate()


def tell(*told):
    """Writes a fact as a line of JSON; the content of a file follows its line."""
    line, content = (("file", len(told[1])), told[1]) if told[0] == "file" else (told, b"")
    sys.stdout.buffer.write(json.dumps(line).encode() + b"\n" + content)


def serve(module):
    """Inspects the files named on standard input, each in a fork with its own limits. Returns after a fork that failed."""
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
