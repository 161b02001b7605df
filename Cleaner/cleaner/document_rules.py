# SPDX-License-Identifier: Apache-2.0
"""Rules for SVG, OOXML (DOCX, XLSX, PPTX) and ODF, which cut everything about who made a document, with what, where and when."""
import re
from urllib.parse import unquote

from .package_parts import Unknown
from .xml_cuts import DROP, Rules

SVG, XLINK, XML = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"
XHTML = "http://www.w3.org/1999/xhtml"
SHOWN = {SVG, XHTML, "http://www.w3.org/1998/Math/MathML"}
# Addresses that are not local files.
WEB = re.compile(r"\s*(#|(https?|ftp|mailto|tel|sms):)", re.I)
DATA = re.compile(r"\s*data:", re.I)
# A reference in CSS, and an escaped character.
LINK = re.compile(r"""\burl\(\s*+("[^"]*+"\s*+|'[^']*+'\s*+|[^)]*+)\)""", re.I)
ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.I | re.S)
# Attributes that are never references.
WORDS = {"alt", "class", "id", "title"}
# A local path: as a URI, or in the form of Windows, network shares and Unix.
LOCAL = re.compile(
    r"""file:[^"'<>|]*|(?<![a-z0-9])[a-z]:[\\/][^"'<>|]*|(?<![\\\w])\\{2,}[\w.$-]+\\[^"'<>|]*"""
    r"""|(?<![\w.:/~#-])/(home|users|volumes|root|media|mnt|storage|sdcard|run|srv|tmp|var|private)/[^"'<>|]*""", re.I)
SLASH = re.compile(r"[/\\]|file:", re.I)
NOWHERE = "about:blank"
# A timestamp; a date alone is usually content.
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?\Z")
NO_MOMENT = "1980-01-01T00:00:00Z"


class SVGRules(Rules):
    """Rules for SVG. Anything outside of SVG's vocabulary is an editor's: layers, local paths, the drawing's source."""
    entities = True

    def __init__(self, inside):
        self.inside = inside

    def element(self, name, attributes, parents):
        space, local = name
        # An element without a namespace is not SVG to a browser, and is not shown.
        if parents and parents[-1][1] == "style":
            raise Unknown("CSS")
        return DROP if space not in SHOWN or local in ("metadata", "desc", "meta", "script") else None

    def attribute(self, element, name, value):
        space, local = name
        # draw.io stores the whole drawing in "content"; attributes that begin with "on" are scripts.
        private = local.startswith(("data-", "on")) or element == (SVG, "svg") and local == "content"
        if space not in ("", XML, XLINK) or private or (space, local) == (XML, "base"):
            return DROP
        if local in ("href", "src", "poster"):
            return self.address(value)
        if local == "srcdoc":
            # The attribute contains a whole document.
            raise Unknown(local)
        new = value
        if local == "style" or "url(" in value.lower():
            new = self.styled(value)
        elif local not in WORDS and not local.startswith("aria-"):
            self.look(value)
        return DROP if LOCAL.search(new) else (new,) if new != value else None

    def address(self, value):
        if DATA.match(value):
            return self.inside.address(value),
        return None if WEB.match(value) else DROP

    def text(self, element, parents, text):
        if element[1] != "style":
            return None
        new = self.styled(text)
        if LOCAL.search(new):
            raise Unknown("CSS")
        return new

    def styled(self, text):
        """CSS without comments, editors' own properties and local files."""
        text = re.sub(r"/\*.*?(\*/|\Z)", "", text, flags=re.S)
        text = re.sub(r"(?<![\w-])-inkscape-[a-z-]+\s*:[^;}]*;?", "", text)
        text = re.sub(r"""@import\s+(?!["']https?:|url)[^;]*;?""", "", text)
        # No address ends behind the last bracket; this bounds the search.
        end = text.rfind(")") + 1
        self.look(LINK.sub("", text[:end]) + text[end:])
        return LINK.sub(self.linked, text[:end]) + text[end:]

    def look(self, text):
        """Raises Unknown if the text contains a "data:" address that was not cleaned, such as in an animation of an address."""
        if ":" not in text and "\\" not in text:
            return
        text = ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[2], text)
        if re.search(r"\bdata:", re.sub(r"[\t\n\r]", "", text), re.I):
            raise Unknown("data:")

    def linked(self, found):
        new = self.address(found[1].strip().strip("\"'"))
        return found[0] if new is None else f'url("{new[0]}")' if new != DROP else "none"

    def namespace(self, address):
        return None if address in SHOWN | {XLINK, XML} else DROP


