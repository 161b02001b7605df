# SPDX-License-Identifier: Apache-2.0
"""What a file is, by how it begins; its name says nothing."""

# Kinds that we read ourselves: documents, and those of the inspector.
TEXTS = {"svg", "zip"}
OURS = {*TEXTS, "text", "gpx", "unknown"}
# Sound and films that say something at their ends, too.
STREAMS = {"mp3", "ogg", "flac", "mkv", "webm", "avi", "gif"}
# How people know pictures.
FORMATS = {"jpg": "JPEG", "png": "PNG", "webp": "WebP", "tif": "TIFF", "heic": "HEIC", "avif": "AVIF"}
PICTURES = FORMATS.keys()
# Kinds as which raw photos begin, too.
RAW = {"tif", "mp4", "mov"}
# How files of each kind begin, as (suffix, place, bytes).
BEGINNINGS = [
    ("jpg", 0, b"\xff\xd8\xff"), ("png", 0, b"\x89PNG\r\n\x1a\n"), ("webp", 8, b"WEBP"), ("gif", 0, b"GIF8"),
    ("tif", 0, b"II*\0"), ("tif", 0, b"MM\0*"), ("pdf", 0, b"%PDF-"), ("zip", 0, b"PK\x03\x04"),
    ("mov", 4, b"moov"), ("mov", 4, b"mdat"), ("mov", 4, b"wide"), ("mov", 4, b"free"), ("mov", 4, b"skip"),
]
# Of those that ExifTool alone reads, how some begin that may look like text.
SIGNS = (b"RIFF", b"\0\0\0\x0cj", b"\xff\x0a")
EPUB = b"mimetypeapplication/epub+zip"
HEIF_BRANDS = {
    b"mif1": "heic", b"msf1": "heic", b"heic": "heic", b"heix": "heic", b"heim": "heic", b"heis": "heic", b"hevc": "heic",
    b"hevx": "heic", b"avif": "avif", b"avis": "avif",
}


def kind_of(head):
    """The kind of a file that begins so, as the suffix that such files have; empty of any other."""
    if head[4:8] == b"ftyp":
        brand = HEIF_BRANDS.get(head[8:12], "mov" if head[8:12] == b"qt  " else "mp4")
        # A brand for all HEIF; those that follow say which.
        return "avif" if brand == "heic" and head[8:12] in (b"mif1", b"msf1") and b"avif" in head[16:64] else brand
    for kind, place, begins in BEGINNINGS:
        if head[place:].startswith(begins):
            return kind
    return "svg" if looks_like_svg(head) else ""


def kind_to_clean(head):
    """The same, and kinds that are cleaned as a whole and that ExifTool alone looks into."""
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
    """The kind of a file that may be anything: as kind_of, "text" if it is plain, "gpx"; "unknown" of other XML, and empty where
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
