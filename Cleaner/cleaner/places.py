# SPDX-License-Identifier: Apache-2.0
"""Locations in metadata, by ExifTool's names: for finding them, removing them, and verifying the removal."""
import base64, fnmatch, re

from . import metadata, picture_parts
from .exif_tool import values

# Names of tags about locations, in EXIF, XMP, IPTC, QuickTime and maker notes, in any group unless one is given.
PLACES = [
    "*GPS*", "*Latitude", "*Longitude", "*LatitudeRef", "*LongitudeRef", "Geo*", "City", "City2", "XMP-photoshop:State",
    "Panasonic:State", "Province-State", "Country*", "Sub-location", "Location", "ContentLocation*", "LocationShown*",
    "LocationCreated*", "LocationInfo*", "LocationName", "LocalLocationName", "LocationBody", "LocationNote", "LocationRole",
    "LocationDate", "LocationAccuracy*", "LocationISO*",
    "CreatorCity", "CreatorRegion", "CreatorCountry", "CreatorAddress", "CreatorPostalCode", "CiAdr*", "Landmark",
    "LicensorCity", "LicensorRegion", "LicensorCountry", "LicensorPostalCode", "HometownCity", "DestinationCity",
    "GimbalYawDegree", "*LocationInformation", "ShotLocation", "*LocationAddress*", "Coverage", "AbsoluteAltitude",
    "RelativeAltitude",
    # The site of a specimen (Darwin Core), and the location of a mobile phone.
    "XMP-dwc:DC*", "XMP-cell:all",
    # The W3C's vocabulary, and others with abbreviated names.
    "XMP-geo:all", "XMP:Lat", "XMP:Long", "XMP:Lng",
    "ModelTiePoint", "PixelScale", "ModelTransform", "GDALMetadata",
]
# Pictures within a photo that may have their own location.
THUMBNAILS = ["ThumbnailImage", "PhotoshopThumbnail", "XMP:*Image", "XMP:ImageData"]
# Suffixes of the names of tags that are pictures, including covers in sound and films.
PICTURES = ("Image", "Thumbnail", "ImageData", "JpgFromRaw", "Picture", "CoverArt", "AttachedFileData")
# Further pictures in a TIFF's sub-directories. ExifTool's names do not tell previews from main pictures there, so they are read
# but not removed.
WITHIN = [f"SubIFD{number}:{name}" for number in ("", 1, 2) for name in ("PreviewImage", "JpgFromRaw", "OtherImage")]
# Keywords that people give to photos; some programs write them as a path too: Places|Bern.
KEYWORDS = [
    "Keywords", "Subject", "HierarchicalSubject", "TagsList", "LastKeywordXMP", "LastKeywordIPTC", "CatalogSets", "Categories",
    "SupplementalCategories", "XPKeywords",
]
# Trees of keywords, with a tag for each level (Metadata Working Group, IDimager).
TREES = ["XMP-mwg-kw:HierarchicalKeywords?", "XMP-ics:LabelName?"]
TREE = re.compile(r":XMP-(mwg-kw|ics):")
# ACDSee's categories, which digiKam writes too, are nested XML elements.
ELEMENTS = re.compile("<[^<>]*>")
# Words for a place at the root of a keyword path. "Georg" and "geology" must not match.
PLACE_WORDS = (
    r"places?|locations?|geo((graph|tag|loc|name|dat|cod|info|pos|koord)\w*)?|orte?|lieux?|lugar(es)?|места|地点|場所|أماكن|מקומות"
    r"|where|wo|où|dónde|onde|где|哪里|どこ|أين|איפה")
