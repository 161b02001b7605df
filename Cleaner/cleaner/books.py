# SPDX-License-Identifier: Apache-2.0
"""Cleans EPUBs by the rules of book_rules.py, and reports what those rules would cut."""
import os, posixpath, re, zipfile

from . import documents, packages, places, xml_cuts
from .book_parts import Book, new_identifier
from .book_rules import PageRules
from .cleaning import refusal
from .finding import Unread
from .package_parts import Unknown
from .refusing import Refused
from .xml_cuts import DROP

# Kinds of facts, by words in the names of elements and properties.
KINDS = {kind: re.compile(pattern, re.I) for kind, pattern in {
    "person": r"author|creator|contributor|publisher|rights|file-as|owner", "location": r"coverage|geo\b|icbm",
    "time": r"date|modified|timestamp", "text": r"description|subject|keyword|abstract|series|source|title_sort",
    "software": r"generator|calibre|sigil|version|producer",
}.items()}


def clean(copy):
    """Cleans the book's parts; returns its pictures, which must pass ExifTool before finish()."""
    copy.inside, copy.parts = documents.Inside(copy), []
    try:
        with zipfile.ZipFile(os.fsdecode(copy.path)) as package:
            copy.inside.sizes += (member.file_size for member in package.infolist())
            if len(copy.inside.sizes) > documents.MOST_PARTS or sum(copy.inside.sizes) > documents.MOST_UNPACKED:
                raise Refused("too_large", copy.item.file_name)
            book = Book(package, new_identifier())
            for name in book.names:
                if (do := book.do[name]) != "goes":
                    copy.parts.append((name, cleaned(book, name, do, copy.inside), False))
    except Unknown as unknown:
        raise Refused("contains", copy.item.file_name, part=str(unknown)) from None
    except documents.DAMAGED as error:
        raise refusal(error, copy.item.file_name) from None
    copy.parts.sort(key=lambda part: part[0] != "mimetype")
    return copy.inside.pictures


def finish(copy):
    """Packs the parts again, like any other package."""
    copy.kind = "zip"
    documents.finish(copy)


def cleaned(book, name, do, inside):
    if do == "unknown":
        raise Unknown(posixpath.basename(name))
    if do in ("file", "kept"):
        data = book.package.read(name)
        return data if do == "kept" else inside.file(data, name)
    data = book.read(name)
    return PageRules(book, name, inside).sheet(data) if do == "styles" else xml_cuts.cut(data, do(book, name, inside))


def look(package, finding, look_into):
    """Reports what clean() would remove. Raises Unread for a part that it would refuse."""
    inside = packages.Inside(look_into)
    try:
        book = Book(package)
        for name in book.names:
            look_at_part(book, name, book.do[name], inside, finding)
    except Unknown as unknown:
        raise Unread(str(unknown)) from None


def look_at_part(book, name, do, inside, finding):
    if do == "unknown":
        raise Unknown(posixpath.basename(name))
    if do == "goes":
        finding.add("other")
    elif do == "file":
        packages.look_at_file(book.package.read(name), finding, inside.look_into)
    elif do == "styles":
        finding.has_more |= PageRules(book, name, inside).sheet(book.read(name)) != book.read(name)
    elif do != "kept":
        # The Recorder cuts nothing, so only comments and the like make the result shorter.
        data = book.read(name)
        finding.has_more |= len(xml_cuts.cut(data, Recorder(do(book, name, inside), inside, finding))) < len(data)


class Recorder(packages.Recorder):
    """Reports the content of elements that go, by the kind that their names suggest."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # For each enclosing element, the kind as which it goes; None if it stays.
        self.gone = []

    def element(self, name, attributes, parents):
        del self.gone[len(parents):]
        kind = self.gone[-1] if self.gone else None
        if kind is None and self.rules.element(name, attributes, parents) == DROP:
            said = next((attributes[key] for key in (("", "property"), ("", "name")) if key in attributes), name[1])
            kind = next((kind for kind, pattern in KINDS.items() if pattern.search(said)), "other")
        if kind:
            self.tell(kind, attributes.get(("", "content"), ""))
        self.gone.append(kind)

    def attribute(self, element, name, value):
        if not self.gone[-1]:
            super().attribute(element, name, value)

    def text(self, element, parents, text):
        if kind := self.gone[len(parents)]:
            self.tell(kind, text)
        elif (new := self.rules.text(element, parents, text)) not in (None, text):
            self.finding.add(*self.said(element[1], text))

    def tell(self, kind, value):
        if places.is_said(value):
            self.finding.add(kind, "" if kind == "other" else value)
        self.finding.has_more = True

    def namespace(self, address):
        super().namespace(address)
