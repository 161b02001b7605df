# SPDX-License-Identifier: Apache-2.0
"""Documents without what they say of their authors: SVG, office documents, PDF.

SVG and office documents stay as they are written but for what goes (document_rules.py). A PDF is drawn anew by mat2's own
code, page by page, with its text as text; drawn as pictures it could not be read aloud, and edited it would keep its former
versions.
"""
import html, os, re, resource, subprocess, zipfile

import cleaning, xml_cuts
from activity import fail
from activity.words import said
from document_rules import ODF_GOES, ODF_READ, OOXML_GOES, ODFRules, OOXMLRules, SVGRules
from isobmff import Damaged
from picture_parts import blank_jpeg
from transforms import kind_of

KINDS = {"svg", "zip", "pdf"}
# Most bytes of a text or of all parts of a document, unpacked, and most parts: more of either is a trap.
MOST_TEXT, MOST_UNPACKED, MOST_PARTS = 64 << 20, 1 << 30, 20_000
# Documents within documents, such as a table in a letter.
DEEPEST = 3
# Seconds that a PDF may take, and memory that it may need.
PATIENCE, MEMORY = 120, 2 << 30
EPOCH = (1980, 1, 1, 0, 0, 0)


AUTHORS = re.compile(rb"<(?:dc:creator|cp:lastModifiedBy|meta:initial-creator)[^>]*>([^<]+)<")


def authors(file, kind):
    """The names of those who made a document; empty where it says something else that would go."""
    if kind == "svg":
        file.seek(0)
        data = file.read(MOST_TEXT)
        if xml_cuts.cut(data, SVGRules()) != data:
            yield from (name.decode(errors="replace") for name in AUTHORS.findall(data))
            yield ""
        return
    with zipfile.ZipFile(file) as package:
        for name in package.namelist():
            if name in ("docProps/core.xml", "meta.xml"):
                with package.open(name) as part:
                    found = AUTHORS.findall(part.read(1 << 20))
                yield from (html.unescape(author.decode(errors="replace")) for author in found)
                yield ""


class Part:
    """A picture or document within a document, in a file of its own; as transforms.Copy."""

    def __init__(self, item, path, kind, depth):
        self.item, self.path, self.kind, self.depth = item, path, kind, depth


def clean(copy, folder):
    """Takes out what goes; returns the pictures in it, which ExifTool is to see before finish()."""
    try:
        if copy.kind == "svg":
            rewrite(copy, xml_cuts.cut(text_of(copy), SVGRules()))
            return []
        if copy.kind == "pdf":
            return clean_pdf(copy)
        return clean_package(copy, folder)
    except (Damaged, zipfile.BadZipFile, RuntimeError, NotImplementedError, IndexError, ValueError) as error:
        fail(said("damaged", copy.item.file_name), str(error))


def text_of(copy):
    if os.path.getsize(copy.path) > MOST_TEXT:
        fail(said("too_large", copy.item.file_name))
    with open(copy.path, "rb") as file:
        return file.read()


def rewrite(copy, data):
    with open(copy.path, "wb", buffering=0) as file:
        file.write(data)


def clean_package(copy, folder):
    copy.parts, pictures = [], []
    with zipfile.ZipFile(os.fsdecode(copy.path)) as package:
        members = package.infolist()
        if len(members) > MOST_PARTS or sum(member.file_size for member in members) > MOST_UNPACKED:
            fail(said("too_large", copy.item.file_name))
        is_odf = package.namelist()[:1] == ["mimetype"] and b"opendocument" in package.read("mimetype")
        if not is_odf and "[Content_Types].xml" not in package.namelist():
            raise Damaged("It is no office document.")
        goes = ODF_GOES if is_odf else OOXML_GOES
        dropped = {member.filename for member in members if goes.match(member.filename)}
        for number, member in enumerate(members):
            if member.filename in dropped:
                continue
            data = package.read(member)
            if rules := rules_for(member.filename, is_odf, dropped):
                data = xml_cuts.cut(data, rules) if data else data
            elif part := inner(copy, folder, number, data):
                if part.kind in KINDS:
                    pictures += clean(part, folder)
                else:
                    cleaning.clean(part)
                    pictures.append(part)
                data = part
            copy.parts.append((member, data))
    return pictures


def rules_for(name, is_odf, dropped):
    if is_odf:
        return ODFRules(dropped) if ODF_READ.match(name) else None
    return OOXMLRules(name, dropped) if name.endswith((".xml", ".rels", ".vml")) else None


def inner(copy, folder, number, data):
    """A part that is a file of a kind that we clean."""
    kind, depth = kind_of(data[:64]), getattr(copy, "depth", 0) + 1
    if kind not in cleaning.PICTURES | KINDS - {"pdf"} or kind in KINDS and depth > DEEPEST:
        return None
    path = b"%s-%d.%s" % (copy.path.rsplit(b".", 1)[0], number, kind.encode())
    part = Part(copy.item, path, kind, depth)
    rewrite(part, data)
    return part


def finish(copy):
    """Packs a document again, once its pictures are clean."""
    if not hasattr(copy, "parts"):
        return
    os.unlink(copy.path)
    with zipfile.ZipFile(os.fsdecode(copy.path), "w", strict_timestamps=False) as package:
        for member, data in copy.parts:
            if isinstance(data, Part):
                finish(data)
                with open(data.path, "rb") as file:
                    content = file.read()
                os.unlink(data.path)
            else:
                content = data
            entry = zipfile.ZipInfo(member.filename, EPOCH)
            entry.compress_type = zipfile.ZIP_STORED if member.filename == "mimetype" else zipfile.ZIP_DEFLATED
            package.writestr(entry, content)


# The program of a process of its own, which a PDF may end: mat2's command forks others, for which a sandbox has no room.
DRAW = """
import os, sys
from libmat2 import pdf
from gi.repository import Poppler
def words(path):
    document = Poppler.Document.new_from_file("file://" + os.path.abspath(path), None)
    return sum(len(document.get_page(number).get_text().split()) for number in range(document.get_n_pages()))
parser = pdf.PDFParser(sys.argv[1])
parser.lightweight_cleaning = True
assert parser.remove_all()
before, after = words(sys.argv[1]), words(parser.output_filename)
os.rename(parser.output_filename, sys.argv[1])
sys.exit(3 if after < before * 0.9 else 0)
"""


def clean_pdf(copy):
    command = ["/usr/bin/python3", "-B", "-c", DRAW, os.fsdecode(copy.path)]
    try:
        ended = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    except subprocess.TimeoutExpired:
        fail(said("program", "mat2"), "mat2 takes too long.")
    if ended.returncode == 3:
        fail(said("text_lost", copy.item.file_name))
    if ended.returncode != 0:
        reason = ended.stderr[-4000:].decode(errors="replace").rstrip()
        fail(said("damaged", copy.item.file_name), reason or None)
    blank_pictures(copy)
    return [copy]


def blank_pictures(copy):
    """Photos are in the new PDF as they were in the old one, with all that their cameras wrote."""
    with open(copy.path, "rb") as file:
        data = bytearray(file.read())
    for found in re.finditer(rb"stream\r?\n(?=\xff\xd8\xff)", bytes(data)):
        try:
            blank_jpeg(data, found.end())
        except Damaged:
            pass
    rewrite(copy, data)
