# SPDX-License-Identifier: Apache-2.0
"""Rules for the parts of an EPUB. Title, language and identifier, the pages and their presentation stay."""
import posixpath, re
from urllib.parse import unquote

from .document_rules import DATA, LINK, LOCAL, MOMENT, NO_MOMENT, SHOWN, SVG, WEB, XHTML, XLINK, XML, SVGRules
from .package_parts import Unknown
from .xml_cuts import DROP, Rules

DC, OPF = "http://purl.org/dc/elements/1.1/", "http://www.idpf.org/2007/opf"
PAGES = "http://www.idpf.org/2007/ops"
BOXES = "urn:oasis:names:tc:opendocument:xmlns:container"
# Namespaces that programs declare even if they are unused.
OFTEN_DECLARED = {"http://www.w3.org/2001/XMLSchema-instance", "http://purl.org/dc/terms/", OPF, DC, XML}
# Names and properties of meta elements that affect how a book is shown.
SHOWS = re.compile(
    r"(rendition:[\w-]+|media:(active-class|playback-active-class|duration)|cover|fixed-layout|original-resolution|book-type"
    r"|orientation-lock|primary-writing-mode|dcterms:modified)\Z")
PLAIN = re.compile(r"[\w .,:=#-]*\Z")


class ListedRules(Rules):
    """Rules for a vocabulary: elements in STAYS stay, those in GOES go, and any other one raises Unknown."""
    entities = True
    SPACES, STAYS, GOES, ATTRIBUTES = set(), set(), set(), set()

    def __init__(self, book, name, inside):
        self.book = book

    def element(self, name, attributes, parents):
        self.attributes = {key[1]: value for key, value in attributes.items()}
        if name[1] in self.GOES:
            return DROP
        if name[1] not in self.STAYS or name[0] not in self.SPACES:
            raise Unknown(name[1])
        return None

    def attribute(self, element, name, value):
        return None if name[0] in ("", XML, OPF) and name[1] in self.ATTRIBUTES and not LOCAL.search(value) else DROP

    def text(self, element, parents, text):
        return None if not text.strip() else ""

    def namespace(self, address):
        return None if address in self.SPACES | OFTEN_DECLARED else DROP


class ContainerRules(ListedRules):
    SPACES = {BOXES}
    STAYS, GOES = {"container", "rootfiles", "rootfile"}, {"links"}
    ATTRIBUTES = {"version", "full-path", "media-type"}


class EncryptionRules(ListedRules):
    SPACES, GOES = {BOXES, "http://www.w3.org/2001/04/xmlenc#", "http://www.w3.org/2000/09/xmldsig#"}, {"KeyInfo"}
    STAYS = set("""
        encryption EncryptedData EncryptionMethod CipherData CipherReference EncryptionProperties EncryptionProperty Compression
        """.split())
    ATTRIBUTES = {"Algorithm", "URI", "Id", "Method", "OriginalLength"}


class DisplayRules(ListedRules):
    SPACES, STAYS, ATTRIBUTES = {""}, {"display_options", "platform", "option"}, {"name"}

    def text(self, element, parents, text):
        return None if PLAIN.match(text) and len(text) < 20 else ""


class OPFRules(ListedRules):
    SPACES = {"", OPF, DC}
    STAYS = set("""
        package metadata dc-metadata x-metadata manifest item spine itemref guide reference bindings mediaType title language
        identifier meta""".split())
    GOES = {"tours", "collection"}
    ATTRIBUTES = set("""
        version unique-identifier lang dir id href media-type media-overlay properties fallback fallback-style toc idref linear
        page-progression-direction type title handler name content property refines required-namespace""".split())

    def element(self, name, attributes, parents):
        above = parents[-1][1] if parents else ""
        if above not in ("metadata", "dc-metadata", "x-metadata") or name[1] in ("dc-metadata", "x-metadata"):
            return super().element(name, attributes, parents)
        values = self.attributes = {key[1]: value for key, value in attributes.items()}
        if name[1] == "meta" and name[0] in self.SPACES:
            shows = SHOWS.match(values.get("property") or values.get("name", "")) and PLAIN.match(values.get("content", ""))
            return None if shows else DROP
        if name == (DC, "identifier"):
            return None if values.get("id") == self.book.identified else DROP
        return None if name in ((DC, "title"), (DC, "language")) else DROP

    def text(self, element, parents, text):
        if element == (DC, "identifier"):
            return self.book.identifier(text)
        if element[1] == "meta":
            return NO_MOMENT if MOMENT.match(text.strip()) else None if PLAIN.match(text) else ""
        return None if element[0] == DC else super().text(element, parents, text)


