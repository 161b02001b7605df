# SPDX-License-Identifier: Apache-2.0
"""What metadata says of places, as ExifTool names it: read to describe, written to remove, read again to be sure."""
import base64, fnmatch, re

from . import metadata, picture_parts
from .exif_tool import values

# In EXIF, XMP, IPTC, QuickTime and what makers write into their notes. Names, wherever they stand.
PLACES = [
    "*GPS*", "*Latitude", "*Longitude", "*LatitudeRef", "*LongitudeRef", "Geo*", "City", "City2", "XMP-photoshop:State",
    "Panasonic:State", "Province-State", "Country*", "Sub-location", "Location", "ContentLocation*", "LocationShown*",
    "LocationCreated*", "LocationInfo*", "LocationName", "LocalLocationName", "LocationBody", "LocationNote", "LocationRole",
    "LocationDate", "LocationAccuracy*", "LocationISO*",
    "CreatorCity", "CreatorRegion", "CreatorCountry", "CreatorAddress", "CreatorPostalCode", "CiAdr*", "Landmark",
    "LicensorCity", "LicensorRegion", "LicensorCountry", "LicensorPostalCode", "HometownCity", "DestinationCity",
    "GimbalYawDegree", "*LocationInformation", "ShotLocation", "*LocationAddress*", "Coverage", "AbsoluteAltitude",
    "RelativeAltitude",
    # Where a specimen was found (Darwin Core), and a telephone.
    "XMP-dwc:DC*", "XMP-cell:all",
    # The World Wide Web Consortium's vocabulary, and others that shorten the words.
    "XMP-geo:all", "XMP:Lat", "XMP:Long", "XMP:Lng",
    "ModelTiePoint", "PixelScale", "ModelTransform", "GDALMetadata",
]
# Pictures within a photo that may say a place of their own.
THUMBNAILS = ["ThumbnailImage", "PhotoshopThumbnail", "XMP:*Image", "XMP:ImageData"]
# How the names of pictures end, with those of covers in sound and films.
PICTURES = ("Image", "Thumbnail", "ImageData", "JpgFromRaw", "Picture", "CoverArt", "AttachedFileData")
# The same beside a TIFF's main picture, where ExifTool's names do not tell one from what the file is for: read, and not removed.
WITHIN = [f"SubIFD{number}:{name}" for number in ("", 1, 2) for name in ("PreviewImage", "JpgFromRaw", "OtherImage")]
# Words that people give to photos; some programs write them as a path too, Places|Bern.
KEYWORDS = [
    "Keywords", "Subject", "HierarchicalSubject", "TagsList", "LastKeywordXMP", "LastKeywordIPTC", "CatalogSets", "Categories",
    "SupplementalCategories", "XPKeywords",
]
# Trees of such words, with a tag for each depth (Metadata Working Group, IDimager).
TREES = ["XMP-mwg-kw:HierarchicalKeywords?", "XMP-ics:LabelName?"]
TREE = re.compile(r":XMP-(mwg-kw|ics):")
# ACDSee's categories, which digiKam writes too, are nested XML elements.
ELEMENTS = re.compile("<[^<>]*>")
# Georg is a person, and geology no place.
PLACE_WORDS = (
    r"places?|locations?|geo((graph|tag|loc|name|dat|cod|info|pos|koord)\w*)?|orte?|lieux?|lugar(es)?|места|地点|場所|أماكن|מקומות"
    r"|where|wo|où|dónde|onde|где|哪里|どこ|أين|איפה")
PLACE_PATH = re.compile(rf"geo:\w+=|(?:^|[|/])\s*({PLACE_WORDS})\s*[?？؟]?\s*[|/]", re.IGNORECASE)
# A name, and not a number or a sign.
WORD = re.compile(r"[^\W\d_]{2}|[^\W\d_a-zA-Z]")
NAMES = PLACES + THUMBNAILS + KEYWORDS + TREES
# Texts that people or programs write, in which coordinates may stand.
TEXTS = [
    "*Description", "*Caption*", "*Comment*", "*Title", "Headline", "*Instructions", "Note", "Notes", "Label", "Information",
    "TransmissionReference", "JobID", "Software", "Copyright*", "Rights", "Source", "Artist", "DocumentName", "PageName", "PNG:all",
]
# Latitude and longitude in a text: two numbers of at least four decimals, as NMEA has them, and by ISO 6709.
PAIR = re.compile(r"(?<![\d.])([-+]?\d{1,3}\.\d{4,})[^\d\n+-]{1,12}?([-+]?\d{1,3}\.\d{4,})(?![\d.])")
NMEA = re.compile(r"(\d\d)(\d\d\.\d{3,}),([NS]),(\d{3})(\d\d\.\d{3,}),([EW])")
ISO_6709 = re.compile(r"([+-]\d\d\.\d+)([+-]\d{3}\.\d+)|[+-]\d{4}(?:\d\d)?\.\d+[+-]\d{5}(?:\d\d)?\.\d+")
# Tags of a position's group that say no position.
BESIDE = re.compile(
    r"GPS(VersionID|Altitude|DateStamp|TimeStamp|DateTime|MapDatum|\w+Ref|Status|MeasureMode|DOP|Satellites|ProcessingMethod|Differential"
    r"|HPositioningError|Speed|Track|ImgDirection)\Z")
