# SPDX-License-Identifier: Apache-2.0
"""Inspects archives, office documents, drawings and books. A document's facts are what its rules would cut, so that the facts and
the cuts always agree."""
import base64, re, zipfile
from urllib.parse import unquote_to_bytes

from . import embedded, places, xml_cuts
from .cleaning import FILMS, PICTURES
from .document_rules import LOCAL, MOMENT, ODFRules, OfficeRules, OOXMLRules, SVGRules
from .documents import AUTHORS, MOST_PARTS, MOST_UNPACKED
from .finding import Unread
from .kinds import TEXTS, kind_of
from .package_parts import FILE, GOES, MOST_TEXT, RELATIONS, TYPES, UNKNOWN, XML, Parts, Unknown, read

# Kinds of facts by elements with metadata.
ABOUT = {
    **dict.fromkeys(AUTHORS, "person"), "Company": "person", "contributor": "person", "publisher": "person", "rights": "person",
    **dict.fromkeys(("created", "modified", "lastPrinted", "date", "creation-date", "print-date"), "time"),
    **dict.fromkeys(("Application", "AppVersion", "Template", "generator", "template"), "software"),
    **dict.fromkeys(("title", "desc", "subject", "description", "keywords", "keyword", "category", "lpwstr", "user-defined"), "text"),
}
# Entries of lists, which go with the part that they name and are no facts themselves.
ENTRIES = {"Relationship", "Override", "file-entry"}
# Maximum bytes of one member of an archive, unpacked.
MOST_MEMBER = 256 << 20


class Recorder(xml_cuts.Rules):
    """Passes on the rules' decisions, and reports everything that they would cut, with its kind."""

    def __init__(self, rules, inside, finding):
        self.rules, self.inside, self.finding = rules, inside, finding
        self.entities = rules.entities

    def element(self, name, attributes, parents):
        change = self.rules.element(name, attributes, parents)
        if change is not None and name[1] not in ENTRIES:
            if name[1] in ABOUT:
                self.finding.add(ABOUT[name[1]])
            else:
                self.finding.add("software" if isinstance(self.rules, SVGRules) else "other")
        return change

    def attribute(self, element, name, value):
        change = self.rules.attribute(element, name, value)
        if change is not None and change != (value,) and value:
            self.finding.add(*self.said(name[1], value))
        return change

    def text(self, element, parents, text):
        change = self.rules.text(element, parents, text)
        if change is not None and change != text:
            self.finding.add(*self.said(element[1], text))
        return change

    def namespace(self, address):
        change = self.rules.namespace(address)
        if change is not None:
            self.finding.add("software")
        return change

    def check(self):
        if isinstance(self.rules, OfficeRules):
            self.rules.check()

    def said(self, name, value):
        """The kind and the value of a cut text or attribute."""
        if value.strip().removesuffix(":") in self.inside.names:
            return "person", value.strip().removesuffix(":")
        if MOMENT.match(value) or name == "date":
            return "time", value
        if LOCAL.search(value):
            return "software", value
        return "other", ""


class Inside:
    """Passes files within XML to look_into; changes nothing."""

    def __init__(self, look_into):
        self.look_into, self.names = look_into, set()

    def encoded(self, text):
        self.look_into(base64.b64decode(re.sub(r"\s", "", text) + "=="))
        return text

    def address(self, address):
        head, _, text = address.strip().partition(",")
        data = unquote_to_bytes(text)
        self.look_into(base64.b64decode(data + b"==") if "base64" in head.lower() else data)
        return address


def look_at_drawing(file, finding, look_into):
    """Reports the facts of an SVG."""
    file.seek(0)
    data = file.read(MOST_TEXT + 1)
    if len(data) > MOST_TEXT:
        raise Unread("SVG")
    inside = Inside(look_into)
    about(data, finding, within="metadata")
    look_at_xml(data, SVGRules(inside), inside, finding)


def look_at_xml(data, rules, inside, finding):
    """Reports what the rules would cut from a part. Raises Unread if they refuse it."""
    recorder = Recorder(rules, inside, finding)
    try:
        cut = xml_cuts.cut(data, recorder)
        recorder.check()
    except Unknown as unknown:
        raise Unread(str(unknown)) from None
    # Something else was cut, such as a comment.
    finding.has_more |= len(cut) < len(data)


def about(data, finding, within=None):
    """Reports the metadata elements of a part; with `within`, only those inside an element of that name, besides "desc"."""
    class About(xml_cuts.Rules):
        entities = True

        def text(self, element, parents, text):
            is_within = within is None or element[1] == "desc" or any(parent[1] == within for parent in parents)
            if element[1] in ABOUT and text.strip() and is_within:
                finding.add(ABOUT[element[1]], text)
                if position := next(places.positions(text), None):
                    finding.place(*position)

    xml_cuts.cut(data, About())


def look_at_archive(file, finding, look_into):
    """Reports the facts of a ZIP archive: by the rules for an office document or a book; for any other archive, of each
    member."""
    with zipfile.ZipFile(file) as package:
        members = [member for member in package.infolist() if not member.is_dir()]
        sizes = [member.file_size for member in members]
        is_locked = any(member.flag_bits & 1 for member in members)
        if is_locked or len(members) > MOST_PARTS or sum(sizes) > MOST_UNPACKED or max(sizes, default=0) > MOST_MEMBER:
            raise Unread("ZIP")
        if package.comment:
            finding.add("text", package.comment.decode(errors="replace"))
        names = [member.filename for member in members]
        kind = read(package, "mimetype")[:100] if names[:1] == ["mimetype"] else b""
        if b"opendocument" in kind or any(name.lower() == "[content_types].xml" for name in names):
            look_at_office(package, finding, look_into)
        elif kind.startswith(b"application/epub+zip"):
            from . import books
            books.look(package, finding, look_into)
        else:
            for name in names:
                look_into(package.read(name))


def look_at_office(package, finding, look_into):
    parts, inside = Parts(package), Inside(look_into)
    for name in parts.about:
        about(read(package, name), finding)
    # Parts that name people come first, as the others are searched for the names.
    for name in sorted(parts.names, key=lambda name: "person" not in name.lower() and "author" not in name.lower()):
        do = parts.do[name]
        if do == UNKNOWN:
            raise Unread(name)
        if do == GOES:
            look_at_part(package, name, finding)
        elif do in (XML, RELATIONS, TYPES) and (data := read(package, name)):
            rules = (ODFRules if parts.is_odf else OOXMLRules)(name, parts, inside)
            look_at_xml(data, rules, inside, finding)
        elif do == FILE and (data := package.read(name)):
            look_at_file(data, finding, look_into)


def look_at_part(package, name, finding):
    """Reports a part that goes as a whole."""
    small = name.lower()
    if "thumbnail" in small:
        finding.name("preview", "thumbnail")
    elif "versions/" in small or "revision" in small:
        finding.name("history", "revision")
    elif small.startswith(("docprops/", "meta")) and small.endswith(".xml"):
        about(read(package, name), finding)
    else:
        finding.add("other")


def look_at_file(data, finding, look_into):
    """Inspects a file within a document. Raises Unread for a format that cannot be cleaned."""
    if kind_of(data[:1024]) in PICTURES | FILMS | TEXTS | {"pdf"}:
        look_into(data)
    elif (clean := embedded.cleaned(data)) is None:
        raise Unread("part")
    elif clean != data:
        finding.add("other")
