# SPDX-License-Identifier: Apache-2.0
"""What in SVG, in OOXML (DOCX, XLSX, PPTX) and in ODF says who made it, with what, where and when."""
import base64, posixpath, re

from picture_parts import blank_jpeg
from xml_cuts import DROP, EMPTY, Rules

SVG, XLINK, XML = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"
SHOWN = {SVG, "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"}
EMBEDDED = re.compile(r"\s*data:image/jpe?g;base64,")


class SVGRules(Rules):
    """What is outside of SVG's own vocabulary is an editor's: its layers, paths on its author's disk, its own source."""
    comments = False

    def element(self, name, attributes, parents):
        space, local = name
        # Without a namespace it is no SVG to a browser, and shows nothing.
        return DROP if space not in SHOWN or local == "metadata" else None

    def attribute(self, element, name, value):
        space, local = name
        if space == XLINK or space == "" and local == "href":
            return blanked(value) if local == "href" and EMBEDDED.match(value) else None
        if space == "" and local == "style" and "-inkscape-" in value:
            return re.sub(r"-inkscape-[a-z-]+\s*:[^;]*;?", "", value).replace("&", "&amp;").replace('"', "&quot;"),
        # draw.io has the whole drawing in "content".
        private = local.startswith("data-") or element == (SVG, "svg") and local == "content"
        return DROP if space not in ("", XML) or private or (space, local) == (XML, "base") else None

    def namespace(self, address):
        return None if address in SHOWN | {XLINK, XML} else DROP


def blanked(address):
    """A picture within an address, without what its camera wrote into it; None where nothing was."""
    head, _, text = address.partition(",")
    picture = bytearray(base64.b64decode(re.sub(r"\s", "", text)))
    return (f"{head},{base64.b64encode(picture).decode()}",) if blank_jpeg(picture, 0) else None


class OOXMLRules(Rules):
    """One part of a package; in its relationships, none lead to parts that go."""
    PERSON = {"author": "Author", "initials": "A", "userName": "Author", "displayName": "Author", "userId": "Author"}
    GOES = {"rsids", "attachedTemplate", "docVars", "absPath", "revisionPtr", "presenceInfo"}

    def __init__(self, part, dropped):
        self.part, self.dropped = part, dropped

    def element(self, name, attributes, parents):
        space, local = name
        if local in self.GOES:
            return DROP
        if local == "author" and "/spreadsheetml/" in space:
            return EMPTY
        if local == "Relationship" and attributes.get(("", "TargetMode")) != "External":
            folder = posixpath.dirname(posixpath.dirname(self.part))
            target = posixpath.normpath(posixpath.join("/", folder, attributes.get(("", "Target"), "")))
            return DROP if target[1:] in self.dropped else None
        if local == "Relationship":
            return DROP if attributes.get(("", "Type"), "").endswith("/attachedTemplate") else None
        return DROP if local == "Override" and attributes.get(("", "PartName"), "")[1:] in self.dropped else None

    def attribute(self, element, name, value):
        space, local = name
        if "/wordprocessingml/" in space and (local.startswith("rsid") or local == "date"):
            return DROP
        if local in ("dT", "dateUtc") or local == "dt" and element[1] == "cm":
            return DROP
        if local == "id" and element[1] == "pageSetup":
            return DROP
        person = "Author" if local == "name" and element[1] in ("cmAuthor", "author") else self.PERSON.get(local)
        return (person,) if person and value != person else None


# What a package does without: properties and thumbnail, forms' data, printers, signatures that hold no more, and histories.
OOXML_GOES = re.compile(
    r"docProps/|customXml/|docMetadata/|_xmlsignatures/|\[trash\]/|(word|xl|ppt)/(printerSettings|changesInfos|revisions)/"
    r"|ppt/revisionInfo\.xml|.*/_rels/\Z")


class ODFRules(Rules):
    SETTINGS = {"PrinterName", "PrinterSetup", "Rsid", "RsidRoot", "LastSavedBy", "CurrentDatabaseDataSource"}

    def __init__(self, dropped):
        self.dropped = dropped

    def element(self, name, attributes, parents):
        local, values = name[1], {key[1]: value for key, value in attributes.items()}
        above = parents[-1][1] if parents else ""
        if above == "meta" or local == "config-item" and values.get("name") in self.SETTINGS:
            return DROP
        if above in ("annotation", "change-info"):
            return {"creator": EMPTY, "date": DROP, "date-string": DROP, "creator-initials": DROP,
                    "sender-initials": DROP}.get(local)
        return DROP if local == "file-entry" and values.get("full-path") in self.dropped else None

    def attribute(self, element, name, value):
        return DROP if name[1] in ("rsid", "paragraph-rsid") else None


ODF_GOES = re.compile(r"Thumbnails/|layout-cache\Z|META-INF/.*signatures\.xml\Z|VersionList\.xml\Z|Versions/")
ODF_READ = re.compile(r"(.*/)?(content|styles|settings|meta)\.xml\Z|META-INF/manifest\.xml\Z")