class OfficeRules(Rules):
    """Rules common to both kinds of office documents: local paths and authors' names go."""

    def __init__(self, name, parts, inside):
        self.name, self.parts, self.inside = name, parts, inside

    def attribute(self, element, name, value):
        if not SLASH.search(value) or not LOCAL.search(value) or name[1] in ("formatCode", "xpath"):
            return None
        # Screen readers read an alternative text, and old versions of Word store the picture's path in it.
        return ("",) if name[1] in ("descr", "title", "alt") else (LOCAL.sub(NOWHERE, value),)

    def person(self, value):
        self.inside.names.add(value.strip())
        return ("Author",) if value != "Author" else None

    def check(self):
        """Raises Unknown if something that goes could not be cut."""


class OOXMLRules(OfficeRules):
    PERSON = {"author", "userName", "userId", "refreshedBy", "lastModifiedBy", "contact"}
    # Attributes that name a person only on these elements.
    NAMED = {("name", "cmAuthor"), ("name", "author"), ("displayName", "person"), ("ed", "permStart")}
    # Elements that go, with a word of their namespace.
    GOES = {
        "rsids": "word", "rsid": "word", "attachedTemplate": "word", "docVars": "word", "mailMerge": "word", "docId": "word",
        "absPath": "spreadsheetml", "revisionPtr": "spreadsheetml", "customWorkbookViews": "spreadsheetml",
        "customSheetViews": "spreadsheetml", "customProperties": "spreadsheetml", "securityDescriptor": "spreadsheetml",
        "presenceInfo": "", "imgProps": "drawing", "tag": "presentationml",
    }
    # Attributes that go: timestamps, copies of a drawing, data files, and revision identifiers, to which nothing refers.
    LOST = {
        "dT", "dateUtc", "gfxdata", "refreshedDate", "refreshedDateIso", "odcFile", "sourceFile", "ssoId", "textId", "editId",
        "anchorId", "securityDescriptor",
    }
    # Dates that are the document's content.
    CONTENT_DATES = {"fullDate", "v", "val", "minDate", "maxDate", "startDate", "endDate", "t"}
    # Visible text, in which a path is content.
    SEEN = {"t", "delText", "v"}
    external = None

    def __init__(self, name, parts, inside):
        super().__init__(name, parts, inside)
        self.lost = parts.lost.get(name, ())
        # The instructions of fields, which may be split into pieces, and the paths found within single pieces.
        self.instructions, self.found = [], []

    def element(self, name, attributes, parents):
        space, local = name
        if local in self.GOES and self.GOES[local] in space:
            return DROP
        if local == "Relationship":
            self.external = attributes.get(("", "TargetMode")) == "External" and attributes.get(("", "Type"), "")
            if self.external is False:
                return DROP if attributes.get(("", "Id")) in self.parts.lost.get(self.parts.source(self.name), ()) else None
            return DROP if self.external.endswith(("/attachedTemplate", "/mailMergeSource", "/mailMergeHeaderSource")) else None
        if local == "Override":
            return DROP if self.parts.goes(attributes.get(("", "PartName"), "").lstrip("/")) else None
        if local == "fldChar":
            self.instructions.append("\n")
        if local != "pageSetup" and any("relationships" in key[0] and attributes[key] in self.lost for key in attributes):
            return DROP
        return None

    def attribute(self, element, name, value):
        space, local = name
        if local == "PartName" or local == "Target" and element[1] == "Relationship" and not self.external:
            # A part's folder may be called /media.
            return None
        if element[1] == "Relationship" and local == "Target":
            kept = self.external.rsplit("/", 1)[-1] in ("hyperlink", "image", "video", "audio", "media")
            return None if kept and WEB.match(value) else (NOWHERE,)
        if "/wordprocessingml/" in space and (local.startswith("rsid") or local == "date"):
            return DROP
        # "inkSource" describes a pen, with its serial number.
        if local in self.LOST or "/revision" in space or element[1] == "inkSource" and local != "id":
            return DROP
        if local == "dt" and element[1] == "cm" or local == "id" and element[1] == "pageSetup":
            return DROP
        if element[1] == "scenario" and local in ("user", "comment"):
            self.person(value)
            return DROP
        if element[1] in ("dbPr", "oledbPr") and local == "connection":
            return "",
        if local in self.PERSON or (local, element[1]) in self.NAMED:
            return self.person(value)
        if local == "initials":
            return "A",
        if MOMENT.match(value) and local not in self.CONTENT_DATES:
            return NO_MOMENT,
        return super().attribute(element, name, value)

    def text(self, element, parents, text):
        space, local = element
        if local == "author" and "/spreadsheetml/" in space:
            self.person(text)
            return ""
        if local in self.SEEN:
            # Excel begins a note with the author's name.
            noted = text.strip().removesuffix(":") in self.inside.names and any(parent[1] == "comment" for parent in parents)
            return text.replace(text.strip(), "Author:") if noted and text.strip().endswith(":") else None
        if local in ("instrText", "delInstrText"):
            self.instructions.append(text)
            self.found += [found[0] for found in LOCAL.finditer(text)]
        return LOCAL.sub(NOWHERE, text) if LOCAL.search(text) else None

    def check(self):
        """Raises Unknown if a path in a field's instructions spans several pieces: it cannot be cut."""
        whole = [found[0] for instruction in "".join(self.instructions).split("\n") for found in LOCAL.finditer(instruction)]
        if whole != self.found:
            raise Unknown("instrText")


