# SPDX-License-Identifier: Apache-2.0
"""Documents without what they say of their authors: SVG, office documents, PDF.

SVG and office documents stay as they are written but for what goes (document_rules.py, package_parts.py), and files in them are
cleaned as those that are shared by themselves. A PDF has a module of its own (pdf.py).
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
# Most bytes of all parts of a document, unpacked, and most parts, with those of documents in it: more is a trap.
MOST_UNPACKED, MOST_PARTS = 1 << 30, 20_000
# Most people that a document may name, and most bytes of texts times people: each text is looked through for each of them.
MOST_NAMES, MOST_COMPARED = 1000, 8 << 30
# Documents within documents, such as a table in a letter.
DEEPEST = 3
EPOCH = (1980, 1, 1, 0, 0, 0)
# Groups of ExifTool's tags that say how a document is packed.
STRUCTURE = {"SourceFile", "File", "ExifTool", "Composite", "ZIP", "SVG"}
# Elements that name those who made a document.
AUTHORS = {"creator", "lastModifiedBy", "initial-creator", "printed-by", "Manager"}
DAMAGED = (
    Damaged, zipfile.BadZipFile, RuntimeError, NotImplementedError, IndexError, ValueError, struct.error, UnicodeError)
# Formats in a document that people know by a name, and that nothing here cleans.
NAMED = {
    b"\xd0\xcf\x11\xe0": "OLE", b"ID3": "MP3", b"RIFF": "WAV", b"II\xbc\1": "JPEG XR", b"<": "XML", b"BM": "BMP",
    b"\xd7\xcd\xc6\x9a": "WMF", b"\1\0\x09\0\0": "WMF", b"\2\0\x09\0\0": "WMF", b"\1\0\0\0": "EMF",
}
# Parts that are cut.
CUT = {XML, RELATIONS, TYPES}
# In the place of a file within XML, until that is clean.
MARK = secrets.token_hex(16).encode()
MARKED = re.compile(MARK + rb"[0-9a-f]{8}")


class Part(Copy):
    """A file within a document, in one of its own."""

    def __init__(self, item, path, kind):
        self.item, self.path, self.kind = item, path, kind


class Inside:
    """What is found in a document: files to be cleaned as such, and names of those who made it."""

    def __init__(self, copy, around=None):
        self.copy, self.depth = copy, around.depth + 1 if around else 0
        # Of the outermost document, and of all in it.
        self.sizes = around.sizes if around else []
        self.pictures, self.names, self.marked = [], set(), {}
        self.count = 0

    def file(self, data, name=""):
        """A file's content, clean, or a Part that is clean in the end; fails if it is of no kind that we clean."""
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
        """A file within XML in base64, or what stands for it until finish()."""
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
        """A "data:" address without what its file says of its origin."""
        head, _, text = address.strip().partition(",")
        kind, *parameters = [word.strip() for word in head[len("data:") :].split(";")]
        data = unquote_to_bytes(text)
        if "base64" not in map(str.lower, parameters):
            data = base64.b64encode(data)
        return f"data:{kind};base64," + self.encoded(data.decode("latin-1"))

    def filled(self, data):
        """XML with its files, which are clean."""
        return MARKED.sub(lambda found: base64.b64encode(content_of(self.marked[found[0]])), data) if self.marked else data


def kind_name(data, name):
    """A file's kind as a person may know it."""
    known = next((known for begins, known in NAMED.items() if data.startswith(begins)), "")
    return known or posixpath.splitext(name)[1][1:].upper() or "?"


def names_in(data):
    """The names in a part that says who made the document."""
    found = set()

    class Names(xml_cuts.Rules):
        entities = True

        def text(self, element, parents, text):
            if element[1] in AUTHORS and text.strip():
                found.add(text.strip())

    xml_cuts.cut(data, Names())
    return found


def clean(copy):
    """Takes out what goes; returns the pictures in it, which ExifTool is to see before finish()."""
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
            # A folder has no content.
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
        # It says what the file is, and is the first thing in it.
        copy.parts.sort(key=lambda part: part[0] != "mimetype")


def rules_for(parts, name, inside):
    return (ODFRules if parts.is_odf else OOXMLRules)(name, parts, inside)


def finish(copy):
    """Puts a document together again, once its pictures are clean, and looks through it for its authors' names."""
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
    # A name of two letters is found by chance.
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
    """The content of a file that was within a document, once it is clean."""
    put_together(part)
    with open(part.path, "rb") as file:
        content = file.read()
    os.unlink(part.path)
    return content


def remove_again(tools, kept, told):
    """Has ExifTool clean films of which something is left; in a PDF its changes can be undone, so the program fails."""
    for kinds, changes in ((KINDS, []), (cleaning.FILMS, [metadata.CHANGES])):
        if of_kind := [copy for copy in kept if copy.kind in kinds]:
            cleaning.remove(tools, of_kind, metadata.ALL, changes, metadata.left, told)


def left(tags):
    """The tags of a finished document that say more than how it is packed."""
    return [name for name in tags if name.split(":")[0] not in STRUCTURE]
