# SPDX-License-Identifier: Apache-2.0
"""Classifies the parts of office documents: the document itself, metadata, and embedded files.

OOXML parts are classified by content types and relationship types, ODF parts by paths. Unknown XML parts are refused.
"""
import posixpath, re
from urllib.parse import unquote

from .isobmff import Damaged
from .kinds import kind_of
from .xml_cuts import Rules, cut

# A part goes; is XML that is cut; is kept unchanged, such as a font; is a file that is cleaned as such; or is unknown XML. The
# last two are parts that list other parts.
GOES, XML, KEPT, FILE, UNKNOWN, RELATIONS, TYPES = "goes", "xml", "kept", "file", "unknown", "relations", "types"
# Maximum bytes of a text, which is read into memory.
MOST_TEXT = 64 << 20


class Unknown(Exception):
    """A document contains something that cannot be cleaned; the argument names it, for the person."""


class TooLarge(Exception):
    """A part is larger than MOST_TEXT."""


class Elements(Rules):
    """The elements of a small XML part, as (local name, attributes)."""

    def __init__(self, data):
        self.found = []
        cut(data, self)

    def element(self, name, attributes, parents):
        self.found.append((name[1], {key[1]: value for key, value in attributes.items()}))


def read(package, name):
    """Reads an XML part. Raises TooLarge if it is too large."""
    if package.getinfo(name).file_size > MOST_TEXT:
        raise TooLarge(name)
    return package.read(name)


def content_types(prefix, names, suffix="+xml"):
    return {prefix + name + suffix for name in names.split()}


OFFICE, MICROSOFT = "application/vnd.openxmlformats-officedocument.", "application/vnd.ms-"
# Content types in lower case, as they are case-insensitive.
DOCUMENT = (
    content_types(OFFICE + "wordprocessingml.", """
        document.main document.glossary template.main styles styleswitheffects settings websettings fonttable numbering footnotes
        endnotes comments commentsextended commentsids commentsextensible header footer people""")
    | content_types(OFFICE + "spreadsheetml.", """
        sheet.main template.main worksheet chartsheet dialogsheet styles sharedstrings calcchain comments table tablesinglecells
        querytable connections pivottable pivotcachedefinition pivotcacherecords externallink sheetmetadata
        volatiledependencies""")
    | content_types(OFFICE + "presentationml.", """
        presentation.main slideshow.main template.main slide slidelayout slidemaster notesslide notesmaster handoutmaster
        presprops viewprops tablestyles commentauthors comments tags""")
    | content_types(OFFICE, """
        drawingml.chart drawingml.chartshapes drawingml.diagramdata drawingml.diagramlayout drawingml.diagramstyle
        drawingml.diagramcolors drawing theme themeoverride thememanager""")
    | content_types(MICROSOFT, """
        word.styleswitheffects word.commentsextended word.commentsids word.commentsextensible word.people excel.threadedcomments
        excel.person excel.slicer excel.slicercache excel.timeline excel.timelinecache excel.controlproperties
        excel.namedsheetview excel.rdrichvalue excel.rdrichvaluestructure excel.rdrichvaluetypes excel.richstyles
        excel.rdarray excel.rdsupportingpropertybag excel.rdsupportingpropertybagstructure excel.richvaluerel
        excel.featurepropertybag powerpoint.comments powerpoint.authors office.chartstyle office.chartcolorstyle office.chartex
        office.drawingml.diagramdrawing""")
    | {OFFICE + "vmldrawing", "application/inkml+xml"})
METADATA = (
    content_types("application/vnd.openxmlformats-", """
        package.core-properties package.digital-signature-xmlsignature officedocument.extended-properties
        officedocument.custom-properties officedocument.customxmlproperties officedocument.spreadsheetml.revisionheaders
        officedocument.spreadsheetml.revisionlog officedocument.spreadsheetml.usernames
        officedocument.wordprocessingml.mailmergerecipientdata""")
    | content_types(MICROSOFT, """
        powerpoint.changesinfo powerpoint.revisioninfo office.classificationlabels office.documenttasks office.webextension
        office.webextensiontaskpanes office.intelligence2 word.keymapcustomizations""")
    | {OFFICE + kind for kind in ("spreadsheetml.printersettings", "presentationml.printersettings",
                                  "wordprocessingml.printersettings", "spreadsheetml.customproperty")}
    | {"application/vnd.openxmlformats-package.digital-signature-origin",
       "application/vnd.openxmlformats-package.digital-signature-certificate"})
# The last components of relationship types, in lower case and without hyphens; OOXML's variants, transitional and strict, differ
# in the components before it. "hdphoto" is a picture before its effects.
LEADS_TO_METADATA = set("""
    coreproperties extendedproperties customproperties thumbnail customxml customxmlprops printersettings origin signature
    certificate classificationlabels documenttasks webextensiontaskpanes webextension changesinfo revisioninfo revisionheaders
    revisionlog usernames customproperty recipientdata hdphoto intelligence keymapcustomizations workbookmetadata presentationmetadata
""".split())
# Relationship types that lead to parts with a generic XML content type.
LEADS_TO_XML = {"xmlmaps"}
FONTS = {OFFICE + "obfuscatedfont", "application/x-fontdata", "application/x-font-ttf"}
TYPES_NAME = "[content_types].xml"
RELATIONS_NAME = re.compile(r"(.*/)?_rels/([^/]*)\.rels\Z", re.I)