# Blocks beside Photoshop's own 8BIM, such as PHUT: unknown to ExifTool (-u), and IPTC to other readers.
UNKNOWN_BLOCKS = "Photoshop_Unknown_"
# Thumbnails are read with their content.
READ = ["-b", "-u", f"-{metadata.WARNING}", f"-{UNKNOWN_BLOCKS}*", *(f"-{name}" for name in NAMES + TEXTS + WITHIN)]
# Every tag of these names wherever it may be written, for which ExifTool loads all its tables; and makers' notes, out of some
# of which no single tag can be taken.
REMOVE_MORE = [
    "-gps:all=", *(f"-{name}=" for name in NAMES), "-MakerNotes:all=", "-XMP-drone-dji:all=", "-XMP-drone-parrot:all=",
]


# How ExifTool prints a film's place: as two numbers, or with their names.
FILM_PLACE = re.compile(r"(?:^|Lat=)([-+]?\d+(?:\.\d+)?),? (?:Lon=)?([-+]?\d+(?:\.\d+)?)")


def said_in(tags):
    """The tags that go with a place, and a warning: what ExifTool does not read, others may."""
    named = places_in(tags)
    return {name: value for name, value in tags.items() if ":" in name and (
        name in named
        or (any(map(has_metadata, values(value))) if is_picture(name)
            else metadata.is_warning(name, value) if name.startswith("ExifTool:")
            else UNKNOWN_BLOCKS in name or is_beside(name) and is_said(value)))}


def places_in(tags):
    """The tags that are those of a place, and texts with coordinates in them."""
    named = {
        name: value for name, value in tags.items()
        if is_place(name) and not BESIDE.match(name.rsplit(":", 1)[-1]) and not is_picture(name) and is_said(value)
        or is_text(name) and any(next(positions(str(text)), None) for text in values(value))}
    keywords = keywords_in(tags)
    paths = [path for found in keywords.values() for path in found]
    words = {str(word).strip().casefold() for value in named.values() for word in values(value) if WORD.search(str(word))}
    # What stands in a tree with the name of a place is one.
    words |= {part for path in paths if PLACE_PATH.search(path) or words & parts(path) for part in parts(path)}
    return named | {name: tags[name] for name, found in keywords.items() if any(words & parts(path) for path in found)}


def keywords_in(tags):
    """The tags of keywords, with the paths that they say."""
    keywords = {
        name: [path for words in values(value) for path in ELEMENTS.sub("|", str(words)).split(";")] for name, value in tags.items()
        if name.rsplit(":", 1)[-1] in KEYWORDS
    }
    trees = sorted(filter(TREE.search, tags))
    return keywords | dict.fromkeys(trees, ["|".join(str(word) for name in trees for word in values(tags[name]))])


# What programs write where nothing is known, and identifiers.
NOTHING = re.compile(
    r"(undef(ined)?|unknown|none|n/a|\(?not set\)?|true|false|x-default|(urn:)?uuid:.*|xmp\.[di]id:.*|[0-9a-f]{32})?\Z", re.IGNORECASE)


def is_said(value):
    """Whether a value says anything: phones write empty ones where the place is turned off."""
    words = str(value).strip()
    return not (NOTHING.match(words) or NOTHING.match(words.strip("+- .0")))


def is_named(*names):
    """A function that says whether a tag is one of those that ExifTool's arguments name so."""
    wanted = [name.rpartition(":") for name in names]
    pattern = lambda name: fnmatch.translate("*" if name == "all" else name)
    anywhere = re.compile("|".join(pattern(name) for group, _, name in wanted if not group) or "(?!)")
    within = [(group, re.compile(pattern(name))) for group, _, name in wanted if group]

    def is_wanted(tag):
        *groups, name = tag.split(":")
        return bool(groups) and bool(
            anywhere.match(name) or any(group in groups and pattern.match(name) for group, pattern in within))

    return is_wanted


