# SPDX-License-Identifier: Apache-2.0
"""Reduces a PDF to its pages, links, forms, bookmarks and tags.

Each dictionary keeps the keys that ISO 32000-2 defines for these. All other keys go: they hold metadata, attachments, programs'
own data or scripts, and readers ignore missing ones. qpdf rewrites the file, so that unreferenced objects, such as former
versions, are dropped. If that is not enough, the pages are drawn anew (pdf_drawing.py).

The inspector walks the document in the same way without saving it: a file's facts are what a copy would lose (pdf_facts.py).
"""
import base64, os, re, struct, zlib

import pikepdf

from .document_rules import LOCAL
from .isobmff import Damaged, Unclean
from .package_parts import Unknown
from .pdf_drawing import draw
from .pdf_facts import Facts, Silent
from .pdf_keys import ACTIONS, ANNOTATIONS, KEYS, NAMES_ANYTHING, TRAILER
from .pdf_pictures import CODESTREAM, JPEG, JPEG_2000, blank_jpeg, blank_jpeg_2000
from .refusing import Refused

# In a content stream, a string, which may contain a percent sign, or a comment.
COMMENT = re.compile(rb"(\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\))|%[^\r\n]*", re.S)
# Filters of photos, with the signatures of the photos and the functions that empty them.
PHOTOS = {"/DCTDecode": (JPEG, blank_jpeg), "/JPXDecode": ((JPEG_2000, CODESTREAM), blank_jpeg_2000)}
# Filters that may be applied on top of a photo's.
PACKED = {"/FlateDecode": zlib.decompress, "/ASCII85Decode": lambda data: base64.a85decode(data.partition(b"~>")[0])}
# The operator before the data of an inline image.
INLINE = re.compile(rb"\bID\s")
PATHS = {"/F", "/UF", "/URI", "/Base"}
CONTAINERS = {pikepdf.ObjectType.array, pikepdf.ObjectType.dictionary, pikepdf.ObjectType.stream}


def clean(path):
    try:
        rewrite(path)
    except Unknown as unknown:
        if not draw(path):
            raise Refused("contains", part=str(unknown))
        try:
            rewrite(path)
        except Unknown as still:
            raise Refused("contains", part=str(still)) from None


def rewrite(path):
    new = path + ".new"
    with opened(path) as pdf:
        Walk().reduce_all(pdf)
        pdf.save(
            new, stream_decode_level=pikepdf.StreamDecodeLevel.none,
            object_stream_mode=pikepdf.ObjectStreamMode.generate)
    os.rename(new, path)


def look(path, tell):
    """Reports the facts through tell(…), as pdf_facts.Facts does."""
    with opened(path) as pdf:
        Walk(Facts(tell)).reduce_all(pdf)


def opened(path):
    try:
        return pikepdf.open(path)
    except pikepdf.PasswordError:
        raise Refused("contains", part="password") from None


