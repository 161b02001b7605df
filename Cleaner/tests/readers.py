# SPDX-License-Identifier: Apache-2.0
"""Finds metadata with other projects' programs: places, people, devices, and words that a file's owner may
not know of."""
import collections, json, os, re, subprocess, tempfile, zipfile
from xml.etree import ElementTree

import pikepdf

# Names of ExifTool's tags, by kind of fact. Tags in PASSED_GROUPS reveal nothing about a file's owner.
TAGS = {
    "location": r"GPS(Latitude|Longitude|Position|Coordinates|Altitude|Dest\w+|AreaInformation)|(Hometown|Destination)?City|Country"
    r"|Sub-?[lL]ocation|Province-?State|State|Country-?\w*Name|CountryCode|Location(Name|Created\w*|Shown\w*)?|Loci|LocationInformation",
    "device": r"Make|Model|UniqueCameraModel|(Internal|Camera|Lens|Body|Flash)?SerialNumber\d?|LensModel|CameraModelName|AndroidModel|HostComputer",
    "person": r"Artist|Author|Creator|By-line|(Camera)?OwnerName|LastModifiedBy|LastSavedBy|Initial-?[cC]reator|Manager|XPAuthor"
    r"|Writer-Editor|CaptionWriter|PersonInImage|Copyright(Notice)?|Rights|RegionName|RegionPersonDisplayName|Creator\w*Email|Printed-?[bB]y",
    "text": r"ImageDescription|UserComment|Comment|Caption-Abstract|Headline|Title|Subject|Description|Keywords|XPComment|XPTitle|XPKeywords"
    r"|Credit|Company|ObjectName|SpecialInstructions",
    "software": r"Software|CreatorTool|Producer|ProcessingSoftware|HistorySoftwareAgent|Application|Generator",
    "time": r"(Create|Modify|Metadata|Date)Date|DateTimeOriginal|DateTime|HistoryWhen|TimeCreated|DateCreated",
    "other": r"DocumentID|InstanceID|OriginalDocumentID|ImageUniqueID|MediaUniqueID|ContentIdentifier|Template",
}
TAGS = {kind: re.compile(f"(?:{names})(?:-\\w\\w(?:-\\w\\w)?)?\\Z") for kind, names in TAGS.items()}
PASSED_GROUPS = re.compile(r"\A(?:\w+:)*(?:System|File|ExifTool|Composite|ICC\w*|ICC-\w+)(?::|\Z)")
# Values that mean "unknown".
NOTHING = re.compile(r"(?i)(?:[\s0.:/+-]*|0 deg 0\W 0\.00.(?: [NESW])?|[+-]?0\.?0* [+-]?0\.?0*|\(not set\)|\(unknown\)|0(?:\.0*)? m|(?:0/\d+ ?)+|n/?a|none|unknown|\(?none\)?|undef|inf|untitled|default|normal|author)\Z")
PEOPLE = re.compile(rb"<(?:\w+:)?(?:creator|lastModifiedBy|initial-creator|printed-by|author)(?:\s[^>]*)?>([^<]+)<|\b\w+:author=\"([^\"]+)\"")
# Elements with visible text, in which an author's name is content.
SHOWN = {"t", "p", "span", "h", "a", "v", "f", "is", "si", "list-item", "title", "tspan", "text", "li", "td", "string"}


def read(paths):
    """ExifTool's tags of each file and of the pictures within it, as path -> [(group, tag, value)]."""
    said = collections.defaultdict(list)
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        within = {part: path for path in paths for part in pictures_within(path, folder)}
        all_paths = [*paths, *within]
        for some in [all_paths[at:at + 200] for at in range(0, len(all_paths), 200)]:
            command = ["exiftool", "-q", "-json", "-a", "-ee3", "-G3:1:4", "-api", "LargeFileSupport=1", "-@", "-"]
            printed = subprocess.run(command, input="\n".join(some), capture_output=True, text=True, errors="replace").stdout
            for tags in json.loads(printed or "[]"):
                name = tags.pop("SourceFile")
                said[within.get(name, name)] += [(*key.rpartition(":")[::2], value) for key, value in tags.items()]
    return said


def pictures_within(path, folder):
    """Writes a document's pictures and the metadata of a PDF's objects into the folder; yields their
    paths."""
    number = len(os.listdir(folder))
    for number, (suffix, data) in enumerate(parts_within(path), number):
        part = os.path.join(folder, f"{number}.{suffix}")
        with open(part, "wb") as file:
            file.write(data)
        yield part


