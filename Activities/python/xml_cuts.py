# SPDX-License-Identifier: Apache-2.0
"""Cuts in XML: what goes is cut out of the bytes, and all else stays as it was written.

A tree that is written again would lose prefixes that only a value names ("mc:Ignorable" in a DOCX), and office programs
refuse such a file.
"""
import html, re
from xml.parsers import expat

from isobmff import Damaged

START_TAG = re.compile(rb"""<[^\s/>]+((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*/?>""")
ATTRIBUTE = re.compile(rb"""\s+([^\s=]+)\s*=\s*("[^"]*"|'[^']*')""")
# A style sheet that is no file of the author's.
STYLESHEET = re.compile(r"""href=["'](?:#|https?:)""")

# What rules say of an element or attribute that goes. None: it stays.
DROP = "drop"


class Rules:
    """What goes, beside all comments. Names are pairs of a namespace, which may be empty, and a local name."""
    # Whether a document may declare entities of its own.
    entities = False

    def element(self, name, attributes, parents):
        """DROP or None; the parents are names, the root's first."""

    def attribute(self, element, name, value):
        """DROP, a new value as (text,), or None."""

    def text(self, element, parents, text):
        """A new text or None, for an element that has no other in it."""

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


def escaped(text):
    return re.sub("[\t\n\r]", lambda found: f"&#{ord(found[0])};", html.escape(text)).encode("ascii", "xmlcharrefreplace")


def root(data):
    """The name of the first element; None where there is none."""
    class Root(Rules):
        entities, name = True, None

        def element(self, name, attributes, parents):
            self.name = self.name or name

    rules = Root()
    try:
        cut(data, rules)
    except Damaged:
        pass
    return rules.name


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
        self.parser.CommentHandler = lambda text: self.skip(b"-->")
        self.parser.ProcessingInstructionHandler = (
            lambda target, text: target == "xml-stylesheet" and STYLESHEET.search(text) or self.skip(b"?>"))
        if not rules.entities:
            self.parser.EntityDeclHandler = self.refuse
        # The text of the element that is being read; None once another one was in it.
        self.words = None
        self.parser.buffer_text = True
        self.parser.CharacterDataHandler = lambda text: self.words is None or self.words.append(text)

    def refuse(self, *_):
        raise Damaged("It declares an entity.")

    def skip(self, end):
        place = self.parser.CurrentByteIndex
        self.cuts.append((place, self.data.index(end, place) + len(end), b""))

    def start(self, text, values):
        declared, self.declared = dict(self.declared), []
        name, place = name_of(text), self.parser.CurrentByteIndex
        if not self.data.startswith(b"<", place):
            # An entity has elements in it.
            raise Damaged(f"There is no tag at {place}.")
        action = None
        if self.dropped is None:
            attributes = [(name_of(key), value) for key, value in zip(values[::2], values[1::2])]
            action = self.rules.element(name, dict(attributes), self.parents)
            if action is None:
                changes = [self.rules.attribute(name, *attribute) for attribute in attributes]
                if declared or any(change is not None for change in changes):
                    self.cut_attributes(place, changes, declared)
            else:
                self.dropped = len(self.parents)
        self.begun.append((place, action))
        self.parents.append(name)
        self.words = []

    def tag(self, place):
        if tag := START_TAG.match(self.data, place):
            return tag
        raise Damaged(f"There is no tag at {place}.")

    def cut_attributes(self, place, changes, declared):
        changes, tag = iter(changes), self.tag(place)
        for raw in ATTRIBUTE.finditer(self.data, tag.start(1), tag.end(1)):
            key = raw[1].decode(errors="replace")
            if key == "xmlns" or key.startswith("xmlns:"):
                prefix = key[6:]
                change = self.rules.namespace(declared.get(prefix, "")) if prefix else None
            else:
                change = next(changes)
            if change == DROP:
                self.cuts.append((*raw.span(), b""))
            elif change is not None:
                self.cuts.append((*raw.span(2), b'"' + escaped(change[0]) + b'"'))

    def end(self, _):
        name = self.parents.pop()
        start, action = self.begun.pop()
        words, self.words = self.words, None
        place = self.parser.CurrentByteIndex
        if action is None:
            if self.dropped is None and words and (new := self.rules.text(name, self.parents, "".join(words))) is not None:
                self.cuts.append((self.tag(start).end(), place, escaped(new)))
            return
        self.dropped = None
        body = self.tag(start).end()
        # An element that is one tag ends where the next thing begins, which may be the end of another.
        closes = not self.data.endswith(b"/>", start, body)
        self.cuts.append((start, self.data.index(b">", place) + 1 if closes else body, b""))