class Walk:
    """Reduces all objects reachable from the root, and reports what goes."""

    def __init__(self, facts=Silent()):
        self.facts = facts

    def reduce_all(self, pdf):
        # The document information, identifiers, and programs' own data, such as the document's source.
        for key, value in list(pdf.trailer.items()):
            if key not in ("/Root", "/Size") and value is not None:
                if key not in TRAILER:
                    self.facts.gone(key, value)
                del pdf.trailer[key]
        form = pdf.Root.get("/AcroForm", {})
        if "/XFA" in form and not len(form.get("/Fields", [])):
            # The reader generates the pages of such a form from XML.
            raise Unknown("XFA")
        self.walk(pdf.Root)

    def walk(self, root):
        seen, below = set(), [(root, "/Root", "")]
        while below:
            thing, key, above = below.pop()
            if thing.is_indirect:
                if thing.objgen in seen:
                    continue
                seen.add(thing.objgen)
            if isinstance(thing, pikepdf.Array):
                below += ((one, key, above) for one in thing if is_container(one))
                continue
            is_stream = isinstance(thing, pikepdf.Stream)
            if not is_stream and (key in NAMES_ANYTHING.get(above, ()) or key in NAMES_ANYTHING[""]):
                below += ((one, "", key) for _, one in thing.items() if is_container(one))
                continue
            kept = self.reduce(thing)
            if is_stream:
                is_form = kept.get("/Subtype") == "/Form" or "/PaintType" in kept
                self.clean_stream(thing, is_drawn=is_form or key == "/Contents" or above in ("/AP", "/CharProcs"))
            below += ((one, name, key) for name, one in kept.items() if is_container(one))

    def reduce(self, thing):
        """Removes the entries that go from a dictionary; returns the others."""
        kept = {}
        for key, value in list(thing.items()):
            if key in KEYS and not goes(key, value):
                kept[key] = value
            elif value is not None:
                # To qpdf, a key with a null value does not exist.
                self.remove(thing, key, value)
        if "/Annots" in kept:
            shown = [one for one in thing.Annots if one.get("/Subtype") != "/FileAttachment"]
            if len(shown) < len(thing.Annots):
                self.facts.gone("/AF", None)
            thing.Annots = kept["/Annots"] = pikepdf.Array(shown)
        if "/Rect" in kept and "/Subtype" in kept:
            if thing.Subtype not in ANNOTATIONS:
                raise Unknown(str(thing.Subtype)[1:])
            if kept.get("/T", "Author") != "Author" and thing.Subtype != "/Widget":
                self.facts.person(thing.T)
                thing.T = "Author"
        if kept.get("/FT") == "/Sig" and "/V" in kept:
            # The signature is of the unchanged file.
            self.remove(thing, "/V", kept.pop("/V"))
        if kept.get("/O") == "/UserProperties" and "/P" in kept:
            self.remove(thing, "/P", kept.pop("/P"))
        return kept

    def remove(self, thing, key, value):
        self.facts.gone(key, value)
        del thing[key]

    def clean_stream(self, stream, is_drawn):
        filters = stream.get("/Filter", [])
        filters = [str(name) for name in filters] if isinstance(filters, (pikepdf.Array, list)) else [str(filters)]
        if filters and filters[-1] in PHOTOS:
            self.clean_picture(stream, filters)
        elif is_drawn:
            self.clean_drawing(stream)

    def clean_picture(self, stream, filters):
        try:
            data = stream.read_raw_bytes()
            for name in filters[:-1]:
                if name not in PACKED:
                    raise Unknown(name[1:])
                data = PACKED[name](data)
            begins, blank = PHOTOS[filters[-1]]
            if not data.startswith(begins):
                raise Damaged("It begins as none does.")
            blanked = bytes(blank(bytearray(data)))
        except (Damaged, Unclean, ValueError, IndexError, struct.error, zlib.error, pikepdf.PdfError) as error:
            raise Unknown(f"{filters[-1][1:]} ({error})") from None
        if blanked != data:
            self.facts.picture(data)
        parameters = stream.get("/DecodeParms")
        if isinstance(parameters, pikepdf.Array):
            parameters = parameters[-1]
        stream.write(blanked, filter=pikepdf.Name(filters[-1]), decode_parms=parameters)

    def clean_drawing(self, stream):
        """Removes comments from a content stream. Raises Unknown if it may contain an inline JPEG."""
        try:
            data = stream.read_bytes()
        except pikepdf.PdfError as error:
            raise Unknown(str(error)) from None
        if JPEG in data:
            raise Unknown("JPEG")
        plain = COMMENT.sub(lambda found: found[1] or b"", data) if b"%" in data else data
        if plain != data and INLINE.search(data):
            # The data of an inline image may look like a comment, so the stream is parsed.
            plain = pikepdf.unparse_content_stream(pikepdf.parse_content_stream(stream))
        if plain != data:
            self.facts.gone("%", None)
            stream.write(plain)


def is_container(thing):
    # Three calls of isinstance() would take a third of the walk's time.
    return type(thing) is pikepdf.Object and thing._type_code in CONTAINERS


def goes(key, value):
    if key == "/M" or key in PATHS:
        return isinstance(value, pikepdf.String) and (key == "/M" or is_private(str(value)))
    if key in ("/A", "/OpenAction", "/Next", "/PA") and isinstance(value, pikepdf.Dictionary):
        return isinstance(value.get("/S"), pikepdf.Name) and "/O" not in value and value.S not in ACTIONS
    return False


def is_private(path):
    return path.startswith(("/", "\\")) or bool(LOCAL.search(path))
