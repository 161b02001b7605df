# SPDX-License-Identifier: Apache-2.0
"""What is metadata in ExifTool's eyes, and what of it decides how a picture looks."""
import re

from .exif_tool import values

# All but the colour profile, and what that leaves of a TIFF; then again what a picture needs to stand upright and to have its
# colours.
CHANGES = [
    "-all=", "--ICC_Profile:all", "-CommonIFD0=", "-IFD0:DocumentName=", "-IFD0:PageName=",
    "-tagsfromfile", "@", "-Orientation", "-ColorSpaceTags",
]
# What that leaves of a TIFF that is a map, and in its further pages.
MAP = """
    ModelTiePoint ModelTransform PixelScale GDALMetadata GDALNoData GeoTiffDirectory GeoTiffDoubleParams GeoTiffAsciiParams
""".split()
PAGE = set("ImageDescription Make Model Software ModifyDate Artist HostComputer Copyright DocumentName PageName".split())
# Everything but Composite tags, which ExifTool derives from the others; and fields of a picture that it does not know.
ALL = ["-e", "-all"]
ALL_OF_PICTURES = [*ALL, "-u"]
# What describes the file's own structure.
STRUCTURE = {"SourceFile", "File", "ExifTool", "Composite", "ICC_Profile", "JFIF", "PNG", "GIF", "RIFF", "APP14", "QuickTime"}
# Groups of QuickTime's that hold what was written about a film.
WRITTEN = {"Keys", "ItemList", "UserData", "iTunes", "AudioKeys", "VideoKeys"}
# How a picture lies in its file, and how it is shown (TIFF 6.0; Exif 2.32, for what has to be in it).
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
# ExifTool warns of metadata that it cannot read, and others may; and of what does not matter, as here: makers' notes, pictures,
# colours, texts and dates of no usual form. Items of a HEIC are emptied by us.
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
    """Those of the tags that say more than how the picture looks."""
    return [name for name, value in tags.items() if says_more(*parts(name), value)]


def removals(copies):
    """Changes that remove everything, each made once the one before has been."""
    yield CHANGES
    pages = {(group, name) for copy in copies for _, group, name in map(parts, copy.left) if name in PAGE}
    yield [*(f"-{name}=" for name in MAP), *(f"-{group}:{name}=" for group, name in sorted(pages))]


def is_warning(name, value):
    return name.endswith("Warning") and not all(NO_WARNINGS.match(str(warning)) for warning in values(value))


def parts(name):
    """A tag's families and its name; ExifTool leaves out a second family that is like the first."""
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
