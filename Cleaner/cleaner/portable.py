# SPDX-License-Identifier: Apache-2.0
"""What a PDF says beside its information and XMP, which ExifTool reads: earlier versions, attachments, who commented, and photos
in it as cameras made them."""
import mmap, re, zlib

from . import pdf_pictures
from .finding import Unread

STREAM = re.compile(rb"<<((?:(?!endobj|stream\b).){0,4096}?)>>\s*stream\r?\n", re.S)
DEFLATED = re.compile(rb"/Filter\s*(?:/FlateDecode\b|\[\s*/FlateDecode\s*\])")
# Most bytes of a stream of objects, unpacked.
MOST_UNPACKED = 64 << 20
COMMENT = re.compile(rb"/Subtype\s*/(Text|FreeText|Highlight|Underline|StrikeOut|Squiggly|Ink|Stamp|Popup|Caret|Square|Circle)\b")
COMMENTER = re.compile(rb"/T\s*\(((?:[^()\\]|\\.){1,200})\)")
ATTACHED = re.compile(rb"/EmbeddedFiles?\b|/FileAttachment\b")
START = re.compile(rb"startxref\s+(\d+)")


def look_at_pdf(file, finding, look_into):
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if re.search(rb"/Encrypt\s+\d+ \d+ R|/Encrypt\s*<<", data):
            raise Unread("PDF")
        # A linearized one has two tables from the start, the first of them for its first page.
        starts = [found for found in START.findall(data) if found != b"0"]
        if len(starts) > 1 and not (len(starts) == 2 and b"/Linearized" in data[:2048]):
            finding.name("history", "revision")
        look_at_objects(data, finding)
        for found in STREAM.finditer(data):
            head, start = found[1], found.end()
            end = data.find(b"endstream", start)
            if b"/ObjStm" in head:
                look_at_objects(unpacked(head, data[start:end]), finding)
            elif data[start : start + 3] == pdf_pictures.JPEG:
                picture = photo(data, start, end)
                # What says nothing may still have parts that were emptied.
                if pdf_pictures.blank_jpeg(bytearray(picture)) != picture:
                    look_into(picture)
            elif data[start : start + 12] == pdf_pictures.JPEG_2000:
                picture = data[start:end]
                if pdf_pictures.blank_jpeg_2000(bytearray(picture)) != picture:
                    finding.add("other")
            elif b"/Metadata" in head and b"/XML" in head and is_further(data, start, end):
                look_into(unpacked(head, data[start:end]))


def photo(data, start, end):
    """A JPEG in a stream, which may have "endstream" in its metadata."""
    head = data[max(start - 4200, 0) : start].rpartition(b" obj")[2]
    length = re.search(rb"/Length (\d+)\b(?! +\d+ R)", head)
    if length and start + int(length[1]) <= len(data):
        return data[start : start + int(length[1])]
    # A line ends before "endstream".
    return data[start:end].rstrip(b"\r\n")


def is_further(data, start, end):
    """Whether XMP is compressed, or not the last of the file, so that ExifTool may not have read it."""
    return not data[start : start + 9].startswith(b"<?xpacket") or data.find(b"<?xpacket begin", end) >= 0


def look_at_objects(data, finding):
    if ATTACHED.search(data):
        finding.name("history", "attachment")
    if COMMENT.search(data):
        for found in COMMENTER.finditer(data):
            name = found[1]
            finding.add("person", name[2:].decode("utf-16-be", "replace") if name[:2] == b"\xfe\xff" else name.decode("latin-1"))
    if b"/PieceInfo" in data:
        finding.add("other")


def unpacked(head, data):
    """A stream's content; one that is packed in another way than Deflate is not read."""
    if b"/Filter" not in head:
        return data
    if not DEFLATED.search(head) or b"/DecodeParms" in head:
        raise Unread("PDF")
    return zlib.decompressobj().decompress(data, MOST_UNPACKED)
