# SPDX-License-Identifier: Apache-2.0
"""Cuts in XML: what goes is cut out of the bytes, and all else stays as it was written.

A tree that is written again would lose prefixes that only a value names ("mc:Ignorable" in a DOCX), and office programs
refuse such a file.
"""
import re
from xml.parsers import expat

from isobmff import Damaged

START_TAG = re.compile(rb"""<[^\s/>]+((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*/?>""")
ATTRIBUTE = re.compile(rb"""\s+([^\s=]+)\s*=\s*("[^"]*"|'[^']*')""")

# What rules say of an element: it goes, or its content does. None: it stays.
DROP, EMPTY = "drop", "empty"


class Rules:
    """What goes. Names are pairs of a namespace, which may be empty, and a local name."""
    # Comments and processing instructions stay.
    comments = True

    def element(self, name, attributes, parents):
        """DROP, EMPTY or None; the parents are names, the root's first."""

    def attribute(self, element, name, value):
        """DROP, a new value as (text,), or None."""

    def namespace(self, address):
        """DROP or None for the declaration of a prefix."""


def cut(data, rules):
    """The document without what the rules say."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = re.sub(r"\A<\?xml.*?\?>", "", data.decode("utf-16"), flags=re.S).encode()
    reading = Reading(data, rules)
    try:
        reading.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise Damaged(str(error)) from None
    pieces, place = [], 0
    for start, end, new in sorted(reading.cuts):
        if start >= place:
            pieces += [data[place:start], new]
            place = end
    return b"".join([*pieces, data[place:]])


def name_of(text):
    space, _, local = text.rpartition(" ")
    return space, local


class Reading:
    def __init__(self, data, rules):
        self.data, self.rules = data, rules
        self.cuts, self.parents, self.declared = [], [], []
        # Where the element that goes began, and how deep.
        self.dropped = None
        self.begun = []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.ordered_attributes = self.parser.specified_attributes = True
        self.parser.StartElementHandler, self.parser.EndElementHandler = self.start, self.end
        self.parser.StartNamespaceDeclHandler = lambda prefix, address: self.declared.append((prefix, address or ""))
        if not rules.comments:
            self.parser.CommentHandler = lambda text: self.skip(b"-->")
            self.parser.ProcessingInstructionHandler = (
                lambda target, text: target == "xml-stylesheet" or self.skip(b"?>"))

    def skip(self, end):
        place = self.parser.CurrentByteIndex
        self.cuts.append((place, self.data.index(end, place) + len(end), b""))

    def start(self, text, values):
        declared, self.declared = dict(self.declared), []
        name, place = name_of(text), self.parser.CurrentByteIndex
        tag = START_TAG.match(self.data, place)
        if tag is None:
            # An entity has elements in it.
            raise Damaged(f"There is no tag at {place}.")
        action = None
        if self.dropped is None:
            attributes = [(name_of(key), value) for key, value in zip(values[::2], values[1::2])]
            action = self.rules.element(name, dict(attributes), self.parents)
            if action is None:
                self.cut_attributes(tag, name, attributes, declared)
            else:
                self.dropped = len(self.parents)
        self.begun.append((place, tag.end(), action))
        self.parents.append(name)

    def cut_attributes(self, tag, element, attributes, declared):
        values = iter(attributes)
        for raw in ATTRIBUTE.finditer(self.data, tag.start(1), tag.end(1)):
            key = raw[1].decode(errors="replace")
            if key == "xmlns" or key.startswith("xmlns:"):
                prefix = key[6:]
                change = self.rules.namespace(declared.get(prefix, "")) if prefix else None
            else:
                change = self.rules.attribute(element, *next(values))
            if change == DROP:
                self.cuts.append((*raw.span(), b""))
            elif change is not None:
                self.cuts.append((*raw.span(2), b'"' + change[0].encode("ascii", "xmlcharrefreplace") + b'"'))

    def end(self, _):
        self.parents.pop()
        start, body, action = self.begun.pop()
        if action is None:
            return
        self.dropped = None
        place = self.parser.CurrentByteIndex
        closes = self.data.startswith(b"</", place)
        if action == DROP:
            self.cuts.append((start, self.data.index(b">", place) + 1 if closes else body, b""))
        elif closes:
            self.cuts.append((body, place, b""))