is_place, is_text = is_named(*PLACES), is_named(*TEXTS, *KEYWORDS)


def is_beside(name):
    """Whether a tag stands with a position, and says none."""
    return is_place(name) and bool(BESIDE.match(name.rsplit(":", 1)[-1])) and not name.endswith(":GPSVersionID")


def positions(text):
    """The coordinates in a text, as (latitude, longitude)."""
    for found in PAIR.finditer(text):
        latitude, longitude = map(float, found.groups())
        if abs(latitude) <= 90 and abs(longitude) <= 180:
            yield latitude, longitude
        elif abs(latitude) <= 180 and abs(longitude) <= 90:
            yield longitude, latitude
    for found in NMEA.finditer(text):
        degrees, minutes, south, more_degrees, more_minutes, west = found.groups()
        latitude, longitude = int(degrees) + float(minutes) / 60, int(more_degrees) + float(more_minutes) / 60
        yield -latitude if south == "S" else latitude, -longitude if west == "W" else longitude
    for found in ISO_6709.finditer(text):
        yield tuple(map(float, found.groups())) if found[1] else (0, 0)


def is_picture(name):
    """Whether a tag of those that are read is a picture. That a photo was made of several is told by a word."""
    return name.endswith(PICTURES) and not name.endswith(":CompositeImage")


def parts(path):
    return {part.strip().casefold() for part in re.split("[|/]", path)} - {""}


def has_metadata(thumbnail):
    """Whether a thumbnail, as ExifTool prints it in JSON, says something of itself, such as where it was taken."""
    try:
        return picture_parts.says_more(base64.b64decode(str(thumbnail).removeprefix("base64:")))
    except ValueError:
        return True


def removals(copies, more):
    """Changes that remove what is said, each made once the one before has been; the first makes some more. If nothing else helps,
    all metadata goes."""
    yield removal({name for copy in copies for name in copy.left}) + more
    yield REMOVE_MORE
    yield sorted({f"-{group}:all=" for copy in copies for name in copy.left if (group := whole_group(name))})
    yield metadata.CHANGES


def whole_group(name):
    """The group of a tag that goes as a whole: a schema of XMP that ExifTool does not know, texts of a PNG by other names than the
    standard's, and what makers write into a JPEG; None of any other."""
    family, group, _ = metadata.parts(name)
    return {"XMP": group, "JUMBF": "APP11"}.get(family, family if family.startswith(("APP", "PNG")) else None)


# Tags that do not go by their own names.
NO_GROUPS = ("Composite:", "ExifTool:", "EXIF:GPS:", "EXIF:SubIFD")


def removal(found):
    """The changes that remove the tags, which is a matter of their groups."""
    groups = {tuple(name.split(":")[-2:]) for name in found if not name.startswith(NO_GROUPS)}
    # What ExifTool does not know goes with its whole group only.
    names = {(group, "all" if name.startswith(UNKNOWN_BLOCKS) else name) for group, name in groups}
    return ["-gps:all=", *sorted(f"-{group}:{name}=" for group, name in names)]


def all_coordinates(tags):
    """The positions of each group of tags that has some: one file may hold several pictures, each with its own."""
    groups = {}
    for tag, value in tags.items():
        group, _, name = tag.rpartition(":")
        groups.setdefault(group, {})[name] = values(value)
    for group in groups.values():
        lists = {name: found for name, found in group.items() if name.startswith("GPS") or name == "LocationInformation"}
        for number in range(max(map(len, lists.values()), default=0)):
            position = coordinates({name: found[min(number, len(found) - 1)] for name, found in lists.items()})
            if any(position):
                yield position


def coordinates(tags):
    """Latitude and longitude in degrees, read with -n: of EXIF and XMP, or else of a film; 0 where there are none. ExifTool's own
    Composite tags have them too, and take it as long as all others."""
    if film := FILM_PLACE.search(str(tags.get("GPSCoordinates") or tags.get("LocationInformation"))):
        found = [float(number) for number in film.groups()]
    else:
        found = [signed(tags, name) for name in ("GPSLatitude", "GPSLongitude")]
    # Some makers' notes have other numbers.
    return found if all(abs(value) <= most for value, most in zip(found, (90, 180))) else (0, 0)


def signed(tags, name):
    """A number with its sign, which EXIF has in a tag beside it; 0 if it is none."""
    value = tags.get(name)
    if not isinstance(value, (int, float)):
        return 0
    return -abs(value) if str(tags.get(name + "Ref"))[:1] in ("S", "W") else value
