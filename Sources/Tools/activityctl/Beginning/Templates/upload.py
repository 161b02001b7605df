#!/usr/bin/env -S python3 -B
"""Puts each file into a folder of a web server by HTTP PUT, as WebDAV servers take it."""
import base64, os, sys
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

sys.path.append("/usr/share/activityd/python")
from activity import Progress, fail, name_of, open_file, perform, request

# Bytes to send between two progress reports.
PORTION = 1 << 18


def upload():
    answers = request().answers
    folder = answers["folder"].rstrip("/")
    if not folder.startswith(("https://", "http://")):
        fail("The folder is an address such as https://files.example.org/inbox/.")
    headers = {}
    if "user" in answers:
        secret = answers["user"] + ":" + answers.get("password", "")
        headers["Authorization"] = "Basic " + base64.b64encode(secret.encode()).decode()
    paths = [item.path for item in request().items]
    progress = Progress(sum(os.path.getsize(path) for path in paths))
    for path in paths:
        address = folder + "/" + quote(os.fsencode(name_of(path)), safe="")
        put(path, address, headers, progress)
        yield address


def put(path, address, headers, progress):
    headers = {**headers, "Content-Length": str(os.path.getsize(path))}
    try:
        urlopen(Request(address, portions(path, progress), headers, method="PUT")).close()
    except HTTPError as error:
        fail(f"The server did not take {name_of(path)!r}: {error.reason} ({error.code}).")
    except URLError as error:
        fail(f"The server cannot be reached: {getattr(error.reason, 'strerror', None) or error.reason}.")


def portions(path, progress):
    with open_file(path) as file:
        while portion := file.read(PORTION):
            yield portion
            progress.add(len(portion), name_of(path))


perform(upload)
