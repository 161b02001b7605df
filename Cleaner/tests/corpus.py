# SPDX-License-Identifier: Apache-2.0
"""Makes small files like those of cameras and office programs, with the metadata that people do not know
of."""
import os, struct, subprocess, zipfile, zlib

PLACE = [
    "-GPSLatitude=46.9480", "-GPSLatitudeRef=N", "-GPSLongitude=7.4474", "-GPSLongitudeRef=E", "-XMP-photoshop:City=Bern",
    "-XMP-iptcCore:Location=Zytglogge",
]
CAMERA = ["-Make=Apple", "-Model=iPhone 15", "-ExifIFD:SerialNumber=C0FFEE42", "-Artist=Ada Example"]


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, **options).stdout


def exiftool(path, *arguments):
    run("exiftool", "-q", "-m", "-overwrite_original", *arguments, path)
    return path


def made_once(make):
    """Wraps a function that makes a file at a path: with equal arguments, later files are copies of the
    first."""
    contents = {}

    def made(path, *arguments, **options):
        key = (os.path.splitext(path)[1], arguments, tuple(options.items()))
        if key not in contents:
            make(path, *arguments, **options)
            with open(path, "rb") as file:
                contents[key] = file.read()
        with open(path, "wb") as file:
            file.write(contents[key])
        return path

    return made


def png(path, width, height, pixel):
    """Writes a PNG with the RGB pixels that pixel(x, y) returns."""
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))
    header = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return path


@made_once
def picture(path, width=96, height=64, save=""):
    """Writes a picture whose pattern shows a rotation."""
    pattern = png(path + ".pattern.png", width, height, lambda x, y: (x * 2 & 255, y * 3 & 255, (x ^ y) & 255))
    run("vips", "copy", pattern, path + save)
    os.unlink(pattern)


@made_once
def photo(path, *arguments, **options):
    """Writes a photo with a location and a camera, in the format of the path's extension."""
    exiftool(picture(path, **options), *PLACE, *CAMERA, *arguments)


def with_strange_xmp(path):
    """Makes a HEIC's XMP refer to another picture than the photo."""
    with open(path, "r+b") as file:
        data = file.read()
        place = data.index(b"mime")
        file.seek(data.index(b"cdsc" + data[place - 4 : place - 2]) + 8)
        file.write(b"\0\x63")
    return path


@made_once
def film(path, sensors=None):
    """Writes a film like a phone: with the location in both forms, its index last, and optionally a track of
    sensor data."""
    run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48:r=5", "-f", "lavfi", "-i", "sine=d=1",
        "-c:v", "mpeg4", "-metadata", "location=+46.9480+007.4474/", "-shortest", path)
    if sensors:
        with_sensors(path, sensors)
    exiftool(path, "-Keys:GPSCoordinates=46.9480, 7.4474, 540", "-Keys:Model=iPhone 15",
             "-UserData:Author=Ada Example", "-CreateDate=2024:05:01 10:00:00")
    put_index_last(path)


def put_index_last(path):
    """Moves a film's moov behind its samples, where phones write it and ExifTool does not. Leaves free space
    in its place."""
    with open(path, "r+b") as file:
        data = file.read()
        index = next(data[start:end] for kind, start, end in boxes(data) if kind == b"moov")
        file.seek(data.index(index) + 4)
        file.write(b"free" + bytes(len(index) - 8))
        file.seek(0, os.SEEK_END)
        file.write(index)


def boxes(data):
    """Yields the top-level boxes of a film, as (kind, start, end)."""
    start = 0
    while start < len(data):
        size, kind = struct.unpack(">I4s", data[start : start + 8])
        yield kind, start, start + size
        start += size