ODF = "urn:oasis:names:tc:opendocument:xmlns:"
DC, RDF = "http://purl.org/dc/elements/1.1/", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
GRDDL = "http://www.w3.org/2003/g/data-view#"
PACKAGE = "http://docs.oasis-open.org/ns/office/1.2/meta/"


class ODFRules(OfficeRules):
    # Settings that go or stay by name. Of the others, texts go, and the rest stays: it is the program's view.
    SETTINGS_GO = {"Rsid", "RsidRoot"}
    SETTINGS_STAY = {
        "ViewId", "ActiveTable", "PrinterIndependentLayout", "Language", "Country", "Variant", "BeginLine", "EndLine", "Name",
    }
    TEXTS = {"string", "base64Binary", "datetime"}
    ABOUT = {"date": DROP, "date-string": DROP, "creator-initials": DROP, "sender-initials": DROP}

    def element(self, name, attributes, parents):
        space, local = name
        above = parents[-1] if parents else ("", "")
        if above == (ODF + "office:1.0", "meta"):
            return DROP
        if above == (ODF + "office:1.0", "binary-data"):
            raise Unknown(local)
        if self.name.endswith(".rdf"):
            return None if space == RDF or space.startswith(PACKAGE) else DROP
        if name == (ODF + "config:1.0", "config-item"):
            values = {key[1]: value for key, value in attributes.items()}
            is_text = values.get("type") in self.TEXTS and values.get("name") not in self.SETTINGS_STAY
            return DROP if is_text or values.get("name") in self.SETTINGS_GO else None
        if above[1] in ("annotation", "change-info"):
            return self.ABOUT.get(local)
        if name == (ODF + "manifest:1.0", "file-entry"):
            return DROP if self.parts.goes(attributes.get((name[0], "full-path"), "")) else None
        if name == (ODF + "drawing:1.0", "image") and self.parts.goes(inner_name(attributes.get((XLINK, "href"), ""))):
            return DROP
        return None

    def attribute(self, element, name, value):
        # ExifTool reads the second one as XMP; the third one is RDF about the text (RDFa).
        if name[1] in ("rsid", "paragraph-rsid") or name == (GRDDL, "transformation") or name[0] == XHTML:
            return DROP
        if name == (XLINK, "href"):
            if DATA.match(value):
                return self.inside.address(value),
            inner = inner_name(value)
            own = any(part == inner or part.startswith(inner + "/") for part in self.parts.names)
            return None if own or not value or WEB.match(value) or value.startswith("vnd.sun.star.script:") else (NOWHERE,)
        return super().attribute(element, name, value)

    def text(self, element, parents, text):
        if element == (DC, "creator"):
            self.person(text)
            return "Author" if parents[-1][1] in ("annotation", "change-info") else None
        if element == (ODF + "office:1.0", "binary-data"):
            return self.inside.encoded(text)
        return LOCAL.sub(NOWHERE, text) if parents and parents[-1][0] == ODF + "config:1.0" and LOCAL.search(text) else None


def inner_name(address):
    """The name of the part that an address refers to."""
    return unquote(address).removeprefix("./").rstrip("/")


class SecondLook(Rules):
    """Raises Unknown if an author's name is left outside of visible text."""
    TEXT = {"t", "delText", "v"}
    VALUES = {"descr", "title", "v", "val", "string-value", "label", "tooltip", "formula", "display-name"}
    NAMED = {"sheet", "table", "tableColumn", "definedName", "cacheField", "dataField", "bookmarkStart", "bookmark"}
    # Attributes that name a font, besides those with "font" in their names.
    FONTS = {"ascii", "hAnsi", "cs", "eastAsia", "typeface"}

    def __init__(self, names):
        self.names = names

    def attribute(self, element, name, value):
        seen = name[1] in self.VALUES or name[1] in ("name", "displayName") and element[1] in self.NAMED
        says = self.says_in_full if self.is_of_looks(element, name) else self.says
        if not seen and says(value):
            raise Unknown(name[1])

    def is_of_looks(self, element, name):
        """Whether an attribute names a font or a style, which may equal a person's name: Georgia, Courier, Normal."""
        words = (name[1] + element[1] if name[1] == "name" else name[1]).lower()
        return name[1] in self.FONTS or "font" in words or "style" in words

    def text(self, element, parents, text):
        space, local = element
        if local not in self.TEXT and not space.startswith((ODF + "text:", ODF + "drawing:")) and self.says(text):
            raise Unknown(local)

    def says(self, text):
        return text.strip() in self.names or self.says_in_full(text)

    def says_in_full(self, text):
        return any(" " in name and name in text for name in self.names)
