# SPDX-License-Identifier: Apache-2.0
"""Derives facts from ExifTool's tags."""
import re
from itertools import islice

from . import metadata, places
from .exif_tool import text, values
from .finding import Unread

READ = ["-fast", "-n", *metadata.ALL]
# For films and sound, which may have metadata at their ends, too.
READ_STREAMS = ["-ee", "-n", *metadata.ALL]
# Positions in the samples of sensors.
READ_SENSORS = ["-n", "-ee", "-GPSLatitude", "-GPSLongitude", "-GPSCoordinates"]
# ExifTool's names of raw photo formats (RAW), and of all formats that it reads completely (KNOWN).
RAW = set("""
    DNG CR2 CR3 CRW NEF NRW ARW SR2 SRF SRW ORF RW2 RWL RAF PEF 3FR FFF IIQ ERF MRW KDC DCR MOS MEF X3F
""".split())
KNOWN = RAW | set("""
    JPEG PNG APNG WEBP GIF TIFF HEIC HEIF AVIF JXL JP2 JPX J2C XMP MP4 M4A M4V M4B MOV QT 3GP 3G2 MP3 OGG OGV OPUS FLAC MKV MKA WEBM
    AVI PDF AI
""".split())

# Families of tags about a file's structure, except tags whose names suggest more.
STRUCTURE = {"AIFF", "FLAC", "GIF", "Jpeg2000", "JSON", "MPEG", "Ogg", "Opus", "PNG", "RIFF", "Theora", "ZIP"}
# Structural tags by name, for families in which names may be chosen by people.
STRUCTURAL = {family: set(names.split()) for family, names in {
    "APE": "APEVersion BitsPerSample BlocksPerFrame Channels CompressionLevel FinalFrameBlocks SampleRate TotalFrames",
    "Vorbis": "AudioChannels MaximumBitrate MinimumBitrate NominalBitrate SampleRate VorbisVersion",
    "Matroska": """
        AlphaMode AspectRatioType AttachedFileMIMEType AttachedFileUID AudioBitsPerSample AudioChannels AudioCodecID
        AudioSampleRate CodecDecodeAll CodecID ContentCompressionAlgorithm ContentEncodingType CropBottom CropLeft CropRight
        CropTop DefaultDuration DisplayHeight DisplayUnit DisplayWidth DocType DocTypeReadVersion DocTypeVersion Duration
        EBMLReadVersion EBMLVersion FrameRate Gamma ImageHeight ImageWidth OutputAudioSampleRate Stereo3DMode StereoMode
        SubtitleCodecID TagDefault TagLanguageBCP47 TagTrackUID TargetType TargetTypeValue TimecodeScale TrackDefault
        TrackForced TrackLanguage TrackLanguageIETF TrackNumber TrackTimecodeScale TrackType TrackUID TrackUsed VideoCodecID
        VideoFrameRate VideoScanType""",
}.items()}
# A user-defined text of an MP3, with its name.
NAMED_WORDS = re.compile(r"\(([^()]*\w[^()]*)\) (.+)", re.S)
# MIME types of attached fonts for a film's captions, which stay.
FONT = re.compile(r"font|opentype|truetype")
# Tags that make up an address, in order, and the maximum number of positions reported per file.
ADDRESS, MOST_PLACES = ("Sub-location", "Location", "City", "Country", "Country-PrimaryLocationName"), 4
# A path within a person's home folder.
HOME = re.compile(r"(?:/home/|/Users/|[A-Za-z]:[\\/]Users[\\/])\w")
DATE = re.compile(r"\b(\d{4}):(\d\d):(\d\d)\b")
# Kinds of facts by tag name; the first match counts.
NAMES = {kind: re.compile(pattern) for kind, pattern in {
    "device": r"^(Android|Lens|Device|Camera|UniqueCamera|Com\w*)?(Make|Manufacturer|Model)(Name|Desc)?$|Serial|CameraID"
              r"|HostComputer",
    "history": r"^AttachedFile(?!MIME)|^(History|DerivedFrom|Ingredients|DocumentAncestors|Pantry|Versions|Manifest)[A-Z]?",
    "preview": r"Thumbnail|^(Preview|Other)Image|JpgFromRaw|^MPImage|CoverArt|^Picture$|EmbeddedVideo",
    "software": r"Software|Creator(Tool|Version)|Producer|Encode[rd]|Encoding(Tool|Software)|(Writing|Muxing)App|Firmware|Toolkit"
                r"|Program$|Application|Generator|AndroidVersion|Vendor$|(Writer|Reader)Name$",
    "person": r"Artist|Author|Creator|By-line|Owner|Copyright(?!Flag)|Credit|Rights|Contributor|Editor|LastModifiedBy|Manager|Company"
              r"|Person|Writer|Publisher|Photographer|Contact|Engineer|Performer|^Organi[sz]ation$|^(Region|.*Face\d*)?Name$",
    "time": r"Date|(?<!Exposure)(?<!Self)(?<!Shutter)(?<!Play)Time(?!r|code|Scale)",
    "text": r"Description|Caption|Comment|Title|Headline|Keyword|^Subject|Label|Instructions|Prompt|Parameters|Workflow|Notes?$"
            r"|Lyrics|Categor|Album|Genre|Tags|Abstract|Synopsis|DocumentName|^TrackName$",
}.items()}
# Patterns that the values of some kinds must match: mere numbers are not names, texts or versions.
TOLD = {**dict.fromkeys(("person", "text", "software"), re.compile(r"[^\W\d_]|\d\.\d")), "time": re.compile(r"\d{4}[-:]\d\d")}
# Tags with a picture's offset, and the picture's tag.
WHERE = {"ThumbnailOffset": "ThumbnailImage"} | {name + "Start": name for name in ("PreviewImage", "JpgFromRaw", "OtherImage")}
# Warnings about data that ExifTool or this package reads nevertheless.
READ_ALL_THE_SAME = re.compile(
    r"(?i)(\[minor\] )?(Improper EXIF header|Trailer data after PNG IEND chunk|Empty XMP|Not decoding some large array)")