ODF_GOES = re.compile(
    r"(.*/)?(Thumbnails/.*|layout-cache|ObjectReplacements/.*)\Z|META-INF/[a-z]*signatures\.xml\Z|VersionList\.xml\Z|Versions/")
ODF_XML = re.compile(
    r"(.*/)?(content|styles|settings|meta)\.xml\Z|META-INF/manifest\.xml\Z|(.*/)?manifest\.rdf\Z"
    r"|(.*/)?Configurations2/.*\.xml\Z|Basic/(.*/)?script(-l[bc]\.xml|\.xl[bc])\Z|Dialogs/.*\.x(ml|lb|lc)\Z")


class Parts:
    """Decides what happens to each part; `do` has the decisions by part name."""

    def __init__(self, package):
        self.names = [name for name in package.namelist() if not name.endswith("/")]
        self.by_small = {name.lower(): name for name in self.names}
        if len(self.by_small) < len(self.names):
            raise Damaged("Two parts have one name.")
        self.is_odf = "mimetype" in self.names and b"opendocument" in read(package, "mimetype")
        # The parts that name the document's authors, and for each part the identifiers of relationships whose target goes.
        self.about, self.lost = [], {}
        if self.is_odf:
            self.do = {name: self.of_odf(name) for name in self.names}
            self.about = [name for name in self.names if posixpath.basename(name) == "meta.xml"]
        elif TYPES_NAME in self.by_small:
            self.read_types(package)
            self.read_relations(package)
            self.do = {name: self.of_ooxml(package, name) for name in self.names}
            # Relationships go with their source.
            for name in self.names:
                if self.do[name] == RELATIONS and self.do.get(self.source(name)) == GOES:
                    self.do[name] = GOES
            for source, identifier, _, target in self.relations:
                if self.do.get(target) == GOES:
                    self.lost.setdefault(source, set()).add(identifier)
        else:
            raise Damaged("It is no office document.")

    def goes(self, name):
        """Whether the part goes. Names are case-insensitive here."""
        return self.do.get(self.by_small.get(name.lower())) == GOES

    def source(self, name):
        """The source part of a relationships part; empty for the package's own relationships, or if the source is missing."""
        folder, base = RELATIONS_NAME.match(name).groups("")
        return self.by_small.get((folder + base).lower(), "")

    def of_odf(self, name):
        if ODF_GOES.match(name):
            return GOES
        if ODF_XML.match(name):
            return XML
        if name.startswith("Basic/"):
            return UNKNOWN
        return KEPT if name == "mimetype" else FILE

    def read_types(self, package):
        self.defaults, self.overrides = {}, {}
        for name, values in Elements(read(package, self.by_small[TYPES_NAME])).found:
            kind = values.get("ContentType", "").lower()
            if name == "Default":
                self.defaults[values.get("Extension", "").lower()] = kind
            elif name == "Override":
                self.overrides[values.get("PartName", "").lower().lstrip("/")] = kind

    def read_relations(self, package):
        """Relationships within the package, as (source, identifier, type, target)."""
        self.relations, self.led_to = [], {}
        for name in self.names:
            if not (found := RELATIONS_NAME.match(name)):
                continue
            folder, source = found[1] or "", self.source(name)
            for element, values in Elements(read(package, name)).found:
                if element == "Relationship" and values.get("TargetMode") != "External":
                    address = unquote(values.get("Target", "").split("#")[0])
                    target = posixpath.normpath(posixpath.join("/", folder, address))[1:].lower()
                    kind = values.get("Type", "").rsplit("/", 1)[-1].lower().replace("-", "")
                    target = self.by_small.get(target)
                    self.relations.append((source, values.get("Id"), kind, target))
                    self.led_to.setdefault(target, set()).add(kind)

    def of_ooxml(self, package, name):
        small = name.lower()
        if small == TYPES_NAME:
            return TYPES
        if found := RELATIONS_NAME.match(name):
            return RELATIONS if self.source(name) or found[2] == "" else GOES
        kind = self.overrides.get(small) or self.defaults.get(small.rpartition(".")[2], "")
        led = self.led_to.get(name, set())
        if "core-properties" in kind or "coreproperties" in led:
            self.about.append(name)
        if kind in METADATA or led & LEADS_TO_METADATA or small.startswith("[trash]/"):
            return GOES
        if kind in DOCUMENT or led & LEADS_TO_XML:
            return XML
        if kind in FONTS:
            # An obfuscated font has no known signature; anything else is cleaned as a file.
            with package.open(name) as file:
                return FILE if kind_of(file.read(1024)) else KEPT
        if kind.endswith("xml") and not kind.startswith("image/"):
            return UNKNOWN
        return FILE
