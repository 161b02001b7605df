# SPDX-License-Identifier: Apache-2.0
"""Cleaning in a process of its own, by Debian's Python: it has the libraries that read these formats, whichever Python a person's
PATH has first, and a file that a library does not survive ends that process and not us."""
import json, os, resource, subprocess, sys

from .refusing import Refused

PYTHON = "/usr/bin/python3"
# Seconds that a file may take, and memory that it may need.
PATIENCE, MEMORY = 120, 2 << 30
ROOM = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def clean(module, copy):
    """Has a module's clean(path) change the copy."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    command = [PYTHON, "-B", "-m", "cleaner.apart", module, os.fsdecode(copy.path)]
    try:
        ended = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, preexec_fn=limit,
            env={**os.environ, "PYTHONPATH": ROOM})
    except subprocess.TimeoutExpired:
        raise Refused("damaged", copy.item.file_name, f"It takes more than {PATIENCE} s.") from None
    if ended.stdout:
        key, name, details, parts = json.loads(ended.stdout)
        raise Refused(key, name or copy.item.file_name, details, **parts)
    if ended.returncode != 0:
        raise Refused("damaged", copy.item.file_name, ended.stderr[-4000:].decode(errors="replace").rstrip())


def main(module, path):
    from importlib import import_module
    try:
        import_module("cleaner." + module).clean(path)
    except ModuleNotFoundError as missing:
        refuse(Refused("no_program", missing.name))
    except Refused as refused:
        refuse(refused)


def refuse(refused):
    print(json.dumps([refused.key, refused.name, refused.details, refused.parts]))


if __name__ == "__main__":
    main(*sys.argv[1:])
