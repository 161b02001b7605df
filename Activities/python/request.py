# SPDX-License-Identifier: Apache-2.0
"""The request on standard input, as activity-manifest(5) has it."""
import json, os, sys

from failure import fail
from local_files import open_file, path_of

request = json.load(sys.stdin.buffer)
items = request["items"]
answers = request.get("answers") or {}


def is_link(item):
    return item["type"].startswith("x-scheme-handler/")


def address_of(link):
    """A link's address, which a client may have sent as its text alone."""
    return link.get("uri") or link.get("text") or fail("A link has no address.")


def text_of(item, most_bytes):
    """What is to be read of an item: a link's address, a selection's text, or the content of a text file."""
    if is_link(item):
        return address_of(item)
    if item.get("text") is not None:
        return item["text"]
    path = path_of(item) or fail(f"{item.get('uri')} is not a file of this machine.")
    with open_file(path) as file:
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        fail(f"{os.fsdecode(path)!r} has more than {most_bytes} bytes.")
    try:
        # The newline that ends a file is not part of what it says.
        return content.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError:
        fail(f"{os.fsdecode(path)!r} is not text in UTF-8.")


def texts(most_bytes):
    """All items' texts, one a line; there must be something to read."""
    text = "\n".join(text_of(item, most_bytes) for item in items)
    return text if text.strip() else fail("There is no text.")
