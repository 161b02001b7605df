# SPDX-License-Identifier: Apache-2.0
"""The parts of an EPUB. Only those listed in its manifest stay."""
import posixpath, re, uuid
from urllib.parse import unquote

from .book_rules import ContainerRules, DisplayRules, EncryptionRules, NCXRules, OPFRules, PageRules, SMILRules
from .isobmff import Damaged
from .package_parts import Elements, Unknown

CONTAINER, ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
# Algorithms that obfuscate fonts with the book's identifier; any other one is DRM, which needs a key.
FONTS = {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"}
# A random identifier, which reveals nothing.
NO_NAME = re.compile(r"(urn:uuid:)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.I)
# Maximum bytes of a text, unpacked.
MOST_TEXT = 64 << 20
# Rules for a part, by media type.
RULES = {
    "application/xhtml+xml": PageRules, "text/html": PageRules, "text/x-oeb1-document": PageRules, "image/svg+xml": PageRules,
    "application/x-dtbncx+xml": NCXRules, "application/smil+xml": SMILRules,
}
STYLES = {"text/css", "text/x-oeb1-css"}
FILES = ("image/", "font/", "audio/", "video/", "application/vnd.ms-opentype", "application/font-", "application/x-font-")
DISPLAY = re.compile(r"META-INF/com\.\w+(\.\w+)?\.display-options\.xml\Z")


class Book:
    """Decides for each part: rules that cut it, "styles", "file" (cleaned as a file), "kept", "unknown" (refused) or "goes"."""

    def __init__(self, package, identifier=None):
        self.names = [name for name in package.namelist() if not name.endswith("/")]
        if len({name.lower() for name in self.names}) < len(self.names):
            raise Damaged("Two parts have one name.")
        self.package, self.new = package, identifier
        self.identified, self.blended = None, set()
        self.do = dict.fromkeys(self.names, "goes") | {"mimetype": "kept", CONTAINER: ContainerRules}
        self.do |= dict.fromkeys(filter(DISPLAY.match, self.names), DisplayRules)
        self.read_encryption()
        roots = [values["full-path"] for name, values in self.elements(CONTAINER) if name == "rootfile"]
        if not roots or self.read("mimetype").strip() != b"application/epub+zip":
            raise Damaged("It is no book.")
        for root in roots:
            self.read_manifest(root)
        self.styles = b"".join(self.read(name) for name, do in self.do.items() if do == "styles")
        self.left_out = {name for name, do in self.do.items() if do == "goes"}

    def read(self, name):
        """Reads a text part. Raises Damaged if it is too large."""
        if self.package.getinfo(name).file_size > MOST_TEXT:
            raise Damaged(f"{name} is too large.")
        return self.package.read(name)

    def elements(self, name):
        try:
            return WithEntities(self.read(name)).found
        except KeyError:
            raise Damaged(f"{name} is missing.") from None

    def read_encryption(self):
        if ENCRYPTION not in self.names:
            return
        for name, values in self.elements(ENCRYPTION):
            if name == "EncryptionMethod" and values.get("Algorithm") not in FONTS:
                raise Unknown("DRM")
            if name == "CipherReference":
                self.blended.add(unquote(values.get("URI", "")))
        self.do[ENCRYPTION] = EncryptionRules

    def read_manifest(self, root):
        found = self.elements(root)
        self.do[root] = OPFRules
        self.identified = next((values.get("unique-identifier") for name, values in found if name == "package"), None)
        for name, values in found:
            if name == "item":
                part = posixpath.normpath(posixpath.join(posixpath.dirname(root), unquote(values.get("href", ""))))
                if self.do.get(part) == "goes":
                    self.do[part] = self.of_part(part, values.get("media-type", "").lower())

    def of_part(self, name, kind):
        if name in self.blended:
            return "kept" if "font" in kind or "opentype" in kind else "unknown"
        return RULES.get(kind) or ("styles" if kind in STYLES else "file" if kind.startswith(FILES) else "unknown")

    def identifier(self, text):
        """The replacement for the identifier: itself if fonts are obfuscated with it, or if an inspection finds it random."""
        return text if self.blended or not self.new and NO_NAME.match(text.strip()) else self.new or ""


class WithEntities(Elements):
    entities = True


def new_identifier():
    return uuid.uuid4().urn