class NCXRules(ListedRules):
    SPACES = {"", "http://www.daisy.org/z3986/2005/ncx/"}
    STAYS = set("""
        ncx head meta docTitle text navMap navPoint navLabel content pageList pageTarget navList navTarget navInfo img
        audio smilCustomTest""".split())
    GOES = {"docAuthor"}
    ATTRIBUTES = set("""
        version lang dir id class name content src playOrder value type scheme clipBegin clipEnd defaultState override
        bookStruct""".split())
    HEAD = {"dtb:uid", "dtb:depth", "dtb:totalPageCount", "dtb:maxPageNumber"}

    def element(self, name, attributes, parents):
        is_other = name[1] == "meta" and attributes.get(("", "name")) not in self.HEAD
        return DROP if is_other else super().element(name, attributes, parents)

    def attribute(self, element, name, value):
        if element[1] == "meta" and name[1] == "content" and self.attributes.get("name") == "dtb:uid":
            return self.book.identifier(value),
        return super().attribute(element, name, value)

    def text(self, element, parents, text):
        return None if element[1] == "text" else super().text(element, parents, text)


class SMILRules(ListedRules):
    SPACES = {"http://www.w3.org/ns/SMIL", PAGES}
    STAYS, GOES = {"smil", "head", "body", "seq", "par", "text", "audio"}, {"metadata"}
    ATTRIBUTES = {"version", "id", "src", "clipBegin", "clipEnd"}

    def attribute(self, element, name, value):
        return None if name[0] == PAGES else super().attribute(element, name, value)


class PageRules(SVGRules):
    """Rules for pages and drawings: those of a drawing shared by itself, except that links between the book's parts stay."""
    NAMED = {"viewport", ""}
    # Microdata, and times of changes.
    UNSEEN = {"content", "datetime"}

    def __init__(self, book, name, inside):
        super().__init__(inside)
        self.book, self.folder = book, posixpath.dirname(name)

    def element(self, name, attributes, parents):
        space, local = name
        in_drawing = any(parent == (SVG, "svg") for parent in parents)
        if local == "script" or space not in SHOWN | {PAGES} and not in_drawing:
            raise Unknown(local)
        self.is_meta, values = name == (XHTML, "meta"), {key[1].lower(): value.lower() for key, value in attributes.items()}
        if self.is_meta:
            stays = values.get("name", "") in self.NAMED and values.get("http-equiv", "content-type") == "content-type"
            return None if stays and "property" not in values and not any(parent[1] == "body" for parent in parents) else DROP
        if name == (XHTML, "link"):
            return None if "stylesheet" in values.get("rel", "") else DROP
        return None if space == PAGES else super().element(name, attributes, parents)

    def attribute(self, element, name, value):
        space, local = name
        if space == PAGES or self.is_meta and not space:
            return None
        if not space and local in self.UNSEEN:
            return DROP
        if not space and local.startswith("data-") and f"[{local}".encode() in self.book.styles:
            return DROP if LOCAL.search(value) else None
        return super().attribute(element, name, value)

    def address(self, value):
        if DATA.match(value) or WEB.match(value):
            return super().address(value)
        if LOCAL.search(value) or ":" in value.split("/")[0]:
            return DROP
        target = posixpath.normpath(posixpath.join(self.folder, unquote(value.split("#")[0])))
        if target in self.book.left_out:
            raise Unknown(posixpath.basename(target))
        return None

    def text(self, element, parents, text):
        new = super().text(element, parents, text)
        # A newline would become a character reference, which readers that parse pages as HTML do not expect.
        return None if new in (None, text) else new.replace("\n", " ")

    def styled(self, text):
        """CSS without comments; imports of sheets within the book stay."""
        text = re.sub(r"/\*.*?(\*/|\Z)", "", text, flags=re.S)
        end = text.rfind(")") + 1
        self.look(LINK.sub("", text[:end]) + text[end:])
        return LINK.sub(self.linked, text[:end]) + text[end:]

    def sheet(self, data):
        """A clean copy of a style sheet. Raises Unknown if it is not UTF-8 or still has a local path."""
        try:
            text = self.styled(data.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise Unknown("CSS") from None
        if LOCAL.search(text):
            raise Unknown("CSS")
        return text.encode()

    def namespace(self, address):
        return None if address == PAGES else super().namespace(address)