def kind_of_tag(tag, value):
    """The kind of fact in a tag; None if the tag is only about the file's structure or looks."""
    family, group, name = metadata.parts(tag)
    if value is None or not places.is_said(text(value)):
        return None
    if family == "PDF" and name == "Creator":
        # In a PDF, Creator is a program; the person is the Author.
        return "software"
    if name == "ID3Size":
        # ExifTool does not read everything in ID3, such as attached files.
        return "other"
    if name in STRUCTURAL.get(family, ()):
        return None
    kind = next((kind for kind, pattern in NAMES.items() if pattern.search(name)), None)
    if kind in TOLD and not TOLD[kind].search(text(value)):
        kind = None
    if family in STRUCTURE:
        return kind
    if tag == "SourceFile" or not metadata.says_more(family, group, name, value) or family == "ExifTool":
        return None
    if any(HOME.search(str(text)) for text in values(value)):
        return "software"
    return kind or "other"


def type_of(tags):
    return str(tags.get("File:FileType", "")).removeprefix("Extended ").removeprefix("Animated ").removesuffix(" Codestream")


def is_raw(tags):
    return type_of(tags) in RAW


def check(tags):
    """Raises Unread if ExifTool could not read the whole file, or does not know its format."""
    kind = type_of(tags)
    warnings = [
        str(warning) for name, value in tags.items() if name.startswith("ExifTool:") for warning in values(value)
        if not READ_ALL_THE_SAME.match(str(warning)) and metadata.is_warning(name, warning)]
    if errors := [str(value) for name, value in tags.items() if name.startswith("ExifTool:") and name.endswith(":Error")]:
        raise Unread(errors[0])
    if kind not in KNOWN or warnings:
        raise Unread(warnings[0] if warnings else kind or "type")


