#!/usr/bin/env -S python3 -B
"""Copies the files into the Downloads folder, under one name and a number each."""
import os, shutil, sys

sys.path.append("/usr/share/activityd/python")
from activity import NewFiles, Progress, fail, name_of, open_file, perform, request, user_folder


def copy():
    answers = request().answers
    if not answers["start"].isdecimal():
        fail("The first number is a whole number, such as 1.")
    paths = [item.path for item in request().items]
    if answers["order"] == "oldest":
        paths.sort(key=os.path.getmtime)
    start = int(answers["start"])
    digits = len(str(start + len(paths) - 1))
    progress = Progress(len(paths))
    downloads = NewFiles(user_folder("downloads"))
    for number, path in enumerate(paths, start):
        ending = os.path.splitext(path)[1]
        if answers.get("lower") == "true":
            ending = ending.lower()
        with open_file(path) as source:
            name = f"{answers['words']} {number:0{digits}}{ending}"
            yield downloads.add(name, lambda file: shutil.copyfileobj(source, file))
        progress.add(1, name_of(path))


perform(copy)
