#!/usr/bin/env -S python3 -B
"""Makes a JSON file in the Downloads folder of each table in CSV: a list with an object for each row."""
import csv, json, os, sys

sys.path.append("/usr/share/activityd/python")
from activity import NewFiles, Progress, fail, name_of, open_file, perform, user_folder


def convert():
    paths = sys.argv[1:]
    progress = Progress(sum(os.path.getsize(path) for path in paths))
    downloads = NewFiles(user_folder("downloads"))
    for path in paths:
        name = os.path.splitext(name_of(path))[0] + ".json"
        yield downloads.add(name, lambda file: write(rows(path, progress), file))


def rows(path, progress):
    with open_file(path) as file:
        try:
            yield from csv.DictReader(lines(file, progress, name_of(path)))
        except (UnicodeDecodeError, csv.Error):
            fail(f"{name_of(path)!r} is not a table in CSV and UTF-8.")


def lines(file, progress, name):
    for line in file:
        progress.add(len(line), name)
        yield line.decode("utf-8-sig")


def write(rows, file):
    before = b"["
    for row in rows:
        file.write(before + b"\n" + json.dumps(row, ensure_ascii=False).encode())
        before = b","
    file.write(b"[]\n" if before == b"[" else b"\n]\n")


perform(convert, "application/json")