def parts_within(path):
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as package:
                for name in package.namelist():
                    if re.search(r"(?i)\.(jpe?g|png|tiff?|webp|gif|heic|mp4|mov|mp3|m4a)\Z", name):
                        yield name.rpartition(".")[2], package.read(name)
        elif path.lower().endswith(".pdf"):
            with pikepdf.open(path) as pdf:
                for one in pdf.objects:
                    if isinstance(one, pikepdf.Stream) and (one.get("/Type") == "/Metadata" or one.get("/Filter") == "/DCTDecode"):
                        yield ("xmp", one.read_bytes()) if one.get("/Type") == "/Metadata" else ("jpg", one.read_raw_bytes())
    except Exception:
        # The file is encrypted or damaged; the programs that clean it may report why.
        return


def facts(path, kind, tags):
    """The facts in a file, as kind -> values."""
    found = collections.defaultdict(set)
    for group, tag, value in tags:
        if PASSED_GROUPS.match(group) or group.endswith("PDF") and tag == "Creator" or tag == "State" and "adhocwf" in group:
            continue
        for fact, names in TAGS.items():
            if names.match(tag):
                values = value if isinstance(value, list) else [value]
                found[fact] |= {str(one) for one in values if not isinstance(one, dict) and not NOTHING.match(str(one))}
    if kind == "gpx":
        with open(path, "rb") as file:
            found["location"].update(one.decode() for one in re.findall(rb"\blat\s*=\s*[\"']([^\"']+)", file.read()))
    for name, data in xml_parts(path):
        for one in PEOPLE.findall(data):
            value = (one[0] or one[1]).decode(errors="replace").strip()
            if not NOTHING.match(value):
                found["person"].add(value)
    found["location"] |= exiv2_places(path) if kind in ("jpg", "png", "webp", "tif", "jp2", "raw") else set()
    return {fact: values for fact, values in found.items() if values}


def exiv2_places(path):
    printed = subprocess.run(["exiv2", "-K", "Exif.GPSInfo.GPSLatitude", "-K", "Exif.GPSInfo.GPSLongitude", "-Pv", path], capture_output=True)
    return {line.strip() for line in printed.stdout.decode(errors="replace").splitlines() if not NOTHING.match(line)}


def xml_parts(path):
    """Yields the XML parts of a package."""
    if not zipfile.is_zipfile(path):
        return
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            if name.endswith((".xml", ".rels", ".opf", ".ncx")):
                try:
                    yield name, package.read(name)
                except Exception:
                    pass


def remaining(path, original, tags, tags_before):
    """The original's facts that are still in its copy: in the same tag, or as a longer word anywhere in the
    bytes."""
    left = []
    before = {(tag, str(value)) for _, tag, value in tags_before}
    for group, tag, value in tags:
        if PASSED_GROUPS.match(group):
            continue
        for fact, names in TAGS.items():
            # Browsers show a drawing's title, and readers a book's.
            if (group, tag) not in (("SVG", "Title"), ("XML-dc", "Title")) and fact in original and names.match(tag) and (tag, str(value)) in before and not NOTHING.match(str(value)):
                left.append((fact, f"{group}:{tag}={str(value)[:60]}"))
    return left + words_left(path, original, tags)


def words_left(path, original, tags):
    """Words for a person or a device anywhere in the bytes except in visible text, and names of places as a
    tag's value."""
    places = original.get("location", set())
    left = [("location", f"{group}:{tag}={word}") for group, tag, value in tags if not PASSED_GROUPS.match(group)
            for word in places.intersection(map(str, value if isinstance(value, list) else [value])) if re.search(r"[^\W\d]{3}", word)]
    words = {value: fact for fact in ("person", "device") for value in original.get(fact, ()) if len(value) > 5}
    parts = [(name, hidden(data)) for name, data in xml_parts(path)]
    if not parts:
        with open(path, "rb") as file:
            parts = [("bytes", file.read())]
    for name, data in parts:
        left += [(fact, f"{name}: {word[:60]}") for word, fact in words.items() if any(word.encode(how) in data for how in ("utf-8", "utf-16-le", "utf-16-be"))]
    return left


def hidden(data):
    """All attributes and texts of an XML part, except visible text."""
    try:
        elements = ElementTree.fromstring(data).iter()
    except Exception:
        return data
    words = []
    for element in elements:
        words += element.attrib.values()
        if str(element.tag).rpartition("}")[2] not in SHOWN:
            words.append(element.text or "")
    return "\n".join(words).encode(errors="replace")
