# SPDX-License-Identifier: Apache-2.0
"""Detects a file's kind by its first bytes; names are not trusted."""

# Kinds that are read without ExifTool: documents, and those of the inspector.
TEXTS = {"svg", "zip"}
OURS = {*TEXTS, "text", "gpx", "unknown"}
# Kinds that may have metadata at their ends, too.
STREAMS = {"mp3", "ogg", "flac", "mkv", "webm", "avi", "gif"}
# Names of picture formats, for people.
FORMATS = {"jpg": "JPEG", "png": "PNG", "webp": "WebP", "tif": "TIFF", "heic": "HEIC", "avif": "AVIF"}
PICTURES = FORMATS.keys()
# Kinds that raw photos look like.
RAW = {"tif", "mp4", "mov"}
# Signatures, as (kind, offset, bytes).
BEGINNINGS = [
    ("jpg", 0, b"\xff\xd8\xff"), ("png", 0, b"\x89PNG\r\n\x1a\n"), ("webp", 8, b"WEBP"), ("gif", 0, b"GIF8"),
    ("tif", 0, b"II*\0"), ("tif", 0, b"MM\0*"), ("pdf", 0, b"%PDF-"), ("zip", 0, b"PK\x03\x04"),
    ("mov", 4, b"moov"), ("mov", 4, b"mdat"), ("mov", 4, b"wide"), ("mov", 4, b"free"), ("mov", 4, b"skip"),
]
# Signatures of formats that only ExifTool reads and that might be mistaken for text.
SIGNS = (b"RIFF", b"\0\0\0\x0cj", b"\xff\x0a")
EPUB = b"mimetypeapplication/epub+zip"
HEIF_BRANDS = {
    b"mif1": "heic", b"msf1": "heic", b"heic": "heic", b"heix": "heic", b"heim": "heic", b"heis": "heic", b"hevc": "heic",
    b"hevx": "heic", b"avif": "avif", b"avis": "avif",
}


def kind_of(head):
    """The kind of a file with this beginning, as a suffix; empty if unknown."""
    if head[4:8] == b"ftyp":
        brand = HEIF_BRANDS.get(head[8:12], "mov" if head[8:12] == b"qt  " else "mp4")
        # A generic HEIF brand; the compatible brands that follow tell which.
        return "avif" if brand == "heic" and head[8:12] in (b"mif1", b"msf1") and b"avif" in head[16:64] else brand
    for kind, place, begins in BEGINNINGS:
        if head[place:].startswith(begins):
            return kind
    return "svg" if looks_like_svg(head) else ""


def kind_to_clean(head):
    """As kind_of, plus kinds that are rewritten as a whole to clean them: books, sound and further films."""
    if head.startswith(b"\x1aE\xdf\xa3"):
        return "webm" if b"webm" in head else "mkv"
    if head.startswith(EPUB, 30):
        return "epub"
    # A frame of MPEG-1 or MPEG-2, layer 3.
    if head.startswith(b"ID3") or head[:1] == b"\xff" and head[1:2] in (b"\xfa", b"\xfb", b"\xf2", b"\xf3", b"\xe2", b"\xe3"):
        return "mp3"
    return {b"OggS": "ogg", b"fLaC": "flac", b"RIFF": "avi" if head[8:12] == b"AVI " else ""}.get(head[:4]) or kind_of(head)


def looks_like_svg(head):
    text = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return text.startswith(b"<") and b"<svg" in text or text.startswith((b"<?xml", b"<!--", b"<!DOCTYPE svg"))


def sniff(file):
    """The kind of any file: as kind_of, a stream's kind, "text" if it is plain text, "gpx", "unknown" for other XML; empty if
    ExifTool may know it."""
    file.seek(0)
    head = file.read(1 << 16)
    kind = kind_of(head[:1024])
    if kind == "svg" or head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        from .texts import first_element
        element = first_element(head)
        return {"svg": "svg", "gpx": "gpx", "xmpmeta": "", "RDF": ""}.get(element, "unknown")
    if (stream := kind_to_clean(head[:1024])) in STREAMS:
        return stream
    if kind or head.startswith(SIGNS):
        return kind
    from .texts import is_plain
    return "text" if is_plain(file) else ""
