# SPDX-License-Identifier: Apache-2.0
"""Texts: plain text, which has no facts but its links; GPX tracks; and other XML, which is told apart by its first element."""
import codecs, re
from xml.parsers import expat

from . import places
from .finding import Unread

# Maximum bytes of a text that is inspected.
MOST = 64 << 20
# Beginnings of markup and other languages that contain more than they show: XML, RTF, PostScript, vCard and iCalendar.
MARKED = re.compile(rb"\s*(<|\{\\rtf|%!|BEGIN:)")
CONTROLS = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f]")
# GPX elements with facts, by kind.
PEOPLE, TIMES, TEXTS = {"author", "copyright", "email"}, {"time"}, {"name", "desc", "cmt", "keywords"}


def is_plain(file):
    """Whether a file is plain UTF-8 text of at most MOST bytes, without markup and control characters."""
    file.seek(0)
    decoder, first = codecs.getincrementaldecoder("utf-8-sig")(), True
    while data := file.read(1 << 20):
        if first and MARKED.match(data):
            return False
        first = False
        if file.tell() > MOST:
            return False
        try:
            text = decoder.decode(data)
        except UnicodeDecodeError:
            return False
        if CONTROLS.search(text):
            return False
    return True


def first_element(head):
    """The local name of an XML document's first element, from its beginning; empty if there is none."""
    found = []
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = lambda name, _: found.append(name)
    try:
        parser.Parse(head, False)
    except expat.ExpatError:
        pass
    return found[0].rpartition(" ")[2] if found else ""


def look_at_way(file, finding):
    """Reports the facts of a GPX file. Raises Unread if it is too large."""
    file.seek(0)
    data = file.read(MOST + 1)
    if len(data) > MOST:
        raise Unread("GPX")
    path, found = [], set()

    def start(name, attributes):
        path.append(name.rpartition(" ")[2])
        if {"lat", "lon"} <= attributes.keys() and "place" not in found:
            latitude, longitude = float(attributes["lat"]), float(attributes["lon"])
            # "nan" is a valid float, but fails this comparison.
            if abs(latitude) <= 90 and abs(longitude) <= 180:
                found.add("place")
                finding.place(latitude, longitude)
        if path == ["gpx"] and attributes.get("creator"):
            finding.add("software", attributes["creator"])

    def text(words):
        if not words.strip():
            return
        if PEOPLE.intersection(path):
            finding.add("person", words)
        elif path[-1] in TIMES:
            if "time" not in found:
                found.add("time")
                finding.add("time", words)
        elif path[-1] in TEXTS:
            finding.add("text", words)
            if position := next(places.positions(words), None):
                finding.place(*position)

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, lambda _: path.pop()
    parser.CharacterDataHandler = text
    parser.Parse(data, True)
