# SPDX-License-Identifier: Apache-2.0
"""Cuts parts out of XML's bytes, and leaves everything else as it was written.

Parsing and serialising a tree would lose prefixes that only a value uses ("mc:Ignorable" in a DOCX), and office programs reject
such a file.
"""
import html, re
from xml.parsers import expat

from .isobmff import Damaged

START_TAG = re.compile(rb"""<[^\s/>]+((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*/?>""")
ATTRIBUTE = re.compile(rb"""\s+([^\s=]+)\s*=\s*("[^"]*"|'[^']*')""")
# The address of a DOCTYPE that reveals no local path, and a reference to an entity.
DECLARATIONS, REFERENCE = re.compile(r"https?://|[\w.-]*\Z", re.I), re.compile(rb"&([A-Za-z_][\w.-]*);")
# Maximum size of the expanded entities, as a multiple of the document's size.
MOST_TIMES = 8
# Maximum nesting of elements: no program writes more, and each level needs memory.
DEEPEST = 1000
# A reference to a style sheet that is not a local file.
STYLESHEET = re.compile(r"""href=["'](?:#|https?:)""")

# The decision of rules for an element or attribute that goes; None if it stays.
DROP = "drop"


class Rules:
    """Decides what is cut; comments always are. Names are pairs of a namespace, which may be empty, and a local name."""
    # Whether a document may declare its own entities, which are then expanded.
    entities = False

    def element(self, name, attributes, parents):
        """DROP or None. The parents are names, the root's first."""

    def attribute(self, element, name, value):
        """DROP, a new value as (text,), or None."""

    def text(self, element, parents, text):
        """A new text or None, for an element without child elements."""

    def namespace(self, address):
        """DROP or None for the declaration of a prefix."""


def cut(data, rules):
    """The document with the rules' cuts and changes; UTF-16 becomes UTF-8. Raises Damaged if it is malformed."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = re.sub(r"\A<\?xml.*?\?>", "", data.decode("utf-16"), flags=re.S).encode()
    if rules.entities:
        data = without_declarations(data)
    reading = Reading(data, rules)
    parse(reading.parser, data)
    pieces, place = [], 0
    for start, end, new in sorted(reading.cuts):
        if start >= place:
            pieces += [data[place:start], new]
            place = end
    return b"".join([*pieces, data[place:]])


def parse(parser, data):
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise Damaged(str(error)) from None


def without_declarations(data):
    """The document with its own entities expanded, and without its DOCTYPE if that declares anything."""
    parser, texts, ends = expat.ParserCreate(), {}, []

    def declared(name, is_parameter, text, *_):
        if is_parameter or text is None or "<" in text:
            raise Damaged(f"The entity {name} is more than a text.")
        text = text.replace('"', "&#34;").replace("'", "&#39;")
        texts.setdefault(name.encode(), text.encode("ascii", "xmlcharrefreplace"))

    def begun(*doctype):
        if declares(*doctype):
            ends.append(data.rindex(b"<!DOCTYPE", 0, parser.CurrentByteIndex + 9))

    def ended(*_):
        raise StopIteration

    parser.EntityDeclHandler, parser.StartDoctypeDeclHandler, parser.StartElementHandler = declared, begun, ended
    parser.EndDoctypeDeclHandler = lambda: ends.append(parser.CurrentByteIndex + 1)
    try:
        parse(parser, data)
    except StopIteration:
        # The first element was reached; no declarations follow.
        pass
    if len(ends) < 2:
        return data
    body = data[ends[1] :]
    if sum(len(texts.get(name, b"")) for name in REFERENCE.findall(body)) > MOST_TIMES * len(data):
        raise Damaged("Its entities are much larger than itself.")
    return data[: ends[0]] + REFERENCE.sub(lambda found: texts.get(found[1], found[0]), body)


def declares(name, system, public, has_declarations):
    """Whether a DOCTYPE contains declarations, or refers to a local file."""
    return has_declarations or not DECLARATIONS.match(system or "")


def escaped(text):
    return re.sub("[\t\n\r]", lambda found: f"&#{ord(found[0])};", html.escape(text)).encode("ascii", "xmlcharrefreplace")


def root(data):
    """The name of the first element; None if there is none."""
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
        # The depth of the outermost element that goes; None outside of one.
        self.dropped = None
        self.begun = []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.ordered_attributes = self.parser.specified_attributes = True
        self.parser.StartElementHandler, self.parser.EndElementHandler = self.start, self.end
        self.parser.StartNamespaceDeclHandler = lambda prefix, address: self.declared.append((prefix, address or ""))
        self.parser.CommentHandler = lambda text: self.skip(b"-->")
        self.parser.ProcessingInstructionHandler = (
            lambda target, text: target == "xml-stylesheet" and STYLESHEET.search(text) or self.skip(b"?>"))
        self.parser.StartDoctypeDeclHandler = self.doctype
        # The text of the current element; None once it has had a child element.
        self.words = None
        self.parser.buffer_text = True
        self.parser.CharacterDataHandler = lambda text: self.words is None or self.words.append(text)

    def doctype(self, *doctype):
        if declares(*doctype):
            raise Damaged("Its DOCTYPE declares something.")

    def skip(self, end):
        place = self.parser.CurrentByteIndex
        self.cuts.append((place, self.data.index(end, place) + len(end), b""))

    def start(self, text, values):
        declared, self.declared = dict(self.declared), []
        name, place = name_of(text), self.parser.CurrentByteIndex
        if not self.data.startswith(b"<", place):
            raise Damaged(f"There is no tag at {place}.")
        if len(self.parents) >= DEEPEST:
            raise Damaged("Its elements are too deep within each other.")
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
        # The end of an empty-element tag is reported at the next token, which may be another element's end tag.
        closes = not self.data.endswith(b"/>", start, body)
        self.cuts.append((start, self.data.index(b">", place) + 1 if closes else body, b""))