PLACE_PATH = re.compile(rf"geo:\w+=|(?:^|[|/])\s*({PLACE_WORDS})\s*[?？؟]?\s*[|/]", re.IGNORECASE)
# Matches a name, but not a number or a symbol.
WORD = re.compile(r"[^\W\d_]{2}|[^\W\d_a-zA-Z]")
NAMES = PLACES + THUMBNAILS + KEYWORDS + TREES
# Texts that may contain coordinates.
TEXTS = [
    "*Description", "*Caption*", "*Comment*", "*Title", "Headline", "*Instructions", "Note", "Notes", "Label", "Information",
    "TransmissionReference", "JobID", "Software", "Copyright*", "Rights", "Source", "Artist", "DocumentName", "PageName", "PNG:all",
]
# Latitude and longitude in a text: two numbers with at least four decimals, in NMEA's form, and in ISO 6709's.
PAIR = re.compile(r"(?<![\d.])([-+]?\d{1,3}\.\d{4,})[^\d\n+-]{1,12}?([-+]?\d{1,3}\.\d{4,})(?![\d.])")
NMEA = re.compile(r"(\d\d)(\d\d\.\d{3,}),([NS]),(\d{3})(\d\d\.\d{3,}),([EW])")
ISO_6709 = re.compile(r"([+-]\d\d\.\d+)([+-]\d{3}\.\d+)|[+-]\d{4}(?:\d\d)?\.\d+[+-]\d{5}(?:\d\d)?\.\d+")
# Tags that accompany a position without being one.
BESIDE = re.compile(
    r"GPS(VersionID|Altitude|DateStamp|TimeStamp|DateTime|MapDatum|\w+Ref|Status|MeasureMode|DOP|Satellites|ProcessingMethod|Differential"
    r"|HPositioningError|Speed|Track|ImgDirection)\Z")
# Photoshop blocks other than 8BIM, such as PHUT: unknown to ExifTool (-u), but IPTC to other readers.
UNKNOWN_BLOCKS = "Photoshop_Unknown_"
# Thumbnails are read with their content.
READ = ["-b", "-u", f"-{metadata.WARNING}", f"-{UNKNOWN_BLOCKS}*", *(f"-{name}" for name in NAMES + TEXTS + WITHIN)]
# Removes every tag of these names in any group, for which ExifTool loads all its tables; and whole maker notes, as single tags
# cannot be removed from some of them.
REMOVE_MORE = [
    "-gps:all=", *(f"-{name}=" for name in NAMES), "-MakerNotes:all=", "-XMP-drone-dji:all=", "-XMP-drone-parrot:all=",
]


# A film's location as ExifTool prints it: two numbers, with or without names.
FILM_PLACE = re.compile(r"(?:^|Lat=)([-+]?\d+(?:\.\d+)?),? (?:Lon=)?([-+]?\d+(?:\.\d+)?)")


def said_in(tags):
    """The tags that go when locations are removed. A warning is one of them: other programs may read what ExifTool cannot."""
    named = places_in(tags)
    return {name: value for name, value in tags.items() if ":" in name and (
        name in named
        or (any(map(has_metadata, values(value))) if is_picture(name)
            else metadata.is_warning(name, value) if name.startswith("ExifTool:")
            else UNKNOWN_BLOCKS in name or is_beside(name) and is_said(value)))}


def places_in(tags):
    """The tags about a location: by name, texts with coordinates, and keywords in a tree of places."""
    named = {
        name: value for name, value in tags.items()
        if is_place(name) and not BESIDE.match(name.rsplit(":", 1)[-1]) and not is_picture(name) and is_said(value)
        or is_text(name) and any(next(positions(str(text)), None) for text in values(value))}
    keywords = keywords_in(tags)
    paths = [path for found in keywords.values() for path in found]
    words = {str(word).strip().casefold() for value in named.values() for word in values(value) if WORD.search(str(word))}
    # All keywords in a tree with the name of a place are place names.
    words |= {part for path in paths if PLACE_PATH.search(path) or words & parts(path) for part in parts(path)}
    return named | {name: tags[name] for name, found in keywords.items() if any(words & parts(path) for path in found)}


