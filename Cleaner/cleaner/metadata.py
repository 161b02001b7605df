# SPDX-License-Identifier: Apache-2.0
"""Tells which of ExifTool's tags are private, and which only define how a picture looks."""
import re

from .exif_tool import values

# Removes everything except the colour profile, and two tags that this leaves in a TIFF; then restores the orientation and the
# colour tags.
CHANGES = [
    "-all=", "--ICC_Profile:all", "-CommonIFD0=", "-IFD0:DocumentName=", "-IFD0:PageName=",
    "-tagsfromfile", "@", "-Orientation", "-ColorSpaceTags",
]
# Tags that CHANGES leaves in a TIFF that is a map, and in further pages.
MAP = """
    ModelTiePoint ModelTransform PixelScale GDALMetadata GDALNoData GeoTiffDirectory GeoTiffDoubleParams GeoTiffAsciiParams
""".split()
PAGE = set("ImageDescription Make Model Software ModifyDate Artist HostComputer Copyright DocumentName PageName".split())
# Reads everything except Composite tags, which ExifTool derives from the others; for pictures also unknown fields (-u).
ALL = ["-e", "-all"]
ALL_OF_PICTURES = [*ALL, "-u"]
# Families of tags that describe the file's structure.
STRUCTURE = {"SourceFile", "File", "ExifTool", "Composite", "ICC_Profile", "JFIF", "PNG", "GIF", "RIFF", "APP14", "QuickTime"}
# QuickTime's groups of tags that people and programs write about a film.
WRITTEN = {"Keys", "ItemList", "UserData", "iTunes", "AudioKeys", "VideoKeys"}
# EXIF tags that define how a picture is stored and shown (TIFF 6.0), or are mandatory (Exif 2.32).
EXIF = set("""
    Orientation XResolution YResolution ResolutionUnit YCbCrPositioning ExifVersion ComponentsConfiguration
    FlashpixVersion ColorSpace Gamma InteropIndex InteropVersion ExifImageWidth ExifImageHeight ImageWidth ImageHeight
    BitsPerSample Compression PhotometricInterpretation FillOrder StripOffsets SamplesPerPixel RowsPerStrip
    StripByteCounts PlanarConfiguration Predictor TileWidth TileLength TileOffsets TileByteCounts ExtraSamples
    SampleFormat InkNames SubfileType OldSubfileType YCbCrSubSampling YCbCrCoefficients ReferenceBlackWhite ColorMap T4Options
    T6Options JPEGTables PageNumber InkSet NumberofInks DotRange SMinSampleValue SMaxSampleValue MinSampleValue
    MaxSampleValue TransferRange WhitePoint PrimaryChromaticities HalftoneHints TransferFunction GrayResponseUnit GrayResponseCurve
    PreviewImageStart PreviewImageLength JPEGProc JPEGRestartInterval JPEGLosslessPredictors JPEGPointTransforms JPEGQTables
    JPEGDCTables JPEGACTables
""".split())
IPTC = {"ApplicationRecordVersion", "EnvelopeRecordVersion", "CodedCharacterSet"}
PDF = {"PDFVersion", "Version", "Linearized", "HasXFA", "PageCount", "PageMode", "PageLayout", "Language", "TaggedPDF"}
NO_DATE = "0000:00:00 00:00:00"
# ExifTool warns of metadata that it cannot read but other programs may. Warnings that do not matter are listed here: maker notes,
# pictures, colours, texts and dates in unusual forms. Items of a HEIC are emptied by heif.py.
WARNING = "ExifTool:Warning"
NO_WARNINGS = re.compile(r"(?i)(\[minor\] )?(" + "|".join((
    # ExifTool calls maker notes MakerNotes or, after it has written, by the maker: MakerNoteCanon. A warning about a place in
    # them counts.
    r"(Unrecognized|Adjusted|Suspicious|Bad|Error reading|Possibly incorrect) (MakerNote\w*|maker notes)\b"
    r"(?!.* for (City|Country|State|Loca|Landmark|GPS))",
    r"\w+ is not a valid JPEG image", r"Error reading \w*Image", "Bad PreviewIFD", "Non-standard PNG image",
    "Improper EXIF header", "XMP_Profile is wrong size", "Bad length ICC_Profile", "Invalid or extraneous ICC_Profile", "Invalid EXIF text encoding",
    r"Extracted only \d+ photoshop:DocumentAncestors", "IPTCDigest is not current", r"Text/EXIF chunk\(s\) found after PNG IDAT",
    "Patched incorrect time zero", "The ExtractEmbedded option", "Fixed incorrect URI", "RawConv",
    r"Ignoring IFD\d (Strip|Tile)(Offsets|ByteCounts)", "Can't currently", "The PDF 2.0 specification is held hostage")) + ")")


def left(tags):
    """The names of the tags that reveal more than how the picture looks."""
    return [name for name, value in tags.items() if says_more(*parts(name), value)]


def removals(copies):
    """Yields changes that remove everything; each is built after the one before was made, from the tags left."""
    yield CHANGES
    pages = {(group, name) for copy in copies for _, group, name in map(parts, copy.left) if name in PAGE}
    yield [*(f"-{name}=" for name in MAP), *(f"-{group}:{name}=" for group, name in sorted(pages))]


def is_warning(name, value):
    return name.endswith("Warning") and not all(NO_WARNINGS.match(str(warning)) for warning in values(value))


def parts(name):
    """A tag's two groups and its name; ExifTool omits a second group that equals the first."""
    words = name.split(":")
    return words[0], words[1] if len(words) > 2 else words[0], words[-1]


def says_more(family, group, name, value):
    if family == "EXIF":
        return name not in EXIF
    if family == "QuickTime":
        return group in WRITTEN or "Date" in name and any(date != NO_DATE for date in values(value))
    if family == "ExifTool":
        return is_warning(name, value)
    if family == "PDF":
        return name not in PDF
    if family == "IPTC":
        return name not in IPTC
    return family not in STRUCTURE or name == "Comment"
