# SPDX-License-Identifier: Apache-2.0
"""Compares a copy with its original as people perceive both, decoded by programs other than the ones that
made the copy."""
import hashlib, re, subprocess, zipfile

import pikepdf

PICTURES = {"jpg": "", "png": "", "webp": "[n=-1]", "gif": "[n=-1]", "tif": "", "heic": "", "avif": "", "jxl": "", "jp2": "", "svg": ""}
FILMS = {"mp4", "mov", "m4a", "mp3", "ogg", "flac", "mkv", "webm", "avi"}
# Parts of documents with visible text.
BODIES = re.compile(r"word/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml|xl/(?:sharedStrings|worksheets/[^/]+)\.xml"
                    r"|ppt/(?:slides|notesSlides)/[^/]+\.xml|content\.xml|(?:.*/)?[^/]+\.x?html")
GONE = re.compile(rb"(?s)<(text:tracked-changes|office:annotation|w:delText|w:moveFrom|w:del|text:creator|text:author-name|text:initial-creator"
                  rb"|text:date|text:time|text:creation-date)\b[^>]*?(?:/>|>.*?</\1>)")


def run(*command):
    ended = subprocess.run(["timeout", "120", *command], capture_output=True)
    return ended.stdout if ended.returncode == 0 else None


def seen(path, kind):
    """Yields a file's perceptible content as names and comparable values; None if no program could read
    one."""
    if kind in PICTURES:
        yield "pixels", digest_of("vips", "rawsave", path + PICTURES[kind], "/dev/stdout")
    elif kind in FILMS:
        streams = run("ffprobe", "-v", "error", "-show_entries", "stream=index,codec_type:stream_disposition=attached_pic", "-of", "csv=p=0", path)
        for index, of, cover in re.findall(rb"(\d+),(video|audio|subtitle),(\d)", streams or b""):
            if cover == b"0":
                yield f"stream {index.decode()}", run("ffmpeg", "-v", "error", "-i", path, "-map", "0:" + index.decode(), "-c", "copy", "-f", "md5", "-")
        length = run("ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path)
        yield "duration", length and length.strip()[:-5]
    elif kind == "pdf":
        info = run("pdfinfo", path)
        yield "pages", info and re.search(rb"(?m)^Pages: +(\d+)", info)[1]
        yield "text", run("pdftotext", path, "-")
        yield "drawn", digest_of("pdftoppm", "-r", "40", "-l", "5", path)
        yield from parts_of_pdf(path)
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as package:
            names = package.namelist()
            for name in filter(BODIES.fullmatch, names):
                yield name, text_of(package.read(name))
            yield "pictures", sum(bool(re.search(r"(?i)(?:media|Pictures)/.", name)) for name in names)


def digest_of(*command):
    """A digest of a program's output, which may be large. Tries twice, because libde265 sometimes hangs."""
    for _ in range(2):
        with subprocess.Popen(["timeout", "60", *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            digest = hashlib.file_digest(process.stdout, "sha256").hexdigest()
        if process.returncode != 124:
            break
    return digest if process.returncode == 0 else None


def text_of(xml):
    return re.sub(rb"\s+", b" ", re.sub(rb"(?s)<!--.*?-->|<[^>]*>", b"", GONE.sub(b"", xml))).strip()


def parts_of_pdf(path):
    try:
        with pikepdf.open(path) as pdf:
            notes = [note for page in pdf.pages for note in page.get("/Annots", [])]
            yield "links", sum(note.get("/Subtype") == "/Link" for note in notes)
            yield "fields", sum(note.get("/Subtype") == "/Widget" for note in notes)
            yield "bookmarks", "/Outlines" in pdf.Root
            yield "tags", "/StructTreeRoot" in pdf.Root
    except Exception:
        return


def looks(tags):
    """The tags that define how a picture is shown: orientation and colour profile."""
    shown = {(tag, str(value)) for group, tag, value in tags if "ICC" in group or tag == "Orientation" and group.endswith("IFD0")}
    return shown - {("Orientation", "Horizontal (normal)"), ("Orientation", "1")}


def difference(original, copy, kind, tags_before, tags_after):
    """The changes in a few words; empty if there are none."""
    after = dict(seen(copy, kind))
    changed = [name for name, value in seen(original, kind) if value is not None and after.get(name, "gone") != value]
    if kind in PICTURES:
        changed += sorted({tag for tag, _ in looks(tags_before) ^ looks(tags_after)})[:3]
    return ", ".join(changed)