def keywords_in(tags):
    """The keyword tags, with the paths in them."""
    keywords = {
        name: [path for words in values(value) for path in ELEMENTS.sub("|", str(words)).split(";")] for name, value in tags.items()
        if name.rsplit(":", 1)[-1] in KEYWORDS
    }
    trees = sorted(filter(TREE.search, tags))
    return keywords | dict.fromkeys(trees, ["|".join(str(word) for name in trees for word in values(tags[name]))])


# Values that programs write for unknown data, and identifiers.
NOTHING = re.compile(
    r"(undef(ined)?|unknown|none|n/a|\(?not set\)?|true|false|x-default|(urn:)?uuid:.*|xmp\.[di]id:.*|[0-9a-f]{32})?\Z", re.IGNORECASE)


def is_said(value):
    """Whether a value has any content: phones write empty ones if locations are turned off."""
    words = str(value).strip()
    return not (NOTHING.match(words) or NOTHING.match(words.strip("+- .0")))


def is_named(*names):
    """A predicate that matches tags by names with wildcards and groups, as in ExifTool's arguments."""
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
    """Whether a tag accompanies a position without being one."""
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
    """Whether a tag's value is a picture. CompositeImage is not: it is a word about how the photo was made."""
    return name.endswith(PICTURES) and not name.endswith(":CompositeImage")


def parts(path):
    return {part.strip().casefold() for part in re.split("[|/]", path)} - {""}


def has_metadata(thumbnail):
    """Whether a thumbnail, as ExifTool prints it in JSON, has metadata of its own; True if it cannot be decoded."""
    try:
        return picture_parts.says_more(base64.b64decode(str(thumbnail).removeprefix("base64:")))
    except ValueError:
        return True


def removals(copies, more):
    """Yields changes that remove locations, each built after the one before was made. The first includes `more`; the last removes
    all metadata."""
    yield removal({name for copy in copies for name in copy.left}) + more
    yield REMOVE_MORE
    yield sorted({f"-{group}:all=" for copy in copies for name in copy.left if (group := whole_group(name))})
    yield metadata.CHANGES


def whole_group(name):
    """The group to remove as a whole for a tag that cannot be removed by itself: an XMP schema, texts of a PNG, a vendor's
    segments of a JPEG; None for any other tag."""
    family, group, _ = metadata.parts(name)
    return {"XMP": group, "JUMBF": "APP11"}.get(family, family if family.startswith(("APP", "PNG")) else None)


# Prefixes of tags that cannot be removed by their own names.
NO_GROUPS = ("Composite:", "ExifTool:", "EXIF:GPS:", "EXIF:SubIFD")


def removal(found):
    """The changes that remove the tags, by their last group and name."""
    groups = {tuple(name.split(":")[-2:]) for name in found if not name.startswith(NO_GROUPS)}
    # Unknown blocks can be removed only with their whole group.
    names = {(group, "all" if name.startswith(UNKNOWN_BLOCKS) else name) for group, name in groups}
    return ["-gps:all=", *sorted(f"-{group}:{name}=" for group, name in names)]


def all_coordinates(tags):
    """The positions of each group of tags: a file may contain several pictures, each with its own."""
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
    """Latitude and longitude in degrees, from a film's tags or else from EXIF or XMP, read with -n; (0, 0) if there are none.
    ExifTool's Composite tags have them too, but take as long to read as all others together."""
    if film := FILM_PLACE.search(str(tags.get("GPSCoordinates") or tags.get("LocationInformation"))):
        found = [float(number) for number in film.groups()]
    else:
        found = [signed(tags, name) for name in ("GPSLatitude", "GPSLongitude")]
    # Some maker notes have other numbers in these tags.
    return found if all(abs(value) <= most for value, most in zip(found, (90, 180))) else (0, 0)


def signed(tags, name):
    """A coordinate with its sign, which EXIF stores in a Ref tag; 0 if it is not a number."""
    value = tags.get(name)
    if not isinstance(value, (int, float)):
        return 0
    return -abs(value) if str(tags.get(name + "Ref"))[:1] in ("S", "W") else value
