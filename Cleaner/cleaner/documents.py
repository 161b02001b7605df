# SPDX-License-Identifier: Apache-2.0
"""Cleans documents: SVG, office documents and PDF.

SVG and office documents keep their bytes except for the parts that go (document_rules.py, package_parts.py), and files in them
are cleaned like files shared by themselves. PDF has its own module (pdf.py).
"""
import base64, binascii, os, posixpath, re, secrets, struct, zipfile
from html import unescape
from urllib.parse import unquote_to_bytes

from . import apart, cleaning, embedded, metadata, xml_cuts
from .copies import Copy
from .document_rules import ODF, SVG, ODFRules, OOXMLRules, SecondLook, SVGRules
from .isobmff import Damaged
from .kinds import TEXTS, kind_of
from .package_parts import FILE, GOES, MOST_TEXT, RELATIONS, TYPES, UNKNOWN, XML, Parts, TooLarge, Unknown, read
from .refusing import Refused

KINDS = {*TEXTS, "pdf"}
# Maximum bytes and number of a document's parts, unpacked, including those of documents within it: more is a decompression bomb.
MOST_UNPACKED, MOST_PARTS = 1 << 30, 20_000
# Maximum names of people in a document, and maximum bytes of its texts times names: each text is searched for each name.
MOST_NAMES, MOST_COMPARED = 1000, 8 << 30
# Maximum depth of documents within documents, such as a table in a letter.
DEEPEST = 3
EPOCH = (1980, 1, 1, 0, 0, 0)
# ExifTool's groups of tags that describe only how a document is packed.
STRUCTURE = {"SourceFile", "File", "ExifTool", "Composite", "ZIP", "SVG"}
# Elements that name a document's authors.
AUTHORS = {"creator", "lastModifiedBy", "initial-creator", "printed-by", "Manager"}
DAMAGED = (
    Damaged, zipfile.BadZipFile, RuntimeError, NotImplementedError, IndexError, ValueError, struct.error, UnicodeError)
# Names of formats that may be in a document and that we cannot clean, by their first bytes.
NAMED = {
    b"\xd0\xcf\x11\xe0": "OLE", b"ID3": "MP3", b"RIFF": "WAV", b"II\xbc\1": "JPEG XR", b"<": "XML", b"BM": "BMP",
    b"\xd7\xcd\xc6\x9a": "WMF", b"\1\0\x09\0\0": "WMF", b"\2\0\x09\0\0": "WMF", b"\1\0\0\0": "EMF",
}
# Parts that are cut.
CUT = {XML, RELATIONS, TYPES}
# Stands for a file within XML until the file is clean.
MARK = secrets.token_hex(16).encode()
MARKED = re.compile(MARK + rb"[0-9a-f]{8}")


class Part(Copy):
    """A file within a document, extracted to its own file."""

    def __init__(self, item, path, kind):
        self.item, self.path, self.kind = item, path, kind


class Inside:
    """The contents of a document: files that need cleaning, and its authors' names."""

    def __init__(self, copy, around=None):
        self.copy, self.depth = copy, around.depth + 1 if around else 0
        # Shared with the outermost document and all documents in it.
        self.sizes = around.sizes if around else []
        self.pictures, self.names, self.marked = [], set(), {}
        self.count = 0

    def file(self, data, name=""):
        """The clean content of a file, or a Part that is clean by the end. Raises Unknown for a kind that we cannot clean."""
        kind = kind_of(data[:1024])
        if kind == "svg" and xml_cuts.root(data) != (SVG, "svg"):
            kind = ""
        if kind not in cleaning.PICTURES | cleaning.FILMS | KINDS:
            clean_data = embedded.cleaned(data)
            if clean_data is None:
                raise Unknown(kind_name(data, name))
            return clean_data
        if kind in KINDS and self.depth >= DEEPEST:
            raise Unknown(f"{kind.upper()} ({self.depth + 1})")
        self.count += 1
        part = Part(self.copy.item, b"%s-%d.%s" % (self.copy.path.rsplit(b".", 1)[0], self.count, kind.encode()), kind)
        rewrite(part, data)
        if kind in KINDS:
            self.pictures += clean_kind(part, self)
        else:
            cleaning.clean(part)
            self.pictures.append(part)
        return part

    def encoded(self, text):
        """The clean content of a base64 file within XML, or a mark that stands for it until finish()."""
        try:
            content = self.file(base64.b64decode(re.sub(r"\s", "", text) + "=="))
        except binascii.Error as error:
            raise Damaged(str(error)) from None
        if isinstance(content, bytes):
            return base64.b64encode(content).decode()
        mark = MARK + b"%08x" % len(self.marked)
        self.marked[mark] = content
        return mark.decode()

    def address(self, address):
        """A "data:" address with its file cleaned, in base64."""
        head, _, text = address.strip().partition(",")
        kind, *parameters = [word.strip() for word in head[len("data:") :].split(";")]
        data = unquote_to_bytes(text)
        if "base64" not in map(str.lower, parameters):
            data = base64.b64encode(data)
        return f"data:{kind};base64," + self.encoded(data.decode("latin-1"))

    def filled(self, data):
        """The XML with the marks replaced by the clean files."""
        return MARKED.sub(lambda found: base64.b64encode(content_of(self.marked[found[0]])), data) if self.marked else data


