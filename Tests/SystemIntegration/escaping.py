# SPDX-License-Identifier: Apache-2.0
"""A person's activities try to escape from their sandboxes: Tests/Escapes, on an installed machine."""

import json
import os
import subprocess

from cases import test
from host import as_person, user_socket
from performs import HOME, WHO, Perform, activity, person, read

NARROWINGS = [{}, {"writes": []}, {"network": False}, {"writes": [], "network": False}]


def put_up_stage(places):
    """Starts the process that offers ways out of a sandbox; they are removed when it is terminated."""
    stage = subprocess.Popen(
        ["/usr/bin/python3", "-B", "/integration/stage.py", places, f"/run/user/{person().pw_uid}", HOME,
         user_socket(WHO)],
        user=WHO, group=WHO, extra_groups=[], cwd=HOME, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    assert stage.stdout.readline() == "ready\n"
    return stage


def tried(places, number, perform):
    """Performs an activity that tries each way out; returns the results by way. Each activity has its own name, as the person's
    daemon may still have the previous one."""
    with activity(f"org.example.escapes{number}", read("/integration/escapes.py").decode(), **perform) as identifier:
        with Perform() as connection:
            connection.begin(identifier, places)
            end = connection.end()
    assert end["result"] == "success", end
    return dict(line.split("\t", 1) for line in end["output"].splitlines())


@test("nothing leads out of a sandbox but what the manual names, and each way is open without one")
def escapes():
    places = HOME + "/places.json"
    stage = put_up_stage(places)
    try:
        found = [tried(places, *numbered) for numbered in enumerate(NARROWINGS)]
    finally:
        stage.terminate()
        stage.wait()
        os.unlink(places)
    wrong = []
    print(f"{'':45}{'free':9}{'writes':9}{'no network':12}both")
    table = as_person(WHO, "/usr/bin/python3", "-B", "/integration/escapes.py", "--table").out
    for way in map(json.loads, table.splitlines()):
        results = [column.get(way["way"], "missing\t") for column in found]
        words = [result.split("\t")[0] for result in results]
        print(f"{way['way']:45}{words[0]:9}{words[1]:9}{words[2]:12}{words[3]}")
        wrong += [f"{way['way']}: {result}" for result, word, expected in zip(results, words, way["expected"])
                  if expected not in ("?", word)]
    assert not wrong, wrong
    return f"{len(found[0])} ways, {len(found)} times"