def tiff(path, pages, fields):
    """Writes a TIFF with `pages` pages of 30 × 20 grey pixels, each with further fields: (number, type,
    content). ExifTool and libvips would write such fields into the first page only."""
    data, link = bytearray(b"II*\0" + bytes(4)), 4
    for page in range(pages):
        numbers = {254: 2, 256: 30, 257: 20, 258: 8, 259: 1, 262: 1, 273: len(data), 277: 1, 278: 20, 279: 600}
        data += bytes((page + 1) * place & 255 for place in range(600))
        entries = [(number, 4, struct.pack("<I", value)) for number, value in numbers.items()]
        directory = b""
        for number, kind, content in sorted([*entries, (297, 3, struct.pack("<2H", page, pages)), *fields]):
            count = len(content) // {1: 1, 2: 1, 3: 2, 4: 4, 12: 8}[kind]
            if len(content) > 4:
                data += content + bytes(len(content) & 1)
                content = struct.pack("<I", len(data) - len(content) - (len(content) & 1))
            directory += struct.pack("<2HI4s", number, kind, count, content)
        struct.pack_into("<I", data, link, len(data))
        data += struct.pack("<H", len(directory) // 12) + directory
        link = len(data)
        data += bytes(4)
    with open(path, "wb") as file:
        file.write(data)
    return path


# A map's position as GDAL writes it: pixels of a thousandth of a degree, beginning at Bern, in WGS 84.
MAP = [
    (33550, 12, struct.pack("<3d", 0.001, 0.001, 0)), (33922, 12, struct.pack("<6d", 0, 0, 0, 7.4474, 46.948, 0)),
    (34735, 3, struct.pack("<20H", 1, 1, 0, 4, 1024, 0, 1, 2, 1025, 0, 1, 1, 1026, 34737, 7, 0, 2057, 34736, 1, 0)),
    (34736, 12, struct.pack("<d", 6378137)), (34737, 2, b"WGS 84|\0"), (42112, 2, b"<GDALMetadata>Bern</GDALMetadata>\0"),
    (42113, 2, b"-9999\0"),
]


def photoshop_block(kind, number, content):
    """A Photoshop resource without a name."""
    return kind + struct.pack(">HHI", number, 0, len(content)) + content + bytes(len(content) % 2)


def with_photoshop(path, blocks):
    """Inserts a Photoshop segment into a JPEG, as its first one."""
    return with_segment(path, 0xED, b"Photoshop 3.0\0" + blocks)


def with_segment(path, marker, content, place=2):
    """Inserts a segment into a JPEG at a position: 2 for the first one, -2 for the last."""
    with open(path, "r+b") as file:
        data = file.read()
        file.seek(0)
        file.write(data[:place] + struct.pack(">2BH", 0xFF, marker, 2 + len(content)) + content + data[place:])
    return path


def with_xmp(path, attributes):
    """Adds a packet of XMP with these attributes to a JPEG."""
    return with_segment(path, 0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp(attributes))


def xmp(attributes):
    return (
        b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        b'<rdf:Description rdf:about="" %s/></rdf:RDF></x:xmpmeta>' % attributes)


def long_xmp(attributes, name):
    """The content of a segment with extended XMP, to which another packet refers by name."""
    content = xmp(attributes)
    return b"http://ns.adobe.com/xmp/extension/\0" + name + struct.pack(">2I", len(content), 0) + content


# A position as a GoPro writes it into a photo (GPMF), and as cameras with Content Credentials do (JUMBF).
GPMF = b"GoPro\0DEVC\0\1\0\x24STRM\0\1\0\x1cGPS5l\x14\0\1" + struct.pack(">5i", 469480000, 74474000, 5400, 0, 0)


def jumbf():
    kind = b"json" + bytes.fromhex("00110010800000aa00389b71")
    says = b'{"exif:GPSLatitude":"46,56.88N","exif:GPSLongitude":"7,26.84E"}'
    return box(b"jumb", box(b"jumd", kind, b"\3stds.exif\0"), box(b"json", says))


def moving_webp(path):
    """Writes an animated WebP with two pictures."""
    pages = tiff(path + ".tif", 2, [])
    run("vips", "copy", pages + "[n=-1]", path)
    os.unlink(pages)
    return path


def with_frame_chunk(path, name, content):
    """Adds a chunk at the end of an animated WebP's first picture."""
    with open(path, "r+b") as file:
        data = file.read()
        start = data.index(b"ANMF") + 4
        length, = struct.unpack_from("<I", data, start)
        added, end = name + struct.pack("<I", len(content)) + content + bytes(len(content) & 1), start + 4 + length
        data = data[:start] + struct.pack("<I", length + len(added)) + data[start + 4 : end] + added + data[end:]
        file.seek(0)
        file.write(data[:4] + struct.pack("<I", len(data) - 8) + data[8:])
    return path


def with_item(path, kind, content):
    """Adds an item behind the picture of a HEIC from libvips. `kind` includes the rest of the item's
    entry."""
    with open(path, "r+b") as file:
        data = file.read()
        start, end = next((start, end) for name, start, end in boxes(data) if name == b"meta")
        inner = data[start + 12 : end]
        parts = {name: inner[first:last] for name, first, last in boxes(inner)}
        infos, places = parts[b"iinf"], parts[b"iloc"]
        number, count = 99, struct.unpack_from(">H", infos, 12)[0] + 1
        info = box(b"infe", b"\2\0\0\0", struct.pack(">2H", number, 0), kind)
        grown = len(info) + 18
        table = [list(struct.unpack_from(">2HIH2I", places, place)) for place in range(16, len(places), 18)]
        for entry in table:
            entry[4] += grown
        table.append([number, 0, 0, 1, len(data) + grown + 8, len(content)])
        parts[b"iinf"] = box(b"iinf", bytes(4), struct.pack(">H", count), infos[14:], info)
        parts[b"iloc"] = box(
            b"iloc", places[8:14], struct.pack(">H", count), *[struct.pack(">2HIH2I", *entry) for entry in table])
        file.seek(0)
        file.write(data[:start] + box(b"meta", bytes(4), *parts.values()) + data[end:] + box(b"mdat", content))
    return path


def patch(path, old, new):
    """Overwrites the first occurrence of `old` with `new`."""
    with open(path, "r+b") as file:
        file.seek(file.read().index(old))
        file.write(new)


def noise(path):
    """Writes a picture that cannot be compressed: a quarter of a megabyte."""
    return png(path, 300, 300, lambda x, y: os.urandom(3))


def box(kind, *contents):
    content = b"".join(contents)
    return struct.pack(">I4s", 8 + len(content), kind) + content


def with_sensors(path, said):
    """Adds a track of sensor data to a film. Its only sample is at the end of the file."""
    with open(path, "rb") as file:
        data = file.read()
    place = data.index(b"moov") - 4
    size, = struct.unpack(">I", data[place : place + 4])
    if place + size < len(data):
        raise AssertionError("The film's index is not behind its data.")
    sample = len(data[:place]) + 8
    table = box(
        b"stbl", box(b"stsd", bytes(4), struct.pack(">I", 1), box(b"gpmd", bytes(6), b"\0\1")),
        box(b"stts", bytes(4), struct.pack(">3I", 1, 1, 1)), box(b"stsc", bytes(4), struct.pack(">4I", 1, 1, 1, 1)),
        box(b"stsz", bytes(4), struct.pack(">3I", 0, 1, len(said))), box(b"stco", bytes(4), struct.pack(">2I", 1, sample)))
    header = box(b"tkhd", b"\0\0\0\1", bytes(8), struct.pack(">I", 9), bytes(68))
    media = box(
        b"mdia", box(b"mdhd", bytes(12), struct.pack(">2I", 1, 1), bytes(4)),
        box(b"hdlr", bytes(8), b"meta", bytes(12), b"GoPro MET\0"), box(b"minf", table))
    track = box(b"trak", header, media)
    movie = box(b"moov", data[place + 8 :], track)
    with open(path, "wb") as file:
        file.write(data[:place] + box(b"mdat", said) + movie)
    return path


def added(content, way, more):
    """A box's content with bytes added to the first box at the end of a way: added(index, [b"trak", b"mdia"],
    more)."""
    if not way:
        return content + more
    start, end = next((start, end) for kind, start, end in boxes(content) if kind == way[0])
    return content[:start] + box(way[0], added(content[start + 8 : end], way[1:], more)) + content[end:]


def with_boxes(path, top=b"", movie=b"", track=b"", way=()):
    """Adds boxes to a film whose index is last: to the index, to its first track or further down `way`, and
    behind it."""
    with open(path, "r+b") as file:
        data = file.read()
        *_, (_, start, _) = boxes(data)
        file.seek(start)
        file.write(box(b"moov", added(data[start + 8 :], [b"trak", *way], track), movie) + top)
    return path


def cover(kind, *pictures):
    """Metadata of a film, whose item of this kind contains JPEGs."""
    handler = box(b"hdlr", bytes(8), b"mdirappl", bytes(9))
    item = box(kind, *(box(b"data", b"\0\0\0\x0d", bytes(4), picture) for picture in pictures))
    return box(b"udta", box(b"meta", bytes(4), handler, box(b"ilst", item)))


def in_codec(path, more):
    """Adds boxes to the codec's entry in a film's first track."""
    with open(path, "r+b") as file:
        data = file.read()
        *_, (_, start, _) = boxes(data)
        index = data[start + 8 :]
        way, table = [b"trak", b"mdia", b"minf", b"stbl"], index
        for kind in way:
            table = next(table[first + 8 : last] for name, first, last in boxes(table) if name == kind)
        old = next(table[first:last] for name, first, last in boxes(table) if name == b"stsd")
        entry = box(old[20:24], old[24:], more)
        new = box(b"stsd", old[8:16], entry)
        file.seek(start)
        file.write(box(b"moov", replaced(index, way, old, new)))
    return path


def replaced(content, way, old, new):
    """A box's content with one replacement in the first box at the end of a way."""
    if not way:
        return content.replace(old, new, 1)
    start, end = next((start, end) for kind, start, end in boxes(content) if kind == way[0])
    return content[:start] + box(way[0], replaced(content[start + 8 : end], way[1:], old, new)) + content[end:]


def jpeg_tiff(path):
    """Writes a TIFF whose only strip is a JPEG with a comment, like scanners."""
    with open(picture(path + ".jpg"), "rb") as file:
        strip = file.read()
    os.unlink(path + ".jpg")
    strip = strip[:2] + b"\xff\xfe\0\x06Scan" + strip[2:]
    fields = [
        (256, 3, 1, 96), (257, 3, 1, 64), (258, 3, 3, 8), (259, 3, 1, 7), (262, 3, 1, 6), (273, 4, 1, 14), (277, 3, 1, 3),
        (278, 3, 1, 64), (279, 4, 1, len(strip)), (284, 3, 1, 1),
    ]
    end = 14 + len(strip)
    with open(path, "wb") as file:
        file.write(struct.pack("<2sHI3H", b"II", 42, end, 8, 8, 8) + strip + struct.pack("<H", len(fields)))
        for field in fields:
            file.write(struct.pack("<HHII", *field))
        file.write(bytes(4))
    return path


def captions(path, film, texts, *options):
    """Writes a film with captions, ten a second."""
    times = [f"00:00:{number // 10:02},{number % 10}" for number in range(len(texts) + 1)]
    lines = zip(times, times[1:], texts)
    listing = "".join(f"{number}\n{start}00 --> {end}00\n{text}\n\n" for number, (start, end, text) in enumerate(lines, 1))
    run("ffmpeg", "-v", "error", "-y", "-i", film, "-f", "srt", "-i", "-", "-map", "0", "-map", "1", "-c", "copy",
        "-c:s", "mov_text", *options, path, input=listing.encode())
    return path


def free_gps(path, place=b"4656.88 726.84", listed=True, before=b""):
    """Adds a position to a film like a dashcam: in a block between the pictures, to which a list may
    refer."""
    with open(path, "r+b") as file:
        data = file.read()
        *_, (_, start, _) = boxes(data)
        file.seek(start)
        block = box(b"free", b"GPS ", place)
        file.write(box(b"mdat", before, block) + data[start:])
    listing = box(b"gps ", struct.pack(">4I", 0x101, 1, start + 8 + len(before), len(block)))
    return with_boxes(path, movie=listing) if listed else path


def moved(film, distance):
    """The film with its sample offsets increased by a distance."""
    content, place = bytearray(film), film.find(b"stco")
    while place >= 0:
        count, = struct.unpack_from(">I", content, place + 8)
        for entry in range(place + 12, place + 12 + 4 * count, 4):
            struct.pack_into(">I", content, entry, struct.unpack_from(">I", content, entry)[0] + distance)
        place = film.find(b"stco", place + 4)
    return bytes(content)


# Identifier of a "uuid" box with XMP, which is beside a film's index.
XMP_UUID = bytes.fromhex("be7acfcb97a942e89c71999491e3afac")


def endless_extents(path, count):
    """Writes a HEIC whose items have 65,535 extents each, all without a length."""
    item = box(b"infe", b"\2\0\0\0", struct.pack(">HH", 2, 0), b"abcd\0")
    extents = box(b"iloc", bytes(6), struct.pack(">H", count), struct.pack(">HHH", 9, 0, 65535) * count)
    described = [box(b"pitm", bytes(4), b"\0\1"), box(b"iinf", bytes(4), b"\0\1", item), extents]
    with open(path, "wb") as file:
        file.write(box(b"ftyp", b"heic", bytes(4), b"mif1heic"))
        file.write(box(b"meta", bytes(4), box(b"hdlr", bytes(8), b"pict", bytes(13)), *described))
    return path


# XML as Sony's cameras write it.
XML = b"""<NonRealTimeMeta><Device modelName="ILCE-7"/><AcquisitionRecord><Group name="ExifGPS">
<Item name="Latitude" value="46:56:52.800"/></Group></AcquisitionRecord></NonRealTimeMeta>"""
SONY = box(b"meta", bytes(4), box(b"hdlr", bytes(8), b"nrtm", bytes(13)), box(b"xml ", bytes(4), XML))


def tangled_film(path):
    """Writes a film of half a megabyte whose sensor track refers to its chunks again and again."""
    chunks, runs = 100_000, b"".join(struct.pack(">3I", first, 0, 1) for first in (1, 100_001) * 50)
    table = box(
        b"stbl", box(b"stsz", bytes(12)), box(b"stsc", bytes(4), struct.pack(">I", 100), runs),
        box(b"stco", bytes(4), struct.pack(">I", chunks), bytes(4 * chunks)))
    media = box(b"mdia", box(b"hdlr", bytes(8), b"meta", bytes(13)), box(b"minf", table))
    with open(path, "wb") as file:
        file.write(box(b"ftyp", b"isom", bytes(4)) + box(b"moov", box(b"trak", media)) + box(b"mdat", bytes(8)))
    return path


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def with_chunks(path, *chunks):
    """Inserts chunks into a PNG, behind its header."""
    with open(path, "r+b") as file:
        data = file.read()
        file.seek(33)
        file.write(b"".join(chunks) + data[33:])
    return path


def with_riff_chunk(path, name, content):
    """Adds a chunk at the end of a WebP."""
    with open(path, "r+b") as file:
        data = file.read() + name + struct.pack("<I", len(content)) + content + bytes(len(content) & 1)
        file.seek(0)
        file.write(data[:4] + struct.pack("<I", len(data) - 8) + data[8:])
    return path


def append(path, content):
    with open(path, "ab") as file:
        file.write(content)
    return path


def package(path, parts):
    """Writes an office document with these parts."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
    return path


RELATIONS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">%s</Relationships>'
TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">%s</Types>'


SVG = b"""<?xml version="1.0"?>
<!-- Created by Ada Example -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="8" height="8"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" sodipodi:docname="/home/ada/logo.svg" xml:base="/home/ada">
  <metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">Ada Example</rdf:RDF></metadata>
  <sodipodi:namedview inkscape:window-width="1900"/>
  <rect style="fill:red;-inkscape-font-specification:'Ada'" inkscape:label="/home/ada" data-name="ada" width="4" height="4"/>
</svg>
"""


def pdf(path, photo):
    """Writes a page with text and a photo, like an office program."""
    image = b"<</Type/XObject/Subtype/Image/Width 96/Height 64/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode"
    page = b"BT /F1 18 Tf 20 100 Td (Words on a page) Tj ET q 96 0 0 64 20 20 cm /I Do Q"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 150]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</I 6 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(page), page), b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        image + b"/Length %d>>stream\n%s\nendstream" % (len(photo), photo), b"<</Author(Ada Example)/Title(Secret plan)>>",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj%s endobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 8\n0000000000 65535 f \n%strailer<</Size 8/Root 1 0 R/Info 7 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    with open(path, "wb") as file:
        file.write(data + end % (table, len(data)))
    return path