def kind_name(data, name):
    """The name of a file's format, for the person."""
    known = next((known for begins, known in NAMED.items() if data.startswith(begins)), "")
    return known or posixpath.splitext(name)[1][1:].upper() or "?"


def names_in(data):
    """The authors' names in a metadata part."""
    found = set()

    class Names(xml_cuts.Rules):
        entities = True

        def text(self, element, parents, text):
            if element[1] in AUTHORS and text.strip():
                found.add(text.strip())

    xml_cuts.cut(data, Names())
    return found


def clean(copy):
    """Cleans the document; returns the copies in it, such as pictures, that must pass ExifTool before finish()."""
    try:
        return clean_kind(copy)
    except Unknown as unknown:
        raise Refused("contains", copy.item.file_name, part=str(unknown)) from None
    except TooLarge as error:
        raise Refused("too_large", copy.item.file_name, str(error)) from None
    except DAMAGED as error:
        raise cleaning.refusal(error, copy.item.file_name) from None


def clean_kind(copy, around=None):
    if copy.kind == "pdf":
        apart.clean("pdf", copy)
        return [copy]
    copy.inside = Inside(copy, around)
    if copy.kind == "svg":
        clean_drawing(copy)
    else:
        clean_package(copy)
    return copy.inside.pictures


def clean_drawing(copy):
    if os.path.getsize(copy.path) > MOST_TEXT:
        raise TooLarge("SVG")
    with open(copy.path, "rb") as file:
        data = file.read()
    if xml_cuts.root(data) != (SVG, "svg"):
        raise Damaged("It is no SVG.")
    rewrite(copy, xml_cuts.cut(data, SVGRules(copy.inside)))


def rewrite(copy, data):
    with open(copy.path, "wb", buffering=0) as file:
        file.write(data)


def clean_package(copy):
    copy.parts, inside = [], copy.inside
    with zipfile.ZipFile(os.fsdecode(copy.path)) as package:
        inside.sizes += (member.file_size for member in package.infolist())
        if len(inside.sizes) > MOST_PARTS or sum(inside.sizes) > MOST_UNPACKED:
            raise Refused("too_large", copy.item.file_name)
        parts = Parts(package)
        for name in parts.about:
            inside.names |= names_in(read(package, name))
        for name in package.namelist():
            do = parts.do.get(name)
            if do == UNKNOWN:
                raise Unknown(posixpath.basename(name))
            if do == GOES:
                continue
            # A folder has no rule and no content.
            data, rules = b"", None
            if do in CUT:
                if data := read(package, name):
                    rules = rules_for(parts, name, inside)
                    data = xml_cuts.cut(data, rules)
                    rules.check()
            elif do:
                data = package.read(name)
                if do == FILE:
                    data = inside.file(data, name)
            copy.parts.append((name, data, rules is not None))
        # "mimetype" identifies the file and must be its first part.
        copy.parts.sort(key=lambda part: part[0] != "mimetype")


def rules_for(parts, name, inside):
    return (ODFRules if parts.is_odf else OOXMLRules)(name, parts, inside)


def finish(copy):
    """Packs a document again once its pictures are clean, and refuses it if an author's name is left where it cannot be seen."""
    try:
        put_together(copy)
    except Unknown as unknown:
        raise Refused("remains", copy.item.file_name, f"A name is in {unknown}.")
    except DAMAGED as error:
        raise Refused("damaged", copy.item.file_name, str(error)) from None


def put_together(copy):
    if copy.kind == "svg":
        with open(copy.path, "rb") as file:
            data = file.read()
        rewrite(copy, copy.inside.filled(data))
    if copy.kind != "zip":
        return
    os.unlink(copy.path)
    # Skip names of one or two letters, which occur by chance.
    names = {name for name in copy.inside.names - {"Author"} if len(name) > 2}
    texts = sum(len(data) for _, data, is_xml in copy.parts if is_xml)
    if len(names) > MOST_NAMES or len(names) * texts > MOST_COMPARED:
        raise Refused("too_large", copy.item.file_name)
    again = SecondLook(names)
    with zipfile.ZipFile(os.fsdecode(copy.path), "w", strict_timestamps=False) as package:
        for name, data, is_xml in copy.parts:
            if is_xml and again.names:
                text = unescape(data.decode(errors="replace"))
                if any(name in text for name in again.names):
                    xml_cuts.cut(data, again)
            content = content_of(data) if isinstance(data, Part) else copy.inside.filled(data)
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            package.writestr(entry, content)


def content_of(part):
    """The content of a clean file of the document; deletes the extracted file."""
    put_together(part)
    with open(part.path, "rb") as file:
        content = file.read()
    os.unlink(part.path)
    return content


def remove_again(tools, kept, told):
    """Makes ExifTool clean films that have something left. Refuses a document: in a PDF, ExifTool's changes could be undone."""
    for kinds, changes in ((KINDS, []), (cleaning.FILMS, [metadata.CHANGES])):
        if of_kind := [copy for copy in kept if copy.kind in kinds]:
            cleaning.remove(tools, of_kind, metadata.ALL, changes, metadata.left, told)


def left(tags):
    """The tags of a finished document, except those about its packing."""
    return [name for name in tags if name.split(":")[0] not in STRUCTURE]
