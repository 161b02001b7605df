# SPDX-License-Identifier: Apache-2.0
"""A PDF of nothing but what its pages, links, forms, bookmarks and tags are made of.

Each dictionary keeps the keys that ISO 32000-2 has for these; whatever other key there is holds metadata, attachments, programs'
own data or scripts, and readers ignore keys that they do not know. qpdf writes the file anew, so that nothing is left to which
nothing leads, such as its former versions. Where that is not enough the pages are drawn anew (pdf_drawing.py).
"""
import os, re, struct, zlib

import pikepdf

from .document_rules import LOCAL
from .isobmff import Damaged, Unclean
from .package_parts import Unknown
from .pdf_drawing import draw
from .pdf_keys import ACTIONS, ANNOTATIONS, KEYS, NAMES_ANYTHING
from .pdf_pictures import CODESTREAM, JPEG, JPEG_2000, blank_jpeg, blank_jpeg_2000
from .refusing import Refused

# In a content stream: what may hold a percent sign, or a comment.
COMMENT = re.compile(rb"(\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\))|%[^\r\n]*", re.S)
# What decodes photos, how these begin, and what empties them.
PHOTOS = {"/DCTDecode": (JPEG, blank_jpeg), "/JPXDecode": ((JPEG_2000, CODESTREAM), blank_jpeg_2000)}
# An image in a content stream.
INLINE = re.compile(rb"\bBI\s.*?\bID\s", re.S)
PATHS = {"/F", "/UF", "/URI", "/Base"}


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
    try:
        opened = pikepdf.open(path)
    except pikepdf.PasswordError:
        raise Refused("contains", part="password") from None
    new = path + ".new"
    with opened as pdf:
        # Information, identifiers, and whatever a program keeps beside the document, such as its source.
        for key in set(pdf.trailer.keys()) - {"/Root", "/Size"}:
            del pdf.trailer[key]
        form = pdf.Root.get("/AcroForm", {})
        if "/XFA" in form and not len(form.get("/Fields", [])):
            # Its pages are made by a reader, of XML.
            raise Unknown("XFA")
        walk(pdf.Root)
        pdf.save(
            new, stream_decode_level=pikepdf.StreamDecodeLevel.none,
            object_stream_mode=pikepdf.ObjectStreamMode.generate)
    os.rename(new, path)


def walk(root):
    """Reduces all that the root leads to."""
    seen, below = set(), [(root, "/Root", "")]
    while below:
        thing, key, above = below.pop()
        if isinstance(thing, pikepdf.Array):
            below += ((one, key, above) for one in thing if is_container(one))
            continue
        if thing.is_indirect:
            if thing.objgen in seen:
                continue
            seen.add(thing.objgen)
        is_stream = isinstance(thing, pikepdf.Stream)
        if not is_stream and (key in NAMES_ANYTHING.get(above, ()) or key in NAMES_ANYTHING[""]):
            below += ((one, "", key) for one in values(thing) if is_container(one))
            continue
        reduce(thing)
        if is_stream:
            is_form = thing.get("/Subtype") == "/Form" or "/PaintType" in thing
            clean_stream(thing, is_drawn=is_form or key == "/Contents" or above in ("/AP", "/CharProcs"))
        below += ((one, name, key) for name, one in thing.items() if is_container(one))


def is_container(thing):
    return isinstance(thing, (pikepdf.Array, pikepdf.Dictionary, pikepdf.Stream))


def values(dictionary):
    return [value for _, value in dictionary.items()]


def reduce(thing):
    """Takes out of a dictionary what goes."""
    for key in [key for key, value in thing.items() if key not in KEYS or goes(key, value)]:
        del thing[key]
    if "/Annots" in thing:
        kept = [one for one in thing.Annots if one.get("/Subtype") != "/FileAttachment"]
        thing.Annots = pikepdf.Array(kept)
    if "/Rect" in thing and "/Subtype" in thing:
        if thing.Subtype not in ANNOTATIONS:
            raise Unknown(str(thing.Subtype)[1:])
        if "/T" in thing and thing.Subtype != "/Widget":
            thing.T = "Author"
    if thing.get("/FT") == "/Sig" and "/V" in thing:
        # It is of the file as it was.
        del thing["/V"]
    if thing.get("/O") == "/UserProperties":
        del thing["/P"]


def goes(key, value):
    if key == "/M" or key in PATHS:
        return isinstance(value, pikepdf.String) and (key == "/M" or is_private(str(value)))
    if key in ("/A", "/OpenAction", "/Next", "/PA") and isinstance(value, pikepdf.Dictionary):
        return isinstance(value.get("/S"), pikepdf.Name) and "/O" not in value and value.S not in ACTIONS
    return False


def is_private(path):
    return path.startswith(("/", "\\")) or bool(LOCAL.search(path))


def clean_stream(stream, is_drawn):
    filters = stream.get("/Filter", [])
    filters = [str(name) for name in filters] if isinstance(filters, (pikepdf.Array, list)) else [str(filters)]
    if filters and filters[-1] in PHOTOS:
        clean_picture(stream, filters)
    elif is_drawn:
        clean_drawing(stream)


def clean_picture(stream, filters):
    data = stream.read_raw_bytes()
    try:
        for name in filters[:-1]:
            if name != "/FlateDecode":
                raise Unknown(name[1:])
            data = zlib.decompress(data)
        begins, blank = PHOTOS[filters[-1]]
        if not data.startswith(begins):
            raise Damaged("It begins as none does.")
        data = bytes(blank(bytearray(data)))
    except (Damaged, Unclean, ValueError, IndexError, struct.error, zlib.error) as error:
        raise Unknown(f"{filters[-1][1:]} ({error})") from None
    parameters = stream.get("/DecodeParms")
    if isinstance(parameters, pikepdf.Array):
        parameters = parameters[-1]
    stream.write(data, filter=pikepdf.Name(filters[-1]), decode_parms=parameters)


def clean_drawing(stream):
    """Takes comments out of what draws a page; a photo in it is no stream of its own."""
    data = stream.read_bytes()
    if JPEG in data:
        raise Unknown("JPEG")
    if b"%" in data and (plain := COMMENT.sub(lambda found: found[1] or b"", data)) != data:
        # The data of an image in it may look like a comment.
        has_image = INLINE.search(data)
        stream.write(pikepdf.unparse_content_stream(pikepdf.parse_content_stream(stream)) if has_image else plain)
