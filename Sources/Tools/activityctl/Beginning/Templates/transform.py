#!/usr/bin/env -S python3 -B
"""Writes a changed copy of each file, under the file's name, into $ACTIVITY_OUTPUT."""
import os, sys

sys.path.append("/usr/share/activityd/python")
from activity import perform, request


def change():
    for item in request().items:
        copied = os.path.join(os.environ["ACTIVITY_OUTPUT"], item.file_name)
        with item.open() as file, open(copied, "wb") as copy:
            for line in file:
                copy.write(line.upper())


perform(change)