def look(tags, finding):
    """Adds the facts in a file's tags to the finding."""
    tags = with_names(tags)
    named = places.places_in(tags)
    if named:
        look_at_places(named, tags, finding)
    by_kind = {}
    for tag, value in tags.items():
        # Tags that accompany a position, such as its datum, add nothing.
        if not (named and places.is_place(tag)) and tag not in named and (kind := kind_of_tag(tag, value)):
            by_kind.setdefault(kind, []).append((tag.rpartition(":")[2], value))
    for kind, found in by_kind.items():
        if kind == "device":
            look_at_device(found, finding)
        elif kind == "preview":
            finding.name("preview", "thumbnail")
        elif kind == "history" and any(name.startswith("Attached") for name, _ in found):
            finding.name("history", "attachment")
        elif kind in ("other", "history"):
            finding.add(kind)
        else:
            for _, value in found:
                finding.add(kind, written(value))


def with_names(tags):
    """The tags, with user-defined texts under their own names, and without a film's fonts."""
    found = {}
    has_fonts = all(FONT.search(str(kind)) for kind in values(tags.get("Matroska:AttachedFileMIMEType", "")))
    for tag, value in tags.items():
        if tag.endswith(":UserDefinedText"):
            for number, words in enumerate(values(value)):
                name, words = named.groups() if (named := NAMED_WORDS.match(str(words))) else ("", words)
                name = "".join(re.findall(r"\w+", name.title())) or f"Text{number}"
                found[f"{tag.rpartition(':')[0]}:{name}"] = words
        elif not (has_fonts and tag.startswith("Matroska:AttachedFile")):
            found[tag] = value
    return found


def look_at_places(named, tags, finding):
    found = list(islice(places.all_coordinates(tags), MOST_PLACES))
    for position in found:
        finding.place(*position)
    if found:
        return
    # Skip the numbers of a map, which are not coordinates.
    texts = [(name, text(value)) for tag, value in named.items() if (name := tag.rpartition(":")[2]) not in metadata.MAP]
    if position := next((found for _, words in texts for found in places.positions(words) if any(found)), None):
        finding.place(*position)
        return
    told = [(name, words) for name, words in texts if places.WORD.search(words) and not name.endswith("Type")]
    usual = [words for wanted in ADDRESS for name, words in told if name == wanted]
    finding.add("location", ", ".join(dict.fromkeys(usual or [words for _, words in told])))


def look_at_device(found, finding):
    """Reports the device by its model, which usually includes the maker; by its maker only if there is no model."""
    if any("Serial" in name for name, _ in found):
        finding.name("device", "serial")
    models = [value for name, value in found if "Model" in name or name == "HostComputer"]
    for value in models or [value for name, value in found if "Serial" not in name]:
        finding.add("device", written(value))


def written(value):
    """A value as text for people; empty if it is binary or has no letters or digits."""
    value = ", ".join(dict.fromkeys(str(part) for part in values(value) if isinstance(part, (str, int, float))))
    is_said = any(letter.isalnum() for letter in value) and "(Binary data" not in value and not value.startswith("base64:")
    return DATE.sub(r"\1-\2-\3", value) if is_said else ""


def pictures(tags):
    """The names of tags that are pictures, including pictures known only by a tag with their offset."""
    names = {name.rpartition(":")[2]: value for name, value in tags.items()}
    return sorted({
        *(name for name, value in names.items() if places.is_picture(name) and "(Binary" in str(value)),
        *(WHERE[name] for name in names if name in WHERE)})


def thumbnail(file, tags):
    """A photo's EXIF thumbnail, read by its offset and length; None if they do not lead to a JPEG."""
    start, length = tags.get("EXIF:IFD1:ThumbnailOffset"), tags.get("EXIF:IFD1:ThumbnailLength")
    if not isinstance(start, int) or not isinstance(length, int):
        return None
    file.seek(start)
    data = file.read(length)
    return data if data.startswith(b"\xff\xd8\xff") and len(data) == length else None


def size(tags):
    """The width and height of a picture, in pixels; None if unknown."""
    for family in ("File", "PNG", "RIFF", "QuickTime", "QuickTime:Meta", "EXIF:IFD0"):
        found = [tags.get(f"{family}:{name}") for name in ("ImageWidth", "ImageHeight")]
        if all(isinstance(value, int) for value in found):
            return found
    return None
